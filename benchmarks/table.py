"""`okey bench table`: what a move costs a server, and how long people wait for its answer.

In one process; on a whole server with real sockets, four at each table, beside boardgame.io with a game of next to no
rules; and with a thousand tables at a steady rate. Ratios count: both servers are measured in the same way, one after
the other, their players in processes of their own.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from benchmarks import boardgame_io, table_in_process, table_load, table_server
from benchmarks.lines import Lines, measured, three_ways

TABLES = 64
MOVES = 100
"""At each table."""
QUIET = 200.0
"""Moves a second when few play."""
CROWD = 1000
"""Tables."""
RATE = 500.0
"""Moves a second of the crowd."""
CROWD_MOVES = 20
"""At each table."""
HOLD_P99_MS = 50
HOLD_CHEAPER = 2.5


def run(tables: int = TABLES, moves: int = MOVES, crowd: int = CROWD, rate: float = RATE) -> dict[str, Any]:
    """All of it."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    found: dict[str, Any] = {"cores": cores}
    if cores < 3:
        found["note"] = "too few cores: players and server are in each other's way, waits hold both"
    found["in_process"] = table_in_process.run(tables, moves)
    found["server"] = _server(tables, moves)
    return found | _beside(found["server"], tables, moves) | {"crowd": _crowd(crowd, rate)}


@contextmanager
def _serving() -> Iterator[tuple[Lines, str]]:
    """A server of this checkout and its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", table_server.__name__, "--data", os.path.join(folder, "data")]
        with Lines(command) as server:
            yield server, server.said("Okey: ").split()[1]


def _players(address: str, tables: int) -> Lines:
    """Four people at each of so many tables; they sit once the first answer is there."""
    return Lines([sys.executable, "-m", table_load.__name__, "--address", address, "--tables", str(tables)])


def _server(tables: int, moves: int) -> dict[str, Any]:
    """A whole server: its first moves, then warm at full speed, then with few players."""
    with _serving() as (server, address), _players(address, tables) as players:
        players.answer()
        return three_ways(server, players, moves, QUIET)


def _beside(ours: dict[str, Any], tables: int, moves: int) -> dict[str, Any]:
    """boardgame.io, and how many times cheaper a move is here."""
    try:
        theirs = boardgame_io.run(tables, moves, QUIET)
    except boardgame_io.NotHereError as fault:
        return {"boardgame_io": f"not measured: {fault}"}
    times = {key: round(theirs[key]["cpu_us_a_move"] / ours[key]["cpu_us_a_move"], 2) for key in ours}
    held = min(times.values()) >= HOLD_CHEAPER
    return {"boardgame_io": theirs, "times_cheaper_here": {**times, "hold": HOLD_CHEAPER, "held": held}}


def _crowd(tables: int, rate: float) -> dict[str, Any]:
    """Four sockets at each of many tables, and so many moves a second in all."""
    with _serving() as (server, address):
        before = server.ask()["rss"]
        with _players(address, tables) as players:
            players.answer()
            measured(server, players, 1, rate)
            found = measured(server, players, CROWD_MOVES, rate)
            after = server.ask()["rss"]
    memory = None if before is None else round((after - before) / 4 / tables / 1024, 1)
    held = found["answer_p99_ms"] < HOLD_P99_MS
    return {
        "sockets": 4 * tables,
        **found,
        "hold_p99_ms": HOLD_P99_MS,
        "held": held,
        "kib_a_socket_with_its_share_of_a_table": memory,
    }

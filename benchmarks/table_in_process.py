"""CPU of a durable move in one process: rules, redaction and frames for four viewers, on a SQLite file.

A move is one draw or one throw: decided, stored, acknowledged, and told to four persons as JSON frames. Sockets and the
signatures of tables that prove their deals are not in it; `benchmarks.table` measures a whole server with both.
"""

import asyncio
import secrets
import tempfile
from pathlib import Path
from statistics import quantiles
from time import perf_counter, process_time
from typing import Any, cast

from okey.play.commands import Do
from okey.play.hub import Hub
from okey.play.messages import Ev, Message, No, Ok, Snap
from okey.play.opening import Opening, Seat, Secret
from okey.play.ports import Ports
from okey.play.table import Table
from okey.rules.actions import Draw, SeatAction, Take, Throw
from okey.rules.events import Dealt
from okey.rules.ruleset import PRESETS
from okey.server import frames
from okey.server.doors import LoopScheduler, SystemClock, SystemRandomness
from okey.server.pool import Pool
from okey.storage.database import open_sqlite
from okey.testing import open_table

HOLD_US = 350


class Viewer:
    """A socket that makes its frames and counts them, and hears the answers to its commands."""

    def __init__(self) -> None:
        self.frames = 0
        self.bytes = 0
        self.answers: asyncio.Queue[Message] = asyncio.Queue()
        self.seated = asyncio.Event()
        self.dealt = asyncio.Event()

    def send(self, message: Message) -> None:
        """See `okey.play.ports.Socket`."""
        self.frames += 1
        self.bytes += len(frames.encode(message))
        if isinstance(message, Ok | No):
            self.answers.put_nowait(message)
        elif isinstance(message, Snap):
            self.seated.set()
        elif isinstance(message, Ev) and isinstance(message.news.event, Dealt):
            self.dealt.set()

    def close(self, farewell: Message) -> None:
        """See `okey.play.ports.Socket`."""
        self.send(farewell)


class NoPool:
    """Nobody thinks at tables of four persons."""

    async def run(self, *_: Any, **__: Any) -> Any:
        """Never called."""
        raise RuntimeError("no computer sits here")


def run(tables: int, moves: int) -> dict[str, Any]:
    """CPU microseconds of a move (the server's share and the log's), and the wait for its answer."""
    return asyncio.run(_run(tables, moves))


async def _run(tables: int, commands: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        database = await open_sqlite(Path(folder))
        # Only persons sit here, so no process has to be started for computers.
        doors = LoopScheduler(cast(Pool, NoPool()), lambda *_, **__: None)
        ports = Ports(SystemClock(), doors, database.log, SystemRandomness(), lambda *_, **__: None)
        hub = Hub(ports, lambda *_: None)
        games = [await _sit(hub, ports) for _ in range(tables)]
        waits: list[float] = []
        before = sum(viewer.bytes for _, viewers in games for viewer in viewers)
        begun, cpu = perf_counter(), process_time()
        done = sum(await asyncio.gather(*(_play(table, viewers, commands, waits) for table, viewers in games)))
        spent, took = process_time() - cpu, perf_counter() - begun
        told = sum(viewer.bytes for _, viewers in games for viewer in viewers) - before
        hub.stop()
        await database.close()
    cuts = quantiles(waits, n=100)
    return {
        "moves": done,
        "moves_per_s": round(done / took),
        "cpu_us_a_move": round(spent / done * 1e6, 1),
        "hold_us": HOLD_US,
        "held": spent / done * 1e6 <= HOLD_US,
        "answer_p50_ms": round(cuts[49], 2),
        "answer_p99_ms": round(cuts[98], 2),
        "frame_bytes_a_move": round(told / done),
    }


async def _sit(hub: Hub, ports: Ports) -> tuple[Table, list[Viewer]]:
    """A table of four persons, all connected and ready; the first deal has begun."""
    people = [secrets.token_bytes(16) for _ in range(4)]
    seats = tuple(Seat(f"Seat {number}", person=person) for number, person in enumerate(people))
    secret = Secret(secrets.token_bytes(32))
    opening = Opening(PRESETS["klasik"], seats, alone=False, hints=False, key=secret, bots=secret)
    table = await open_table(ports, opening)
    viewers = [Viewer() for _ in people]
    joined = [hub.join(table, person, viewer, None) for person, viewer in zip(people, viewers, strict=True)]
    for viewer in viewers:
        await viewer.seated.wait()
    await _ready(joined[0], viewers)
    return joined[0], viewers


async def _ready(table: Table, viewers: list[Viewer]) -> None:
    """Everybody is ready for the next deal, and it has begun."""
    viewers[0].dealt.clear()
    for viewer in viewers:
        table.post(Do(viewer, secrets.token_bytes(8), 0, None))
        await viewer.answers.get()
    if table.standing is None or table.standing.game.turn is None:
        await viewers[0].dealt.wait()


async def _play(table: Table, viewers: list[Viewer], commands: int, waits: list[float]) -> int:
    """Play commands one after another: draw, and throw the tile that came last."""
    done = 0
    while done < commands:
        standing = table.standing
        if standing is None or standing.game.match_reason:
            return done
        game, seat = standing.game, standing.game.turn
        if seat is None or game.deal is None:
            await _ready(table, viewers)
            continue
        action: SeatAction = (
            Throw(game.deal.racks[seat][-1]) if game.deal.full else Draw() if game.deal.pile else Take()
        )
        begun = perf_counter()
        table.post(Do(viewers[seat], secrets.token_bytes(8), standing.seq, action))
        answer = await viewers[seat].answers.get()
        waits.append((perf_counter() - begun) * 1000)
        if isinstance(answer, No):
            raise RuntimeError(f"refused: {answer.fault.code}")
        done += 1
    return done

"""A server in a process of its own, its limits wide enough for players that never pause.

With `--fork` it loads everything once and then begins a server in a fresh process for each line on its input: a
harness that kills servers by the dozen does not pay for loading them by the dozen. The line may name the row at which
that server kills itself: `start before list` or `start after list`.
"""

import argparse
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

from okey.play.messages import Open
from okey.play.ports import Effect, LogRow, TableId
from okey.play.seating import Seating
from okey.play.standing import GAME
from okey.play.testimony import Testimony
from okey.server.serve import serve
from okey.server.settings import Settings
from okey.storage.sqlite import SqliteLog
from tests.leaks import Ear, Leaks
from tests.server.process import leaks_of


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--commands", type=int, default=2000)
    parser.add_argument("--pace", type=float, default=0.0)
    parser.add_argument("--hello", type=float, default=5.0)
    parser.add_argument("--fork", action="store_true")
    parser.add_argument("--origin")
    parser.add_argument("--database")
    parser.add_argument("--nats")
    parser.add_argument("--strict", action="store_true", help="sockets and guests at the rates of a real site")
    parser.add_argument("--leaky", action="store_true", help="tell the seed of every table, for the scan to find")
    options = parser.parse_args(arguments)
    settings = Settings(
        data=options.data,
        port=options.port,
        pace=options.pace,
        origin=options.origin,
        database=options.database,
        nats=options.nats,
        workers=1,
        commands_per_second=options.commands,
        hello_seconds=options.hello,
    )
    if not options.strict:
        settings = replace(
            settings, new_sockets_per_session=1000, sockets_per_minute=100_000, guests_per_minute=100_000
        )
    with ear_to(leaks_of(options.data)):
        if options.leaky:
            tell_seeds()
        return fork(settings) if options.fork else serve(settings)


@contextmanager
def ear_to(file: Path) -> Iterator[None]:
    """Write down every secret this process, or a fork of it, says before its time."""

    def report(leak: str) -> None:
        with file.open("a") as target:
            target.write(leak + "\n")

    leaks = Leaks(report)
    with leaks.listening(), patch.object(sys, "stderr", Ear(leaks, sys.stderr)):
        yield


def fork(settings: Settings) -> int:
    """For each line on the input: begin a server, say its number, wait until it has ended, say so."""
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            if fall := line.split()[1:]:
                fall_at(*fall)
            os._exit(serve(settings))
        sys.stdout.write(f"pid {pid}\n")
        sys.stdout.flush()
        os.waitpid(pid, 0)
        sys.stdout.write("gone\n")
        sys.stdout.flush()
    return 0


def tell_seeds() -> None:
    """From now on, every open message shows the seed as its commitment, and the log shows it too."""
    opened = Testimony.open

    def leaky(testimony: Testimony, seating: Seating) -> Open:
        seed = seating.invitation.seed.open()
        sys.stderr.write(f"{list(seed)}\n")
        return replace(opened(testimony, seating), commit=seed)

    patch.object(Testimony, "open", leaky).start()


def fall_at(when: str, step: str) -> None:
    """`kill -9` of this process at the first row of `step`: before it is stored, or `after`, when nobody knows yet."""
    append = SqliteLog.append

    async def falling(log: SqliteLog, table: TableId, rows: Sequence[LogRow], effects: Sequence[Effect] = ()) -> bool:
        reached = step in map(step_of, rows)
        if reached and when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        stored = await append(log, table, rows, effects)
        if reached:
            os.kill(os.getpid(), signal.SIGKILL)
        return stored

    patch.object(SqliteLog, "append", falling).start()


def step_of(row: LogRow) -> str:
    """The kind of a row; with its type when it is an event of the match: `game-1` begins a deal."""
    return f"game-{row.body[6]}" if row.kind == GAME else row.kind


if __name__ == "__main__":
    sys.exit(main())

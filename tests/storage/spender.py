"""Plays for çekirdek until it is killed: `python -m tests.storage.spender FILE`.

It ends what it finds begun, as a server that comes back does, then begins and ends one match after another, several at
a time. What is on the disk it tells on a line: the number of the table, and `held` or `paid`.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from okey.play.ports import Effect, Held, LogRow, Opened, Paid
from okey.storage.sqlite import SqliteLog

STAKE = 3
TABLES = 4
"""At a time."""
PEOPLE = 8
RICH = 1_000_000_000


def table(number: int) -> bytes:
    return b"k" + number.to_bytes(15, "big")


def person(number: int) -> bytes:
    return b"p" + (number % PEOPLE).to_bytes(15, "big")


async def match(log: SqliteLog, number: int, done: int) -> None:
    """The rest of a match of which so many rows are there."""
    people = tuple(person(number + seat) for seat in range(4))
    winner = number % 4
    effects: list[Effect] = [
        Opened("ikramiye", "", people, (0, 0, 0, 0)),
        Held(STAKE, (0, 1, 2, 3)),
        Paid(((winner, 4 * STAKE - 1),), 1),
    ]
    for seq in range(done + 1, 4):
        assert await log.append(table(number), [LogRow(seq, seq, None, "game", b"x")], [effects[seq - 1]])
        if seq > 1:
            sys.stdout.write(f"{number} {'held' if seq == 2 else 'paid'}\n")
            sys.stdout.flush()


async def main(path: Path) -> None:
    with closing(sqlite3.connect(path, timeout=10)) as connection:
        with connection:
            for number in range(PEOPLE):
                _enrich(connection, person(number))
        begun = connection.execute("SELECT table_id, max(seq) FROM event GROUP BY table_id").fetchall()
    log = SqliteLog(path)
    for found, seq in begun:
        await match(log, int.from_bytes(found[1:], "big"), seq)
    number = len(begun)
    while True:
        await asyncio.gather(*(match(log, number + each, 0) for each in range(TABLES)))
        number += TABLES


def _enrich(connection: sqlite3.Connection, owner: bytes) -> None:
    """Once, so much that nobody is ever short."""
    reason, mint = f"welcome:{owner.hex()}", b"\xff" * 16
    if connection.execute("SELECT 1 FROM movement WHERE reason = ?", (reason,)).fetchone():
        return
    connection.execute("INSERT INTO movement VALUES (?, 0, ?, ?, ?, NULL)", (reason, mint, owner, RICH))
    connection.execute("INSERT OR IGNORE INTO purse VALUES (?, 0, 1)", (mint,))
    connection.execute("UPDATE purse SET balance = balance - ? WHERE owner = ?", (RICH, mint))
    connection.execute("INSERT INTO purse VALUES (?, ?, 0)", (owner, RICH))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))

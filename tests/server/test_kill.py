"""`kill -9` at any moment: what was acknowledged is there, once, and the match goes on (BUGS B53, B69, B73, B74)."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import sys
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from okey.play.gathering import gathered
from okey.play.ports import LogRow
from okey.play.standing import advance, dealt_from
from okey.storage.database import FILE
from okey.storage.keys import seed_box
from tests.patience import within
from tests.server.client import Browser, Player
from tests.server.process import ForkedServer


@dataclass
class Report:
    """The figures of a run."""

    kills: int = 0
    acknowledged: int = 0
    found: int = 0
    lost: int = 0
    doubled: int = 0
    unknown_found: int = 0
    back: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        back = sorted(self.back)
        return (
            f"kills {self.kills}, acknowledged {self.acknowledged}, found {self.found}, lost {self.lost}, "
            f"doubled {self.doubled}, unanswered but stored {self.unknown_found}, "
            f"restart to first answer median {back[len(back) // 2]:.2f} s, worst {back[-1]:.2f} s"
        )


class Client:
    """A player that never gives up: comes back after every cut, sends what was not answered again."""

    def __init__(self, browser: Browser, table: str) -> None:
        self.browser = browser
        self.player = Player(table)
        self.sent: set[str] = set()
        self.moves: dict[str, int] = {}
        """Acknowledged moves, `next` apart, with the row they were said to stand in."""
        self.answered = asyncio.Event()

    async def run(self) -> None:
        """Play, match after match, until cancelled."""
        while True:
            with suppress(OSError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError, httpx.HTTPError):
                await self._connected()
            await asyncio.sleep(0.02)

    async def _connected(self) -> None:
        player = self.player
        async with self.browser.socket(open_timeout=2, close_timeout=0.1) as socket:
            player.n = 0
            await socket.send(player.hello())
            player.hear(json.loads(await within(5, socket.recv())))
            again = True
            while not player.over:
                text = player.move()
                if text is not None and (again or json.loads(text)["id"] not in self.sent):
                    await socket.send(text)
                    self.sent.add(json.loads(text)["id"])
                    again = False
                asked = player.waiting
                frame = json.loads(await within(20, socket.recv()))
                player.hear(frame)
                if frame["t"] == "ok":
                    self.answered.set()
                    if asked and asked["id"] == frame["id"] and asked["action"] != {"a": "next"}:
                        self.moves[frame["id"]] = frame["seq"]
        self.player = Player(await self.browser.table("rummy"))


def rows_of(data: Path) -> dict[bytes, list[LogRow]]:
    """The whole log on disk."""
    found: dict[bytes, list[LogRow]] = {}
    with closing(sqlite3.connect(data / FILE)) as connection:
        query = "SELECT table_id, seq, at, due, kind, body, cid_seat, cid FROM event ORDER BY table_id, seq"
        for table, *values in connection.execute(query):
            found.setdefault(table, []).append(LogRow(*values))
    return found


class Mover(Protocol):
    """Whoever keeps the acknowledged moves, with the row they were said to stand in."""

    moves: dict[str, int]


def judge(report: Report, clients: Sequence[Mover], data: Path) -> None:
    """Compare what clients know with what is stored."""
    stored: dict[str, list[int]] = {}
    vault = seed_box(data)
    for table, rows in rows_of(data).items():
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        seating, rest = gathered(table, rows, vault)
        if seating.opened:
            standing = dealt_from(seating.opening(), seating.seq, seating.at)
            for row in rest:
                standing = advance(standing, row).standing
        for row in rows:
            if row.cid is not None:
                stored.setdefault(row.cid.hex(), []).append(row.seq)
    for client in clients:
        for cid, seq in client.moves.items():
            report.acknowledged += 1
            report.found += seq in stored.get(cid, ())
            report.lost += seq not in stored.get(cid, ())
    report.doubled = sum(len(seqs) > 1 for seqs in stored.values())
    answered = {cid for client in clients for cid in client.moves}
    report.unknown_found = len(set(stored) - answered)


async def answered(clients: list[Client], report: Report, how: str) -> None:
    """Wait until a command was answered, of one client or of all."""
    begun = time.monotonic()
    for client in clients:
        client.answered.clear()
    waiting = [asyncio.create_task(client.answered.wait()) for client in clients]
    done, left = await asyncio.wait(waiting, timeout=60, return_when=how)
    for task in left:
        task.cancel()
    assert done, "no table goes on"
    still = [client.player for client in clients if not client.answered.is_set()]
    assert how == asyncio.FIRST_COMPLETED or not left, f"tables stand still: {still}"
    if report.kills:
        report.back.append(time.monotonic() - begun)


async def kill_again_and_again(data: Path, kills: int, tables: int, seed: int) -> Report:
    """Kill a server under load at random moments, and compare at the end."""
    chance = random.Random(seed)
    report = Report()
    with ForkedServer(data) as server:
        browsers = [await Browser(server.base).__aenter__() for _ in range(tables)]
        clients = [Client(browser, await browser.table("rummy")) for browser in browsers]
        jobs = [asyncio.create_task(client.run()) for client in clients]
        try:
            for _ in range(kills):
                await answered(clients, report, asyncio.FIRST_COMPLETED)
                await asyncio.sleep(chance.uniform(0.0, 0.6))
                await asyncio.to_thread(server.kill)
                report.kills += 1
                await asyncio.to_thread(server.start)
            await answered(clients, report, asyncio.ALL_COMPLETED)
        finally:
            for job in jobs:
                job.cancel()
            await asyncio.gather(*jobs, return_exceptions=True)
            for browser in browsers:
                await browser.http.aclose()
        server.kill()
    judge(report, clients, data)
    return report


def check(report: Report, record_property: Any) -> None:
    record_property("kill", str(report))
    assert report.lost == 0
    assert report.doubled == 0
    assert report.found == report.acknowledged
    assert report.acknowledged > report.kills


async def test_twenty_kills_under_load(tmp_path: Path, record_property: Any) -> None:
    check(await kill_again_and_again(tmp_path / "data", kills=20, tables=4, seed=20), record_property)


@pytest.mark.soak
async def test_sixty_kills_under_load(tmp_path: Path, record_property: Any, capsys: pytest.CaptureFixture[str]) -> None:
    report = await kill_again_and_again(tmp_path / "data", kills=60, tables=12, seed=60)
    with capsys.disabled():
        sys.stdout.write(f"\n{report}\n")
    check(report, record_property)

"""`kill -9` again and again while people sit at fifty tables (SECURITY 4.2, 4.3; BUGS B69)."""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from statistics import quantiles
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from okey.play.gathering import gathered
from okey.play.standing import advance, dealt_from
from okey.rules.events import Automatic, Controlled
from okey.storage.keys import seed_box
from tests.patience import within
from tests.server.client import Browser, Player
from tests.server.process import ForkedServer
from tests.server.test_kill import Report, judge, rows_of
from tests.server.test_live import Friend, found, until

CUTS = (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError)


class Person:
    """One of four at a table: thinks, moves, and comes back after every cut."""

    def __init__(self, browser: Browser, table: str, pause: float) -> None:
        self.browser = browser
        self.player = Player(table)
        self.pause = pause
        self.moves: dict[str, int] = {}
        """Acknowledged moves, `next` apart, with the row they were said to stand in."""

    async def run(self, answered: asyncio.Event) -> None:
        """Play until the match is over."""
        while not self.player.over:
            with suppress(*CUTS):
                async with self.browser.socket(open_timeout=5, close_timeout=0.1) as socket:
                    await self._connected(socket, answered)
            await asyncio.sleep(random.uniform(0.1, 0.5))

    async def _connected(self, socket: ClientConnection, answered: asyncio.Event) -> None:
        player = self.player
        player.n = 0
        await socket.send(player.hello())
        player.hear(await until(socket, "snap"))
        asked = None
        while not player.over:
            text = player.move()
            if text is not None and text != asked:
                await asyncio.sleep(random.uniform(0.5, 1.5) * self.pause)
                asked = text
                await socket.send(text)
            waiting = player.waiting
            frame = json.loads(await within(60, socket.recv()))
            player.hear(frame)
            if frame["t"] == "ok" and waiting and waiting["id"] == frame["id"]:
                answered.set()
                if waiting["action"] != {"a": "next"}:
                    self.moves[frame["id"]] = frame["seq"]


async def seated(browsers: list[Browser], pause: float) -> list[Person]:
    """Four people at a new table whose match has begun."""
    made = await found(browsers[0])
    async with AsyncExitStack() as stack:
        friends = []
        for seat, browser in enumerate(browsers):
            friend = Friend(await stack.enter_async_context(browser.socket()), made["table"])
            await friend.come()
            await friend.sit(seat)
            friends.append(friend)
        for friend in friends:
            listed = await until(friend.socket, "list")
            await friend.say("contribution", list_hash=listed["hash"], value=friend._value.hex())
        for friend in friends:
            await until(friend.socket, "snap")
    return [Person(browser, made["table"], pause) for browser in browsers]


def taken_from_people(data: Path) -> int:
    """Turns that ended without the person: by the clock, or by a computer."""
    vault = seed_box(data)
    taken = 0
    for table, rows in rows_of(data).items():
        seating, rest = gathered(table, rows, vault)
        standing = dealt_from(seating.opening(), seating.seq, seating.at)
        for row in rest:
            step = advance(standing, row)
            standing = step.standing
            taken += isinstance(step.event, Automatic | Controlled)
    return taken


async def kill_under_load(data: Path, kills: int, tables: int, pause: float, seed: int) -> Report:
    """Kill a server at random moments, some of them while it starts, and compare at the end."""
    chance = random.Random(seed)
    report = Report()
    answered = asyncio.Event()
    async with AsyncExitStack() as stack:
        server = stack.enter_context(ForkedServer(data))
        people: list[Person] = []
        for _ in range(tables):
            browsers = [await stack.enter_async_context(Browser(server.base)) for _ in range(4)]
            people += await seated(browsers, pause)
        jobs = [asyncio.create_task(person.run(answered)) for person in people]
        try:
            begun = time.monotonic()
            while report.kills < kills:
                early = chance.random() < 0.2
                if not early:
                    async with asyncio.timeout(120):
                        await answered.wait()
                    if report.kills:
                        report.back.append(time.monotonic() - begun)
                await asyncio.sleep(chance.uniform(0.0, 0.3 if early else 1.5))
                await asyncio.to_thread(server.kill)
                report.kills += 1
                answered.clear()
                begun = time.monotonic()
                await asyncio.to_thread(server.start)
            known = [len(person.moves) for person in people]
            async with asyncio.timeout(120):
                while any(
                    sum(len(person.moves) for person in people[at : at + 4]) == sum(known[at : at + 4])
                    and not people[at].player.over
                    for at in range(0, len(people), 4)
                ):
                    await asyncio.sleep(0.1)
        finally:
            for job in jobs:
                job.cancel()
            ends = await asyncio.gather(*jobs, return_exceptions=True)
        server.kill()
    assert not [end for end in ends if isinstance(end, Exception)]
    judge(report, people, data)
    return report


def told(report: Report, taken: int) -> str:
    """The figures of a run."""
    cuts = quantiles(report.back, n=100)
    back = f"restart to first accepted move p50 {cuts[49]:.2f} s, p99 {cuts[98]:.2f} s, worst {max(report.back):.2f} s"
    return (
        f"kills {report.kills}, acknowledged {report.acknowledged}, found {report.found}, lost {report.lost}, "
        f"doubled {report.doubled}, turns taken from people {taken}; {back}"
    )


def check(report: Report, taken: int) -> None:
    assert report.lost == 0
    assert report.doubled == 0
    assert report.found == report.acknowledged
    assert report.acknowledged > report.kills
    assert taken == 0, "no restart costs a turn"


async def test_a_few_kills_while_people_play(tmp_path: Path, record_property: Any) -> None:
    report = await kill_under_load(tmp_path / "data", kills=5, tables=2, pause=0.1, seed=5)
    taken = taken_from_people(tmp_path / "data")
    record_property("kill", told(report, taken))
    check(report, taken)


@pytest.mark.soak
async def test_three_hundred_kills_at_fifty_tables(
    tmp_path: Path, record_property: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    report = await kill_under_load(tmp_path / "data", kills=300, tables=50, pause=1.0, seed=300)
    taken = taken_from_people(tmp_path / "data")
    with capsys.disabled():
        sys.stdout.write(f"\n{told(report, taken)}\n")
    record_property("kill", told(report, taken))
    check(report, taken)
    cuts = quantiles(report.back, n=100)
    assert cuts[49] < 2
    assert cuts[98] < 5

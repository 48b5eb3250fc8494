"""The public statistics: every ended table is counted once, whatever happens in between."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from okey.fair.statistics import LEVEL, SHAPE
from okey.play.ports import Ended, LogRow, Outcome, TableId
from okey.rules.ruleset import PRESETS
from okey.server import counting, wire
from okey.server.counting import Counting
from okey.storage.database import Database, open_sqlite
from okey.storage.store import Line
from tests.play.test_gathering import Plain, Site, begun, play_on, sat
from tests.server.asgi import Client, settings
from tests.server.client import Player

SMALL = replace(PRESETS["ikramiye"], seats=2)


@pytest.fixture(autouse=True)
def no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "TABLE_SECONDS", 0.0)


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    made = await open_sqlite(tmp_path)
    yield made
    await made.close()


class Told:
    """What was traced."""

    def __init__(self) -> None:
        self.events: list[str] = []

    def __call__(self, event: str, **fields: Any) -> None:
        self.events.append(event)


def finished(deals: int = 3) -> list[LogRow]:
    """The log of a whole match of two, its last row last."""
    site = Site.of(replace(PRESETS["klasik"], seats=2, deals=deals, moves=3))
    socket = begun(site)
    play_on(site, socket, lambda: site.hub._table(site.table).standing.game.phase == "over")
    return site.world.log.tables[site.table]


def running() -> list[LogRow]:
    """The log of a match in its first deal."""
    site = Site.of(SMALL)
    begun(site)
    return site.world.log.tables[site.table]


async def put(database: Database, number: int, rows: list[LogRow], outcome: int | None) -> TableId:
    """Store a table under a number of its own; with an outcome it has ended."""
    table = number.to_bytes(16, "big")
    effects = () if outcome is None else (Ended(), Outcome(bytes(32), bytes(32), None, outcome))
    assert await database.log.append(table, rows, effects)
    return table


async def told(database: Database, vault: Any = None) -> tuple[wire.Statistics, list[str]]:
    """The statistics after everything was counted, and the faults."""
    faults = Told()
    job = Counting(database, vault or Plain(), faults)
    while await job.step():
        pass
    return await job.answer(), faults.events


async def test_before_the_first_match(database: Database) -> None:
    answer, _ = await told(database)
    assert answer.counted == 0
    assert answer.counts == {**{name: [0] * size for name, size in SHAPE.items()}, "outcomes": [0] * 4, "unread": [0]}
    assert answer.level == LEVEL / len(answer.tests)
    assert {test.p for test in answer.tests} == {None}


async def test_finished_and_cancelled_tables_are_counted_and_running_ones_are_not(database: Database) -> None:
    whole, begun_only = finished(), running()
    await put(database, 1, whole, 0)
    await put(database, 2, begun_only, None)
    await put(database, 3, begun_only, 3)
    await put(database, 4, begun_only[:4], 2)
    await put(database, 5, begun_only[:1], 1)
    answer, faults = await told(database)
    assert faults == []
    assert answer.counted == 4
    assert answer.counts["outcomes"] == [1, 1, 1, 1]
    assert answer.counts["matches"] == [2]
    deals = answer.counts["deals"][0]
    assert deals == sum(answer.counts["indicator"]) == sum(answer.counts["dice"])
    assert answer.counts["ends"][2:5] == [0, 3, 0]
    assert answer.counts["unread"] == [0]
    assert sum(answer.counts["pairs"]) == 2 * deals


async def test_a_table_is_counted_once_also_after_a_restart(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "BATCH", 2)
    rows = finished()
    for number in range(5):
        await put(database, number, rows, 0)
    job = Counting(database, Plain(), Told())
    assert await job.step(), "two of five, then the server goes down"
    assert (await job.answer()).counted == 2
    answer, _ = await told(database)
    assert answer.counted == 5
    assert answer.counts["matches"] == [5]
    assert answer.counts["deals"] == [15]
    assert (await told(database))[0] == answer


async def test_two_servers_on_one_database_count_each_table_once(database: Database) -> None:
    await put(database, 1, finished(), 0)
    store = database.store
    assert store.counted() == (0, "")
    assert store.count(0, 1, "first")
    assert not store.count(0, 1, "second"), "somebody was faster"
    assert store.counted() == (1, "first")
    assert store.count(1, 2, "third")
    assert not store.count(1, 2, "fourth")


async def test_a_kill_before_the_write_changes_nothing(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    await put(database, 1, finished(), 0)

    def killed(*_: object) -> bool:
        raise RuntimeError("killed")

    with monkeypatch.context() as patched:
        patched.setattr(database.store, "count", killed)
        with pytest.raises(RuntimeError):
            await Counting(database, Plain(), Told()).step()
    answer, _ = await told(database)
    assert answer.counts["matches"] == [1]


async def test_a_log_that_is_gone_or_damaged_is_told_and_holds_nothing_up(database: Database) -> None:
    rows = finished()
    table = await put(database, 1, rows, 0)
    with database.engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM event WHERE table_id = ?", (table,))
    await put(database, 2, [*rows[:-1], replace(rows[-1], body=b"?")], 0)
    await put(database, 3, rows, 0)
    answer, faults = await told(database)
    assert answer.counts["unread"] == [2]
    assert answer.counts["matches"] == [1]
    assert faults == ["table_not_counted"]


async def test_the_job_goes_on_after_a_fault(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "COUNT_SECONDS", 0.0)
    await put(database, 1, finished(), 0)
    faults, store = Told(), database.store
    outcomes, failed = store.outcomes, iter((True,))

    def once(after: int, most: int) -> list[Line]:
        if next(failed, False):
            raise OSError("busy")
        return outcomes(after, most)

    monkeypatch.setattr(store, "outcomes", once)
    job = Counting(database, Plain(), faults)
    task = asyncio.create_task(job.run())
    for _ in range(1000):
        if (await job.answer()).counted:
            break
        await asyncio.sleep(0.01)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    assert faults.events == ["counting_failed"]


async def test_a_match_played_on_the_site_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "COUNT_SECONDS", 0.01)
    async with Client(settings(tmp_path)) as client:
        player = Player(await client.table("ikramiye"))
        async with client.socket() as socket:
            socket.say(player.hello())
            asked = None
            while not player.over:
                text = player.move()
                if text is not None and text != asked:
                    asked = text
                    socket.say(text)
                frame = await socket.hear()
                assert frame is not None
                player.hear(frame)
        for _ in range(1000):
            asking = await client.request("GET", "/api/statistics")
            assert asking.status == 200
            assert asking.headers["content-type"] == "application/json"
            answer = json.loads(asking.body)
            if answer["counted"]:
                break
            await asyncio.sleep(0.01)
    assert answer["counts"]["matches"] == answer["counts"]["deals"] == [1]
    assert answer["counts"]["outcomes"] == [1, 0, 0, 0]
    assert answer["counts"]["people"][2:4] in ([1, 0], [0, 1])
    assert answer["counts"]["computers"][6:8] in ([1, 0], [0, 1])
    assert len(answer["tests"]) == 23
    assert client.cookie is not None


async def test_the_statistics_need_no_session(tmp_path: Path) -> None:
    async with Client(settings(tmp_path)) as client:
        answer = await client.request("GET", "/api/statistics")
    assert answer.status == 200
    assert "set-cookie" not in answer.headers


def test_sitting_alone_is_no_match() -> None:
    """What `put` calls ended before the deal has rows up to its list."""
    site = Site.of(SMALL)
    sat(site)
    assert site.kinds == ["open", "sit", "fill", "list"]

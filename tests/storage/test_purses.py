"""Çekirdek as its owner sees it, and the handful a day."""

from __future__ import annotations

import asyncio
import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from okey.play.board import DAY
from okey.play.ports import Held, LogRow, Paid
from okey.storage.database import Database
from okey.storage.purses import DAILY, PAGE, POOR, Moved, NotDueError, Purses
from okey.storage.results import MINT, move
from okey.storage.schema import movement
from okey.storage.steps import alone, perform
from tests.storage.results import NOW, check_ledger, give, member, person, rows, seat, table

ADA, BEN = person(1), person(2)


def midnight(day: int) -> int:
    return round(dt.datetime(2026, 11, day, tzinfo=ZoneInfo("Europe/Istanbul")).timestamp() * 1000)


async def test_who_has_nothing_has_an_empty_purse(either: Database) -> None:
    purses = Purses(either.engine)
    assert (purses.balance(ADA), purses.movements(ADA, NOW), purses.due(ADA, NOW)) == (0, [], True)


async def test_the_handful_is_for_who_has_little_once_a_day_of_istanbul(either: Database) -> None:
    purses = Purses(either.engine)
    give(either.engine, ADA, POOR - 2 * DAILY)
    assert purses.daily(ADA, midnight(12)) == POOR - DAILY
    assert not purses.due(ADA, midnight(12))
    with pytest.raises(NotDueError, match="taken"):
        purses.daily(ADA, midnight(13) - 1)
    assert purses.balance(ADA) == POOR - DAILY
    assert purses.due(ADA, midnight(13))
    assert purses.daily(ADA, midnight(13)) == POOR
    assert not purses.due(ADA, midnight(14))
    with pytest.raises(NotDueError, match="enough"):
        purses.daily(ADA, midnight(14))
    assert [reason for reason, *_ in rows(either.engine, movement)] == [
        f"daily:{ADA.hex()}:2026-11-12",
        f"daily:{ADA.hex()}:2026-11-13",
        f"welcome:{ADA.hex()}",
    ]
    check_ledger(either.engine)


async def test_asked_for_many_times_at_once_it_comes_once(nodes: tuple[Database, Database]) -> None:
    asking = (asyncio.to_thread(Purses(nodes[n % 2].engine).daily, ADA, NOW) for n in range(12))
    answers = await asyncio.gather(*asking, return_exceptions=True)
    assert sorted(map(str, answers)) == [str(DAILY), *["taken"] * 11]
    assert check_ledger(nodes[0].engine)[ADA] == DAILY


async def test_each_movement_is_shown_with_its_match(either: Database) -> None:
    for number in (1, 2):
        member(either.engine, number, ("", "Ada", "Ben")[number])
        give(either.engine, person(number), 100, NOW)
    await seat(either, 1, (ADA, None, BEN, None), NOW + 1)
    for seq, effect in ((2, Held(20, (0, 2))), (3, Paid(((0, 40), (2, 0))))):
        assert await either.log.append(table(1), [LogRow(seq, NOW + seq, None, "game", b"x")], [effect])
    at_table = (table(1), "klasik", ("Ada", "Ben"))
    assert Purses(either.engine).movements(ADA, NOW + DAY) == [
        Moved("pay", NOW + 3, 40, *at_table),
        Moved("hold", NOW + 2, -20, *at_table),
        Moved("welcome", NOW, 100, None, None),
    ]
    assert [each.kind for each in Purses(either.engine).movements(BEN, NOW + 3)] == ["hold", "welcome"]


async def test_pages_leave_nothing_out_also_within_one_millisecond(either: Database) -> None:
    with alone(either.engine) as connection:
        for number in range(2 * PAGE):
            perform(connection, move(f"n:{number}", NOW + number // 7, MINT, ADA, number + 1))
    purses, found, before = Purses(either.engine), [], NOW + DAY
    while page := purses.movements(ADA, before):
        assert PAGE <= len(page) < PAGE + 7 or page[-1].at == NOW
        found += page
        before = page[-1].at
    assert sorted(each.amount for each in found) == list(range(1, 2 * PAGE + 1))
    assert [each.at for each in found] == sorted((each.at for each in found), reverse=True)

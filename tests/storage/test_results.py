"""What the end of a match changes: ratings, the board, çekirdek; once, or not at all, on both kinds of database."""

from __future__ import annotations

import asyncio
import datetime as dt
import time
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from okey.play.board import DAY, POINT, WEEK, week_of
from okey.play.elo import START
from okey.play.opening import SEATS
from okey.play.ports import Ended, Held, LogRow, Paid, Rated, ShortError
from okey.play.rated import DAILY
from okey.storage.database import Database, open_sqlite
from okey.storage.results import HOUSE
from okey.storage.schema import board, movement, rated, rating
from tests.storage.results import NOW, check_ledger, count, end, give, person, play, rows, scratch, seat, table

FOUR = tuple(person(number) for number in range(4))
ISTANBUL = ZoneInfo("Europe/Istanbul")


def ms(*moment: int) -> int:
    values: list[Any] = list(moment)
    return round(dt.datetime(*values, tzinfo=ISTANBUL).timestamp() * 1000)


async def test_a_rated_match_changes_ratings_and_the_board(either: Database) -> None:
    await play(either, 1, FOUR, (2, 1, 4, 3), NOW)
    changes = [6_667, 20_000, -20_000, -6_667]
    assert rows(either.engine, rating) == [(FOUR[n], "klasik", START + changes[n], 1) for n in range(4)]
    assert rows(either.engine, rated) == [
        (table(1), n, FOUR[n], "klasik", (2, 1, 4, 3)[n], START, changes[n], 0, NOW) for n in range(4)
    ]
    week = week_of(NOW)
    assert rows(either.engine, board) == [
        (week, FOUR[n], 3 * POINT if n == 1 else 0, 1, NOW if n == 1 else 0) for n in range(4)
    ]


async def test_the_next_match_goes_on_from_there_and_each_preset_has_its_own(either: Database) -> None:
    await play(either, 1, (FOUR[0], None, FOUR[1], None), (1, 0, 2, 0), NOW)
    await play(either, 2, (FOUR[0], None, FOUR[1], None), (1, 0, 1, 0), NOW + 1)
    await play(either, 3, (FOUR[1], None, FOUR[0], None), (1, 0, 2, 0), NOW + 2, "usta")
    values = {(owner, preset): (value, count) for owner, preset, value, count in rows(either.engine, rating)}
    assert values[FOUR[0], "klasik"] == (START + 20_000 - 2_292, 2)
    assert values[FOUR[1], "klasik"] == (START - 20_000 + 2_292, 2)
    assert values[FOUR[0], "usta"] == (START - 20_000, 1)
    assert [(points, matches) for _, _, points, matches, _ in rows(either.engine, board)] == [(18, 3), (18, 3)]


async def test_the_same_end_twice_counts_once(nodes: tuple[Database, Database]) -> None:
    await seat(nodes[0], 1, FOUR)
    ends = [end(node, 1, NOW, Ended((1, 2, 3, 4)), Rated("klasik", (1, 2, 3, 4))) for node in nodes for _ in range(5)]
    assert sum(await asyncio.gather(*ends)) == 1
    assert [matches for *_, matches in rows(nodes[0].engine, rating)] == [1, 1, 1, 1]
    assert len(rows(nodes[0].engine, rated)) == 4


async def test_matches_that_end_together_on_two_nodes_all_count(nodes: tuple[Database, Database]) -> None:
    """The same people at many tables: what each match found before is what the one before it left."""
    for number in range(DAILY):
        await seat(nodes[0], number, FOUR)
    ends = (end(nodes[n % 2], n, NOW, Rated("klasik", (1, 2, 3, 4))) for n in range(DAILY))
    assert all(await asyncio.gather(*ends))
    stored = rows(nodes[0].engine, rated)
    for owner in FOUR:
        mine = sorted((matches, before, change) for *_, who, _, _, before, change, matches, _ in stored if who == owner)
        value = START
        for done, (matches, before, change) in enumerate(mine):
            assert (matches, before) == (done, value)
            value += change
        assert (owner, "klasik", value, DAILY) in rows(nodes[0].engine, rating)


async def test_beyond_five_matches_a_day_of_the_same_two_none_counts(either: Database) -> None:
    morning, midnight = ms(2026, 11, 30, 9, 0), ms(2026, 12, 1, 0, 0)
    pair = (FOUR[0], None, FOUR[1], None)
    for number in range(DAILY):
        await play(either, number, pair, (1, 0, 2, 0), morning + number, ("klasik", "usta")[number % 2])
    counted = rows(either.engine, rating), rows(either.engine, board)
    await play(either, 10, pair, (1, 0, 2, 0), midnight - 1)
    await play(either, 11, FOUR, (1, 2, 3, 4), midnight - 1)
    assert (rows(either.engine, rating), rows(either.engine, board)) == counted, "whoever else sits with them"
    await play(either, 12, (FOUR[0], None, FOUR[2], None), (1, 0, 2, 0), midnight - 1)
    await play(either, 13, pair, (1, 0, 2, 0), midnight)
    assert {owner: done for owner, preset, _, done in rows(either.engine, rating) if preset == "klasik"} == {
        FOUR[0]: 5,
        FOUR[1]: 4,
        FOUR[2]: 1,
    }
    assert len(rows(either.engine, rated)) == 2 * (DAILY + 2)


async def test_the_day_of_a_match_is_that_of_its_end_also_when_it_comes_late(either: Database) -> None:
    """A match of yesterday that is stored after five of today is no sixth of today."""
    pair, midnight = (FOUR[0], None, FOUR[1], None), ms(2026, 12, 1, 0, 0)
    for number in range(DAILY):
        await play(either, number, pair, (1, 0, 2, 0), midnight + number)
    await play(either, 9, pair, (1, 0, 2, 0), midnight - 1)
    assert [done for *_, done in rows(either.engine, rating)] == [DAILY + 1] * 2


async def test_weeks_begin_on_monday_in_istanbul_and_the_match_s_own_time_decides(either: Database) -> None:
    monday = ms(2026, 12, 7, 0, 0)
    for number, at in enumerate((monday, monday - 1, monday + WEEK - 1, monday + WEEK)):
        await play(either, number, (person(2 * number), None, person(2 * number + 1), None), (1, 0, 2, 0), at)
    assert [(week, owner) for week, owner, points, *_ in rows(either.engine, board) if points] == [
        (monday - WEEK, person(2)),
        (monday, person(0)),
        (monday, person(4)),
        (monday + WEEK, person(6)),
    ]


async def test_where_the_server_stands_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """New York puts its clocks back on 1 November 2026; Istanbul never does."""
    found = []
    for zone in ("Europe/Istanbul", "America/New_York"):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        database = await open_sqlite(tmp_path / zone.split("/")[1])
        for number in range(14):
            at = ms(2026, 10, 31, 23, 59, 59, 999_000) + number * 6 * 3_600_000
            await play(database, number, FOUR, (1, 2, 3, 4), at)
        found.append([rows(database.engine, each) for each in (rating, rated, board)])
        await database.close()
    monkeypatch.undo()
    time.tzset()
    assert found[0] == found[1]
    assert {week for week, *_ in found[0][2]} == {ms(2026, 10, 26, 0, 0), ms(2026, 11, 2, 0, 0)}


async def test_a_stake_is_held_and_paid_out(either: Database) -> None:
    for owner in FOUR:
        give(either.engine, owner, 100)
    await seat(either, 1, FOUR)
    assert await either.log.append(table(1), [LogRow(2, NOW, None, "game", b"x")], [Held(20, (0, 1, 2, 3))])
    assert check_ledger(either.engine)[table(1)] == 80
    shares = ((0, 50), (1, 10), (2, 0), (3, 10))
    assert await either.log.append(table(1), [LogRow(3, NOW, None, "game", b"x")], [Paid(shares, 10)])
    have = check_ledger(either.engine)
    assert [have[owner] for owner in (*FOUR, table(1), HOUSE)] == [130, 90, 80, 90, 0, 10]
    reasons = [reason.split(":")[0] for reason, *_ in rows(either.engine, movement)]
    assert sorted(reasons) == ["hold"] * 4 + ["house"] + ["pay"] * 3 + ["welcome"] * 4


async def test_who_has_too_little_stops_the_whole_append(either: Database) -> None:
    for owner in FOUR[:3]:
        give(either.engine, owner, 100)
    give(either.engine, FOUR[3], 19)
    await seat(either, 1, FOUR)
    before = check_ledger(either.engine)
    with pytest.raises(ShortError):
        await end(either, 1, NOW, Held(20, (0, 1, 2, 3)))
    assert check_ledger(either.engine) == before
    assert [row.seq for row in await either.log.read(table(1))] == [1]
    assert await end(either, 1, NOW, Held(19, (0, 1, 2, 3))), "the log goes on"


async def test_who_never_had_any_is_short_too(either: Database) -> None:
    await seat(either, 1, FOUR)
    with pytest.raises(ShortError):
        await end(either, 1, NOW, Held(1, (2,)))
    assert rows(either.engine, movement) == []


async def test_a_short_append_in_a_group_leaves_the_others_stored(either: Database) -> None:
    for number in range(20):
        await seat(either, number, (person(number), None, None, None))
        if number % 5:
            give(either.engine, person(number), 10)
    holding = (end(either, number, NOW, Held(10, (0,))) for number in range(20))
    answers = await asyncio.gather(*holding, return_exceptions=True)
    assert [type(answer) for answer in answers] == [bool if number % 5 else ShortError for number in range(20)]
    have = check_ledger(either.engine)
    for number in range(20):
        assert len(await either.log.read(table(number))) == (2 if number % 5 else 1)
        assert have.get(table(number), 0) == (10 if number % 5 else 0)


async def test_one_purse_is_not_spent_at_two_tables(nodes: tuple[Database, Database]) -> None:
    give(nodes[0].engine, FOUR[0], 50)
    for number in range(12):
        await seat(nodes[0], number, (FOUR[0], None, None, None))
    holding = (end(nodes[number % 2], number, NOW, Held(20, (0,))) for number in range(12))
    answers = await asyncio.gather(*holding, return_exceptions=True)
    assert [answer for answer in answers if answer is True] == [True, True]
    assert all(isinstance(answer, ShortError) for answer in answers if answer is not True)
    assert check_ledger(nodes[0].engine)[FOUR[0]] == 10


async def test_a_pot_is_paid_once_whoever_ends_the_match(nodes: tuple[Database, Database]) -> None:
    give(nodes[0].engine, FOUR[0], 50)
    await seat(nodes[0], 1, (FOUR[0], None, FOUR[1], None))
    assert await end(nodes[0], 1, NOW, Held(50, (0,)))
    last = LogRow(3, NOW, None, "game", b"x")
    paying = (node.log.append(table(1), [last], [Paid(((0, 0), (2, 50)))]) for node in nodes for _ in range(5))
    assert sum(await asyncio.gather(*paying)) == 1
    assert check_ledger(nodes[0].engine)[FOUR[1]] == 50


async def test_more_than_was_held_is_never_paid(either: Database) -> None:
    give(either.engine, FOUR[0], 50)
    await seat(either, 1, (FOUR[0], None, FOUR[1], None))
    assert await end(either, 1, NOW, Held(50, (0,)))
    with pytest.raises(ShortError):
        await either.log.append(table(1), [LogRow(3, NOW, None, "game", b"x")], [Paid(((0, 1), (2, 50)))])
    assert check_ledger(either.engine)[table(1)] == 50


# --- by property

matches = st.lists(st.tuples(st.permutations(range(4)), st.integers(2, 4), st.integers(0, 3)), min_size=1, max_size=5)


@given(matches)
@settings(max_examples=40, deadline=None)
def test_ratings_sum_to_what_everybody_began_with_and_points_to_what_was_won(
    played: list[tuple[list[int], int, int]],
) -> None:
    engine = scratch()
    for number, (order, size, ties) in enumerate(played):
        seats = SEATS[size]
        one, two, three, four = (
            0 if n not in seats else 1 if seats.index(n) <= ties else seats.index(n) + 1 for n in range(4)
        )
        people = {taken: person(who) for taken, who in zip(seats, order, strict=False)}
        count(engine, number, people, (one, two, three, four), NOW + number * DAY)
    ratings = rows(engine, rating)
    assert sum(value for *_, value, _ in ratings) == START * len(ratings)
    assert sum(change for *_, change, _, _ in rows(engine, rated)) == 0
    assert sum(points for *_, points, _, _ in rows(engine, board)) == sum((size - 1) * POINT for _, size, _ in played)


@given(st.permutations(range(8)), st.sampled_from([(1, 0, 2, 0), (1, 0, 1, 0), (2, 0, 1, 0)]))
@settings(max_examples=25, deadline=None)
def test_the_order_in_which_matches_of_different_people_are_stored_does_not_matter(
    order: list[int], ranks: tuple[int, int, int, int]
) -> None:
    found = []
    for each in (list(range(8)), order):
        engine = scratch()
        for number in each:
            count(engine, number, {0: person(2 * number), 2: person(2 * number + 1)}, ranks, NOW + number)
        found.append([rows(engine, kept) for kept in (rating, rated, board)])
    assert found[0] == found[1]

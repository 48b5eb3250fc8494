"""Profiles, boards, past matches, and what stays of them, on both kinds of database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import Engine, insert, select

from okey.play.board import DAY, POINT, WEEK, week_of
from okey.play.elo import START, Rating
from okey.play.ports import Counted, Ended, Held, LogRow, Opened, Outcome, Paid, Rated
from okey.rules.events import Four
from okey.storage import schema
from okey.storage.database import Database
from okey.storage.figures import Reckoned
from okey.storage.history import PAGE, History, PastMatch, Seated, Sifter
from okey.storage.standings import BOARD_SHOWN, SETTLED, Player, Standing, Standings, Tally, is_frozen
from okey.storage.store import MATCH_KEPT
from tests.storage.results import NOW, give, member, person, play, rows, seat, table

LATER = NOW + 100 * DAY
WEEK_NOW = week_of(NOW)


def on_board(engine: Engine, week: int, lines: Sequence[tuple[int, int, int]]) -> None:
    """Points, matches and the time of the last point of persons 1, 2, ..."""
    with engine.begin() as connection:
        for number, (points, matches, last) in enumerate(lines, 1):
            values = {"person_id": person(number), "points": points, "matches": matches, "last_at": last}
            connection.execute(insert(schema.board).values(values | {"week": week}))


async def dealt(
    database: Database, number: int, people: Sequence[bytes | None], ranks: Four | None, at: int, preset: str = "klasik"
) -> None:
    """A match that was dealt and has ended; without ranks it was cancelled."""
    made = Opened(preset, "", tuple(people), (20, 20, 20, 20))
    counted, outcome = Counted(3, (6, 0, 14, -2)), Outcome(bytes(32), bytes(32), None, 0 if ranks else 3)
    row = LogRow(1, at, None, "game", b"x")
    assert await database.log.append(table(number), [row], [made, counted, Ended(ranks), outcome])


# --- players


async def test_a_player_is_found_by_whatever_looks_like_the_name(either: Database) -> None:
    with either.engine.begin() as connection:
        connection.execute(insert(schema.guest).values(id=person(1), name="Işık", created_at=NOW))
        values = {"person_id": person(1), "name_key": "isik", "created_at": NOW, "private": 1}
        connection.execute(insert(schema.account).values(values | {"code_misses": 0, "codes_locked_until": 0}))
        connection.execute(insert(schema.guest).values(id=person(2), name="Konuk", created_at=NOW))
    standings = Standings(either.engine)
    for name in ("Işık", "ışık", "IŞIK", "isik", "İşik"):
        assert standings.player(name) == Player(person(1), "Işık", NOW, True)
    for name in ("Konuk", "Isk", "", "a\0b", "silinmiş oyuncu", "\ud800x", "x" * 500):
        assert standings.player(name) is None, name


async def test_ratings_and_their_history(either: Database) -> None:
    await play(either, 1, (person(1), None, person(2), None), (1, 0, 2, 0), NOW, "usta")
    await play(either, 2, (person(1), None, person(2), None), (1, 0, 2, 0), NOW + 1)
    await play(either, 3, (person(1), None, person(2), None), (2, 0, 1, 0), NOW + 2)
    standings = Standings(either.engine)
    after = START + 20_000 - 22_292
    assert standings.ratings(person(1)) == {"klasik": Rating(after, 2), "usta": Rating(START + 20_000, 1)}
    assert standings.history(person(1), "klasik") == [(NOW + 1, START + 20_000, 20_000), (NOW + 2, after, -22_292)]
    assert standings.ratings(person(3)) == {}
    assert standings.history(person(1), "rummy") == []


async def test_figures_are_counted_once_whoever_counts(nodes: tuple[Database, Database]) -> None:
    one, two = Reckoned(nodes[0].engine), Reckoned(nodes[1].engine)
    tally = "INSERT INTO tally VALUES (?, 'usta', 3, 1, 9, 2, 0, 1, 0, 4, 10)", (person(1),)
    columns = "person_id, other, matches, wins, losses, rated, discards, taken, expected, variance, both_left"
    pair = f"INSERT INTO pair ({columns}) VALUES (?, ?, 3, 1, 2, 0, 0, 0, 0, 0, 0)", (person(1), person(2))
    assert one.counted() == 0
    assert one.count(0, 4, [tally, pair])
    assert not two.count(0, 4, [tally])
    assert not two.count(3, 5, [])
    assert (one.counted(), two.counted()) == (4, 4)
    standings = Standings(nodes[1].engine)
    assert standings.tallies(person(1)) == [Tally("usta", 3, 1, 9, 2, 0, 1, 0, 4, 10)]
    assert standings.against(person(1), person(2)) == (3, 1, 2)
    assert standings.against(person(2), person(1)) == (0, 0, 0)


async def test_a_statement_that_fails_leaves_the_figures_where_they_were(either: Database) -> None:
    reckoned = Reckoned(either.engine)
    tally = "INSERT INTO tally VALUES (?, 'usta', 3, 1, 9, 2, 0, 1, 0, 4, 10)", (person(1),)
    with pytest.raises(Exception, match=r"(?i)unique"):
        reckoned.count(0, 4, [tally, tally])
    assert reckoned.counted() == 0
    assert Standings(either.engine).tallies(person(1)) == []


# --- boards


async def test_ties_go_to_fewer_matches_then_to_who_was_first(either: Database) -> None:
    lines = [(36, 2, 50), (48, 9, 90), (36, 1, 99), (36, 2, 40), (0, 1, 0), (36, 2, 40)]
    on_board(either.engine, WEEK_NOW, lines)
    for number in range(1, 7):
        member(either.engine, number, f"P{'abcdefg'[number]}")
    standings = Standings(either.engine)
    found = standings.board(WEEK_NOW)
    assert [(each.place, each.name) for each in found] == [
        (1, "Pc"),
        (2, "Pd"),
        (3, "Pe"),
        (3, "Pg"),
        (5, "Pb"),
        (6, "Pf"),
    ]
    for number in range(1, 7):
        mine = standings.place(WEEK_NOW, person(number))
        assert mine in found, "my own line is the one of the board"
        assert mine is not None
        assert mine.name == f"P{'abcdefg'[number]}"
    assert standings.place(WEEK_NOW, person(9)) is None
    assert standings.board(WEEK_NOW - WEEK) == []


async def test_my_place_is_known_also_far_down(either: Database) -> None:
    count = BOARD_SHOWN + 50
    with either.engine.begin() as connection:
        for number in range(1, count + 1):
            connection.execute(insert(schema.guest).values(id=person(number), name=f"P {number}", created_at=NOW))
    on_board(either.engine, WEEK_NOW, [(12 * (count - number), 1, 5) for number in range(1, count + 1)])
    standings = Standings(either.engine)
    assert [each.place for each in standings.board(WEEK_NOW)] == list(range(1, BOARD_SHOWN + 1))
    assert standings.place(WEEK_NOW, person(130)) == Standing(130, "P 130", 12 * (count - 130), 1)


async def test_past_weeks_that_have_a_board_are_listed_latest_first(either: Database) -> None:
    for ago in (1, 3, 40):
        on_board(either.engine, WEEK_NOW - ago * WEEK, [(36, 1, 1), (0, 1, 0)])
    standings = Standings(either.engine)
    assert standings.weeks(WEEK_NOW) == [WEEK_NOW - ago * WEEK for ago in (1, 3, 40)]
    assert standings.weeks(WEEK_NOW - WEEK) == [WEEK_NOW - ago * WEEK for ago in (3, 40)]
    assert standings.weeks(0) == []


async def test_a_match_of_the_old_week_that_is_stored_after_midnight_is_on_its_old_board(either: Database) -> None:
    """Its own time decides; a board is frozen only when such a row can come no more."""
    ends = WEEK_NOW + WEEK
    await play(either, 1, (person(1), None, person(2), None), (1, 0, 2, 0), ends)
    await play(either, 2, (person(3), None, person(4), None), (1, 0, 2, 0), ends - 1)
    assert [owner for week, owner, points, *_ in rows(either.engine, schema.board) if week == WEEK_NOW and points] == [
        person(3)
    ]
    assert not is_frozen(WEEK_NOW, ends - 1)
    assert not is_frozen(WEEK_NOW, ends + SETTLED - 1)
    assert is_frozen(WEEK_NOW, ends + SETTLED)


# --- past matches


async def test_a_past_match_shows_who_was_where_and_what_it_changed(either: Database) -> None:
    for number in (1, 2):
        member(either.engine, number, ("", "Ada", "Ben")[number])
        give(either.engine, person(number), 100)
    await seat(either, 1, (None, person(1), None, person(2)))
    steps = [Held(20, (1, 3)), Counted(2, (0, 20, 0, -2))]
    assert await either.log.append(table(1), [LogRow(2, NOW, None, "game", b"x")], steps)
    ends = [Ended((0, 1, 0, 2)), Rated("klasik", (0, 1, 0, 2)), Paid(((1, 40), (3, 0)))]
    assert await either.log.append(table(1), [LogRow(3, NOW + 5, None, "game", b"x")], ends)
    expected = PastMatch(
        *(table(1), NOW + 5, "klasik", 2),
        (Seated(1, "Ada", 1, 20, 20_000), Seated(3, "Ben", 2, -2, -20_000)),
        mine=1,
        stake=20,
    )
    assert History(either.engine).matches(Sifter(person(2), LATER)) == [expected]
    assert expected.rated


async def test_matches_that_run_or_were_never_dealt_are_no_past_matches(either: Database) -> None:
    await seat(either, 1, (person(1), None, person(2), None))
    await seat(either, 2, (person(1), None, person(2), None))
    assert await either.log.append(table(2), [LogRow(2, NOW, None, "game", b"x")], [Ended()])
    assert History(either.engine).matches(Sifter(person(1), LATER)) == []
    assert History(either.engine).ended(person(1), LATER, 9) == [(table(2), NOW)]


async def test_filters(either: Database) -> None:
    member(either.engine, 1, "Ada")
    member(either.engine, 2, "Işık")
    with either.engine.begin() as connection:
        connection.execute(insert(schema.guest).values(id=person(3), name="Misafir 1234", created_at=NOW))
        connection.execute(schema.account.update().where(schema.account.c.name_key == "işık").values(name_key="isik"))
    ada, isik, guest = (person(number) for number in (1, 2, 3))
    await dealt(either, 1, (ada, None, isik, None), (1, 0, 2, 0), NOW + 1)
    await dealt(either, 2, (isik, ada, guest, None), (1, 3, 2, 0), NOW + 2, "usta")
    await dealt(either, 3, (ada, guest, None, None), (1, 1, 1, 1), NOW + 3, "ikramiye")
    await dealt(either, 4, (ada, isik, None, None), None, NOW + 4)
    await dealt(either, 5, (ada, None, None, None), (1, 2, 3, 4), NOW + 5)

    def found(**asked: Any) -> list[int]:
        made = History(either.engine).matches(Sifter(ada, LATER, **asked))
        return [int.from_bytes(each.table[1:], "big") for each in made]

    assert found() == [5, 4, 3, 2, 1]
    assert found(company=True) == [4, 3, 2, 1]
    assert found(preset="usta") == [2]
    assert found(opponent="IŞIK") == found(opponent="Işık") == [4, 2, 1]
    assert found(opponent="Misafir 1234") == [3, 2]
    assert found(opponent="Ada") == found(opponent="%") == []
    assert found(result="won") == [5, 1]
    assert found(result="lost") == [2]
    assert found(result="drawn") == [3]
    assert found(result="cancelled") == [4]
    assert found(result="won", opponent="Işık", preset="klasik") == [1]
    drawn, cancelled = History(either.engine).matches(Sifter(ada, NOW + 5))[1], None
    assert [each.name for each in drawn.seats] == ["Ada", "Misafir 1234", None, None], "computers have no names"
    (cancelled,) = History(either.engine).matches(Sifter(ada, LATER, result="cancelled"))
    assert [(each.seat, each.rank) for each in cancelled.seats] == [(0, None), (1, None)]
    assert cancelled.mine == 0


async def test_pages_of_matches_leave_nothing_out(either: Database) -> None:
    count = 2 * PAGE + 5
    for number in range(count):
        await dealt(either, number, (person(1), None, person(2), None), (1, 0, 2, 0), NOW + number // 3)
    history, found, before = History(either.engine), [], LATER
    while page := history.matches(Sifter(person(1), before)):
        found += page
        before = page[-1].at
    assert sorted(each.table for each in found) == sorted(table(number) for number in range(count))
    assert len(history.ended(person(1), LATER, 7)) == 7


# --- what stays


async def test_matches_of_people_with_accounts_stay_and_others_go(either: Database) -> None:
    member(either.engine, 1, "Ada")
    with either.engine.begin() as connection:
        for number in (2, 3, 4):
            connection.execute(insert(schema.guest).values(id=person(number), name=f"Misafir {number}", created_at=NOW))
        for one, other in ((2, 3), (2, 1), (1, 2), (1, 4)):
            values = dict.fromkeys(schema.pair.c.keys(), 0) | {"person_id": person(one), "other": person(other)}
            connection.execute(insert(schema.pair).values(values))
        for number in (1, 2):
            values = dict.fromkeys(schema.tally.c.keys(), 0) | {"person_id": person(number), "preset": "klasik"}
            connection.execute(insert(schema.tally).values(values))
            connection.execute(insert(schema.pace).values(person_id=person(number), moves=1, total=1, squares=1))
    await dealt(either, 1, (person(1), None, person(4), None), (1, 0, 2, 0), NOW)
    await dealt(either, 2, (person(2), None, person(3), None), (1, 0, 2, 0), NOW)
    await seat(either, 3, (person(1), None, person(2), None))
    assert await either.log.append(table(3), [LogRow(2, NOW, None, "game", b"x")], [Ended()])
    await seat(either, 4, (person(1), None, None, None))
    later = NOW + MATCH_KEPT + 1
    assert either.store.purge(later) == 3, "of guests; never dealt; never ended"
    assert either.store.purge(later) == 0
    assert await either.log.read(table(1)) != []
    assert [each.table for each in History(either.engine).matches(Sifter(person(1), LATER))] == [table(1)]
    with either.engine.connect() as connection:
        assert set(connection.execute(select(schema.guest.c.id)).scalars()) == {person(1), person(4)}
    assert [row[:2] for row in rows(either.engine, schema.pair)] == [(person(1), person(4))]
    assert [row[0] for row in rows(either.engine, schema.tally)] == [person(1)]
    assert [row[0] for row in rows(either.engine, schema.pace)] == [person(1)]


async def test_what_ratings_and_the_ledger_came_from_stays_when_the_accounts_are_gone(either: Database) -> None:
    give(either.engine, person(3), 100)
    for number, people, effects in (
        (1, (person(1), None, person(2), None), [Rated("klasik", (1, 0, 2, 0))]),
        (2, (person(3), None, person(4), None), [Held(20, (0,)), Paid(((0, 20),))]),
        (3, (person(1), None, person(2), None), []),
    ):
        await seat(either, number, people)
        last = [Counted(1, (0, 0, 0, 0)), Ended((1, 0, 2, 0)), *effects]
        assert await either.log.append(table(number), [LogRow(2, NOW, None, "game", b"x")], last)
    assert either.store.purge(NOW + MATCH_KEPT + 1) == 1
    assert [bool(await either.log.read(table(number))) for number in (1, 2, 3)] == [True, True, False]


async def test_a_point_is_twelve_twelfths(either: Database) -> None:
    await play(either, 1, tuple(person(number) for number in range(4)), (1, 1, 1, 4), NOW)
    found = [points for _, _, points, *_ in rows(either.engine, schema.board)]
    assert found == [POINT, POINT, POINT, 0]

"""Guests, sessions, lists and cleaning up."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import select

from okey.play.ports import Ended, LogRow, Opened
from okey.storage import schema
from okey.storage.database import Database
from okey.storage.store import DAY, MATCH_KEPT, MATCH_LIFE, SEEN_STEP, SESSION_IDLE, SESSION_LIFE, Person, Session

NOW = 1_767_225_600_000
ADA, BOB = b"a" * 16, b"b" * 16
BROWSER = b"c" * 16


def row(seq: int, at: int) -> LogRow:
    return LogRow(seq, at, None, "game", b"x")


def opened(person: bytes) -> Opened:
    return Opened("klasik", "orta", (person, None, None, None), (20, 20, 20, 20))


async def test_a_session_names_its_guest(database: Database) -> None:
    store = database.store
    assert store.add_guest(ADA, "Misafir 1", b"1" * 32, NOW, BROWSER) == Person(ADA, "Misafir 1")
    known = store.session_of(b"1" * 32, NOW)
    assert known == Session(Person(ADA, "Misafir 1"), b"1" * 32, BROWSER, 0)
    assert store.session_of(b"2" * 32, NOW) is None


async def test_a_session_ends_idle_or_old(database: Database) -> None:
    store = database.store
    store.add_guest(ADA, "Misafir 1", b"1" * 32, NOW, BROWSER)
    assert store.session_of(b"1" * 32, NOW + SESSION_IDLE) is not None
    assert store.session_of(b"1" * 32, NOW + 2 * SESSION_IDLE) is not None, "being seen keeps it"
    assert store.session_of(b"1" * 32, NOW + 3 * SESSION_IDLE + 1) is None
    for step in range(3, 7):
        store.session_of(b"1" * 32, NOW + step * SESSION_IDLE)
    assert store.session_of(b"1" * 32, NOW + SESSION_LIFE + 1) is None


async def test_a_session_notes_at_most_hourly_that_it_was_seen(database: Database) -> None:
    store = database.store
    store.add_guest(ADA, "Misafir 1", b"1" * 32, NOW, BROWSER)
    for after, seen in ((SEEN_STEP, NOW), (SEEN_STEP + 1, NOW + SEEN_STEP + 1)):
        store.session_of(b"1" * 32, NOW + after)
        with database.engine.connect() as connection:
            assert connection.execute(select(schema.session.c.seen_at)).scalar() == seen


async def test_only_the_digest_of_a_token_is_stored(database: Database) -> None:
    assert set(schema.session.c.keys()) == {"digest", "guest_id", "created_at", "seen_at"} | {
        "browser",
        "label",
        "proved_at",
    }
    assert schema.session.c.digest.type.length == 32


async def test_lists_hold_the_own_running_matches_latest_first(database: Database) -> None:
    for number, person in enumerate((ADA, BOB, ADA, ADA)):
        table = bytes([number]) * 16
        assert await database.log.append(table, [row(1, NOW + number)], [opened(person)])
    assert await database.log.append(bytes([2]) * 16, [row(2, NOW + 9)], [Ended()])
    assert [running.table[0] for running in database.store.running(ADA)] == [3, 0]
    assert [running.table[0] for running in database.store.running(BOB)] == [1]


async def test_old_matches_sessions_and_guests_go(database: Database) -> None:
    store = database.store
    store.add_guest(ADA, "Misafir 1", b"1" * 32, NOW, BROWSER)
    store.add_guest(BOB, "Misafir 2", b"2" * 32, NOW + 20 * DAY, BROWSER)
    ended, idle, fresh, ancient = (bytes([number]) * 16 for number in range(4))
    assert await database.log.append(ended, [row(1, NOW)], [opened(ADA)])
    assert await database.log.append(ended, [row(2, NOW + 1)], [Ended()])
    assert await database.log.append(idle, [row(1, NOW + 2)], [opened(ADA)])
    assert await database.log.append(fresh, [row(1, NOW + 20 * DAY)], [opened(BOB)])
    assert await database.log.append(ancient, [row(1, NOW + 10)], [opened(BOB)])
    assert await database.log.append(ancient, [row(2, NOW + MATCH_LIFE - DAY)])
    assert store.purge(NOW + MATCH_KEPT) == 0
    assert store.purge(NOW + MATCH_KEPT + 2) == 1
    assert await database.log.read(ended) == []
    assert await database.log.read(idle) != []
    assert store.purge(NOW + MATCH_KEPT + 3) == 1
    assert await database.log.read(idle) == []
    with database.engine.connect() as connection:
        assert [one for (one,) in connection.execute(select(schema.guest.c.id))] == [BOB]
    assert store.purge(NOW + MATCH_LIFE + 11) == 1
    assert await database.log.read(ancient) == []
    assert await database.log.read(fresh) != []
    for table in (schema.event, schema.live, schema.match, schema.seat):
        with database.engine.connect() as connection:
            assert {one for (one,) in connection.execute(select(table.c.table_id))} == {fresh}


async def test_names_are_values_not_statements(database: Database) -> None:
    nasty = "'; DROP TABLE guest; --\n\x00\u202e\"`"
    database.store.add_guest(ADA, nasty, b"1" * 32, NOW, BROWSER)
    known = database.store.session_of(b"1" * 32, NOW)
    assert known is not None
    assert known.person == Person(ADA, nasty)
    made = replace(opened(ADA), preset=nasty, level=nasty)
    assert await database.log.append(b"t" * 16, [row(1, NOW)], [made])
    assert database.store.running(ADA)[0].preset == nasty

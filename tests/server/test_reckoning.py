"""Figures of players: every match is counted once, whatever happens in between; ratings can be worked out again."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, delete, select, update

from okey.play.board import DAY
from okey.play.opening import SEATS, Options
from okey.play.ports import Effect, Ended, Held, LogRow, Outcome, Rated
from okey.rules.actions import Cancel
from okey.rules.ruleset import PRESETS
from okey.server import reckoning
from okey.server.reckoning import Reckoning
from okey.server.recompute import Recomputed, recompute
from okey.storage.database import Database, open_sqlite
from okey.storage.figures import Log, Reckoned
from okey.storage.schema import board, event, pair, rated, rating, seat, tally
from okey.storage.store import Line
from tests.play.logs import START, Made, match, seated, times_out
from tests.play.test_gathering import Plain

ADA, BEN, CAN, EDA, FEM, GUL = (bytes([number]) * 16 for number in range(1, 7))
TWO = replace(PRESETS["klasik"], seats=2)
LISTED = Options(listed=True, rated=True)


@pytest.fixture(autouse=True)
def no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reckoning, "TABLE_SECONDS", 0.0)


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


async def put(database: Database, made: Made) -> None:
    assert await database.log.append(made.table, made.rows, made.effects)


async def ended(database: Database, number: int, *people: bytes, **how: Any) -> Made:
    """A match that is over."""
    made = match(
        bytes([number]) * 16, replace(TWO, seats=len(people)), seated(list(people)), **({"end": times_out} | how)
    )
    await put(database, made)
    return made


async def other_lines(database: Database, *outcomes: int) -> None:
    """Tables in the list of outcomes at which nobody is left."""
    for number, outcome in enumerate(outcomes):
        row = LogRow(1, START, None, "open", b"{}")
        line = Outcome(bytes(32), bytes(32), None, outcome)
        assert await database.log.append(b"x" * 15 + bytes([number]), [row], [Ended(), line])


def job(database: Database) -> tuple[Reckoning, list[str]]:
    told = Told()
    return Reckoning(database, Plain(), told), told.events


async def reckon(database: Database) -> list[str]:
    """All there is; what was traced."""
    made, told = job(database)
    while await made.step():
        pass
    return told


def counted(engine: Engine) -> dict[bytes, int]:
    """Matches by person."""
    with engine.connect() as connection:
        return {row.person_id: row.matches for row in connection.execute(select(tally))}


def met(engine: Engine) -> dict[tuple[bytes, bytes], tuple[int, int, int, int]]:
    with engine.connect() as connection:
        rows = connection.execute(select(pair)).all()
    return {(row.person_id, row.other): (row.matches, row.wins, row.losses, row.rated) for row in rows}


# --- figures


async def test_finished_matches_of_several_people_are_counted_and_no_others(database: Database) -> None:
    made = await ended(database, 1, ADA, BEN, CAN, options=LISTED)
    await other_lines(database, 1, 2, 0, 3)
    await ended(database, 2, ADA, BEN, end=lambda _: Cancel(all_left=False))
    await put(database, match(b"a" * 16, TWO, {0: ADA}, alone=True, end=times_out))
    await ended(database, 3, ADA, BEN)
    assert await reckon(database) == []
    assert Reckoned(database.engine).counted() == 8
    assert counted(database.engine) == {ADA: 2, BEN: 2, CAN: 1}
    assert made.standing is not None
    found, ranks = met(database.engine), made.standing.game.ranks
    for one, other in ((0, 3), (1, 3), (3, 0)):
        persons = {0: ADA, 1: BEN, 3: CAN}
        won, lost = int(ranks[one] < ranks[other]), int(ranks[one] > ranks[other])
        assert found[persons[one], persons[other]] == (1, won, lost, 1)
    assert found[ADA, BEN][0] == 2
    assert found[ADA, BEN][3] == 1, "one of them at a table for ratings"


async def test_a_restart_between_two_matches_counts_none_twice(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reckoning, "BATCH", 2)
    for number in range(5):
        await ended(database, number, ADA, BEN)
    first, _ = job(database)
    assert await first.step()
    assert counted(database.engine) == {ADA: 2, BEN: 2}
    assert await reckon(database) == []
    assert counted(database.engine) == {ADA: 5, BEN: 5}
    assert await reckon(database) == []
    assert counted(database.engine) == {ADA: 5, BEN: 5}


async def test_a_kill_in_the_middle_of_a_match_counts_nothing_of_it(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        await ended(database, number, ADA, BEN)

    def broken(log: Log, vault: Any) -> list[Any]:
        return [("INSERT INTO tally (person_id) VALUES (NULL)", ())] if log.table == bytes([1]) * 16 else []

    with monkeypatch.context() as patched:
        patched.setattr(reckoning, "FIGURES", (*reckoning.FIGURES, broken))
        with pytest.raises(Exception, match="NOT NULL"):
            await reckon(database)
    assert counted(database.engine) == {ADA: 1, BEN: 1}
    assert await reckon(database) == []
    assert counted(database.engine) == {ADA: 3, BEN: 3}


async def test_two_servers_count_each_match_once(database: Database, tmp_path: Path) -> None:
    for number in range(6):
        await ended(database, number, ADA, BEN)
    other = await open_sqlite(tmp_path)
    jobs = [job(each)[0] for each in (database, other, database)]
    for _ in range(8):
        await asyncio.gather(*(each.step() for each in jobs))
    await other.close()
    assert counted(database.engine) == {ADA: 6, BEN: 6}


async def test_a_log_that_is_gone_or_damaged_is_told_and_holds_nothing_up(database: Database) -> None:
    for number in range(3):
        await ended(database, number, ADA, BEN)
    with database.engine.begin() as connection:
        connection.execute(delete(event).where(event.c.table_id == bytes(16)))
        damaged = update(event).where(event.c.table_id == bytes([1]) * 16, event.c.kind == "game")
        connection.execute(damaged.values(body=b"?"))
    assert await reckon(database) == ["table_not_reckoned"]
    assert counted(database.engine) == {ADA: 1, BEN: 1}


async def test_whose_account_is_gone_is_counted_as_nobody_known(database: Database) -> None:
    await ended(database, 1, ADA, BEN)
    ghost = b"g" * 16
    with database.engine.begin() as connection:
        connection.execute(update(seat).where(seat.c.guest_id == BEN).values(guest_id=ghost))
    await reckon(database)
    assert counted(database.engine) == {ADA: 1, ghost: 1}
    assert set(met(database.engine)) == {(ADA, ghost), (ghost, ADA)}


async def test_who_deletes_an_account_in_that_moment_is_not_counted_under_the_old_id(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ended(database, 1, ADA, BEN)
    ghost = b"g" * 16

    def erased(log: Log, vault: Any) -> list[Any]:
        with database.engine.begin() as connection:
            connection.execute(update(seat).where(seat.c.guest_id == BEN).values(guest_id=ghost))
        return []

    with monkeypatch.context() as patched:
        patched.setattr(reckoning, "FIGURES", (*reckoning.FIGURES, erased))
        assert not await job(database)[0].step()
    assert counted(database.engine) == {}
    await reckon(database)
    assert counted(database.engine) == {ADA: 1, ghost: 1}


async def test_the_job_goes_on_after_a_fault(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reckoning, "RECKON_SECONDS", 0.0)
    await ended(database, 1, ADA, BEN)
    store, failed = database.store, iter((True,))
    outcomes = store.outcomes

    def once(after: int, most: int) -> list[Line]:
        if next(failed, False):
            raise OSError("busy")
        return outcomes(after, most)

    monkeypatch.setattr(store, "outcomes", once)
    made, told = job(database)
    task = asyncio.create_task(made.run())
    for _ in range(1000):
        if counted(database.engine):
            break
        await asyncio.sleep(0.01)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    assert told == ["reckoning_failed"]
    assert counted(database.engine) == {ADA: 1, BEN: 1}


# --- ratings


def stored(engine: Engine) -> list[list[tuple[Any, ...]]]:
    with engine.connect() as connection:
        return [sorted(tuple(row) for row in connection.execute(select(each))) for each in (rating, rated, board)]


async def two_hundred(database: Database, seed: int) -> int:
    """So many matches at random: rated or not, cancelled, of the same people again and again; how many of them were of
    rated tables and played out."""
    chance, count, waiting = random.Random(seed), 0, []
    for number in range(200):
        people = chance.sample([ADA, BEN, CAN, EDA, FEM, GUL], chance.choice((2, 3, 4)))
        rules = replace(PRESETS[chance.choice(("klasik", "klasik", "usta"))], seats=len(people), late="forfeit")
        options = chance.choice((LISTED, LISTED, LISTED, Options()))
        end = chance.choice((times_out, times_out, times_out, lambda _: Cancel(all_left=True)))
        made = match(
            number.to_bytes(16, "big"),
            rules,
            dict(zip(SEATS[len(people)], people, strict=True)),
            options,
            at=START + number * DAY // 30,
            end=None if number % 70 == 0 else end,
        )
        count += any(isinstance(effect, Rated) for effect in made.effects)
        waiting.append(put(database, made))
    await asyncio.gather(*waiting)
    return count


async def test_ratings_recomputed_from_the_logs_equal_those_that_are_stored(database: Database) -> None:
    count = await two_hundred(database, 7)
    before = stored(database.engine)
    assert 50 < len({row[0] for row in before[1]}) < count, "some were beyond the limit of a day"
    found = await recompute(database, Plain())
    assert (found.matches, found.differences) == (count, [])
    assert stored(database.engine) == before

    with database.engine.begin() as connection:
        connection.execute(update(rating).where(rating.c.person_id == ADA).values(value=1))
        connection.execute(delete(board).where(board.c.person_id == BEN))
    broken = stored(database.engine)
    found = await recompute(database, Plain())
    presets = len({row[1] for row in before[0] if row[0] == ADA})
    weeks = len({row[0] for row in before[2] if row[1] == BEN})
    assert [(each.table, each.stored) for each in found.differences] == [
        *[("rating", True)] * presets,
        *[("rating", False)] * presets,
        *[("board", False)] * weeks,
    ]
    assert stored(database.engine) == broken, "only compared"
    assert (await recompute(database, Plain(), write=True)).differences == found.differences
    assert stored(database.engine) == before


async def test_a_match_that_ends_meanwhile_is_in_it(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    await ended(database, 1, ADA, BEN, options=LISTED)
    outcomes, late = database.store.outcomes, iter((True,))
    loop = asyncio.get_running_loop()

    def slow(after: int) -> list[Line]:
        found = outcomes(after)
        if after and next(late, False):
            asyncio.run_coroutine_threadsafe(ended(database, 2, ADA, BEN, options=LISTED), loop).result(10)
        return found

    monkeypatch.setattr(database.store, "outcomes", slow)
    found = await recompute(database, Plain(), write=True)
    assert (found.matches, found.differences) == (2, [])


async def test_what_is_missing_is_told_and_a_log_that_is_gone_rates_nobody(database: Database) -> None:
    assert await recompute(database, Plain(), write=True) == Recomputed(0, [])
    made = match(b"t" * 16, TWO, seated([ADA, BEN]), LISTED, end=times_out)
    without: list[Effect] = [effect for effect in made.effects if not isinstance(effect, Rated | Held)]
    assert await database.log.append(made.table, made.rows, without)
    found = await recompute(database, Plain())
    assert {(each.table, each.stored) for each in found.differences} == {
        ("rating", False),
        ("rated", False),
        ("board", False),
    }
    with database.engine.begin() as connection:
        connection.execute(delete(event))
    assert await recompute(database, Plain(), write=True) == Recomputed(0, [])

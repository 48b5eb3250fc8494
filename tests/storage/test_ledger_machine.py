"""The ledger of çekirdek through any history of stakes, payouts, handfuls, faults and cut connections.

A machine plays against a real SQLite file and its real driver; at any statement the disk may fail or the connection be
gone, also just after the commit, when all is on the disk and nobody was told. What is found then must be all of an
append or nothing of it. A process that is killed again and again does the same from outside.
"""

from __future__ import annotations

import asyncio
import io
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError

from okey.play.board import DAY
from okey.play.ports import Effect, Held, LogRow, Opened, Paid, ShortError
from okey.storage import sqlite as driver
from okey.storage.database import FILE, sqlite_engine
from okey.storage.migrate import upgrade
from okey.storage.purses import DAILY, POOR, NotDueError, Purses
from okey.storage.results import HOUSE, MINT, move
from okey.storage.schema import movement
from okey.storage.sqlite import SqliteLog, connect
from okey.storage.steps import alone, perform
from tests.storage import spender
from tests.storage.results import NOW, check_ledger, person, rows, table

ROOT = Path(__file__).parents[2]
PEOPLE = 5
TABLES = 6
WELCOME = 500
STATEMENTS = 30
"""As many as a transaction has here, or more."""
SITTING = st.sets(st.integers(0, PEOPLE - 1), min_size=2, max_size=4)
HOW = ("fault", "drop", "after")
"""The disk fails; the connection is gone; it is gone after the commit."""


class Cut(sqlite3.OperationalError):
    """A statement that failed."""


class Peril:
    """What happens to the transaction of the next rule: it is cut before one of its statements, or after its commit."""

    def __init__(self) -> None:
        self.how: str | None = None
        self.left = 0
        self._on = False

    def __enter__(self) -> None:
        self._on = True

    def __exit__(self, *_: object) -> None:
        self._on, self.how = False, None

    def before(self, statement: str, connection: Any) -> None:
        if not self._on or self.how in (None, "after") or statement == "ROLLBACK":
            return
        self.left -= 1
        if self.left < 0 or statement == "COMMIT":
            if self.how == "drop":
                connection.close()
            self.how = None
            raise Cut("cut")

    def after(self, statement: str) -> None:
        if self._on and self.how == "after" and statement == "COMMIT":
            self.how = None
            raise Cut("cut")


class Fragile:
    """A connection of the log's writer in peril."""

    def __init__(self, connection: sqlite3.Connection, peril: Peril) -> None:
        self._connection = connection
        self._peril = peril

    @property
    def in_transaction(self) -> bool:
        return self._connection.in_transaction

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Any:
        self._peril.before(statement, self._connection)
        answer = self._connection.execute(statement, values)
        self._peril.after(statement)
        return answer

    def executemany(self, statement: str, values: Sequence[Any]) -> Any:
        self._peril.before(statement, self._connection)
        return self._connection.executemany(statement, values)

    def close(self) -> None:
        self._connection.close()


class Ledger(RuleBasedStateMachine):
    """What everybody must have, beside what is stored."""

    template: Path

    def __init__(self) -> None:
        super().__init__()
        self.peril = Peril()
        self.path = Path(tempfile.mkdtemp()) / FILE
        shutil.copy(self.template, self.path)
        self.fragile = patch.object(driver, "connect", lambda path: Fragile(connect(path), self.peril))
        self.fragile.start()
        self.loop = asyncio.new_event_loop()
        self.now = NOW
        self.have = {person(number): 0 for number in range(PEOPLE)} | {HOUSE: 0}
        self.welcomed: set[bytes] = set()
        self.handful: dict[bytes, int] = {}
        """The day of the last handful."""
        self.people: dict[int, tuple[bytes, ...]] = {}
        """Who sits at a table."""
        self.rows: dict[int, int] = {}
        self.held: dict[int, int] = {}
        """What is held of each at a table; 0 once it is paid."""
        self.open()

    def open(self) -> None:
        async def make() -> SqliteLog:
            return SqliteLog(self.path)

        self.log = self.loop.run_until_complete(make())
        self.engine = sqlite_engine(self.path)
        event.listen(self.engine, "before_cursor_execute", lambda _, cursor, text, *__: self.peril.before(text, cursor))
        event.listen(self.engine, "commit", lambda _: self.peril.before("COMMIT", io.StringIO()))

    def close(self) -> None:
        self.loop.run_until_complete(self.log.close())
        self.engine.dispose()

    def teardown(self) -> None:
        self.close()
        self.fragile.stop()
        self.loop.close()
        shutil.rmtree(self.path.parent)

    @initialize(guests=st.sets(st.integers(0, PEOPLE - 1), max_size=1), data=st.data())
    def begin(self, guests: set[int], data: st.DataObject) -> None:
        """Most have an account, and some sit already."""
        for number in set(range(PEOPLE)) - guests:
            self.welcome(number)
        for number in range(TABLES // 2):
            self.sit(number, data.draw(SITTING))

    # --- what may happen

    @rule(how=st.sampled_from(HOW), left=st.integers(0, STATEMENTS))
    def arm(self, how: str, left: int) -> None:
        """The next transaction is cut."""
        self.peril.how, self.peril.left = how, left

    @rule()
    def reopen(self) -> None:
        """Another process takes up the file."""
        self.close()
        self.open()

    @rule(hours=st.integers(1, 30))
    def wait(self, hours: int) -> None:
        self.now += hours * 3_600_000

    @rule(number=st.integers(0, PEOPLE - 1))
    def welcome(self, number: int) -> None:
        """Somebody opens an account, or tries it again."""
        owner, expected = person(number), 0 if person(number) in self.welcomed else WELCOME
        with self.peril, suppress(DBAPIError, Cut), alone(self.engine) as connection:
            perform(connection, move(f"welcome:{number}", self.now, MINT, owner, WELCOME))
        found = Purses(self.engine).balance(owner)
        assert found in (self.have[owner], self.have[owner] + expected)
        if found != self.have[owner]:
            self.welcomed.add(owner)
            self.have[owner] = found

    @rule(number=st.integers(0, PEOPLE - 1))
    def daily(self, number: int) -> None:
        """Somebody asks for the handful of the day."""
        owner, day = person(number), (self.now + 3 * 3_600_000) // DAY
        due = self.have[owner] < POOR and self.handful.get(owner) != day
        with self.peril, suppress(DBAPIError, Cut):
            try:
                assert Purses(self.engine).daily(owner, self.now) == self.have[owner] + DAILY
                assert due
            except NotDueError:
                assert not due
        found = Purses(self.engine).balance(owner)
        assert found in ((self.have[owner], self.have[owner] + DAILY) if due else (self.have[owner],))
        if found != self.have[owner]:
            self.have[owner], self.handful[owner] = found, day

    @rule(number=st.integers(0, TABLES - 1), people=SITTING)
    def sit(self, number: int, people: set[int]) -> None:
        """People sit down at a table that is not there yet."""
        if number not in self.people:
            seats = tuple(person(each) for each in sorted(people))
            self.rows.setdefault(number, 0)
            if self.append((number, Opened("klasik", "", seats, (0, 0, 0, 0)))) == [True]:
                self.people[number], self.held[number] = seats, 0

    @rule(chance=st.randoms(), how=st.sampled_from((None, *HOW)), left=st.integers(0, STATEMENTS))
    def go_on(self, chance: random.Random, how: str | None, left: int) -> None:
        """At some tables the match begins, at others it ends, all in one group that may be cut."""
        if how:
            self.arm(how, left)
        changes: list[tuple[int, Effect]] = []
        for number in sorted(self.people):
            if chance.random() < 0.2:
                continue
            if self.rows[number] == 1:
                changes.append((number, Held(chance.randint(1, 250), tuple(range(len(self.people[number]))))))
            elif self.rows[number] == 2:
                changes.append((number, self.payout(number, chance)))
        if changes:
            self.append(*changes)

    @rule(number=st.integers(0, TABLES - 1), more=st.integers(1, 3))
    def overpay(self, number: int, more: int) -> None:
        """More than is held is never paid."""
        if self.rows.get(number) == 2:
            assert self.append((number, Paid(((0, self.pot(number)), (1, more))))) == [False]

    @rule(number=st.integers(0, TABLES - 1), chance=st.randoms())
    def again(self, number: int, chance: random.Random) -> None:
        """Another node ends the same match a second time."""
        if self.rows.get(number) == 3:
            paid = Paid(((0, 1),)), [LogRow(3, self.now, None, "game", b"x")]
            with self.peril, suppress(OSError):
                assert not self.loop.run_until_complete(self.log.append(table(number), paid[1], [paid[0]]))

    # --- how

    def pot(self, number: int) -> int:
        return self.held[number] * len(self.people[number])

    def payout(self, number: int, chance: random.Random) -> Paid:
        """All of it, in any way."""
        left, shares = self.pot(number), []
        for seat in range(len(self.people[number])):
            share = chance.randint(0, left)
            shares.append((seat, share))
            left -= share
        return Paid(tuple(shares), left)

    def append(self, *changes: tuple[int, Effect]) -> list[bool]:
        """A row for each of these tables at once; which are on the disk. Their effects are expected from then on."""

        async def together() -> list[Any]:
            waiting = [
                self.log.append(table(each), [LogRow(self.rows[each] + 1, self.now, None, "game", b"x")], [effect])
                for each, effect in changes
            ]
            return await asyncio.gather(*waiting, return_exceptions=True)

        with self.peril:
            answers = self.loop.run_until_complete(together())
        stored = []
        for (number, effect), answer in zip(changes, answers, strict=True):
            assert answer is True or isinstance(answer, OSError), answer
            there = self.count(number) > self.rows[number]
            assert there or answer is not True, "acknowledged and gone"
            assert not there or not isinstance(answer, ShortError), "refused and there"
            if isinstance(answer, ShortError) and isinstance(effect, Held) and len(changes) == 1:
                assert min(self.have[owner] for owner in self.people[number]) < effect.amount, "refused without need"
            if there:
                self.rows[number] += 1
                self.expect(number, effect)
            stored.append(there)
        return stored

    def expect(self, number: int, effect: Effect) -> None:
        if isinstance(effect, Held):
            self.held[number] = effect.amount
            for owner in self.people[number]:
                self.have[owner] -= effect.amount
        elif isinstance(effect, Paid):
            self.held[number] = 0
            for seat, amount in effect.shares:
                self.have[self.people[number][seat]] += amount
            self.have[HOUSE] += effect.house

    def count(self, number: int) -> int:
        """Rows of a table that are on the disk."""
        with closing(sqlite3.connect(self.path)) as connection:
            found = connection.execute("SELECT count(*) FROM event WHERE table_id = ?", (table(number),)).fetchone()
        return int(found[0])

    @invariant()
    def everything_adds_up(self) -> None:
        """Sum zero, no debts, and everybody has what the history says; each table holds what it should."""
        found = check_ledger(self.engine)
        expected = self.have | {table(number): self.pot(number) for number in self.people}
        assert {owner: amount for owner, amount in found.items() if amount and owner != MINT} == {
            owner: amount for owner, amount in expected.items() if amount
        }


@pytest.fixture(scope="module", autouse=True)
def template() -> Iterator[None]:
    """A database of this version, copied for each history."""
    with tempfile.TemporaryDirectory() as folder:
        Ledger.template = Path(folder) / FILE
        engine = sqlite_engine(Ledger.template)
        upgrade(engine)
        engine.dispose()
        yield


def histories(examples: int, steps: int) -> None:
    run_state_machine_as_test(
        Ledger,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_the_ledger_adds_up_whatever_is_cut_off() -> None:
    histories(examples=12, steps=25)


@pytest.mark.soak
def test_the_ledger_adds_up_through_many_long_histories() -> None:
    histories(examples=400, steps=60)


# --- killed from outside


def kill_again_and_again(folder: Path, kills: int, seed: int) -> int:
    """Kill a process that plays for çekirdek at random moments; how many matches it has ended."""
    chance, path = random.Random(seed), folder / FILE
    shutil.copy(Ledger.template, path)
    told: dict[str, str] = {}
    for _ in range(kills):
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.storage.spender", str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        with closing(process.stdout) as said:
            for _ in range(chance.randint(2, 120)):
                number, what = said.readline().split()
                told[number] = what
            process.kill()
            for line in said:
                if line.endswith("\n"):
                    number, what = line.split()
                    told[number] = what
        process.wait()
        _judge(path, told)
    return sum(what == "paid" for what in told.values())


def _judge(path: Path, told: dict[str, str]) -> None:
    """Whatever it has told is there, all adds up, and no pot was paid twice or not wholly."""
    engine = sqlite_engine(path)
    have = check_ledger(engine)
    paid: dict[bytes, list[int]] = {}
    for reason, _, _, _, amount, at_table in rows(engine, movement):
        if reason.startswith(("pay:", "house:")):
            paid.setdefault(at_table, []).append(amount)
    engine.dispose()
    assert all(sum(amounts) == 4 * spender.STAKE for amounts in paid.values())
    for number, what in told.items():
        held = have[spender.table(int(number))]
        assert held in ((0,) if what == "paid" else (0, 4 * spender.STAKE))
        assert (held == 0) == (spender.table(int(number)) in paid)
        assert what != "paid" or held == 0


def test_a_process_that_is_killed_pays_each_pot_once(tmp_path: Path) -> None:
    assert kill_again_and_again(tmp_path, kills=3, seed=5) > 20


@pytest.mark.soak
def test_a_process_that_is_killed_a_hundred_times_pays_each_pot_once(tmp_path: Path) -> None:
    assert kill_again_and_again(tmp_path, kills=100, seed=100) > 1000

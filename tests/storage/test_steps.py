"""Steps outside an append: the ledger is moved in the caller's transaction, on both kinds of database."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import Engine, select
from sqlalchemy.exc import IntegrityError

from okey.storage.results import MINT, Steps, move
from okey.storage.schema import movement, purse
from okey.storage.steps import alone, perform

ADA, BOB = b"a" * 16, b"b" * 16
NOW = 1_767_225_600_000


def balances(engine: Engine) -> dict[bytes, int]:
    with engine.connect() as connection:
        return {row.owner: row.balance for row in connection.execute(select(purse.c.owner, purse.c.balance))}


def test_a_movement_is_kept_with_its_purses(engine: Engine) -> None:
    with alone(engine) as connection:
        perform(connection, move("welcome:a", NOW, MINT, ADA, 500))
        perform(connection, move("gift:%", NOW, ADA, BOB, 20))
    assert balances(engine) == {MINT: -500, ADA: 480, BOB: 20}


def test_what_a_step_finds_is_sent_back(engine: Engine) -> None:
    found: list[object] = []

    def steps() -> Steps:
        yield from move("welcome:a", NOW, MINT, ADA, 500)
        found.extend((yield "SELECT owner, balance FROM purse WHERE owner = ?", (ADA,)))

    with alone(engine) as connection:
        perform(connection, steps())
    assert found == [(ADA, 500)]


@pytest.mark.parametrize(("reason", "amount"), [("welcome:a", 1), ("more", 501)], ids=["reason twice", "too much"])
def test_a_refused_movement_takes_all_of_its_transaction_back(engine: Engine, reason: str, amount: int) -> None:
    with alone(engine) as connection:
        perform(connection, move("welcome:a", NOW, MINT, ADA, 500))

    def both() -> None:
        with alone(engine) as connection:
            perform(connection, move("before", NOW, ADA, BOB, 1))
            perform(connection, move(reason, NOW, ADA, BOB, amount))

    with pytest.raises(IntegrityError):
        both()
    assert balances(engine) == {MINT: -500, ADA: 500}
    with engine.connect() as connection:
        assert connection.execute(select(movement.c.reason)).scalars().all() == ["welcome:a"]


def test_transactions_beside_one_another_wait_and_all_count(engines: tuple[Engine, Engine], engine: Engine) -> None:
    def earn(number: int) -> None:
        with alone(engines[number % 2]) as connection:
            perform(connection, move(f"n:{number}", NOW, MINT, ADA, 1))

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(earn, range(20)))
    assert balances(engine) == {MINT: -20, ADA: 20}

"""Matches by their effects only: who sat, when it ended, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Engine, create_engine, insert, select

from okey.play.ports import Effect, Ended, LogRow, Opened, Outcome, Rated
from okey.rules.events import Four
from okey.storage import schema
from okey.storage.database import Database
from okey.storage.results import MINT, move, rated
from okey.storage.schema import account, guest, metadata, movement, purse
from okey.storage.steps import alone, perform

NOW = 1_796_000_400_000
"""A Monday afternoon in Istanbul."""


def person(number: int) -> bytes:
    return b"p" + number.to_bytes(15, "big")


def table(number: int) -> bytes:
    return b"t" + number.to_bytes(15, "big")


def member(engine: Engine, number: int, name: str = "", at: int = NOW, private: bool = False) -> bytes:
    """A person with an account."""
    name = name or f"Oyuncu{chr(97 + number)}"
    values = {"person_id": person(number), "name_key": name.casefold(), "created_at": at, "private": int(private)}
    with engine.begin() as connection:
        connection.execute(insert(guest).values(id=person(number), name=name, created_at=at))
        connection.execute(insert(account).values(values | {"code_misses": 0, "codes_locked_until": 0}))
    return person(number)


def give(engine: Engine, owner: bytes, amount: int, at: int = NOW) -> None:
    """Çekirdek out of nothing."""
    with alone(engine) as connection:
        perform(connection, move(f"welcome:{owner.hex()}", at, MINT, owner, amount))


async def seat(database: Database, number: int, people: Sequence[bytes | None], at: int = NOW) -> bytes:
    """A match begins, with these people by seat."""
    opened = Opened("klasik", "", tuple(people), (20, 20, 20, 20))
    assert await database.log.append(table(number), [LogRow(1, at, None, "game", b"x")], [opened])
    return table(number)


async def end(database: Database, number: int, at: int, *effects: Effect) -> bool:
    """Its last row."""
    return await database.log.append(table(number), [LogRow(2, at, None, "game", b"x")], effects)


async def play(
    database: Database, number: int, people: Sequence[bytes | None], ranks: Four, at: int, preset: str = "klasik"
) -> None:
    """A whole rated match."""
    await seat(database, number, people, at - 1)
    outcome = Outcome(bytes(32), bytes(32), None, 0)
    assert await end(database, number, at, Ended(ranks), outcome, Rated(preset, ranks))


def scratch() -> Engine:
    """A database in memory for ratings and boards, which need no log."""
    engine = create_engine("sqlite://")
    metadata.create_all(engine, [schema.seat, schema.rating, schema.rated, schema.board])
    return engine


def count(engine: Engine, number: int, people: Mapping[int, bytes], ranks: Four, at: int) -> None:
    """The effect of a rated match, without its log."""
    with engine.begin() as connection:
        for place, owner in people.items():
            connection.execute(insert(schema.seat).values(table_id=table(number), seat=place, guest_id=owner))
        perform(connection, rated(table(number), Rated("klasik", ranks), at))


def rows(engine: Engine, kept: Any) -> list[tuple[Any, ...]]:
    """All rows of a table of the schema, in the order of their keys."""
    with engine.connect() as connection:
        found = connection.execute(select(kept).order_by(*kept.primary_key.columns)).all()
    return [tuple(row) for row in found]


def check_ledger(engine: Engine) -> dict[bytes, int]:
    """Sum zero, each purse the sum of its movements, nobody but the mint below zero; what each has."""
    sums: dict[bytes, int] = {}
    for _, _, payer, payee, amount, _ in rows(engine, movement):
        assert amount > 0
        sums[payer] = sums.get(payer, 0) - amount
        sums[payee] = sums.get(payee, 0) + amount
    held = {owner: balance for owner, balance, _ in rows(engine, purse)}
    assert held == sums
    assert sum(held.values()) == 0
    assert all(balance >= 0 for owner, balance in held.items() if owner != MINT)
    return held

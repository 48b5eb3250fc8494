"""Rare queries about çekirdek: what a person has, how it came, and the handful a day."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, Engine, func, or_, select
from sqlalchemy.exc import IntegrityError

from okey.play import board as weeks
from okey.play.ports import TableId
from okey.storage.results import MINT, move
from okey.storage.schema import guest, match, movement, purse, seat
from okey.storage.steps import alone, perform

DAILY: Final = 50
POOR: Final = 500
"""Who has less gets the handful of the day."""
PAGE: Final = 50


@dataclass(frozen=True, slots=True)
class Moved:
    """A movement as one of its owners sees it: `amount` > 0 came, < 0 went."""

    kind: str
    """The first word of its reason."""
    at: int
    amount: int
    table: TableId | None
    preset: str | None
    names: tuple[str, ...] = ()
    """Who sat at its table."""


class NotDueError(Exception):
    """There is no handful now; `why`: enough, taken."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Purses:
    """Plain blocking calls; the server runs them in a thread. Times are Unix milliseconds."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def balance(self, owner: bytes) -> int:
        """What an owner has."""
        with self._engine.connect() as connection:
            return _balance(connection, owner)

    def due(self, person: bytes, now: int) -> bool:
        """Whether a person may take the handful of the day of `now`."""
        taken = select(movement.c.reason).where(movement.c.reason == _reason(person, now))
        with self._engine.connect() as connection:
            return _balance(connection, person) < POOR and connection.execute(taken).first() is None

    def daily(self, person: bytes, now: int) -> int:
        """Take it; what the person has then. Raises `NotDueError`."""
        try:
            with alone(self._engine) as connection:
                if _balance(connection, person) >= POOR:
                    raise NotDueError("enough")
                perform(connection, move(_reason(person, now), now, MINT, person, DAILY))
                return _balance(connection, person)
        except IntegrityError as error:
            raise NotDueError("taken") from error

    def movements(self, owner: bytes, before: int) -> list[Moved]:
        """The latest movements of an owner before a time, the latest first: a page of them, and whatever came at the
        same millisecond as its last."""
        mine = or_(movement.c.payer == owner, movement.c.payee == owner)
        last = select(movement.c.at).where(mine, movement.c.at < before).order_by(movement.c.at.desc())
        cut = last.limit(1).offset(PAGE - 1).scalar_subquery()
        query = (
            select(movement, match.c.preset)
            .outerjoin(match, match.c.table_id == movement.c.table_id)
            .where(mine, movement.c.at < before, movement.c.at >= func.coalesce(cut, 0))
            .order_by(movement.c.at.desc(), movement.c.reason)
        )
        with self._engine.connect() as connection:
            rows = connection.execute(query).all()
            names = _names(connection, {row.table_id for row in rows if row.table_id is not None})
        return [
            Moved(
                row.reason.split(":")[0],
                row.at,
                row.amount if row.payee == owner else -row.amount,
                row.table_id,
                row.preset,
                tuple(names.get(row.table_id, ())),
            )
            for row in rows
        ]


def _balance(connection: Connection, owner: bytes) -> int:
    return connection.execute(select(purse.c.balance).where(purse.c.owner == owner)).scalar_one_or_none() or 0


def _names(connection: Connection, tables: set[TableId]) -> dict[TableId, Sequence[str]]:
    query = select(seat.c.table_id, guest.c.name).join(guest, guest.c.id == seat.c.guest_id).order_by(seat.c.seat)
    found: dict[TableId, list[str]] = {}
    for row in connection.execute(query.where(seat.c.table_id.in_(tables))):
        found.setdefault(row.table_id, []).append(row.name)
    return dict(found)


def _reason(person: bytes, now: int) -> str:
    """Of the handful of the day in Istanbul."""
    noon = (weeks.day_of(now) + weeks.DAY // 2) / 1000
    return f"daily:{person.hex()}:{dt.datetime.fromtimestamp(noon, dt.UTC):%Y-%m-%d}"

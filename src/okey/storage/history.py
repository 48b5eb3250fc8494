"""Rare queries about past matches: lists with filters, and which tables have a record."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from sqlalchemy import ColumnElement, Connection, Engine, Row, and_, func, literal, not_, or_, select

from okey.play.names import fold
from okey.play.ports import TableId
from okey.storage.results import HOLD
from okey.storage.schema import account, guest, match, movement, rated, seat
from okey.storage.store import four

PAGE: Final = 20
Result: TypeAlias = Literal["won", "drawn", "lost", "cancelled"]


@dataclass(frozen=True, slots=True)
class Sifter:
    """Which matches of `person` are asked for."""

    person: bytes
    before: int
    """Ended earlier than this."""
    preset: str | None = None
    opponent: str | None = None
    """Somebody with an account whose name looks like this, or a guest of this very name."""
    result: Result | None = None
    """Won: first, and somebody was placed behind. Drawn: all were first."""
    company: bool = False
    """Only with at least one more person."""


@dataclass(frozen=True, slots=True)
class Seated:
    """An occupied seat of a past match; a computer has no name, a match that did not count no change (thousandths)."""

    seat: int
    name: str | None
    rank: int | None
    score: int
    change: int | None


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A match that was dealt and has ended."""

    table: TableId
    at: int
    preset: str
    deals: int
    seats: tuple[Seated, ...]
    mine: int
    """The place in `seats` of the person whose list it is."""
    stake: int
    """What was held of each."""

    @property
    def rated(self) -> bool:
        """Whether it counted."""
        return any(each.change is not None for each in self.seats)


class History:
    """Plain blocking calls; the server runs them in a thread. Times are Unix milliseconds."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def matches(self, asked: Sifter) -> list[PastMatch]:
        """The latest of these matches, the latest first: a page of them, and whatever ended at the same millisecond as
        its last."""
        found = (
            select(match.c.table_id, match.c.ended_at, match.c.preset, match.c.deal, match.c.scores, match.c.ranks)
            .add_columns(seat.c.seat)
            .join(seat, seat.c.table_id == match.c.table_id)
            .where(seat.c.guest_id == asked.person, match.c.ended_at < asked.before, match.c.deal > 0)
            .where(*_filters(asked))
            .cte("found")
        )
        last = select(found.c.ended_at).order_by(found.c.ended_at.desc()).limit(1).offset(PAGE - 1).scalar_subquery()
        query = select(found).where(found.c.ended_at >= func.coalesce(last, 0))
        with self._engine.connect() as connection:
            rows = connection.execute(query.order_by(found.c.ended_at.desc(), found.c.table_id)).all()
            tables = [row.table_id for row in rows]
            people, changes = _people(connection, tables), _changes(connection, tables)
            stakes = _stakes(connection, tables)
        return [
            _past(row, people.get(row.table_id, {}), changes.get(row.table_id, {}), stakes.get(row.table_id, 0))
            for row in rows
        ]

    def ended(self, person: bytes, before: int, most: int) -> list[tuple[TableId, int]]:
        """The latest tables at which a person sat and that ended before a time, and when; the latest first."""
        query = (
            select(match.c.table_id, match.c.ended_at)
            .join(seat, seat.c.table_id == match.c.table_id)
            .where(seat.c.guest_id == person, match.c.ended_at < before)
            .order_by(match.c.ended_at.desc(), match.c.table_id)
            .limit(most)
        )
        with self._engine.connect() as connection:
            return [(row.table_id, row.ended_at) for row in connection.execute(query)]


def _filters(asked: Sifter) -> list[ColumnElement[bool]]:
    met = seat.alias("met")
    others = select(met.c.seat).where(met.c.table_id == match.c.table_id, met.c.guest_id != asked.person)
    found: list[ColumnElement[bool]] = []
    if asked.company:
        found.append(others.exists())
    if asked.preset is not None:
        found.append(match.c.preset == asked.preset)
    if asked.opponent is not None:
        named = select(account.c.person_id).where(account.c.name_key == fold(asked.opponent))
        guests = select(guest.c.id).where(guest.c.name == asked.opponent)
        found.append(others.where(or_(met.c.guest_id.in_(named), met.c.guest_id.in_(guests))).exists())
    if asked.result is not None:
        rank = func.substr(match.c.ranks, 2 * seat.c.seat + 1, literal(1))
        drawn = and_(*(not_(match.c.ranks.like(f"%{place}%")) for place in (2, 3, 4)))
        found.append(
            {
                "won": and_(rank == "1", not_(drawn)),
                "drawn": drawn,
                "lost": rank > "1",
                "cancelled": match.c.ranks.is_(None),
            }[asked.result]
        )
    return found


def _people(connection: Connection, tables: list[TableId]) -> dict[TableId, dict[int, str]]:
    """Names by seat."""
    query = select(seat.c.table_id, seat.c.seat, guest.c.name).join(guest, guest.c.id == seat.c.guest_id)
    found: dict[TableId, dict[int, str]] = {}
    for row in connection.execute(query.where(seat.c.table_id.in_(tables))):
        found.setdefault(row.table_id, {})[row.seat] = row.name
    return found


def _changes(connection: Connection, tables: list[TableId]) -> dict[TableId, dict[int, int]]:
    """Changes of the ratings by seat."""
    query = select(rated.c.table_id, rated.c.seat, rated.c.change).where(rated.c.table_id.in_(tables))
    found: dict[TableId, dict[int, int]] = {}
    for row in connection.execute(query):
        found.setdefault(row.table_id, {})[row.seat] = row.change
    return found


def _stakes(connection: Connection, tables: list[TableId]) -> dict[TableId, int]:
    """What was held of each."""
    query = select(movement.c.table_id, func.max(movement.c.amount).label("stake")).group_by(movement.c.table_id)
    query = query.where(movement.c.table_id.in_(tables), movement.c.reason.like(f"{HOLD}:%"))
    return {row.table_id: row.stake for row in connection.execute(query)}


def _past(row: Row[Any], people: Mapping[int, str], changes: Mapping[int, int], stake: int) -> PastMatch:
    scores = four(row.scores)
    ranks = None if row.ranks is None else four(row.ranks)
    taken = [place for place in range(4) if (ranks[place] if ranks else place in people)]
    seats = tuple(
        Seated(place, people.get(place), ranks and ranks[place], scores[place], changes.get(place)) for place in taken
    )
    return PastMatch(row.table_id, row.ended_at, row.preset, row.deal, seats, taken.index(row.seat), stake)

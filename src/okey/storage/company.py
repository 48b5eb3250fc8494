"""Whom a person follows and blocks, what waits to be told, and reports."""

import json
import secrets
from dataclasses import dataclass
from typing import Any, Final, Literal

from sqlalchemy import Connection, Engine, Table, and_, delete, func, insert, or_, select

from okey.play.names import fold
from okey.play.ports import TableId
from okey.storage.schema import account, block, follow, guest, lobby, match, notice, report, seat
from okey.storage.steps import alone
from okey.storage.store import DAY, Person

ID_BYTES: Final = 16
MOST: Final = 500
"""Most persons whom one follows, and whom one blocks."""
NOTICES: Final = 100
"""Most notices that wait for one person; the oldest make room."""
NOTICE_KEPT: Final = 30 * DAY
CHALLENGE_KEPT: Final = DAY
CHALLENGE: Final = "challenge"


@dataclass(frozen=True, slots=True)
class Followed:
    """A person whom one follows, and the table in the lobby at which that person sits."""

    name: str
    table: TableId | None
    preset: str | None


@dataclass(frozen=True, slots=True)
class Notice:
    """What a person is to be told; `body` is JSON."""

    id: bytes
    at: int
    kind: str
    body: dict[str, Any]


class Company:
    """Plain blocking calls; the server runs them in a thread. Times are Unix milliseconds."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def named(self, name: str) -> Person | None:
        """The person with an account whose name looks like this."""
        query = select(guest.c.id, guest.c.name).join(account, account.c.person_id == guest.c.id)
        with self._engine.connect() as connection:
            row = connection.execute(query.where(account.c.name_key == fold(name))).one_or_none()
        return None if row is None else Person(row.id, row.name, True)

    def sitting(self, table: TableId, place: int | None, name: str | None) -> bytes | None:
        """Who sits, or sat, at a table: on a seat, or with a name."""
        at = select(guest.c.id).join(seat, seat.c.guest_id == guest.c.id).where(seat.c.table_id == table)
        query = at.where(guest.c.name == name) if place is None else at.where(seat.c.seat == place)
        with self._engine.connect() as connection:
            return connection.execute(query).scalars().first()

    def blocks(self, person: bytes, other: bytes) -> bool:
        """Whether `person` wants nothing to do with `other`."""
        with self._engine.connect() as connection:
            return _has(connection, block, person, other)

    def following(self, person: bytes) -> list[Followed]:
        """Whom a person follows, by name; of several tables the one that was opened last."""
        shown = (
            select(seat.c.guest_id, lobby.c.table_id, match.c.preset)
            .join(lobby, lobby.c.table_id == seat.c.table_id)
            .join(match, match.c.table_id == lobby.c.table_id)
            .where(seat.c.guest_id.in_(select(follow.c.other).where(follow.c.person_id == person)))
            .order_by(lobby.c.opened_at)
        )
        with self._engine.connect() as connection:
            tables = {row.guest_id: row for row in connection.execute(shown)}
            people = _people(connection, follow, person)
        return [
            Followed(name, at.table_id, at.preset) if (at := tables.get(one)) else Followed(name, None, None)
            for one, name in people
        ]

    def blocked(self, person: bytes) -> list[str]:
        """Whom a person blocks, by name."""
        with self._engine.connect() as connection:
            return [name for _, name in _people(connection, block, person)]

    def follow(self, person: bytes, other: bytes, now: int) -> Literal["not_found", "blocked", "too_many"] | None:
        """Follow somebody; `not_found` also when the other blocks `person`. None: done, also when it was before."""
        with alone(self._engine) as connection:
            if _has(connection, block, other, person):
                return "not_found"
            if _has(connection, block, person, other):
                return "blocked"
            return _put(connection, follow, person, other, now)

    def block(self, person: bytes, other: bytes, now: int) -> Literal["too_many"] | None:
        """Want nothing to do with somebody any more: neither follows the other, and challenges are gone."""
        with alone(self._engine) as connection:
            refused = _put(connection, block, person, other, now)
            if refused is None:
                both = or_(
                    and_(follow.c.person_id == person, follow.c.other == other),
                    and_(follow.c.person_id == other, follow.c.other == person),
                )
                connection.execute(delete(follow).where(both))
                name = connection.execute(select(guest.c.name).where(guest.c.id == other)).scalar()
                forget(connection, str(name), notice.c.person_id == person)
            return refused

    def unfollow(self, person: bytes, other: bytes) -> None:
        """Follow somebody no longer."""
        self._take(follow, person, other)

    def unblock(self, person: bytes, other: bytes) -> None:
        """Block somebody no longer."""
        self._take(block, person, other)

    def tell(self, person: bytes, kind: str, body: dict[str, Any], now: int) -> None:
        """A notice for a person."""
        mine = notice.c.person_id == person
        kept = select(notice.c.id).where(mine).order_by(notice.c.at.desc(), notice.c.id).limit(NOTICES - 1)
        with alone(self._engine) as connection:
            connection.execute(delete(notice).where(mine, notice.c.id.not_in(connection.scalars(kept).all())))
            made = {"id": secrets.token_bytes(ID_BYTES), "person_id": person, "at": now, "kind": kind}
            connection.execute(insert(notice).values(made | {"body": json.dumps(body, ensure_ascii=False)}))

    def notices(self, person: bytes, now: int) -> list[Notice]:
        """What waits for a person, the latest first; what is too old has gone."""
        old = or_(notice.c.at < now - NOTICE_KEPT, and_(notice.c.kind == CHALLENGE, notice.c.at < now - CHALLENGE_KEPT))
        mine = notice.c.person_id == person
        with self._engine.begin() as connection:
            connection.execute(delete(notice).where(mine, old))
            rows = connection.execute(select(notice).where(mine).order_by(notice.c.at.desc(), notice.c.id)).all()
        return [Notice(row.id, row.at, row.kind, json.loads(row.body)) for row in rows]

    def put_away(self, person: bytes, told: bytes) -> bool:
        """A notice that was read; False when there is none."""
        with self._engine.begin() as connection:
            gone = delete(notice).where(notice.c.id == told, notice.c.person_id == person)
            return connection.execute(gone).rowcount == 1

    def report(self, reporter: bytes, reported: bytes, table: TableId | None, why: str, words: str, now: int) -> None:
        """A report for the host."""
        made = {"id": secrets.token_bytes(ID_BYTES), "at": now, "reporter": reporter, "reported": reported}
        with self._engine.begin() as connection:
            connection.execute(insert(report).values(made | {"table_id": table, "why": why, "words": words}))

    def _take(self, kept: Table, person: bytes, other: bytes) -> None:
        with self._engine.begin() as connection:
            connection.execute(delete(kept).where(kept.c.person_id == person, kept.c.other == other))


def forget(connection: Connection, name: str, *where: Any) -> None:
    """Delete notices that name somebody."""
    written = json.dumps(name, ensure_ascii=False)
    named = select(notice.c.id, notice.c.body).where(notice.c.body.contains(written, autoescape=True), *where)
    gone = [row.id for row in connection.execute(named) if name in json.loads(row.body).values()]
    connection.execute(delete(notice).where(notice.c.id.in_(gone)))


def _has(connection: Connection, kept: Table, person: bytes, other: bytes) -> bool:
    return connection.execute(select(kept).where(kept.c.person_id == person, kept.c.other == other)).first() is not None


def _put(connection: Connection, kept: Table, person: bytes, other: bytes, now: int) -> Literal["too_many"] | None:
    if _has(connection, kept, person, other):
        return None
    count = select(func.count()).select_from(kept).where(kept.c.person_id == person)
    if connection.execute(count).scalar_one() >= MOST:
        return "too_many"
    connection.execute(insert(kept).values(person_id=person, other=other, at=now))
    return None


def _people(connection: Connection, kept: Table, person: bytes) -> list[tuple[bytes, str]]:
    query = select(guest.c.id, guest.c.name).join(kept, kept.c.other == guest.c.id).where(kept.c.person_id == person)
    return [(row.id, row.name) for row in connection.execute(query.order_by(guest.c.name))]

"""A person's own data: all of it in one piece, and its deletion (KVKK, GDPR).

Who deletes an account becomes a *ghost*: another random id, and one name that all of them have. Matches, ratings,
boards and the ledger add up as before, and nothing leads back. Names and ids stand outside the bytes that records
prove.
"""

import hashlib
import json
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Engine, Row, delete, func, insert, literal, or_, select, update

from okey.play.ports import TableId
from okey.play.standing import GAME
from okey.storage.company import forget
from okey.storage.errands import RELOAD, ask
from okey.storage.results import MINT, move
from okey.storage.schema import (
    account,
    audit,
    block,
    board,
    code,
    erasure,
    event,
    follow,
    guest,
    live,
    match,
    movement,
    notice,
    pace,
    pair,
    passkey,
    purse,
    rated,
    rating,
    recovery,
    report,
    seat,
    session,
    tally,
)
from okey.storage.steps import alone, perform
from okey.storage.store import DAY

GHOST: Final = "silinmiş oyuncu"
KEPT: Final = 3 * 365 * DAY
"""So long a deletion stays in the log of deletions."""
_OWN: Final = (
    *(session.c.guest_id, account.c.person_id, passkey.c.person_id, recovery.c.person_id, notice.c.person_id),
    *(follow.c.person_id, follow.c.other, block.c.person_id, block.c.other, report.c.reporter, report.c.reported),
)
"""Whose rows go."""
_SHARED: Final = (
    *(seat.c.guest_id, rating.c.person_id, rated.c.person_id, board.c.person_id, tally.c.person_id, pace.c.person_id),
    *(pair.c.person_id, pair.c.other, purse.c.owner, movement.c.payer, movement.c.payee),
)
"""Whose rows get the ghost's id."""


@dataclass(frozen=True, slots=True)
class Place:
    """A running table at which a person sits."""

    table: TableId
    lonely: bool
    """Whether nobody else sits there."""
    waiting: bool
    """Whether it is for several people and was not dealt yet."""


class Erasure:
    """Plain blocking calls; the server runs them in a thread. Times are Unix milliseconds."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def places(self, person: bytes) -> list[Place]:
        """The running tables at which a person sits."""
        others = seat.alias()
        company = select(func.count()).where(others.c.table_id == seat.c.table_id, others.c.guest_id != person)
        query = (
            select(seat.c.table_id, match.c.deal, code.c.code, company.scalar_subquery().label("others"))
            .join(live, live.c.table_id == seat.c.table_id)
            .join(match, match.c.table_id == seat.c.table_id)
            .outerjoin(code, code.c.table_id == seat.c.table_id)
            .where(seat.c.guest_id == person)
        )
        with self._engine.connect() as connection:
            rows = connection.execute(query).all()
        return [Place(row.table_id, row.others == 0, row.deal == 0 and row.code is not None) for row in rows]

    def erase(self, person: bytes, ghost: bytes, now: int) -> bool:
        """Delete an account at once; False when there is none. `ghost`: 16 random bytes.

        Running tables that knew the person are to be read anew: an errand is written for each.
        """
        mentions = self._mentions(person)
        with alone(self._engine) as connection:
            mine = select(guest.c.name).join(account, account.c.person_id == guest.c.id).where(guest.c.id == person)
            name = connection.execute(mine).scalar_one_or_none()
            if name is None:
                return False
            connection.execute(insert(guest).values(id=ghost, name=GHOST, created_at=now))
            _rewrite(connection, mentions, person, ghost)
            forget(connection, name)
            for column in _OWN:
                connection.execute(delete(column.table).where(column == person))
            for column in _SHARED:
                connection.execute(update(column.table).where(column == person).values({column: ghost}))
            _rename(connection, movement.c.reason, person.hex(), ghost.hex())
            _rename(connection, audit.c.subject, person.hex(), ghost.hex())
            _rename(connection, audit.c.subject, name, GHOST)
            balance = connection.execute(select(purse.c.balance).where(purse.c.owner == ghost)).scalar()
            if balance:
                perform(connection, move(f"closed:{ghost.hex()}", now, ghost, MINT, balance))
            connection.execute(delete(guest).where(guest.c.id == person))
            connection.execute(delete(erasure).where(erasure.c.at < now - KEPT))
            connection.execute(insert(erasure).values(digest=hashlib.sha256(person).digest(), at=now))
            running = select(live.c.table_id).where(live.c.table_id.in_({table for table, _ in mentions}))
            for table in connection.execute(running).scalars().all():
                ask(connection, RELOAD, table.hex(), now)
        return True

    def sweep(self, person: bytes, ghost: bytes) -> None:
        """The rows that running tables wrote meanwhile, from what they had in memory."""
        mentions = self._mentions(person)
        with alone(self._engine) as connection:
            _rewrite(connection, mentions, person, ghost)
            connection.execute(update(seat).where(seat.c.guest_id == person).values(guest_id=ghost))

    def _mentions(self, person: bytes) -> list[tuple[TableId, int]]:
        """The rows of all logs that hold the id of a person: the whole log is read, while others write."""
        with self._engine.connect() as connection:
            rows = select(event.c.table_id, event.c.seq).where(event.c.kind != GAME, _holds(connection, person))
            return [(row.table_id, row.seq) for row in connection.execute(rows)]


def _rewrite(connection: Connection, rows: list[tuple[TableId, int]], person: bytes, ghost: bytes) -> None:
    """Put the ghost in the person's place in these rows."""
    for table, seq in rows:
        at = (event.c.table_id == table) & (event.c.seq == seq)
        body = connection.execute(select(event.c.body).where(at)).scalar_one_or_none()
        if body is not None:
            connection.execute(update(event).where(at).values(body=pseudonymised(body, person, ghost)))


def pseudonymised(body: bytes, person: bytes, ghost: bytes) -> bytes:
    """The body of a row of the log with the ghost in the person's place: the id, the name beside it, and no trace of
    the browser."""
    return json.dumps(_walk(json.loads(body), person.hex(), ghost.hex()), ensure_ascii=False).encode()


def _walk(value: Any, old: str, new: str) -> Any:
    if isinstance(value, list):
        return [_walk(each, old, new) for each in value]
    if not isinstance(value, dict):
        return new if value == old else value
    made = {key: _walk(each, old, new) for key, each in value.items()}
    if value.get("person") == old:
        made |= {key: other for key, other in (("name", GHOST), ("browser", "")) if key in value}
    if old in (kept := value.get("kept", ())):
        names = zip(kept, value["kept_names"], strict=True)
        made["kept_names"] = [GHOST if one == old else name for one, name in names]
    return made


def _holds(connection: Connection, person: bytes) -> ColumnElement[bool]:
    """Whether the body of a row has the id of a person in it, as hex."""
    needle = literal(person.hex().encode())
    if connection.dialect.name == "postgresql":
        return func.pg_catalog.position(event.c.body, needle) > 0
    return func.instr(event.c.body, needle) > 0


def _rename(connection: Connection, column: ColumnElement[str], old: str, new: str) -> None:
    table: Any = column.table
    changed = (
        update(table).where(column.contains(old, autoescape=True)).values({column: func.replace(column, old, new)})
    )
    connection.execute(changed)


# --- a person's data


def export(engine: Engine, person: bytes, now: int) -> dict[str, Any]:
    """All there is about a person with an account. Times are Unix milliseconds; ids of persons other than the own are
    left out, their names are not."""
    with engine.connect() as connection:
        return _Export(connection, person).all(now)


class _Export:
    """The queries of an export."""

    def __init__(self, connection: Connection, person: bytes) -> None:
        self._connection = connection
        self._person = person

    def all(self, now: int) -> dict[str, Any]:
        """Everything, by the tables it stands in."""
        owned, person = self._rows, self._person
        mine = self._one(select(guest.c.name, guest.c.created_at).where(guest.c.id == person))
        own = self._one(select(account).where(account.c.person_id == person))
        codes = select(func.count()).select_from(recovery).where(recovery.c.person_id == person)
        return {
            "exported_at": now,
            "id": person.hex(),
            "name": mine.name,
            "known_since": mine.created_at,
            "account": {
                "opened_at": own.created_at,
                "password": own.password is not None,
                "private": bool(own.private),
                "recovery_codes": self._connection.execute(codes).scalar_one(),
            },
            "passkeys": owned(select(passkey.c.label, passkey.c.created_at, passkey.c.used_at), passkey.c.person_id),
            "sessions": owned(select(session.c.label, session.c.created_at, session.c.seen_at), session.c.guest_id),
            "matches": owned(
                select(seat.c.table_id, seat.c.seat, match.c.preset, match.c.opened_at, match.c.ended_at).outerjoin(
                    match, match.c.table_id == seat.c.table_id
                ),
                seat.c.guest_id,
            ),
            "names": self._names(),
            "ratings": owned(select(rating.c.preset, rating.c.value, rating.c.matches), rating.c.person_id),
            "rated_matches": owned(
                select(rated.c.table_id, rated.c.preset, rated.c.rank, rated.c.before, rated.c.change, rated.c.at),
                rated.c.person_id,
            ),
            "boards": owned(select(board.c.week, board.c.points, board.c.matches), board.c.person_id),
            "tallies": [self._plain(row, "person_id") for row in self._all(tally, tally.c.person_id)],
            "pace": [self._plain(row, "person_id") for row in self._all(pace, pace.c.person_id)],
            "balance": self._connection.execute(select(purse.c.balance).where(purse.c.owner == person)).scalar() or 0,
            "movements": self._movements(),
            "met": self._named(pair, "matches", "wins", "losses", "rated"),
            "follows": self._named(follow, "at"),
            "blocks": self._named(block, "at"),
            "notices": [
                {"at": row.at, "kind": row.kind, "body": json.loads(row.body)}
                for row in self._all(notice, notice.c.person_id)
            ],
            "reports": owned(select(report.c.at, report.c.table_id, report.c.why, report.c.words), report.c.reporter),
        }

    def _movements(self) -> list[dict[str, Any]]:
        either = or_(movement.c.payer == self._person, movement.c.payee == self._person)
        rows = self._connection.execute(select(movement).where(either).order_by(movement.c.at, movement.c.reason))
        return [
            {
                "at": row.at,
                "reason": row.reason.split(":")[0],
                "amount": row.amount if row.payee == self._person else -row.amount,
                "table_id": row.table_id and row.table_id.hex(),
            }
            for row in rows
        ]

    def _names(self) -> list[str]:
        """The names under which the person has sat."""
        sits = select(event.c.body).join(seat, seat.c.table_id == event.c.table_id)
        rows = self._connection.execute(sits.where(seat.c.guest_id == self._person, event.c.kind == "sit"))
        bodies = [json.loads(row.body) for row in rows]
        return sorted({body["name"] for body in bodies if body["person"] == self._person.hex()})

    def _named(self, table: Any, *columns: str) -> list[dict[str, Any]]:
        """Rows about another person, with the name instead of the id."""
        shown = [table.c[column] for column in columns]
        query = select(guest.c.name, *shown).join(guest, guest.c.id == table.c.other)
        return self._rows(query, table.c.person_id)

    def _all(self, table: Any, owner: ColumnElement[bytes]) -> list[Row[Any]]:
        return list(self._connection.execute(select(table).where(owner == self._person)))

    def _rows(self, query: Any, owner: ColumnElement[bytes]) -> list[dict[str, Any]]:
        return [self._plain(row) for row in self._connection.execute(query.where(owner == self._person))]

    def _plain(self, row: Row[Any], *without: str) -> dict[str, Any]:
        return {
            key: value.hex() if isinstance(value, bytes) else value
            for key, value in row._mapping.items()
            if key not in without
        }

    def _one(self, query: Any) -> Row[Any]:
        return self._connection.execute(query).one()

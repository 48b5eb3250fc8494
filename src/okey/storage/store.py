"""The rare queries: guests, sessions, lists of matches, and what has become too old."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, Engine, and_, case, delete, exists, func, insert, literal, or_, select, update

from okey.play.opening import Level
from okey.play.ports import TableId
from okey.rules.events import Four
from okey.storage.schema import (
    account,
    block,
    code,
    event,
    guest,
    live,
    lobby,
    match,
    movement,
    outcome,
    pace,
    pair,
    progress,
    purse,
    rated,
    seat,
    session,
    statistic,
    tally,
)

DAY: Final = 86_400_000
MATCH_KEPT: Final = 30 * DAY
"""A match is kept this long after its last row."""
MATCH_LIFE: Final = 45 * DAY
"""No match lives longer: the times inside its events end after 49 days."""
SESSION_IDLE: Final = 30 * DAY
SESSION_LIFE: Final = 180 * DAY
OUTCOMES_SHOWN: Final = 200
LOBBY_SHOWN: Final = 100
SEEN_STEP: Final = 3_600_000
"""A session notes at most once an hour that it was seen."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has played here."""

    id: bytes
    name: str
    account: bool = False
    """Whether the name is theirs; a guest's is not."""


@dataclass(frozen=True, slots=True)
class Session:
    """A browser that is known."""

    person: Person
    digest: bytes
    """SHA-256 of the token."""
    browser: bytes
    """The same for all sessions that followed one another in one browser."""
    proved_at: int
    """When a password or a passkey was shown last; 0: never."""


@dataclass(frozen=True, slots=True)
class Running:
    """A running match as a list shows it."""

    table: TableId
    preset: str
    level: Level
    deal: int
    scores: Four
    at: int
    seat: int
    """Where the person sits."""
    people: bool
    """Whether it is a table for several people."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the public list of outcomes (docs/fairness.md)."""

    n: int
    table: TableId
    commit: bytes
    seed: bytes
    list_hash: bytes | None
    outcome: int
    chain: bytes


@dataclass(frozen=True, slots=True)
class Shown:
    """A running table as the lobby shows it."""

    table: TableId
    preset: str
    rules: str
    seats: int
    people: tuple[str, ...]
    """Names, by seat."""
    computers: int
    deal: int
    """0 before the first."""
    watch: bool
    quick: bool
    rated: bool
    stake: int


class Store:
    """Plain blocking calls; the server runs them in a thread. Times are Unix milliseconds."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add_guest(self, person: bytes, name: str, digest: bytes, now: int, browser: bytes, label: str = "") -> Person:
        """A new guest with a first session, in a `browser` of the kind `label`."""
        kept = {"digest": digest, "guest_id": person, "created_at": now, "seen_at": now, "browser": browser}
        with self._engine.begin() as connection:
            connection.execute(insert(guest).values(id=person, name=name, created_at=now))
            connection.execute(insert(session).values(kept | {"label": label}))
        return Person(person, name)

    def session_of(self, digest: bytes, now: int) -> Session | None:
        """The session with this digest; None when there is none or it is too old."""
        query = (
            select(guest.c.id, guest.c.name, account.c.person_id.label("account"))
            .add_columns(session.c.created_at, session.c.seen_at, session.c.browser, session.c.proved_at)
            .join(session, session.c.guest_id == guest.c.id)
            .outerjoin(account, account.c.person_id == guest.c.id)
            .where(session.c.digest == digest)
        )
        with self._engine.connect() as connection:
            found = connection.execute(query).one_or_none()
        if found is None or now - found.seen_at > SESSION_IDLE or now - found.created_at > SESSION_LIFE:
            return None
        if now - found.seen_at > SEEN_STEP:
            with self._engine.begin() as connection:
                connection.execute(update(session).where(session.c.digest == digest).values(seen_at=now))
        person = Person(found.id, found.name, found.account is not None)
        return Session(person, digest, found.browser or digest[:16], found.proved_at)

    def running(self, person: bytes) -> list[Running]:
        """The running matches of a person, the latest first."""
        query = (
            select(match.c.table_id, match.c.preset, match.c.level, match.c.deal, match.c.scores)
            .add_columns(live.c.at, seat.c.seat, code.c.code)
            .outerjoin(code, code.c.table_id == match.c.table_id)
            .join(seat, seat.c.table_id == match.c.table_id)
            .join(live, live.c.table_id == match.c.table_id)
            .where(seat.c.guest_id == person)
            .order_by(live.c.at.desc())
        )
        with self._engine.connect() as connection:
            rows = connection.execute(query).all()
        return [
            Running(
                row.table_id,
                row.preset,
                row.level,
                row.deal,
                four(row.scores),
                row.at,
                row.seat,
                row.code is not None,
            )
            for row in rows
        ]

    def table_of(self, short: str) -> TableId | None:
        """The running table with this short code."""
        with self._engine.connect() as connection:
            return connection.execute(select(code.c.table_id).where(code.c.code == short)).scalar_one_or_none()

    def last_rows(self, tables: Collection[TableId]) -> dict[TableId, int]:
        """The number of the last row of each of these tables that is running."""
        query = select(live.c.table_id, live.c.seq).where(live.c.table_id.in_(tables))
        with self._engine.connect() as connection:
            return {row.table_id: row.seq for row in connection.execute(query)}

    def overdue(self, before: int) -> list[TableId]:
        """Running tables that had to act by themselves before a time, and did not."""
        query = select(live.c.table_id).where(live.c.due < before).order_by(live.c.due)
        with self._engine.connect() as connection:
            return [row.table_id for row in connection.execute(query)]

    def lobby(self, most: int = LOBBY_SHOWN) -> list[Shown]:
        """Running tables that are shown to everybody, the latest first."""
        tables = (
            select(lobby, match.c.preset, match.c.deal)
            .join(match, match.c.table_id == lobby.c.table_id)
            .order_by(lobby.c.opened_at.desc(), lobby.c.table_id)
            .limit(most)
        )
        names = select(seat.c.table_id, guest.c.name).join(guest, guest.c.id == seat.c.guest_id).order_by(seat.c.seat)
        with self._engine.connect() as connection:
            rows = connection.execute(tables).all()
            found = connection.execute(names.where(seat.c.table_id.in_([row.table_id for row in rows]))).all()
        people: dict[TableId, list[str]] = {row.table_id: [] for row in rows}
        for row in found:
            people[row.table_id].append(row.name)
        return [
            Shown(
                row.table_id,
                row.preset,
                row.rules,
                row.seats,
                tuple(people[row.table_id]),
                row.computers,
                row.deal,
                bool(row.watch),
                bool(row.quick),
                bool(row.rated),
                row.stake,
            )
            for row in rows
        ]

    def waiting_quick(self, rules: str, person: bytes, rated: bool, stake: int) -> TableId | None:
        """The oldest table of quick match by these rules that has a free place for `person`.

        Not one where somebody sits whom the person has blocked, or who has blocked the person, or who, where it is
        rated, uses the same browser.
        """
        met = seat.c.guest_id
        unwanted: list[ColumnElement[bool]] = [
            exists().where(block.c.person_id == person, block.c.other == met),
            exists().where(block.c.other == person, block.c.person_id == met),
        ]
        if rated:
            mine, theirs = session.alias(), session.alias()
            browser = mine.c.browser == theirs.c.browser
            unwanted.append(exists().where(mine.c.guest_id == person, theirs.c.guest_id == met, browser))
        strange = exists().where(seat.c.table_id == lobby.c.table_id, met != person, or_(*unwanted))
        taken = select(func.count()).select_from(seat).where(seat.c.table_id == lobby.c.table_id).scalar_subquery()
        query = (
            select(lobby.c.table_id)
            .where(lobby.c.quick == 1, lobby.c.rules == rules, taken + lobby.c.computers < lobby.c.seats)
            .where(lobby.c.rated == int(rated), lobby.c.stake == stake, ~strange)
            .order_by(lobby.c.opened_at, lobby.c.table_id)
            .limit(1)
        )
        with self._engine.connect() as connection:
            return connection.execute(query).scalar_one_or_none()

    def balance(self, person: bytes) -> int:
        """What a person has, in çekirdek."""
        with self._engine.connect() as connection:
            return connection.execute(select(purse.c.balance).where(purse.c.owner == person)).scalar_one_or_none() or 0

    def sat(self, table: TableId, person: bytes) -> bool:
        """Whether `person` sits, or sat, at a table."""
        query = select(seat.c.seat).where(seat.c.table_id == table, seat.c.guest_id == person)
        with self._engine.connect() as connection:
            return connection.execute(query).first() is not None

    def outcomes(self, after: int, most: int = OUTCOMES_SHOWN) -> list[Line]:
        """Lines of the public list of outcomes from number `after` + 1 on."""
        query = select(outcome).where(outcome.c.n > after).order_by(outcome.c.n).limit(most)
        with self._engine.connect() as connection:
            rows = connection.execute(query).all()
        return [
            Line(row.n, row.table_id, row.server_commit, row.server_seed, row.list_hash, row.outcome, row.chain)
            for row in rows
        ]

    def forsaken(self, now: int) -> list[TableId]:
        """Running matches that would be deleted within a day: nobody has moved there for that long."""
        query = (
            select(live.c.table_id)
            .join(match, match.c.table_id == live.c.table_id)
            .where(or_(live.c.at < now + DAY - MATCH_KEPT, match.c.opened_at < now + DAY - MATCH_LIFE))
        )
        with self._engine.connect() as connection:
            return [row.table_id for row in connection.execute(query)]

    def counted(self) -> tuple[int, str]:
        """The number of the last outcome line that was counted, and all counts as text; 0 and "" before the first."""
        with self._engine.connect() as connection:
            row = connection.execute(select(statistic.c.counted, statistic.c.counts)).one_or_none()
        return (row.counted, row.counts) if row else (0, "")

    def count(self, before: int, counted: int, counts: str) -> bool:
        """Replace the counts up to line `before` by those up to line `counted`; False when others were faster."""
        with self._engine.begin() as connection:
            if before == 0:
                start = insert(statistic).from_select(
                    ["id", "counted", "counts"],
                    select(literal(0), literal(0), literal("")).where(~exists(select(statistic.c.id))),
                )
                connection.execute(start)
            change = update(statistic).where(statistic.c.counted == before).values(counted=counted, counts=counts)
            return connection.execute(change).rowcount == 1

    def written(self) -> tuple[int, bool]:
        """How many rows the log has ever got, and whether this database is a back-up that nobody has served yet."""
        with self._engine.connect() as connection:
            row = connection.execute(select(progress.c.written, progress.c.copied)).one()
        return row.written, bool(row.copied)

    def take_up(self, written: int) -> None:
        """Serve a restored database from now on: its log goes on counting from `written` at least."""
        with self._engine.begin() as connection:
            count = case((progress.c.written < written, written), else_=progress.c.written)
            connection.execute(update(progress).values(written=count, copied=0))

    def open_tables(self) -> list[TableId]:
        """All running matches."""
        with self._engine.connect() as connection:
            return [row.table_id for row in connection.execute(select(live.c.table_id))]

    def purge(self, now: int) -> int:
        """Delete matches kept long enough, sessions that ended, and guests left with neither; how many matches.

        A match that was dealt and has ended stays as long as somebody with an account sat there, or ratings or
        çekirdek came of it.
        """
        sat = select(seat.c.table_id).join(account, account.c.person_id == seat.c.guest_id)
        lasting = and_(
            match.c.ended_at.is_not(None),
            match.c.deal > 0,
            or_(
                *(
                    exists(query.where(query.selected_columns.table_id == match.c.table_id))
                    for query in (sat, select(rated.c.table_id), select(movement.c.table_id))
                )
            ),
        )
        old = (
            select(match.c.table_id)
            .outerjoin(live, live.c.table_id == match.c.table_id)
            .where(
                or_(
                    match.c.ended_at < now - MATCH_KEPT,
                    live.c.at < now - MATCH_KEPT,
                    match.c.opened_at < now - MATCH_LIFE,
                ),
                ~lasting,
            )
        )
        nobody = select(guest.c.id).where(
            *(
                guest.c.id.not_in(select(column))
                for column in (session.c.guest_id, seat.c.guest_id, account.c.person_id)
            )
        )
        with self._engine.connect() as connection:
            tables = [row.table_id for row in connection.execute(old)]
        with self._engine.begin() as connection:
            for table in tables:
                for kept in (event, live, seat, code, lobby, match):
                    connection.execute(delete(kept).where(kept.c.table_id == table))
            connection.execute(
                delete(session).where(
                    or_(session.c.seen_at < now - SESSION_IDLE, session.c.created_at < now - SESSION_LIFE)
                )
            )
            for column in (tally.c.person_id, pair.c.person_id, pair.c.other, pace.c.person_id, guest.c.id):
                connection.execute(delete(column.table).where(column.in_(nobody)))
        return len(tables)


def four(text: str) -> Four:
    """Four numbers with commas."""
    one, two, three, four = map(int, text.split(","))
    return one, two, three, four

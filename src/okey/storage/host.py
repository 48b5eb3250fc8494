"""What a host sees and does beside serving: people, reports, figures of fair company, announcements, the audit log.

Nothing here reads the log of a table, so nothing shows a tile of a running game.
"""

import secrets
from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, Engine, func, insert, select, update

from okey.play.company import (
    LEAST_DISCARDS,
    LEAST_THROWS,
    LEFT_TOGETHER,
    clicks_evenly,
    errors,
    excess,
    feeds,
    leave_together,
    spread,
)
from okey.play.names import fold
from okey.play.ports import TableId
from okey.storage.results import HOUSE, MINT
from okey.storage.schema import (
    account,
    announcement,
    audit,
    code,
    guest,
    live,
    match,
    movement,
    outcome,
    pace,
    pair,
    purse,
    rated,
    report,
    session,
)
from okey.storage.store import DAY

ID_BYTES: Final = 16
SHOWN: Final = 100
"""Most lines of a list."""


@dataclass(frozen=True, slots=True)
class User:
    """A person with an account."""

    id: bytes
    name: str
    opened_at: int
    seen_at: int | None
    sessions: int
    reports: int
    """Open reports about the person."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a player reports of another."""

    id: bytes
    at: int
    reporter: str
    reported: str
    table: TableId | None
    why: str
    words: str
    closed_at: int | None


@dataclass(frozen=True, slots=True)
class Suspect:
    """Figures beyond their threshold: `feeding` from one to the other, `leaving` together, or an even `pace`."""

    kind: str
    name: str
    other: str
    """Empty for a pace."""
    matches: int
    size: int
    """Discards, throws, or matches that both left."""
    figure: float
    """Share beyond chance, standard deviation of the logarithm, or share of the matches."""
    errors: float
    """Standard errors beyond chance; 0 where there are none."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """What the host tells everybody until a time."""

    id: bytes
    at: int
    until: int
    tr: str
    en: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the audit log."""

    at: int
    who: str
    task: str
    subject: str
    outcome: str


class Host:
    """Plain blocking calls. Times are Unix milliseconds."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    # --- people

    def users(self, text: str = "") -> list[User]:
        """Persons with an account whose name holds something that looks like `text`, by name."""
        sessions = select(func.count()).where(session.c.guest_id == account.c.person_id).scalar_subquery()
        seen = select(func.max(session.c.seen_at)).where(session.c.guest_id == account.c.person_id).scalar_subquery()
        about = report.c.reported == account.c.person_id
        reports = select(func.count()).where(about, report.c.closed_at.is_(None)).scalar_subquery()
        query = (
            select(account.c.person_id, guest.c.name, account.c.created_at, seen, sessions, reports)
            .join(guest, guest.c.id == account.c.person_id)
            .where(account.c.name_key.contains(fold(text), autoescape=True))
            .order_by(account.c.name_key)
            .limit(SHOWN)
        )
        with self._engine.connect() as connection:
            return [User(*row) for row in connection.execute(query)]

    def user(self, name: str) -> User | None:
        """The person whose name looks like this."""
        return next((user for user in self.users(name) if fold(user.name) == fold(name)), None)

    # --- reports and figures

    def reports(self, everything: bool = False) -> list[Report]:
        """Open reports, or all, the oldest first."""
        one, other = guest.alias(), guest.alias()
        query = (
            select(report.c.id, report.c.at, one.c.name, other.c.name, report.c.table_id, report.c.why)
            .add_columns(report.c.words, report.c.closed_at)
            .join(one, one.c.id == report.c.reporter, isouter=True)
            .join(other, other.c.id == report.c.reported, isouter=True)
            .order_by(report.c.at, report.c.id)
            .limit(SHOWN)
        )
        if not everything:
            query = query.where(report.c.closed_at.is_(None))
        with self._engine.connect() as connection:
            rows = connection.execute(query).all()
        return [Report(row[0], row[1], row[2] or "", row[3] or "", *row[4:]) for row in rows]

    def close_report(self, name: bytes, now: int) -> bool:
        """A report was dealt with; False when there is no such open one."""
        mine = update(report).where(report.c.id == name, report.c.closed_at.is_(None))
        with self._engine.begin() as connection:
            return connection.execute(mine.values(closed_at=now)).rowcount == 1

    def suspects(self) -> list[Suspect]:
        """Figures beyond their thresholds (docs/fair-company.md), the strongest of each kind first."""
        one, other = guest.alias(), guest.alias()
        met = select(pair, one.c.name.label("name"), other.c.name.label("met"))
        met = met.join(one, one.c.id == pair.c.person_id).join(other, other.c.id == pair.c.other)
        paced = select(pace, guest.c.name).join(guest, guest.c.id == pace.c.person_id)
        with self._engine.connect() as connection:
            feeding = [
                Suspect(
                    *("feeding", row.name, row.met, row.matches, row.discards),
                    excess(row.discards, row.useful, row.expected),
                    errors(row.useful, row.expected, row.variance),
                )
                for row in connection.execute(met.where(pair.c.discards >= LEAST_DISCARDS))
                if feeds(row.discards, row.useful, row.expected, row.variance)
            ]
            together = pair.c.both_left >= LEFT_TOGETHER, pair.c.person_id < pair.c.other
            leaving = [
                Suspect("leaving", row.name, row.met, row.matches, row.both_left, row.both_left / row.matches, 0.0)
                for row in connection.execute(met.where(*together))
                if leave_together(row.matches, row.both_left)
            ]
            even = [
                Suspect("pace", row.name, "", 0, row.moves, spread(row.moves, row.total, row.squares), 0.0)
                for row in connection.execute(paced.where(pace.c.moves >= LEAST_THROWS))
                if clicks_evenly(row.moves, row.total, row.squares)
            ]
        feeding.sort(key=lambda suspect: -suspect.errors)
        leaving.sort(key=lambda suspect: -suspect.figure)
        return [*feeding, *leaving, *sorted(even, key=lambda suspect: suspect.figure)]

    # --- tables and announcements

    def running(self, name: str) -> TableId | None:
        """The running table with this id in hex, or this short code."""
        table = select(code.c.table_id).where(code.c.code == name.upper())
        with self._engine.connect() as connection:
            found = connection.execute(table).scalar_one_or_none() or _unhex(name)
            return connection.execute(select(live.c.table_id).where(live.c.table_id == found)).scalar_one_or_none()

    def announce(self, tr: str, en: str, now: int, until: int) -> None:
        """Tell everybody something until a time, in both languages."""
        made = {"id": secrets.token_bytes(ID_BYTES), "at": now, "until": until, "tr": tr, "en": en}
        with self._engine.begin() as connection:
            connection.execute(insert(announcement).values(made))

    def announcements(self, now: int) -> list[Announcement]:
        """What everybody is told now, the latest first."""
        query = select(announcement).where(announcement.c.at <= now, announcement.c.until > now)
        with self._engine.connect() as connection:
            rows = connection.execute(query.order_by(announcement.c.at.desc(), announcement.c.id).limit(SHOWN)).all()
        return [Announcement(row.id, row.at, row.until, row.tr, row.en) for row in rows]

    def withdraw(self, now: int) -> int:
        """End all announcements; how many."""
        with self._engine.begin() as connection:
            running = update(announcement).where(announcement.c.until > now)
            return connection.execute(running.values(until=now)).rowcount

    # --- numbers

    def statistics(self, now: int) -> dict[str, int]:
        """How much of everything there is."""
        finished = outcome.c.outcome == 0
        held = purse.c.owner.not_in((MINT, HOUSE)), purse.c.owner.in_(select(account.c.person_id))
        queries: dict[str, tuple[ColumnElement[int], tuple[ColumnElement[bool], ...]]] = {
            "accounts": (func.count(account.c.person_id), ()),
            "accounts_week": (func.count(account.c.person_id), (account.c.created_at > now - 7 * DAY,)),
            "people": (func.count(guest.c.id), ()),
            "sessions": (func.count(session.c.digest), ()),
            "seen_day": (func.count(session.c.guest_id.distinct()), (session.c.seen_at > now - DAY,)),
            "seen_week": (func.count(session.c.guest_id.distinct()), (session.c.seen_at > now - 7 * DAY,)),
            "running": (func.count(live.c.table_id), ()),
            "ended": (func.count(outcome.c.n), ()),
            "finished": (func.count(outcome.c.n), (finished,)),
            "finished_week": (func.count(outcome.c.n), (finished, outcome.c.at > now - 7 * DAY)),
            "kept": (func.count(match.c.table_id), ()),
            "rated": (func.count(rated.c.table_id.distinct()), ()),
            "movements": (func.count(movement.c.reason), ()),
            "held": (func.coalesce(func.sum(purse.c.balance), 0), held),
            "reports": (func.count(report.c.id), (report.c.closed_at.is_(None),)),
        }
        with self._engine.connect() as connection:
            return {
                name: int(connection.execute(select(number).where(*where)).scalar_one())
                for name, (number, where) in queries.items()
            }

    # --- the audit log

    def note(self, who: str, task: str, subject: str, result: str, now: int) -> None:
        """One more line."""
        made = {"id": secrets.token_bytes(ID_BYTES), "at": now, "who": who, "task": task}
        with self._engine.begin() as connection:
            connection.execute(insert(audit).values(made | {"subject": subject, "outcome": result}))

    def audit(self) -> list[Entry]:
        """The last lines, the latest first."""
        query = select(audit.c.at, audit.c.who, audit.c.task, audit.c.subject, audit.c.outcome)
        with self._engine.connect() as connection:
            rows = connection.execute(query.order_by(audit.c.at.desc(), audit.c.id).limit(SHOWN))
            return [Entry(*row) for row in rows]


def _unhex(text: str) -> bytes | None:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return None

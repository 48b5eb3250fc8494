"""Rare queries about players: who they are, their ratings and figures, the weekly boards, how a rating came about."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Engine, and_, func, select

from okey.play import board as weeks
from okey.play.elo import Rating
from okey.play.names import fold, read_name
from okey.play.ports import TableId
from okey.rules.faults import Fault
from okey.rules.ruleset import PRESETS
from okey.storage.schema import account, board, guest, match, pair, rated, rating, tally

BOARD_SHOWN: Final = 100
WEEKS_SHOWN: Final = 520
"""Ten years."""
POINTS_SHOWN: Final = 1000
"""Latest matches of a chart."""
SETTLED: Final = 60_000
"""Milliseconds after a week's end until its board is frozen. The time in a match's last row decides its week, and that
row is on the disk or lost within a few seconds of its time."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person with an account."""

    id: bytes
    name: str
    since: int
    private: bool


@dataclass(frozen=True, slots=True)
class Tally:
    """Figures of a player's finished matches of several people by one preset."""

    preset: str
    matches: int
    wins: int
    deals: int
    normal: int
    okey: int
    pairs: int
    both: int
    others: int
    distance: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of a weekly board; points in twelfths."""

    place: int
    name: str
    points: int
    matches: int


@dataclass(frozen=True, slots=True)
class RatedSeat:
    """A seat of a rated match."""

    seat: int
    name: str
    rank: int
    before: Rating
    change: int


@dataclass(frozen=True, slots=True)
class Past:
    """A match in short; `ended` is None while it runs, `ranks` when it was not played out."""

    preset: str
    ended: int | None
    ranks: str | None


class Standings:
    """Plain blocking calls; the server runs them in a thread. Times are Unix milliseconds."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def player(self, name: str) -> Player | None:
        """The person with an account whose name looks like `name`."""
        if isinstance(read_name(name), Fault):
            return None
        query = (
            select(guest.c.id, guest.c.name, account.c.created_at, account.c.private)
            .join(account, account.c.person_id == guest.c.id)
            .where(account.c.name_key == fold(name))
        )
        with self._engine.connect() as connection:
            row = connection.execute(query).one_or_none()
        return row and Player(row.id, row.name, row.created_at, bool(row.private))

    def ratings(self, person: bytes) -> dict[str, Rating]:
        """By preset, in the order of the presets."""
        query = select(rating.c.preset, rating.c.value, rating.c.matches).where(rating.c.person_id == person)
        with self._engine.connect() as connection:
            found = {row.preset: Rating(row.value, row.matches) for row in connection.execute(query)}
        return {preset: found[preset] for preset in PRESETS if preset in found}

    def tallies(self, person: bytes) -> list[Tally]:
        """In the order of the presets."""
        columns = [column for column in tally.c if column is not tally.c.person_id]
        with self._engine.connect() as connection:
            rows = connection.execute(select(*columns).where(tally.c.person_id == person)).all()
        found = {row.preset: Tally(*row) for row in rows}
        return [found[preset] for preset in PRESETS if preset in found]

    def history(self, person: bytes, preset: str) -> list[tuple[int, int, int]]:
        """When the latest rated matches ended, the rating after each and its change, in thousandths; oldest first."""
        query = (
            select(rated.c.at, rated.c.before + rated.c.change, rated.c.change)
            .where(rated.c.person_id == person, rated.c.preset == preset)
            .order_by(rated.c.at.desc(), rated.c.matches.desc())
            .limit(POINTS_SHOWN)
        )
        with self._engine.connect() as connection:
            return [(at, value, change) for at, value, change in reversed(connection.execute(query).all())]

    def against(self, person: bytes, other: bytes) -> tuple[int, int, int]:
        """Finished matches of two persons, and how many `person` won and lost against `other`."""
        query = select(pair.c.matches, pair.c.wins, pair.c.losses)
        query = query.where(pair.c.person_id == person, pair.c.other == other)
        with self._engine.connect() as connection:
            row = connection.execute(query).one_or_none()
        return (row.matches, row.wins, row.losses) if row else (0, 0, 0)

    # --- boards

    def board(self, week: int) -> list[Standing]:
        """The first lines of the board of the week that began at `week`.

        Ordered by points, then fewer matches, then the earlier last point; who is equal in all shares a place.
        """
        query = (
            select(guest.c.name, board.c.points, board.c.matches, board.c.last_at)
            .join(guest, guest.c.id == board.c.person_id)
            .where(board.c.week == week)
            .order_by(board.c.points.desc(), board.c.matches, board.c.last_at, board.c.person_id)
            .limit(BOARD_SHOWN)
        )
        found: list[Standing] = []
        before: tuple[int, int, int] | None = None
        with self._engine.connect() as connection:
            for row in connection.execute(query):
                merit = (row.points, row.matches, row.last_at)
                place = found[-1].place if merit == before else len(found) + 1
                found.append(Standing(place, row.name, row.points, row.matches))
                before = merit
        return found

    def place(self, week: int, person: bytes) -> Standing | None:
        """A person's line of a board, wherever it stands; None without a rated match that week.

        Those before are counted in three ranges of the board's index.
        """
        query = (
            select(guest.c.name, board.c.points, board.c.matches, board.c.last_at)
            .join(guest, guest.c.id == board.c.person_id)
            .where(board.c.week == week, board.c.person_id == person)
        )
        with self._engine.connect() as connection:
            row = connection.execute(query).one_or_none()
            if row is None:
                return None
            same, less = board.c.points == row.points, board.c.matches < row.matches
            before = 0
            for range_ in (
                board.c.points > row.points,
                and_(same, less),
                and_(same, board.c.matches == row.matches, board.c.last_at < row.last_at),
            ):
                count = select(func.count()).select_from(board).where(board.c.week == week, range_)
                before += connection.execute(count).scalar_one()
        return Standing(before + 1, row.name, row.points, row.matches)

    def weeks(self, before: int) -> list[int]:
        """Weeks before this one that have a board, the latest first; each found by one look into the index."""
        latest = select(func.max(board.c.week).label("week")).where(board.c.week < before).cte("weeks", recursive=True)
        older = select(func.max(board.c.week)).where(board.c.week < latest.c.week).correlate(latest).scalar_subquery()
        found = latest.union_all(select(older).where(latest.c.week.is_not(None)))
        query = select(found.c.week).where(found.c.week.is_not(None)).limit(WEEKS_SHOWN)
        with self._engine.connect() as connection:
            return list(connection.execute(query).scalars())

    # --- one match

    def past(self, table: TableId) -> Past | None:
        """A match in short; None for an unknown one."""
        query = select(match.c.preset, match.c.ended_at, match.c.ranks).where(match.c.table_id == table)
        with self._engine.connect() as connection:
            row = connection.execute(query).one_or_none()
        return row and Past(row.preset, row.ended_at, row.ranks)

    def changes(self, table: TableId) -> list[RatedSeat]:
        """What a match changed, by seat; nothing when it did not count."""
        query = (
            select(rated.c.seat, guest.c.name, rated.c.rank, rated.c.before, rated.c.matches, rated.c.change)
            .join(guest, guest.c.id == rated.c.person_id)
            .where(rated.c.table_id == table)
            .order_by(rated.c.seat)
        )
        with self._engine.connect() as connection:
            return [
                RatedSeat(row.seat, row.name, row.rank, Rating(row.before, row.matches), row.change)
                for row in connection.execute(query)
            ]


def is_frozen(week: int, now: int) -> bool:
    """Whether nothing will be added any more to the board of the week that began at `week`."""
    return now >= week + weeks.WEEK + SETTLED

"""What finished matches add to the figures of players: statements both databases understand, and how far it has come.

The figures follow the list of outcomes line by line; the number of the last line in them stands in `reckoned` and
changes in the same transaction, so nothing is counted twice or left out, whoever counts.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, select, update

from okey.play.invitation import Vault
from okey.play.ports import LogRow, TableId
from okey.play.tally import Played, figures, played
from okey.storage.results import Statement, Steps
from okey.storage.schema import reckoned, seat
from okey.storage.steps import alone, perform

_TALLY = (
    "INSERT INTO tally (person_id, preset, matches, wins, deals, normal, okey, pairs, both, others, distance)"
    " VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (person_id, preset) DO UPDATE SET"
    " matches = tally.matches + 1, wins = tally.wins + excluded.wins, deals = tally.deals + excluded.deals,"
    " normal = tally.normal + excluded.normal, okey = tally.okey + excluded.okey,"
    " pairs = tally.pairs + excluded.pairs, both = tally.both + excluded.both,"
    " others = tally.others + excluded.others, distance = tally.distance + excluded.distance"
)
_MET = (
    "INSERT INTO pair (person_id, other, matches, wins, losses, rated, discards, taken, expected, variance, both_left)"
    " VALUES (?, ?, 1, ?, ?, ?, 0, 0, 0, 0, 0) ON CONFLICT (person_id, other) DO UPDATE SET"
    " matches = pair.matches + 1, wins = pair.wins + excluded.wins, losses = pair.losses + excluded.losses,"
    " rated = pair.rated + excluded.rated"
)


@dataclass(frozen=True, slots=True)
class Log:
    """The log of an ended table that was dealt."""

    table: TableId
    rows: Sequence[LogRow]
    people: Mapping[int, bytes]
    """Who sat, by seat, as the list of seats has it: who has deleted an account is somebody else there than in the
    rows."""
    outcome: int
    """As in the list of outcomes."""


def tallied(log: Log, vault: Vault) -> Iterator[Statement]:
    """Into `tally` the figures of each person; into `pair` who was placed before whom, at rated tables or not."""
    match = played(log.table, log.rows, vault, log.people)
    if match is None:
        return
    yield from _tallied(match)
    yield from _met(match)


def _tallied(match: Played) -> Iterator[Statement]:
    preset = match.opening.rules.preset
    for place, each in sorted(figures(match).items()):
        counts = (each.deals, each.normal, each.okey, each.pairs, each.both, each.others, each.distance)
        yield _TALLY, (match.people[place], preset, int(each.won), *counts)


def _met(match: Played) -> Iterator[Statement]:
    ranks, rated = match.ranks, int(match.opening.rated)
    for one, person in sorted(match.people.items()):
        for other, opponent in sorted(match.people.items()):
            if one != other:
                won, lost = int(ranks[one] < ranks[other]), int(ranks[one] > ranks[other])
                yield _MET, (person, opponent, won, lost, rated)


class Reckoned:
    """How far the figures have come; plain blocking calls."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def counted(self) -> int:
        """The last outcome line that is in the figures; 0 before the first."""
        with self._engine.connect() as connection:
            return int(connection.execute(select(reckoned.c.counted)).scalar_one())

    def people(self, table: TableId) -> dict[int, bytes]:
        """Who sat at a table, by seat."""
        with self._engine.connect() as connection:
            return _people(connection, table)

    def count(self, before: int, counted: int, statements: Iterable[Statement], log: Log | None = None) -> bool:
        """Add to the figures, which stand at line `before`, what brings them to line `counted`.

        False, and nothing was added, when others were faster, or when somebody of `log`, which the statements come
        from, has deleted the account since it was read.
        """
        change = update(reckoned).where(reckoned.c.counted == before).values(counted=counted)
        with alone(self._engine) as connection:
            if log is not None and _people(connection, log.table) != log.people:
                return False
            if connection.execute(change).rowcount == 0:
                return False
            perform(connection, _each(statements))
            return True


def _people(connection: Connection, table: TableId) -> dict[int, bytes]:
    query = select(seat.c.seat, seat.c.guest_id).where(seat.c.table_id == table)
    return {row.seat: row.guest_id for row in connection.execute(query)}


def _each(statements: Iterable[Statement]) -> Steps:
    """As steps; what each finds is of no use."""
    yield from (statement for statement in statements)

"""What an append changes beside its rows, as statements both databases understand, so that their drivers cannot drift.

A place for a value is `?`; `numbered` makes `$1`, `$2` of them.
"""

from dataclasses import dataclass
from functools import cache
from itertools import count
from typing import Any, Final

from okey.fair.messages import Z, next_outcome
from okey.play.ports import (
    Counted,
    Effect,
    Ended,
    Filled,
    Held,
    LogRow,
    Opened,
    Outcome,
    Paid,
    Rated,
    Seated,
    TableId,
    Watched,
)
from okey.rules.events import Four
from okey.storage.results import Steps, held, paid, rated

INSERT: Final = "INSERT INTO event (table_id, seq, at, due, kind, body, cid_seat, cid) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
TOUCH: Final = "UPDATE live SET seq = ?, at = ?, due = ? WHERE table_id = ?"
READ: Final = "SELECT seq, at, due, kind, body, cid_seat, cid FROM event WHERE table_id = ? AND seq > ? ORDER BY seq"
BODIES: Final = "SELECT body FROM event WHERE table_id = ? AND kind = ? ORDER BY seq LIMIT ? OFFSET ?"
WAITING: Final = "SELECT table_id FROM live WHERE due IS NOT NULL ORDER BY due"
_LAST_LINE: Final = "SELECT n, chain FROM outcome ORDER BY n DESC LIMIT 1"
_SEAT: Final = "INSERT INTO seat (table_id, seat, guest_id) VALUES (?, ?, ?)"
_ADVERT: Final = (
    "INSERT INTO lobby (table_id, opened_at, rules, seats, computers, watch, quick, rated, stake)"
    " VALUES (?, ?, ?, ?, 0, ?, ?, ?, ?)"
)
_LINE: Final = (
    "INSERT INTO outcome (n, table_id, server_commit, server_seed, list_hash, outcome, chain, at)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)


@dataclass(frozen=True, slots=True)
class Change:
    """One append: rows of a table, and their effects."""

    table: TableId
    rows: tuple[LogRow, ...]
    effects: tuple[Effect, ...]

    @property
    def inserted(self) -> list[tuple[Any, ...]]:
        """Values of `INSERT`, one tuple for each row."""
        return [(self.table, row.seq, row.at, row.due, row.kind, row.body, row.cid_seat, row.cid) for row in self.rows]

    @property
    def touched(self) -> tuple[Any, ...]:
        """Values of `TOUCH`, which comes last."""
        last = self.rows[-1]
        return last.seq, last.at, last.due, self.table

    @property
    def listed(self) -> bool:
        """Whether it writes what only one node at a time may: the list of outcomes, ratings, the ledger."""
        return any(isinstance(effect, Outcome | Rated | Held | Paid) for effect in self.effects)

    def run(self) -> Steps:
        """What the effects do, statement by statement; each is answered with the rows that were found."""
        for effect in self.effects:
            yield from _steps(self.table, effect, self.rows[-1])


def _steps(table: TableId, effect: Effect, last: LogRow) -> Steps:
    match effect:
        case Opened():
            yield from _opened(table, effect, last)
        case Counted(deal, scores):
            yield "UPDATE match SET deal = ?, scores = ? WHERE table_id = ?", (deal, _shown(scores), table)
        case Ended(ranks):
            shown = None if ranks is None else _shown(ranks)
            yield "UPDATE match SET ended_at = ?, ranks = ? WHERE table_id = ?", (last.at, shown, table)
            yield "DELETE FROM live WHERE table_id = ?", (table,)
            yield "DELETE FROM code WHERE table_id = ?", (table,)
            yield "DELETE FROM lobby WHERE table_id = ?", (table,)
        case Seated(seat, person):
            yield "DELETE FROM seat WHERE table_id = ? AND seat = ?", (table, seat)
            if person is not None:
                yield _SEAT, (table, seat, person)
        case Filled(computers):
            yield "UPDATE lobby SET computers = ? WHERE table_id = ?", (computers, table)
        case Watched(on):
            yield "UPDATE lobby SET watch = ? WHERE table_id = ?", (int(on), table)
        case Outcome():
            yield from _line(table, effect, last.at)
        case Rated():
            yield from rated(table, effect, last.at)
        case Held():
            yield from held(table, effect, last.at)
        case Paid():
            yield from paid(table, effect, last.at)


def _line(table: TableId, ended: Outcome, at: int) -> Steps:
    """The line for the list of outcomes, chained to the last one there is."""
    found = yield _LAST_LINE, ()
    n, chain = found[0] if found else (0, Z)
    chain = next_outcome(chain, table, ended.commit, ended.seed, ended.list_hash, ended.outcome)
    yield _LINE, (n + 1, table, ended.commit, ended.seed, ended.list_hash, ended.outcome, chain, at)


def _opened(table: TableId, made: Opened, last: LogRow) -> Steps:
    yield (
        "INSERT INTO match (table_id, preset, level, opened_at, deal, scores) VALUES (?, ?, ?, ?, 0, ?)",
        (table, made.preset, made.level, last.at, _shown(made.scores)),
    )
    yield "INSERT INTO live (table_id, seq, at, due) VALUES (?, ?, ?, ?)", (table, last.seq, last.at, last.due)
    for seat, person in enumerate(made.people):
        if person is not None:
            yield _SEAT, (table, seat, person)
    if made.code:
        yield "INSERT INTO code (code, table_id) VALUES (?, ?)", (made.code, table)
    if (advert := made.advert) is not None:
        flags = (int(advert.watch), int(advert.quick), int(advert.rated))
        yield _ADVERT, (table, last.at, advert.rules, advert.seats, *flags, advert.stake)


@cache
def numbered(statement: str) -> str:
    """The statement with `$1`, `$2`, ... for its values."""
    numbers = count(1)
    return "".join(f"${next(numbers)}" if letter == "?" else letter for letter in statement)


def _shown(scores: Four) -> str:
    return ",".join(map(str, scores))

"""What the end of a match changes: ratings, the weekly board, and the ledger of çekirdek.

Like all effects these are statements both databases understand, in the transaction of the event they belong to.
"""

from collections.abc import Generator
from typing import Any, Final, TypeAlias

from okey.play import board, elo
from okey.play.ports import Held, Paid, Rated, TableId
from okey.play.rated import DAILY
from okey.rules.ruleset import PRESETS

Statement: TypeAlias = tuple[str, tuple[Any, ...]]
Steps: TypeAlias = Generator[Statement, Any, None]
"""Yields statements; is sent the rows that each found, an empty list for one that only writes."""

MINT: Final = b"\xff" * 16
"""Where çekirdek comes from: the only owner that may owe."""
HOLD: Final = "hold"
"""How the reasons of what is held begin."""
HOUSE: Final = bytes(16)
_PERSONS: Final = "SELECT seat, guest_id FROM seat WHERE table_id = ? ORDER BY seat"
_MOVE: Final = "INSERT INTO movement (reason, at, payer, payee, amount, table_id) VALUES (?, ?, ?, ?, ?, ?)"
_PURSE: Final = "INSERT INTO purse (owner, balance, mint) VALUES (?, 0, ?) ON CONFLICT (owner) DO NOTHING"
_RATING: Final = "SELECT value, matches FROM rating WHERE person_id = ? AND preset = ?"
_SET: Final = (
    "INSERT INTO rating (person_id, preset, value, matches) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (person_id, preset) DO UPDATE SET value = excluded.value, matches = excluded.matches"
)
_RATED: Final = (
    "INSERT INTO rated (table_id, seat, person_id, preset, rank, before, change, matches, at)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_MET: Final = (
    "SELECT count(*) FROM rated AS one JOIN rated AS other ON other.table_id = one.table_id"
    " AND other.preset = one.preset AND other.at = one.at WHERE one.person_id = ? AND other.person_id = ?"
    f" AND one.preset IN ({', '.join(repr(preset) for preset in PRESETS)}) AND one.at >= ? AND one.at < ?"
)
"""Preset and time are named so that the index of `rated` finds the few of a day among all of a person."""
_BOARD: Final = (
    "INSERT INTO board (week, person_id, points, matches, last_at) VALUES (?, ?, ?, 1, ?)"
    " ON CONFLICT (week, person_id) DO UPDATE SET points = board.points + excluded.points, matches = board.matches + 1,"
    " last_at = CASE WHEN excluded.last_at > board.last_at THEN excluded.last_at ELSE board.last_at END"
)
_ADD: Final = "UPDATE purse SET balance = balance + ? WHERE owner = ?"


def move(reason: str, at: int, payer: bytes, payee: bytes, amount: int, table: TableId | None = None) -> Steps:
    """One movement of the ledger; a reason that was used, or a payer who has less, refuses the whole transaction."""
    yield _MOVE, (reason, at, payer, payee, amount, table)
    for owner, change in sorted(((payer, -amount), (payee, amount))):
        yield _PURSE, (owner, int(owner == MINT))
        yield _ADD, (change, owner)


def held(table: TableId, stakes: Held, at: int) -> Steps:
    """From each seat's person to the table."""
    persons = dict((yield _PERSONS, (table,)))
    for seat in stakes.seats:
        yield from move(f"{HOLD}:{table.hex()}:{seat}", at, persons[seat], table, stakes.amount, table)


def paid(table: TableId, payout: Paid, at: int) -> Steps:
    """From the table to each seat's person, and to the house."""
    persons = dict((yield _PERSONS, (table,)))
    for seat, amount in payout.shares:
        if amount:
            yield from move(f"pay:{table.hex()}:{seat}", at, table, persons[seat], amount, table)
    if payout.house:
        yield from move(f"house:{table.hex()}", at, table, HOUSE, payout.house, table)


def rated(table: TableId, match: Rated, at: int) -> Steps:
    """New ratings and points on the board, unless two of them have met often enough today."""
    persons = {seat: person for seat, person in (yield _PERSONS, (table,)) if match.ranks[seat]}
    if len(persons) < 2 or (yield from _met_often(list(persons.values()), at)):
        return
    before = {}
    for seat, person in persons.items():
        found = yield _RATING, (person, match.preset)
        before[seat] = elo.Rating(*found[0]) if found else elo.Rating()
    ranks = {seat: match.ranks[seat] for seat in persons}
    for seat, change in elo.changes(before, ranks).items():
        old, person = before[seat], persons[seat]
        yield _RATED, (table, seat, person, match.preset, ranks[seat], old.value, change, old.matches, at)
        yield _SET, (person, match.preset, old.value + change, old.matches + 1)
    won = board.shares(len(persons), [seat for seat in persons if ranks[seat] == 1])
    for seat, person in persons.items():
        points = won.get(seat, 0)
        yield _BOARD, (board.week_of(at), person, points, at if points else 0)


def _met_often(persons: list[bytes], at: int) -> Generator[Statement, Any, bool]:
    """Whether two of them have played so many rated matches on that day that no more count."""
    day = board.day_of(at)
    for place, one in enumerate(persons):
        for other in persons[place + 1 :]:
            ((met,),) = yield _MET, (one, other, day, day + board.DAY)
            if met >= DAILY:
                return True
    return False

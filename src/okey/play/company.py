"""Fair company: what the log of an ended match tells of players who play into each other's hands, of programs, and of
people who leave together (docs/fair-company.md).

Nothing here is a verdict. The figures add up over many matches, and a host who looks at them decides.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from typing import Final

from okey.play.gathering import gathered
from okey.play.invitation import Vault, is_fair
from okey.play.ports import LogRow, TableId
from okey.play.standing import advance, dealt_from
from okey.rules.events import PERSON, DealEnded, Dealt, Event, Taken, Thrown
from okey.rules.state import State
from okey.rules.tiles import is_okey
from okey.solver import useful

MILLION: Final = 1_000_000
LEAST_DISCARDS: Final = 400
"""Fewer discards between two persons say nothing."""
FED_ERRORS: Final = 4.5
"""Standard errors by which more discards help the next seat than the others."""
FED_SHARE: Final = 0.05
"""Share of the discards that helps the next seat beyond what helps the others."""
LEAST_THROWS: Final = 500
"""Fewer throws say nothing of a person's pace."""
EVEN_PACE: Final = 0.15
"""A person whose throws take times of a smaller spread (standard deviation of the natural logarithm) is no person."""
LEFT_TOGETHER: Final = 5
LEFT_SHARE: Final = 0.1
"""Matches, and their share, that two have left both."""


@dataclass(slots=True)
class Fed:
    """What became of the discards of one seat that the next could take."""

    discards: int = 0
    taken: int = 0
    useful: int = 0
    """Those that brought the next seat nearer to a finish."""
    expected: int = 0
    """Millionths: how many would have by chance (`Feeding`)."""
    variance: int = 0
    """Millionths: of the difference of both, from deal to deal."""


@dataclass(frozen=True, slots=True)
class Met:
    """What one match tells of the persons on two seats, in this direction."""

    seat: int
    other: int
    fed: Fed
    """Discards of `seat`, when `other` is the next one."""
    both_left: bool
    """Whether neither was there when the match ended."""


@dataclass(frozen=True, slots=True)
class Paced:
    """How long the throws of the person on a seat took, in thousandths of the logarithm of milliseconds."""

    seat: int
    moves: int
    total: int
    squares: int


@dataclass(frozen=True, slots=True)
class Company:
    """What one match tells."""

    met: tuple[Met, ...]
    paced: tuple[Paced, ...]


@dataclass(slots=True)
class Feeding:
    """Watches the throws of one match: who helps whom.

    A throw helps a hand when a player of that hand would come nearer to a finish with the tile. Chance is what the
    other tiles of the thrower would have done for the same hand; and the same difference, for the hands of the seats
    that cannot take the tile, is what the thrower's way of choosing does to any hand. Whoever throws knows none of
    them, so what is left is nothing, or less for a careful player. Who sees the next seat's hand, or is told of it,
    helps it more often.
    """

    by_seats: dict[tuple[int, int], Fed] = field(default_factory=dict)
    """By the seats of thrower and taker."""
    _deal: dict[tuple[int, int], int] = field(default_factory=dict)
    """The differences of the deal that runs, in millionths."""

    def see(self, event: Event, after: State, chosen: bool = True) -> None:
        """An event and the state after it; `chosen`: whether a person made the move."""
        deal = after.deal
        if isinstance(event, Dealt | DealEnded):
            for seats, difference in self._deal.items():
                self.by_seats[seats].variance += difference * difference // MILLION
            self._deal.clear()
        elif isinstance(event, Taken):
            self._fed(after.previous(event.seat), event.seat).taken += 1
        elif isinstance(event, Thrown) and deal is not None and chosen and after.turn == after.next(event.seat):
            self._thrown(event, after.turn, after)

    def _thrown(self, event: Thrown, taker: int, after: State) -> None:
        deal = after.deal
        others = [seat for seat in after.seats if seat not in (event.seat, taker)]
        if deal is None or not others:
            return
        choice = [tile >> 1 for tile in (*deal.racks[event.seat], event.tile) if not is_okey(tile, deal.okey)]
        helps, beyond = {}, {}
        for seat in (taker, *others):
            wanted = useful(deal.racks[seat], deal.okey)
            helps[seat] = (event.tile >> 1) in wanted
            average = MILLION * sum(face in wanted for face in choice) // max(1, len(choice))
            beyond[seat] = MILLION * helps[seat] - average
        difference = beyond[taker] - sum(beyond[seat] for seat in others) // len(others)
        fed = self._fed(event.seat, taker)
        fed.discards += 1
        fed.useful += helps[taker]
        fed.expected += MILLION * helps[taker] - difference
        self._deal[event.seat, taker] = self._deal.get((event.seat, taker), 0) + difference

    def _fed(self, thrower: int, taker: int) -> Fed:
        return self.by_seats.setdefault((thrower, taker), Fed())


class Pace:
    """How long somebody takes for a throw, as a logarithm: what is twice as long counts alike for quick and slow."""

    def __init__(self) -> None:
        self.moves = 0
        self.total = 0
        self.squares = 0

    def add(self, milliseconds: int) -> None:
        """One more throw."""
        value = round(1000 * log(max(milliseconds, 1)))
        self.moves += 1
        self.total += value
        self.squares += value * value


def company(table: TableId, rows: Sequence[LogRow], vault: Vault) -> Company | None:
    """What the log of an ended table tells of its persons; None when it was never dealt, or fewer than two sat."""
    if not rows or not is_fair(rows[0]):
        return None
    seating, rest = gathered(table, rows, vault)
    people = [seat for seat, kind in enumerate(seating.kinds) if kind == PERSON]
    if not seating.opened or len(people) < 2:
        return None
    standing = dealt_from(seating.opening(), seating.seq, seating.at)
    feeding, paces, turn = Feeding(), {seat: Pace() for seat in people}, standing.at
    for row in rest:
        step = advance(standing, row)
        standing, event = step.standing, step.event
        if event is None:
            continue
        chosen = row.cid is not None and standing.game.control[row.cid_seat or 0] == PERSON
        feeding.see(event, standing.game, chosen)
        if isinstance(event, Thrown) and chosen:
            paces[event.seat].add(row.at - turn)
        if isinstance(event, Dealt | Thrown):
            turn = row.at
    left = {seat for seat in people if not standing.connected[seat]}
    met = [
        Met(one, other, feeding.by_seats.get((one, other), Fed()), {one, other} <= left)
        for one in people
        for other in people
        if one != other
    ]
    paced = [Paced(seat, pace.moves, pace.total, pace.squares) for seat, pace in paces.items()]
    return Company(tuple(met), tuple(paced))


# --- what the sums say


def errors(useful_discards: int, expected: int, variance: int) -> float:
    """By how many standard errors more discards helped than chance has it; `expected` and `variance` in millionths."""
    return (MILLION * useful_discards - expected) / sqrt(MILLION * variance) if variance > 0 else 0.0


def excess(discards: int, useful_discards: int, expected: int) -> float:
    """The share of the discards that helped beyond chance; `expected` in millionths."""
    return (useful_discards - expected / MILLION) / discards if discards else 0.0


def feeds(discards: int, useful_discards: int, expected: int, variance: int) -> bool:
    """Whether one person's discards help another beyond chance, by all matches in which they were neighbours."""
    return (
        discards >= LEAST_DISCARDS
        and errors(useful_discards, expected, variance) >= FED_ERRORS
        and excess(discards, useful_discards, expected) >= FED_SHARE
    )


def spread(moves: int, total: int, squares: int) -> float:
    """The standard deviation of the logarithm of a person's times."""
    return sqrt(max(0.0, squares / moves - (total / moves) ** 2)) / 1000 if moves else 0.0


def clicks_evenly(moves: int, total: int, squares: int) -> bool:
    """Whether a person throws as evenly as only a program does."""
    return moves >= LEAST_THROWS and spread(moves, total, squares) < EVEN_PACE


def leave_together(matches: int, both_left: int) -> bool:
    """Whether two leave their matches together too often."""
    return both_left >= LEFT_TOGETHER and both_left >= LEFT_SHARE * matches


def pace_of(times: Iterable[int]) -> Pace:
    """The pace of throws that took so many milliseconds."""
    pace = Pace()
    for milliseconds in times:
        pace.add(milliseconds)
    return pace

"""The whole truth about a match: a frozen value that only `okey.rules.match.evolve` changes."""

from dataclasses import dataclass
from typing import TypeGuard

from okey.rules.events import Finished, Four
from okey.rules.history import Result, Seen
from okey.rules.ruleset import Ruleset
from okey.rules.tiles import Face, Tile

Flags = tuple[bool, bool, bool, bool]
Tiles = tuple[Tile, ...]

NONE: Four = (0, 0, 0, 0)
NO: Flags = (False, False, False, False)


@dataclass(frozen=True)
class Deal:
    """One deal. Tuples of four are by seat; empty seats hold empty values."""

    starter: int
    dealer: int
    indicator: Tile
    okey: Face
    dice: tuple[int, int]
    dealt: tuple[Tiles, ...]
    """Racks as dealt."""
    racks: tuple[Tiles, ...]
    """Racks in order of arrival."""
    pile: Tiles
    """Drawn from its front."""
    turn: int
    discards: tuple[Tiles, ...] = ((), (), (), ())
    """Discards as they lie, the last one on top; a taken one is gone."""
    full: bool = True
    """Whether the turn's rack holds 15 tiles."""
    last: int | None = None
    """The seat that drew the last tile of the pile."""
    moves: int = 0
    drew: Flags = NO
    """Who has drawn or taken in this deal."""
    threw: Flags = NO
    declared: Flags = NO
    shown: int | None = None
    shows: Four = NONE
    """Score changes of the shown indicator."""
    penalties: Four = NONE
    """Score changes of wrong claims."""
    claimed: bool = False
    """Whether this turn's wrong claim has been charged."""
    finished: Finished | None = None
    ended: bool = False
    history: tuple[Seen, ...] = ()

    @property
    def sizes(self) -> Four:
        """Number of tiles in each rack."""
        one, two, three, four = self.racks
        return len(one), len(two), len(three), len(four)


@dataclass(frozen=True)
class State:
    """A match. `kinds` and `control` are 0 empty, 1 person, 2 computer."""

    ruleset: Ruleset
    kinds: Four
    control: Four
    scores: Four
    """Scores as of the last deal end."""
    next_starter: int
    number: int = 0
    """Number of the current deal; between deals the last one; 0 before the first."""
    deal: Deal | None = None
    results: tuple[Result, ...] = ()
    ranks: Four = NONE
    match_reason: int = 0

    @property
    def seats(self) -> tuple[int, ...]:
        """The occupied seats, ascending."""
        return tuple(seat for seat in range(4) if self.kinds[seat])

    def is_seat(self, seat: object) -> TypeGuard[int]:
        """Whether `seat` is the number of an occupied seat (an int, and no bool)."""
        return type(seat) is int and 0 <= seat < 4 and self.kinds[seat] != 0

    @property
    def phase(self) -> str:
        """`between`, `draw`, `throw` or `over`."""
        if self.match_reason:
            return "over"
        if self.deal is None or self.deal.ended:
            return "between"
        return "throw" if self.deal.full else "draw"

    @property
    def turn(self) -> int | None:
        """The seat on turn, None when no deal is going on."""
        return self.deal.turn if self.deal and not self.deal.ended else None

    @property
    def standing(self) -> Four:
        """Scores with the shown indicators and penalties of the running deal."""
        if self.deal is None or self.deal.ended:
            return self.scores
        return plus(self.scores, self.deal.shows, self.deal.penalties)

    @property
    def lap(self) -> bool:
        """Whether the last lap is on (RULES 8)."""
        deal = self.deal
        return deal is not None and not deal.ended and deal.last is not None and deal.last != deal.turn

    def next(self, seat: int) -> int:
        """The next occupied seat."""
        return next((seat + step) % 4 for step in (1, 2, 3, 4) if self.kinds[(seat + step) % 4])

    def previous(self, seat: int) -> int:
        """The occupied seat before."""
        return next((seat - step) % 4 for step in (1, 2, 3, 4) if self.kinds[(seat - step) % 4])


def plus(*changes: Four) -> Four:
    """Sum by seat."""
    one, two, three, four = (sum(column) for column in zip(*changes, strict=True))
    return one, two, three, four


def only(seat: int, points: int) -> Four:
    """`points` for one seat, 0 for the others."""
    one, two, three, four = (points if place == seat else 0 for place in range(4))
    return one, two, three, four

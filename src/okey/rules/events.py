"""What happened: the twelve game events, numbered and typed as in okey-fair/1 (FAIRNESS 5).

Everything in an event is public but the fields named hidden. Seats are 0..3; a seat that may be missing is None.
"""

from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from okey.rules.tiles import Tile

Groups: TypeAlias = tuple[tuple[Tile, ...], ...]
Four: TypeAlias = tuple[int, int, int, int]

MELDS: Final = 1
PAIRS: Final = 2

PERSON: Final = 1
COMPUTER: Final = 2

# reasons of DealEnded
FINISH, PILE, MOVE_LIMIT, CANCELLED, FORFEIT = 1, 2, 3, 4, 5
# reasons of MatchEnded
SCORE, TARGET, SINGLE_DEAL, FORFEITED, MATCH_CANCELLED, ALL_LEFT, DEALS_LIMIT = 1, 2, 3, 4, 5, 6, 7


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal began; `seat` is the dealer. Hidden: `racks` (in order of arrival), `pile` (drawn from its front)."""

    TYPE: ClassVar[int] = 1
    seat: int
    starter: int
    indicator: Tile
    dice: tuple[int, int]
    racks: tuple[tuple[Tile, ...], ...] = ()
    pile: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Shown:
    """The indicator's twin was shown."""

    TYPE: ClassVar[int] = 2
    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Drawn:
    """The front tile of the pile was drawn; only its owner learns which."""

    TYPE: ClassVar[int] = 3
    seat: int


@dataclass(frozen=True, slots=True)
class Taken:
    """The previous seat's last discard was taken."""

    TYPE: ClassVar[int] = 4
    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Thrown:
    """A tile was thrown."""

    TYPE: ClassVar[int] = 5
    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Finished:
    """A seat finished: `kind` MELDS or PAIRS, the thrown tile, the other 14 in groups."""

    TYPE: ClassVar[int] = 6
    seat: int
    kind: int
    tile: Tile
    groups: Groups


@dataclass(frozen=True, slots=True)
class DealEnded:
    """The deal ended: the finisher, the forfeiting seat, or None; all score changes of the deal by seat."""

    TYPE: ClassVar[int] = 7
    seat: int | None
    reason: int
    changes: Four


@dataclass(frozen=True, slots=True)
class Automatic:
    """The draw or discard that follows was made for a person whose time was out."""

    TYPE: ClassVar[int] = 8
    seat: int


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match ended: the forfeiting seat or None, final scores, ranks (0 for an empty seat)."""

    TYPE: ClassVar[int] = 9
    seat: int | None
    reason: int
    scores: Four
    ranks: Four


@dataclass(frozen=True, slots=True)
class Declared:
    """A seat declared pairs."""

    TYPE: ClassVar[int] = 10
    seat: int


@dataclass(frozen=True, slots=True)
class Controlled:
    """From now on a PERSON or a COMPUTER plays for the seat."""

    TYPE: ClassVar[int] = 11
    seat: int
    controller: int


@dataclass(frozen=True, slots=True)
class Claimed:
    """A wrong claim to finish, charged by the house rule `penalty`."""

    TYPE: ClassVar[int] = 12
    seat: int
    tile: Tile
    groups: Groups


Event: TypeAlias = (
    Dealt
    | Shown
    | Drawn
    | Taken
    | Thrown
    | Finished
    | DealEnded
    | Automatic
    | MatchEnded
    | Declared
    | Controlled
    | Claimed
)

"""What a seat, or the table itself, may ask for."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from okey.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a rack as it lies: tile ids or None; `join` means its last block goes on in the next row."""

    slots: tuple[Tile | None, ...]
    join: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the front tile of the pile."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take the last discard of the previous seat."""


@dataclass(frozen=True, slots=True)
class Throw:
    """Throw `tile` and end the turn."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Finish:
    """Finish by throwing `tile`; `rows` is the rack as laid and is judged under `arrange=manual` (RULES 6)."""

    tile: Tile
    rows: tuple[Row, ...] | None = None


@dataclass(frozen=True, slots=True)
class ShowIndicator:
    """Show the indicator's twin (RULES 7)."""


@dataclass(frozen=True, slots=True)
class DeclarePairs:
    """Declare going for pairs (RULES 6)."""


@dataclass(frozen=True, slots=True)
class StartDeal:
    """Deal the line of 106 tiles; `dice` are all throws of both dice in order, the last one counts (RULES 3)."""

    line: tuple[Tile, ...]
    dice: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The time of the turn is used up; whether it is, the clock says (RULES 10)."""


@dataclass(frozen=True, slots=True)
class SetControl:
    """From now on a person (1) or a computer (2) plays for `seat`."""

    seat: int
    controller: Literal[1, 2]


@dataclass(frozen=True, slots=True)
class Cancel:
    """The match ends without a result; `all_left` when every person has left."""

    all_left: bool = False


SeatAction: TypeAlias = Draw | Take | Throw | Finish | ShowIndicator | DeclarePairs
TableAction: TypeAlias = StartDeal | TimeOut | SetControl | Cancel
Action: TypeAlias = SeatAction | TableAction

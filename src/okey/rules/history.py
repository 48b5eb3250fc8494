"""What everyone saw: the public history of a deal and the results of the ended ones."""

from dataclasses import dataclass

from okey.rules.events import Four
from okey.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class Seen:
    """One public event of the current deal: its type (FAIRNESS 5), its seat, the tile everyone saw, if any."""

    type: int
    seat: int
    tile: Tile | None


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended: the part of it that everyone saw. `kind` 0 none, 1 melds, 2 pairs."""

    deal: int
    starter: int
    indicator: Tile
    seat: int | None
    reason: int
    changes: Four
    shows: Four
    kind: int
    tile: Tile | None
    groups: tuple[tuple[Tile, ...], ...]

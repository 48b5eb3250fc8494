"""A rack as the solver counts it: what each throw leaves, and which tiles would help."""

from collections.abc import Sequence
from dataclasses import dataclass

from okey.rules.tiles import FALSE_JOKER, Face, Tile
from okey.solver import distance, useful

@dataclass(frozen=True, slots=True)
class Left:
    """What throwing one face leaves: distances of the other 14 tiles."""

    face: Face
    tile: Tile
    """The first tile of this face in the rack."""
    melds: int
    pairs: int


def throws(rack: Sequence[Tile], okey: Face) -> list[Left]:
    left = []
    done = set()
    for tile in sorted(rack):
        if tile >> 1 in done: continue
        done.add(tile >> 1)
        d = distance([t for t in rack if t != tile], okey)
        left.append(Left(tile >> 1, tile, d.melds, d.pairs))
    return left

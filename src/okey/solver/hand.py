"""What 14 or 15 tiles are: complete, how far away, which tiles help, what to throw (RULES 5, 6, 11)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from okey.rules.tiles import FACES, FALSE_JOKER, Face, Tile
from okey.solver.core import core

Kind: TypeAlias = Literal["melds", "pairs"]


@dataclass(frozen=True, slots=True)
class Distance:
    """The fewest tiles to exchange for a complete hand, in melds and in pairs."""

    melds: int
    pairs: int

    @property
    def best(self) -> int:
        """The smaller one: what players call "tiles away"."""
        return min(self.melds, self.pairs)


@dataclass(frozen=True, slots=True)
class Throw:
    """A tile to throw, the distance of the 14 that stay and their useful faces with the copies left."""

    tile: Tile
    distance: int
    useful: dict[Face, int]


def counts(tiles: Iterable[Tile], okey: Face) -> bytes:
    """The kernel's 53 counts: faces with the false jokers as the okey's face, and the real okeys at 52."""
    found = bytearray(FACES)
    for tile in tiles:
        found[slot(tile >> 1, okey)] += 1
    return bytes(found)


def slot(face: Face, okey: Face) -> int:
    """Where the kernel counts a face, and the face that the kernel counts there: its own inverse."""
    if face == okey:
        return FALSE_JOKER
    return okey if face == FALSE_JOKER else face


def faces(bits: int, okey: Face) -> list[Face]:
    """The faces of a kernel's mask, rising."""
    return sorted(slot(face, okey) for face in range(FACES) if bits >> face & 1)


def left(tiles: Iterable[Tile], indicator: Tile, seen: Iterable[Tile] = ()) -> list[int]:
    """Copies of each face outside the tiles, the indicator and the tiles seen elsewhere."""
    copies = [2] * FACES
    for tile in {*tiles, indicator, *seen}:
        copies[tile >> 1] -= 1
    return copies


def distance(tiles: Sequence[Tile], okey: Face) -> Distance:
    """How far 14 tiles are from a complete hand. `ValueError` for another number of tiles."""
    return Distance(*core.distance(counts(tiles, okey)))


def complete(tiles: Sequence[Tile], okey: Face) -> tuple[Kind, ...]:
    """The ways in which 14 tiles are complete: melds, pairs, both or none."""
    away = distance(tiles, okey)
    kinds: list[Kind] = []
    if away.melds == 0:
        kinds.append("melds")
    if away.pairs == 0:
        kinds.append("pairs")
    return tuple(kinds)


def useful(tiles: Sequence[Tile], okey: Face) -> frozenset[Face]:
    """Faces whose draw lets the best throw leave a smaller distance; none at distance 0.

    A face of which both tiles are in the hand cannot be drawn and is never among them.
    """
    return frozenset(faces(core.useful(counts(tiles, okey)), okey))


def useful_copies(tiles: Sequence[Tile], okey: Face, indicator: Tile, seen: Iterable[Tile] = ()) -> dict[Face, int]:
    """Useful faces with the copies left outside the hand, the indicator and `seen`; only faces with a copy left."""
    copies = left(tiles, indicator, seen)
    return {face: copies[face] for face in faces(core.useful(counts(tiles, okey)), okey) if copies[face]}


def finishes(tiles: Sequence[Tile], okey: Face) -> dict[Tile, tuple[Kind, ...]]:
    """Every tile of 15 that may be thrown to finish, with the ways in which the other 14 are complete."""
    found: dict[Tile, tuple[Kind, ...]] = {}
    by_face: dict[Face, tuple[Kind, ...]] = {}
    for tile in tiles:
        face = tile >> 1
        if face not in by_face:
            by_face[face] = complete([other for other in tiles if other != tile], okey)
        if by_face[face]:
            found[tile] = by_face[face]
    return found


def best_throw(tiles: Sequence[Tile], okey: Face, indicator: Tile, seen: Iterable[Tile] = ()) -> Throw:
    """The throw of 15 tiles that leaves the smallest distance, then the most useful copies, is then no okey, then
    the first in r1..k13, F; of two equal tiles the lower id."""
    copies = left(tiles, indicator, seen)
    options = core.throws(counts(tiles, okey), bytes(copies[slot(face, okey)] for face in range(FACES)))
    _, _, face, away, bits = min(
        (-useful, face == FALSE_JOKER, slot(face, okey), away, bits) for face, away, bits, useful in options
    )
    tile = min(tile for tile in tiles if tile >> 1 == face)
    return Throw(tile, away, {useful: copies[useful] for useful in faces(bits, okey) if copies[useful]})

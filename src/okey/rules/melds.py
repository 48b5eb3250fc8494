"""Runs, sets and pairs as they lie: the rules of RULES 5 for one group of tiles in its order."""

from collections.abc import Sequence
from typing import Final

from okey.rules.tiles import Face, Tile, value

LONGEST_RUN: Final = 14
"""1..13 and the 1 that may follow 13."""


def rising(tiles: Sequence[Tile], okey: Face) -> int | None:
    """Number (1..12) at which the run in this order starts, or None when it is no rising run.

    A 1 that follows 13 stands at place 14 and ends the run.
    """
    length = len(tiles)
    if not 3 <= length <= LONGEST_RUN:
        return None
    naturals = [(place, value(tile, okey)) for place, tile in enumerate(tiles) if tile >> 1 != okey]
    if not naturals or len({face // 13 for _, face in naturals}) != 1:
        return None
    for start in range(1, LONGEST_RUN + 2 - length):
        if all((start + place - 1) % 13 == face % 13 for place, face in naturals):
            return start
    return None


def is_run(tiles: Sequence[Tile], okey: Face) -> bool:
    """Whether the tiles in this order are a run, rising or falling."""
    return rising(tiles, okey) is not None or rising(tiles[::-1], okey) is not None


def is_set(tiles: Sequence[Tile], okey: Face) -> bool:
    """Whether the tiles are a set: 3 or 4 of one number, no colour twice."""
    if not 3 <= len(tiles) <= 4:
        return False
    faces = [value(tile, okey) for tile in tiles if tile >> 1 != okey]
    return len({face % 13 for face in faces}) == 1 and len(set(faces)) == len(faces)


def is_meld(tiles: Sequence[Tile], okey: Face) -> bool:
    """Whether the tiles in this order are a run or a set."""
    return is_set(tiles, okey) or is_run(tiles, okey)


def is_pair(tiles: Sequence[Tile], okey: Face) -> bool:
    """Whether the tiles are a pair: two of one face, or an okey and anything."""
    return len(tiles) == 2 and (okey in (tiles[0] >> 1, tiles[1] >> 1) or tiles[0] >> 1 == tiles[1] >> 1)

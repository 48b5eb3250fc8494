"""The 106 tiles and their faces.

A tile is an id 0..105: `26 * colour + 2 * (number - 1) + copy`, colours in the order red, yellow, blue, black;
104 and 105 are the two false jokers. A face is what is printed on a tile: 0..51 for `13 * colour + number - 1`,
52 for the false joker. Both are plain ints, so that hot loops stay cheap.
"""

from typing import Final, TypeAlias

Tile: TypeAlias = int
Face: TypeAlias = int

TILES: Final = 106
RED, YELLOW, BLUE, BLACK = range(4)
FALSE_JOKER: Final[Face] = 52
FACES: Final = 53


def is_tile(value: object) -> bool:
    """Whether `value` is a tile id (an int 0..105, and no bool)."""
    return type(value) is int and 0 <= value < TILES


def face(tile: Tile) -> Face:
    """What is printed on `tile`."""
    return tile >> 1


def colour(face: Face) -> int:
    """Colour 0..3 of a numbered face."""
    return face // 13


def number(face: Face) -> int:
    """Number 1..13 of a numbered face."""
    return face % 13 + 1


def okey_face(indicator: Tile) -> Face:
    """The face of the two wild tiles: the indicator's colour, one number higher, 13 -> 1 (RULES 3)."""
    shown = indicator >> 1
    if not 0 <= shown < FALSE_JOKER:
        raise ValueError(f"tile {indicator} cannot be an indicator")
    return shown + 1 if shown % 13 != 12 else shown - 12


def twin(tile: Tile) -> Tile:
    """The other copy of the same face."""
    return tile ^ 1


def value(tile: Tile, okey: Face) -> Face:
    """The face that `tile` counts as when it is not wild: a false joker stands for the okey's face (RULES 1)."""
    shown = tile >> 1
    return okey if shown == FALSE_JOKER else shown


def is_okey(tile: Tile, okey: Face) -> bool:
    """Whether `tile` is a real okey (wild)."""
    return tile >> 1 == okey

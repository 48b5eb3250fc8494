"""Tiles as text: `r5`, `k13`, `F`; with their copy `r5a`, `Fb` (RULES 1)."""

import re
from collections.abc import Iterable
from typing import Final

from okey.rules.tiles import Face, Tile

LETTERS: Final = "rybk"
FACE_NAMES: Final[tuple[str, ...]] = (*(f"{letter}{n}" for letter in LETTERS for n in range(1, 14)), "F")
_FACES: Final = {name: face for face, name in enumerate(FACE_NAMES)}
_TILE: Final = re.compile(r"(F|[rybk](?:1[0-3]|[1-9]))([ab])")


def face_text(face: Face) -> str:
    """`0` -> `r1`, `51` -> `k13`, `52` -> `F`."""
    return FACE_NAMES[face]


def tile_text(tile: Tile) -> str:
    """A tile with its copy: `8` -> `r5a`, `105` -> `Fb`."""
    return FACE_NAMES[tile >> 1] + "ab"[tile & 1]


def parse_face(text: str) -> Face:
    """Read `r5` or `F`; raises `ValueError` for anything else."""
    try:
        return _FACES[text]
    except KeyError:
        raise ValueError(f"unknown tile {text!r}") from None


def parse_tile(text: str) -> Tile:
    """Read `r5a` or `Fb`; raises `ValueError` for anything else."""
    match = _TILE.fullmatch(text)
    if match is None:
        raise ValueError(f"unknown tile {text!r}")
    return 2 * _FACES[match[1]] + "ab".index(match[2])


def tiles_from_faces(texts: Iterable[str], okey: Face | None = None) -> tuple[Tile, ...]:
    """Give every face in `texts` a physical tile; `O` is a real okey when `okey` is known.

    Raises `ValueError` that names the tile: unknown, or more than two of one face.
    """
    used: dict[Face, int] = {}
    tiles = []
    for text in texts:
        face = okey if text == "O" and okey is not None else parse_face(text)
        copy = used.get(face, 0)
        if copy == 2:
            raise ValueError(f"more than two of {text!r}")
        used[face] = copy + 1
        tiles.append(2 * face + copy)
    return tuple(tiles)


__all__ = [
    "FACE_NAMES",
    "LETTERS",
    "face_text",
    "parse_face",
    "parse_tile",
    "tile_text",
    "tiles_from_faces",
]

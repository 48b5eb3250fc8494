"""What a hand is, as the values of `okey hand --json`: one answer for the command line, batches and the server."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from okey.rules.text import face_text, parse_face
from okey.rules.tiles import FALSE_JOKER, Face, Tile, is_tile, okey_face
from okey.solver.arrangement import Groups, melds_of, pairs_of, reading
from okey.solver.hand import best_throw, distance, finishes, useful_copies
from okey.solver.hand import complete as complete_kinds

Code: TypeAlias = Literal["unknown_tile", "false_joker_indicator", "too_many_copies", "wrong_number_of_tiles"]


class HandError(ValueError):
    """Tiles that are no hand: a code, and the tile as it was given (None for a wrong number of tiles)."""

    def __init__(self, code: Code, tile: str | None = None) -> None:
        super().__init__(code if tile is None else f"{code}: {tile}")
        self.code = code
        self.tile = tile


def report(indicator: str, tiles: Iterable[str]) -> dict[str, Any]:
    """What 14 or 15 tiles are, all given as text (`r5`, `F`; `O` for a real okey). Raises `HandError`.

    >>> report("b4", "r3 r4 r5 r6 k9 b9 y9 y10 y11 y12 y13 k6 k7 b5 r11".split())["finishes"]
    {'r11': ['melds']}
    """
    shown = 2 * _face(indicator)
    if shown == 2 * FALSE_JOKER:
        raise HandError("false_joker_indicator", indicator)
    okey = okey_face(shown)
    used = {shown >> 1: 1}
    hand: list[Tile] = []
    for text in tiles:
        face = okey if text == "O" else _face(text)
        copy = used.get(face, 0)
        if copy == 2:
            raise HandError("too_many_copies", text)
        used[face] = copy + 1
        hand.append(2 * face + copy)
    return _report(shown, hand, okey)


def report_tiles(indicator: Tile, tiles: Sequence[Tile]) -> dict[str, Any]:
    """The same for tile ids; whatever is no id, or comes twice, raises `HandError`."""
    for tile in (indicator, *tiles):
        if not is_tile(tile):
            raise HandError("unknown_tile", str(tile))
    if indicator >> 1 == FALSE_JOKER:
        raise HandError("false_joker_indicator", face_text(indicator >> 1))
    used = {indicator}
    for tile in tiles:
        if tile in used:
            raise HandError("too_many_copies", face_text(tile >> 1))
        used.add(tile)
    return _report(indicator, tiles, okey_face(indicator))


def _face(text: str) -> Face:
    try:
        return parse_face(text)
    except ValueError:
        raise HandError("unknown_tile", text) from None


def _report(indicator: Tile, tiles: Sequence[Tile], okey: Face) -> dict[str, Any]:
    if len(tiles) == 14:
        away = distance(tiles, okey)
        return {
            "complete": list(complete_kinds(tiles, okey)),
            "distance": {"melds": away.melds, "pairs": away.pairs},
            "arrangement": [[face_text(tile >> 1) for tile in group] for group in _arrangement(tiles, okey)],
            "useful": _texts(useful_copies(tiles, okey, indicator)),
        }
    if len(tiles) == 15:
        best = best_throw(tiles, okey, indicator)
        return {
            "finishes": {face_text(tile >> 1): list(kinds) for tile, kinds in sorted(finishes(tiles, okey).items())},
            "best": {
                "throw": face_text(best.tile >> 1),
                "distance": best.distance,
                "useful": _texts(best.useful),
            },
        }
    raise HandError("wrong_number_of_tiles")


def _arrangement(tiles: Sequence[Tile], okey: Face) -> Groups:
    """The complete reading; else pairs when they are nearer, else melds."""
    read = reading(tiles, okey)
    if read is not None:
        return read[1]
    away = distance(tiles, okey)
    return pairs_of(tiles, okey) if away.pairs < away.melds else melds_of(tiles, okey)


def _texts(copies: Mapping[Face, int]) -> dict[str, int]:
    return {face_text(face): number for face, number in copies.items()}

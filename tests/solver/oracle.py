"""Slow and plain answers that share nothing with the solver: the rules of melds written out, every way tried."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from okey.rules.tiles import FALSE_JOKER, Face, Tile

RUNS = [
    tuple(13 * colour + place % 13 for place in range(start, start + length))
    for colour in range(4)
    for length in (3, 4, 5)
    for start in range(15 - length)
]
SETS = [
    tuple(13 * colour + number for colour in colours)
    for number in range(13)
    for length in (3, 4)
    for colours in combinations(range(4), length)
]
MELDS = RUNS + SETS
"""Every set, and the runs of 3 to 5 of which all longer ones are made."""


def split(tiles: Sequence[Tile], okey: Face) -> tuple[list[Face], int]:
    """Faces of the tiles that are not wild, a false joker as the okey's face; and how many are wild."""
    faces = [okey if tile >> 1 == FALSE_JOKER else tile >> 1 for tile in tiles if tile >> 1 != okey]
    return faces, len(tiles) - len(faces)


def melds_away(tiles: Sequence[Tile], okey: Face) -> int:
    """Exchanges that the tiles are away from 14 in melds: every partition of 14 places is tried."""
    faces, wilds = split(tiles, okey)
    return max(0, 14 - wilds - most_kept(faces))


def pairs_away(tiles: Sequence[Tile], okey: Face) -> int:
    """Exchanges that the tiles are away from seven pairs, pair by pair."""
    faces, wilds = split(tiles, okey)
    pairs = 0
    while faces:
        face = faces.pop()
        if face in faces:
            faces.remove(face)
            pairs += 1
    return max(0, 7 - pairs - wilds)


def most_kept(faces: Sequence[Face]) -> int:
    """The most of the faces that lie in melds of exactly 14 tiles; what is missing there is drawn."""
    rest = sum(1 << 2 * face for face in faces)
    options: dict[Face, set[tuple[int, int, int]]] = {face: set() for face in faces}
    for meld in MELDS:
        held = [face for face in meld if face in options]
        for own in range(1, len(held) + 1):
            for part in combinations(held, own):
                options[min(part)].add((len(meld), own, sum(1 << 2 * face for face in part)))
    plain = {face: sorted(found, key=lambda option: (-option[1], option)) for face, found in options.items()}

    @cache
    def kept(rest: int, tiles: int, room: int) -> int:
        if room in (1, 2):
            return -99
        if not rest or not room:
            return 0
        lowest = ((rest & -rest).bit_length() - 1) // 2
        best = 0
        for size, own, part in plain[lowest]:
            if size <= room and not has_less(rest, part):
                best = max(best, own + kept(rest - part, tiles - own, room - size))
                if best == min(tiles, room):
                    return best
        return max(best, kept(rest - (1 << 2 * lowest), tiles - 1, room))

    return kept(rest, len(faces), 14)


def has_less(rest: int, part: int) -> bool:
    """Whether the packed counts lack a face of the packed part."""
    return bool(part & ~(rest | rest >> 1))


def neighbours(tiles: Sequence[Tile]) -> Iterator[Tile]:
    """One tile of each face that can still be drawn."""
    for face in range(53):
        for tile in (2 * face, 2 * face + 1):
            if tile not in tiles:
                yield tile
                break

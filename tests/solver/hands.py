"""Hands for the tests: from text, random, complete, and a few exchanges from complete."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from okey.rules.text import tiles_from_faces
from okey.rules.tiles import FALSE_JOKER, Face, Tile, okey_face
from tests.solver.oracle import MELDS


def hand(text: str, indicator: str = "k7") -> tuple[tuple[Tile, ...], Face]:
    """Tiles (`O` a real okey) and the okey's face, as most functions of the solver take them."""
    okey = okey_face(tiles_from_faces([indicator])[0])
    return tiles_from_faces(text.split(), okey), okey


def shuffled(random: Random, tiles: Sequence[Tile]) -> list[Tile]:
    """The tiles in another order."""
    return random.sample(list(tiles), len(tiles))


def random_hand(random: Random, size: int = 14) -> tuple[list[Tile], Face]:
    """Any tiles; in half of the hands one or two okeys are put in."""
    okey = random.randrange(52)
    tiles = random.sample(range(106), size)
    return with_okeys(random, tiles, okey, random.choice((0, 0, 1, 2))), okey


def near_hand(random: Random, size: int = 14, exchanges: int = 2) -> tuple[list[Tile], Face]:
    """A hand complete in melds or pairs with 0..2 okeys, of which up to `exchanges` tiles are then exchanged."""
    okey = random.randrange(52)
    wilds = random.choice((0, 1, 2))
    while True:
        faces = _pairs(random) if random.random() < 0.15 else _melds(random)
        kept = random.sample(faces, 14 - wilds)
        if max(Counter(kept).values()) <= 2:
            break
    tiles = [2 * okey + copy for copy in range(wilds)]
    for face, count in Counter(kept).items():
        tiles += [2 * (FALSE_JOKER if face == okey else face) + copy for copy in range(count)]
    others = [tile for tile in range(106) if tile not in tiles]
    random.shuffle(others)
    for _ in range(random.randint(0, exchanges)):
        tiles[random.randrange(14)] = others.pop()
    tiles += others[: size - 14]
    return shuffled(random, tiles), okey


def with_okeys(random: Random, tiles: list[Tile], okey: Face, wilds: int) -> list[Tile]:
    """The hand with at least so many okeys."""
    for okey_tile in (2 * okey, 2 * okey + 1)[:wilds]:
        if okey_tile not in tiles:
            places = [place for place, tile in enumerate(tiles) if tile >> 1 != okey]
            tiles[random.choice(places)] = okey_tile
    return tiles


def _melds(random: Random) -> list[Face]:
    while True:
        melds = random.sample(MELDS, random.choice((3, 4, 4, 4)))
        faces = [face for meld in melds for face in meld]
        if len(faces) == 14:
            return faces


def _pairs(random: Random) -> list[Face]:
    return random.sample(range(52), 7) * 2

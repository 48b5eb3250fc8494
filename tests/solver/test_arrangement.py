"""Arrangements: legal, in reading order, covering the most tiles, the same for every order of the tiles."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from random import Random

import pytest

from okey.rules.melds import is_set, rising
from okey.rules.text import face_text
from okey.rules.tiles import Face, Tile
from okey.solver import KERNEL, complete, melds_of, pairs_of, reading
from tests.solver.hands import hand, near_hand, random_hand, shuffled
from tests.solver.oracle import MELDS, split


def most_covered(tiles: Sequence[Tile], okey: Face) -> int:
    """The most tiles in complete melds: the lowest tile is left out or lies in any meld with it, okeys for the rest."""
    faces, wilds = split(tiles, okey)

    @cache
    def cover(rest: tuple[Face, ...], wilds: int) -> int:
        if not rest:
            return 0
        lowest = rest[0]
        best = cover(rest[1:], wilds)
        for meld in MELDS:
            if lowest not in meld:
                continue
            held = [face for face in meld if face in rest and face != lowest]
            for own in range(len(meld) - 1 - wilds, len(held) + 1):
                for part in combinations(held, own) if own >= 0 else ():
                    left = list(rest)
                    for face in (lowest, *part):
                        left.remove(face)
                    best = max(best, len(meld) + cover(tuple(left), wilds - len(meld) + own + 1))
        return best

    return cover(tuple(sorted(faces)), wilds)


def test_melds_cover_the_most_tiles() -> None:
    random = Random(11)
    for number in range(240):
        size = random.choice((14, 14, 15))
        tiles, okey = random_hand(random, size) if number % 2 else near_hand(random, size, 4)
        groups = melds_of(tiles, okey)
        laid = [tile for group in groups for tile in group]
        assert len(laid) == len(set(laid))
        assert set(laid) <= set(tiles)
        for group in groups:
            assert is_set(group, okey) or rising(group, okey), (group, okey)
        assert len(laid) == most_covered(tiles, okey), (tiles, okey)
        assert melds_of(shuffled(random, tiles), okey) == groups


@pytest.mark.parametrize("size", [0, 1, 5, 13])
def test_any_number_of_tiles_can_be_laid(size: int) -> None:
    random = Random(size)
    for _ in range(40):
        okey = random.randrange(52)
        tiles = random.sample(range(106), size)
        laid = [tile for group in melds_of(tiles, okey) for tile in group]
        assert len(laid) == most_covered(tiles, okey)


def test_pairs_are_the_most_pairs() -> None:
    random = Random(12)
    for _ in range(400):
        tiles, okey = near_hand(random, random.choice((14, 15)), 3)
        pairs = pairs_of(tiles, okey)
        laid = [tile for pair in pairs for tile in pair]
        assert len(laid) == len(set(laid)) == 2 * len(pairs)
        assert set(laid) <= set(tiles)
        for one, other in pairs:
            assert one >> 1 == other >> 1 or okey in {one >> 1, other >> 1}
        faces, wilds = split(tiles, okey)
        equal = sum(faces.count(face) == 2 for face in set(faces))
        assert len(pairs) == min(len(tiles) // 2, equal + wilds) or wilds == 2
        assert pairs_of(shuffled(random, tiles), okey) == pairs


def test_two_okeys_are_a_pair_only_without_single_tiles() -> None:
    tiles, okey = hand("r1 r1 y2 y2 b3 b3 k4 k4 r6 r6 y10 y10 O O")
    assert pairs_of(tiles, okey)[-1] == (2 * okey, 2 * okey + 1)
    tiles, okey = hand("r1 r1 y2 y2 b3 b3 k4 k4 r6 r6 y10 y11 O O")
    assert [okey in {one >> 1, other >> 1} for one, other in pairs_of(tiles, okey)] == [False] * 5 + [True] * 2
    assert pairs_of(hand("r1 O O")[0], okey) == ((0, 2 * okey),)


def test_reading_covers_every_complete_hand() -> None:
    random = Random(13)
    kinds = set()
    for _ in range(1500 if KERNEL == "compiled" else 150):
        tiles, okey = near_hand(random, 14, 1)
        found = reading(tiles, okey)
        alone = reading(tiles, okey, pairs_only=True)
        ways = complete(tiles, okey)
        if found is None:
            assert ways == ()
            assert alone is None
            continue
        kind, groups = found
        kinds.add(kind)
        assert kind == ("pairs" if "pairs" in ways else "melds")
        assert alone == (found if kind == "pairs" else None)
        assert sorted(tile for group in groups for tile in group) == sorted(tiles)
        assert all(len(group) == 2 for group in groups) or kind == "melds"
    assert kinds == {"melds", "pairs"}


def test_pairs_pay_better_than_melds() -> None:
    tiles, okey = hand("r1 r1 r2 r2 r3 r3 b5 b5 b6 b6 b7 b7 O O")
    found = reading(tiles, okey)
    assert found is not None
    assert found[0] == "pairs"
    assert complete(tiles, okey) == ("melds", "pairs")


@pytest.mark.parametrize(
    ("text", "laid"),
    [
        ("r1 r2 r3", "r1 r2 r3"),
        ("r1 r13 r12", "r12 r13 r1"),
        ("r13 r1 r2", ""),
        ("r5 r5 O", ""),
        ("r5 O r7", "r5 k8 r7"),
        ("O r6 r7", "r6 r7 k8"),
        ("r13 O r12", "r12 r13 k8"),
        ("r1 O O", "r1 k8 k8"),
        ("r1 O O r11", "r11 k8 k8 r1"),
        ("k7 F k9", "k7 F k9"),
        ("k7 F O", "k7 F k8"),
        ("r5 b5 O", "r5 b5 k8"),
        ("r9 y9 b9 k9", "r9 y9 b9 k9"),
        ("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r1", "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r1"),
        ("F F k7 k9 O", "k7 F k9 k8"),
    ],
)
def test_how_groups_read(text: str, laid: str) -> None:
    tiles, okey = hand(text)
    assert " ".join(face_text(tile >> 1) for group in melds_of(tiles, okey) for tile in group) == laid


def test_small_hands_of_one_colour() -> None:
    """All multisets of three tiles of red: exactly the eleven plain runs and 12-13-1 are laid."""
    laid = {faces for faces in combinations_with_replacement(range(13), 3) if melds_of(_tiles(faces), 50)}
    assert laid == {(start, start + 1, start + 2) for start in range(11)} | {(0, 11, 12)}


def _tiles(faces: tuple[Face, ...]) -> list[Tile]:
    """Physical tiles; a third copy would be a tile that does not exist and is left out."""
    tiles: list[Tile] = []
    for face in faces:
        tiles += [tile for tile in (2 * face, 2 * face + 1) if tile not in tiles][:1]
    return tiles

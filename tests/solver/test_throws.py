"""The best throw and the copies of useful tiles, against trying every throw."""

from random import Random

import pytest

from okey.rules.tiles import FALSE_JOKER, okey_face
from okey.solver import KERNEL, Throw, best_throw, distance, useful, useful_copies
from tests.solver.hands import hand, near_hand, random_hand, with_okeys


def test_best_throw_is_the_first_of_all_throws() -> None:
    random = Random(7)
    for number in range(600 if KERNEL == "compiled" else 60):
        tiles, okey = random_hand(random, 15) if number % 2 else near_hand(random, 15, 3)
        below = 2 * (okey - 1 if okey % 13 else okey + 12)
        if below in tiles and below + 1 in tiles:
            continue
        indicator = below + (below in tiles)
        seen = random.sample(range(106), 20)
        plain = []
        for tile in sorted(tiles):
            rest = [other for other in tiles if other != tile]
            copies = useful_copies(rest, okey, indicator, [*seen, tile])
            is_okey = tile >> 1 == okey
            plain.append(
                (distance(rest, okey).best, -sum(copies.values()), is_okey, tile, copies),
            )
        away, _, _, tile, copies = min(plain, key=lambda entry: entry[:4])
        assert best_throw(tiles, okey, indicator, seen) == Throw(tile, away, copies), (tiles, okey, indicator)


def test_useful_copies_leave_out_what_is_gone() -> None:
    tiles, okey = hand("r1 r2 y4 y5 y6 y7 b4 b5 b6 b7 k9 k10 k11 k12")
    indicator = 2 * 45 + 1
    assert okey == 46 == okey_face(indicator)
    assert useful_copies(tiles, okey, indicator) == {2: 2, 46: 2}
    assert useful_copies(tiles, okey, indicator, [4]) == {2: 1, 46: 2}
    assert useful_copies(tiles, okey, indicator, [4, 5, 92]) == {46: 1}
    assert useful(tiles, okey) == {2, 46}


def test_the_false_joker_is_useful_as_the_okeys_face() -> None:
    tiles, okey = hand("r1 r2 y4 y5 y6 y7 b4 b5 b6 b7 k9 k10 k11 k12", "r2")
    assert useful(tiles, okey) == {2, FALSE_JOKER}
    assert useful_copies(tiles, okey, 2, seen=[105]) == {2: 2, FALSE_JOKER: 1}


def test_pairs_count_when_they_are_as_near() -> None:
    tiles, okey = hand("r1 r1 y2 y2 b3 b3 k4 k4 r6 r6 y10 y10 b12 k13")
    assert useful(tiles, okey) == {26 + 11, 39 + 12, okey}


def test_nothing_is_useful_to_a_complete_hand() -> None:
    tiles, okey = hand("r1 r2 r3 y4 y5 y6 y7 b4 b5 b6 b7 k9 k10 k11")
    assert useful(tiles, okey) == frozenset()
    assert useful_copies(tiles, okey, 90) == {}


def test_of_equal_throws_the_okey_is_kept_and_the_first_face_goes() -> None:
    tiles, okey = hand("r1 r2 r3 y4 y5 y6 b4 b5 b6 b10 b12 k9 k10 O k2")
    assert best_throw(tiles, okey, 90).tile >> 1 == 39 + 1
    tiles, okey = hand("r1 r2 r3 y4 y5 y6 y7 b4 b5 b6 b7 k9 k10 k11 O")
    assert best_throw(tiles, okey, 90) == Throw(0, 0, {})
    tiles, okey = hand("r1 r1 r4 r4 y6 y6 y9 y9 b2 b2 b12 b12 k10 k10 O")
    assert best_throw(tiles, okey, 90).tile == 0


@pytest.mark.parametrize("size", [0, 13, 15])
def test_a_hand_is_fourteen_tiles(size: int) -> None:
    with pytest.raises(ValueError, match="14 tiles"):
        distance(range(size), 40)
    with pytest.raises(ValueError, match="14 tiles"):
        useful(range(size), 40)


def test_a_throw_needs_fifteen_tiles() -> None:
    with pytest.raises(ValueError, match="15 tiles"):
        best_throw(range(14), 40, 90)


def test_okeys_are_put_into_hands() -> None:
    tiles = with_okeys(Random(1), list(range(14)), 40, 2)
    assert sorted(tiles)[-2:] == [80, 81]
    assert len(set(tiles)) == 14

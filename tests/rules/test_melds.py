"""Runs, sets and pairs as they lie, by name and against the naive rules."""

from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okey.rules.melds import LONGEST_RUN, is_meld, is_pair, is_run, is_set, rising
from okey.rules.text import parse_face
from tests.rules import naive
from tests.strategies import okeys, tile_ids, tiles

RED_5 = parse_face("r5")
"""The okey under indicator r4: tiles r5a and r5b are wild."""


@pytest.mark.parametrize(
    ("laid", "start"),
    [
        ("r1 r2 r3", 1),
        ("r11 r12 r13", 11),
        ("r12 r13 r1", 12),
        ("r10 r11 r12 r13 r1", 10),
        ("y3 r5 y5", 3),
        ("y3 r5a r5b y6", 3),
        ("r5a r5b y3", 1),
        ("r5a r5b y1", 12),
        ("y12 r5 y1", 12),
        ("y11 r5a r5b y1", 11),
        ("y1 r5a r5b", 1),
        ("r4 F r6", 4),
        ("r4 r5 r6", 4),
        ("F r5 r7", 5),
        ("r1 r2 r3 r4 F r6 r7 r8 r9 r10 r11 r12 r13 r1b", 1),
        ("y1 y2 y3 y4 y5 y6 y7 y8 y9 y10 y11 y12 y13 r5", 1),
        ("r5 y2 y3", 1),
        ("y12 y13 r5", 12),
    ],
)
def test_rising_runs_and_where_they_start(laid: str, start: int) -> None:
    """B13: the reading is part of the result."""
    group = tiles(laid)
    assert rising(group, RED_5) == start
    assert is_run(group, RED_5)
    assert is_run(group[::-1], RED_5)


@pytest.mark.parametrize(
    "laid",
    [
        "",
        "r1",
        "r1 r2",
        "r13 r1 r2",
        "r12 r13 r1 r2",
        "y13 r5 y2",
        "r5 y13 y1 y2",
        "y12 y13 y1 r5",
        "r5 y1 y2",
        "y1 y2 b3",
        "y1 y3 y4",
        "y1 y1 y2",
        "y1 y3 y2",
        "y9 y10 F",
        "r1 r2 F",
        "F Fb r6",
        "y1 y2 y3 y4 y5 y6 y7 y8 y9 y10 y11 y12 y13 y1b y2b",
        "y12 y13 r5a r5b",
    ],
)
def test_what_does_not_rise(laid: str) -> None:
    assert rising(tiles(laid), RED_5) is None


def test_the_longest_run_has_fourteen_tiles() -> None:
    every = tiles("b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13 b1b")
    assert len(every) == LONGEST_RUN
    assert rising(every, RED_5) == 1
    assert rising((*every, *tiles("b2b")), RED_5) is None


@pytest.mark.parametrize("laid", ["y3 y2 y1", "y1 y13 y12", "y1 y13 y12 y11", "y4 r5 y2", "r6 F r4"])
def test_falling_runs(laid: str) -> None:
    group = tiles(laid)
    assert rising(group, RED_5) is None
    assert is_run(group, RED_5)


@pytest.mark.parametrize(
    ("laid", "expected"),
    [
        ("r7 y7 b7", True),
        ("r7 y7 b7 k7", True),
        ("r7 y7 r5", True),
        ("r7 r5a r5b", True),
        ("r7 y7 r5a r5b", True),
        ("r7 y7 b7 r5", True),
        ("y5 b5 F", True),
        ("y5 b5 k5 F", True),
        ("r7 y7", False),
        ("r7 r7 y7", False),
        ("r7 r7 r5", False),
        ("r7 y7 b7 k7 r5", False),
        ("r7 y7 b8", False),
        ("y1 b1 F", False),
        ("y7 b7 F", False),
        ("F Fb y5", False),
    ],
)
def test_sets(laid: str, expected: bool) -> None:
    """B1, B2 and B15, in every order."""
    for group in permutations(tiles(laid)):
        assert is_set(group, RED_5) is expected
        assert is_meld(group, RED_5) is expected


@pytest.mark.parametrize(
    ("laid", "expected"),
    [
        ("y9 y9", True),
        ("r5 y9", True),
        ("r5 r5", True),
        ("F F", True),
        ("F r5", True),
        ("F y9", False),
        ("F y5", False),
        ("y9 y10", False),
        ("y9 b9", False),
        ("y9", False),
        ("y9 y9 r5", False),
        ("", False),
    ],
)
def test_pairs(laid: str, expected: bool) -> None:
    for group in permutations(tiles(laid)):
        assert is_pair(group, RED_5) is expected


@given(st.lists(tile_ids, max_size=6, unique=True), okeys)
def test_any_tiles_agree_with_the_naive_rules(group: list[int], okey: int) -> None:
    agree(tuple(group), okey)


@given(okeys, st.integers(0, 3), st.integers(1, 12), st.integers(2, 15), st.booleans(), st.data())
def test_near_runs_agree_with_the_naive_rules(
    okey: int, colour: int, first: int, length: int, falling: bool, data: st.DataObject
) -> None:
    group = [26 * colour + 2 * ((first - 1 + step) % 13) + (first + step > 13) for step in range(length)]
    for place in data.draw(st.lists(st.integers(0, length - 1), max_size=2)):
        group[place] = data.draw(st.sampled_from([2 * okey, 2 * okey + 1, 104, 105, group[place] ^ 1, group[0]]))
    agree(tuple(group[::-1] if falling else group), okey)


def agree(group: tuple[int, ...], okey: int) -> None:
    name = naive.LABELS[2 * okey]
    if len(set(group)) == len(group):
        assert is_run(group, okey) == (len(group) >= 3 and naive.run_as_laid(group, name))
        assert is_set(group, okey) == naive.set_of_tiles(group, name)
        assert is_pair(group, okey) == naive.pair_of_tiles(group, name)


def test_two_okeys_and_any_tile_are_a_meld() -> None:
    wild = (2 * RED_5, 2 * RED_5 + 1)
    for tile in set(range(106)) - set(wild):
        assert all(is_set(group, RED_5) for group in permutations((tile, *wild)))


def test_the_order_of_a_set_never_matters() -> None:
    """B1: all colours are compared with each other."""
    for group in combinations(tiles("r7 r7b y7 y7b b7 k7 r5a r5b"), 4):
        assert len({is_set(order, RED_5) for order in permutations(group)}) == 1

"""The distance against integer programs: the plain one, and one that keeps every limit of the box."""

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp  # type: ignore[import-untyped]

from benchmarks import solver_program
from okey.rules.tiles import Face, Tile
from okey.solver import KERNEL, distance
from okey.solver.hand import counts
from tests.solver.hands import near_hand, random_hand
from tests.solver.oracle import MELDS, split

COLUMNS = len(MELDS) + 3 * 52
"""How often each meld is laid; then for each face: tiles kept, tiles drawn, places filled by an okey."""


def limits() -> LinearConstraint:
    """Every place of a meld is a natural tile or an okey; at most two naturals of a face and two okeys in all."""
    rows = []
    low: list[float] = []
    high: list[float] = []
    for face in range(52):
        kept, drawn, wild = (len(MELDS) + 52 * part + face for part in range(3))
        places = np.zeros(COLUMNS)
        places[[number for number, meld in enumerate(MELDS) if face in meld]] = 1
        places[[kept, drawn, wild]] = -1
        copies = np.zeros(COLUMNS)
        copies[[kept, drawn]] = 1
        rows += [places, copies]
        low += [0, 0]
        high += [0, 2]
    tiles = np.zeros(COLUMNS)
    tiles[: len(MELDS)] = [len(meld) for meld in MELDS]
    okeys = np.zeros(COLUMNS)
    okeys[len(MELDS) + 104 :] = 1
    return LinearConstraint(np.array([*rows, tiles, okeys]), [*low, 14, 0], [*high, 14, 2])


LIMITS = limits()


def strictly_away(tiles: Sequence[Tile], okey: Face) -> int:
    """14 less the tiles that a complete hand keeps; the okeys of the hand are always kept, they stand for any tile."""
    faces, wilds = split(tiles, okey)
    gain = np.zeros(COLUMNS)
    gain[len(MELDS) : len(MELDS) + 52] = -1
    most = np.full(COLUMNS, 4.0)
    most[len(MELDS) : len(MELDS) + 52] = [faces.count(face) for face in range(52)]
    answer = milp(gain, constraints=LIMITS, bounds=Bounds(0, most), integrality=np.ones(COLUMNS))
    assert answer.success
    kept: int = round(-answer.fun)
    return max(0, 14 - wilds - kept)


FEW = [0, 1, *(pytest.param(share, marks=pytest.mark.soak) for share in (2, 3))]
"""Shares for every commit; the others are for `make soak`."""


@pytest.mark.parametrize("share", FEW)
def test_distance_is_that_of_the_integer_program(share: int) -> None:
    random = Random(50 + share)
    for number in range(130 if KERNEL == "compiled" else 30):
        tiles, okey = random_hand(random) if number % 2 else near_hand(random, 14, 4)
        assert distance(tiles, okey).melds == solver_program.melds_away(counts(tiles, okey)), (tiles, okey)


@pytest.mark.parametrize("share", FEW)
def test_limits_of_the_box_change_no_distance(share: int) -> None:
    random = Random(60 + share)
    for number in range(30 if KERNEL == "compiled" else 8):
        tiles, okey = random_hand(random) if number % 2 else near_hand(random, 14, 4)
        assert distance(tiles, okey).melds == strictly_away(tiles, okey), (tiles, okey)


@pytest.mark.soak
def test_limits_of_the_box_change_no_distance_of_many_hands() -> None:
    random = Random(70)
    for number in range(2000):
        tiles, okey = random_hand(random) if number % 2 else near_hand(random, 14, 4)
        assert distance(tiles, okey).melds == strictly_away(tiles, okey), (tiles, okey)


def test_both_programs_know_the_same_melds() -> None:
    assert sorted(solver_program.MELDS) == sorted(MELDS)

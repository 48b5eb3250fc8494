"""The referee's own reading of groups: every shape of RULES 5, and the shapes that are none (FAIRNESS 12.3)."""

import pytest

from okey.fair.referee import Objection, Referee
from okey.rules.events import Finished
from okey.rules.melds import is_meld, is_pair, is_run, is_set
from okey.rules.ruleset import PRESETS
from tests.strategies import tiles

B5 = 26 * 2 + 8 >> 1
"""The okey of all hands here is blue 5."""


@pytest.fixture
def referee() -> Referee:
    judge = Referee(PRESETS["klasik"], (1, 1, 1, 1), bytes(32))
    judge.okey = B5
    return judge


SETS = ["r7 y7 b7", "r7 y7 b7 k7", "r7 b5 k7", "b5a b5b k7", "b5a r7 b5b k7", "F r5 k5", "Fa k5 y5 r5"]
RISING = [
    "r1 r2 r3",
    "k12 k13 k1",
    "y1 y2 y3 y4 y5 y6 y7 y8 y9 y10 y11 y12 y13 y1",
    "b4 F b6",
    "b3 b5 F",
    "b5a b5b r3",
    "r12 b5a b5b",
    "b5 k13 k1",
    "r2 b5 r4 b5",
]
NEITHER = [
    "r7 y7",
    "r7 r7 b7",
    "r7 y7 b7 r7",
    "r7 y7 b7 k7 b5",
    "r7 y7 b8",
    "r13 r1 r2",
    "r12 r13 r1 r2",
    "r13 r1 b5",
    "r1 r2 r4",
    "r1 r2 y3",
    "r2 r2 r3",
    "r6 F r8",
    "r7 y7 F",
    "b3 F b5 b6",
    "y1 y2 y3 y4 y5 y6 y7 y8 y9 y10 y11 y12 y13 y1 b5",
    "r1 b5 r2",
    "b5a b5b",
]


@pytest.mark.parametrize("text", SETS)
def test_sets(referee: Referee, text: str) -> None:
    assert referee._melds((tiles(text),), falling=False)
    assert referee._run(tiles(text)) == (text == "b5a b5b k7")  # the run 5 6 7 too
    assert is_set(tiles(text), B5)


@pytest.mark.parametrize("text", RISING)
def test_runs_rise_and_where_a_rack_is_laid_by_hand_they_also_fall(referee: Referee, text: str) -> None:
    group = tiles(text)
    assert referee._melds((group,), falling=False)
    assert referee._melds((group[::-1],), falling=True)
    assert referee._melds((group[::-1],), falling=False) == (referee._run(group[::-1]) or referee._set(group))
    assert is_run(group, B5)


@pytest.mark.parametrize("text", NEITHER)
def test_neither_a_set_nor_a_run(referee: Referee, text: str) -> None:
    group = tiles(text)
    assert not referee._melds((group,), falling=True)
    assert not is_meld(group, B5)


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("r7 r7", True),
        ("r7 b5", True),
        ("b5a b5b", True),
        ("Fa Fb", True),
        ("F b5", True),
        ("r7 y7", False),
        ("F r7", False),
    ],
)
def test_pairs(referee: Referee, text: str, good: bool) -> None:
    hand = ("r1a r1b", "r2a r2b", "r3a r3b", "r4a r4b", "k5a k5b", "r6a r6b", text)
    groups = tuple(tiles(group) for group in hand)
    assert referee._pairs(groups) is good
    assert not referee._pairs(groups[1:])
    assert is_pair(groups[-1], B5) is good


def test_a_pair_is_two_tiles(referee: Referee) -> None:
    groups = tuple(tiles(text) for text in ("r1a r1b", "r2a r2b", "r3a r3b", "r4a r4b", "k5a k5b", "r6a r6b b5a", "r7"))
    assert not referee._pairs(groups)


def test_the_roll_and_the_first_starter() -> None:
    for preset, kinds, first in (("klasik", (1, 0, 2, 1), 1), ("rummy", (1, 0, 2, 1), 0)):
        judge = Referee(PRESETS[preset].with_seats(3), kinds, bytes(32))
        roller = max(judge.rolls[-1], key=lambda rolled: rolled[1])[0]
        assert judge.starter == (judge.next(roller) if first else roller)
        assert judge.next(0) == 2
        assert judge.previous(0) == 3
        assert judge.previous(2) == 0


def test_pairs_that_are_melds_too_are_told_as_pairs_where_the_program_arranges(referee: Referee) -> None:
    runs = (tiles("r1a r2a r3a r4a r5a r6a r7a"), tiles("r1b r2b r3b r4b r5b r6b r7b"))
    pairs = tuple((tile, tile ^ 1) for tile in runs[0])
    thrown = tiles("k9")[0]
    manual = Referee(PRESETS["kahvehane"], (1, 1, 1, 1), bytes(32))
    manual.okey = B5
    for judge, right in ((referee, False), (manual, True)):
        judge.racks = [[*runs[0], *runs[1], thrown], [], [], []]
        judge.declared, judge.begin, judge.late, judge.turn = set(), 0, False, 0
        judge._finished(Finished(0, 2, thrown, pairs))
        if right:
            judge._finished(Finished(0, 1, thrown, runs))
            continue
        with pytest.raises(Objection, match="finish"):
            judge._finished(Finished(0, 1, thrown, runs))

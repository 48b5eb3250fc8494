"""The worked hands of the project, and the hands of known faults in other programs."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from okey.solver import complete, distance, finishes, useful
from okey.solver.report import report
from tests.solver.hands import hand

CASES = [json.loads(line) for line in (Path(__file__).parents[1] / "vectors/hands.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_worked_hand(case: dict[str, Any]) -> None:
    tiles: list[str] = case["tiles"].split()
    for order in (tiles, tiles[::-1], Random(1).sample(tiles, len(tiles))):
        found = report(case["indicator"], order)
        assert {key: found[key] for key in case["expect"]} == case["expect"]


def test_there_are_all_worked_hands() -> None:
    assert len(CASES) == len({case["id"] for case in CASES}) == 53


@pytest.mark.parametrize(
    ("fault", "indicator", "text", "kinds"),
    [
        ("a wild tile hides a duplicated tile", "y8", "r7 r7 O y1 y2 y3 b4 b5 b6 k7 k8 k9 k10 k11", ()),
        ("a long run with an inner wild tile", "y8", "r3 r4 O r6 r7 y1 y2 y3 b4 b5 b6 k7 k8 k9", ("melds",)),
        ("the wild tile put on the end by habit", "y8", "r9 O r11 r12 r13 y1 y2 y3 b4 b5 b6 k7 k8 k9", ("melds",)),
        ("a set taken greedily", "y8", "r8 r9 r10 y10 b10 k10 y1 y2 y3 b4 b5 b6 b7 b8", ("melds",)),
        ("equal tiles in different melds", "y8", "r2 r2 r3 r4 y2 b2 k5 k6 k7 k8 O b9 k9 r9", ("melds",)),
        ("one tile used in two melds", "y8", "r3 r4 r5 r6 r7 y1 y2 y3 b4 b5 b6 k9 k9 O", ()),
        ("the first meld found is kept", "y8", "r4 r5 r6 r7 r12 y12 b12 r13 y13 b13 k1 k2 k3 k4", ("melds",)),
        ("12-13-1", "y8", "r12 r13 r1 y1 y2 y3 b4 b5 b6 k7 k8 k9 k10 k11", ("melds",)),
        ("pairs without wild tiles", "r4", "r1 r1 y2 y2 b3 b3 k4 k4 r6 r6 y10 y10 b12 O", ("pairs",)),
        ("pairs with two wild tiles", "r4", "r1 r1 y2 y2 b3 b3 k4 k4 r6 r6 b11 O b12 O", ("pairs",)),
        ("false jokers are a pair", "r4", "r1 r1 y2 y2 b3 b3 k4 k4 r6 r6 y10 y10 F F", ("pairs",)),
        ("a false joker is no wild half", "r4", "r1 r1 y2 y2 b3 b3 k4 k4 r6 r6 y10 y10 b12 F", ()),
        ("two equal pairs", "r4", "F F O O r1 r1 y2 y2 b3 b3 k4 k4 r6 r6", ("pairs",)),
        ("pairs and melds mixed", "y8", "r1 r1 y2 y2 b3 b3 k4 k4 r6 r7 r8 y10 y11 y12", ()),
        ("false joker and okey", "r4", "F F O r1 r1 y2 y2 b3 b3 k4 k4 r6 r6 y10", ("pairs",)),
        ("a table without two wild tiles", "r4", "r1 r2 O y7 b7 O k1 k2 k3 k4 y10 y11 y12 y13", ("melds",)),
        ("an extra tile assumed", "y8", "r1 r2 r3 y4 y5 y6 b7 b8 b9 k10 k11 k12 r6 r7", ()),
        ("an unfinished hand", "y8", "r1 r2 r3 y4 y5 y6 b7 b8 b9 k10 k11 k13 r6 r7", ()),
    ],
)
def test_known_fault(fault: str, indicator: str, text: str, kinds: tuple[str, ...]) -> None:
    tiles, okey = hand(text, indicator)
    assert complete(tiles, okey) == kinds


def test_six_pairs_are_one_away() -> None:
    tiles, okey = hand("r1 r1 y2 y2 b3 b3 k4 k4 r6 r6 y10 y10 b12 b13", "r4")
    assert distance(tiles, okey).pairs == 1


def test_finish_on_a_freshly_drawn_okey() -> None:
    tiles, okey = hand("r9 r11 r12 r13 y1 y2 y3 b4 b5 b6 k7 k8 k9 y11 O", "y8")
    by_throw = finishes(tiles, okey)
    (useless,) = (tile for tile in tiles if tile >> 1 == 13 + 10)
    assert by_throw == {useless: ("melds",)}


class TestTraps:
    """The traps that an exact solver must know."""

    def test_third_copy_as_a_wild(self) -> None:
        tiles, okey = hand("r5 y5 b5 r5 b5 k5 r4 O r6 y9 y10 y11 y12 y13")
        assert complete(tiles, okey) == ("melds",)

    def test_twelve_thirteen_one(self) -> None:
        rest = "y4 y5 y6 y7 b4 b5 b6 b7 k9 k10 k11"
        assert complete(*hand(f"r12 r13 r1 {rest}")) == ("melds",)
        assert complete(*hand(f"r13 r1 r2 {rest}")) == ()
        assert complete(*hand(f"r12 O r1 {rest}")) == ("melds",)
        assert complete(*hand(f"r13 O r2 {rest}")) == ()
        assert complete(*hand("r11 O O r1 y4 y5 y6 y7 b4 b5 b6 k9 k10 k11")) == ("melds",)

    def test_sets_of_thirteen(self) -> None:
        tiles, okey = hand("r13 b13 k13 r2 r3 r4 r5 y5 y6 y7 y8 b2 k2 y2")
        assert complete(tiles, okey) == ("melds",)
        tiles, okey = hand("r13 y13 b13 k13 r12 y12 b12 k12 r11 y11 b11 k4 k5 k6")
        assert complete(tiles, okey) == ("melds",)

    def test_four_sets_fill_fourteen(self) -> None:
        tiles, okey = hand("r13 y13 b13 k13 r12 y12 b12 k12 r7 y7 b7 k4 b4 r4")
        assert complete(tiles, okey) == ("melds",)
        tiles, okey = hand("r13 y13 b13 r12 y12 b12 r7 y7 b7 k4 b4 r4 r10 y1")
        assert distance(tiles, okey).melds == 2
        assert useful(tiles, okey) >= {12 + 39, 11 + 39, 6 + 39, 3 + 13}

    def test_five_triples_are_no_finish(self) -> None:
        tiles, okey = hand("r1 r2 r3 b5 y5 k5 r9 r10 r11 y7 y8 y9 k1 k2 k3", "b12")
        assert finishes(tiles, okey) == {}

    def test_seven_pairs_and_an_okey(self) -> None:
        tiles, okey = hand("r1 r1 r4 r4 y6 y6 y9 y9 b2 b2 b12 b12 k10 k10 O")
        assert finishes(tiles, okey) == dict.fromkeys(tiles, ("pairs",))

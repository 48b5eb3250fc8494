"""The answer of `okey hand --json`, from text and from tile ids."""

from typing import Any

import pytest

from okey.rules.text import parse_face
from okey.solver.report import HandError, report, report_tiles
from tests.solver.hands import hand

ONE_AWAY = "r1 r2 y4 y5 y6 y7 b4 b5 b6 b7 k9 k10 k11 k12"


def of(indicator: str, tiles: str) -> dict[str, Any]:
    """The report on tiles written in one line."""
    return report(indicator, tiles.split())


def test_fourteen_tiles() -> None:
    assert of("k7", ONE_AWAY) == {
        "complete": [],
        "distance": {"melds": 1, "pairs": 7},
        "arrangement": [["y4", "y5", "y6", "y7"], ["b4", "b5", "b6", "b7"], ["k9", "k10", "k11", "k12"]],
        "useful": {"r3": 2, "k8": 2},
    }


def test_fifteen_tiles() -> None:
    assert of("k7", ONE_AWAY + " O") == {
        "finishes": {tile: ["melds"] for tile in ("y4", "y7", "b4", "b7", "k9", "k12")},
        "best": {"throw": "y4", "distance": 0, "useful": {}},
    }
    assert of("k7", ONE_AWAY + " r13") == {
        "finishes": {},
        "best": {"throw": "y4", "distance": 1, "useful": {"r3": 2, "r12": 2, "k8": 2}},
    }


def test_keys_come_in_order() -> None:
    assert list(of("k7", ONE_AWAY)) == ["complete", "distance", "arrangement", "useful"]
    assert list(of("k7", ONE_AWAY + " F")["best"]) == ["throw", "distance", "useful"]


def test_okey_by_both_names_and_the_false_joker() -> None:
    written = of("k7", "k8 k8 r1 r2 y4 y5 y6 F b4 b5 b6 k9 k10 k11")
    assert of("k7", "O k8 r1 r2 y4 y5 y6 F b4 b5 b6 k9 k10 k11") == written
    assert written["arrangement"] == [
        ["r1", "r2", "k8"],
        ["y4", "y5", "y6", "k8"],
        ["b4", "b5", "b6"],
        ["F", "k9", "k10", "k11"],
    ]


def test_indicator_takes_a_copy_of_its_face() -> None:
    assert of("k7", "k5 k6 r1 r2 r3 y4 y5 y6 y7 b4 b5 b6 b7 b8")["useful"] == {"k4": 2, "k7": 1, "k8": 2}


def test_the_nearer_goal_is_arranged() -> None:
    found = of("y3", "r1 r1 r4 r4 k6 k6 b8 b8 y9 y9 k11 k11 b13 F")
    assert found["distance"] == {"melds": 8, "pairs": 1}
    assert found["arrangement"] == [[face, face] for face in ("r1", "r4", "y9", "b8", "k6", "k11")]
    both = of("k7", "r1 r1 r2 r2 r3 r3 b5 b5 b6 b6 b7 b7 O O")
    assert both["complete"] == ["melds", "pairs"]
    assert [len(pair) for pair in both["arrangement"]] == [2] * 7


@pytest.mark.parametrize(
    ("indicator", "tiles", "code", "tile"),
    [
        ("x4", ONE_AWAY, "unknown_tile", "x4"),
        ("O", ONE_AWAY, "unknown_tile", "O"),
        ("F", ONE_AWAY, "false_joker_indicator", "F"),
        ("k7", ONE_AWAY + " r14", "unknown_tile", "r14"),
        ("k7", "r1 r1 r1 r2 r3 r4 y1 y2 y3 y4 b1 b2 b3 b4", "too_many_copies", "r1"),
        ("r1", "r1 r1 r2 r3 r4 y1 y2 y3 y4 b1 b2 b3 b4 b5", "too_many_copies", "r1"),
        ("k7", "O k8 O r2 r3 r4 y1 y2 y3 y4 b1 b2 b3 b4", "too_many_copies", "O"),
        ("k7", "F F F r2 r3 r4 y1 y2 y3 y4 b1 b2 b3 b4", "too_many_copies", "F"),
        ("k7", "r1 r2 r3", "wrong_number_of_tiles", None),
        ("k7", ONE_AWAY + " y1 y2", "wrong_number_of_tiles", None),
        ("k7", "", "wrong_number_of_tiles", None),
    ],
)
def test_bad_text_is_named(indicator: str, tiles: str, code: str, tile: str | None) -> None:
    with pytest.raises(HandError) as caught:
        report(indicator, tiles.split())
    assert (caught.value.code, caught.value.tile) == (code, tile)
    assert str(caught.value) == (code if tile is None else f"{code}: {tile}")


def test_ids_give_the_same_answer() -> None:
    for text in (ONE_AWAY, ONE_AWAY + " k7"):
        tiles, _ = hand(text)
        assert report_tiles(2 * parse_face("k7") + 1, tiles) == report("k7", text.split())


@pytest.mark.parametrize(
    ("indicator", "tiles", "code", "tile"),
    [
        (106, range(14), "unknown_tile", "106"),
        (90, [*range(13), -1], "unknown_tile", "-1"),
        (90, [*range(13), True], "unknown_tile", "True"),
        (90, [*range(13), "r5"], "unknown_tile", "r5"),
        (104, range(14), "false_joker_indicator", "F"),
        (4, range(14), "too_many_copies", "r3"),
        (90, [*range(13), 12], "too_many_copies", "r7"),
        (90, range(13), "wrong_number_of_tiles", None),
    ],
)
def test_bad_ids_are_named(indicator: int, tiles: list[Any], code: str, tile: str | None) -> None:
    with pytest.raises(HandError) as caught:
        report_tiles(indicator, tiles)
    assert (caught.value.code, caught.value.tile) == (code, tile)

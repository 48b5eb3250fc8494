"""The counts of `counts.json` come out again: here the small ones, all of them in a soak run."""

import json
from math import comb
from typing import Any

import pytest

from okey.rules.actions import StartDeal
from okey.rules.match import legal
from okey.rules.text import parse_face
from tests.rules.both import Both
from tests.rules.counts import (
    BOXES,
    DATA,
    QUICK,
    SMALL,
    TREES,
    by_search,
    by_solver,
    hands,
    melds,
    naive_width,
    position,
    tree,
)
from tests.rules.naive import RUNS
from tests.strategies import line_of

COUNTS: dict[str, Any] = json.loads(DATA.read_text())


def test_the_file_is_whole() -> None:
    assert list(COUNTS) == ["melds", "hands", "trees"]
    assert list(COUNTS["hands"]) == list(BOXES)
    assert {name: len(counts) - 1 for name, counts in COUNTS["trees"].items()} == TREES


def test_runs_in_closed_form() -> None:
    """15 - n places for n numbers in four colours; any of them may be an okey."""
    assert COUNTS["melds"]["runs"] == {
        str(length): [4 * (15 - length) * comb(length, okeys) for okeys in range(3)] for length in range(3, 15)
    }
    assert sum(row[0] for row in COUNTS["melds"]["runs"].values()) == 4 * len(RUNS)


def test_sets_and_pairs_in_closed_form() -> None:
    assert COUNTS["melds"]["sets"] == {str(size): [13 * comb(4, size - okeys) for okeys in range(3)] for size in (3, 4)}
    assert COUNTS["melds"]["pairs"] == {"2": [52, 52, 1]}


@pytest.mark.parametrize("okey", ["r5", "k1"])
def test_melds_of_two_and_three_tiles(okey: str) -> None:
    found = melds(parse_face(okey), longest=3)
    assert found == {
        kind: {length: row for length, row in rows.items() if int(length) <= 3}
        for kind, rows in COUNTS["melds"].items()
    }


@pytest.mark.soak
@pytest.mark.parametrize("okey", ["r1", "y2", "b12", "k13", "r5"])
def test_all_melds(okey: str) -> None:
    assert melds(parse_face(okey)) == COUNTS["melds"]


@pytest.mark.parametrize("box", SMALL)
def test_complete_hands_of_small_boxes(box: str) -> None:
    """The solver and the search over all partitions."""
    assert hands(box, by_solver) == COUNTS["hands"][box]
    assert hands(box, by_search) == COUNTS["hands"][box]


@pytest.mark.soak
@pytest.mark.parametrize("box", [box for box in BOXES if box not in SMALL])
def test_complete_hands_of_larger_boxes(box: str) -> None:
    assert hands(box, by_solver) == COUNTS["hands"][box]
    assert hands(box, by_search) == COUNTS["hands"][box]


@pytest.mark.parametrize("name", TREES)
def test_trees_to_a_small_depth(name: str) -> None:
    counts = COUNTS["trees"][name]
    assert [tree(position(name), depth) for depth in range(QUICK + 1)] == counts[: QUICK + 1]


@pytest.mark.soak
@pytest.mark.parametrize("name", TREES)
def test_trees_to_their_full_depth(name: str) -> None:
    assert tree(position(name), TREES[name]) == COUNTS["trees"][name][-1]


@pytest.mark.parametrize("name", [name for name in TREES if "lap" not in name and "empty" not in name])
def test_trees_by_the_naive_rules(name: str) -> None:
    """The naive game counts the actions of the last step but one, after playing each first step itself."""
    state = position(name)
    deal = state.deal
    assert deal is not None
    both = Both(state.ruleset, state.kinds, previous(state.ruleset.start, state.seats, deal.starter))
    line = line_again(both, deal)
    assert isinstance(both.ask(None, line), tuple)
    assert both.state == state
    total = 0
    for seat in state.seats:
        for action in legal(state, seat):
            step = both.copy()
            assert isinstance(step.ask(seat, action), tuple)
            total += naive_width(step.game) if step.game.playing else 0
    assert (naive_width(both.game), total) == tuple(COUNTS["trees"][name][1:3])


def previous(start: str, seats: tuple[int, ...], starter: int) -> int:
    """The seat that must win the roll for `starter` to start."""
    return starter if start == "roller" else seats[seats.index(starter) - 1]


def line_again(both: Both, deal: Any) -> StartDeal:
    """The action that gives this deal."""
    racks = {seat: deal.racks[seat] for seat in both.state.seats}
    return StartDeal(line_of(racks, deal.pile, deal.indicator, deal.starter, deal.dice), (deal.dice,))

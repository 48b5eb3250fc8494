"""The state and the small sums in it."""

from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from okey.rules.actions import Draw, ShowIndicator, Throw
from okey.rules.match import new_match
from okey.rules.state import only, plus
from tests.strategies import dealt, done, rules


@pytest.mark.parametrize(
    ("kinds", "order"),
    [
        ((1, 2, 2, 2), (0, 1, 2, 3)),
        ((1, 0, 2, 0), (0, 2)),
        ((0, 1, 2, 0), (1, 2)),
        ((1, 2, 0, 2), (0, 1, 3)),
        ((0, 1, 1, 1), (1, 2, 3)),
    ],
)
def test_the_turn_goes_by_seat_and_skips_empty_ones(kinds: Any, order: tuple[int, ...]) -> None:
    """B47: next and previous follow the seat numbers."""
    state = new_match(rules("klasik", len(order)), kinds, order[0])
    assert state.seats == order
    for seat, following in zip(order, (*order[1:], order[0]), strict=True):
        assert state.next(seat) == following
        assert state.previous(following) == seat


@pytest.mark.parametrize("seat", [0, 1, 3])
def test_occupied_seats(seat: int) -> None:
    assert new_match(rules("klasik", 3), (1, 2, 0, 1), 0).is_seat(seat)


@pytest.mark.parametrize("seat", [2, 4, -1, True, 1.0, "1", None, [1]])
def test_what_is_no_occupied_seat(seat: object) -> None:
    assert not new_match(rules("klasik", 3), (1, 2, 0, 1), 0).is_seat(seat)


def test_before_the_first_deal() -> None:
    state = new_match(rules("klasik", 3), (1, 2, 0, 1), 0)
    assert (state.phase, state.turn, state.lap, state.number) == ("between", None, False, 0)
    assert state.scores == state.standing == (20, 20, 0, 20)
    assert state.control == state.kinds


def test_the_standing_counts_what_the_running_deal_has_changed() -> None:
    state = done(dealt(rules(), {1: "r4b"}), 1, ShowIndicator())
    assert state.scores == (20, 20, 20, 20)
    assert state.standing == (19, 20, 19, 19)


def test_phases_of_a_turn() -> None:
    state = dealt(rules(), {0: "r1"})
    assert (state.phase, state.turn) == ("throw", 0)
    state = done(state, 0, Throw(0))
    assert (state.phase, state.turn) == ("draw", 1)
    state = done(state, 1, Draw())
    assert (state.phase, state.turn) == ("throw", 1)
    assert state.deal is not None
    assert state.deal.sizes == (14, 15, 14, 14)


def test_a_state_is_a_frozen_value() -> None:
    state = dealt(rules(), {})
    with pytest.raises(FrozenInstanceError):
        state.number = 5  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        state.deal.turn = 2  # type: ignore[union-attr, misc]
    assert hash(state.ruleset)


def test_sums_by_seat() -> None:
    assert plus((1, 2, 3, 4), (0, -1, 0, 1)) == (1, 1, 3, 5)
    assert plus((1, 2, 3, 4)) == (1, 2, 3, 4)
    assert only(2, -3) == (0, 0, -3, 0)

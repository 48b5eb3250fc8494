"""Elo by hand and by property."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okey.play.elo import START, Rating, changes, expected, games

ratings = st.builds(Rating, st.integers(100_000, 3_500_000), st.integers(0, 200))


@st.composite
def matches(draw: st.DrawFn) -> tuple[dict[int, Rating], dict[int, int]]:
    seats = draw(st.sampled_from([(0, 2), (0, 1, 3), (0, 1, 2, 3)]))
    scores = {seat: draw(st.integers(-3, 3)) for seat in seats}
    ranks = {seat: 1 + sum(other > scores[seat] for other in scores.values()) for seat in seats}
    return {seat: draw(ratings) for seat in seats}, ranks


def test_two_beginners() -> None:
    assert changes({0: Rating(), 2: Rating()}, {0: 1, 2: 2}) == {0: 20_000, 2: -20_000}
    assert changes({0: Rating(), 2: Rating()}, {0: 1, 2: 1}) == {0: 0, 2: 0}


def test_four_beginners_by_hand() -> None:
    """Three games each of K 40 / 3: 13.333 a win; 40, 13.333, -13.333, -40 halved by the expectation of 0.5."""
    four = {seat: Rating() for seat in range(4)}
    assert changes(four, {0: 1, 1: 2, 2: 3, 3: 4}) == {0: 20_000, 1: 6_667, 2: -6_667, 3: -20_000}


def test_a_pair_moves_by_the_mean_of_its_factors() -> None:
    new, old = Rating(START, 29), Rating(START, 30)
    assert (new.k, old.k) == (40, 20)
    assert new.provisional
    assert not old.provisional
    assert changes({0: new, 2: old}, {0: 2, 2: 1}) == {0: -15_000, 2: 15_000}


def test_four_hundred_points_are_ten_to_one() -> None:
    assert expected(Rating(1_900_000), Rating(1_500_000)) == pytest.approx(10 / 11)
    assert changes({0: Rating(1_900_000, 50), 2: Rating(1_500_000, 50)}, {0: 1, 2: 2}) == {0: 1_818, 2: -1_818}


@given(matches())
def test_the_changes_sum_to_zero(match: tuple[dict[int, Rating], dict[int, int]]) -> None:
    assert sum(changes(*match).values()) == 0


@given(matches())
def test_nobody_loses_by_winning_and_the_seats_do_not_matter(
    match: tuple[dict[int, Rating], dict[int, int]],
) -> None:
    held, ranks = match
    found = changes(held, ranks)
    winners = [seat for seat in held if ranks[seat] == 1]
    if len(winners) == 1:
        assert found[winners[0]] >= -len(held)
    for order in permutations(held):
        moved = changes(
            {new: held[old] for old, new in zip(held, order, strict=True)},
            {new: ranks[old] for old, new in zip(held, order, strict=True)},
        )
        for old, new in zip(held, order, strict=True):
            rest = len(held) if ranks[old] == 1 else 0
            assert abs(moved[new] - found[old]) <= rest


@given(matches(), st.permutations(range(4)))
def test_the_order_of_equal_results_does_not_matter(
    match: tuple[dict[int, Rating], dict[int, int]], order: list[int]
) -> None:
    """Those who are placed together and had the same rating before have the same after, wherever they sit and in
    whatever order they are named; only what rounding leaves goes to one of several winners."""
    held, ranks = match
    same = dict.fromkeys(held, held[min(held)])
    found = changes(same, ranks)
    named = [seat for seat in order if seat in held]
    assert changes({seat: same[seat] for seat in named}, {seat: ranks[seat] for seat in reversed(named)}) == found
    for seat in held:
        for other in held:
            if ranks[seat] == ranks[other]:
                rest = len(held) if ranks[seat] == 1 else 0
                assert abs(found[seat] - found[other]) <= rest


@given(matches())
def test_a_change_is_what_its_games_add_up_to(match: tuple[dict[int, Rating], dict[int, int]]) -> None:
    held, ranks = match
    found = changes(held, ranks)
    for seat in held:
        each = games(held, ranks, seat)
        assert [game.other for game in each] == [other for other in sorted(held) if other != seat]
        for game in each:
            assert game.gain == pytest.approx(game.k * (game.result - game.expected) / (len(held) - 1), abs=1e-9)
            assert game.k == (held[seat].k + held[game.other].k) / 2
        rest = len(held) if ranks[seat] == 1 else 0
        assert abs(found[seat] - 1000 * sum(game.gain for game in each)) <= 0.51 + rest


def test_what_is_no_match_is_refused() -> None:
    for held, ranks in (({0: Rating()}, {0: 1}), ({0: Rating(), 1: Rating()}, {0: 1})):
        with pytest.raises(ValueError, match="seats"):
            changes(held, ranks)

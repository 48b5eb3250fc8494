"""The race model: chances are chances, and move the way they should."""

import pytest

from okey.bots.race import arrival, chance, hazard, usual, waiting


def test_hazard_grows_with_rounds_and_seats() -> None:
    for seats in (2, 3, 4):
        risks = [hazard(turn, seats) for turn in range(20)]
        assert risks == sorted(risks)
        assert 0 <= risks[0] < risks[-1] < 1
    assert hazard(6, 2) < hazard(6, 3) < hazard(6, 4)


def test_arrival() -> None:
    assert arrival(0, 80) == 0
    assert arrival(80, 80) == 1
    assert arrival(90, 80) == 1
    assert 4 / 80 < arrival(4, 80) < 8 / 80
    assert arrival(0, 0) == 1


@pytest.mark.parametrize("goal", ["melds", "pairs"])
def test_chances_fall_with_distance_and_time(goal: str) -> None:
    by_distance = [usual(goal, away, 4, 4, 8) for away in range(1, 8)]
    assert by_distance == sorted(by_distance, reverse=True)
    assert all(0 <= each < 1 for each in by_distance)
    by_turns = [usual(goal, 2, 4, 4, turns) for turns in range(9)]
    assert by_turns == sorted(by_turns)
    assert by_turns[0] == 0


def test_a_wider_hand_has_the_better_chance() -> None:
    by_step = [chance("melds", 2, step / 10, 3, 4, 9) for step in range(11)]
    assert by_step == sorted(by_step)
    assert by_step[0] == 0


def test_fewer_opponents_are_better() -> None:
    assert chance("melds", 3, 0.4, 3, 2, 9) > chance("melds", 3, 0.4, 3, 4, 9)


def test_one_turn_from_the_finish_is_the_chance_that_nobody_is_faster() -> None:
    expected = (1 - hazard(6, 4)) * 0.25
    assert chance("melds", 1, 0.25, 6, 4, 1) == pytest.approx(expected)


def test_waiting_is_worth_it_early_and_not_late() -> None:
    """An okey finish pays 6 instead of 3, four copies of about 88 free the okey."""
    step = arrival(4, 88)
    early = waiting(step, 6, 3, 1, 2, 4, 10)
    late = waiting(step, 6, 3, 1, 8, 4, 4)
    assert early > 3 > late
    assert waiting(step, 6, 3, 1, 2, 4, 0) == 0

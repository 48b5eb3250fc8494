"""Sums over boards give the mean and its standard error."""

from math import sqrt
from random import Random

import pytest

from okey.bots.playing import Outcome
from okey.bots.tally import Tally


def outcome(seat: int | None, moves: int = 30, changes: tuple[int, int, int, int] = (0, -2, -2, -2)) -> Outcome:
    kind = 0 if seat is None else 1
    return Outcome(seat, 1 if kind else 2, kind, False, moves, changes if kind else (0, 0, 0, 0))


def boards(random: Random, many: int) -> list[list[tuple[list[int], Outcome]]]:
    """Boards of four deals in which the first bot is lucky now and then on a whole board."""
    found = []
    for _ in range(many):
        lucky = random.random() < 0.3
        board = []
        for rotation in range(4):
            seats = [(place + rotation) % 4 for place in range(4)]
            winner = seats[0] if lucky else random.choice([*seats, None])
            changes = tuple(0 if seat == winner else -2 for seat in range(4))
            board.append((seats, outcome(winner, random.randrange(20, 60), changes)))  # type: ignore[arg-type]
        found.append(board)
    return found


def test_shares_and_points_are_those_of_the_deals() -> None:
    tally = Tally(4)
    tally.add([([0, 1, 2, 3], outcome(0)), ([1, 2, 3, 0], outcome(0)), ([2, 3, 0, 1], outcome(None))])
    assert tally.deals == 3
    assert tally.draws == 1
    assert tally.wins == [1, 0, 0, 1]
    assert tally.points == [6 - 2, -2 - 2, -2 - 2, 6 - 2]
    assert tally.share(0)[0] == pytest.approx(1 / 3)
    assert tally.mean_points(0)[0] == pytest.approx((1.5 - 0.5) / 3)
    assert tally.share(0)[1] == float("inf")
    assert tally.rounds[7] == 2


def test_errors_are_those_of_the_board_means() -> None:
    tally = Tally(4)
    sample = boards(Random(1), 200)
    for board in sample:
        tally.add(board)
    means = [sum(seats[0] == out.seat for seats, out in board) / 4 for board in sample]
    mean = sum(means) / len(means)
    error = sqrt(sum((one - mean) ** 2 for one in means) / (len(means) - 1) / len(means))
    assert tally.share(0) == pytest.approx((mean, error))
    binomial = sqrt(mean * (1 - mean) / tally.deals)
    assert error > 1.5 * binomial


def test_the_error_of_points_is_in_points() -> None:
    """In two-seat play a win is worth 1 and a loss -1 point, so points are 2 x share - 1 when nothing is drawn."""
    tally = Tally(2)
    random = Random(2)
    for _ in range(100):
        tally.add([([0, 2], outcome(random.choice((0, 2)), changes=(0, 0, 0, 0))) for _ in range(2)])
    assert tally.mean_points(0) == (0, 0)
    tally = Tally(2)
    for _ in range(100):
        winner = random.choice((0, 2))
        tally.add([([0, 2], outcome(winner, changes=(0, 0, -2, 0) if winner == 0 else (-2, 0, 0, 0)))])
    share, error = tally.share(0)
    assert tally.mean_points(0) == pytest.approx((2 * share - 1, 2 * error))


def test_parts_add_up_in_any_order() -> None:
    sample = boards(Random(3), 30)
    whole, first, second = Tally(4), Tally(4), Tally(4)
    for place, board in enumerate(sample):
        whole.add(board)
        (first if place % 3 else second).add(board)
    assert first.plus(second) == second.plus(first) == whole


def test_numbers_and_back() -> None:
    tally = Tally(4)
    for board in boards(Random(4), 5):
        tally.add(board)
    assert Tally.from_numbers(4, tally.numbers()) == tally
    assert Tally.from_numbers(3, Tally(3).numbers()) == Tally(3)
    with pytest.raises(ValueError, match="no tally of 3 bots"):
        Tally.from_numbers(3, tally.numbers())

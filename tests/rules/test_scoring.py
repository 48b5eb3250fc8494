"""Points and ranks: the table of RULES 9, line by line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okey.rules.events import DEALS_LIMIT, MELDS, PAIRS, SCORE, SINGLE_DEAL, TARGET, Finished, Four
from okey.rules.scoring import by_seat, finish_points, match_end, ranks, show_points
from tests.strategies import rules, tiles

EVERYBODY = (0, 1, 2, 3)
(Y4, R4, K4, Y5, R5, K5, R9, FALSE) = tiles("y4 r4 k4 y5 r5 k5 r9 F")

FINISHES = {
    "normal": (MELDS, R9),
    "okey": (MELDS, Y5),
    "pairs": (PAIRS, R9),
    "pairs and okey": (PAIRS, Y5),
    "by a false joker": (MELDS, FALSE),
    "pairs by a false joker": (PAIRS, FALSE),
}


@pytest.mark.parametrize(
    ("preset", "amounts"),
    [
        ("klasik", (2, 4, 4, 8, 2, 4)),
        ("kahvehane", (2, 4, 4, 8, 2, 4)),
        ("usta", (2, 4, 8, 16, 2, 8)),
    ],
)
def test_others_lose(preset: str, amounts: tuple[int, ...]) -> None:
    for (kind, tile), amount in zip(FINISHES.values(), amounts, strict=True):
        points = finish_points(rules(preset), Y4, Finished(2, kind, tile, ()), EVERYBODY)
        assert points == (-amount, -amount, 0, -amount)


def test_rummy_counts_up() -> None:
    for (kind, tile), amount in zip(FINISHES.values(), (3, 6, 6, 6, 3, 6), strict=True):
        assert finish_points(rules("rummy"), Y4, Finished(1, kind, tile, ()), EVERYBODY) == (0, amount, 0, 0)


@pytest.mark.parametrize("seats", [(0, 1, 2, 3), (0, 1, 3), (0, 2)])
def test_the_pot(seats: tuple[int, ...]) -> None:
    """Four seats, stake 1: a normal finish nets +3, a doubled one +6."""
    for (kind, tile), amount in zip(FINISHES.values(), (1, 2, 2, 2, 1, 2), strict=True):
        points = finish_points(rules("ikramiye", len(seats)), Y4, Finished(0, kind, tile, ()), seats)
        assert sum(points) == 0
        assert points[0] == amount * (len(seats) - 1)
        assert points == tuple(points[0] if seat == 0 else -amount if seat in seats else 0 for seat in EVERYBODY)


@pytest.mark.parametrize(
    ("indicator", "factor"), [("r4", 2), ("k4", 2), ("y4", 1), ("b4", 1), ("r13", 2), ("k13", 2), ("y13", 1), ("b1", 1)]
)
def test_a_red_or_black_indicator_doubles_if_the_table_wants_it(indicator: str, factor: int) -> None:
    (shown,) = tiles(indicator)
    finish = Finished(0, MELDS, tiles("y8")[0], ())
    assert finish_points(rules("usta", colour=2), shown, finish, EVERYBODY) == (
        0,
        -2 * factor,
        -2 * factor,
        -2 * factor,
    )
    assert finish_points(rules("usta"), shown, finish, EVERYBODY) == (0, -2, -2, -2)
    up = rules("rummy", colour=2)
    assert finish_points(up, shown, finish, EVERYBODY) == (3 * factor, 0, 0, 0)


def test_an_empty_seat_never_scores() -> None:
    assert finish_points(rules("klasik", 3), Y4, Finished(3, MELDS, R9, ()), (0, 1, 3)) == (-2, -2, 0, 0)
    assert show_points(rules("klasik", 2), 0, (0, 2), (20, 0, 20, 0)) == (0, 0, -1, 0)
    assert by_seat((0, 2), {0: 1, 1: 5, 2: 3}) == (1, 0, 3, 0)


@pytest.mark.parametrize(
    ("preset", "fields", "standing", "expected"),
    [
        ("klasik", {}, (20, 20, 20, 20), (-1, 0, -1, -1)),
        ("klasik", {}, (1, 20, 0, -5), (-1, 0, -1, -1)),
        ("kahvehane", {"bonus": 3}, (20, 20, 20, 20), (-3, 0, -3, -3)),
        ("usta", {"bonusmin": 3}, (3, 1, 2, 20), (-1, 0, 0, -1)),
        ("usta", {"bonusmin": 3}, (-1, 1, 0, 2), (0, 0, 0, 0)),
        ("rummy", {}, (0, 0, 0, 0), (0, 1, 0, 0)),
        ("rummy", {"bonus": 2}, (0, -3, 0, 0), (0, 2, 0, 0)),
    ],
)
def test_the_shown_indicator(preset: str, fields: dict[str, int], standing: Four, expected: Four) -> None:
    assert show_points(rules(preset, **fields), 1, EVERYBODY, standing) == expected


@pytest.mark.parametrize(
    ("preset", "fields", "number", "scores", "reason"),
    [
        ("klasik", {}, 5, (1, 20, 20, 20), None),
        ("klasik", {}, 5, (0, 20, 20, 20), SCORE),
        ("klasik", {}, 5, (-3, 20, 20, 20), SCORE),
        ("klasik", {}, 99, (5, 5, 5, 5), None),
        ("klasik", {}, 100, (5, 5, 5, 5), DEALS_LIMIT),
        ("klasik", {}, 100, (0, 5, 5, 5), SCORE),
        ("klasik", {"deals": 1}, 1, (18, 18, 20, 18), DEALS_LIMIT),
        ("rummy", {}, 5, (7, 0, 0, 0), None),
        ("rummy", {}, 5, (0, 8, 0, 0), TARGET),
        ("rummy", {}, 5, (0, 11, -2, 9), TARGET),
        ("rummy", {}, 100, (0, 7, 0, 0), DEALS_LIMIT),
        ("rummy", {}, 100, (0, 8, 0, 0), TARGET),
        ("rummy", {}, 1, (0, 0, 0, 0), None),
        ("ikramiye", {}, 1, (3, -1, -1, -1), SINGLE_DEAL),
        ("ikramiye", {}, 1, (0, 0, 0, 0), SINGLE_DEAL),
    ],
)
def test_when_a_match_ends(preset: str, fields: dict[str, int], number: int, scores: Four, reason: int | None) -> None:
    assert match_end(rules(preset, **fields), number, scores, EVERYBODY) == reason


def test_the_zero_of_an_empty_seat_ends_nothing() -> None:
    assert match_end(rules("klasik", 3), 1, (18, 18, 0, 20), (0, 1, 3)) is None


@pytest.mark.parametrize(
    ("scores", "seats", "loser", "expected"),
    [
        ((20, 18, 18, 0), (0, 1, 2, 3), None, (1, 2, 2, 4)),
        ((5, 5, 5, 5), (0, 1, 2, 3), None, (1, 1, 1, 1)),
        ((-3, -1, -2, -4), (0, 1, 2, 3), None, (3, 1, 2, 4)),
        ((5, 0, 9, 0), (0, 2), None, (2, 0, 1, 0)),
        ((9, 5, 5, 1), (0, 1, 2, 3), 0, (4, 1, 1, 3)),
        ((9, 5, 0, 1), (0, 1, 3), 0, (3, 1, 0, 2)),
        ((9, 0, 5, 0), (0, 2), 2, (1, 0, 2, 0)),
        ((0, 0, 0, 0), (0, 1, 2, 3), 3, (1, 1, 1, 4)),
    ],
)
def test_ranks(scores: Four, seats: tuple[int, ...], loser: int | None, expected: Four) -> None:
    assert ranks(scores, seats, loser) == expected


@given(st.tuples(*[st.integers(-9, 9)] * 4), st.sampled_from([None, 0, 1, 2, 3]))
def test_ranks_are_those_of_a_sorted_list(scores: Four, loser: int | None) -> None:
    found = ranks(scores, EVERYBODY, loser)
    ordered = sorted((score for seat, score in enumerate(scores) if seat != loser), reverse=True)
    for seat in EVERYBODY:
        assert found[seat] == (4 if seat == loser else 1 + ordered.index(scores[seat]))

"""The clock: what a turn costs, what is left, standing still and going on."""

from random import Random

import pytest
from hypothesis import given

from okey.rules.clock import Clock
from okey.rules.events import (
    Automatic,
    Claimed,
    Controlled,
    DealEnded,
    Dealt,
    Declared,
    Drawn,
    Event,
    Finished,
    MatchEnded,
    Shown,
    Taken,
    Thrown,
)
from tests.strategies import rules, seeds

KLASIK = rules()
RUMMY = rules("rummy")
KINDS = (1, 2, 0, 1)
DEALT = Dealt(0, 1, 0, (1, 1))
FULL = (120_000, 120_000, 0, 120_000)


def started(at: int = 1_000) -> Clock:
    return Clock.of(KLASIK, KINDS).tick(DEALT, 1, at)


def test_reserves_of_a_match() -> None:
    assert Clock.of(KLASIK, KINDS).reserve == FULL
    assert Clock.of(RUMMY, KINDS).reserve == (0, 0, 0, 0)


def test_no_time_runs_before_a_deal() -> None:
    clock = Clock.of(KLASIK, KINDS)
    assert (clock.turn, clock.deadline, clock.used(10**9), clock.left(10**9)) == (None, None, 0, 0)


def test_a_turn_begins_with_the_deal() -> None:
    """B48: the time since the last deal does not count."""
    clock = started(50_000)
    assert clock.deadline == 50_000 + 30_000 + 120_000
    assert (clock.used(50_000), clock.left(50_000)) == (0, 150_000)


@pytest.mark.parametrize(
    ("took", "left"),
    [
        (0, 120_000),
        (29_999, 120_000),
        (30_000, 120_000),
        (30_001, 119_999),
        (45_000, 105_000),
        (150_000, 0),
        (160_000, 0),
    ],
)
@pytest.mark.parametrize("event", [Thrown(1, 5), Finished(1, 1, 5, ())])
def test_what_goes_beyond_the_move_is_taken_from_the_reserve(event: Event, took: int, left: int) -> None:
    clock = started().tick(event, 3, 1_000 + took)
    assert clock.reserve == (120_000, left, 0, 120_000)
    assert clock.turn == 3
    assert clock.deadline == 1_000 + took + 150_000


def test_the_reserve_is_one_for_the_whole_match() -> None:
    clock = started()
    at = 1_000
    for seat, following in ((1, 3), (3, 0), (0, 1), (1, 3)):
        assert clock.turn == seat
        at += 40_000
        clock = clock.tick(Thrown(seat, 5), following, at)
    assert clock.reserve == (110_000, 100_000, 0, 110_000)
    clock = clock.tick(DealEnded(None, 2, (0, 0, 0, 0)), None, at)
    clock = clock.tick(DEALT, 1, at + 60_000)
    assert clock.deadline == at + 60_000 + 30_000 + 100_000


@pytest.mark.parametrize(
    "event",
    [Drawn(1), Taken(1, 5), Shown(3, 1), Automatic(1), Declared(0), Controlled(1, 2), Claimed(1, 5, ())],
)
def test_only_a_discard_or_a_finish_ends_a_turn(event: Event) -> None:
    clock = started()
    assert clock.tick(event, 1, 90_000) == clock


@pytest.mark.parametrize("event", [DealEnded(None, 2, (0,) * 4), MatchEnded(None, 5, (0,) * 4, (0,) * 4)])
def test_no_time_runs_after_an_end(event: Event) -> None:
    clock = started().tick(event, None, 5_000)
    assert (clock.turn, clock.begin, clock.deadline, clock.left(10**6)) == (None, None, None, 0)
    assert clock.reserve == FULL
    assert clock.tick(Thrown(1, 5), None, 9_000).reserve == FULL


def test_standing_still() -> None:
    clock = started().stop(21_000)
    assert clock.deadline is None
    assert clock.stop(30_000) == clock
    assert clock.left(21_000) == clock.left(10**9) == 130_000
    assert clock.used(10**9) == 20_000
    clock = clock.go(1_000_000)
    assert clock.deadline == 1_130_000
    assert clock.go(2_000_000) == clock
    assert clock.left(1_000_000) == 130_000


def test_a_turn_ended_while_the_clock_stands_still_costs_nothing_more() -> None:
    clock = started().stop(21_000).tick(Thrown(1, 5), 3, 900_000)
    assert clock.reserve == FULL
    assert clock.deadline is None
    assert clock.left(10**9) == 150_000
    assert clock.go(2_000_000).deadline == 2_150_000


def test_a_deal_while_the_clock_stands_still() -> None:
    clock = Clock.of(KLASIK, KINDS).stop(500).tick(DEALT, 1, 1_000)
    assert (clock.deadline, clock.left(10**9)) == (None, 150_000)
    assert clock.go(5_000).deadline == 155_000


def test_time_given_back_after_the_server_was_away() -> None:
    """B69: the turn goes on with the time it had and 10 s more, also when it had just begun."""
    clock = started().stop(3_000).go(600_000, extra=10_000)
    assert clock.deadline == 600_000 + 148_000 + 10_000
    assert clock.left(600_000) == 158_000
    assert clock.used(600_000) == -8_000
    assert clock.stop(600_000).left(10**9) == 158_000
    assert clock.tick(Thrown(1, 5), 3, 600_000 + 38_000).reserve == FULL
    assert clock.tick(Thrown(1, 5), 3, 600_000 + 38_001).reserve == (120_000, 119_999, 0, 120_000)


def test_going_on_between_deals() -> None:
    clock = Clock.of(KLASIK, KINDS).stop(500).go(900, extra=10_000)
    assert clock == Clock.of(KLASIK, KINDS)


@given(seeds)
def test_the_clock_is_a_sum(seed: int) -> None:
    """Against a plain sum of running stretches: what every seat has used beyond its moves."""
    random = Random(seed)
    ruleset = rules(move=random.choice((1, 5, 30)), reserve=random.choice((0, 3, 120)))
    clock = Clock.of(ruleset, (1, 1, 1, 1)).tick(DEALT, 0, 0)
    reserve = [1000 * ruleset.reserve] * 4
    now, seat, spent, running = 0, 0, 0, True
    for _ in range(60):
        step = random.randint(0, 20_000)
        now += step
        spent += step if running else 0
        choice = random.random()
        if choice < 0.3:
            clock, running = clock.stop(now), False
        elif choice < 0.6:
            extra = 0 if running else random.choice((0, 10_000))
            clock, running, spent = clock.go(now, extra), True, spent - extra
        elif choice < 0.9:
            reserve[seat] -= max(0, spent - 1000 * ruleset.move)
            reserve[seat] = max(0, reserve[seat])
            seat, spent = (seat + 1) % 4, 0
            clock = clock.tick(Thrown(seat, 5), seat, now)
        left = 1000 * ruleset.move + reserve[seat] - spent
        assert clock.reserve == tuple(reserve)
        assert clock.used(now) == spent
        assert clock.left(now) == left
        assert clock.deadline == (now + left if running else None)

"""What a seat knows follows from its view alone, and all of it does."""

import pytest

from okey.bots.position import WILD, Position, neighbours
from okey.rules.actions import Draw, ShowIndicator, Take, Throw
from okey.rules.view import view
from tests.strategies import dealt, done, rules, tiles

RED_5, RED_6, YELLOW_1 = 4, 5, 13


def test_counts_are_by_value() -> None:
    """Indicator r4: r5 is the okey, both false jokers count as red 5."""
    state = dealt(rules(), {0: "r5 r5 F r6 r6 y1"}, "r4a")
    at = Position.of(view(state, 0))
    assert at.okey == RED_5
    assert at.counts[WILD] == 2
    assert at.counts[RED_5] >= 1
    assert at.counts[RED_6] == 2
    assert sum(at.counts) == 15
    assert at.tile(WILD) == tiles("r5a")[0]
    assert at.tile(RED_5) >> 1 == 52


def test_unseen_tiles_are_those_nobody_has_shown() -> None:
    state = dealt(rules(), {0: "r6 r6 y1", 1: "y1b"}, "r4a")
    at = Position.of(view(state, 0))
    assert at.hidden == 106 - 15 - 1
    assert at.unseen[RED_6] == 0
    assert at.unseen[3] == 1
    assert at.unseen[YELLOW_1] == 1
    assert at.unseen[WILD] == 2


def test_a_discard_stays_seen_when_somebody_takes_it() -> None:
    state = dealt(rules(), {0: "y1a", 1: "y1b"}, "r4a")
    state = done(state, 0, Throw(tiles("y1a")[0]))
    state = done(state, 1, Take(), Throw(tiles("y1b")[0]))
    at = Position.of(view(state, 2))
    assert at.unseen[YELLOW_1] == 0
    assert at.offer == tiles("y1b")[0]
    assert at.wanted == []
    assert at.pile == 48


def test_what_the_next_seat_took_and_threw() -> None:
    state = dealt(rules(), {0: "y1a", 1: "y1b"}, "r4a")
    state = done(state, 0, Throw(tiles("y1a")[0]))
    state = done(state, 1, Take(), Throw(tiles("y1b")[0]))
    before = Position.of(view(state, 0))
    assert before.wanted == [YELLOW_1]
    assert before.unwanted == [YELLOW_1]
    assert before.turn == 1
    assert Position.of(view(state, 3)).wanted == []


def test_the_shown_twin_is_seen_by_all() -> None:
    state = dealt(rules(), {0: "r4b"}, "r4a")
    assert Position.of(view(state, 1)).unseen[3] == 1
    state = done(state, 0, ShowIndicator())
    assert Position.of(view(state, 1)).unseen[3] == 0


def test_last_lap_and_what_may_be_done() -> None:
    state = dealt(rules(), {}, "r4a")
    assert Position.of(view(state, 0)).can == ("throw", "finish")
    while state.deal and state.deal.pile:
        seat = state.turn
        assert seat is not None
        if state.phase == "draw":
            state = done(state, seat, Draw())
        at = Position.of(view(state, seat))
        state = done(state, seat, Throw(next(tile for tile in at.rack if tile >> 1 != at.okey)))
    at = Position.of(view(state, state.turn))
    assert at.lap
    assert at.can == ("take",)


def test_neighbours_skip_empty_seats() -> None:
    assert neighbours((2, 2, 2, 2), 0) == (1, 3)
    assert neighbours((1, 0, 2, 0), 0) == (2, 2)
    assert neighbours((1, 2, 0, 1), 1) == (3, 0)


def test_a_spectator_has_no_position() -> None:
    state = dealt(rules(), {}, "r4a")
    with pytest.raises(ValueError, match="running deal"):
        Position.of(view(state, None))

"""Every level keeps to the contract of bots in every preset and number of seats, over whole matches."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import pytest

from okey.bots import LEVELS, Position, Stream, choose
from okey.bots.contract import ContractError, check_bots, shuffled
from okey.rules.actions import DeclarePairs, Draw, Finish, SeatAction, Take, Throw
from okey.rules.match import decide, evolve, new_match
from okey.rules.view import view
from okey.testing import check_bots as public_check
from tests.strategies import SEATED, TABLES, dealt, done, random_deal, rules

NAMES = list(LEVELS)


def short(preset: str, seats: int) -> dict[str, int]:
    """Half the usual start points where they count down: matches of four to eight deals."""
    return {"points": 10} if preset in ("klasik", "kahvehane", "usta") else {}


@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_mixed_tables_keep_to_the_contract_over_a_whole_match(preset: str, seats: int) -> None:
    ruleset = rules(preset, seats, **short(preset, seats))
    bots = [LEVELS[NAMES[(seat + seats) % 3]] for seat in range(seats)]
    match = check_bots(bots, ruleset, seed=seats)
    assert match.state.match_reason
    assert match.finishes
    assert match.decisions > 10 * match.deals


@pytest.mark.parametrize("level", NAMES)
@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_each_level_keeps_to_the_contract_close_to_a_finish(level: str, preset: str, seats: int) -> None:
    """Deals made so that seats are nearly complete, in pairs too: finishes, waiting and declaring come up soon."""
    random = Random(f"{level} {preset} {seats}")
    ruleset = rules(preset, seats)
    for _ in range(3):
        state = new_match(ruleset, SEATED[seats], roller=0)
        state = done(state, None, random_deal(state, random)[0])
        step = 0
        while state.turn is not None:
            seat = state.turn
            seen = view(state, seat)
            action = choose(seen, level, Random(step))
            assert choose(view(shuffled(state, seat, random), seat), level, Random(step)) == action
            events = decide(state, seat, action)
            assert isinstance(events, tuple), (action, events)
            for event in events:
                state = evolve(state, event)
            step += 1
        assert state.results


@pytest.mark.parametrize("level", NAMES)
def test_a_declared_seat_finishes_with_pairs_only(level: str) -> None:
    """A computer that takes over a seat whose owner declared pairs."""
    rack = "r1 r2 r3 y4 y5 y6 b7 b8 b9 k10 k11 k12 k13 k1 r10"
    state = dealt(rules("usta"), {0: rack}, "r9a")
    assert isinstance(choose(view(state, 0), level, Random(1)), Finish)
    state = done(state, 0, DeclarePairs())
    assert isinstance(choose(view(state, 0), level, Random(1)), Throw)


@dataclass
class Odd:
    """A bot with a fault."""

    fault: str
    version: str = "odd/1"
    asked: int = 0

    def decide(self, position: Position, stream: Stream) -> SeatAction:
        self.asked += 1
        if "throw" not in position.can:
            return Draw() if "draw" in position.can or self.fault == "draws" else Take()
        tiles: Sequence[int] = sorted(position.rack, key=lambda tile: (tile >> 1 == position.okey, tile))
        if self.fault == "changes":
            position.counts[0] += 1
        if self.fault == "keeps" and self.asked % 2:
            return Throw(tiles[1])
        if self.fault == "finishes":
            return Finish(tiles[0])
        if self.fault == "okey":
            return Throw(tiles[-1])
        return Throw(tiles[0])


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("changes", "changed its position"),
        ("keeps", "and then"),
        ("finishes", "refused: finish_not_possible"),
        ("okey", "threw a real okey away"),
        ("draws", "refused: must_take"),
    ],
)
def test_the_check_finds_what_is_wrong(fault: str, told: str) -> None:
    with pytest.raises(ContractError, match=told):
        check_bots([Odd(fault)] * 4, rules("klasik"), seed=3, deals=12)


def test_the_check_is_public_and_lets_a_plain_bot_pass() -> None:
    match = public_check([Odd("none")] * 4, rules("klasik"), seed=3, deals=2)
    assert match.deals == 2
    assert match.finishes == 0


def test_the_check_wants_a_bot_for_each_seat() -> None:
    with pytest.raises(ValueError, match="2 bots for 3 seats"):
        check_bots([Odd("none")] * 2, rules("klasik", 3), seed=1)


def test_shuffling_changes_what_is_hidden_and_nothing_else() -> None:
    state = dealt(rules("klasik"), {}, seed=5)
    other = shuffled(state, 0, Random(1))
    assert other != state
    assert view(other, 0) == view(state, 0)
    assert view(other, 1) != view(state, 1)
    with pytest.raises(ValueError, match="nothing is dealt"):
        shuffled(new_match(rules("klasik"), SEATED[4], roller=0), 0, Random(1))


def test_choosing_out_of_turn_or_for_nobody_is_an_error() -> None:
    state = dealt(rules("klasik"), {}, seed=5)
    for viewer in (1, None):
        with pytest.raises(ValueError, match="turn"):
            choose(view(state, viewer), "orta", Random(1))
    with pytest.raises(ValueError, match="unknown level"):
        choose(view(state, 0), "usta", Random(1))

"""What the levels do at the table: scenes with a right answer."""

from dataclasses import replace
from random import Random

import pytest

from okey.bots import LEVELS, Position, choose
from okey.bots.greedy import Greedy
from okey.rules.actions import DeclarePairs, Draw, Finish, SeatAction, ShowIndicator, Take, Throw
from okey.rules.ruleset import PRESETS
from okey.rules.state import State
from okey.rules.text import parse_face
from okey.rules.view import view
from tests.strategies import dealt, done, rules, tiles

NAMES = list(LEVELS)
every_level = pytest.mark.parametrize("level", NAMES)

EXAMPLE = "r3 r4 r5 r6 k9 b9 y9 y10 y11 y12 y13 k6 k7 b5 r11"
"""RULES 12: okey b5; finishing with r11 pays 3, a k8 or k5 would free the okey and pay 6."""
ONE_AWAY = "r1 r2 r3 y4 y5 y6 b7 b8 b9 k10 k11 k12 k13 r9"
"""y7 completes it, among others."""


def answer(state: State, level: str, seed: int = 1) -> SeatAction:
    """What the level does on turn."""
    return choose(view(state, state.turn), level, Random(seed))


def tile(text: str) -> int:
    """One tile."""
    return tiles(text)[0]


def plain_throw(state: State) -> int:
    """Any tile of the turn's rack that is no okey."""
    at = Position.of(view(state, state.turn))
    return next(one for one in reversed(at.rack) if one >> 1 != at.okey)


# --- all levels


@every_level
@pytest.mark.parametrize("preset", ["klasik", "kahvehane", "usta", "rummy"])
def test_the_indicator_is_shown_at_once(level: str, preset: str) -> None:
    state = dealt(rules(preset), {0: "r4b r9"}, "r4a")
    assert answer(state, level) == ShowIndicator()
    state = done(state, 0, ShowIndicator())
    assert isinstance(answer(state, level), Throw)


@every_level
def test_nothing_is_shown_where_there_is_no_bonus(level: str) -> None:
    assert isinstance(answer(dealt(rules("ikramiye"), {0: "r4b r9"}, "r4a"), level), Throw)


@every_level
def test_the_last_lap_is_taken(level: str) -> None:
    state = dealt(rules("klasik"), {}, "r4a", seed=8)
    while not state.lap:
        seat = state.turn
        assert seat is not None
        state = done(state, seat, Draw()) if state.phase == "draw" else done(state, seat, Throw(plain_throw(state)))
    while state.turn is not None:
        assert answer(state, level) == Take()
        state = done(state, state.turn, Take())
        action = answer(state, level)
        assert isinstance(action, Throw)
        state = done(state, state.turn, action)
    assert state.results[0].seat is None


@every_level
def test_a_finish_that_throws_the_okey_is_not_missed(level: str) -> None:
    state = dealt(rules("kahvehane"), {0: "r1 r2 r3 y4 y5 y6 b7 b8 b9 k10 k11 k12 k13 k1 r5"}, "r4a")
    action = answer(state, level)
    assert isinstance(action, Finish)
    assert action.tile == tile("r5")
    assert done(state, 0, action).results[0].seat == 0


@every_level
def test_no_okey_is_thrown_away(level: str) -> None:
    state = dealt(rules(), {0: "r5 r5 r9 r11 y2 y7 y13 b1 b4 b10 k3 k8 k12 F F"}, "r4a")
    for seed in range(30):
        action = answer(state, level, seed)
        assert isinstance(action, Throw)
        assert action.tile >> 1 != tile("r5") >> 1


@every_level
def test_the_tile_that_completes_the_hand_is_taken(level: str) -> None:
    state = dealt(rules("rummy"), {0: "y7", 1: ONE_AWAY}, "k4a")
    state = done(state, 0, Throw(tile("y7")))
    assert {answer(state, level, seed) for seed in range(20)} == {Take()}
    assert isinstance(answer(done(state, 1, Take()), level), Finish) or level == "zor"


@every_level
def test_a_useless_tile_is_left(level: str) -> None:
    state = dealt(rules(), {0: "b2", 1: ONE_AWAY}, "r4a")
    state = done(state, 0, Throw(tile("b2")))
    answers = [answer(state, level, seed) for seed in range(20)]
    assert answers.count(Draw()) > 10
    assert Take() not in answers or level == "kolay"


# --- kolay and orta


def test_orta_throws_by_lot_among_the_best() -> None:
    state = dealt(rules(), {0: "r1 r2 r3 y4 y5 y6 b7 b8 b9 k10 k11 k12 k2 r9 y13"}, "r4a")
    thrown = {answer(state, "orta", seed) for seed in range(60)}
    assert {Throw(tile(text)) for text in ("k2", "r9", "y13")} <= thrown
    assert Throw(tile("y5")) not in thrown


def test_a_slip_throws_anything_and_takes_anything() -> None:
    slips = Greedy("always", slip=1.0)
    state = dealt(rules(), {0: "r1 r2 r3 y4 y5 y6 b7 b8 b9 k10 k11 k12 k2 r5 y13"}, "r4a")
    at = Position.of(view(state, 0))
    thrown = {slips.decide(at, Random(seed)) for seed in range(200)}
    assert len(thrown) == 14
    state = dealt(rules(), {0: "b2", 1: ONE_AWAY}, "r4a")
    at = Position.of(view(done(state, 0, Throw(tile("b2"))), 1))
    assert slips.decide(at, Random(1)) == Take()


def test_kolay_slips_now_and_then_and_still_finishes() -> None:
    state = dealt(rules(), {0: "r1 r2 r3 y4 y5 y6 b7 b8 b9 k10 k11 k12 k2 r9 y13"}, "r4a")
    best = {answer(state, "orta", seed) for seed in range(60)}
    slips = sum(answer(state, "kolay", seed) not in best for seed in range(1000))
    assert 150 < slips < 350
    state = dealt(rules(), {0: EXAMPLE}, "b4a")
    assert {answer(state, "kolay", seed) for seed in range(20)} == {Finish(tile("r11"))}


# --- zor


def test_zor_waits_for_the_okey_as_in_the_worked_example() -> None:
    """The rules page: throw r11, take the k8, throw the okey for 6."""
    state = dealt(rules("rummy"), {0: EXAMPLE, 3: "k8"}, "b4a")
    assert answer(state, "orta") == Finish(tile("r11"))
    assert answer(state, "zor") == Throw(tile("r11"))
    state = done(state, 0, Throw(tile("r11")))
    for seat in (1, 2):
        state = done(state, seat, Draw())
        state = done(state, seat, Throw(plain_throw(state)))
    state = done(state, 3, Draw(), Throw(tile("k8")))
    assert answer(state, "zor") == Take()
    state = done(state, 0, Take())
    assert answer(state, "zor") == Finish(tile("b5"))
    assert done(state, 0, Finish(tile("b5"))).results[0].changes == (6, 0, 0, 0)


@pytest.mark.parametrize(("turn", "pile"), [(7, 20), (1, 3)])
def test_zor_does_not_wait_late_or_without_a_next_turn(turn: int, pile: int) -> None:
    at = Position.of(view(dealt(rules("rummy"), {0: EXAMPLE}, "b4a"), 0))
    late = replace(at, turn=turn, pile=pile)
    assert LEVELS["zor"].decide(late, Random(1)) == Finish(tile("r11"))


def test_zor_does_not_wait_for_tiles_that_are_gone() -> None:
    at = Position.of(view(dealt(rules("rummy"), {0: EXAMPLE}, "b4a"), 0))
    wanted = [parse_face(text) for text in ("k5", "k8")]
    for value in (*wanted, 52):
        at.unseen[value] = 0
    at.turn = 3
    assert LEVELS["zor"].decide(at, Random(1)) == Finish(tile("r11"))


def test_zor_does_not_wait_where_the_okey_pays_nothing_more() -> None:
    flat = replace(PRESETS["rummy"], okey=3, pairs=3, both=3)
    at = Position.of(view(dealt(flat, {0: EXAMPLE}, "b4a"), 0))
    assert LEVELS["zor"].decide(at, Random(1)) == Finish(tile("r11"))


def test_zor_keeps_the_tiles_that_can_still_come() -> None:
    """r1 r2 waits for r3 alone, b5 b6 for b4 and b7; when those are gone it is the other way round."""
    rack = "y4 y5 y6 y7 b9 b10 b11 k10 k11 k12 k13 r1 r2 b5 b6"
    at = Position.of(view(dealt(rules(), {0: rack}, "r8a"), 0))
    action = LEVELS["zor"].decide(at, Random(1))
    assert action in (Throw(tile("r1")), Throw(tile("r2")))
    for text in ("b4", "b7", "r5", "k5", "r6", "k6"):
        at.unseen[parse_face(text)] = 0
    action = LEVELS["zor"].decide(at, Random(1))
    assert action in (Throw(tile("b5")), Throw(tile("b6")))


def test_zor_uses_no_random_number() -> None:
    state = dealt(rules(), {}, "r4a", seed=3)
    assert len({answer(state, "zor", seed) for seed in range(20)}) == 1


def test_zor_takes_a_tile_that_widens_the_hand_without_shortening_it() -> None:
    """One away on a single wait: with r6 the lone r5 becomes two open ends."""
    rack = "y4 y5 y6 y7 b9 b10 b11 k10 k11 k12 k13 r1 r2 r6"
    state = dealt(rules(), {0: "r7", 1: rack}, "y12a")
    state = done(state, 0, Throw(tile("r7")))
    at = Position.of(view(state, 1))
    at.turn = 3
    at.unseen[parse_face("r3")] = 1
    assert LEVELS["orta"].decide(at, Random(1)) == Draw()
    assert LEVELS["zor"].decide(at, Random(1)) == Take()


# --- pairs

FOUR_PAIRS = "r1 r1 y3 y3 b6 b6 k9 k9 r5 y9 b12 k2 r11 y6 b2"
SIX_PAIRS = "r1 r1 y3 y3 b6 b6 k9 k9 y11 y11 b13 b13 r10 y7 k4"


def test_zor_goes_for_pairs_where_they_pay() -> None:
    """Four pairs and an okey: pairs pay 8 in usta."""
    state = dealt(rules("usta"), {0: FOUR_PAIRS}, "r4a")
    at = Position.of(view(state, 0))
    singles = {at.tile(value) for value in range(52) if at.counts[value] == 1}
    action = LEVELS["zor"].decide(at, Random(1))
    assert isinstance(action, Throw)
    assert action.tile in singles


def test_zor_declares_pairs_in_usta_and_only_once() -> None:
    state = dealt(rules("usta"), {0: SIX_PAIRS}, "r4a")
    assert answer(state, "zor") == DeclarePairs()
    state = done(state, 0, DeclarePairs())
    action = answer(state, "zor")
    assert isinstance(action, Throw)
    assert action.tile in tiles("r10 y7 k4")
    assert answer(state, "orta") != DeclarePairs()


def test_zor_does_not_declare_with_melds_in_reach() -> None:
    state = dealt(rules("usta"), {0: "r1 r1 r2 r2 r3 r3 b6 b6 b7 b7 b8 b8 y9 y10 k2"}, "r4a")
    assert not isinstance(answer(state, "zor"), DeclarePairs)


def test_zor_throws_the_single_tile_whose_twin_is_gone() -> None:
    at = Position.of(view(dealt(rules("usta"), {0: SIX_PAIRS}, "r4a"), 0))
    at.declared, at.can = True, ("throw", "finish")
    for text in ("r10", "y7", "k4"):
        gone = replace(at, unseen=bytearray(at.unseen))
        gone.unseen[parse_face(text)] = 0
        assert LEVELS["zor"].decide(gone, Random(1)) == Throw(tile(text))


def test_a_declared_zor_takes_a_twin() -> None:
    state = dealt(rules("usta"), {0: "y7b", 1: "r1 r1 y3 y3 b6 b6 k9 k9 y11 y11 b13 b13 r10 y7a"}, "r4a")
    state = done(state, 1, DeclarePairs())
    state = done(state, 0, Throw(tile("y7b")))
    assert answer(state, "zor") == Take()
    state = done(state, 1, Take())
    early = Position.of(view(state, 1))
    assert LEVELS["zor"].decide(early, Random(1)) == Throw(tile("r10"))  # an okey would double the eight
    action = LEVELS["zor"].decide(replace(early, turn=8), Random(1))
    assert isinstance(action, Finish)
    assert action.tile == tile("r10")
    assert done(state, 1, action).results[0].kind == 2

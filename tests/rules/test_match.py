"""The match, rule by rule, with the answers written out."""

from dataclasses import replace
from typing import Any

import pytest

from okey.rules import events as ev
from okey.rules.actions import (
    Cancel,
    DeclarePairs,
    Draw,
    Finish,
    SetControl,
    ShowIndicator,
    Take,
    Throw,
    TimeOut,
)
from okey.rules.faults import BlockFault, Fault
from okey.rules.match import can, decide, evolve, lay, legal, new_match
from okey.rules.state import Deal, State
from tests.strategies import dealt, done, rows, rules, start_deal, tiles

NONE = (0, 0, 0, 0)
MELDS = "r1 r2 r3 y1 y2 y3 b1 b2 b3 b4 r9 y9 b9 k9"
MELDS_LAID = "r1 r2 r3 . y1 y2 y3 . b1 b2 b3 b4 . r9 y9 b9 k9"
PAIRS = "r1 r1b r2 r2b y1 y1b y2 y2b b9 b9b k13 k13b F Fb"
PAIRS_LAID = "r1 r1b . r2 r2b . y1 y1b . y2 y2b . b9 b9b . k13 k13b . F Fb"
OKEY = tiles("r5")[0]
K7 = tiles("k7")[0]


def deal_of(state: State) -> Deal:
    assert state.deal is not None
    return state.deal


def turn_of(state: State) -> int:
    assert state.turn is not None
    return state.turn


def cycle(state: State) -> State:
    """One move: draw (or take, when the pile is empty) and throw that tile, or another one if it is an okey."""
    seat = turn_of(state)
    if state.phase == "draw":
        state = done(state, seat, Draw() if deal_of(state).pile else Take())
    kept = [tile for tile in deal_of(state).racks[seat] if tile >> 1 != deal_of(state).okey]
    return done(state, seat, Throw(kept[-1]))


def to_empty_pile(state: State) -> State:
    """Until the last tile of the pile is in a rack."""
    while len(deal_of(state).pile) > 1 or state.phase == "throw":
        state = cycle(state)
    return done(state, turn_of(state), Draw())


def with_moves(state: State, moves: int) -> State:
    return replace(state, deal=replace(deal_of(state), moves=moves))


# --- a match and its starters


def test_points_before_the_first_deal() -> None:
    assert new_match(rules("klasik", 3), (0, 1, 2, 2), 1).scores == (0, 20, 20, 20)
    assert new_match(rules("rummy", 3), (0, 1, 2, 2), 1).scores == NONE
    assert new_match(rules("ikramiye"), (1, 1, 1, 1), 1).scores == NONE


@pytest.mark.parametrize(
    ("seats", "kinds", "roller", "message"),
    [
        (4, (1, 2, 2, 0), 0, "4 seats"),
        (2, (1, 2, 2, 0), 0, "2 seats"),
        (4, (1, 2, 3, 2), 0, "kinds"),
        (3, (1, 2, 2, 0), 3, "seat 3 is empty"),
        (4, (1, 2, 2, 2), 4, "seat 4 is empty"),
    ],
)
def test_matches_that_cannot_begin(seats: int, kinds: Any, roller: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        new_match(rules("klasik", seats), kinds, roller)


@pytest.mark.parametrize(
    ("preset", "starts"),
    [("klasik", [3, 0, 1]), ("kahvehane", [3, 0, 1]), ("usta", [3, 0, 1]), ("rummy", [1, 3, 0])],
)
def test_who_starts(preset: str, starts: list[int]) -> None:
    """Seat 1 won the roll; seat 2 is empty; the deals are drawn by the move limit."""
    state = new_match(rules(preset, 3, moves=3), (1, 2, 0, 2), 1)
    for number, starter in enumerate(starts, 1):
        assert state.next_starter == starter
        state = done(state, None, start_deal(state, {}, "y4"))
        assert (deal_of(state).starter, deal_of(state).dealer) == (starter, state.previous(starter))
        assert state.turn == starter
        assert state.number == number
        for _ in range(3):
            state = cycle(state)
        assert state.results[-1].reason == ev.MOVE_LIMIT


def test_the_last_finisher_starts_in_usta() -> None:
    state = dealt(rules("usta", 3), {0: MELDS + " k7"}, kinds=(1, 2, 0, 2))
    state = done(state, 0, Finish(K7, lay(groups(MELDS_LAID), K7)))
    assert state.next_starter == 0
    state = done(state, None, start_deal(state, {}, "y4"))
    assert deal_of(state).dealer == 3


def groups(laid: str) -> tuple[tuple[int, ...], ...]:
    return tuple(tiles(part) for part in laid.split(" . "))


def test_twenty_deals_in_a_row() -> None:
    """B35: nothing is left over from the deal before."""
    for seats, pile in ((2, 76), (3, 62), (4, 48)):
        state = new_match(rules("klasik", seats, moves=4), (1, 2, *(2 * (seat < seats) for seat in (2, 3))), 0)  # type: ignore[arg-type]
        for number in range(20):
            state = done(state, None, start_deal(state, {}, "y4", seed=number))
            deal = deal_of(state)
            assert sorted(filter(None, deal.sizes)) == [14] * (seats - 1) + [15]
            assert (len(deal.pile), deal.discards, deal.moves) == (pile, ((), (), (), ()), 0)
            assert (deal.drew, deal.threw, deal.declared, deal.shown) == (
                (False,) * 4,
                (False,) * 4,
                (False,) * 4,
                None,
            )
            for _ in range(4):
                state = cycle(state)


# --- a turn


def test_the_starter_throws_without_drawing() -> None:
    state = dealt(rules(), {0: "r1"})
    assert decide(state, 0, Draw()) == Fault("must_throw")
    assert decide(state, 0, Take()) == Fault("must_throw")
    assert decide(state, 0, Throw(0)) == (ev.Thrown(0, 0),)


def test_draw_then_throw() -> None:
    state = dealt(rules(), {0: "r1"}, front="k7 k8")
    state = done(state, 0, Throw(0))
    assert decide(state, 1, Throw(0)) == Fault("must_draw_first")
    assert decide(state, 1, Draw()) == (ev.Drawn(1),)
    state = done(state, 1, Draw())
    assert deal_of(state).racks[1][-1] == K7
    assert decide(state, 1, Draw()) == Fault("already_drawn")
    assert decide(state, 1, Take()) == Fault("already_drawn")
    state = done(state, 1, Throw(K7))
    assert deal_of(state).discards == ((0,), (K7,), (), ())


def test_a_starter_who_has_drawn_later_has_drawn() -> None:
    state = dealt(rules(), {0: "r1"})
    for _ in range(4):
        state = cycle(state)
    state = done(state, 0, Draw())
    assert decide(state, 0, Draw()) == Fault("already_drawn")


def test_only_the_last_discard_of_the_previous_seat_can_be_taken() -> None:
    state = dealt(rules(), {0: "r1", 1: "r2 r3"})
    state = done(state, 0, Throw(0))
    assert decide(state, 1, Take()) == (ev.Taken(1, 0),)
    state = done(state, 1, Take(), Throw(0))
    assert deal_of(state).discards == ((), (0,), (), ())
    assert decide(state, 2, Take()) == (ev.Taken(2, 0),)


def test_a_taken_tile_may_be_thrown_back_and_lies_last_in_the_rack() -> None:
    state = dealt(rules(), {0: "r1"})
    state = done(state, 0, Throw(0))
    state = done(state, 1, Take())
    assert deal_of(state).racks[1][-1] == 0
    assert not isinstance(decide(state, 1, Throw(0)), Fault)


def test_a_taken_okey_is_wild_for_the_taker() -> None:
    hand = "y1 y2 y3 b1 b2 b3 b4 r9 y9 b9 k9 k12 k13 k2"
    state = dealt(rules(), {0: "r5", 1: hand})
    state = done(state, 0, Throw(OKEY))
    state = done(state, 1, Take())
    answer = decide(state, 1, Finish(tiles("k2")[0]))
    assert isinstance(answer, tuple)
    assert isinstance(answer[0], ev.Finished)


def test_nothing_to_take_is_said_even_where_play_never_leads() -> None:
    state = done(dealt(rules(), {0: "r1"}), 0, Throw(0))
    state = replace(state, deal=replace(deal_of(state), discards=((), (), (), ())))
    assert decide(state, 1, Take()) == Fault("nothing_to_take")
    assert "take" not in can(state, 1)


def test_three_actions_in_one_packet() -> None:
    """B42, B43: each is judged against the state after the one before."""
    state = dealt(rules(), {0: "r1 r2"})
    state = done(state, 0, Throw(0))
    assert decide(state, 0, Throw(2)) == Fault("not_your_turn")
    state = done(state, 1, Draw())
    assert decide(state, 1, Draw()) == Fault("already_drawn")
    state = done(state, 1, Throw(deal_of(state).racks[1][0]))
    assert decide(state, 1, Draw()) == Fault("not_your_turn")


def test_evolve_needs_a_deal_for_what_happens_in_one() -> None:
    with pytest.raises(ValueError, match="no deal"):
        evolve(new_match(rules(), (1, 1, 1, 1), 0), ev.Drawn(0))


# --- finishing


@pytest.mark.parametrize(
    ("preset", "hand", "thrown", "kind", "points"),
    [
        ("klasik", MELDS, "k7", ev.MELDS, 2),
        ("klasik", MELDS, "F", ev.MELDS, 2),
        ("klasik", MELDS, "r5", ev.MELDS, 4),
        ("klasik", PAIRS, "k7", ev.PAIRS, 4),
        ("klasik", PAIRS, "r5", ev.PAIRS, 8),
        ("kahvehane", MELDS, "r5", ev.MELDS, 4),
        ("kahvehane", PAIRS, "k7", ev.PAIRS, 4),
        ("usta", PAIRS, "k7", ev.PAIRS, 8),
        ("usta", PAIRS, "r5", ev.PAIRS, 16),
        ("usta", MELDS, "r5", ev.MELDS, 4),
    ],
)
def test_a_finish(preset: str, hand: str, thrown: str, kind: int, points: int) -> None:
    state = dealt(rules(preset), {0: f"{hand} {thrown}"})
    (tile,) = tiles(thrown)
    laid = groups(MELDS_LAID if hand == MELDS else PAIRS_LAID)
    answer = decide(state, 0, Finish(tile, lay(laid, tile)))
    assert isinstance(answer, tuple)
    finished, ended, *rest = answer
    assert isinstance(finished, ev.Finished)
    assert (finished.seat, finished.kind, finished.tile) == (0, kind, tile)
    assert sorted(tile for group in finished.groups for tile in group) == sorted(tiles(hand))
    if preset != "klasik":
        assert finished.groups == laid
    assert ended == ev.DealEnded(0, ev.FINISH, (0, -points, -points, -points))
    assert rest == []
    state = done(state, 0, Finish(tile, lay(laid, tile)))
    assert state.phase == "between"
    assert state.scores == (20, 20 - points, 20 - points, 20 - points)
    assert state.results[0].kind == kind
    assert state.results[0].tile == tile


def test_the_better_paying_reading_counts_under_auto() -> None:
    """The tiles are runs and seven pairs at once."""
    both = "y1 y1b y2 y2b y3 y3b b7 b7b b8 b8b b9 b9b b10 b10b"
    for preset, points in (("klasik", 4), ("rummy", 6)):
        answer = decide(dealt(rules(preset), {0: both + " k7"}), 0, Finish(K7))
        assert isinstance(answer, tuple)
        assert isinstance(answer[0], ev.Finished)
        assert answer[0].kind == ev.PAIRS
        assert isinstance(answer[1], ev.DealEnded)
        assert max(map(abs, answer[1].changes)) == points


def test_what_is_laid_counts_under_manual() -> None:
    both = "y1 y1b y2 y2b y3 y3b b7 b7b b8 b8b b9 b9b b10 b10b"
    state = dealt(rules("kahvehane"), {0: both + " k7"})
    melds = groups("y1 y2 y3 . y1b y2b y3b . b7 b8 b9 b10 . b7b b8b b9b b10b")
    pairs = groups("y1 y1b . y2 y2b . y3 y3b . b7 b7b . b8 b8b . b9 b9b . b10 b10b")
    for laid, kind in ((melds, ev.MELDS), (pairs, ev.PAIRS)):
        answer = decide(state, 0, Finish(K7, lay(laid, K7)))
        assert isinstance(answer, tuple)
        assert isinstance(answer[0], ev.Finished)
        assert (answer[0].kind, answer[0].groups) == (kind, laid)


def test_a_wrong_claim_costs_nothing() -> None:
    state = dealt(rules(), {0: "r1 r2 r3 y1 y2 y3 b1 b2 b3 b4 r9 y9 b9 k2 k7"})
    assert decide(state, 0, Finish(K7)) == Fault("finish_not_possible", {"n": 1})
    assert isinstance(decide(state, 0, Finish(tiles("k2")[0])), Fault)
    assert not isinstance(decide(state, 0, Throw(K7)), Fault)


def test_five_triples_are_no_finish() -> None:
    """14 of the 15 must be complete after the throw."""
    state = dealt(rules(), {0: "y1 y2 y3 b1 b2 b3 k1 k2 k3 r9 y9 b9 r12 y12 b12"})
    for tile in deal_of(state).racks[0]:
        assert isinstance(decide(state, 0, Finish(tile)), Fault)
    assert not any(isinstance(action, Finish) for action in legal(state, 0))


def test_a_refused_rack_is_located() -> None:
    state = dealt(rules("kahvehane"), {0: MELDS + " k7"})
    laid = rows("r1 r2 r3 . y1 y2 y3 b1 b2 b3 b4 / r9 y9 b9 k9 k7")
    assert decide(state, 0, Finish(K7, laid)) == Fault("arrangement", {"n": 7}, (BlockFault("missing_gap", 1, 5, 11),))
    assert decide(state, 0, Finish(K7, None)) == Fault("rack_mismatch")


def test_rows_do_not_matter_under_auto() -> None:
    state = dealt(rules(), {0: MELDS + " k7"})
    assert decide(state, 0, Finish(K7, rows("k8"))) == decide(state, 0, Finish(K7))


def test_finishing_after_a_draw_and_a_take() -> None:
    """B24: also with the okey just drawn."""
    hand = "k9 k11 k12 k13 y1 y2 y3 b4 b5 b6 b7 b8 b9 y11"
    state = dealt(rules(), {0: "r1", 1: hand}, front="r5")
    state = done(state, 0, Throw(0))
    drawn = done(state, 1, Draw())
    assert [action.tile for action in legal(drawn, 1) if isinstance(action, Finish)] == [tiles("y11")[0]]
    assert not any(isinstance(action, Finish) for action in legal(done(state, 1, Take()), 1))


# --- wrong claims with a price


def test_a_wrong_claim_with_a_price_is_charged_once_a_turn() -> None:
    state = dealt(rules(penalty=3), {0: "k7"})
    assert decide(state, 0, Finish(K7)) == (ev.Claimed(0, K7, ()),)
    state = done(state, 0, Finish(K7))
    assert (state.scores, state.standing) == ((20, 20, 20, 20), (17, 20, 20, 20))
    assert isinstance(decide(state, 0, Finish(K7)), Fault)
    state = done(state, 0, Throw(K7))
    for _ in range(3):
        state = cycle(state)
    state = done(state, 0, Draw(), Finish(deal_of(state).racks[0][0]))
    assert state.standing == (14, 20, 20, 20)
    state = done(state, None, Cancel())
    assert state.scores == (14, 20, 20, 20)


def test_a_claim_by_hand_is_shown_as_laid() -> None:
    state = dealt(rules("kahvehane", penalty=1), {0: MELDS + " k7"})
    laid = groups("r1 r2 r3 y1 y2 y3 . b1 b2 b3 b4 . r9 y9 b9 k9")
    assert decide(state, 0, Finish(K7, lay(laid, K7))) == (ev.Claimed(0, K7, laid),)
    assert decide(state, 0, Finish(K7, None)) == Fault("rack_mismatch")
    assert decide(state, 0, Finish(106, None)) == Fault("tile_not_held")
    state = done(state, 0, Finish(K7, lay(laid, K7)))
    right = lay(groups(MELDS_LAID), K7)
    answer = decide(state, 0, Finish(K7, right))
    assert isinstance(answer, tuple)
    assert answer[1] == ev.DealEnded(0, ev.FINISH, (-1, -2, -2, -2))


def test_a_price_counts_against_a_target_too() -> None:
    state = done(dealt(rules("rummy", penalty=2), {0: "k7"}), 0, Finish(K7))
    assert state.standing == (-2, 0, 0, 0)


# --- declared pairs


def test_declaring_is_no_move_and_cannot_be_taken_back() -> None:
    state = dealt(rules("usta"), {0: MELDS + " k7"})
    state = done(state, 3, DeclarePairs())
    assert (state.turn, deal_of(state).moves) == (0, 0)
    assert deal_of(state).declared == (False, False, False, True)
    assert decide(state, 3, DeclarePairs()) == Fault("already_declared")
    state = done(state, 0, DeclarePairs())
    assert decide(state, 0, Finish(K7, lay(groups(MELDS_LAID), K7))) == Fault("pairs_only")
    assert not any(isinstance(action, Finish) for action in legal(state, 0))


def test_declared_pairs_under_auto() -> None:
    state = done(dealt(rules(declare="yes"), {0: MELDS + " k7"}), 0, DeclarePairs())
    assert decide(state, 0, Finish(K7)) == Fault("pairs_only")
    fault = decide(state, 0, Finish(0))
    assert fault == Fault("finish_not_possible", {"n": 14})
    paid = done(dealt(rules(declare="yes", penalty=2), {0: MELDS + " k7"}), 0, DeclarePairs())
    assert decide(paid, 0, Finish(K7)) == (ev.Claimed(0, K7, ()),)


def test_undeclared_pairs_count_as_well() -> None:
    for declared in (False, True):
        state = dealt(rules("usta"), {0: PAIRS + " k7"})
        state = done(state, 0, DeclarePairs()) if declared else state
        answer = decide(state, 0, Finish(K7, lay(groups(PAIRS_LAID), K7)))
        assert isinstance(answer, tuple)
        assert answer[1] == ev.DealEnded(0, ev.FINISH, (0, -8, -8, -8))


def test_a_declaration_ends_with_the_deal() -> None:
    state = done(dealt(rules("usta", moves=1), {0: "k7"}), 0, DeclarePairs(), Throw(K7))
    state = done(state, None, start_deal(state, {}, "y4"))
    assert deal_of(state).declared == (False,) * 4


@pytest.mark.parametrize("preset", ["klasik", "kahvehane", "ikramiye", "rummy"])
def test_declaring_is_not_part_of_every_game(preset: str) -> None:
    assert decide(dealt(rules(preset), {}), 0, DeclarePairs()) == Fault("not_in_this_game", {"what": "declare"})


# --- showing the indicator

TWIN = tiles("r4b")[0]
LATE = "indicator_late"


def after_first_throw(preset: str, holder: int, **fields: Any) -> State:
    racks = {0: "k7", holder: "r4b"} if holder else {0: "k7 r4b"}
    return done(dealt(rules(preset, **fields), racks), 0, Throw(K7))


@pytest.mark.parametrize("preset", ["klasik", "kahvehane", "usta", "rummy"])
def test_a_dealt_twin_may_be_shown_on_turn_or_not(preset: str) -> None:
    for holder in range(4):
        state = dealt(rules(preset), {holder: "r4b"})
        assert decide(state, holder, ShowIndicator()) == (ev.Shown(holder, TWIN),)
        assert decide(state, (holder + 1) % 4, ShowIndicator()) == Fault("indicator_none")
        shown = done(state, holder, ShowIndicator())
        assert (shown.turn, shown.phase, deal_of(shown).moves) == (0, "throw", 0)
        assert TWIN in deal_of(shown).racks[holder]
        for seat in range(4):
            assert decide(shown, seat, ShowIndicator()) == Fault("indicator_done")


@pytest.mark.parametrize("preset", ["klasik", "kahvehane", "usta"])
def test_the_bonus_of_games_that_count_down(preset: str) -> None:
    state = done(dealt(rules(preset), {1: "r4b"}), 1, ShowIndicator())
    assert state.standing == (19, 20, 19, 19)


def test_the_bonus_of_rummy() -> None:
    assert done(dealt(rules("rummy"), {1: "r4b"}), 1, ShowIndicator()).standing == (0, 1, 0, 0)


def test_there_is_no_indicator_to_show_in_ikramiye() -> None:
    state = dealt(rules("ikramiye"), {0: "r4b"})
    assert decide(state, 0, ShowIndicator()) == Fault("not_in_this_game", {"what": "indicator"})


@pytest.mark.parametrize("preset", ["klasik", "kahvehane", "usta"])
def test_before_the_own_first_throw(preset: str) -> None:
    state = after_first_throw(preset, 1)
    state = done(state, 1, Draw())
    assert decide(state, 1, ShowIndicator()) == (ev.Shown(1, TWIN),)
    (other, *_) = (tile for tile in deal_of(state).racks[1] if tile != TWIN)
    state = done(state, 1, Throw(other))
    assert decide(state, 1, ShowIndicator()) == Fault(LATE, {"moment": "first_throw"})
    starter = after_first_throw(preset, 0)
    assert decide(starter, 0, ShowIndicator()) == Fault(LATE, {"moment": "first_throw"})


def test_before_the_first_draw_in_rummy() -> None:
    state = after_first_throw("rummy", 1)
    assert decide(state, 1, ShowIndicator()) == (ev.Shown(1, TWIN),)
    for get in (Draw(), Take()):
        assert decide(done(state, 1, get), 1, ShowIndicator()) == Fault(LATE, {"moment": "first_draw"})
    starter = dealt(rules("rummy"), {0: "k7 r4b"})
    assert decide(starter, 0, ShowIndicator()) == (ev.Shown(0, TWIN),)
    starter = done(starter, 0, Throw(K7))
    assert decide(starter, 0, ShowIndicator()) == Fault(LATE, {"moment": "first_throw"})


@pytest.mark.parametrize(
    ("preset", "drawn"),
    [("klasik", (ev.Shown(1, TWIN),)), ("usta", (ev.Shown(1, TWIN),)), ("kahvehane", Fault("indicator_drawn"))],
)
def test_a_twin_drawn_or_taken_before_the_first_throw(preset: str, drawn: Any) -> None:
    state = dealt(rules(preset), {0: "k7"}, front="r4b")
    assert decide(done(state, 0, Throw(K7)), 1, ShowIndicator()) == Fault("indicator_none")
    assert decide(done(done(state, 0, Throw(K7)), 1, Draw()), 1, ShowIndicator()) == drawn
    given = dealt(rules(preset), {0: "r4b"})
    assert decide(done(done(given, 0, Throw(TWIN)), 1, Take()), 1, ShowIndicator()) == drawn


def test_a_twin_thrown_away_is_not_held() -> None:
    state = done(dealt(rules(), {0: "r4b"}), 0, Throw(TWIN))
    assert decide(state, 0, ShowIndicator()) == Fault("indicator_none")


def test_the_bonus_spares_poor_seats_if_the_table_wants_it() -> None:
    state = dealt(rules(bonus=2, bonusmin=3), {1: "r4b"})
    state = replace(state, scores=(2, 5, 3, 20))
    assert done(state, 1, ShowIndicator()).standing == (2, 5, 1, 18)


def test_bonus_is_not_doubled_and_counts_at_the_end_of_the_deal() -> None:
    state = dealt(rules("usta", colour=2), {0: PAIRS + " r5", 1: "r4b"})
    state = done(state, 1, ShowIndicator())
    assert state.scores == (20, 20, 20, 20)
    answer = decide(state, 0, Finish(OKEY, lay(groups(PAIRS_LAID), OKEY)))
    assert isinstance(answer, tuple)
    assert answer[1] == ev.DealEnded(0, ev.FINISH, (-1, -32, -33, -33))


def test_a_bonus_alone_may_decide_the_match_when_the_deal_ends() -> None:
    state = replace(dealt(rules("klasik", moves=1), {0: "k7", 1: "r4b"}), scores=(1, 9, 1, 9))
    state = done(state, 1, ShowIndicator())
    assert (state.phase, state.standing) == ("throw", (0, 9, 0, 8))
    state = done(state, 0, Throw(K7))
    assert (state.match_reason, state.scores, state.ranks) == (ev.SCORE, (0, 9, 0, 8), (3, 1, 3, 2))
    assert state.results[-1].shows == (-1, 0, -1, -1)


# --- deals without a finish


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_last_lap(seats: int) -> None:
    state = to_empty_pile(dealt(rules("klasik", seats), {}, "y4a"))
    last = turn_of(state)
    assert (state.lap, state.phase) == (False, "throw")
    state = cycle(state)
    for _ in range(seats - 1):
        seat = turn_of(state)
        assert seat != last
        assert state.lap
        assert decide(state, seat, Draw()) == Fault("must_take")
        assert can(state, seat)[0] == "take"
        state = done(state, seat, Take())
        assert state.lap
        tile = deal_of(state).racks[seat][-1]
        state = done(state, seat, Throw(tile))
    assert state.results[-1].reason == ev.PILE
    assert state.results[-1].changes == NONE
    assert (state.phase, state.lap, state.scores) == ("between", False, new_match(state.ruleset, state.kinds, 0).scores)


@pytest.mark.parametrize("preset", ["kahvehane", "ikramiye", "usta", "rummy"])
def test_elsewhere_the_turn_that_took_the_last_tile_ends_the_deal(preset: str) -> None:
    """B32: an empty pile ends the deal, and the reason is told."""
    state = to_empty_pile(dealt(rules(preset), {}, "y4a"))
    assert not state.lap
    seat = turn_of(state)
    answer = decide(state, seat, Throw(deal_of(state).racks[seat][0]))
    assert isinstance(answer, tuple)
    assert answer[1] == ev.DealEnded(None, ev.PILE, NONE)


def test_a_finish_in_the_last_lap() -> None:
    state = to_empty_pile(dealt(rules("klasik", 2), {0: "y1", 2: "b1"}, "r4a"))
    state = cycle(state)
    seat = turn_of(state)
    offered = deal_of(state).discards[state.previous(seat)][-1]
    hand = [tile for tile in tiles(MELDS) if tile != offered][:14]
    assert len(hand) == 14
    moved = replace(deal_of(state), racks=tuple(tuple(hand) if s == seat else () for s in range(4)))
    state = done(replace(state, deal=moved), seat, Take())
    answer = decide(state, seat, Finish(offered))
    assert isinstance(answer, tuple)
    assert [event.TYPE for event in answer] == [6, 7]


@pytest.mark.parametrize("preset", ["klasik", "kahvehane", "rummy"])
def test_the_last_move_draws_the_deal_but_may_still_be_a_finish(preset: str) -> None:
    state = with_moves(dealt(rules(preset), {0: MELDS + " k7"}), 119)
    answer = decide(state, 0, Throw(K7))
    assert answer == (ev.Thrown(0, K7), ev.DealEnded(None, ev.MOVE_LIMIT, NONE))
    finish = decide(state, 0, Finish(K7, lay(groups(MELDS_LAID), K7)))
    assert isinstance(finish, tuple)
    assert [event.TYPE for event in finish][:2] == [6, 7]
    before = with_moves(dealt(rules(preset), {0: "k7"}), 118)
    assert decide(before, 0, Throw(K7)) == (ev.Thrown(0, K7),)


def test_an_empty_pile_comes_before_the_move_limit() -> None:
    state = to_empty_pile(dealt(rules("kahvehane"), {}, "y4a"))
    state = with_moves(state, 119)
    answer = decide(state, turn_of(state), Throw(deal_of(state).racks[turn_of(state)][0]))
    assert isinstance(answer, tuple)
    assert answer[1] == ev.DealEnded(None, ev.PILE, NONE)


# --- the end of the match


def test_the_match_ends_when_a_seat_is_at_nothing() -> None:
    state = replace(dealt(rules(), {0: MELDS + " k7"}), scores=(1, 2, 8, 3))
    state = done(state, 0, Finish(K7))
    assert (state.phase, state.match_reason) == ("over", ev.SCORE)
    assert (state.scores, state.ranks) == ((1, 0, 6, 1), (2, 4, 1, 2))
    assert decide(state, 0, Draw()) == Fault("match_over")
    assert decide(state, None, start_deal(state, {}, "y4")) == Fault("match_over")
    assert decide(state, None, Cancel()) == Fault("match_over")
    assert (can(state, 0), legal(state, 0)) == ((), ())


def test_the_match_ends_at_the_target() -> None:
    state = replace(dealt(rules("rummy"), {0: MELDS + " k7"}), scores=(5, 7, 7, 0))
    state = done(state, 0, Finish(K7))
    assert (state.match_reason, state.scores, state.ranks) == (ev.TARGET, (8, 7, 7, 0), (1, 2, 2, 4))


def test_one_deal_decides_the_pot() -> None:
    state = dealt(rules("ikramiye"), {0: MELDS + " r5"})
    state = done(state, 0, Finish(OKEY, lay(groups(MELDS_LAID), OKEY)))
    assert (state.match_reason, state.scores, state.ranks) == (ev.SINGLE_DEAL, (6, -2, -2, -2), (1, 2, 2, 2))
    drawn = done(dealt(rules("ikramiye", moves=1), {0: "k7"}), 0, Throw(K7))
    assert (drawn.match_reason, drawn.scores, drawn.ranks) == (ev.SINGLE_DEAL, NONE, (1, 1, 1, 1))


def test_the_last_deal_ranks_by_score() -> None:
    state = replace(dealt(rules(moves=1), {0: "k7"}), number=100, scores=(5, 9, 9, 2))
    state = done(state, 0, Throw(K7))
    assert (state.match_reason, state.ranks) == (ev.DEALS_LIMIT, (3, 1, 1, 4))


def test_one_deal_has_one_end() -> None:
    """B46: a finish and a time-out in the same moment."""
    state = dealt(rules(), {0: MELDS + " k7"}, kinds=(1, 1, 1, 1))
    state = done(state, 0, Finish(K7))
    assert decide(state, None, TimeOut()) == Fault("no_deal")
    assert decide(state, 0, Finish(K7)) == Fault("no_deal")
    assert len(state.results) == 1


# --- time out

PERSONS = (1, 1, 1, 1)


def test_klasik_loses_the_match_on_time() -> None:
    state = dealt(rules(), {1: "r4b"}, kinds=PERSONS)
    state = done(replace(state, scores=(20, 4, 9, 9)), 1, ShowIndicator())
    assert decide(state, None, TimeOut()) == (
        ev.DealEnded(0, ev.FORFEIT, (-1, 0, -1, -1)),
        ev.MatchEnded(0, ev.FORFEITED, (19, 4, 8, 8), (4, 3, 1, 1)),
    )


def test_ikramiye_loses_one_stake_on_time() -> None:
    state = dealt(rules("ikramiye"), {}, kinds=PERSONS)
    assert decide(state, None, TimeOut()) == (
        ev.DealEnded(0, ev.FORFEIT, (-1, 0, 0, 0)),
        ev.MatchEnded(0, ev.FORFEITED, (-1, 0, 0, 0), (4, 1, 1, 1)),
    )


def test_rummy_draws_and_throws_the_tile_just_drawn() -> None:
    state = dealt(rules("rummy"), {0: "k7"}, front="k8", kinds=PERSONS)
    last = deal_of(state).racks[0][-1]
    assert decide(state, None, TimeOut()) == (ev.Automatic(0), ev.Thrown(0, last))
    state = done(state, None, TimeOut())
    k8 = tiles("k8")[0]
    assert decide(state, None, TimeOut()) == (ev.Automatic(1), ev.Drawn(1), ev.Automatic(1), ev.Thrown(1, k8))
    state = done(state, None, TimeOut())
    assert deal_of(state).discards == ((last,), (k8,), (), ())
    assert (state.turn, state.phase) == (2, "draw")


def test_a_real_okey_is_never_thrown_by_the_program() -> None:
    """B50: the latest tile that is none goes; a false joker may go."""
    state = dealt(rules("rummy"), {0: "k7", 1: "k8 k9"}, front="r5 F", kinds=PERSONS)
    state = done(state, 0, Throw(K7))
    last = deal_of(state).racks[1][-1]
    assert decide(state, None, TimeOut()) == (ev.Automatic(1), ev.Drawn(1), ev.Automatic(1), ev.Thrown(1, last))
    state = done(state, None, TimeOut(), TimeOut())
    assert deal_of(state).discards[2] == tiles("F")


def test_two_okeys_arrived_last() -> None:
    racks = {0: "k7 k8 k9 k10 k11 k12 k13 y1 y2 y3 y6 y7 y8 r5 r5b"}
    state = dealt(rules("rummy"), racks, kinds=PERSONS)
    assert decide(state, None, TimeOut()) == (ev.Automatic(0), ev.Thrown(0, tiles("y8")[0]))


def test_a_time_out_after_the_draw_only_throws() -> None:
    """B49: the same code as a player's throw; no flag stays."""
    state = dealt(rules("rummy"), {0: "k7"}, front="k8", kinds=PERSONS)
    taken = done(done(state, 0, Throw(K7)), 1, Take())
    assert decide(taken, None, TimeOut()) == (ev.Automatic(1), ev.Thrown(1, K7))
    after = done(taken, None, TimeOut())
    assert (after.phase, after.turn) == ("draw", 2)


def test_a_time_out_with_an_empty_pile_takes_the_discard() -> None:
    state = to_empty_pile(dealt(rules("rummy", exhaust="lap", move=600), {}, "y4a", kinds=PERSONS))
    state = cycle(state)
    seat = turn_of(state)
    offered = deal_of(state).discards[state.previous(seat)][-1]
    assert decide(state, None, TimeOut()) == (
        ev.Automatic(seat),
        ev.Taken(seat, offered),
        ev.Automatic(seat),
        ev.Thrown(seat, offered),
    )
    state = done(state, None, TimeOut(), TimeOut())
    answer = decide(state, None, TimeOut())
    assert isinstance(answer, tuple)
    assert answer[-1] == ev.DealEnded(None, ev.PILE, NONE)


def test_a_time_out_that_draws_the_last_tile_ends_the_deal() -> None:
    state = dealt(rules("rummy"), {}, "y4a", kinds=PERSONS)
    while len(deal_of(state).pile) > 1 or state.phase == "throw":
        state = cycle(state)
    answer = decide(state, None, TimeOut())
    assert isinstance(answer, tuple)
    assert [event.TYPE for event in answer] == [8, 3, 8, 5, 7]


def test_automatic_moves_count_to_the_limit_and_never_finish() -> None:
    """B39: nothing finishes by itself."""
    state = with_moves(dealt(rules("rummy"), {0: MELDS + " k7"}, kinds=PERSONS), 119)
    assert decide(state, None, TimeOut()) == (
        ev.Automatic(0),
        ev.Thrown(0, K7),
        ev.DealEnded(None, ev.MOVE_LIMIT, NONE),
    )


def test_a_computer_has_no_time_out() -> None:
    state = dealt(rules("rummy"), {}, kinds=(2, 1, 1, 1))
    assert decide(state, None, TimeOut()) == Fault("not_your_turn")
    away = done(dealt(rules("rummy", absent="computer"), {}, kinds=PERSONS), None, SetControl(0, 2))
    assert decide(away, None, TimeOut()) == Fault("not_your_turn")


# --- absence, cancelling


def test_a_computer_plays_for_an_absent_person() -> None:
    state = new_match(rules(absent="computer"), (1, 2, 1, 1), 0)
    assert decide(state, None, SetControl(0, 2)) == Fault("no_deal")
    state = done(state, None, start_deal(state, {}, "y4"))
    assert decide(state, None, SetControl(0, 1)) == Fault("same_control")
    assert decide(state, None, SetControl(1, 2)) == Fault("not_seated")
    state = done(state, None, SetControl(0, 2))
    assert (state.control, state.kinds) == ((2, 2, 1, 1), (1, 2, 1, 1))
    assert decide(state, None, SetControl(0, 2)) == Fault("same_control")
    state = done(state, None, SetControl(0, 1))
    assert state.control == state.kinds


def test_control_may_change_between_deals() -> None:
    state = dealt(rules(absent="computer", moves=1), {0: "k7"})
    state = done(state, 0, Throw(K7))
    history = deal_of(state).history
    state = done(state, None, SetControl(0, 2))
    assert (state.phase, state.control[0], deal_of(state).history) == ("between", 2, history)


def test_a_table_without_computers_for_the_absent() -> None:
    state = dealt(rules(), {})
    assert decide(state, None, SetControl(0, 2)) == Fault("not_in_this_game", {"what": "absent"})
    assert decide(state, None, SetControl(0, 1)) == Fault("same_control")


@pytest.mark.parametrize(("all_left", "reason"), [(False, ev.MATCH_CANCELLED), (True, ev.ALL_LEFT)])
def test_cancelling(all_left: bool, reason: int) -> None:
    state = done(dealt(rules(), {1: "r4b"}), 1, ShowIndicator())
    assert decide(state, None, Cancel(all_left)) == (
        ev.DealEnded(None, ev.CANCELLED, (-1, 0, -1, -1)),
        ev.MatchEnded(None, reason, (19, 20, 19, 19), NONE),
    )
    between = done(dealt(rules(moves=1), {0: "k7"}), 0, Throw(K7))
    assert decide(between, None, Cancel(all_left)) == (ev.MatchEnded(None, reason, (20, 20, 20, 20), NONE),)


# --- what a seat may do


def test_an_empty_seat_may_do_nothing() -> None:
    state = dealt(rules("usta", 3), {})
    assert (can(state, 2), legal(state, 2)) == ((), ())
    assert legal(new_match(rules(), PERSONS, 0), 0) == ()


def test_legal_finishes_are_accepted_as_given() -> None:
    for preset in ("klasik", "usta"):
        state = dealt(rules(preset), {0: MELDS + " r5"})
        finishes = [action for action in legal(state, 0) if isinstance(action, Finish)]
        assert OKEY in [action.tile for action in finishes]
        for action in finishes:
            assert (action.rows is None) == (preset == "klasik")
            answer = decide(state, 0, action)
            assert isinstance(answer, tuple)
            assert isinstance(answer[0], ev.Finished)


def test_the_worked_example_of_the_rules() -> None:
    """RULES 12: finishing with r11 pays 3, waiting for k8 and throwing the okey pays 6."""
    rack = "r3 r4 r5 r6 k9 b9 y9 y10 y11 y12 y13 k6 k7 b5"
    state = dealt(rules("rummy"), {0: "k8", 1: rack}, indicator="b4a", front="r11")
    k8, b5, r11 = tiles("k8 b5 r11")
    now = done(done(state, 0, Throw(k8)), 1, Draw())
    paid = decide(now, 1, Finish(r11))
    assert isinstance(paid, tuple)
    assert paid[1] == ev.DealEnded(1, ev.FINISH, (0, 3, 0, 0))
    freed = done(done(state, 0, Throw(k8)), 1, Take())
    paid = decide(freed, 1, Finish(b5))
    assert isinstance(paid, tuple)
    assert paid[1] == ev.DealEnded(1, ev.FINISH, (0, 6, 0, 0))

"""What each viewer sees, and that nothing else shows through."""

import json
from dataclasses import asdict, fields, replace
from random import Random
from typing import Any

import pytest

from okey.rules import events as ev
from okey.rules.actions import Cancel, DeclarePairs, Draw, Finish, ShowIndicator, Take, Throw
from okey.rules.match import lay, new_match
from okey.rules.state import State
from okey.rules.view import View, view
from tests.rules.both import VIEWERS, encoded, hidden_swapped
from tests.rules.test_match import MELDS, MELDS_LAID, cycle, groups
from tests.strategies import TABLES, dealt, done, rules, start_deal, tiles

K7 = tiles("k7")[0]


def test_the_fields_of_a_view() -> None:
    assert [field.name for field in fields(View)] == [
        *("rules", "viewer", "kinds", "control", "phase", "deal", "starter", "turn", "indicator", "dice", "pile"),
        *("scores", "rack", "sizes", "discards", "declared", "shown", "moves", "lap", "history", "results", "ranks"),
        *("match_reason", "can"),
    ]


def test_before_the_first_deal() -> None:
    state = new_match(rules("klasik", 3), (1, 2, 0, 2), 0)
    seen = view(state, 0)
    assert seen == View(
        rules=rules("klasik", 3).text,
        viewer=0,
        kinds=(1, 2, 0, 2),
        control=(1, 2, 0, 2),
        phase="between",
        deal=0,
        starter=None,
        turn=None,
        indicator=None,
        dice=None,
        pile=0,
        scores=(20, 20, 0, 20),
        rack=(),
        sizes=(0, 0, 0, 0),
        discards=((), (), (), ()),
        declared=(False, False, False, False),
        shown=None,
        moves=0,
        lap=False,
        history=(),
        results=(),
        ranks=(0, 0, 0, 0),
        match_reason=0,
        can=(),
    )


def test_a_running_deal() -> None:
    state = dealt(rules("usta"), {0: "k7 r4b", 1: "y1"}, front="y8")
    state = done(state, 0, ShowIndicator())
    state = done(state, 2, DeclarePairs())
    state = done(state, 0, Throw(K7))
    state = done(state, 1, Draw())
    seen = view(state, 1)
    assert (seen.phase, seen.deal, seen.starter, seen.turn, seen.moves) == ("throw", 1, 0, 1, 1)
    assert (seen.indicator, seen.dice, seen.pile) == (tiles("r4")[0], (3, 4), 47)
    assert seen.rack[-1] == tiles("y8")[0]
    assert seen.sizes == (14, 15, 14, 14)
    assert seen.discards == ((K7,), (), (), ())
    assert seen.declared == (False, False, True, False)
    assert seen.shown == 0
    assert seen.scores == (20, 19, 19, 19)
    assert [(one.type, one.seat, one.tile) for one in seen.history] == [
        (1, 3, tiles("r4")[0]),
        (2, 0, tiles("r4b")[0]),
        (10, 2, None),
        (5, 0, K7),
        (3, 1, None),
    ]
    assert seen.can == ("throw", "finish", "declare")
    assert view(state, 0).can == ("declare",)
    assert view(state, 2).can == ()


@pytest.mark.parametrize("viewer", [None, 2, 4, -1])
def test_who_does_not_sit_sees_what_a_spectator_sees(viewer: int | None) -> None:
    state = dealt(rules("usta", 3), {}, kinds=(1, 2, 0, 1))
    seen = view(state, viewer)
    assert seen == view(state, None)
    assert (seen.viewer, seen.rack, seen.can) == (None, (), ())


@pytest.mark.parametrize("preset", ["klasik", "kahvehane", "ikramiye", "usta", "rummy"])
def test_discards_and_history_are_whole_in_every_preset(preset: str) -> None:
    """How many of them a table shows is the page's matter."""
    state = dealt(rules(preset), {})
    for _ in range(9):
        state = cycle(state)
    assert [len(heap) for heap in view(state, 3).discards] == [3, 2, 2, 2]
    assert len([one for one in view(state, None).history if one.type == ev.Thrown.TYPE]) == 9


def test_at_a_finish_everyone_sees_the_finishers_tiles_only() -> None:
    state = dealt(rules("kahvehane"), {0: MELDS + " k7"})
    state = done(state, 0, Finish(K7, lay(groups(MELDS_LAID), K7)))
    for viewer in (1, 2, 3, None):
        seen = view(state, viewer)
        (result,) = seen.results
        assert (result.seat, result.reason, result.kind, result.tile) == (0, 1, 1, K7)
        assert result.groups == groups(MELDS_LAID)
        assert (result.deal, result.starter, result.indicator) == (1, 0, tiles("r4")[0])
        assert tiles_in(seen) <= known(state, viewer)


def test_at_a_drawn_deal_nothing_is_shown() -> None:
    state = done(dealt(rules(moves=1), {0: "k7"}), 0, Throw(K7))
    for viewer in VIEWERS:
        seen = view(state, viewer)
        (result,) = seen.results
        assert (result.seat, result.kind, result.tile, result.groups) == (None, 0, None, ())
        assert tiles_in(seen) <= known(state, viewer)


def tiles_in(seen: View) -> set[int]:
    """Every tile id that a view names."""
    found = {*seen.rack, *(tile for heap in seen.discards for tile in heap)}
    found |= {one.tile for one in seen.history if one.tile is not None}
    found |= {tile for result in seen.results[-1:] for group in result.groups for tile in group}
    return found


def known(state: State, viewer: int | None) -> set[int]:
    """Every tile that a viewer may know: its own, and those that lay or lie open."""
    deal = state.deal
    assert deal is not None
    found = {deal.indicator, *(tile for heap in deal.discards for tile in heap)}
    found |= {one.tile for one in deal.history if one.tile is not None}
    found |= set(deal.racks[viewer]) if viewer is not None else set()
    if deal.finished is not None:
        found |= {tile for group in deal.finished.groups for tile in group}
    return found


@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_hidden_tiles_do_not_show_through(preset: str, seats: int) -> None:
    """B55 to B59: with all hidden tiles exchanged a view is the same to the byte, in the second deal too."""
    random = Random(seats)
    ruleset = rules(preset, seats, moves=12) if preset != "ikramiye" else rules(preset, seats)
    state = dealt(ruleset, {})
    for number in range(2 if preset != "ikramiye" else 1):
        for _ in range(12):
            for viewer in VIEWERS:
                seated = viewer if viewer in state.seats else None
                swapped = hidden_swapped(state, seated, random)
                assert swapped != state
                assert encoded(view(swapped, viewer)) == encoded(view(state, viewer))
            state = cycle(state)
            if state.phase == "draw" and random.random() < 0.5 and state.turn is not None:
                state = done(state, state.turn, Take())
        if not number and state.phase == "between":
            state = done(state, None, start_deal(state, {}, "b3", seed=7))
    assert view(state, None).deal == (1 if preset == "ikramiye" else 2)


def test_a_view_is_plain_json() -> None:
    state = done(dealt(rules(), {}), None, Cancel())
    seen = view(state, 1)
    plain: dict[str, Any] = json.loads(encoded(seen))
    assert plain == json.loads(json.dumps(asdict(seen)))
    assert plain["match_reason"] == ev.MATCH_CANCELLED
    assert (plain["ranks"], plain["phase"], plain["can"]) == ([0, 0, 0, 0], "over", [])


def test_a_view_does_not_hold_the_state() -> None:
    """Nothing in a view but plain values: numbers, words, tuples of them."""
    state = dealt(rules(), {})

    def leaves(value: Any) -> list[Any]:
        if isinstance(value, dict):
            return [leaf for part in value.values() for leaf in leaves(part)]
        if isinstance(value, tuple | list):
            return [leaf for part in value for leaf in leaves(part)]
        return [value]

    assert {type(leaf) for leaf in leaves(asdict(view(state, 0)))} <= {int, str, bool, type(None)}
    assert view(replace(state), 0) == view(state, 0)

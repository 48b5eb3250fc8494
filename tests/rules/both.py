"""The engine and the naive game side by side: every action is put to both, and all they say must agree."""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import msgspec

from okey.rules import actions as act
from okey.rules import events as ev
from okey.rules.faults import Fault
from okey.rules.match import decide, evolve, new_match
from okey.rules.ruleset import Ruleset
from okey.rules.state import State
from okey.rules.view import View, view
from tests.rules import naive

VIEWERS = (0, 1, 2, 3, None)


def words(action: Any) -> tuple[Any, ...]:
    """An action as the naive game reads it."""
    match action:
        case act.Draw():
            return ("draw",)
        case act.Take():
            return ("take",)
        case act.Throw(tile):
            return "throw", tile
        case act.Finish(tile, rows):
            return "finish", tile, naive_rows(rows)
        case act.ShowIndicator():
            return ("show",)
        case act.DeclarePairs():
            return ("declare",)
        case act.StartDeal(line, dice):
            return "deal", line, dice
        case act.TimeOut():
            return ("timeout",)
        case act.SetControl(seat, controller):
            return "control", seat, controller
        case act.Cancel(all_left):
            return "cancel", all_left
    return (repr(action),)


def naive_rows(rows: Any) -> Any:
    if type(rows) is not tuple:
        return rows
    return tuple((row.slots, row.join) if isinstance(row, act.Row) else row for row in rows)


def told(event: ev.Event) -> tuple[Any, ...]:
    """An event as the naive game tells it."""
    match event:
        case ev.Dealt(seat, starter, indicator, dice):
            return 1, seat, starter, indicator, dice
        case ev.Drawn(seat) | ev.Automatic(seat) | ev.Declared(seat):
            return event.TYPE, seat
        case ev.Shown(seat, tile) | ev.Taken(seat, tile) | ev.Thrown(seat, tile) | ev.Claimed(seat, tile):
            return event.TYPE, seat, tile
        case ev.Finished(seat, kind, tile):
            return 6, seat, kind, tile
        case ev.DealEnded(seat, reason, changes):
            return 7, seat, reason, changes
        case ev.MatchEnded(seat, reason, scores, ranks):
            return 9, seat, reason, scores, ranks
        case ev.Controlled(seat, controller):
            return 11, seat, controller
    raise AssertionError(event)


def encoded(seen: View) -> bytes:
    """A view as the bytes that a page would get."""
    return msgspec.json.encode(seen)


class Both:
    """One match, played twice."""

    def __init__(self, ruleset: Ruleset, kinds: tuple[int, int, int, int], roller: int) -> None:
        self.state = new_match(ruleset, kinds, roller)
        self.game = naive.Game(ruleset.text, kinds, roller)
        self.log: list[ev.Event] = []
        self.check()

    def copy(self) -> "Both":
        other = object.__new__(Both)
        other.state, other.game, other.log = self.state, deepcopy(self.game), list(self.log)
        return other

    def ask(self, seat: Any, action: Any) -> tuple[ev.Event, ...] | Fault:
        """Put the action to both; an accepted one is carried out."""
        before = self.state
        answer = decide(self.state, seat, action)
        expected = self.game.ask(seat, *words(action))
        if isinstance(answer, Fault):
            assert answer.code == expected, (seat, action)
            assert self.state == before
            return answer
        assert [told(event) for event in answer] == expected, (seat, action)
        for event in answer:
            self.state = evolve(self.state, event)
            self.log.append(event)
            if isinstance(event, ev.Finished):
                self.check_finish(event)
            elif isinstance(event, ev.Claimed):
                manual = self.state.ruleset.arrange == "manual"
                assert sum(map(len, event.groups)) == (14 if manual else 0)
        self.check()
        return answer

    def check_finish(self, event: ev.Finished) -> None:
        """The groups are the other 14 tiles of the rack, and each is what the kind says."""
        okey = self.game.okey
        assert sorted((event.tile, *(tile for group in event.groups for tile in group))) == sorted(
            self.game.racks[event.seat]
        )
        legal = naive.meld_of_tiles if event.kind == ev.MELDS else naive.pair_of_tiles
        assert all(legal(group, okey) for group in event.groups)

    def check(self) -> None:
        """Tiles, rack sizes, scores and views are those of the naive game."""
        state, game = self.state, self.game
        if state.deal is not None:
            deal = state.deal
            everything = [deal.indicator, *deal.pile]
            for some in (*deal.racks, *deal.discards):
                everything += some
            assert sorted(everything) == list(range(106))
            for seat in range(4):
                full = state.phase == "throw" and seat == state.turn
                if state.kinds[seat] and state.phase in ("draw", "throw"):
                    assert len(deal.racks[seat]) == (15 if full else 14)
            assert list(deal.pile) == game.pile
        assert state.scores == game.four(game.points)
        assert state.next_starter == game.will_start
        for viewer in VIEWERS:
            shown = view(state, viewer)
            for name, value in game.sees(viewer if viewer in game.players else None).items():
                assert getattr(shown, name) == value, (name, viewer)
            assert len(shown.history) == len(game.history)
            assert len(shown.results) == len(game.results)
        assert [(seen.type, seen.seat, seen.tile) for seen in shown.history[-3:]] == game.history[-3:]
        for result, expected in zip(shown.results[-1:], game.results[-1:], strict=True):
            for name, value in expected.items():
                assert getattr(result, name) == value, name


def hidden_swapped(state: State, viewer: int | None, random: Random) -> State:
    """The state with all tiles that `viewer` has not seen exchanged among the other racks and the pile."""
    deal = state.deal
    assert deal is not None
    others = [seat for seat in state.seats if seat != viewer]
    pool = [tile for seat in others for tile in deal.racks[seat]] + list(deal.pile)
    random.shuffle(pool)
    racks = list(deal.racks)
    for seat in others:
        racks[seat] = tuple(pool.pop() for _ in deal.racks[seat])
    own = deal.dealt[viewer] if viewer is not None else ()
    original: Sequence[tuple[int, ...]] = [racks[seat] if seat != viewer else own for seat in range(4)]
    return replace(state, deal=replace(deal, racks=tuple(racks), dealt=tuple(original), pile=tuple(pool)))

"""The game as two pure functions: `decide` says what would happen, `evolve` is the only way state changes.

    decide(state, seat, action) -> events or a Fault      seat None: the table itself acts
    evolve(state, event) -> state

Both are total: no action of any seat in any phase raises, and a Fault leaves everything as it was.
The deck is an argument of the deal; there is no clock and no randomness here.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias, TypeVar

from okey.rules.actions import (
    Action,
    Cancel,
    DeclarePairs,
    Draw,
    Finish,
    Row,
    SeatAction,
    SetControl,
    ShowIndicator,
    StartDeal,
    Take,
    Throw,
    TimeOut,
)
from okey.rules.arrangement import blocks, is_rack, judge
from okey.rules.deal import deal as deal_tiles
from okey.rules.events import (
    ALL_LEFT,
    CANCELLED,
    COMPUTER,
    FINISH,
    FORFEIT,
    FORFEITED,
    MATCH_CANCELLED,
    MELDS,
    MOVE_LIMIT,
    PAIRS,
    PERSON,
    PILE,
    Automatic,
    Claimed,
    Controlled,
    DealEnded,
    Dealt,
    Declared,
    Drawn,
    Event,
    Finished,
    Four,
    Groups,
    MatchEnded,
    Shown,
    Taken,
    Thrown,
)
from okey.rules.faults import Fault
from okey.rules.history import Result, Seen
from okey.rules.ruleset import Ruleset
from okey.rules.scoring import finish_points, match_end, ranks, show_points
from okey.rules.state import NONE, Deal, State, only, plus
from okey.rules.tiles import is_tile, okey_face, twin
from okey.rules.values import replace
from okey.solver import complete, melds_of, pairs_of, reading

Events: TypeAlias = tuple[Event, ...]
T = TypeVar("T")


def new_match(ruleset: Ruleset, kinds: Four, roller: int) -> State:
    """A match before its first deal. `roller` is the seat that won the first roll (FAIRNESS 4).

    Raises `ValueError` when `kinds` (0 empty, 1 person, 2 computer by seat) does not fit `ruleset.seats`.
    """
    seats = [seat for seat in range(4) if kinds[seat]]
    if not set(kinds) <= {0, PERSON, COMPUTER} or len(seats) != ruleset.seats:
        raise ValueError(f"kinds {kinds} do not fit {ruleset.seats} seats")
    if roller not in seats:
        raise ValueError(f"seat {roller} is empty")
    start = ruleset.points if ruleset.count == "down" else 0
    one, two, three, four = (start if kind else 0 for kind in kinds)
    state = State(ruleset, kinds, kinds, (one, two, three, four), roller)
    return state if ruleset.start == "roller" else replace(state, next_starter=state.next(roller))


def decide(state: State, seat: int | None, action: Action) -> Events | Fault:
    """What `action` would make happen, or why it is refused. `seat` None is the table itself."""
    if state.match_reason:
        return Fault("match_over")
    if seat is None:
        return _table(state, action)
    if not state.is_seat(seat):
        return Fault("not_seated")
    handler = _SEAT_ACTIONS.get(type(action))
    if handler is None:
        return Fault("not_in_this_game", {"what": type(action).__name__})
    if state.deal is None or state.deal.ended:
        return Fault("no_deal")
    return handler(state, state.deal, seat, action)


def can(state: State, seat: int) -> tuple[str, ...]:
    """What `seat` may do now: `draw`, `take`, `throw`, `finish`, `show`, `declare` (a finish may still be refused)."""
    deal = state.deal
    if state.match_reason or deal is None or deal.ended or not state.is_seat(seat):
        return ()
    words = []
    if deal.turn == seat and deal.full:
        words += ["throw", "finish"]
    elif deal.turn == seat:
        words += ["draw"] if deal.pile else []
        words += ["take"] if deal.discards[state.previous(seat)] else []
    if _show_fault(state, deal, seat) is None:
        words.append("show")
    if state.ruleset.declare == "yes" and not deal.declared[seat]:
        words.append("declare")
    return tuple(words)


def legal(state: State, seat: int) -> tuple[SeatAction, ...]:
    """Every action of `seat` that `decide` accepts; under `manual` the finishes are given with a fitting rack."""
    deal = state.deal
    words = can(state, seat)
    actions: list[SeatAction] = []
    if deal is None:
        return ()
    if "draw" in words:
        actions.append(Draw())
    if "take" in words:
        actions.append(Take())
    if "throw" in words:
        actions += [Throw(tile) for tile in sorted(deal.racks[seat])]
        for tile in sorted(deal.racks[seat]):
            rest = tuple(other for other in deal.racks[seat] if other != tile)
            found = reading(rest, deal.okey, pairs_only=deal.declared[seat])
            if found is not None:
                actions.append(Finish(tile, lay(found[1], tile) if state.ruleset.arrange == "manual" else None))
    if "show" in words:
        actions.append(ShowIndicator())
    if "declare" in words:
        actions.append(DeclarePairs())
    return tuple(actions)


def lay(groups: Groups, thrown: int) -> tuple[Row, ...]:
    """Rows of a rack that hold `groups` with gaps and the thrown tile apart: one group a row."""
    return (*(Row(group) for group in groups), Row((thrown,)))


# --- what seats do


def _draw(state: State, deal: Deal, seat: int, _: Action) -> Events | Fault:
    if deal.turn != seat:
        return Fault("not_your_turn")
    if deal.full:
        return _holds_15(deal, seat)
    return (Drawn(seat),) if deal.pile else Fault("must_take")


def _take(state: State, deal: Deal, seat: int, _: Action) -> Events | Fault:
    if deal.turn != seat:
        return Fault("not_your_turn")
    if deal.full:
        return _holds_15(deal, seat)
    offered = deal.discards[state.previous(seat)]
    return (Taken(seat, offered[-1]),) if offered else Fault("nothing_to_take")


def _holds_15(deal: Deal, seat: int) -> Fault:
    return Fault("already_drawn" if deal.drew[seat] else "must_throw")


def _throw(state: State, deal: Deal, seat: int, action: Throw) -> Events | Fault:
    fault = _tile_fault(deal, seat, action.tile)
    return fault or _thrown(state, deal, seat, action.tile)


def _tile_fault(deal: Deal, seat: int, tile: object) -> Fault | None:
    """Why `seat` may not part with `tile` now."""
    if deal.turn != seat:
        return Fault("not_your_turn")
    if not deal.full:
        return Fault("must_draw_first")
    return None if is_tile(tile) and tile in deal.racks[seat] else Fault("tile_not_held")


def _thrown(state: State, deal: Deal, seat: int, tile: int) -> Events:
    """The discard and, where it ends the deal (RULES 8), the ends that follow."""
    event = Thrown(seat, tile)
    if deal.last == (state.next(seat) if state.ruleset.exhaust == "lap" else seat):
        reason = PILE
    elif deal.moves + 1 >= state.ruleset.moves:
        reason = MOVE_LIMIT
    else:
        return (event,)
    return (event, *_ends(state, deal, None, reason, NONE))


def _finish(state: State, deal: Deal, seat: int, action: Finish) -> Events | Fault:
    fault = _tile_fault(deal, seat, action.tile)
    if fault is not None:
        return fault
    claim = _manual(deal, seat, action) if state.ruleset.arrange == "manual" else _auto(deal, seat, action.tile)
    if isinstance(claim, Finished):
        points = finish_points(state.ruleset, deal.indicator, claim, state.seats)
        return (claim, *_ends(state, deal, seat, FINISH, points))
    refused, groups = claim
    if refused.code != "rack_mismatch" and state.ruleset.penalty and not deal.claimed:
        return (Claimed(seat, action.tile, groups),)
    return refused


def _auto(deal: Deal, seat: int, tile: int) -> Finished | tuple[Fault, Groups]:
    rest = tuple(other for other in deal.racks[seat] if other != tile)
    found = reading(rest, deal.okey, pairs_only=deal.declared[seat])
    if found is not None:
        return Finished(seat, PAIRS if found[0] == "pairs" else MELDS, tile, found[1])
    if deal.declared[seat] and "melds" in complete(rest, deal.okey):
        return Fault("pairs_only"), ()
    best = pairs_of(rest, deal.okey) if deal.declared[seat] else melds_of(rest, deal.okey)
    return Fault("finish_not_possible", {"n": len(rest) - sum(map(len, best))}), ()


def _manual(deal: Deal, seat: int, action: Finish) -> Finished | tuple[Fault, Groups]:
    rows = action.rows
    if not is_rack(rows, deal.racks[seat]):
        return Fault("rack_mismatch"), ()
    found = blocks(rows, action.tile)
    judged = judge(found, deal.okey, deal.declared[seat])
    if isinstance(judged, Fault):
        return judged, tuple(block.tiles for block in found)
    return Finished(seat, judged[0], action.tile, judged[1])


def _show(state: State, deal: Deal, seat: int, _: Action) -> Events | Fault:
    return _show_fault(state, deal, seat) or (Shown(seat, twin(deal.indicator)),)


def _show_fault(state: State, deal: Deal, seat: int) -> Fault | None:
    """Why `seat` may not show the indicator's twin now (RULES 7)."""
    window = state.ruleset.show
    tile = twin(deal.indicator)
    if window == "none":
        return Fault("not_in_this_game", {"what": "indicator"})
    if deal.shown is not None:
        return Fault("indicator_done")
    if tile not in deal.racks[seat]:
        return Fault("indicator_none")
    if window == "draw" and deal.drew[seat]:
        return Fault("indicator_late", {"moment": "first_draw"})
    if deal.threw[seat]:
        return Fault("indicator_late", {"moment": "first_throw"})
    if window == "dealt" and tile not in deal.dealt[seat]:
        return Fault("indicator_drawn")
    return None


def _declare(state: State, deal: Deal, seat: int, _: Action) -> Events | Fault:
    if state.ruleset.declare != "yes":
        return Fault("not_in_this_game", {"what": "declare"})
    return Fault("already_declared") if deal.declared[seat] else (Declared(seat),)


_SEAT_ACTIONS: Final[Mapping[type, Callable[[State, Deal, int, Any], Events | Fault]]] = MappingProxyType(
    {
        Draw: _draw,
        Take: _take,
        Throw: _throw,
        Finish: _finish,
        ShowIndicator: _show,
        DeclarePairs: _declare,
    }
)


# --- what the table does


def _table(state: State, action: Action) -> Events | Fault:
    match action:
        case StartDeal(line, dice):
            if state.phase != "between":
                return Fault("deal_running")
            dealt = deal_tiles(line, dice, state.next_starter, state.seats)
            return dealt if isinstance(dealt, Fault) else (dealt,)
        case TimeOut():
            return _time_out(state)
        case SetControl(seat, controller):
            return _set_control(state, seat, controller)
        case Cancel(all_left):
            reason = ALL_LEFT if all_left else MATCH_CANCELLED
            if state.deal is None or state.deal.ended:
                return (MatchEnded(None, reason, state.scores, NONE),)
            changes = plus(state.deal.shows, state.deal.penalties)
            return (
                DealEnded(None, CANCELLED, changes),
                MatchEnded(None, reason, plus(state.scores, changes), NONE),
            )
    return Fault("not_seated")


def _set_control(state: State, seat: int, controller: int) -> Events | Fault:
    if not state.is_seat(seat) or state.kinds[seat] != PERSON or controller not in (PERSON, COMPUTER):
        return Fault("not_seated")
    if controller == COMPUTER and state.ruleset.absent != "computer":
        return Fault("not_in_this_game", {"what": "absent"})
    if state.number == 0:
        return Fault("no_deal")
    return Fault("same_control") if state.control[seat] == controller else (Controlled(seat, controller),)


def _time_out(state: State) -> Events | Fault:
    """The turn's time is over: the match is lost, or the program draws and throws (RULES 10)."""
    deal = state.deal
    if deal is None or deal.ended:
        return Fault("no_deal")
    seat = deal.turn
    if state.control[seat] != PERSON:
        return Fault("not_your_turn")
    if state.ruleset.late == "forfeit":
        return _ends(state, deal, seat, FORFEIT, only(seat, -1) if state.ruleset.count == "pot" else NONE)
    events: list[Event] = []
    if not deal.full:
        offered = deal.discards[state.previous(seat)]
        events = [Automatic(seat), Drawn(seat) if deal.pile else Taken(seat, offered[-1])]
        for event in events:
            state = evolve(state, event)
        deal = _running(state)
    tile = next(tile for tile in reversed(deal.racks[seat]) if tile >> 1 != deal.okey)
    return (*events, Automatic(seat), *_thrown(state, deal, seat, tile))


def _ends(state: State, deal: Deal, seat: int | None, reason: int, points: Four) -> Events:
    """The deal end and, when it decides the match, the match end."""
    changes = plus(deal.shows, deal.penalties, points)
    scores = plus(state.scores, changes)
    ended = DealEnded(seat, reason, changes)
    if reason == FORFEIT:
        return (ended, MatchEnded(seat, FORFEITED, scores, ranks(scores, state.seats, seat)))
    why = match_end(state.ruleset, state.number, scores, state.seats)
    return (ended,) if why is None else (ended, MatchEnded(None, why, scores, ranks(scores, state.seats)))


# --- how state changes


def evolve(state: State, event: Event) -> State:
    """The state after `event`, which must be one that `decide` gave for `state`, or that a log holds next."""
    match event:
        case Dealt():
            return replace(state, number=state.number + 1, deal=_dealt(event))
        case DealEnded():
            return _deal_ended(state, event)
        case MatchEnded():
            return replace(state, ranks=event.ranks, match_reason=event.reason)
        case Controlled(seat, controller):
            state = replace(state, control=_put(state.control, seat, controller))
            deal = state.deal
            if deal is None or deal.ended:
                return state
        case _:
            deal = _changed(state, _running(state), event)
    seen = Seen(event.TYPE, event.seat or 0, _tile(event))
    return replace(state, deal=replace(deal, history=(*deal.history, seen)))


def _running(state: State) -> Deal:
    if state.deal is None:
        raise ValueError("no deal is going on")
    return state.deal


def _dealt(event: Dealt) -> Deal:
    return Deal(
        starter=event.starter,
        dealer=event.seat,
        indicator=event.indicator,
        okey=okey_face(event.indicator),
        dice=event.dice,
        dealt=event.racks,
        racks=event.racks,
        pile=event.pile,
        turn=event.starter,
        history=(Seen(event.TYPE, event.seat, event.indicator),),
    )


def _changed(state: State, deal: Deal, event: Event) -> Deal:
    """The deal after an event that neither begins nor ends it."""
    match event:
        case Drawn(seat):
            return replace(
                deal,
                racks=_put(deal.racks, seat, (*deal.racks[seat], deal.pile[0])),
                pile=deal.pile[1:],
                last=seat if len(deal.pile) == 1 else deal.last,
                drew=_put(deal.drew, seat, True),
                full=True,
            )
        case Taken(seat, tile):
            giver = state.previous(seat)
            return replace(
                deal,
                racks=_put(deal.racks, seat, (*deal.racks[seat], tile)),
                discards=_put(deal.discards, giver, deal.discards[giver][:-1]),
                drew=_put(deal.drew, seat, True),
                full=True,
            )
        case Thrown(seat, tile):
            rack = tuple(other for other in deal.racks[seat] if other != tile)
            return replace(
                deal,
                racks=_put(deal.racks, seat, rack),
                discards=_put(deal.discards, seat, (*deal.discards[seat], tile)),
                threw=_put(deal.threw, seat, True),
                moves=deal.moves + 1,
                turn=state.next(seat),
                full=False,
                claimed=False,
            )
        case Finished():
            return replace(deal, finished=event)
        case Shown(seat):
            return replace(deal, shown=seat, shows=show_points(state.ruleset, seat, state.seats, state.standing))
        case Declared(seat):
            return replace(deal, declared=_put(deal.declared, seat, True))
        case Claimed(seat):
            charged = plus(deal.penalties, only(seat, -state.ruleset.penalty))
            return replace(deal, claimed=True, penalties=charged)
    return deal


def _deal_ended(state: State, event: DealEnded) -> State:
    deal = _running(state)
    done = deal.finished
    result = Result(
        deal=state.number,
        starter=deal.starter,
        indicator=deal.indicator,
        seat=event.seat,
        reason=event.reason,
        changes=event.changes,
        shows=deal.shows,
        kind=done.kind if done else 0,
        tile=done.tile if done else None,
        groups=done.groups if done else (),
    )
    by_finisher = state.ruleset.start == "finisher" and done is not None
    return replace(
        state,
        scores=plus(state.scores, event.changes),
        next_starter=done.seat if done and by_finisher else state.next(deal.starter),
        deal=replace(deal, ended=True, history=(*deal.history, Seen(event.TYPE, event.seat or 0, None))),
        results=(*state.results, result),
    )


def _put(values: tuple[T, ...], seat: int, value: T) -> Any:
    """`values` with the one of `seat` replaced."""
    return (*values[:seat], value, *values[seat + 1 :])


def _tile(event: Event) -> int | None:
    return getattr(event, "tile", None)

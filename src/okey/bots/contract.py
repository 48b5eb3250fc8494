"""What every bot must keep to, as a check that plays whole matches (public through `okey.testing`)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from okey.bots.bot import Bot
from okey.bots.playing import seats_of
from okey.bots.position import Position
from okey.fair.deal import start_deal
from okey.rules.actions import Action, SeatAction, Throw
from okey.rules.faults import Fault
from okey.rules.match import decide, evolve, new_match
from okey.rules.ruleset import Ruleset
from okey.rules.state import State
from okey.rules.view import view


class ContractError(AssertionError):
    """A bot broke the contract; the text says how, for people who write bots."""


@dataclass(frozen=True, slots=True)
class Match:
    """What a checked match was like."""

    deals: int
    decisions: int
    finishes: int
    state: State
    """Its end."""


def check_bots(bots: Sequence[Bot], ruleset: Ruleset, seed: int, deals: int | None = None) -> Match:
    """Play a whole match, or its first `deals` deals, between bots (one for each seat) and hold each to the contract.

    At every decision: the answer is an action that the rules accept; the same view and random numbers give the same
    answer; the position is left as it was; no real okey is thrown away; tiles the seat cannot see make no difference.
    Raises `ContractError`.
    """
    kinds = seats_of(ruleset)
    seats = [seat for seat in range(4) if kinds[seat]]
    if len(bots) != len(seats):
        raise ValueError(f"{len(bots)} bots for {len(seats)} seats")
    by_seat = dict(zip(seats, bots, strict=True))
    key = Random(seed).randbytes(32)
    state = new_match(ruleset, kinds, seats[0])
    decisions = 0
    while not state.match_reason and state.number != deals:
        state = _apply(state, None, start_deal(key, state.number + 1))
        while state.turn is not None:
            action = _decide(state, by_seat[state.turn], f"{seed}/{decisions}")
            state = _apply(state, state.turn, action)
            decisions += 1
    finishes = sum(result.kind > 0 for result in state.results)
    return Match(state.number, decisions, finishes, state)


def _decide(state: State, bot: Bot, seed: str) -> SeatAction:
    """The bot's answer, asked for three times: twice alike and once with the hidden tiles shuffled."""
    seat = state.turn
    position = Position.of(view(state, seat))
    action = bot.decide(position, Random(seed))
    if position != Position.of(view(state, seat)):
        raise ContractError(f"{bot.version} changed its position while deciding on {action}")
    for other in (state, shuffled(state, seat, Random(seed))):
        again = bot.decide(Position.of(view(other, seat)), Random(seed))
        if again != action:
            raise ContractError(f"{bot.version} answered {action} and then {again}")
    if isinstance(action, Throw) and state.deal and action.tile >> 1 == state.deal.okey:
        raise ContractError(f"{bot.version} threw a real okey away: {action}")
    return action


def _apply(state: State, seat: int | None, action: Action) -> State:
    events = decide(state, seat, action)
    if isinstance(events, Fault):
        raise ContractError(f"seat {seat} asked for {action}, refused: {events.code} {events.params}")
    for event in events:
        state = evolve(state, event)
    return state


def shuffled(state: State, seat: int | None, stream: Random) -> State:
    """The same deal with the tiles that `seat` cannot know dealt anew: the pile and the other racks, without the tiles
    everyone saw there. Raises `ValueError` before the first deal."""
    deal = state.deal
    if deal is None:
        raise ValueError("nothing is dealt yet")
    known = {seen.tile for seen in deal.history if seen.tile is not None}
    hidden = [
        *(tile for other in range(4) if other != seat for tile in deal.racks[other] if tile not in known),
        *deal.pile,
    ]
    stream.shuffle(hidden)
    fresh = iter(hidden)
    racks = tuple(
        rack if other == seat else tuple(tile if tile in known else next(fresh) for tile in rack)
        for other, rack in enumerate(deal.racks)
    )
    return replace(state, deal=replace(deal, racks=racks, pile=tuple(fresh)))

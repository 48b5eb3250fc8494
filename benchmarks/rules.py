"""`okey bench rules`: what a move costs in the rules: decide, evolve, view, deck, an event's bytes."""

from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

from okey.bots import LEVELS
from okey.bots.position import Position
from okey.fair.deal import start_deal
from okey.fair.events import decode, encode
from okey.rules.actions import Action
from okey.rules.faults import Fault
from okey.rules.match import decide, evolve, new_match
from okey.rules.ruleset import PRESETS
from okey.rules.state import State
from okey.rules.view import view

KEY = bytes(range(32))
ROUNDS = 7


def microseconds(work: Callable[[], int]) -> float:
    """CPU microseconds for one of the things that `work` does (it returns how many); the best of some rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        begun = process_time()
        done = work()
        best = min(best, (process_time() - begun) / done)
    return round(best * 1e6, 2)


def deal() -> list[tuple[State, int | None, Action]]:
    """One deal between four bots of level orta: the states, and who asked for what in them."""
    state = new_match(PRESETS["klasik"], (2, 2, 2, 2), 0)
    bot, stream = LEVELS["orta"], Random(1)
    steps: list[tuple[State, int | None, Action]] = []
    seat: int | None = None
    action: Action = start_deal(KEY, 1)
    while True:
        events = decide(state, seat, action)
        if isinstance(events, Fault):
            raise RuntimeError(f"a bot's move was refused: {events.code}")
        steps.append((state, seat, action))
        for event in events:
            state = evolve(state, event)
        seat = state.turn
        if seat is None:
            return steps
        action = bot.decide(Position.of(view(state, seat)), stream)


def run() -> dict[str, Any]:
    """Microseconds of CPU, over the moves of one deal."""
    steps = deal()

    def moves() -> int:
        for state, seat, action in steps:
            events = decide(state, seat, action)
            for event in () if isinstance(events, Fault) else events:
                state = evolve(state, event)
        return len(steps)

    def views() -> int:
        for state, _, _ in steps:
            for seat in range(4):
                view(state, seat)
        return 4 * len(steps)

    def deals() -> int:
        for number in range(1, 51):
            start_deal(KEY, number)
        return 50

    def events() -> int:
        told = decide(*steps[-1])
        happened = () if isinstance(told, Fault) else told
        for _ in range(200):
            for event in happened:
                decode(encode(event, 1, 1, 0))
        return 200 * len(happened)

    return {
        "decide_and_evolve_us": microseconds(moves),
        "view_us": microseconds(views),
        "deck_and_dice_us": microseconds(deals),
        "event_bytes_us": microseconds(events),
    }

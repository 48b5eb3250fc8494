"""The race to the finish: how likely a seat is to complete its hand before somebody else does.

A turn either brings a useful tile (from the pile or the previous seat's discard) or not; between two turns each of
the others may finish. Rates are those of tables of strong bots (measured with `okey.bots.arena`).
"""

from functools import cache, lru_cache
from typing import Final, Literal

Goal = Literal["melds", "pairs"]

_ROUND_HAZARD: Final = (0.0, 0.001, 0.01, 0.04, 0.12, 0.17, 0.23, 0.29, 0.35, 0.38, 0.42, 0.45)
"""Chance that one of three others finishes in the round after the seat's turn 0, 1, 2 ..."""

_STEP: Final = (1.0, 0.20, 0.28, 0.40, 0.52, 0.61, 0.70, 0.75, 0.80)
"""Usual chance that a turn shortens a distance of 0, 1, 2 ... to melds by one."""

_WIDENING: Final = 1.15
"""One tile away, a turn that brings nothing useful still makes the hand so much wider."""

_OFFERED: Final = 0.7
"""The previous seat's discard is a given hidden tile this much more rarely than a drawn tile is."""

_FINEST: Final = 400
"""Steps are told apart to one part in this many, so that few chances need to be worked out."""


@cache
def hazard(turn: int, seats: int) -> float:
    """Chance that another seat finishes in the round that follows the seat's turn `turn`."""
    three = _ROUND_HAZARD[min(turn, len(_ROUND_HAZARD) - 1)]
    return float(1 - (1 - three) ** ((seats - 1) / 3))


def arrival(useful: float, hidden: int) -> float:
    """Chance that one of `useful` tiles out of `hidden` comes in one turn: drawn, or thrown by the previous seat."""
    if useful >= hidden:
        return 1.0
    share = useful / hidden
    return 1 - (1 - share) * (1 - _OFFERED * share)


def chance(goal: Goal, distance: int, step: float, turn: int, seats: int, turns: int) -> float:
    """Chance to finish first for a seat that has just thrown and is `distance` away.

    `distance` is 1 or more, `step` the chance that its next turn shortens it, `turns` how many turns are left to it.
    """
    return _chance(goal, distance, round(step * _FINEST), turn, seats, turns)


@lru_cache(maxsize=1 << 16)
def _chance(goal: Goal, distance: int, step: int, turn: int, seats: int, turns: int) -> float:
    rate = step / _FINEST
    total, alive = 0.0, 1.0
    for ahead in range(turns):
        alive *= 1 - hazard(turn + ahead, seats)
        now = alive * rate
        alive -= now
        total += now * usual(goal, distance - 1, turn + ahead + 1, seats, turns - ahead - 1) if distance > 1 else now
        if goal == "melds" and distance == 1:
            rate = min(0.95, rate * _WIDENING)
    return total


@lru_cache(maxsize=1 << 16)
def usual(goal: Goal, distance: int, turn: int, seats: int, turns: int) -> float:
    """`chance` for a hand of usual width at this distance."""
    if goal == "melds":
        step = _STEP[min(distance, len(_STEP) - 1)]
    else:  # each of the 2 * distance single tiles waits for its twin, and an okey always helps
        step = arrival(2 * distance + 1, 80)
    return chance(goal, distance, step, turn, seats, turns)


@lru_cache(maxsize=1 << 14)
def waiting(step: float, better: float, now: float, loss: float, turn: int, seats: int, turns: int) -> float:
    """Worth of keeping a complete hand that pays `now`, to be finished for `better` when a freeing tile comes.

    `step` is the chance of a freeing tile in one turn; at each turn the seat may still finish for `now`.
    """
    if turns <= 0:
        return 0.0
    risk = hazard(turn, seats)
    later = max(now, waiting(step, better, now, loss, turn + 1, seats, turns - 1))
    return (1 - risk) * (step * better + (1 - step) * later) - risk * loss

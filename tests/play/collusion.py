"""Pairs that play into each other's hands, and pairs that do not, before the figures of `okey.play.company`.

    nice python -m tests.play.collusion 4000

prints the tables of docs/fair-company.md from so many deals of each kind of honest pair and of each planted pair.
The deals follow from the number, so the same run gives the same figures.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from okey.bots import LEVELS
from okey.bots.playing import begin
from okey.bots.position import Position
from okey.fair.deal import start_deal
from okey.play.company import Fed, Pace, clicks_evenly, excess, feeds, pace_of
from okey.play.company import Feeding as Watch
from okey.rules.actions import SeatAction, Throw
from okey.rules.faults import Fault
from okey.rules.match import decide, evolve
from okey.rules.ruleset import PRESETS
from okey.rules.state import State
from okey.rules.tiles import is_okey
from okey.rules.view import view
from okey.solver import useful

Pool: TypeAlias = NDArray[np.int64]

DEALS: Final = 5
"""Deals of a match, fewer than most have."""
LOOKS: Final = (25, 50, 75, 100, 125, 150, 175, 200)
"""Matches after which the host looks: a pair counts as found, rightly or wrongly, when one look finds it."""
HONEST: Final = 20_000
"""Honest pairs of each kind."""
FEEDING: Final = 400
"""Planted pairs of each kind."""
THROWS: Final = 30
"""Throws of one person in a match, about."""
STRENGTHS: Final = ("kolay", "orta", "zor")
PLANTED: Final = {"every throw": 1.0, "every second": 0.5, "every fourth": 0.25, "every tenth": 0.1}
"""How often the feeder gives what the partner needs, if it is there."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Who plays at the table: the strengths of seats 0 and 1, and how often 0 feeds 1. The others are drawn."""

    thrower: str
    taker: str
    fed: float = 0.0


def play(plan: Plan, chance: Random) -> Fed:
    """One deal: what the discards of seat 0 did for seat 1."""
    levels = (plan.thrower, plan.taker, chance.choice(STRENGTHS), chance.choice(STRENGTHS))
    state = begin(PRESETS["klasik"], start_deal(chance.randbytes(32), 1))
    watch = Watch()
    while (seat := state.turn) is not None:
        action = LEVELS[levels[seat]].decide(Position.of(view(state, seat)), chance)
        if seat == 0 and isinstance(action, Throw) and chance.random() < plan.fed:
            action = _gift(state, action, chance)
        events = decide(state, seat, action)
        assert not isinstance(events, Fault), events
        for event in events:
            state = evolve(state, event)
            watch.see(event, state)
    return watch.by_seats.get((0, 1), Fed())


def _gift(state: State, action: Throw, chance: Random) -> SeatAction:
    """A tile of seat 0 that seat 1 needs, whatever it costs; else the throw as it was."""
    deal = state.deal
    assert deal is not None
    wanted = useful(deal.racks[1], deal.okey)
    gifts = [tile for tile in deal.racks[0] if tile >> 1 in wanted and not is_okey(tile, deal.okey)]
    return Throw(chance.choice(gifts)) if gifts else action


def deals(plan: Plan, number: int) -> Pool:
    """What seat 0 did for seat 1 in so many deals: discards, useful ones, expected, variance."""
    chance = Random(repr(plan))
    return np.array([_row(play(plan, chance)) for _ in range(number)], np.int64)


def _row(fed: Fed) -> tuple[int, int, int, int]:
    return fed.discards, fed.useful, fed.expected, fed.variance


def found_at(pool: Pool, chance: np.random.Generator) -> int | None:
    """After how many matches at one table a pair is found, None: not at all. Seats are drawn, so in one of three
    matches the second sits next to the first."""
    sums, before = np.zeros(4, np.int64), 0
    for matches in LOOKS:
        neighbours = chance.binomial(matches - before, 1 / 3)
        sums += pool[chance.integers(len(pool), size=neighbours * DEALS)].sum(axis=0)
        if feeds(*map(int, sums)):
            return matches
        before = matches
    return None


def person(chance: Random, games: int) -> Iterator[int]:
    """Times of somebody's throws in milliseconds: log-normal, with a pace of one's own."""
    middle, width = chance.uniform(1.5, 8.0), chance.uniform(0.3, 0.9)
    for _ in range(games * THROWS):
        yield max(200, round(1000 * middle * chance.lognormvariate(0.0, width)))


def clicker(chance: Random, games: int, jitter: float = 0.05) -> Iterator[int]:
    """Times of a program that waits as long each time, but for a little."""
    for _ in range(games * THROWS):
        yield round(2500 * (1 + chance.uniform(-jitter, jitter)))


def flagged(make: Callable[[Random, int], Iterator[int]], number: int, games: int) -> int:
    """How many of so many players are flagged after so many games."""
    chance = Random(f"pace {number}")
    paces: list[Pace] = [pace_of(make(chance, games)) for _ in range(number)]
    return sum(clicks_evenly(pace.moves, pace.total, pace.squares) for pace in paces)


def main(arguments: Sequence[str]) -> int:
    """The tables of docs/fair-company.md."""
    number = int(arguments[0]) if arguments else 4000
    print("| thrower | next seat | discards a deal | help the next seat | by chance | beyond | false alarms |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    wrong = pairs = 0
    for thrower in STRENGTHS:
        for taker in STRENGTHS:
            pool = deals(Plan(thrower, taker), number)
            alarms = sum(found_at(pool, np.random.default_rng(pair)) is not None for pair in range(HONEST))
            wrong, pairs = wrong + alarms, pairs + HONEST
            print(f"| {thrower} | {taker} | {_figures(pool)} | {alarms} of {HONEST} |")
    print(f"\n{wrong} false alarms in {pairs} pairs\n")
    print("| feeds | discards a deal | help the next seat | by chance | beyond | found | after matches: median, most |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, share in PLANTED.items():
        pool = deals(Plan("orta", "orta", share), number)
        found = [found_at(pool, np.random.default_rng(pair)) for pair in range(FEEDING)]
        at = sorted(matches for matches in found if matches is not None)
        when = f"{at[len(at) // 2]}, {at[-1]}" if at else ""
        print(f"| {name} | {_figures(pool)} | {len(at)} of {FEEDING} | {when} |")
    print(f"\n{flagged(person, 2000, 50)} of 2000 people and {flagged(clicker, 200, 50)} of 200 programs flagged")
    return 0


def _figures(pool: Pool) -> str:
    discards, helped, expected, _ = map(int, pool.sum(axis=0))
    return (
        f"{discards / len(pool):.1f} | {100 * helped / discards:.1f} % | {expected / discards / 1e4:.1f} %"
        f" | {100 * excess(discards, helped, expected):+.1f} %"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

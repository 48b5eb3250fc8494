"""What a bot's decision costs, and how many deals bots play on one core.

python -m benchmarks.bots [seconds for each level]
"""

import sys
from collections.abc import Iterator
from random import Random
from statistics import quantiles
from time import perf_counter, process_time
from typing import Any

from okey.bots import LEVELS, Bot
from okey.bots.arena import deal_of
from okey.bots.playing import advance, begin, by_rules, fast
from okey.bots.position import Position
from okey.rules.ruleset import PRESETS, Ruleset
from okey.rules.view import view
from okey.solver import KERNEL

SECONDS = 2.0


def decisions(bot: Bot, ruleset: Ruleset, number: int) -> Iterator[float]:
    """Milliseconds of CPU for every decision of one deal between four of the same bot, with the reading of the view."""
    state = begin(ruleset, deal_of(1, number))
    stream = Random(number)
    while state.turn is not None:
        seen = view(state, state.turn)
        begun = process_time()
        action = bot.decide(Position.of(seen), stream)
        yield (process_time() - begun) * 1000
        state = advance(state, state.turn, action)


def run(seconds: float = SECONDS) -> dict[str, Any]:
    """By level: milliseconds of CPU for a decision over all presets; deals a second of CPU in both ways of playing."""
    found: dict[str, Any] = {"kernel": KERNEL}
    for level, bot in LEVELS.items():
        times: list[float] = []
        begun, number = perf_counter(), 0
        while perf_counter() - begun < seconds or number < len(PRESETS):
            times += decisions(bot, list(PRESETS.values())[number % len(PRESETS)], number)
            number += 1
        cuts = quantiles(times, n=1000)
        found[level] = {
            "decisions": len(times),
            "p50_ms": round(cuts[499], 3),
            "p99_ms": round(cuts[989], 3),
            "p99.9_ms": round(cuts[998], 3),
            "deals_per_s": round(rate(bot, True, seconds), 1),
            "deals_per_s_by_views": round(rate(bot, False, seconds), 1),
        }
    return found


def rate(bot: Bot, quick: bool, seconds: float) -> float:
    """Klasik deals with the bot in four seats in a second of CPU."""
    begun, number = process_time(), 0
    while process_time() - begun < seconds:
        streams = [Random(number)] * 4
        (fast if quick else by_rules)(PRESETS["klasik"], deal_of(1, number), [bot] * 4, streams)
        number += 1
    return number / (process_time() - begun)


if __name__ == "__main__":
    for name, value in run(*map(float, sys.argv[1:2])).items():
        print(f"{name:8} {value}")

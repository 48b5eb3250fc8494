"""`okey bench solver`: the kernel, the integer program and the calls of `okey.solver` in one run.

Times are microseconds of CPU for one hand, the best of a few rounds; ratios come from the same run.
"""

import time
from collections.abc import Callable, Sequence
from random import Random
from types import ModuleType
from typing import Any

from okey import solver
from okey.rules.tiles import okey_face
from okey.solver.core import load
from okey.solver.hand import counts

HANDS = 20_000
PROGRAM_HANDS = 100
PURE_HANDS = 400
THROWS = 400
HOLD = 5_000


def run() -> dict[str, Any]:
    """Measure; needs the compiled kernel and SciPy (`ImportError` otherwise)."""
    from benchmarks import solver_program

    compiled, pure = load("compiled"), load("pure")
    random = Random(1)
    tiles = [random.sample(range(2, 106), 15) for _ in range(HANDS)]
    okey = okey_face(0)
    hands = [counts(hand[:14], okey) for hand in tiles]
    whole = [counts(hand, okey) for hand in tiles[:THROWS]]
    packed = b"".join(hands)

    began = time.process_time()
    answers = compiled.distances(packed)
    cold = (time.process_time() - began) / HANDS * 1e6
    program = [solver_program.melds_away(hand) for hand in hands[:PROGRAM_HANDS]]
    if program != list(answers[: 2 * PROGRAM_HANDS : 2]) or pure.distances(packed[: 53 * 200]) != answers[:400]:
        raise ArithmeticError("kernel and integer program differ")
    batch = best(lambda: compiled.distances(packed), HANDS)
    highs = best(lambda: [solver_program.melds_away(hand) for hand in hands[:PROGRAM_HANDS]], PROGRAM_HANDS, 1)
    pure_batch = best(lambda: pure.distances(packed[: 53 * PURE_HANDS]), PURE_HANDS)
    return {
        "kernel": solver.KERNEL,
        "hands": HANDS,
        "integer_program_us": highs,
        "compiled": {
            "cold_batch_us": round(cold, 3),
            "batch_us": batch,
            **calls(compiled, hands[:5_000], whole),
        },
        "pure": {"batch_us": pure_batch, **calls(pure, hands[:PURE_HANDS], whole[:100])},
        "api": {
            "distance_us": best(lambda: [solver.distance(hand[:14], okey) for hand in tiles[:400]], 400),
            "useful_us": best(lambda: [solver.useful(hand[:14], okey) for hand in tiles[:400]], 400),
            "best_throw_us": best(lambda: [solver.best_throw(hand, okey, 0) for hand in tiles[:THROWS]], THROWS),
            "finishes_us": best(lambda: [solver.finishes(hand, okey) for hand in tiles[:THROWS]], THROWS),
            "melds_of_us": best(lambda: [solver.melds_of(hand[:14], okey) for hand in tiles[:THROWS]], THROWS),
        },
        "ratio_program_to_compiled": round(highs / batch),
        "ratio_pure_to_compiled": round(pure_batch / batch),
        "hold": HOLD,
        "held": highs / batch >= HOLD,
    }


def calls(core: ModuleType, hands: Sequence[bytes], whole: Sequence[bytes]) -> dict[str, float]:
    """One call a hand."""
    left = bytes([2] * 53)
    return {
        "distance_us": best(lambda: [core.distance(hand) for hand in hands], len(hands)),
        "useful_us": best(lambda: [core.useful(hand) for hand in hands], len(hands)),
        "best_throw_us": best(lambda: [core.throws(hand, left) for hand in whole], len(whole)),
    }


def best(work: Callable[[], object], hands: int, rounds: int = 3) -> float:
    """Microseconds of CPU for one hand in the fastest round."""
    times = []
    for _ in range(rounds):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return round(min(times) / hands * 1e6, 3)

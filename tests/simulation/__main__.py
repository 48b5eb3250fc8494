"""`python -m tests.simulation [storm] SEED [SEED ...]`: plays these worlds and says what happened in each."""

from __future__ import annotations

import sys
import time

from tests.simulation.simulation import run


def main() -> None:
    """Play what is asked for."""
    storm = sys.argv[1:2] == ["storm"]
    for seed in map(int, sys.argv[1 + storm :]):
        begun = time.perf_counter()
        result = run(seed, storm)
        took = time.perf_counter() - begun
        faults = ", ".join(f"{what} {number}" for what, number in sorted(result.faults.items())) or "none"
        print(f"seed {seed}: {result.trace[:16]}, {result.virtual_ms / 60_000:.1f} virtual minutes in {took:.2f} s")
        print(f"    {result.rows} rows, {result.frames} frames, {result.checks} checks, {result.matches} matches")
        print(f"    faults: {faults}")


main()

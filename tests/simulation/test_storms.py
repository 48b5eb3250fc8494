"""Worlds in which every fault has its highest rate."""

from __future__ import annotations

import pytest

from tests.simulation.simulation import run

SEEDS, SHARE = 140, 20


@pytest.mark.parametrize("first", range(0, SEEDS, SHARE))
def test_storms(first: int) -> None:
    for seed in range(first, first + SHARE):
        run(seed, storm=True)

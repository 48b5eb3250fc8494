"""The simulation bites: every fault on the list is found, each within so many worlds (docs/simulation.md)."""

from __future__ import annotations

import pytest

from tests.simulation.planted import BEGIN, END, MOST, PAGE, PLANTS, find
from tests.simulation.simulation import run

RARE = {"queue unbounded": 120, "cancelled without a reveal": 120, "grace never ends": 200}
"""Worlds in which a fault is found at the latest; 60 for all others."""
KNOWN = {"queue unbounded": 22, "timer not restored": 6, "grace never ends": 82, "computer without a clock": 8}
"""Worlds in which the rarer faults were last found; they are looked at first, as the others find nothing."""


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_fault_is_found(name: str) -> None:
    most = RARE.get(name, 60)
    known = KNOWN.get(name, 0)
    assert known < most
    found = find(name, known, 1) or find(name, most=most)
    assert found is not None, "not found"


def test_the_world_is_whole_again_afterwards() -> None:
    assert find("list signed twice") is not None
    run(0)


def test_the_page_names_every_fault() -> None:
    text = PAGE.read_text(encoding="utf-8")
    table = text[text.index(BEGIN) : text.index(END)]
    assert [line.split("|")[1].strip() for line in table.splitlines()[3:]] == list(PLANTS)


@pytest.mark.soak
@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_fault_is_found_from_elsewhere(name: str) -> None:
    assert find(name, first=50_000, most=MOST) is not None

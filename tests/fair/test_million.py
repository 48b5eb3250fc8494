"""Decks, dice and dealing look like chance, and wrong shuffles do not: 10,000 deals each time, a million in a soak.

The keys are fixed, so the p-values are too. The level of one test is 0.001 divided by the number of tests.
"""

from __future__ import annotations

import pytest

from okey.fair.statistics import LEVEL, level
from tests.fair.million import PLANTED, Tally, domain_tests, shuffle_tests, table, tallied


def sound(tally: Tally) -> None:
    """No test sees anything, and no deck came twice."""
    found = {**shuffle_tests(tally), **domain_tests(tally)}
    assert {name: square.p for name, (_, square) in found.items() if square.p < level(len(found))} == {}
    assert len(tally.seen) == tally.decks


def test_ten_thousand_deals() -> None:
    tally = tallied("ten thousand deals", 10_000)
    assert tally.decks == 10_000
    assert tally.domain["deals"] == [10_000]
    assert tally.domain["matches"] == [2_500]
    assert tally.places.sum() == 10_000 * 106
    assert tally.moved.sum() == 9_999 * 106
    sound(tally)


@pytest.mark.parametrize("name", PLANTED)
def test_a_wrong_shuffle_is_seen(name: str) -> None:
    deck, seen_by = PLANTED[name]
    tally = tallied("planted", 3_000, deck, domain=False)
    if seen_by == "equal decks":
        assert len(tally.seen) < tally.decks
    else:
        assert shuffle_tests(tally)[seen_by][1].p < LEVEL / 100


def test_the_tests_of_the_page_see_a_wrong_dealing_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """The box as it comes from the factory, only cut: every rack is a run of neighbours, and full of pairs."""
    monkeypatch.setattr("tests.fair.million.fair_deal.deck", lambda key, _: _cut(key[0] % 106))
    found = domain_tests(tallied("cut only", 3_000))
    assert found["pairs, seat 0"][1].p < LEVEL / 100
    assert found["pairs, people"][1].p < LEVEL / 100


def _cut(place: int) -> tuple[int, ...]:
    return (*range(place, 106), *range(place))


@pytest.mark.soak
def test_a_million_deals() -> None:
    tally = tallied("a million deals", 1_000_000)
    print(table(tally))
    sound(tally)

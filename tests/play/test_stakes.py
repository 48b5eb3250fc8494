"""What is held is paid out to the last one, as RULES 9 counts it."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from okey.play import stakes
from okey.play.opening import SEATS
from okey.rules.events import PAIRS, Finished
from okey.rules.ruleset import PRESETS
from okey.rules.scoring import finish_points

IKRAMIYE = PRESETS["ikramiye"]
INDICATOR = 2 * 6
OKEY = 2 * 7
PLAIN = 2 * 20


def finish(kind: int, tile: int, seats: int = 4) -> dict[int, int]:
    """What each seat has won or lost after a finish of seat 0 at stake 10."""
    rules = replace(IKRAMIYE, seats=seats)
    places = SEATS[seats]
    changes = finish_points(rules, INDICATOR, Finished(0, kind, tile, ()), places)
    paid = stakes.pot(rules, 10, places, changes)
    assert paid.house == 0
    assert sum(paid.seats.values()) == len(places) * stakes.held(rules, 10)
    return {seat: amount - stakes.held(rules, 10) for seat, amount in paid.seats.items()}


def test_a_finish_takes_the_pot_and_a_doubled_one_takes_it_twice() -> None:
    assert stakes.held(IKRAMIYE, 10) == 20
    assert finish(1, PLAIN) == {0: 30, 1: -10, 2: -10, 3: -10}
    assert finish(1, OKEY) == {0: 60, 1: -20, 2: -20, 3: -20}
    assert finish(PAIRS, PLAIN) == {0: 60, 1: -20, 2: -20, 3: -20}
    assert finish(PAIRS, OKEY) == {0: 60, 1: -20, 2: -20, 3: -20}, "doubled once"
    assert finish(1, PLAIN, 2) == {0: 10, 2: -10}


def test_who_loses_on_time_pays_one_stake_to_the_house() -> None:
    assert stakes.pot_forfeited(IKRAMIYE, 10, range(4), 2) == stakes.Payout({0: 20, 1: 20, 2: 10, 3: 20}, 10)


def test_a_drawn_deal_gives_everything_back() -> None:
    assert stakes.given_back(IKRAMIYE, 10, range(4)).seats == dict.fromkeys(range(4), 20)
    assert stakes.given_back(PRESETS["klasik"], 10, range(4)).seats == dict.fromkeys(range(4), 10)


@given(st.integers(1, 10_000), st.sampled_from([2, 3, 4]), st.data())
def test_winners_share_the_entry_stakes(stake: int, seats: int, data: st.DataObject) -> None:
    places = SEATS[seats]
    winners = data.draw(st.sets(st.sampled_from(places), min_size=1))
    paid = stakes.entries(stake, places, winners).seats
    assert sum(paid.values()) == stake * seats
    won = [paid[seat] for seat in sorted(winners)]
    assert max(won) - min(won) <= 1
    assert won == sorted(won, reverse=True), "the rest by seat order"
    assert all(paid[seat] == 0 for seat in places if seat not in winners)

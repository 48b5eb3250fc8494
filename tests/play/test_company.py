"""Who feeds whom, who clicks like a program, who leaves together: planted ones are found, honest ones are not."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from okey.fair.events import decode
from okey.play.commands import Leave
from okey.play.company import LEAST_THROWS, Company, clicks_evenly, company, excess, feeds, leave_together, spread
from okey.rules.events import Taken, Thrown
from okey.rules.ruleset import PRESETS
from tests.play.collusion import PLANTED, STRENGTHS, Plan, clicker, deals, flagged, found_at, person
from tests.play.test_gathering import Plain, Site, alone, begun, play_on
from tests.play.test_live import begun as begun_by_four
from tests.play.test_live import move, play_to, standing_of


def told(site: Site) -> Company:
    found = company(site.table, site.world.log.tables[site.table], Plain())
    assert found is not None
    return found


def test_a_planted_pair_is_found_within_two_hundred_matches_and_an_honest_one_is_not() -> None:
    planted, honest = deals(Plan("orta", "orta", 0.5), 40), deals(Plan("orta", "orta"), 40)
    assert all(found_at(planted, np.random.default_rng(pair)) is not None for pair in range(40))
    assert not any(found_at(honest, np.random.default_rng(pair)) is not None for pair in range(40))


@pytest.mark.soak
def test_of_a_thousand_honest_pairs_less_than_one_is_suspected() -> None:
    wrong = pairs = 0
    for thrower in STRENGTHS:
        for taker in STRENGTHS:
            pool = deals(Plan(thrower, taker), 1500)
            wrong += sum(found_at(pool, np.random.default_rng(pair)) is not None for pair in range(5000))
            pairs += 5000
    assert wrong < pairs / 1000
    for share in list(PLANTED.values())[:3]:
        pool = deals(Plan("orta", "orta", share), 1500)
        assert all(found_at(pool, np.random.default_rng(pair)) is not None for pair in range(300))


def test_few_discards_say_nothing_and_a_small_excess_neither() -> None:
    assert feeds(400, 200, 100_000_000, 100_000_000)
    assert not feeds(399, 200, 100_000_000, 100_000_000)
    assert not feeds(400, 119, 100_000_000, 1), "less than one discard in twenty beyond chance"
    assert not feeds(400, 200, 100_000_000, 10_000_000_000), "within the spread from deal to deal"
    assert not feeds(400, 200, 100_000_000, 0)
    assert excess(0, 0, 0) == 0.0


def test_a_constant_clicker_is_flagged_within_fifty_games_and_no_person_of_two_hundred_is() -> None:
    assert flagged(clicker, 5, 50) == 5
    assert flagged(person, 200, 50) == 0
    assert not clicks_evenly(LEAST_THROWS - 1, 8 * LEAST_THROWS, 64 * LEAST_THROWS)
    assert clicks_evenly(LEAST_THROWS, 8 * LEAST_THROWS, 64 * LEAST_THROWS)
    assert spread(0, 0, 0) == 0.0


def test_two_who_leave_one_match_in_ten_together_are_suspected() -> None:
    assert leave_together(50, 5)
    assert not leave_together(51, 5)
    assert not leave_together(4, 4)


def test_a_match_of_four_tells_of_every_pair_and_everybodys_pace() -> None:
    site, sockets = begun_by_four()
    while standing_of(site).game.phase != "over":
        move(site, sockets)
    found = told(site)
    assert {(met.seat, met.other) for met in found.met} == {(a, b) for a in range(4) for b in range(4) if a != b}
    assert not any(met.both_left for met in found.met)
    rows = site.world.log.tables[site.table]
    events = [decode(row.body).event for row in rows if row.kind == "game"]
    for seat in range(4):
        following = (seat + 1) % 4
        fed = next(met.fed for met in found.met if (met.seat, met.other) == (seat, following))
        thrown = sum(isinstance(event, Thrown) and event.seat == seat for event in events)
        assert thrown - 2 <= fed.discards <= thrown, "the last one of a deal may be nobody's"
        assert fed.taken == sum(isinstance(event, Taken) and event.seat == following for event in events)
        assert 0 <= fed.useful <= fed.discards
        others = [met.fed for met in found.met if met.seat == seat and met.other != following]
        assert all(other.discards == other.taken == 0 for other in others)
        pace = next(paced for paced in found.paced if paced.seat == seat)
        assert fed.discards <= pace.moves <= thrown
        assert pace.total / pace.moves > 6000, "a second or more"
        assert pace.squares >= pace.total**2 // max(1, pace.moves)


def test_throws_that_a_time_out_made_are_nobodys() -> None:
    site, sockets = begun_by_four(replace(PRESETS["klasik"], points=2, late="auto", absent="clock"))
    play_to(site, sockets, 1)
    site.world.advance(1_000_000)
    events = [decode(row.body).event for row in site.world.log.tables[site.table] if row.kind == "game"]
    thrown = sum(isinstance(event, Thrown) for event in events)
    assert sum(paced.moves for paced in told(site).paced) < thrown
    assert sum(met.fed.discards for met in told(site).met) == sum(paced.moves for paced in told(site).paced)


def test_two_who_are_gone_at_the_end_have_both_left() -> None:
    site, sockets = begun_by_four(replace(PRESETS["klasik"], points=2))
    play_to(site, sockets, 1)
    site.post(Leave(sockets[1]))
    site.post(Leave(sockets[2]))
    site.world.advance(1_000_000)
    assert {(met.seat, met.other) for met in told(site).met if met.both_left} == {(1, 2), (2, 1)}


def test_a_table_of_one_person_or_without_a_deal_tells_nothing() -> None:
    site = alone()
    assert company(site.table, site.world.log.tables[site.table], Plain()) is None
    play_on(site, begun(site), lambda: standing_of(site).game.phase == "over")
    assert company(site.table, site.world.log.tables[site.table], Plain()) is None
    assert company(site.table, [], Plain()) is None


def test_a_pace_does_not_depend_on_how_slow_somebody_is() -> None:
    quick, slow = list(person(Random(1), 20)), [2 * time for time in person(Random(1), 20)]
    spreads = [spread(*_sums(times)) for times in (quick, slow)]
    assert spreads[0] == pytest.approx(spreads[1], abs=0.01)


def _sums(times: list[int]) -> tuple[int, int, int]:
    from okey.play.company import pace_of

    pace = pace_of(times)
    return pace.moves, pace.total, pace.squares

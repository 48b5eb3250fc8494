"""Grace for the line: what the server itself has measured, and no more of it than is there (SECURITY T22)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from okey.play.commands import Do
from okey.play.lag import BANK, LONGEST_TRIP, Banks, RoundTrip, credit
from okey.play.messages import No, Ok
from okey.play.standing import MOST_LAG
from okey.rules.actions import Draw, SeatAction, ShowIndicator, Throw
from okey.rules.ruleset import PRESETS
from okey.testing import START, MemorySocket
from tests.play.test_gathering import Site, verdict
from tests.play.test_live import begun, move, play_to, standing_of

MOVE, RESERVE = 30_000, 120_000
AUTO = replace(PRESETS["klasik"], points=2, late="auto")


# --- the measurement


def test_the_shortest_of_the_last_four_trips_counts() -> None:
    trip = RoundTrip()
    assert trip.half == 0
    now = START
    for took, half in ((300, 150), (100, 50), (500, 50), (400, 50), (600, 50), (700, 200)):
        trip.told(now)
        now += 5_000 + took
        trip.heard(now - 5_000 - took, 5_000, now)
        assert trip.half == half


@pytest.mark.parametrize("echo", [None, 0, -1, 1, START - 1, START + 1, START - 10**6, 2**53, -(2**63), 10**30])
@pytest.mark.parametrize("held", [-(2**63), -1, 0, 1, 10**30])
def test_times_a_client_invents_are_ignored(echo: int | None, held: int) -> None:
    trip = RoundTrip()
    trip.heard(echo, held, START)
    trip.told(START)
    trip.heard(echo, held, START + 200)
    assert trip.half == 0


def test_a_pong_is_answered_once_and_not_by_the_future_or_the_deep_past() -> None:
    for held, now in ((201, 200), (-1, 200), (0, LONGEST_TRIP + 1)):
        trip = RoundTrip()
        trip.told(START)
        trip.heard(START, held, START + now)
        assert trip.half == 0
    trip = RoundTrip()
    trip.told(START)
    trip.heard(START, 0, START + 80)
    trip.heard(START, 0, START + 9_000)
    assert trip.half == 40


# --- the credit


def at_turn() -> tuple[Site, list[MemorySocket], int]:
    """A match in its first lap, somebody about to throw; the seat."""
    site, sockets = begun(AUTO)
    seat = standing_of(site).game.turn
    assert seat is not None
    return site, sockets, seat


def test_a_move_within_its_time_uses_no_grace() -> None:
    site, _, seat = at_turn()
    standing = standing_of(site)
    begin = standing.clock.begin
    assert begin is not None
    throw = Throw(0)
    for used, lag, bank, expected in (
        (0, 500, BANK, 0),
        (MOVE, 500, BANK, 0),
        (MOVE + 1, 500, BANK, 1),
        (MOVE + 200, 500, BANK, 200),
        (MOVE + 90_000, 120, BANK, 120),
        (MOVE + 90_000, 500, BANK, 500),
        (MOVE + 90_000, 9_000, BANK, MOST_LAG),
        (MOVE + 90_000, 500, 70, 70),
        (MOVE + 90_000, 500, 0, 0),
        (MOVE + 90_000, 0, BANK, 0),
    ):
        assert credit(standing, seat, throw, begin + used, lag, bank) == expected
    assert credit(standing, (seat + 1) % 4, throw, begin + MOVE + 900, 500, BANK) == 0
    assert credit(standing, seat, ShowIndicator(), begin + MOVE + 900, 500, BANK) == 0
    assert credit(standing, seat, Draw(), begin + MOVE + 900, 500, BANK) == 0
    assert credit(standing, seat, Draw(), begin + MOVE + RESERVE + 30, 500, BANK) == 30


def test_a_bank_lasts_for_a_deal() -> None:
    banks = Banks()
    for spent in range(0, BANK, 500):
        assert banks.left(1, 2) == BANK - spent
        banks.spend(1, 2, 500)
    assert [banks.left(1, seat) for seat in range(4)] == [BANK, BANK, 0, BANK]
    assert banks.left(2, 2) == BANK
    banks.spend(2, 0, 100)
    assert (banks.left(2, 0), banks.left(2, 2)) == (BANK - 100, BANK)


# --- at the table


def throwing(site: Site, seat: int) -> SeatAction:
    deal = standing_of(site).game.deal
    assert deal is not None
    okey = deal.indicator
    return Throw(next(tile for tile in reversed(deal.racks[seat]) if tile >> 1 != okey >> 1))


def answer(site: Site, socket: MemorySocket, action: SeatAction, lag: int, arrived: int | None = None) -> Ok | No:
    cid = site.world.token(8)
    site.post(Do(socket, cid, standing_of(site).seq, action, arrived, lag))
    return next(each for each in reversed(socket.heard) if isinstance(each, No | Ok) and each.cid == cid)


@pytest.mark.parametrize(
    ("beyond", "lag", "code"),
    [
        (0, 0, None),
        (1, 0, "late"),
        (1, 1, None),
        (300, 300, None),
        (300, 299, "late"),
        (499, 500, None),
        (499, 10_000, None),
    ],
)
def test_a_move_after_the_deadline_counts_as_far_as_the_line_was_slow(beyond: int, lag: int, code: str | None) -> None:
    site, sockets, seat = at_turn()
    deadline = standing_of(site).clock.deadline
    assert deadline is not None
    site.world.advance(deadline + beyond - site.world.now())
    said = answer(site, sockets[seat], throwing(site, seat), lag)
    if code is None:
        assert isinstance(said, Ok)
        counts = deadline + beyond - min(lag, MOST_LAG)
        assert site.world.log.tables[site.table][-1].at == counts <= deadline
        assert standing_of(site).clock.reserve[seat] == deadline - counts
    else:
        assert isinstance(said, No)
        assert said.fault.code == code
        assert standing_of(site).game.turn == seat


def test_the_time_out_comes_half_a_second_after_the_deadline() -> None:
    site, _, seat = at_turn()
    deadline = standing_of(site).clock.deadline
    assert deadline is not None
    site.world.advance(deadline + MOST_LAG - 1 - site.world.now())
    assert standing_of(site).game.turn == seat
    site.world.advance(1)
    assert standing_of(site).game.turn != seat
    assert site.world.log.tables[site.table][-1].at == deadline + MOST_LAG


def test_a_move_counts_as_of_its_arrival_however_long_it_waited() -> None:
    site, sockets, seat = at_turn()
    deadline = standing_of(site).clock.deadline
    assert deadline is not None
    site.world.advance(deadline + 400 - site.world.now())
    assert isinstance(answer(site, sockets[seat], throwing(site, seat), 0, arrived=deadline), Ok)
    assert site.world.log.tables[site.table][-1].at == deadline


def test_the_reserve_is_charged_without_the_way_of_the_move() -> None:
    site, sockets, seat = at_turn()
    site.world.advance(MOVE + 2_000)
    assert isinstance(answer(site, sockets[seat], throwing(site, seat), 400), Ok)
    assert standing_of(site).clock.reserve[seat] == RESERVE - 1_600


def test_the_grace_of_a_deal_runs_out() -> None:
    site, sockets, _ = at_turn()
    seat = 1
    charged: list[int] = []
    while len(charged) < 8:
        play_to(site, sockets, seat)
        if standing_of(site).game.phase == "draw":
            move(site, sockets)
        assert standing_of(site).game.number == 1
        begin = standing_of(site).clock.begin
        assert begin is not None
        site.world.advance(begin + MOVE + 1_000 - site.world.now())
        before = standing_of(site).clock.reserve[seat]
        assert isinstance(answer(site, sockets[seat], throwing(site, seat), 10_000), Ok)
        charged.append(before - standing_of(site).clock.reserve[seat])
    assert charged == [500] * 6 + [1_000] * 2


def test_the_log_never_falls_for_a_credit() -> None:
    site, sockets, seat = at_turn()
    deadline = standing_of(site).clock.deadline
    assert deadline is not None
    site.world.advance(deadline + 300 - site.world.now())
    site.join(bytes([97 + (seat + 1) % 4]) * 16)
    assert isinstance(answer(site, sockets[seat], throwing(site, seat), 500), Ok)
    times = [row.at for row in site.world.log.tables[site.table]]
    assert times == sorted(times)


def test_a_match_with_such_moves_has_a_valid_record() -> None:
    site, sockets, seat = at_turn()
    deadline = standing_of(site).clock.deadline
    assert deadline is not None
    site.world.advance(deadline + 450 - site.world.now())
    assert isinstance(answer(site, sockets[seat], throwing(site, seat), 500), Ok)
    site.world.advance(200_000)
    while standing_of(site).game.phase != "over":
        move(site, sockets)
    assert verdict(site) == "valid"

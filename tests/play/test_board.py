"""Weeks of Istanbul, wherever the server stands; what a win is worth."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okey.play.board import DAY, POINT, WEEK, day_of, shares, week_of


def ms(text: str) -> int:
    return round(dt.datetime.fromisoformat(text).timestamp() * 1000)


def test_the_week_begins_on_monday_in_istanbul() -> None:
    monday = ms("2026-11-30T00:00:00+03:00")
    assert week_of(ms("2026-11-29T20:59:59.999+00:00")) == monday - WEEK
    assert week_of(ms("2026-11-29T21:00:00+00:00")) == monday
    assert week_of(ms("2026-12-06T23:59:59+03:00")) == monday
    assert week_of(ms("2027-01-01T12:00:00+03:00")) == ms("2026-12-28T00:00:00+03:00")


def test_neither_the_borders_of_a_week_nor_of_a_day_move_by_a_millisecond() -> None:
    sunday = ms("2026-11-29T23:59:59.999+03:00")
    assert (week_of(sunday), day_of(sunday)) == (ms("2026-11-23T00:00:00+03:00"), ms("2026-11-29T00:00:00+03:00"))
    assert week_of(sunday + 1) == day_of(sunday + 1) == sunday + 1
    assert WEEK == 7 * DAY


@given(st.integers(1_500_000_000_000, 2_500_000_000_000))
def test_every_moment_lies_in_its_week(now: int) -> None:
    begin = week_of(now)
    assert begin <= now < begin + WEEK
    assert week_of(begin) == begin == week_of(begin + WEEK - 1)
    istanbul = dt.datetime.fromtimestamp(begin / 1000, ZoneInfo("Europe/Istanbul"))
    assert (istanbul.weekday(), istanbul.time()) == (0, dt.time())


def test_a_win_is_worth_three_two_one_points_and_is_shared_equally() -> None:
    assert shares(4, [2]) == {2: 3 * POINT}
    assert shares(3, [1]) == {1: 2 * POINT}
    assert shares(2, [0]) == {0: POINT}
    for seats, worth in ((4, 3), (3, 2), (2, 1)):
        for winners in range(1, seats + 1):
            shared = shares(seats, range(winners))
            assert sum(shared.values()) == worth * POINT
    with pytest.raises(ValueError, match="winner"):
        shares(4, [])

"""The weekly board: which week a moment belongs to, and what winning a rated match is worth."""

import datetime as dt
from collections.abc import Collection
from typing import Final

ISTANBUL: Final = dt.timezone(dt.timedelta(hours=3))
"""Time of Türkiye, the same all year round since 2016."""
POINT: Final = 12
"""Points are counted in twelfths, so that two, three or four joint winners share any win in whole numbers."""
WORTH: Final = {4: 3 * POINT, 3: 2 * POINT, 2: POINT}
"""For winning a match, by its number of seats."""
_WEEK: Final = dt.timedelta(days=7)


def week_of(now: int) -> dt.date:
    """The Monday, in Istanbul, of the week that `now` (Unix ms) belongs to."""
    day = dt.datetime.fromtimestamp(now / 1000, ISTANBUL).date()
    return day - dt.timedelta(days=day.weekday())


def bounds(monday: dt.date) -> tuple[int, int]:
    """When the week of `monday` begins, and when the next one does (Unix ms)."""
    begin = dt.datetime.combine(monday, dt.time(), ISTANBUL)
    return round(begin.timestamp() * 1000), round((begin + _WEEK).timestamp() * 1000)


def shares(seats: int, winners: Collection[int]) -> dict[int, int]:
    """Twelfths of a point for each winning seat of a match with so many seats. Raises `ValueError` without a winner."""
    if not winners:
        raise ValueError("a rated match has a winner")
    return dict.fromkeys(winners, WORTH[seats] // len(winners))

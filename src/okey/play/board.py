"""The weekly board: which week a moment belongs to, and what winning a rated match is worth. Times are Unix ms."""

from collections.abc import Collection
from typing import Final

ISTANBUL: Final = 3 * 3_600_000
"""Time of Türkiye, the same all year round since 2016, ahead of UTC."""
DAY: Final = 86_400_000
WEEK: Final = 7 * DAY
FIRST_MONDAY: Final = 4 * 86_400_000
"""5 January 1970."""
POINT: Final = 12
"""Points are counted in twelfths, so that two, three or four joint winners share any win in whole numbers."""
WORTH: Final = {4: 3 * POINT, 3: 2 * POINT, 2: POINT}
"""For winning a match, by its number of seats."""


def week_of(now: int) -> int:
    """When the week that `now` belongs to began: Monday 00:00 in Istanbul. It lasts `WEEK`."""
    return now - (now + ISTANBUL - FIRST_MONDAY) % WEEK


def day_of(now: int) -> int:
    """When the day that `now` belongs to began: 00:00 in Istanbul."""
    return now - (now + ISTANBUL) % DAY


def shares(seats: int, winners: Collection[int]) -> dict[int, int]:
    """Twelfths of a point for each winning seat of a match with so many seats. Raises `ValueError` without a winner."""
    if not winners:
        raise ValueError("a rated match has a winner")
    return dict.fromkeys(winners, WORTH[seats] // len(winners))

"""What chance does: the laws of dealt racks, and chi-square tests against them (docs/statistics.md).

A rack of n tiles comes from 105: the box without the indicator. Of those, two are okeys and two are false jokers, and
52 faces lie in it twice (51 numbered ones and the false joker); only the indicator's twin is alone.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import comb, exp, lgamma, log, perm
from typing import Final, NamedTuple

BOX: Final = 105
DOUBLE: Final = 52
LEAST: Final = 10.0
"""A cell of a chi-square test has at least this expectation; smaller ones are joined with their neighbours."""
_TINY: Final = 1e-300
_STEPS: Final = 100_000


class Square(NamedTuple):
    """The outcome of a chi-square test; p is the chance of a larger statistic."""

    statistic: float
    freedom: int
    p: float


class Moments(NamedTuple):
    """Mean and variance."""

    mean: float
    variance: float


Stratum = tuple[Sequence[int], Sequence[float]]
"""Observed and expected numbers of classes that together hold a fixed number of cases."""


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x), a > 0: a series below a + 1, else a continued fraction.

    >>> round(upper_gamma(1.0, 2.0), 12) == round(exp(-2.0), 12)
    True
    """
    if x <= 0:
        return 1.0
    front = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for step in range(1, _STEPS):
            term *= x / (a + step)
            total += term
            if term < total * 1e-16:
                break
        return max(0.0, 1.0 - front * total)
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    fraction = d
    for step in range(1, _STEPS):
        factor = step * (a - step)
        b += 2
        d = 1 / (factor * d + b or _TINY)
        c = factor / c + b or _TINY
        fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * fraction


def tail(statistic: float, freedom: int) -> float:
    """The chance that a chi-square variable of so many degrees of freedom is larger."""
    return upper_gamma(freedom / 2, statistic / 2)


def chi_square(strata: Sequence[Stratum]) -> Square | None:
    """Strata that are independent of each other, tested together; None when there are too few cases for a test."""
    statistic, freedom = 0.0, 0
    for observed, expected in strata:
        cells = _joined(observed, expected)
        statistic += sum((seen - mean) ** 2 / mean for seen, mean in cells)
        freedom += max(0, len(cells) - 1)
    return Square(statistic, freedom, tail(statistic, freedom)) if freedom else None


def deviation(observed: int, law: Moments) -> Square | None:
    """A sum of many small independent numbers against its mean, on both sides; None when there are too few."""
    if law.variance < LEAST:
        return None
    statistic = (observed - law.mean) ** 2 / law.variance
    return Square(statistic, 1, tail(statistic, 1))


def _joined(observed: Sequence[int], expected: Sequence[float]) -> list[tuple[int, float]]:
    """Cells in order, each large enough; what is left at the end belongs to the last one."""
    cells: list[tuple[int, float]] = []
    seen, mean = 0, 0.0
    for number, law in zip(observed, expected, strict=True):
        seen, mean = seen + number, mean + law
        if mean >= LEAST:
            cells.append((seen, mean))
            seen, mean = 0, 0.0
    if cells:
        cells[-1] = (cells[-1][0] + seen, cells[-1][1] + mean)
    return cells if len(cells) > 1 else []


# --- dealt racks


@lru_cache
def two_of_box(tiles: int) -> tuple[float, float, float]:
    """Chances of 0, 1 and 2 of two given tiles among `tiles` dealt ones: okeys, or false jokers (hypergeometric)."""
    chances = [comb(2, k) * comb(BOX - 2, tiles - k) / comb(BOX, tiles) for k in range(3)]
    return chances[0], chances[1], chances[2]


@lru_cache
def pairs_in(tiles: int) -> tuple[float, ...]:
    """Chances of 0, 1, ... pairs of equal faces in a rack of `tiles`; up to 7 with 14 or 15."""

    def singles(pairs: int) -> int:
        """Ways to fill up with tiles that make no pair, without and with the indicator's twin."""
        rest, free = tiles - 2 * pairs, DOUBLE - pairs
        with_twin = (comb(free, rest - 1) << rest - 1) if rest else 0
        return (comb(free, rest) << rest) + with_twin

    return tuple(comb(DOUBLE, pairs) * singles(pairs) / comb(BOX, tiles) for pairs in range(tiles // 2 + 1))


@lru_cache
def two_among(racks: int, starter: bool) -> Moments:
    """The number of two given tiles in several racks of one deal, the starter's 15 tiles among them or not."""
    tiles = 14 * racks + starter
    share = tiles / BOX
    return Moments(2 * share, 2 * share * (1 - share) * (BOX - 2) / (BOX - 1))


@lru_cache
def pairs_among(racks: int, starter: bool) -> Moments:
    """The number of pairs in several racks of one deal; two racks of a deal are not independent."""
    sizes = [14 + (starter and place == 0) for place in range(racks)]
    once = [DOUBLE * perm(n, 2) / perm(BOX, 2) for n in sizes]
    mean = sum(once)
    twice = sum(perm(n, 4) for n in sizes)  # both pairs in one rack
    twice += sum(perm(m, 2) * perm(n, 2) for i, m in enumerate(sizes) for j, n in enumerate(sizes) if i != j)
    return Moments(mean, DOUBLE * (DOUBLE - 1) * twice / perm(BOX, 4) + mean - mean**2)

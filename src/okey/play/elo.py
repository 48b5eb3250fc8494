"""Elo for matches of two to four people: every pair of seats is a game, scaled so that a match counts once.

Ratings and their changes are whole thousandths of a point, and the changes of a match sum to zero.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

START: Final = 1_500_000
"""Thousandths with which everybody begins, in every preset."""
PROVISIONAL: Final = 30
"""Matches during which a rating is provisional and moves faster."""
K_FIRST, K_LATER = 40, 20


@dataclass(frozen=True, slots=True)
class Rating:
    """One person's rating in one preset: thousandths, and how many rated matches it stands on."""

    value: int = START
    matches: int = 0

    @property
    def provisional(self) -> bool:
        """Whether the rating says little yet."""
        return self.matches < PROVISIONAL

    @property
    def k(self) -> int:
        """How far a match may move it, in points."""
        return K_FIRST if self.provisional else K_LATER


@dataclass(frozen=True, slots=True)
class Game:
    """What one opponent means for the change of a seat's rating."""

    other: int
    """The opponent's seat."""
    result: float
    """1 placed before, 0.5 together, 0 behind."""
    expected: float
    k: float
    """The mean of both factors."""
    gain: float
    """Points, as its share of the whole match; before rounding."""


def changes(ratings: Mapping[int, Rating], ranks: Mapping[int, int]) -> dict[int, int]:
    """Change of each seat's rating in thousandths, from the final ranking (1 is best, equal numbers are ties).

    A win counts 1, a tie 0.5, a loss 0; a pair moves by the mean of its two factors; the whole is scaled by
    1/(n-1). What rounding leaves goes to the winner, of joint winners to the one on the first seat. Raises
    `ValueError` for fewer than two seats or seats without a rank.
    """
    seats = sorted(ratings)
    if len(seats) < 2 or set(ranks) != set(seats):
        raise ValueError("two to four seats with a rank each are needed")
    found = {}
    for seat in seats:
        moved = sum(_of_pair(ratings, ranks, seat, other) for other in seats if other != seat)
        found[seat] = round(1000 * moved / (len(seats) - 1))
    winner = min(seats, key=lambda seat: (ranks[seat], seat))
    found[winner] -= sum(found.values())
    return found


def games(ratings: Mapping[int, Rating], ranks: Mapping[int, int], seat: int) -> list[Game]:
    """How the change of one seat comes about, opponent by opponent."""
    mine = ratings[seat]
    return [
        Game(
            other,
            0.5 if ranks[seat] == ranks[other] else float(ranks[seat] < ranks[other]),
            expected(mine, rating),
            (mine.k + rating.k) / 2,
            _of_pair(ratings, ranks, seat, other) / (len(ratings) - 1),
        )
        for other, rating in sorted(ratings.items())
        if other != seat
    ]


def expected(one: Rating, other: Rating) -> float:
    """The share of wins that `one` is expected to have against `other`."""
    return 1 / (1 + 10 ** ((other.value - one.value) / 400_000))


def _of_pair(ratings: Mapping[int, Rating], ranks: Mapping[int, int], seat: int, other: int) -> float:
    """Points that `seat` gains against `other`; the opposite of what `other` gains."""
    low, high = min(seat, other), max(seat, other)
    won = 0.5 if ranks[low] == ranks[high] else float(ranks[low] < ranks[high])
    gain = (ratings[low].k + ratings[high].k) / 2 * (won - expected(ratings[low], ratings[high]))
    return gain if seat == low else -gain

"""Counting results of duplicate deals: shares and points with their standard errors.

A *board* is one deck, played once for each rotation of the bots over the seats. Deals of one board hang together, so
errors are those of a ratio over boards, not of single deals. All sums are whole numbers: the order does not matter.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt

from okey.bots.playing import Outcome
from okey.rules.events import MELDS, PAIRS

ROUNDS = 40
"""Lengths are counted by rounds, the last place for all longer ones."""


@dataclass(slots=True)
class Tally:
    """Sums over deals between `size` bots. Lists are by bot."""

    size: int
    deals: int = 0
    boards: int = 0
    draws: int = 0
    moves: int = 0
    melds: int = 0
    pairs: int = 0
    by_okey: int = 0
    square: int = 0
    """Sum over boards of the squared number of deals."""
    wins: list[int] = field(default_factory=list)
    wins_square: list[int] = field(default_factory=list)
    wins_deals: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    """Points against the table's mean, times `size`."""
    points_square: list[int] = field(default_factory=list)
    points_deals: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=lambda: [0] * ROUNDS)
    """Finished deals by completed rounds."""

    def __post_init__(self) -> None:
        for sums in self._by_bot():
            sums.extend([0] * (self.size - len(sums)))

    def _by_bot(self) -> tuple[list[int], ...]:
        return self.wins, self.wins_square, self.wins_deals, self.points, self.points_square, self.points_deals

    def add(self, board: Sequence[tuple[Sequence[int], Outcome]]) -> None:
        """Count the deals of one board: for each, the seats by bot, and the outcome."""
        wins, points = [0] * self.size, [0] * self.size
        for seats, outcome in board:
            changes = [outcome.changes[seat] for seat in seats]
            for bot, seat in enumerate(seats):
                wins[bot] += seat == outcome.seat
                points[bot] += self.size * changes[bot] - sum(changes)
            self.draws += outcome.seat is None
            self.moves += outcome.moves
            self.melds += outcome.kind == MELDS
            self.pairs += outcome.kind == PAIRS
            self.by_okey += outcome.by_okey
            if outcome.seat is not None:
                self.rounds[min(outcome.moves // self.size, ROUNDS - 1)] += 1
        self.deals += len(board)
        self.boards += 1
        self.square += len(board) ** 2
        for bot in range(self.size):
            self.wins[bot] += wins[bot]
            self.wins_square[bot] += wins[bot] ** 2
            self.wins_deals[bot] += wins[bot] * len(board)
            self.points[bot] += points[bot]
            self.points_square[bot] += points[bot] ** 2
            self.points_deals[bot] += points[bot] * len(board)

    def numbers(self) -> list[int]:
        """All sums in a row."""
        row = [self.deals, self.boards, self.draws, self.moves, self.melds, self.pairs, self.by_okey, self.square]
        for sums in (*self._by_bot(), self.rounds):
            row += sums
        return row

    @classmethod
    def from_numbers(cls, size: int, numbers: Sequence[int]) -> "Tally":
        """Read what `numbers` gave. Raises `ValueError` when there are not as many."""
        tally = cls(size)
        if len(numbers) != len(tally.numbers()):
            raise ValueError(f"{len(numbers)} numbers are no tally of {size} bots")
        rest = iter(numbers)
        tally.deals, tally.boards, tally.draws, tally.moves = next(rest), next(rest), next(rest), next(rest)
        tally.melds, tally.pairs, tally.by_okey, tally.square = next(rest), next(rest), next(rest), next(rest)
        for sums in (*tally._by_bot(), tally.rounds):
            sums[:] = [next(rest) for _ in sums]
        return tally

    def plus(self, other: "Tally") -> "Tally":
        """Both together."""
        pairs = zip(self.numbers(), other.numbers(), strict=True)
        return Tally.from_numbers(self.size, [one + two for one, two in pairs])

    def share(self, bot: int) -> tuple[float, float]:
        """Share of deals won by the bot at this place, and its standard error."""
        return self._ratio(self.wins[bot], self.wins_square[bot], self.wins_deals[bot], 1)

    def mean_points(self, bot: int) -> tuple[float, float]:
        """Points per deal against the table's mean, and its standard error."""
        return self._ratio(self.points[bot], self.points_square[bot], self.points_deals[bot], self.size)

    def _ratio(self, total: int, square: int, mixed: int, scale: int) -> tuple[float, float]:
        if self.boards < 2:
            return (total / self.deals / scale if self.deals else 0.0), float("inf")
        ratio = total / self.deals
        spread = max(0.0, square - 2 * ratio * mixed + ratio * ratio * self.square)
        return ratio / scale, sqrt(spread * self.boards / (self.boards - 1)) / self.deals / scale

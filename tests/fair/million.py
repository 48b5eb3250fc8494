"""Many deals, counted and tested: shuffles, dealing and the domain's own laws.

    nice python -m tests.fair.million 1000000

prints the table of docs/statistics.md. The keys follow from a name, so the same run gives the same numbers.
"""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import exp, factorial, sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from okey.fair import deal as fair_deal
from okey.fair.chance import Square, chi_square, tail
from okey.fair.deal import roll, throws
from okey.fair.statistics import Counts, count_deal, empty, findings
from okey.fair.streams import DECK, Stream
from okey.rules.deal import deal
from okey.rules.events import Dealt

Decks = NDArray[np.uint8]
Deck = Callable[[bytes, int], Sequence[int]]

PLACES: Final = 106
BATCH: Final = 2_000
DEALS: Final = 4
"""Deals of a match."""
KINDS: Final = ((1, 2, 2, 2), (1, 1, 2, 2), (1, 1, 1, 1), (1, 2, 0, 2), (1, 0, 2, 0))
"""Who sits at the tables, in turn: people and computers, four, three and two seats."""


def keys(name: str, count: int) -> Iterator[bytes]:
    """Master keys of so many matches."""
    return (hashlib.sha256(f"{name} {number}".encode()).digest() for number in range(count))


@dataclass
class Tally:
    """What is counted of the decks; the domain's counts are those of the statistics page."""

    decks: int = 0
    places: NDArray[np.int64] = field(default_factory=lambda: np.zeros((PLACES, PLACES), np.int64))
    """By place and tile."""
    ranks: NDArray[np.int64] = field(default_factory=lambda: np.zeros(120, np.int64))
    """Orders of the first five tiles."""
    fixed: NDArray[np.int64] = field(default_factory=lambda: np.zeros(PLACES + 1, np.int64))
    """Decks by number of tiles at their own place."""
    memory: float = 0.0
    """Sum over decks of the sum of place times tile."""
    moved: NDArray[np.int64] = field(default_factory=lambda: np.zeros((2, PLACES, PLACES), np.int64))
    """Place of a tile in one deck by its place in the next one: in the same match, in the next match."""
    seen: set[bytes] = field(default_factory=set)
    last: Decks | None = None
    domain: Counts = field(default_factory=empty)

    def add(self, decks: Decks) -> None:
        """A batch of decks in the order dealt, a whole number of matches."""
        self.decks += len(decks)
        flat = np.arange(PLACES) * PLACES + decks
        self.places += np.bincount(flat.ravel(), minlength=PLACES**2).reshape(PLACES, PLACES)
        order = np.argsort(decks[:, :5], axis=1)
        later = order[:, :, None] > order[:, None, :]
        code = (np.triu(later, 1).sum(axis=2) * np.array([24, 6, 2, 1, 0])).sum(axis=1)
        self.ranks += np.bincount(code, minlength=120)
        self.fixed += np.bincount((decks == np.arange(PLACES)).sum(axis=1), minlength=PLACES + 1)
        self.memory += float((decks.astype(np.int64) * np.arange(PLACES)).sum())
        self.seen.update(hashlib.blake2b(deck.tobytes(), digest_size=12).digest() for deck in decks)
        whole = decks if self.last is None else np.concatenate((self.last, decks))
        place = np.argsort(whole, axis=1)
        moves = place[:-1] * PLACES + place[1:]
        first = (np.arange(1, len(whole)) - (self.last is not None)) % DEALS == 0
        for kind in (0, 1):
            chosen = moves[first == bool(kind)]
            self.moved[kind] += np.bincount(chosen.ravel(), minlength=PLACES**2).reshape(PLACES, PLACES)
        self.last = decks[-1:]


def even(table: NDArray[np.int64]) -> Square:
    """Place by tile: all cells equally likely, rows and columns fixed, so 105 x 105 degrees of freedom.

    The sum of squares is scaled by 105/106, its mean is then that of the law.
    """
    mean = table.sum() / table.size
    if not mean:
        return Square(0.0, 0, 1.0)
    statistic = float(((table - mean) ** 2).sum() / mean) * (PLACES - 1) / PLACES
    return Square(statistic, (PLACES - 1) ** 2, tail(statistic, (PLACES - 1) ** 2))


def shuffle_tests(tally: Tally) -> dict[str, tuple[str, Square]]:
    """The tests of the decks, with what was seen."""
    n = tally.decks
    found: dict[str, tuple[str, Square]] = {}
    found["place by tile"] = _worst(tally.places), even(tally.places)
    ranks = chi_square([(tally.ranks.tolist(), [n / 120] * 120)])
    fixed = chi_square([(tally.fixed.tolist(), [n * exp(-1) / factorial(k) for k in range(PLACES + 1)])])
    assert ranks
    assert fixed
    found["order of the first five tiles"] = f"{tally.ranks.min()}..{tally.ranks.max()} of {n / 120:.0f}", ranks
    share = float((tally.fixed * np.arange(PLACES + 1)).sum()) / n
    found["tiles at their own place"] = f"{share:.4f} a deck, 1 expected", fixed
    middle = PLACES * ((PLACES - 1) / 2) ** 2
    spread = (PLACES * (PLACES**2 - 1) / 12) / sqrt(PLACES - 1)  # of sum(place * tile) over all orders
    z = (tally.memory / n - middle) / spread * sqrt(n)
    found["order memory"] = f"z = {z:+.2f}", Square(z * z, 1, tail(z * z, 1))
    found["a deal and the next of its match"] = _worst(tally.moved[0]), even(tally.moved[0])
    found["last deal of a match, first of the next"] = _worst(tally.moved[1]), even(tally.moved[1])
    return found


def _worst(table: NDArray[np.int64]) -> str:
    mean = table.sum() / table.size
    return f"largest deviation of a cell {abs(table - mean).max() / mean:.1%}" if mean else "no pairs"


def tallied(name: str, decks: int, deck: Deck | None = None, domain: bool = True) -> Tally:
    """Deal so many decks by okey-fair/1, or by another `deck`; without `domain` only shuffle."""
    shuffle = deck or fair_deal.deck
    tally = Tally()
    batch: list[Sequence[int]] = []
    for match, key in enumerate(keys(name, decks // DEALS)):
        lines = [shuffle(key, number) for number in range(1, DEALS + 1)]
        batch += lines
        if domain:
            _domain(tally.domain, KINDS[match % len(KINDS)], key, lines)
        if len(batch) >= BATCH:
            tally.add(np.array(batch, np.uint8))
            batch = []
    if batch:
        tally.add(np.array(batch, np.uint8))
    return tally


def _domain(counts: Counts, kinds: Sequence[int], key: bytes, lines: Sequence[Sequence[int]]) -> None:
    """Counts of one match whose seats start in turn."""
    seats = [seat for seat in range(4) if kinds[seat]]
    first, rounds = roll(key, seats)
    counts["matches"][0] += 1
    counts["roller"][4 * (len(seats) - 2) + first] += 1
    for _, pips in rounds[0]:
        counts["rolls"][pips - 1] += 1
    before: Dealt | None = None
    for number, line in enumerate(lines, 1):
        starter = seats[(seats.index(first) + number) % len(seats)]
        dealt = deal(line, throws(key, number, tuple(line)), starter, seats)
        assert isinstance(dealt, Dealt)
        count_deal(counts, kinds, dealt, before)
        before = dealt


def domain_tests(tally: Tally) -> dict[str, tuple[str, Square]]:
    """The tests of the statistics page on the same deals."""
    found = {}
    for each in findings(tally.domain):
        assert each.square is not None, f"{each.name}: too few"
        where = f", seat {each.seat}" if each.seat is not None else ""
        who = {1: ", people", 2: ", computers"}.get(each.kind or 0, "")
        if len(each.observed) == 1:
            seen = f"{each.observed[0]} of {each.expected[0]:.1f}"
        else:
            off = [(o - e) / sqrt(e) for o, e in zip(each.observed, each.expected, strict=True) if e >= 10]
            seen = f"largest deviation of a class {max(off, key=abs):+.2f} sqrt"
        found[f"{each.name}{where}{who}"] = seen, each.square
    return found


def table(tally: Tally) -> str:
    """The table of docs/statistics.md."""
    rows = {**shuffle_tests(tally), **domain_tests(tally)}
    lines = ["| test | seen | chi-square | degrees of freedom | p |", "| --- | --- | --- | --- | --- |"]
    for name, (seen, square) in rows.items():
        lines.append(f"| {name} | {seen} | {square.statistic:.1f} | {square.freedom} | {square.p:.4f} |")
    equal = tally.decks - len(tally.seen)
    lines.append(f"| equal decks | {equal} | | | |")
    worst = min(square.p for _, square in rows.values())
    lines += ["", f"{tally.decks} decks, {len(rows)} tests, level {0.001 / len(rows):.7f}, smallest p {worst:.4f}"]
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Print the table of as many decks as named."""
    begin = time.perf_counter()
    tally = tallied("a million deals", int(arguments[0]) if arguments else 10_000)
    sys.stdout.write(f"{table(tally)}\n{time.perf_counter() - begin:.0f} s\n")
    return 0


# --- planted shuffles


def modulo(key: bytes, number: int) -> list[int]:
    """A byte modulo n, without refusing any."""
    return _swapped(key, number, lambda i, byte: byte % (i + 1))


def cyclic(key: bytes, number: int) -> list[int]:
    """Off by one: no tile may be swapped with itself."""
    stream = Stream(key, DECK, number)
    return _swapped(key, number, lambda i, _: stream.below(i))


def anywhere(key: bytes, number: int) -> list[int]:
    """Swaps with any place of the line."""
    stream = Stream(key, DECK, number)
    return _swapped(key, number, lambda i, _: stream.below(PLACES))


def small_seed(key: bytes, number: int) -> Sequence[int]:
    """A faultless shuffle from a seed of 16 bits."""
    seed = hashlib.sha256(key + bytes([number])).digest()[:2]
    return fair_deal.deck(seed + bytes(30), 1)


def unmixed(key: bytes, number: int) -> list[int]:
    """The box of the deal before, with sixty tiles swapped: not mixed enough between the deals of a match."""
    line = list(fair_deal.deck(key, 1))
    for later in range(2, number + 1):
        stream = Stream(key, DECK, later)
        for _ in range(60):
            i, j = stream.below(PLACES), stream.below(PLACES)
            line[i], line[j] = line[j], line[i]
    return line


def _swapped(key: bytes, number: int, choose: Callable[[int, int], int]) -> list[int]:
    stream: Any = Stream(key, DECK, number)
    line = list(range(PLACES))
    for i in range(PLACES - 1, 0, -1):
        j = choose(i, stream.byte())
        line[i], line[j] = line[j], line[i]
    return line


PLANTED: Final[dict[str, tuple[Deck, str]]] = {
    "a byte modulo n": (modulo, "place by tile"),
    "off by one": (cyclic, "place by tile"),
    "swap with any place": (anywhere, "place by tile"),
    "seed of 16 bits": (small_seed, "equal decks"),
    "not mixed between deals": (unmixed, "a deal and the next of its match"),
}
"""Wrong shuffles, each with the test that sees it."""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

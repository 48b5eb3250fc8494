"""From the master key to the tiles: first roll, decks and dice of a match (FAIRNESS 4)."""

from collections.abc import Iterable

from okey.fair.streams import DECK, DICE, ROLL, Stream
from okey.rules.actions import StartDeal
from okey.rules.deal import opened
from okey.rules.tiles import FALSE_JOKER, TILES, Tile

Throw = tuple[int, int]
Roll = tuple[tuple[int, int], ...]
"""One round of rolls: (seat, pips) in the order rolled."""


def roll(key: bytes, seats: Iterable[int]) -> tuple[int, tuple[Roll, ...]]:
    """The first roller F among the occupied `seats`, and the rounds it took; those who share the highest roll again."""
    stream = Stream(key, ROLL, 0)
    left = sorted(seats)
    if not left:
        raise ValueError("nobody rolls")
    rounds: list[Roll] = []
    while len(left) > 1 or not rounds:
        rolled = tuple((seat, stream.below(6) + 1) for seat in left)
        rounds.append(rolled)
        highest = max(pips for _, pips in rolled)
        left = [seat for seat, pips in rolled if pips == highest]
    return left[0], tuple(rounds)


def deck(key: bytes, number: int) -> tuple[Tile, ...]:
    """The line of 106 tiles of deal `number` (from 1), shuffled from the far end (Fisher and Yates)."""
    stream = Stream(key, DECK, number)
    line = list(range(TILES))
    for i in range(TILES - 1, 0, -1):
        j = stream.below(i + 1)
        line[i], line[j] = line[j], line[i]
    return tuple(line)


def throws(key: bytes, number: int, line: tuple[Tile, ...]) -> tuple[Throw, ...]:
    """All throws of both dice of deal `number`; they are thrown again while they point at a false joker of `line`."""
    stream = Stream(key, DICE, number)
    thrown: list[Throw] = []
    while not thrown or line[opened(thrown[-1])] >> 1 == FALSE_JOKER:
        thrown.append((stream.below(6) + 1, stream.below(6) + 1))
    return tuple(thrown)


def dice(key: bytes, number: int) -> tuple[Throw, ...]:
    """All throws of deal `number`, for its own deck; the last one counts."""
    return throws(key, number, deck(key, number))


def start_deal(key: bytes, number: int) -> StartDeal:
    """The table's action that starts deal `number`."""
    line = deck(key, number)
    return StartDeal(line, throws(key, number, line))

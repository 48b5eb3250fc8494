"""Questions a bot asks about its tiles, answered by the solver's kernel on counts by value."""

from okey.bots.position import WILD
from okey.solver.core import core


def distances(counts: bytearray) -> tuple[int, int]:
    """Distances of 14 tiles: melds, pairs."""
    return core.distance(bytes(counts))


def after_throw(counts: bytearray) -> tuple[int, int]:
    """The smallest distances that throwing a tile of 15, no real okey, can leave: melds, pairs."""
    natural = 14 - counts[WILD]
    return max(0, natural - core.overlap(bytes(counts))), max(0, natural - 7 - counts[:WILD].count(2))


def after_each(counts: bytearray) -> dict[int, tuple[int, int]]:
    """By value thrown, real okeys left out: the distances of the 14 tiles that stay."""
    found = {}
    for value in range(WILD):
        if counts[value]:
            counts[value] -= 1
            found[value] = core.distance(bytes(counts))
            counts[value] += 1
    return found


def narrowing_throws(counts: bytearray, unseen: bytearray) -> dict[int, int]:
    """Throws of 15 tiles, no real okey, that leave the smallest distance to either goal: the unseen useful copies."""
    return {value: copies for value, _, _, copies in core.throws(bytes(counts), bytes(unseen)) if value != WILD}


def melds_helpers(counts: bytearray, melds: int, pairs: int) -> int:
    """Bits of the values whose draw brings 14 tiles nearer to melds; their distances are given."""
    if melds < pairs:
        return core.useful(bytes(counts))
    bits = 0
    goal = 14 - counts[WILD] - melds
    for value in range(WILD):
        if counts[value] < 2:
            counts[value] += 1
            bits |= (core.overlap(bytes(counts)) > goal) << value
            counts[value] -= 1
    return bits | (melds > 0) << WILD


def copies(bits: int, unseen: bytearray) -> int:
    """How many unseen copies the values of a mask have."""
    return sum(unseen[value] for value in range(WILD + 1) if bits >> value & 1)


def twins(counts: bytearray, unseen: bytearray) -> int:
    """How many unseen copies would make a new pair: twins of single tiles, and okeys."""
    return unseen[WILD] + sum(unseen[value] for value in range(WILD) if counts[value] == 1)

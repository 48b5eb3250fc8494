"""Finishing: what it pays, which tile to throw, and the rack laid out for it (RULES 6 and 9)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from okey.rules.actions import Finish, Row
from okey.rules.ruleset import Ruleset
from okey.rules.tiles import Face, Tile, is_okey
from okey.solver import finishes, reading

ROW: Final = 15
"""Slots of one row of a rack; a rack has two."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a finish is worth, in points against the mean of the other seats.

    A finish that pays `v` is worth `v`, whoever pays it; one by another seat costs its share of `v`.
    """

    melds: float
    okey: float
    pairs: float
    both: float
    loss: float
    """Expected cost of another seat's finish."""

    @classmethod
    def of(cls, ruleset: Ruleset, seats: int) -> "Stakes":
        """Fields `normal`, `okey`, `pairs`, `both`; `colour` multiplies all of them and changes no choice."""
        return _stakes(ruleset.normal, ruleset.okey, ruleset.pairs, ruleset.both, seats)

    def worth(self, kind: Literal["melds", "pairs"], by_okey: bool) -> float:
        """What a finish of this kind pays."""
        if kind == "pairs":
            return self.both if by_okey else self.pairs
        return self.okey if by_okey else self.melds


@lru_cache(maxsize=64)
def _stakes(normal: int, okey: int, pairs: int, both: int, seats: int) -> Stakes:
    return Stakes(normal, okey, pairs, both, normal / (seats - 1))


def best_finish(rack: Sequence[Tile], okey: Face, stakes: Stakes, pairs_only: bool) -> tuple[float, Tile] | None:
    """The best paying finish of 15 tiles, `(worth, thrown tile)`, or None; a declared seat finishes with pairs only."""
    best: tuple[float, Tile] | None = None
    for tile, kinds in sorted(finishes(rack, okey).items()):
        for kind in kinds:
            worth = stakes.worth(kind, is_okey(tile, okey))
            if (kind == "pairs" or not pairs_only) and (best is None or worth > best[0]):
                best = worth, tile
    return best


def finish(rack: Sequence[Tile], tile: Tile, okey: Face, ruleset: Ruleset, pairs_only: bool) -> Finish:
    """The claim that throws `tile`, with the rack laid out where the rules judge it as it lies (field `arrange`).

    The other 14 tiles must be complete; `ValueError` when they cannot be laid out.
    """
    if ruleset.arrange == "auto":
        return Finish(tile)
    read = reading([other for other in rack if other != tile], okey, pairs_only)
    if read is None:
        raise ValueError("the rack is not complete")
    return Finish(tile, lay(read[1], tile))


def lay(groups: Sequence[Sequence[Tile]], thrown: Tile) -> tuple[Row, ...]:
    """Two rows of 15 slots: the groups, longest first, with a gap between two of them, and the thrown tile.

    Every way to split 14 tiles into runs, sets or pairs fits without a join.
    """
    rows: tuple[list[Tile | None], list[Tile | None]] = ([], [])
    for group in sorted(groups, key=len, reverse=True):
        row = next(row for row in rows if len(row) + bool(row) + len(group) <= ROW)
        row += [None] * bool(row) + list(group)
    next(row for row in rows if len(row) < ROW).append(thrown)
    return tuple(Row(tuple(row) + (None,) * (ROW - len(row))) for row in rows)

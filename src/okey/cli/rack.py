"""The person's rack at the terminal: blocks of tiles, laid by the program or by hand, in rows with gaps."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from okey.rules.actions import Row
from okey.rules.tiles import Face, Tile, value
from okey.solver import distance, melds_of, pairs_of, reading

Blocks: TypeAlias = tuple[tuple[Tile, ...], ...]
Way: TypeAlias = Literal["best", "melds", "pairs", "hand"]

WIDTH = 15
"""Slots in a row. Every way to part 15 tiles into blocks fits two rows with gaps."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How the rack lies: `way` says who laid it (`hand`: the person), so that new tiles go where they belong."""

    blocks: Blocks = ()
    way: Way = "best"

    def fit(self, rack: Sequence[Tile], okey: Face) -> "Layout":
        """The same way of lying for the tiles now in `rack`; by hand, new ones stand alone at the end."""
        if self.way != "hand":
            return Layout(arranged(rack, okey, self.way), self.way)
        kept = tuple(tuple(tile for tile in block if tile in rack) for block in self.blocks)
        held = {tile for block in kept for tile in block}
        new = tuple((tile,) for tile in rack if tile not in held)
        return Layout((*(block for block in kept if block), *new), "hand")

    def with_groups(self, groups: Blocks) -> "Layout":
        """`groups` taken from where they lie and put at the end, as the person typed them."""
        moved = {tile for group in groups for tile in group}
        kept = (tuple(tile for tile in block if tile not in moved) for block in self.blocks)
        return Layout((*(block for block in kept if block), *groups), "hand")

    def rows(self) -> tuple[Row, ...]:
        """The blocks in rows of `WIDTH` slots, one free slot between two blocks of a row."""
        rows: list[list[Tile | None]] = [[]]
        for block in self.blocks:
            if rows[-1] and len(rows[-1]) + 1 + len(block) > WIDTH:
                rows.append([])
            rows[-1] += [None, *block] if rows[-1] else block
        return tuple(Row(tuple(row)) for row in rows)

    def to_finish(self, thrown: Tile, okey: Face, declared: bool) -> tuple[Row, ...]:
        """The rows to finish with when `thrown` is thrown: as laid by hand, else the best laying of the other 14."""
        if self.way == "hand":
            return self.rows()
        rest = [tile for block in self.blocks for tile in block if tile != thrown]
        found = reading(rest, okey, pairs_only=declared)
        blocks = found[1] if found else arranged(rest, okey, "pairs" if declared else self.way)
        return Layout((*blocks, (thrown,))).rows()


def arranged(tiles: Sequence[Tile], okey: Face, way: Way) -> Blocks:
    """Groups of the best arrangement, then what is in none, each tile a block of its own, by colour and number.

    `best` is pairs when they are nearer to a finish than melds.
    """
    groups = (
        pairs_of(tiles, okey)
        if way == "pairs" or (way == "best" and _nearer_pairs(tiles, okey))
        else melds_of(tiles, okey)
    )
    used = {tile for group in groups for tile in group}
    loose = sorted((tile for tile in tiles if tile not in used), key=lambda tile: (value(tile, okey), tile))
    return (*groups, *((tile,) for tile in loose))


def _nearer_pairs(tiles: Sequence[Tile], okey: Face) -> bool:
    """Whether seven pairs are nearer, for 14 tiles or the best 14 of 15."""
    fourteens = [tiles] if len(tiles) == 14 else [[tile for tile in tiles if tile != out] for out in tiles]
    away = [distance(hand, okey) for hand in fourteens if len(hand) == 14]
    return bool(away) and min(each.pairs for each in away) < min(each.melds for each in away)

"""The best way to lay tiles out: groups that cover the most of them (RULES 5)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from okey.rules.tiles import Face, Tile, value
from okey.solver.hand import Kind, complete

Groups: TypeAlias = tuple[tuple[Tile, ...], ...]

_WILD = -1
_FIELD = 3
"""Bits for the count of one face in a packed hand: two for the count, one to stop borrowing."""


@dataclass(frozen=True, slots=True)
class _Meld:
    """A set or run of the hand's tiles: faces in reading order, okeys as `_WILD`."""

    layout: tuple[int, ...]
    need: int
    wilds: int


def melds_of(tiles: Sequence[Tile], okey: Face) -> Groups:
    """Sets and rising runs that cover the most tiles, then in the fewest groups; each in reading order.

    Any number of tiles; the answer does not depend on their order. What is in no group stays out.
    """
    return _Board(tiles, okey).melds()


def pairs_of(tiles: Sequence[Tile], okey: Face) -> Groups:
    """The most pairs: equal tiles, then okeys with single tiles, then two okeys."""
    naturals, wilds = _split(tiles, okey)
    pairs = []
    singles = []
    for face in sorted(naturals):
        found = naturals[face]
        if len(found) == 2:
            pairs.append((found[0], found[1]))
        else:
            singles.append(found[0])
    for single in singles[: len(wilds)]:
        pairs.append((single, wilds.pop(0)))
    if len(wilds) == 2:
        pairs.append((wilds[0], wilds[1]))
    return tuple(pairs)


def reading(tiles: Sequence[Tile], okey: Face, pairs_only: bool = False) -> tuple[Kind, Groups] | None:
    """The better paying reading of 14 tiles, pairs before melds, with groups that cover all; None if not complete."""
    kinds = complete(tiles, okey)
    if "pairs" in kinds:
        return "pairs", pairs_of(tiles, okey)
    if "melds" in kinds and not pairs_only:
        return "melds", melds_of(tiles, okey)
    return None


def _split(tiles: Sequence[Tile], okey: Face) -> tuple[dict[Face, list[Tile]], list[Tile]]:
    """Natural tiles by the face they count as, and the okeys; ids rising."""
    naturals: dict[Face, list[Tile]] = {}
    wilds = []
    for tile in sorted(tiles):
        if tile >> 1 == okey:
            wilds.append(tile)
        else:
            naturals.setdefault(value(tile, okey), []).append(tile)
    return naturals, wilds


class _Board:
    """A search over the tiles in the order of their faces: each is left out or begins one of the melds."""

    def __init__(self, tiles: Sequence[Tile], okey: Face) -> None:
        self.naturals, self.wilds = _split(tiles, okey)
        self.field = {face: _FIELD * place for place, face in enumerate(sorted(self.naturals))}
        self.guard = sum(4 << shift for shift in self.field.values())
        self.start = sum(len(found) << self.field[face] for face, found in self.naturals.items())
        self.options = self._options()
        self.known: dict[tuple[int, int], tuple[int, _Meld | None]] = {}

    def melds(self) -> Groups:
        """The groups of the best cover, with physical tiles."""
        naturals = {face: list(found) for face, found in self.naturals.items()}
        wilds = list(self.wilds)
        groups = []
        hand, free = self.start, len(wilds)
        while hand:
            _, meld = self._best(hand, free)
            if meld is None:
                hand -= 1 << self._lowest(hand)
            else:
                groups.append(tuple(wilds.pop(0) if face == _WILD else naturals[face].pop(0) for face in meld.layout))
                hand -= meld.need
                free -= meld.wilds
        return tuple(groups)

    def _lowest(self, hand: int) -> int:
        """The field of the lowest face held."""
        return ((hand & -hand).bit_length() - 1) // _FIELD * _FIELD

    def _best(self, hand: int, wilds: int) -> tuple[int, _Meld | None]:
        """The worth of the rest of a hand (8 for a tile covered, -1 for a group) and what its lowest tile begins."""
        if not hand:
            return 0, None
        key = (hand, wilds)
        if key not in self.known:
            lowest = self._lowest(hand)
            best: _Meld | None = None
            most = self._best(hand - (1 << lowest), wilds)[0]
            for meld in self.options[lowest]:
                if meld.wilds <= wilds and ((hand | self.guard) - meld.need) & self.guard == self.guard:
                    worth = 8 * len(meld.layout) - 1 + self._best(hand - meld.need, wilds - meld.wilds)[0]
                    if worth > most:
                        most, best = worth, meld
            self.known[key] = most, best
        return self.known[key]

    def _options(self) -> dict[int, list[_Meld]]:
        """All melds of the hand by the field of their lowest face; of two that use the same tiles the plainer one."""
        found: dict[tuple[int, int], _Meld] = {}
        for layout in (*self._runs(), *self._sets()):
            faces = [face for face in layout if face != _WILD]
            meld = _Meld(layout, sum(1 << self.field[face] for face in faces), len(layout) - len(faces))
            other = found.setdefault((meld.need, meld.wilds), meld)
            if [face == _WILD for face in layout] < [face == _WILD for face in other.layout]:
                found[meld.need, meld.wilds] = meld
        options: dict[int, list[_Meld]] = {field: [] for field in self.field.values()}
        for meld in found.values():
            options[self._lowest(meld.need)].append(meld)
        return options

    def _runs(self) -> Iterator[tuple[int, ...]]:
        """Every run with a natural tile: 1..14 are the places, the last one is the 1 after 13."""
        for colour in range(4):
            for start in range(1, 13):
                yield from self._run(13 * colour, start, (), len(self.wilds))

    def _run(self, base: Face, place: int, layout: tuple[int, ...], wilds: int) -> Iterator[tuple[int, ...]]:
        """The run so far, if it is one, and all that go on from it."""
        if len(layout) >= 3 and any(face != _WILD for face in layout):
            yield layout
        if place <= 14:
            face = base + (place - 1) % 13
            if len(self.naturals.get(face, ())) > layout.count(face):
                yield from self._run(base, place + 1, (*layout, face), wilds)
            if wilds:
                yield from self._run(base, place + 1, (*layout, _WILD), wilds - 1)

    def _sets(self) -> Iterator[tuple[int, ...]]:
        """Every set with a natural tile, okeys last."""
        for number in range(13):
            held = [face for face in range(number, 52, 13) if face in self.naturals]
            for size in range(1, len(held) + 1):
                for faces in combinations(held, size):
                    for wilds in range(len(self.wilds) + 1):
                        if 3 <= size + wilds <= 4:
                            yield faces + (_WILD,) * wilds

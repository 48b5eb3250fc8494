"""The solver against plain searches over the rules, and whole small worlds counted."""

from collections.abc import Iterator
from itertools import combinations, product
from random import Random

import pytest

from okey.rules.tiles import Face
from okey.solver import KERNEL, complete, distance, finishes, useful
from okey.solver.core import core
from tests.solver import oracle
from tests.solver.hands import near_hand, random_hand, shuffled

SHARES = 20
FEW = 11
"""Shares for every commit; the others are for `make soak`."""
HANDS = 11_000 if KERNEL == "compiled" else 2_200


@pytest.mark.parametrize(
    "share", [*range(FEW), *(pytest.param(share, marks=pytest.mark.soak) for share in range(FEW, SHARES))]
)
def test_distance_is_that_of_every_partition(share: int) -> None:
    random = Random(share)
    for number in range(HANDS // SHARES):
        tiles, okey = random_hand(random) if number % 2 else near_hand(random)
        found = distance(tiles, okey)
        plain = oracle.melds_away(tiles, okey), oracle.pairs_away(tiles, okey)
        assert (found.melds, found.pairs) == plain, (tiles, okey)
        assert ("melds" in complete(tiles, okey), "pairs" in complete(tiles, okey)) == (plain[0] == 0, plain[1] == 0)
        assert found.best == min(found.melds, found.pairs)


def test_finishes_are_all_complete_throws() -> None:
    random = Random(2)
    number, some = (60 if KERNEL == "compiled" else 20), 0
    for _ in range(number):
        tiles, okey = near_hand(random, 15, 1)
        plain = {}
        for tile in tiles:
            rest = [other for other in tiles if other != tile]
            kinds = []
            if oracle.melds_away(rest, okey) == 0:
                kinds.append("melds")
            if oracle.pairs_away(rest, okey) == 0:
                kinds.append("pairs")
            if kinds:
                plain[tile] = tuple(kinds)
        assert finishes(tiles, okey) == plain, (tiles, okey)
        some += bool(plain)
    assert 0 < some < number


@pytest.mark.parametrize("share", [0, 1, *(pytest.param(share, marks=pytest.mark.soak) for share in (2, 3))])
def test_useful_is_every_draw_that_lowers_the_best_throw(share: int) -> None:
    random = Random(100 + share)
    for number in range(250 if KERNEL == "compiled" else 12):
        tiles, okey = random_hand(random) if number % 2 else near_hand(random, 14, 3)
        best = distance(tiles, okey).best
        plain = set()
        for tile in oracle.neighbours(tiles):
            more = [*tiles, tile]
            if best and min(distance(more[:at] + more[at + 1 :], okey).best for at in range(15)) < best:
                plain.add(tile >> 1)
        assert useful(tiles, okey) == plain, (tiles, okey)


def test_order_does_not_matter() -> None:
    random = Random(3)
    for _ in range(50):
        tiles, okey = near_hand(random, 15)
        other = shuffled(random, tiles)
        assert distance(tiles[:14], okey) == distance(tiles[13::-1], okey)
        assert useful(tiles[:14], okey) == useful(tiles[13::-1], okey)
        assert finishes(tiles, okey) == finishes(other, okey)


class World:
    """A few faces, and every complete hand that can be made of them and okeys."""

    def __init__(self, faces: list[Face]) -> None:
        self.faces = faces
        self.melds = [
            (len(meld), tuple(face for face in meld if face in faces))
            for meld in oracle.MELDS
            if sum(face not in faces for face in meld) <= 2
        ]

    def hands(self, wilds: int) -> set[tuple[int, ...]]:
        """Counts of all complete hands with so many okeys, at most two tiles of a face."""
        found = set()
        for laid in self._targets(0, 14, wilds):
            for kept in combinations(laid, 14 - wilds):
                counts = tuple(kept.count(face) for face in self.faces)
                if max(counts) <= 2:
                    found.add(counts)
        return found

    def _targets(self, start: int, room: int, wilds: int) -> Iterator[tuple[Face, ...]]:
        """Own faces of all choices of melds that fill the room, with at most so many faces of other kinds."""
        if room == 0:
            yield ()
        for place in range(start, len(self.melds)):
            size, own = self.melds[place]
            if size <= room and size - len(own) <= wilds:
                for others in self._targets(place, room - size, wilds - size + len(own)):
                    yield own + others

    def solved(self, wilds: int) -> tuple[set[tuple[int, ...]], set[tuple[int, ...]]]:
        """The same by the solver: all hands there are, and those that it calls complete."""
        hands = [counts for counts in product(range(3), repeat=len(self.faces)) if sum(counts) == 14 - wilds]
        if KERNEL == "pure":
            hands = hands[::60]
        packed = bytearray(53 * len(hands))
        for number, counts in enumerate(hands):
            for face, count in zip(self.faces, counts, strict=True):
                packed[53 * number + face] = count
            packed[53 * number + 52] = wilds
        melds = core.distances(bytes(packed))[::2]
        return set(hands), {counts for counts, away in zip(hands, melds, strict=True) if away == 0}


@pytest.mark.parametrize(
    ("name", "faces", "numbers"),
    [
        ("two colours, 1..5", [0, 1, 2, 3, 4, 26, 27, 28, 29, 30], (104, 634, 2042)),
        ("three colours, 1..3", [0, 1, 2, 13, 14, 15, 39, 40, 41], (0, 0, 21)),
        ("four colours, 12, 13, 1", [11, 12, 0, 24, 25, 13, 37, 38, 26, 50, 51, 39], (372, 1740, 5203)),
        ("one colour, 4..13 and 1", [0, *range(3, 13)], (488, 2484, 6746)),
    ],
)
def test_complete_hands_of_a_small_world(name: str, faces: list[Face], numbers: tuple[int, int, int]) -> None:
    """Exact counts for 0, 1 and 2 okeys (in pure Python every 60th hand is tried)."""
    world = World(faces)
    for wilds, number in enumerate(numbers):
        plain = world.hands(wilds)
        tried, solved = world.solved(wilds)
        assert len(plain) == number
        assert solved == plain & tried


def test_classes_of_colours() -> None:
    """Exact count: the gains of all 3^13 patterns are 594 different ones (a part of them in pure Python)."""
    if KERNEL == "compiled":
        assert core.learn(0, 3**13) == 594
    else:
        assert core.learn(0, 600) <= 594

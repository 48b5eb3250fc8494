"""Finishing: the best paying throw, and racks that the rules read as they are meant."""

from collections.abc import Iterator
from random import Random

import pytest

from okey.bots.finish import ROW, Stakes, best_finish, finish, lay
from okey.rules.arrangement import blocks, judge
from okey.rules.events import MELDS, PAIRS
from okey.rules.tiles import okey_face
from tests.strategies import complete_hand, rules, tiles

OKEY = okey_face(tiles("r4a")[0])


def splits(left: int, least: int) -> Iterator[tuple[int, ...]]:
    """Every way to split a number into rising parts of at least 3, and no more than a run holds."""
    if left == 0:
        yield ()
    for size in range(least, left + 1):
        for rest in splits(left - size, size):
            yield (size, *rest)


def test_every_split_of_fourteen_tiles_fits_without_a_join() -> None:
    for sizes in [*splits(14, 3), (2,) * 7]:
        numbers = iter(range(100))
        groups = [tuple(next(numbers) for _ in range(size)) for size in sizes]
        rows = lay(groups, 105)
        assert [len(row.slots) for row in rows] == [ROW, ROW]
        assert not any(row.join for row in rows)
        assert sorted(block.tiles for block in blocks(rows, 105)) == sorted(groups)
        assert sum(row.slots.count(105) for row in rows) == 1


@pytest.mark.parametrize("pairs", [False, True])
def test_the_rack_of_a_manual_finish_is_judged_right(pairs: bool) -> None:
    random = Random(4)
    for wilds in (0, 1, 2) * 20:
        hand = [tile for group in complete_hand(OKEY, random, wilds, pairs) for tile in group]
        thrown = next(tile for tile in range(106) if tile not in hand and tile >> 1 != OKEY)
        random.shuffle(hand)
        rack = [*hand, thrown]
        claim = finish(rack, thrown, OKEY, rules("kahvehane"), pairs_only=pairs)
        assert claim.rows is not None
        judged = judge(blocks(claim.rows, thrown), OKEY, pairs)
        assert isinstance(judged, tuple)
        assert judged[0] == (PAIRS if pairs else MELDS) or not pairs
        assert sorted(tile for row in claim.rows for tile in row.slots if tile is not None) == sorted(rack)


def test_auto_needs_no_rows() -> None:
    rack = tiles("r1 r2 r3 y4 y5 y6 b7 b8 b9 k10 k11 k12 k13 k1 b1")
    assert finish(rack, rack[-1], OKEY, rules("klasik"), pairs_only=False).rows is None


def test_a_rack_that_is_not_complete_cannot_be_laid() -> None:
    rack = tiles("r1 r2 r3 y4 y5 y6 b7 b8 b9 k10 k11 k12 k13 k3 b1")
    with pytest.raises(ValueError, match="not complete"):
        finish(rack, rack[-1], OKEY, rules("usta"), pairs_only=False)


def test_the_okey_is_thrown_when_that_finishes() -> None:
    rack = tiles("r1 r2 r3 y4 y5 y6 b7 b8 b9 k10 k11 k12 k13 k1 r5")
    stakes = Stakes.of(rules("klasik"), 4)
    assert best_finish(rack, OKEY, stakes, pairs_only=False) == (4, tiles("r5")[0])
    assert best_finish(rack, OKEY, stakes, pairs_only=True) is None


def test_pairs_are_preferred_where_they_pay_more() -> None:
    rack = tiles("r1 r1 r2 r2 r3 r3 b5 b5 b6 b6 b7 b7 k8 k8 k9")
    for preset, worth in (("klasik", 4), ("usta", 8), ("rummy", 6), ("ikramiye", 2)):
        stakes = Stakes.of(rules(preset), 4)
        assert best_finish(rack, OKEY, stakes, pairs_only=True) == (worth, tiles("k9")[0])


def test_pairs_with_an_okey_thrown() -> None:
    rack = tiles("r1 r1 r2 r2 r3 r3 b5 b5 b6 b6 b7 b7 k8 k8 r5")
    assert best_finish(rack, OKEY, Stakes.of(rules("usta"), 4), pairs_only=False) == (16, tiles("r5")[0])


def test_what_another_finish_costs_is_shared() -> None:
    assert Stakes.of(rules("klasik"), 4).loss == pytest.approx(2 / 3)
    assert Stakes.of(rules("rummy", 2), 2).loss == 3

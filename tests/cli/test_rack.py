from hypothesis import given, settings
from hypothesis import strategies as st

from okey.cli.rack import Layout, arranged
from okey.rules.arrangement import blocks, is_rack
from okey.rules.text import tiles_from_faces
from okey.rules.tiles import Face, Tile

OKEY: Face = 22  # b10


def tiles(text: str) -> tuple[Tile, ...]:
    return tiles_from_faces(text.split(), OKEY)


MELDS = tiles("r1 r2 r3 y4 y5 y6 b7 b8 b9 k10 k11 k12 k13 k1")
PAIRS = tiles("r1 r1 r5 r5 y7 y7 b2 b2 k3 k3 k9 k9 y13 y1")


def test_groups_come_first_then_single_tiles_in_order() -> None:
    laid = arranged((*MELDS[:9], *tiles("k13 r9 y1 r7 k2")), OKEY, "melds")
    assert laid[:3] == (MELDS[:3], MELDS[3:6], MELDS[6:9])
    assert laid[3:] == tuple((tile,) for tile in tiles("r7 r9 y1 k2 k13"))


def test_the_best_way_is_pairs_when_they_are_nearer() -> None:
    assert [len(block) for block in arranged(PAIRS, OKEY, "best")] == [2, 2, 2, 2, 2, 2, 1, 1]
    assert all(len(block) != 2 for block in arranged(PAIRS, OKEY, "melds"))
    assert [len(block) for block in arranged((*PAIRS, 104), OKEY, "best")][:6] == [2] * 6


def test_new_tiles_join_an_arrangement_by_hand_at_its_end() -> None:
    by_hand = Layout((MELDS[:3], MELDS[5:8]), "hand")
    fitted = by_hand.fit((*MELDS[:2], *MELDS[5:9]), OKEY)
    assert fitted == Layout((MELDS[:2], MELDS[5:8], (MELDS[8],)), "hand")


def test_typed_groups_are_taken_out_of_where_they_lay() -> None:
    laid = Layout((MELDS[:3], MELDS[3:6])).with_groups(((MELDS[0], MELDS[3]),))
    assert laid == Layout((MELDS[1:3], MELDS[4:6], (MELDS[0], MELDS[3])), "hand")


def test_rows_keep_a_gap_between_blocks() -> None:
    rows = Layout((MELDS[:3], MELDS[3:6], MELDS[6:9], MELDS[9:14])).rows()
    assert [len(row.slots) for row in rows] == [11, 5]
    assert rows[0].slots[3] is None
    assert rows[0].slots[7] is None


@settings(max_examples=60)
@given(st.lists(st.integers(1, 5), min_size=1, max_size=15), st.randoms(use_true_random=False))
def test_every_way_to_part_fifteen_tiles_fits_two_rows(cuts: list[int], random) -> None:  # type: ignore[no-untyped-def]
    held = random.sample(range(106), 15)
    parts: list[tuple[Tile, ...]] = []
    while held:
        size = cuts[len(parts) % len(cuts)]
        parts.append(tuple(held[:size]))
        held = held[size:]
    rows = Layout(tuple(parts)).rows()
    assert len(rows) <= 2
    assert is_rack(rows, [tile for part in parts for tile in part])
    assert [block.tiles for block in blocks(rows, thrown=-1)] == parts


def test_a_finish_sends_the_best_arrangement_of_the_other_fourteen() -> None:
    thrown = tiles("r9")[0]
    layout = Layout().fit((*MELDS, thrown), OKEY)
    found = [block.tiles for block in blocks(layout.to_finish(thrown, OKEY, declared=False), thrown)]
    assert sorted(tile for block in found for tile in block) == sorted(MELDS)
    assert all(len(block) >= 3 for block in found)


def test_a_finish_by_hand_sends_what_lies() -> None:
    thrown = tiles("r9")[0]
    layout = Layout((MELDS[:3], MELDS[3:], (thrown,)), "hand")
    assert layout.to_finish(thrown, OKEY, declared=False) == layout.rows()


def test_a_declared_seat_finishes_by_pairs() -> None:
    hand = tiles("r1 r1 r2 r2 r3 r3 y4 y4 y5 y5 y6 y6 k9 k9 b1")
    layout = Layout().fit(hand, OKEY)
    found = [block.tiles for block in blocks(layout.to_finish(hand[-1], OKEY, declared=True), hand[-1])]
    assert [len(block) for block in found] == [2] * 7

"""The rack as laid by hand: where its blocks are, and every fault with its place."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okey.rules.actions import Row
from okey.rules.arrangement import RACK_SLOTS, Block, blocks, is_rack, judge
from okey.rules.events import MELDS, PAIRS
from okey.rules.faults import BlockFault, Fault
from okey.rules.text import face_text, parse_face, tile_text
from tests.rules import naive
from tests.strategies import complete_hand, rows, seeds, tiles

RED_5 = parse_face("r5")
K1 = tiles("k1")[0]
"""The thrown tile of these racks."""


def cut(text: str, thrown: str = "") -> list[tuple[str, int, int, int]]:
    found = blocks(rows(text), tiles(thrown)[0] if thrown else K1)
    return [(" ".join(map(tile_text, block.tiles)), block.row, block.start, block.end) for block in found]


# --- blocks


def test_blocks_are_the_filled_stretches_of_a_row() -> None:
    assert cut("r1 r2 . y1 / . b1 b2 .") == [("r1a r2a", 1, 1, 2), ("y1a", 1, 4, 4), ("b1a b2a", 2, 2, 3)]


def test_a_row_ends_a_block() -> None:
    assert cut("r1 r2 / r3 r4") == [("r1a r2a", 1, 1, 2), ("r3a r4a", 2, 1, 2)]


def test_the_join_mark_goes_on_in_the_next_row() -> None:
    assert cut("r1 . r2 r3 > / r4 . y1") == [("r1a", 1, 1, 1), ("r2a r3a r4a", 1, 3, 5), ("y1a", 2, 3, 3)]


def test_joined_over_three_rows() -> None:
    assert cut("r1 r2 > / r3 r4 > / r5 . r6") == [("r1a r2a r3a r4a r5a", 1, 1, 5), ("r6a", 3, 3, 3)]


def test_a_joined_row_that_ends_with_a_gap_joins_nothing() -> None:
    assert cut("r1 . > / r2") == [("r1a", 1, 1, 1), ("r2a", 2, 1, 1)]
    assert cut("r1 > / . r2") == [("r1a", 1, 1, 1), ("r2a", 2, 2, 2)]
    assert cut("r1 r2 > / . r3 > / r4") == [("r1a r2a", 1, 1, 2), ("r3a r4a", 2, 2, 3)]


def test_a_join_after_the_last_row_means_nothing() -> None:
    assert cut("r1 / r2 r3 >") == [("r1a", 1, 1, 1), ("r2a r3a", 2, 1, 2)]
    assert cut("r1 r2 > / r3 >") == [("r1a r2a r3a", 1, 1, 3)]


def test_an_empty_row_between_joined_ones() -> None:
    assert blocks((Row(tiles("r1"), True), Row((), True), Row(tiles("r2"))), K1) == (Block(tiles("r1 r2"), 1, 1, 2),)
    assert blocks((Row(tiles("r1"), True), Row((), False), Row(tiles("r2"))), K1) == (
        Block(tiles("r1"), 1, 1, 1),
        Block(tiles("r2"), 3, 1, 1),
    )


def test_the_thrown_tile_counts_as_an_empty_slot() -> None:
    assert cut("r1 r2 k1 r3 r4", "k1") == [("r1a r2a", 1, 1, 2), ("r3a r4a", 1, 4, 5)]
    assert cut("r1 r2 > / k1 r3", "k1") == [("r1a r2a", 1, 1, 2), ("r3a", 2, 2, 2)]
    assert cut("r1 k1 > / r2", "k1") == [("r1a", 1, 1, 1), ("r2a", 2, 1, 1)]
    assert cut("k1", "k1") == []


def test_the_other_copy_of_the_thrown_face_stays() -> None:
    assert cut("k1a k1b r2", "k1a") == [("k1b r2a", 1, 2, 3)]


@given(seeds)
def test_blocks_are_cut_as_in_the_naive_rules(seed: int) -> None:
    random = Random(seed)
    laid = random.sample(range(106), 15)
    slots: list[int | None] = [*laid, *[None] * random.randint(0, 15)]
    random.shuffle(slots)
    cuts = sorted(random.randint(0, len(slots)) for _ in range(3))
    parts = [slots[start:end] for start, end in zip([0, *cuts], [*cuts, len(slots)], strict=True)]
    rack = tuple(Row(tuple(part), random.random() < 0.5) for part in parts)
    game = object.__new__(naive.Game)
    found = blocks(rack, laid[0])
    assert [block.tiles for block in found] == game.cut(tuple((row.slots, row.join) for row in rack), laid[0])
    for block in found:
        assert block.end - block.start + 1 == len(block.tiles)
        assert rack[block.row - 1].slots[block.start - 1] == block.tiles[0]


# --- is it the rack?

RACK = tiles("r1 r2 r3 y1 y2 y3 b1 b2 b3 k1 k2 k3 k4 F Fb")


@pytest.mark.parametrize(
    "laid",
    [
        (Row(RACK),),
        [Row(RACK)],
        (Row((None, *RACK, None)), Row(())),
        (Row(RACK[:7], True), Row(RACK[:6:-1])),
        (Row((None,) * (RACK_SLOTS - 15)), Row(RACK)),
    ],
)
def test_rows_that_are_the_rack(laid: object) -> None:
    assert is_rack(laid, RACK)


@pytest.mark.parametrize(
    "laid",
    [
        None,
        3,
        "r1",
        (),
        (RACK,),
        (Row(()),),
        (Row(RACK[:13]),),
        (Row(RACK[:14]),),
        (Row((*RACK, 50)),),
        (Row((*RACK[:14], RACK[0])),),
        (Row((*RACK, RACK[0])),),
        (Row((*RACK[:14], 50)),),
        (Row((*RACK[:14], 106)),),
        (Row((*RACK[:14], -1)),),
        (Row((*RACK[:14], 105.0)),),  # type: ignore[arg-type]
        (Row((*RACK[:14], "105")),),  # type: ignore[arg-type]
        (Row((*RACK[:14], [])),),  # type: ignore[arg-type]
        (Row((True, *RACK[1:])),),
        (Row((None,) * (RACK_SLOTS - 14)), Row(RACK)),
        (Row(None),),  # type: ignore[arg-type]
        (Row(3),),  # type: ignore[arg-type]
        (Row("r1"),),  # type: ignore[arg-type]
        (Row(RACK), None),
    ],
)
def test_rows_that_are_not_the_rack(laid: object) -> None:
    """B9 and B38: the ids laid are those of the rack, each once, and nothing else passes for an id."""
    assert not is_rack(laid, RACK)


# --- what is wrong with one block


def one_fault(text: str, thrown: str = "k1") -> BlockFault:
    """The only fault of a rack whose other blocks are melds."""
    judged = judge(blocks(rows(text), tiles(thrown)[0]), RED_5, pairs_only=False)
    assert isinstance(judged, Fault)
    assert judged.code == "arrangement"
    (fault,) = judged.blocks
    assert judged.params == {"n": fault.end - fault.start + 1}
    return fault


@pytest.mark.parametrize(
    ("block", "code", "params"),
    [
        ("b7", "group_too_short", {}),
        ("b7 b8", "group_too_short", {}),
        ("b7 k7", "group_too_short", {}),
        ("b7 b7", "mixed_finish", {}),
        ("b7 r5", "mixed_finish", {}),
        ("r5 r5", "mixed_finish", {}),
        ("F F", "mixed_finish", {}),
        ("b7 F", "group_too_short", {}),
        ("b7 b8 b10", "run_broken", {"x": "b8", "y": "b10"}),
        ("b7 b9 b10", "run_broken", {"x": "b7", "y": "b9"}),
        ("b10 b9 b7", "run_broken", {"x": "b9", "y": "b7"}),
        ("b7 r5 b10", "run_broken", {"x": "b7", "y": "b10"}),
        ("b7 r5a r5b b9", "run_broken", {"x": "b7", "y": "b9"}),
        ("b7 b8 b9 b9", "run_broken", {"x": "b9", "y": "b9"}),
        ("b8 b7 b9", "run_broken", {"x": "b7", "y": "b9"}),
        ("b3 b2 b1 b12", "run_broken", {"x": "b1", "y": "b12"}),
        ("r6 F r8", "false_joker_not_wild", {"okey": "r5"}),
        ("F r7 r8", "false_joker_not_wild", {"okey": "r5"}),
        ("F r6 r8", "run_broken", {"x": "r6", "y": "r8"}),
        ("b13 b1 b2", "run_wraps", {}),
        ("b12 b13 b1 b2", "run_wraps", {}),
        ("b2 b1 b13", "run_wraps", {}),
        ("b13 r5 b2", "run_wraps", {}),
        ("b12 b13 b1 r5", "run_wraps", {}),
        ("r5 b1 b2", "run_wraps", {}),
        ("b11 b12 b13 b1 b2 b3", "missing_gap", {}),
        ("b11 b12 b13 b1 b2", "run_wraps", {}),
        ("b9 b10 F", "false_joker_not_wild", {"okey": "r5"}),
        ("b9 F b11", "false_joker_not_wild", {"okey": "r5"}),
        ("b9 k9 F", "false_joker_not_wild", {"okey": "r5"}),
        ("b9 b10 b11 F", "false_joker_not_wild", {"okey": "r5"}),
        ("b7 b8 k9", "mixed_colours", {}),
        ("b7 k7 y8", "mixed_colours", {}),
        ("b7 y8 r5", "mixed_colours", {}),
        ("b7 b8 b9 F r6", "mixed_colours", {}),
        ("y7 b7 b7", "repeated_colour", {"colour": "blue"}),
        ("y7 y7 r5", "repeated_colour", {"colour": "yellow"}),
        ("r7 y7 b7 r7", "repeated_colour", {"colour": "red"}),
        ("k7 k7 y7", "repeated_colour", {"colour": "black"}),
        ("F F y5", "false_joker_not_wild", {"okey": "r5"}),
        ("r7 F F", "false_joker_not_wild", {"okey": "r5"}),
        ("r7 y7 b7 k7 r5", "set_too_long", {}),
        ("y7 b7 k7 r5 r5", "set_too_long", {}),
        ("b7 b8 b9 k7 k8 k9", "missing_gap", {}),
        ("b7 b8 b9 r7 y7 k7", "missing_gap", {}),
        ("b7 b8 b9 k9 y9 r9", "missing_gap", {}),
        ("b9 b8 b7 k7 k8 k9", "missing_gap", {}),
        ("b7 b8 b9 b7 y7 k7 b10 r5 b12", "missing_gap", {}),
    ],
)
def test_every_fault_of_a_block_has_its_code(block: str, code: str, params: dict[str, int | str]) -> None:
    block = copies(block)
    size = len(block.split())
    fault = one_fault(f"k2 k3 k4 . {block} . k1 / y11 y12 y13 . k10 k11 k12")
    assert fault == BlockFault(code, 1, 5, 4 + size, params)


def copies(block: str) -> str:
    """Give tiles that stand twice their copies."""
    seen: list[str] = []
    for word in block.split():
        bare = word.rstrip("ab")
        named = bare + ("b" if bare + "a" in seen else "a")
        seen.append(word if word[-1] in "ab" else named)
    return " ".join(seen)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("y1 y2 / y11 y12 y13 / k10 k11 k12", (1, 1, 2)),
        ("y11 y12 y13 / . y1 y2 / k10 k11 k12", (2, 2, 3)),
        ("y11 y12 y13 . y1 > / y2 . k10 k11 k12", (1, 5, 6)),
        ("y11 y12 y13 . k1 > / y1 y2 . k10 k11 k12", (2, 1, 2)),
        ("y11 y12 > / y13 . y1 . k10 k11 > / k12 ", (2, 3, 3)),
        ("y11 y12 y13 . y1 y3 k1 y4 y5 y6", (1, 5, 6)),
    ],
)
def test_faults_are_placed_in_the_rack(text: str, place: tuple[int, int, int]) -> None:
    fault = one_fault(text)
    assert (fault.row, fault.start, fault.end) == place
    assert fault.code == "group_too_short"


def test_the_thrown_tile_splits_a_block() -> None:
    judged = judge(blocks(rows("y6 y7 k1 y8 y9 / b1 b2 b3 / r9 y9b b9 k9"), K1), RED_5, False)
    assert judged == Fault(
        "arrangement",
        {"n": 4},
        (BlockFault("group_too_short", 1, 1, 2), BlockFault("group_too_short", 1, 4, 5)),
    )


def test_every_wrong_block_is_named() -> None:
    judged = judge(blocks(rows("y6 y7 . b1 b2 b4 b5 / r9 y9 b9 k9 . y11 y12 . k4"), K1), RED_5, False)
    assert isinstance(judged, Fault)
    assert [(fault.code, fault.row, fault.start, fault.end) for fault in judged.blocks] == [
        ("group_too_short", 1, 1, 2),
        ("run_broken", 1, 4, 7),
        ("group_too_short", 2, 6, 7),
        ("group_too_short", 2, 9, 9),
    ]
    assert judged.params == {"n": 9}


# --- finishes


@pytest.mark.parametrize(
    "text",
    [
        "r1 r2 r3 . y1 y2 y3 . k1 / b1 b2 b3 b4 . r9 y9 b9 k9",
        "r3 r2 r1 . y1 y13 y12 . k1 / b4 b3 b2 b1 . k9 y9 r9 b9",
        "b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13 b1b k1",
        "b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 > / b11 b12 b13 b1b . k1",
        "b1b b13 b12 b11 b10 b9 b8 b7 b6 b5 b4 b3 b2 b1",
        "r4 F r6 . y4 r5a r5b y7 / b5 k5 Fb . y12 y13 y1 . k1 . r11 r12 > / r13",
        "r4 F r6 . y5 r5 b5 / y12 y13 y1 y11b > / k1 . k11 k12 k13",
    ],
)
def test_melds_as_laid(text: str) -> None:
    found = blocks(rows(text), K1)
    judged = judge(found, RED_5, False)
    if sum(len(block.tiles) for block in found) == 14 and "y11b" not in text:
        assert judged == (MELDS, tuple(block.tiles for block in found))
    else:
        assert isinstance(judged, Fault) or judged[0] == MELDS
    declared = judge(found, RED_5, True)
    assert isinstance(declared, Fault)


def test_declared_pairs_finish_with_pairs_only() -> None:
    found = blocks(rows("r1 r2 r3 . y1 y2 y3 . k1 / b1 b2 b3 b4 . r9 y9 b9 k9"), K1)
    assert judge(found, RED_5, True) == Fault("pairs_only")


@pytest.mark.parametrize("pairs_only", [False, True])
@pytest.mark.parametrize(
    "text",
    [
        "r1 r1b . r2 r2b . y1 y1b . y2 y2b . b9 b9b . k13 k13b . F Fb . k1",
        "r1 r1b . r2 r2b . y1 y1b . y2 y2b / b9 r5 . k13 r5b . F Fb . k1",
        "r1 r1b . r2 r2b . y1 y1b . y2 y2b / b9 b9b . r5 r5b . F Fb . k1",
        "r1 r1b . r2 r2b . y1 y1b k1 y2 y2b / b9 b9b . r5 r5b . F > / Fb",
        "r1 r1b . r2 r2b . y1 y1b k1 y2 y2b / b9 b9b . r5 F . r5b Fb",
    ],
)
def test_seven_pairs_as_laid(text: str, pairs_only: bool) -> None:
    found = blocks(rows(text), K1)
    assert judge(found, RED_5, pairs_only) == (PAIRS, tuple(block.tiles for block in found))


PAIRS_6 = "r1 r1b . r2 r2b . y1 y1b . y2 y2b . b9 b9b . k13 k13b . k1 / "


@pytest.mark.parametrize(
    ("rest", "faults"),
    [
        ("y4 y5", [("not_a_pair", 2, 1, 2)]),
        ("y4 F", [("not_a_pair", 2, 1, 2)]),
        ("y4 . y5", [("not_a_pair", 2, 1, 1), ("not_a_pair", 2, 3, 3)]),
    ],
)
def test_faults_of_a_pairs_finish(rest: str, faults: list[tuple[str, int, int, int]]) -> None:
    for declared in (False, True):
        judged = judge(blocks(rows(PAIRS_6 + rest), K1), RED_5, declared)
        assert isinstance(judged, Fault)
        assert judged.code == "arrangement"
        assert [(fault.code, fault.row, fault.start, fault.end) for fault in judged.blocks] == faults
        assert judged.params == {"n": 2}


def test_pairs_without_a_gap() -> None:
    judged = judge(blocks(rows("r1 r1b r2 r2b . y1 y1b . y2 y2b . b9 b9b / k13 k13b F Fb"), K1), RED_5, False)
    assert isinstance(judged, Fault)
    assert [(fault.code, fault.row, fault.start, fault.end) for fault in judged.blocks] == [
        ("missing_gap", 1, 1, 4),
        ("missing_gap", 2, 1, 4),
    ]


def test_an_odd_block_among_pairs() -> None:
    judged = judge(blocks(rows("r1 r1b r2 . r2b . y1 y1b . y2 y2b . b9 b9b / k13 k13b . F Fb"), K1), RED_5, False)
    assert isinstance(judged, Fault)
    assert [fault.code for fault in judged.blocks] == ["not_a_pair", "not_a_pair"]


def test_pairs_and_melds_are_never_mixed() -> None:
    """B20: the blocks of the smaller kind are named."""
    pairs = judge(blocks(rows("r1 r1b . y2 y2b . b3 b3b . k4 k4b . r6 r7 r8 . y10 y11 y12"), K1), RED_5, False)
    assert isinstance(pairs, Fault)
    assert [(fault.code, fault.start, fault.end) for fault in pairs.blocks] == [
        ("mixed_finish", 13, 15),
        ("mixed_finish", 17, 19),
    ]
    melds = judge(blocks(rows("r1 r1b . y2 y3 y4 . b3 b4 b5 . r6 r7 r8 . y10 y11 y12"), K1), RED_5, False)
    assert isinstance(melds, Fault)
    assert [(fault.code, fault.start, fault.end) for fault in melds.blocks] == [("mixed_finish", 1, 2)]


def test_melds_of_a_seat_that_declared_pairs_are_named() -> None:
    judged = judge(blocks(rows("r1 r2 r3 . y2 y3 y4 . b3 b4 b5 . r6 r7 r8 . y10 y11"), K1), RED_5, True)
    assert isinstance(judged, Fault)
    assert [fault.code for fault in judged.blocks] == ["mixed_finish"] * 4 + ["not_a_pair"]


@given(seeds)
def test_the_verdict_is_that_of_the_naive_rules(seed: int) -> None:
    """Complete hands, laid well or with two tiles exchanged; faults lie inside the rack and explain every block."""
    random = Random(seed)
    okey = random.randrange(52)
    pairs = random.random() < 0.4
    groups = [list(group) for group in complete_hand(okey, random, random.randint(0, 2), pairs)]
    random.shuffle(groups)
    if random.random() < 0.7:
        one, two = random.choices(groups, k=2)
        place, other = random.randrange(len(one)), random.randrange(len(two))
        one[place], two[other] = two[other], one[place]
    if random.random() < 0.3:
        groups[0] += groups.pop()
    if random.random() < 0.3:
        groups[0] = groups[0][::-1]
    laid = tuple(Row(tuple(group)) for group in groups)
    declared = random.random() < 0.3
    found = blocks(laid, 200)
    judged = judge(found, okey, declared)
    name = face_text(okey)
    is_pairs = len(groups) == 7 and all(naive.pair_of_tiles(tuple(group), name) for group in groups)
    is_melds = all(naive.meld_of_tiles(tuple(group), name) for group in groups)
    if is_pairs:
        assert judged == (PAIRS, tuple(map(tuple, groups)))
    elif is_melds and not declared:
        assert judged == (MELDS, tuple(map(tuple, groups)))
    elif is_melds:
        assert judged == Fault("pairs_only")
    else:
        assert isinstance(judged, Fault)
        assert judged.blocks
        legal = naive.pair_of_tiles if any(f.code == "not_a_pair" for f in judged.blocks) else naive.meld_of_tiles
        wrong = {fault.row - 1 for fault in judged.blocks}
        if not {fault.code for fault in judged.blocks} & {"mixed_finish", "missing_gap"}:
            assert wrong == {place for place, group in enumerate(groups) if not legal(tuple(group), name)}


@given(st.lists(st.one_of(st.none(), st.integers(0, 105)), max_size=30), st.integers(0, 51), st.booleans())
def test_judging_never_raises(slots: list[int | None], okey: int, declared: bool) -> None:
    laid = [tile for place, tile in enumerate(slots) if tile is None or tile not in slots[:place]]
    found = blocks((Row(tuple(laid)),), 200)
    judged = judge(found, okey, declared)
    if isinstance(judged, Fault):
        for fault in judged.blocks:
            assert fault.row == 1
            assert all(laid[place - 1] is not None for place in range(fault.start, fault.end + 1))

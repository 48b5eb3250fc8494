"""The rack as laid by hand: its blocks, and what is wrong with each of them (RULES 6)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeGuard

from okey.rules.actions import Row
from okey.rules.events import MELDS, PAIRS, Groups
from okey.rules.faults import BlockFault, Fault, Param
from okey.rules.melds import LONGEST_RUN, is_meld, is_pair
from okey.rules.text import face_text
from okey.rules.tiles import FALSE_JOKER, Face, Tile, is_tile, value

COLOURS: Final = ("red", "yellow", "blue", "black")
RACK_SLOTS: Final = 64
"""A laid rack with more slots than this is refused unread."""


@dataclass(frozen=True, slots=True)
class Block:
    """A maximal sequence of filled slots; row, start and end as in `BlockFault`."""

    tiles: tuple[Tile, ...]
    row: int
    start: int
    end: int


def blocks(rows: Sequence[Row], thrown: Tile) -> tuple[Block, ...]:
    """Cut the rack into blocks; the slot of the thrown tile counts as empty.

    A row with the join mark goes on in the next one when the slots on both sides of the border are filled.
    """
    found: list[Block] = []
    current: list[Tile] = []
    row = start = 1
    base = 0  # slots of the joined rows before this one

    def close(end: int) -> None:
        if current:
            found.append(Block(tuple(current), row, start, end))
            current.clear()

    for number, line in enumerate(rows, 1):
        for place, tile in enumerate(line.slots, 1):
            if tile is None or tile == thrown:
                close(base + place - 1)
            else:
                if not current:
                    row, start, base = number, place, 0
                current.append(tile)
        width = len(line.slots)
        if line.join and current:
            base += width
        else:
            close(base + width)
            base = 0
    close(base)
    return tuple(found)


def is_rack(rows: object, rack: Sequence[Tile]) -> TypeGuard[Sequence[Row]]:
    """Whether `rows` are rows that hold exactly the tiles of the rack, each once (whatever a client has sent)."""
    if not isinstance(rows, tuple | list) or not all(isinstance(row, Row) for row in rows):
        return False
    if not all(isinstance(row.slots, tuple | list) for row in rows) or sum(len(row.slots) for row in rows) > RACK_SLOTS:
        return False
    laid = [tile for row in rows for tile in row.slots if tile is not None]
    return all(is_tile(tile) for tile in laid) and sorted(laid) == sorted(rack)


def judge(found: Sequence[Block], okey: Face, pairs_only: bool) -> tuple[int, Groups] | Fault:
    """The finish that the blocks are, `(kind, groups)`, or the fault that locates every wrong block."""
    groups = tuple(block.tiles for block in found)
    if len(groups) == 7 and all(is_pair(group, okey) for group in groups):
        return PAIRS, groups
    if all(is_meld(group, okey) for group in groups):
        return Fault("pairs_only") if pairs_only else (MELDS, groups)
    pairs = sum(is_pair(group, okey) for group in groups)
    as_pairs = pairs_only or pairs > sum(len(group) > 2 for group in groups)
    check = _pair_fault if as_pairs else _meld_fault
    wrong = tuple(
        BlockFault(fault[0], block.row, block.start, block.end, fault[1])
        for block in found
        if (fault := check(block.tiles, okey))
    )
    return Fault("arrangement", {"n": sum(_size(wrong_block) for wrong_block in wrong)}, wrong)


def _size(fault: BlockFault) -> int:
    return fault.end - fault.start + 1


_Named = tuple[str, dict[str, Param]]


def _pair_fault(tiles: tuple[Tile, ...], okey: Face) -> _Named | None:
    if is_pair(tiles, okey):
        return None
    if is_meld(tiles, okey):
        return "mixed_finish", {}
    cuts = [tiles[place : place + 2] for place in range(0, len(tiles), 2)]
    if len(tiles) > 2 and all(is_pair(cut, okey) for cut in cuts):
        return "missing_gap", {}
    return "not_a_pair", {}


def _meld_fault(tiles: tuple[Tile, ...], okey: Face) -> _Named | None:
    if is_meld(tiles, okey):
        return None
    if is_pair(tiles, okey):
        return "mixed_finish", {}
    if len(tiles) < 3:
        return "group_too_short", {}
    if _splits(tiles, lambda part: is_meld(part, okey)):
        return "missing_gap", {}
    if _wild_false_joker(tiles, okey):
        return "false_joker_not_wild", {"okey": face_text(okey)}
    faces = [None if tile >> 1 == okey else value(tile, okey) for tile in tiles]
    naturals = [face for face in faces if face is not None]
    if len({face % 13 for face in naturals}) == 1:
        return _set_fault(naturals)
    if len({face // 13 for face in naturals}) > 1:
        return "mixed_colours", {}
    return _run_fault(faces)


def _splits(tiles: tuple[Tile, ...], legal: Callable[[tuple[Tile, ...]], bool]) -> bool:
    """Whether the block is two or more melds without a gap."""
    ends = {0}
    for end in range(3, len(tiles) + 1):
        if any(end - start >= 3 and legal(tiles[start:end]) for start in ends):
            ends.add(end)
    return len(tiles) in ends


def _wild_false_joker(tiles: tuple[Tile, ...], okey: Face) -> bool:
    """Whether the block would be a meld if a false joker in it were wild."""
    wild = 2 * okey
    swapped = tuple(wild if tile >> 1 == FALSE_JOKER else tile for tile in tiles)
    return swapped != tiles and is_meld(swapped, okey)


def _set_fault(naturals: Sequence[Face]) -> _Named:
    for place, face in enumerate(naturals):
        if face in naturals[:place]:
            return "repeated_colour", {"colour": COLOURS[face // 13]}
    return "set_too_long", {}


def _run_fault(faces: Sequence[Face | None]) -> _Named:
    """Where a block of one colour stops being a run, read in the direction that goes further."""
    place = max(_break(faces, 1), _break(faces, -1))
    naturals = [(at, face) for at, face in enumerate(faces[: place + 1]) if face is not None]
    if any(len({(face - step * at) % 13 for at, face in naturals}) == 1 for step in (1, -1)):
        return "run_wraps", {}
    return "run_broken", {"x": face_text(naturals[-2][1]), "y": face_text(naturals[-1][1])}


def _break(faces: Sequence[Face | None], step: int) -> int:
    """Place at which the block, no run, stops being one when it is read rising (`step` 1) or falling (-1)."""
    return next(place for place in range(len(faces)) if not _fits(faces[: place + 1][::step]))


def _fits(faces: Sequence[Face | None]) -> bool:
    """Whether a run of one colour may hold these faces in this order; any length, down to one, will do."""
    naturals = [(at, face % 13) for at, face in enumerate(faces) if face is not None]
    starts = range(1, LONGEST_RUN + 2 - len(faces))
    return any(all((start + at - 1) % 13 == number for at, number in naturals) for start in starts)

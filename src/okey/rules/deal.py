"""From a line of 106 tiles and the dice to racks and pile (RULES 3, FAIRNESS 4)."""

from collections.abc import Sequence

from okey.rules.events import Dealt
from okey.rules.faults import Fault
from okey.rules.tiles import FALSE_JOKER, TILES, Tile, is_tile


def opened(dice: tuple[int, int]) -> int:
    """Place in the line of the tile that a throw names: stack by the first die, tile by the second, a six goes on."""
    first, second = dice
    return 5 * (first - 1) + (second - 1) % 5


def deal(line: Sequence[Tile], dice: Sequence[tuple[int, int]], starter: int, seats: Sequence[int]) -> Dealt | Fault:
    """Deal to the occupied `seats` (ascending). `dice` are all throws; all but the last open a false joker.

    Faults: `bad_deck` when the line is not the 106 tiles, `bad_dice` when the throws do not fit it.
    """
    if not _is_box(line):
        return Fault("bad_deck")
    if not _are_throws(dice):
        return Fault("bad_dice")
    jokers = [line[opened(throw)] >> 1 == FALSE_JOKER for throw in dice]
    if jokers.pop() or not all(jokers):
        return Fault("bad_dice")
    place = opened(dice[-1])
    box = list(line[: TILES - 1])
    box[place] = line[TILES - 1]
    cut = 5 * dice[-1][0]
    tiles = box[cut:] + box[:cut]
    at = seats.index(starter)
    order = (*seats[at:], *seats[:at])
    racks: list[list[Tile]] = [[], [], [], []]
    front = 0
    for packets in (5, 5, None):
        for seat in order:
            size = packets or (5 if seat == starter else 4)
            racks[seat] += tiles[front : front + size]
            front += size
    return Dealt(
        seat=order[-1],
        starter=starter,
        indicator=line[place],
        dice=dice[-1],
        racks=tuple(tuple(rack) for rack in racks),
        pile=tuple(tiles[front:]),
    )


def _is_box(line: object) -> bool:
    return isinstance(line, tuple | list) and all(map(is_tile, line)) and sorted(line) == list(range(TILES))


def _are_throws(dice: object) -> bool:
    return isinstance(dice, tuple | list) and len(dice) > 0 and all(map(_is_throw, dice))


def _is_throw(throw: object) -> bool:
    return isinstance(throw, tuple) and len(throw) == 2 and all(type(die) is int and 1 <= die <= 6 for die in throw)

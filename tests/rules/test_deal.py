"""From the line of tiles to racks and pile."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okey.rules.deal import deal, opened
from okey.rules.events import Dealt
from okey.rules.faults import Fault
from tests.strategies import filled, line_of, seeds

IN_ORDER = tuple(range(106))
SEATS = [(0, 1), (0, 2), (1, 3), (0, 1, 3), (1, 2, 3), (0, 1, 2, 3)]


def test_the_first_die_names_the_stack_the_second_the_tile() -> None:
    assert [opened((1, second)) for second in range(1, 7)] == [0, 1, 2, 3, 4, 0]
    assert [opened((first, 6)) for first in range(1, 7)] == [0, 5, 10, 15, 20, 25]
    assert opened((6, 5)) == 29


def test_a_deal_tile_by_tile() -> None:
    """Stack 3 is opened at its fourth tile; dealing starts at stack 4 and comes round to stack 3."""
    event = deal(IN_ORDER, [(3, 4)], starter=1, seats=(0, 1, 2, 3))
    assert event == Dealt(
        seat=0,
        starter=1,
        indicator=13,
        dice=(3, 4),
        racks=(
            (*range(30, 35), *range(50, 55), *range(68, 72)),
            (*range(15, 20), *range(35, 40), *range(55, 60)),
            (*range(20, 25), *range(40, 45), *range(60, 64)),
            (*range(25, 30), *range(45, 50), *range(64, 68)),
        ),
        pile=(*range(72, 105), *range(13), 105, 14),
    )


def test_two_seats() -> None:
    event = deal(IN_ORDER, [(1, 6)], starter=2, seats=(0, 2))
    assert isinstance(event, Dealt)
    assert (event.seat, event.starter, event.indicator) == (0, 2, 0)
    assert event.racks == (
        (*range(10, 15), *range(20, 25), *range(30, 34)),
        (),
        (*range(5, 10), *range(15, 20), *range(25, 30)),
        (),
    )
    assert event.pile == (*range(34, 105), 105, *range(1, 5))


@pytest.mark.parametrize("seats", SEATS)
@given(seed=seeds, dice=st.tuples(st.integers(1, 6), st.integers(1, 6)))
def test_sizes_and_tiles(seats: tuple[int, ...], seed: int, dice: tuple[int, int]) -> None:
    """B35, B36: 15 for the starter, 14 for the others; 48, 62 or 76 in the pile; every tile once."""
    line = list(IN_ORDER)
    Random(seed).shuffle(line)
    starter = seats[seed % len(seats)]
    event = deal(line, [dice], starter, seats)
    if line[opened(dice)] >= 104:
        assert event == Fault("bad_dice")
        return
    assert isinstance(event, Dealt)
    assert [len(rack) for rack in event.racks] == [(15 if s == starter else 14) if s in seats else 0 for s in range(4)]
    assert len(event.pile) == {2: 76, 3: 62, 4: 48}[len(seats)]
    assert sorted((event.indicator, *event.pile, *(tile for rack in event.racks for tile in rack))) == list(IN_ORDER)
    assert event.indicator == line[opened(dice)]
    assert event.seat == seats[seats.index(starter) - 1]


@given(seed=seeds)
def test_a_line_can_be_made_for_any_racks(seed: int) -> None:
    """The helper that the other tests lean on is the deal read backwards."""
    random = Random(seed)
    seats = random.choice(SEATS)
    starter = random.choice(seats)
    indicator = random.randrange(104)
    racks, pile = filled(dict.fromkeys(seats, ()), (), indicator, starter, random)
    dice = (random.randint(1, 6), random.randint(1, 6))
    event = deal(line_of(racks, pile, indicator, starter, dice), [dice], starter, seats)
    assert isinstance(event, Dealt)
    assert {seat: event.racks[seat] for seat in seats} == racks
    assert (event.pile, event.indicator) == (pile, indicator)


def test_a_false_joker_is_thrown_again() -> None:
    """B16: only the last throw counts and is shown."""
    line = (104, *range(104), 105)
    event = deal(line, [(1, 1), (1, 6), (1, 2)], 0, (0, 1, 2, 3))
    assert isinstance(event, Dealt)
    assert (event.indicator, event.dice) == (0, (1, 2))


@pytest.mark.parametrize(
    "dice",
    [
        [],
        (),
        [(1, 1)],
        [(1, 2), (1, 2)],
        [(1, 2), (1, 1)],
        [(1, 1), (1, 2), (1, 3)],
        [(0, 1)],
        [(7, 1)],
        [(1, 0)],
        [(1, 7)],
        [(1, 2, 3)],
        [(2,)],
        [(1.0, 2)],
        [(True, 2)],
        [("1", 2)],
        [[1, 2]],
        [None],
        [3],
        None,
        3,
        "12",
    ],
)
def test_dice_that_do_not_fit(dice: Any) -> None:
    assert deal((104, *range(104), 105), dice, 0, (0, 1, 2, 3)) == Fault("bad_dice")


@pytest.mark.parametrize(
    "line",
    [
        (),
        IN_ORDER[:-1],
        (*IN_ORDER, 105),
        (*IN_ORDER[:-1], 0),
        (*IN_ORDER[:-1], 106),
        (*IN_ORDER[1:], -1),
        (*IN_ORDER[:-1], 105.0),
        (False, True, *IN_ORDER[2:]),
        (*IN_ORDER[:-1], "105"),
        (*IN_ORDER[:-1], None),
        (*IN_ORDER[:-1], []),
        None,
        106,
        "tiles",
        set(IN_ORDER),
    ],
)
def test_what_is_not_the_box(line: Any) -> None:
    assert deal(line, [(1, 1)], 0, (0, 1, 2, 3)) == Fault("bad_deck")

from typing import Any

import pytest

from okey.fair import deal, messages, streams
from okey.fair.deal import deck, dice, place, roll, start_deal, throws
from tests.fair.vectors import FAIR, VECTORS, derive, hold, occupied, picked, tiles

NAMES: dict[str, Any] = {**vars(streams), **vars(messages), **vars(deal)}


def named(vectors: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(vector, id=vector["name"][:2]) for vector in vectors]


def test_all_vectors_hold() -> None:
    hold(NAMES)


@pytest.mark.parametrize("vector", named(VECTORS))
def test_the_way_to_the_master_key(vector: dict[str, Any]) -> None:
    ours = derive(NAMES, vector)
    assert ours == picked(vector, ours)


@pytest.mark.parametrize("vector", named(VECTORS))
def test_roll_decks_and_dice_follow_from_the_key(vector: dict[str, Any]) -> None:
    ours = tiles(NAMES, vector)
    assert ours["first_roller"] == vector["first_roller"]
    assert ours["dealer_rolls"] == vector["dealer_rolls"]
    for mine, theirs in zip(ours["hands"], vector["hands"], strict=True):
        assert mine == picked(theirs, mine)


@pytest.mark.parametrize("vector", named(VECTORS))
def test_start_deal_carries_the_line_and_every_throw(vector: dict[str, Any]) -> None:
    key = bytes.fromhex(vector["master"])
    for each in vector["hands"]:
        action = start_deal(key, each["hand"])
        assert list(action.line) == each["deck"]
        assert [list(throw) for throw in action.dice] == each["dice"]
        assert dice(key, each["hand"]) == action.dice


def test_the_usta_vector_reaches_its_first_roller_and_indicators() -> None:
    vector = FAIR["usta"]
    kinds, values = vector["kinds"], [bytes.fromhex(value) for value in vector["values"]]
    key = messages.master_key(bytes.fromhex(vector["server_seed"]), bytes.fromhex(vector["list_hash"]), kinds, values)
    assert roll(key, occupied(vector))[0] == vector["first_roller"]
    lines = [start_deal(key, number) for number in range(1, 7)]
    assert [each.line[place(each.dice[-1])] for each in lines] == vector["indicators"]


def test_a_deck_is_each_tile_once_and_every_deal_has_its_own() -> None:
    key = bytes(range(32))
    decks = [deck(key, number) for number in range(1, 101)]
    assert all(sorted(each) == list(range(106)) for each in decks)
    assert len(set(decks)) == 100


def test_a_six_on_the_second_die_means_the_first_tile_again() -> None:
    assert [place((3, second)) for second in range(1, 7)] == [10, 11, 12, 13, 14, 10]
    assert place((6, 5)) == 29


def test_dice_are_thrown_again_only_at_a_false_joker() -> None:
    key = bytes(range(32))
    again = 0
    for number in range(1, 400):
        line = deck(key, number)
        thrown = throws(key, number, line)
        again += len(thrown) - 1
        assert line[place(thrown[-1])] < 104
        assert all(line[place(throw)] >= 104 for throw in thrown[:-1])
    assert again > 0


def test_nobody_to_roll_is_refused_and_one_seat_rolls_once() -> None:
    with pytest.raises(ValueError, match="nobody"):
        roll(bytes(32), ())
    first, rounds = roll(bytes(32), (2,))
    assert first == 2
    assert len(rounds) == 1
    assert rounds[0][0][0] == 2


def test_order_of_the_seats_given_does_not_matter() -> None:
    key = bytes(range(32))
    assert roll(key, (3, 0, 1)) == roll(key, (0, 1, 3))

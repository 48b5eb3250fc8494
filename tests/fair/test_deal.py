import itertools
from typing import Any

import pytest

from okey.fair import deal, messages, signing, streams
from okey.fair.deal import deck, dice, roll, start_deal, throws
from okey.rules import deal as rules_deal
from okey.rules import tiles as rules_tiles
from okey.rules.deal import opened
from okey.rules.events import DealEnded, Finished
from okey.rules.match import decide, evolve, new_match
from okey.rules.ruleset import Ruleset
from okey.rules.state import State
from okey.rules.tiles import okey_face
from tests.fair.vectors import FAIR, VECTORS, dealt, derive, hold, occupied, picked

NAMES: dict[str, Any] = {
    **vars(rules_tiles),
    **vars(rules_deal),
    **vars(streams),
    **vars(messages),
    **vars(signing),
    **vars(deal),
}


def named(vectors: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(vector, id=vector["name"][:2]) for vector in vectors]


def test_all_vectors_hold() -> None:
    hold(NAMES)


@pytest.mark.parametrize("vector", named(VECTORS))
def test_the_way_to_the_master_key(vector: dict[str, Any]) -> None:
    ours = derive(NAMES, vector)
    assert ours == picked(vector, ours)


@pytest.mark.parametrize("vector", named(VECTORS))
def test_roll_decks_dice_and_racks_follow_from_the_key(vector: dict[str, Any]) -> None:
    ours = dealt(NAMES, vector)
    assert ours["first_roller"] == vector["first_roller"]
    assert ours["dealer_rolls"] == vector["dealer_rolls"]
    for mine, theirs in zip(ours["hands"], vector["hands"], strict=True):
        assert mine == picked(theirs, mine)
        okey = okey_face(mine["indicator"])
        assert [okey // 13, okey % 13 + 1] == theirs["okey"]


@pytest.mark.parametrize("vector", named(VECTORS))
def test_start_deal_carries_the_line_and_every_throw(vector: dict[str, Any]) -> None:
    key = bytes.fromhex(vector["master"])
    for each in vector["hands"]:
        action = start_deal(key, each["hand"])
        assert list(action.line) == each["deck"]
        assert [list(throw) for throw in action.dice] == each["dice"]
        assert dice(key, each["hand"]) == action.dice


def test_a_deck_is_each_tile_once_and_every_deal_has_its_own() -> None:
    key = bytes(range(32))
    decks = [deck(key, number) for number in range(1, 101)]
    assert all(sorted(each) == list(range(106)) for each in decks)
    assert len(set(decks)) == 100


def started(key: bytes, state: State) -> State:
    """The next deal, dealt from the key."""
    events = decide(state, None, start_deal(key, state.number + 1))
    assert isinstance(events, tuple)
    return evolve(state, events[0])


def ended(state: State, finisher: int | None) -> State:
    """The deal ended by `finisher`, or drawn."""
    if finisher is not None:
        state = evolve(state, Finished(finisher, 1, 0, ()))
    return evolve(state, DealEnded(finisher, 2 if finisher is None else 1, (0, 0, 0, 0)))


@pytest.mark.parametrize("vector", named(VECTORS))
def test_dealer_and_starter_of_the_deals_follow_from_the_roll(vector: dict[str, Any]) -> None:
    key = bytes.fromhex(vector["master"])
    kinds = vector["kinds"]
    state = new_match(Ruleset.parse(vector["rules_text"]), tuple(kinds), roll(key, occupied(vector))[0])
    wanted = {each["hand"]: (each["dealer"], each["starter"]) for each in vector["hands"]}
    for number in range(1, max(wanted) + 1):
        state = started(key, state)
        assert state.deal is not None
        if number in wanted:
            assert (state.deal.dealer, state.deal.starter) == wanted.pop(number)
        state = ended(state, None)
    assert not wanted


def test_under_usta_the_finisher_starts() -> None:
    vector = FAIR["usta"]
    values = [bytes.fromhex(value) for value in vector["values"]]
    seed, list_hash = bytes.fromhex(vector["server_seed"]), bytes.fromhex(vector["list_hash"])
    key = messages.master_key(seed, list_hash, vector["kinds"], values)
    state = new_match(Ruleset.parse(vector["rules_text"]), (1, 1, 1, 1), roll(key, range(4))[0])
    seats = []
    for end in [*vector["deal_ends"], {"finisher": None}]:
        state = started(key, state)
        assert state.deal is not None
        seats.append((state.deal.starter, state.deal.dealer, state.deal.indicator))
        state = ended(state, end["finisher"])
    assert seats == list(zip(vector["starters"], vector["dealers"], vector["indicators"], strict=True))


def test_dice_are_thrown_again_only_at_a_false_joker() -> None:
    key = bytes(range(32))
    again = 0
    for number in range(1, 400):
        line = deck(key, number)
        thrown = throws(key, number, line)
        again += len(thrown) - 1
        assert line[opened(thrown[-1])] < 104
        assert all(line[opened(throw)] >= 104 for throw in thrown[:-1])
    assert again > 0


def test_nobody_to_roll_is_refused_and_one_seat_rolls_once() -> None:
    with pytest.raises(ValueError, match="nobody"):
        roll(bytes(32), ())
    first, rounds = roll(bytes(32), (2,))
    assert first == 2
    assert len(rounds) == 1
    assert rounds[0][0][0] == 2


def test_only_those_who_share_the_highest_roll_roll_again() -> None:
    narrowed = 0
    for number in range(300):
        first, rounds = roll(number.to_bytes(32, "big"), range(4))
        assert [seat for seat, _ in rounds[0]] == [0, 1, 2, 3]
        for before, after in itertools.pairwise(rounds):
            highest = max(pips for _, pips in before)
            assert [seat for seat, _ in after] == [seat for seat, pips in before if pips == highest]
            narrowed += len(after) < len(before)
        assert max(rounds[-1], key=lambda rolled: rolled[1])[0] == first
        assert [pips for _, pips in rounds[-1]].count(max(pips for _, pips in rounds[-1])) == 1
    assert narrowed > 20


def test_order_of_the_seats_given_does_not_matter() -> None:
    key = bytes(range(32))
    assert roll(key, (3, 0, 1)) == roll(key, (0, 1, 3))

"""Melds and hands that other programs judged wrongly, by the number of the fault in the project's list (B1 to B26).

Colours of these cases: K red, S yellow, M blue, B black; O is a real okey, F a false joker; the indicator stands in
brackets. A meld is tried in every order, a hand in many orders and through every door: solver, engine, naive rules.
"""

from itertools import permutations
from random import Random
from typing import Any

import pytest

from okey.rules.actions import Finish, Row, Throw
from okey.rules.events import Finished
from okey.rules.faults import Fault
from okey.rules.match import decide, legal
from okey.rules.melds import is_run, is_set, rising
from okey.rules.text import parse_tile, tiles_from_faces
from okey.rules.tiles import okey_face
from okey.solver import complete, distance
from tests.rules import naive
from tests.strategies import dealt, done, rules

LETTERS = {"K": "r", "S": "y", "M": "b", "B": "k"}

MELDS = """
B1   M3   K13 S13 B13 B13          no
B1   M3   K13 S13 B13 K13          no
B1   M3   K13 S13 B13              set
B2   S8   K7 K7 O                  no
B4   S8   K3 K4 O K6 K7            run
B5   S8   K5 O K7                  run
B5   S8   O K6 K7                  run
B5   S8   K12 K13 O                run
B5   S8   O K1 K2                  run
B11  S8   K12 K13 K1               run
B11  S8   K10 K11 K12 K13 K1       run
B12  S8   K13 K1 K2                no
B12  S8   K12 K13 K1 K2            no
B12  S8   K13 O K2                 no
B12  S8   K12 O K1                 run
B12  S8   K11 O O K1               run
B15  K4   K4 F K6                  run
B15  K4   S9 S10 F                 no
B15  K4   S5 M5 F                  set
B15  K4   K1 K2 F                  no
B15  K4   S1 M1 F                  no
"""

HANDS = """
B2   S8   K7 K7 O S1 S2 S3 M4 M5 M6 B7 B8 B9 B10 B11      no
B4   S8   K3 K4 O K6 K7 S1 S2 S3 M4 M5 M6 B7 B8 B9        melds
B6   S8   K9 O K11 K12 K13 S1 S2 S3 M4 M5 M6 B7 B8 B9     melds
B7   S8   K8 K9 K10 S10 M10 B10 S1 S2 S3 M4 M5 M6 M7 M8   melds
B8   S8   K2 K2 K3 K4 S2 M2 B5 B6 B7 B8 S9 M9 B9 K9       melds
B9   S8   K3 K4 K5 K6 K7 S1 S2 S3 M4 M5 M6 B9 B9 S9       no
B10  S8   K4 K5 K6 K7 K12 S12 M12 K13 S13 M13 B1 B2 B3 B4 melds
B11  S8   K12 K13 K1 S1 S2 S3 M4 M5 M6 B7 B8 B9 B10 B11   melds
B18  K4   K1 K1 S2 S2 M3 M3 B4 B4 K6 K6 S10 S10 M12 O     pairs
B18  K4   K1 K1 S2 S2 M3 M3 B4 B4 K6 K6 M11 O M12 O       pairs
B18  K4   K1 K1 S2 S2 M3 M3 B4 B4 K6 K6 S10 S10 F F       pairs
B18  K4   K1 K1 S2 S2 M3 M3 B4 B4 K6 K6 S10 S10 M12 F     no
B19  K4   F F O O K1 K1 S2 S2 M3 M3 B4 B4 K6 K6           pairs
B20  S8   K1 K1 S2 S2 M3 M3 B4 B4 K6 K7 K8 S10 S11 S12    no
B21  K4   F F O K1 K1 S2 S2 M3 M3 B4 B4 K6 K6 S10         pairs
B22  K4   K1 K2 O S7 M7 O B1 B2 B3 B4 S10 S11 S12 S13     melds
B24  S8   K9 O K11 K12 K13 S1 S2 S3 M4 M5 M6 B7 B8 B9     melds
B25  S8   K1 K2 K3 S4 S5 S6 M7 M8 M9 B10 B11 B12 K6 K7    no
B26  S8   K1 K2 K3 S4 S5 S6 M7 M8 M9 B10 B11 B13 K6 K7    no
"""


def cases(text: str) -> list[Any]:
    found = []
    for line in text.strip().splitlines():
        name, indicator, *words, expected = line.split()
        found.append(pytest.param(indicator, " ".join(words), expected, id=f"{name}-{'-'.join(words)}"))
    return found


def read(indicator: str, words: str) -> tuple[tuple[int, ...], int, int]:
    """Tiles, okey and a tile that shows the indicator."""
    shown = parse_tile(ours(indicator) + "a")
    okey = okey_face(shown)
    return tiles_from_faces(map(ours, words.split()), okey), okey, shown


def ours(word: str) -> str:
    return word if word in "OF" else LETTERS[word[0]] + word[1:]


@pytest.mark.parametrize(("indicator", "words", "expected"), cases(MELDS))
def test_melds_in_every_order(indicator: str, words: str, expected: str) -> None:
    group, okey, _ = read(indicator, words)
    sets = {is_set(order, okey) for order in permutations(group)}
    assert sets == {expected == "set"}
    runs = [order for order in permutations(group) if rising(order, okey) is not None]
    assert bool(runs) == (expected == "run")
    for order in permutations(group):
        assert is_run(order, okey) == naive.run_as_laid(order, naive.LABELS[2 * okey])


def test_the_reading_of_a_one() -> None:
    """B13: 1-2-3 starts at 1; 12-13-1 starts at 12, so that its 1 is the fourteenth."""
    for words, start in (("K1 K2 K3", 1), ("K12 K13 K1", 12), ("K12 O K1", 12), ("K1 O K3", 1)):
        group, okey, _ = read("S8", words)
        assert rising(group, okey) == start


def test_okey_before_a_one_reads_as_a_three() -> None:
    """B5: only the order 1-2-okey (or its fall) is a run."""
    group, okey, _ = read("S8", "O K1 K2")
    orders = [order for order in permutations(group) if rising(order, okey) is not None]
    assert orders == [(group[1], group[2], group[0])]


@pytest.mark.parametrize(("indicator", "words", "expected"), cases(HANDS))
def test_hands_through_every_door(indicator: str, words: str, expected: str) -> None:
    hand, okey, shown = read(indicator, words)
    name = naive.LABELS[2 * okey]
    assert expected == ("pairs" if naive.seven_pairs(hand, name) else "melds" if naive.all_melds(hand, name) else "no")
    kinds = () if expected == "no" else (expected,)
    random = Random(words)
    for _ in range(20):
        mixed = random.sample(hand, 14)
        assert complete(mixed, okey) == kinds
    assert (distance(hand, okey).best == 0) == (expected != "no")

    (useless, *_) = (tile for tile in range(106) if tile not in hand and tile != shown and tile >> 1 != okey)
    for preset in ("klasik", "kahvehane"):
        state = dealt(rules(preset), {0: named((*hand, useless))}, named((shown,)))
        ways = [action for action in legal(state, 0) if isinstance(action, Finish) and action.tile == useless]
        assert len(ways) == len(kinds)
        for way in ways:
            answer = decide(state, 0, way)
            assert isinstance(answer, tuple)
            assert isinstance(answer[0], Finished)
            assert ("melds", "pairs")[answer[0].kind - 1] == expected
        if not ways:
            assert isinstance(decide(state, 0, Finish(useless)), Fault)


def named(tiles: tuple[int, ...]) -> str:
    return " ".join(naive.LABELS[tile] + "ab"[tile % 2] for tile in tiles)


def test_b9_one_tile_in_two_melds() -> None:
    hand, _, shown = read("S8", "K3 K4 K5 K6 K7 S1 S2 S3 M4 M5 M6 B9 B9 S9")
    thrown = parse_tile("k2a")
    state = dealt(rules("kahvehane"), {0: named((*hand, thrown))}, named((shown,)))
    k5 = parse_tile("r5a")
    twice = ((*hand[:3],), (k5, *hand[3:5]), hand[5:8], hand[8:11], hand[11:], (thrown,))
    assert decide(state, 0, Finish(thrown, tuple(map(Row, twice)))) == Fault("rack_mismatch")
    swapped = (hand[:3], (k5, *hand[3:5]), hand[5:8], hand[8:11], hand[12:], (thrown,))
    assert sum(map(len, swapped)) == 15
    assert decide(state, 0, Finish(thrown, tuple(map(Row, swapped)))) == Fault("rack_mismatch")


def test_b21_distance_to_pairs_counts_usable_pairs() -> None:
    hand, okey, _ = read("K4", "K1 K1 S2 S2 M3 M3 B4 B4 K6 K6 S10 S10 M12 M13")
    assert distance(hand, okey).best == 1


def test_b26_a_refused_finish_leaves_the_turn() -> None:
    hand, _, shown = read("S8", "K1 K2 K3 S4 S5 S6 M7 M8 M9 B10 B11 B13 K6 K7")
    state = dealt(rules(), {0: named((*hand, parse_tile("k2a")))}, named((shown,)))
    for tile in state.deal.racks[0] if state.deal else ():
        assert isinstance(decide(state, 0, Finish(tile)), Fault)
    assert done(state, 0, Throw(parse_tile("k2a"))).turn == 1

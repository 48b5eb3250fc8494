"""Exact counts of the game, the "perft" of Okey. They stand in `counts.json`, which this writes anew:

    python -m tests.rules.counts

* melds: how many different runs (as rising sequences), sets and pairs there are, by length and by the number of
  okeys in them. Tiles of one face count as one; there are at most two. The same for each of the 52 okeys.
* hands: of all 14-tile hands from a small box, how many are complete in melds and in pairs: by faces, and by tiles.
* trees: how many ways there are to act n times, from small positions.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any

from okey.rules.events import Event
from okey.rules.match import decide, evolve, legal
from okey.rules.melds import is_pair, is_set, rising
from okey.rules.state import State
from okey.rules.text import parse_face
from okey.solver import complete
from tests.rules import naive
from tests.strategies import dealt, rules

DATA = Path(__file__).with_name("counts.json")

Tiles = tuple[int, ...]


# --- melds


def tiles_of(faces: Sequence[int]) -> Tiles:
    """Faces as tiles, the second one of a face as its second copy."""
    return tuple(2 * face + (face in faces[:place]) for place, face in enumerate(faces))


def thin(faces: Sequence[int]) -> bool:
    return all(faces.count(face) <= 2 for face in set(faces))


def melds(okey: int, longest: int = 14) -> dict[str, dict[str, list[int]]]:
    """Every sequence of three faces is tried; longer runs begin with shorter ones. Counts for 0, 1, 2 okeys."""
    found: dict[str, dict[str, list[int]]] = {"runs": {}, "sets": {}, "pairs": {}}
    length = 3
    runs = list(filter(run_of(okey), product(range(53), repeat=3)))
    while runs:
        found["runs"][str(length)] = by_okeys(runs, okey)
        length += 1
        longer = [(*run, face) for run in runs for face in range(53)] if length <= longest else []
        runs = list(filter(run_of(okey), longer))
    for name, size, legal_group in (("sets", 3, is_set), ("sets", 4, is_set), ("pairs", 2, is_pair)):
        if size <= longest:
            every = combinations_with_replacement(range(53), size)
            groups = [faces for faces in every if legal_group(tiles_of(faces), okey) and thin(faces)]
            found[name][str(size)] = by_okeys(groups, okey)
    return found


def run_of(okey: int) -> Callable[[Sequence[int]], bool]:
    return lambda faces: rising(tiles_of(faces), okey) is not None and thin(faces)


def by_okeys(groups: Sequence[Sequence[int]], okey: int) -> list[int]:
    return [sum(group.count(okey) == okeys for group in groups) for okeys in range(3)]


# --- hands

BOXES = {
    "r1-5 y1-5, okey away": ("r1 r2 r3 r4 r5 y1 y2 y3 y4 y5", "b9"),
    "r1-4 y1-4 F, okey r3": ("r1 r2 r3 r4 y1 y2 y3 y4 F", "r3"),
    "r12-2 y12-2 F, okey y13": ("r12 r13 r1 r2 y12 y13 y1 y2 F", "y13"),
    "1 and 2 of four colours F, okey k2": ("r1 y1 b1 k1 r2 y2 b2 k2 F", "k2"),
    "r1-5 y1-5 F, okey r3": ("r1 r2 r3 r4 r5 y1 y2 y3 y4 y5 F", "r3"),
    "r11-3 y11-3 F, okey r1": ("r11 r12 r13 r1 r2 r3 y11 y12 y13 y1 y2 F", "r1"),
    "12-1 of four colours, okey b13": ("r12 r13 r1 y12 y13 y1 b12 b13 b1 k12 k13 k1", "b13"),
}
SMALL = tuple(BOXES)[:4]
"""The boxes counted in every test run."""


def hands_of(box: str) -> Iterator[tuple[Tiles, int]]:
    """Every hand of 14 from the box, and how many sets of tiles have its faces."""
    faces = [parse_face(word) for word in BOXES[box][0].split()]
    yield from _hands(faces, (), 1)


def _hands(faces: Sequence[int], held: Tiles, ways: int) -> Iterator[tuple[Tiles, int]]:
    missing = 14 - len(held)
    if not 0 <= missing <= 2 * len(faces):
        return
    if not faces:
        yield held, ways
        return
    face, rest = faces[0], faces[1:]
    yield from _hands(rest, held, ways)
    yield from _hands(rest, (*held, 2 * face), 2 * ways)
    yield from _hands(rest, (*held, 2 * face, 2 * face + 1), ways)


def by_solver(hand: Tiles, okey: int) -> tuple[str, ...]:
    return complete(hand, okey)


def by_search(hand: Tiles, okey: int) -> tuple[str, ...]:
    """The plain search over all partitions."""
    name = naive.LABELS[2 * okey]
    kinds = (("melds", naive.all_melds(hand, name)), ("pairs", naive.seven_pairs(hand, name)))
    return tuple(kind for kind, is_complete in kinds if is_complete)


def hands(box: str, answer: Callable[[Tiles, int], tuple[str, ...]]) -> dict[str, list[int]]:
    """Number of hands by faces and by tiles: all, complete in melds, in pairs, in both."""
    okey = parse_face(BOXES[box][1])
    found = {"faces": [0, 0, 0, 0], "tiles": [0, 0, 0, 0]}
    for hand, ways in hands_of(box):
        kinds = answer(hand, okey)
        hits = (True, "melds" in kinds, "pairs" in kinds, len(kinds) == 2)
        for place, hit in enumerate(hits):
            found["faces"][place] += hit
            found["tiles"][place] += ways * hit
    return found


# --- trees


def position(name: str) -> State:
    """The small positions that trees grow from."""
    if name == "opening of klasik, two seats":
        return dealt(rules("klasik", 2), {0: "r4b"})
    if name == "opening of usta, three seats":
        return dealt(rules("usta", 3), {1: "r4b"})
    if name == "a hand of rummy with finishes":
        hand = "r3 r4 r5 r6 k9 b9 y9 y10 y11 y12 y13 k6 k7 b5 k8"
        return dealt(rules("rummy", 2), {0: hand}, indicator="b4a")
    state = dealt(rules("klasik" if name == "last lap of klasik, four seats" else "kahvehane", 4), {})
    assert state.deal is not None
    return replace(state, deal=replace(state.deal, pile=state.deal.pile[:1]))


TREES = {
    "opening of klasik, two seats": 5,
    "opening of usta, three seats": 4,
    "a hand of rummy with finishes": 4,
    "last lap of klasik, four seats": 6,
    "empty pile of kahvehane, four seats": 6,
}
"""Positions and the depth to which they are counted in the data file; test runs go to depth `QUICK`."""
QUICK = 3


def tree(state: State, depth: int) -> int:
    """Number of ways in which seats may act `depth` times one after the other."""
    if depth == 0:
        return 1
    total = 0
    for seat in state.seats:
        for action in legal(state, seat):
            answer = decide(state, seat, action)
            assert isinstance(answer, tuple)
            total += tree(after(state, answer), depth - 1)
    return total


def after(state: State, events: Sequence[Event]) -> State:
    for event in events:
        state = evolve(state, event)
    return state


def naive_width(game: naive.Game) -> int:
    """Number of actions open to all seats, by the naive rules."""
    total = 0
    for seat in game.players:
        words = game.may(seat)
        total += len([word for word in words if word not in ("throw", "finish")])
        if "throw" in words:
            rack = game.racks[seat]
            total += len(rack)
            for tile in rack:
                rest = tuple(one for one in rack if one != tile)
                melds = seat not in game.on_pairs and naive.all_melds(rest, game.okey)
                total += melds or naive.seven_pairs(rest, game.okey)
    return total


def everything() -> dict[str, Any]:
    """All counts; minutes."""
    return {
        "melds": melds(parse_face("r5")),
        "hands": {box: hands(box, by_solver) for box in BOXES},
        "trees": {name: [tree(position(name), n) for n in range(depth + 1)] for name, depth in TREES.items()},
    }


def text(counts: dict[str, Any]) -> str:
    """The data file: JSON with every list on one line."""
    return re.sub(r"\[[^][]*\]", lambda found: " ".join(found[0].split()), json.dumps(counts, indent=1)) + "\n"


if __name__ == "__main__":
    DATA.write_text(text(everything()))

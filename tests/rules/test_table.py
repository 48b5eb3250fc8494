"""The exhaustive table: phases x seats x actions x kinds of tiles, with the answer expected of each.

`ANSWERS` and `PARTING` are written by hand from the rules. The full product is also put to the naive game, with seats,
tiles and racks that are none. Nothing may raise, and a refusal leaves everything as it was.
"""

from functools import cache
from typing import Any

import pytest

from okey.rules.actions import (
    Cancel,
    DeclarePairs,
    Draw,
    Finish,
    Row,
    SeatAction,
    SetControl,
    ShowIndicator,
    StartDeal,
    Take,
    Throw,
    TimeOut,
)
from okey.rules.faults import Fault
from okey.rules.match import can, decide, lay, legal
from okey.rules.ruleset import Ruleset
from okey.rules.view import view
from tests.rules.both import VIEWERS, Both, encoded
from tests.strategies import rules, start_deal, tiles

TABLES: dict[str, Ruleset] = {
    "klasik": rules("klasik", 3, declare="yes", absent="computer", late="auto"),
    "kahvehane": rules("kahvehane", 3, penalty=2),
    "rummy": rules("rummy", 3),
    "ikramiye": rules("ikramiye", 3),
    "usta": rules("usta", 3, exhaust="lap"),
}
PHASES = ("new", "opening", "draw", "drawn", "lap", "between", "over")
KINDS = (1, 2, 0, 1)
"""Seat 2 is empty; a computer sits on 1."""

FIRST = {0: "r5a Fa y1 y2 y4 b7", 1: "r4b k9 k11", 3: "r5b"}
"""The first deal: indicator r4a, so r5 is the okey; seat 0 starts, seat 1 holds the twin."""


@cache
def table(name: str, phase: str) -> Both:
    """A match in that phase; only copies of it are played on."""
    ruleset = TABLES[name]
    both = Both(ruleset, KINDS, 0 if ruleset.start == "roller" else 3)
    steps: list[tuple[int | None, Any]] = [(None, start_deal(both.state, FIRST, "r4a"))]
    if phase == "draw":
        steps += [(0, Throw(tiles("y1")[0]))]
    elif phase == "drawn":
        steps += [(0, Throw(tiles("y1")[0])), (1, Draw())]
    elif phase == "over":
        steps += [(None, Cancel())]
    if phase != "new":
        for seat, action in steps:
            assert not isinstance(both.ask(seat, action), Fault)
    if phase in ("lap", "between"):
        to_the_end(both, lap=phase == "lap")
    return both


def to_the_end(both: Both, lap: bool) -> None:
    """Everybody draws and throws the tile just drawn until the pile is empty, and on to the end of the deal."""
    while both.state.phase in ("throw", "draw") and not (lap and both.state.lap):
        seat = both.state.turn
        if both.state.phase == "draw":
            assert not isinstance(both.ask(seat, Draw() if both.game.pile else Take()), Fault)
        kept = [tile for tile in both.game.racks[seat or 0] if tile >> 1 != 4]
        both.ask(seat, Throw(kept[-1]))


# --- by hand: what every action answers in every phase (klasik, tiles that are no hand)

SHORT = {
    "deal?": "no_deal",
    "over": "match_over",
    "turn?": "not_your_turn",
    "seat?": "not_seated",
    "game?": "not_in_this_game",
    "hand?": "finish_not_possible",
    "draw!": "must_draw_first",
    "throw!": "must_throw",
    "drawn": "already_drawn",
    "take!": "must_take",
    "runs": "deal_running",
    "twin?": "indicator_none",
    "late": "indicator_late",
}
"""The codes of the table below; numbers in it are types of events, `*` depends on the seat."""

ANSWERS = """
action   by      new    opening  draw   drawn  lap    between  over
draw     turn    deal?  throw!   3      drawn  take!  deal?    over
draw     other   deal?  turn?    turn?  turn?  turn?  deal?    over
draw     empty   seat?  seat?    seat?  seat?  seat?  seat?    over
draw     table   seat?  seat?    seat?  seat?  seat?  seat?    over
take     turn    deal?  throw!   4      drawn  4      deal?    over
take     other   deal?  turn?    turn?  turn?  turn?  deal?    over
take     empty   seat?  seat?    seat?  seat?  seat?  seat?    over
throw    turn    deal?  5        draw!  5      draw!  deal?    over
throw    other   deal?  turn?    turn?  turn?  turn?  deal?    over
throw    empty   seat?  seat?    seat?  seat?  seat?  seat?    over
finish   turn    deal?  hand?    draw!  hand?  draw!  deal?    over
finish   other   deal?  turn?    turn?  turn?  turn?  deal?    over
finish   empty   seat?  seat?    seat?  seat?  seat?  seat?    over
show     turn    deal?  twin?    2      2      *      deal?    over
show     holder  deal?  2        2      2      late   deal?    over
show     empty   seat?  seat?    seat?  seat?  seat?  seat?    over
declare  turn    deal?  10       10     10     10     deal?    over
declare  other   deal?  10       10     10     10     deal?    over
declare  empty   seat?  seat?    seat?  seat?  seat?  seat?    over
deal     table   1      runs     runs   runs   runs   1        over
deal     other   game?  game?    game?  game?  game?  game?    over
timeout  table   deal?  8,5      turn?  turn?  *      deal?    over
timeout  other   game?  game?    game?  game?  game?  game?    over
control  table   deal?  11       11     11     11     11       over
control  other   game?  game?    game?  game?  game?  game?    over
cancel   table   9      7,9      7,9    7,9    7,9    9        over
cancel   other   game?  game?    game?  game?  game?  game?    over
"""

COLUMNS, *LINES = [line.split() for line in ANSWERS.strip().splitlines()]
CASES = [
    pytest.param(line[0], line[1], phase, line[2 + place], id=f"{line[0]}-{line[1]}-{phase}")
    for line in LINES
    for place, phase in enumerate(PHASES)
    if line[2 + place] != "*"
]


def test_the_table_is_whole() -> None:
    assert COLUMNS[2:] == list(PHASES)
    assert all(len(line) == len(COLUMNS) for line in LINES)
    assert {line[0] for line in LINES} == {
        *("draw", "take", "throw", "finish", "show", "declare", "deal", "timeout", "control", "cancel")
    }


@pytest.mark.parametrize(("verb", "by", "phase", "expected"), CASES)
def test_answers(verb: str, by: str, phase: str, expected: str) -> None:
    both = table("klasik", phase).copy()
    turn = both.state.turn
    someone = turn if turn is not None else 0
    seat = {"turn": someone, "other": {0: 3, 1: 0, 3: 0}[someone], "empty": 2, "table": None, "holder": 1}[by]
    own = both.game.racks.get(someone, [0])[0]
    action = {
        "draw": Draw(),
        "take": Take(),
        "throw": Throw(own),
        "finish": Finish(own),
        "show": ShowIndicator(),
        "declare": DeclarePairs(),
        "deal": start_deal(both.state, {}, "y8"),
        "timeout": TimeOut(),
        "control": SetControl(3, 2),
        "cancel": Cancel(),
    }[verb]
    answer = both.ask(seat, action)
    said = answer.code if isinstance(answer, Fault) else ",".join(str(event.TYPE) for event in answer)
    assert said == SHORT.get(expected, expected)


# --- by hand: which tile may be parted with (the turn of seat 0, who holds 15)

PARTING = {
    "own tile": ("y2", "held"),
    "own real okey": ("r5a", "held"),
    "own false joker": ("Fa", "held"),
    "the last one dealt": ("last", "held"),
    "the okey of another rack": ("r5b", "not"),
    "tile of another rack": ("k9", "not"),
    "the twin in another rack": ("r4b", "not"),
    "the indicator": ("r4a", "not"),
    "the front of the pile": ("pile", "not"),
    "the end of the pile": ("end", "not"),
    "the tile it threw": ("y1", "not"),
    "-1": (-1, "not"),
    "106": (106, "not"),
    "3.0": (3.0, "not"),
    "True": (True, "not"),
    "None": (None, "not"),
    "'3'": ("'3'", "not"),
    "a list": ([3], "not"),
}


def tile_of(both: Both, what: Any) -> Any:
    if what == "last":
        return both.game.racks[both.state.turn or 0][-1]
    if what == "pile":
        return (both.game.pile or both.game.heaps[0])[0]
    if what == "end":
        return (both.game.pile or both.game.heaps[0])[-1]
    if what == "'3'":
        return "3"
    return tiles(what)[0] if isinstance(what, str) else what


@pytest.mark.parametrize("verb", ["throw", "finish"])
@pytest.mark.parametrize("case", PARTING)
def test_tiles_that_may_be_parted_with(case: str, verb: str) -> None:
    both = table("klasik", "draw").copy()
    for seat in (1, 3):
        both.ask(seat, Draw())
        both.ask(seat, Throw(both.game.racks[seat][-1]))
    both.ask(0, Draw())
    what, held = PARTING[case]
    tile = tile_of(both, what)
    answer = both.ask(0, Throw(tile) if verb == "throw" else Finish(tile))
    if held == "not":
        assert answer == Fault("tile_not_held")
    elif verb == "throw":
        assert not isinstance(answer, Fault)
    else:
        assert isinstance(answer, Fault)
        assert answer.code == "finish_not_possible"


# --- the full product against the naive game

SEATS: tuple[Any, ...] = (0, 1, 2, 3, 4, -1, True, 1.0, "1", [0], None)
TILES: tuple[Any, ...] = tuple(what for what, _ in PARTING.values())


def racks_laid(both: Both) -> list[Any]:
    """What a client may send as its rack: the rack in many ways, and what is none."""
    rack = tuple(both.game.racks.get(both.state.turn if both.state.turn is not None else 0, range(15)))
    row = Row(rack)
    return [
        None,
        (),
        3,
        "rack",
        (row,),
        (Row(rack[:8], True), Row(rack[8:])),
        tuple(Row((tile,)) for tile in rack),
        lay((rack[1:4], rack[4:]), rack[0]),
        (Row(rack[:13]),),
        (Row(rack[:14]),),
        (Row((*rack, 50)),),
        (Row((*rack[:14], rack[0])),),
        (Row((*rack[:14], 106)),),
        (Row((*rack[:14], -1)),),
        (Row((*rack[:14], float(rack[-1]))),),  # type: ignore[arg-type]
        (Row((*rack[:14], True)),),
        (Row((*rack[:14], "3")),),  # type: ignore[arg-type]
        (Row((*rack[:14], [3])),),  # type: ignore[arg-type]
        (Row((None,) * 60), row),
        (Row(None), row),  # type: ignore[arg-type]
        (row, None),
    ]


def actions(both: Both) -> list[Any]:
    found: list[Any] = [Draw(), Take(), ShowIndicator(), DeclarePairs(), TimeOut(), Cancel(), Cancel(True)]
    for what in TILES:
        found += [Throw(tile_of(both, what)), Finish(tile_of(both, what))] if both.state.deal else [Throw(3)]
    own = both.game.racks.get(both.state.turn if both.state.turn is not None else 0, [0])[0]
    found += [Finish(own, rows) for rows in racks_laid(both)]
    found += [SetControl(seat, who) for seat in (*SEATS[:8], None) for who in (1, 2, 0, 3, None, "1")]  # type: ignore[arg-type]
    good = start_deal(both.state, {}, "y8")
    found += [good, StartDeal(good.line, ((3, 4), (3, 4))), StartDeal((), ()), StartDeal(None, None)]  # type: ignore[arg-type]
    found += [StartDeal(good.line[::-1][:105], good.dice), StartDeal((*good.line[:105], 1.5), good.dice)]  # type: ignore[arg-type]
    return [*found, None, 3, "draw", Draw, Row((1,)), (), {"a": "draw"}]


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("name", TABLES)
def test_every_answer_is_that_of_the_naive_game(name: str, phase: str) -> None:
    """Both compares code or events; here besides: a Fault changes nothing, not one byte of a view."""
    start = table(name, phase)
    before = {viewer: encoded(view(start.state, viewer)) for viewer in VIEWERS}
    both, refused, accepted = start.copy(), 0, 0
    for action in actions(start):
        for seat in SEATS:
            if isinstance(both.ask(seat, action), Fault):
                refused += 1
                assert both.state is start.state
            else:
                accepted += 1
                both = start.copy()
    assert {viewer: encoded(view(start.state, viewer)) for viewer in VIEWERS} == before
    assert refused > 800
    assert (accepted == 0) == (start.state.phase == "over")


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("name", TABLES)
def test_can_and_legal_say_what_decide_accepts(name: str, phase: str) -> None:
    both = table(name, phase)
    state = both.state
    for seat in range(4):
        every: list[SeatAction] = [Draw(), Take(), *map(Throw, range(106)), ShowIndicator(), DeclarePairs()]
        accepted = [action for action in every if not isinstance(decide(state, seat, action), Fault)]
        found = [action for action in legal(state, seat) if not isinstance(action, Finish)]
        assert sorted(map(repr, found)) == sorted(map(repr, accepted))
        words = set(can(state, seat)) - {"finish"}
        assert words == {
            type(action).__name__.lower().replace("indicator", "").replace("pairs", "") for action in found
        }
        assert ("finish" in can(state, seat)) == (phase in ("opening", "drawn") and seat == state.turn)

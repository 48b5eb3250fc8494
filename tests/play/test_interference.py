"""Non-interference: no frame to a viewer depends on a tile that viewer may not know (SECURITY T1, BUGS B55-B59)."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from okey.play.audience import Audience
from okey.play.gallery import DELAY
from okey.play.messages import News, Snap
from okey.play.opening import Opening
from okey.play.standing import Standing, Step, begin, deal_of, play
from okey.play.steps import for_viewer, told
from okey.rules.actions import DeclarePairs, Draw, Finish, ShowIndicator, Take, Throw
from okey.rules.events import Claimed, Dealt, Event, Finished, Shown, Thrown
from okey.rules.match import can, decide
from okey.rules.state import State
from okey.rules.view import view
from okey.server.frames import encode
from okey.testing import START, MemorySocket, first_row, opening, think


def swapped(game: State, viewer: int | None, kept: set[int], chance: random.Random) -> State:
    """The same match as far as `viewer` knows: tiles hidden from it change places, but for those in `kept`."""
    deal = game.deal
    if deal is None or deal.ended:
        return game
    hidden = [tile for seat, rack in enumerate(deal.racks) if seat != viewer for tile in rack] + list(deal.pile)
    free = [tile for tile in hidden if tile not in kept]
    places = dict(zip(free, chance.sample(free, len(free)), strict=True))
    racks = tuple(
        rack if seat == viewer else tuple(places.get(tile, tile) for tile in rack)
        for seat, rack in enumerate(deal.racks)
    )
    pile = tuple(places.get(tile, tile) for tile in deal.pile)
    dealt = tuple(
        rack if seat == viewer else tuple(places.get(tile, tile) for tile in rack)
        for seat, rack in enumerate(deal.dealt)
    )
    return replace(game, deal=replace(deal, racks=racks, pile=pile, dealt=dealt))


def told_by(event: Event) -> set[int]:
    """The tiles an event shows to everybody."""
    match event:
        case Thrown(_, tile) | Shown(_, tile):
            return {tile}
        case Finished(_, _, tile, groups) | Claimed(_, tile, groups):
            return {tile, *(one for group in groups for one in group)}
    return set()


def match_of(made: Opening) -> list[tuple[Standing, Step]]:
    """Every step of a whole match of computers, with the standing before it."""
    standing = begin(next(iter([_first(made)])))
    steps: list[tuple[Standing, Step]] = []
    now = START
    while standing.game.phase != "over":
        now += 1000
        if standing.game.phase == "between":
            events: Any = (deal_of(standing),)
        else:
            seat = standing.game.turn
            assert seat is not None
            move = think(view(standing.game, seat), "orta", standing.n.to_bytes(4, "big"))
            events = decide(standing.game, seat, move)
            assert isinstance(events, tuple)
        for step in play(standing, events, now):
            steps.append((standing, step))
            standing = step.standing
    return steps


@cache
def match_with(preset: str) -> list[tuple[Standing, Step]]:
    """The steps of one match of four people, which several tests look at."""
    return match_of(opening(preset, people=4))


def _first(made: Opening) -> Any:
    return first_row(made, START)


@pytest.mark.parametrize("preset", ["klasik", "usta", "rummy"])
def test_swapping_hidden_tiles_changes_no_byte_of_any_frame(preset: str) -> None:
    chance = random.Random(preset)
    compared = 0
    changed = 0
    for before, step in match_with(preset):
        assert step.event is not None
        for viewer in range(4):
            kept = told_by(step.event)
            other = swapped(step.standing.game, viewer, kept, chance)
            changed += other != step.standing.game
            twin = replace(step, standing=replace(step.standing, game=other))
            event = step.event
            if isinstance(event, Dealt) and other.deal is not None:
                event = replace(event, racks=other.deal.racks, pile=other.deal.pile)
                twin = replace(twin, event=event)
            assert _frames(step, viewer) == _frames(twin, viewer)
            compared += 2
            past = swapped(before.game, viewer, kept, chance)
            for action in (Draw(), Take(), ShowIndicator(), DeclarePairs(), Throw(0), Finish(0), Throw(105)):
                assert _answer(before.game, viewer, action) == _answer(past, viewer, action)
    assert compared > 2000
    assert changed > compared / 3


def _answer(game: State, viewer: int, action: Any) -> Any:
    return decide(game, viewer, action)


def _frames(step: Step, viewer: int) -> list[bytes]:
    """What `viewer` is sent for a step: the event, and the whole table after it."""
    times = step.standing.times(START)
    kept = told(step)
    assert kept is not None
    news = News(kept.seq, kept.n, kept.event, times, kept.raw)
    whole = Snap(step.standing.seq, view(step.standing.game, viewer), viewer, step.standing.sitters(), times)
    return [encode(for_viewer(news, kept, viewer, can(step.standing.game, viewer))), encode(whole)]


def test_a_frame_of_a_deal_holds_no_foreign_tile() -> None:
    """The oracle knows all hands: besides the viewer's rack and the indicator no tile id stands in the frame."""
    made = opening("rummy", people=4)
    for _, step in match_of(made):
        if not isinstance(step.event, Dealt):
            continue
        for viewer in range(4):
            frame = json.loads(_frames(step, viewer)[0])
            assert frame["rack"] == list(step.event.racks[viewer])
            assert sorted(frame["event"]) == ["dice", "e", "indicator", "seat", "starter"]
            whole = json.loads(_frames(step, viewer)[1])["view"]
            assert whole["rack"] == frame["rack"]
            assert whole["discards"] == [[], [], [], []]
            assert "racks" not in whole
            assert isinstance(whole["pile"], int)


VIEWERS: dict[str, int | None] = {"seat": 2, "second tab": 2, "watcher": None, "second account": None}
"""Who looks: from the first deal on, or with a new socket after every step."""


class Ticking:
    """A clock that stands where it is put."""

    def __init__(self) -> None:
        self.time = START

    def now(self) -> int:
        return self.time


@pytest.mark.parametrize("preset", ["klasik", "usta", "rummy"])
@pytest.mark.parametrize("who", VIEWERS)
def test_swapping_hidden_tiles_changes_no_frame_of_a_whole_match(who: str, preset: str) -> None:
    """Two tables that differ in hidden tiles only, step by step; a twin's tiles are swapped anew at every step."""
    chance, seat, fresh = random.Random(f"{preset}/{who}"), VIEWERS[who], "second" in who
    steps = [(before, _watched(step)) for before, step in match_with(preset)]
    clock = Ticking()
    tables = [Audience(clock, _watchable(steps[0][0]), None) for _ in range(2)]
    sockets = [MemorySocket(), MemorySocket()]
    for table, socket in zip(tables, sockets, strict=True):
        _enter(table, socket, seat, None)
    compared = changed = 0
    for _, step in [*steps, (None, None)]:
        clock.time = step.row.at if step is not None else clock.time + 2 * DELAY
        twin = step and _twin(step, seat, chance)
        changed += twin != step
        for table, one in zip(tables, (step, twin), strict=True):
            if one is not None:
                table.accept(one)
                table.publish([one])
            table.show()
        after = chance.choice((None, 1, clock.time % 7))
        if fresh:
            for table, socket in zip(tables, sockets, strict=True):
                _enter(table, socket, seat, after)
        told, twins = ([encode(message) for message in socket.take()] for socket in sockets)
        assert told == twins
        compared += len(told)
    assert compared > len(steps) * 0.9
    assert changed > len(steps) / 3


def _watchable(standing: Standing) -> Standing:
    return replace(standing, watch=True)


def _watched(step: Step) -> Step:
    return replace(step, standing=_watchable(step.standing))


def _enter(table: Audience, socket: MemorySocket, seat: int | None, after: int | None) -> None:
    if seat is None:
        table.watch(socket, b"w" * 16, after, proved=True)
    else:
        table.free(socket, seat)
        table.sit(socket, seat, after, proved=True)


def _twin(step: Step, viewer: int | None, chance: random.Random) -> Step:
    """The same step as far as `viewer` may know."""
    assert step.event is not None
    other = swapped(step.standing.game, viewer, told_by(step.event), chance)
    event = step.event
    if isinstance(event, Dealt) and other.deal is not None:
        event = replace(event, racks=other.deal.racks, pile=other.deal.pile)
    return replace(step, event=event, standing=replace(step.standing, game=other))

"""What a table does by itself for a person: never a real okey, never past a finish, never on the reserve."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from okey.play.assistant import AUTO_DELAY
from okey.play.commands import Auto, Do
from okey.play.helpers import Wish, plan
from okey.play.messages import AutoSet, Ev, No, Ok
from okey.play.standing import Standing, begin, deal_of, play
from okey.rules.actions import Draw, SeatAction, Take, Throw
from okey.rules.events import Drawn, Event, Taken, Thrown
from okey.rules.match import decide
from okey.rules.ruleset import PRESETS
from okey.rules.text import tiles_from_faces
from okey.rules.tiles import face, is_okey, okey_face
from okey.rules.view import View, view
from okey.solver import finishes
from okey.testing import START, MemorySocket, first_row, opening, think
from tests.play.test_gathering import Site, heard
from tests.play.test_live import begun, move, play_to, say, standing_of

DELAY = int(AUTO_DELAY * 1000)
BOTH = Wish(draw=True, throw=True)


# --- the plan


def views(preset: str, key: int) -> list[tuple[Standing, View]]:
    """What the seat on turn sees at every move of a whole match of computers."""
    standing = begin(first_row(opening(preset, people=4, key=key.to_bytes(32, "big")), START))
    found = []
    while standing.game.phase != "over":
        events: Any
        seat = standing.game.turn
        if seat is None:
            events = (deal_of(standing),)
        else:
            seen = view(standing.game, seat)
            found.append((standing, seen))
            events = decide(standing.game, seat, think(seen, "kolay", standing.n.to_bytes(4, "big")))
        standing = play(standing, events, standing.at + 1000)[-1].standing
    return found


@pytest.mark.parametrize("preset", ["klasik", "usta", "rummy", "kahvehane"])
def test_what_is_planned_in_whole_matches(preset: str) -> None:
    kept, stopped, thrown, drawn = 0, 0, 0, 0
    for key in range(1, 4):
        for standing, seen in views(preset, key):
            seat = seen.turn
            assert seat is not None
            action, then = plan(seen, BOTH)
            assert seen.indicator is not None
            okey = okey_face(seen.indicator)
            if seen.phase == "draw":
                assert action == (Draw() if "draw" in seen.can else None)
                drawn += 1
            elif finishes(seen.rack, okey):
                assert (action, then) == (None, Wish(draw=True))
                stopped += 1
                continue
            elif last_arrival(seen) != (Drawn.TYPE, seat):
                assert action is None, "a tile that was taken, or the fifteenth of the start"
            elif is_okey(seen.rack[-1], okey):
                assert action is None
                kept += 1
            else:
                assert action == Throw(seen.rack[-1])
                assert isinstance(decide(standing.game, seat, action), tuple)
                thrown += 1
            assert then == BOTH
            for other in range(4):
                if other != seat:
                    assert plan(view(standing.game, other), BOTH) == (None, BOTH)
            assert plan(view(standing.game, None), BOTH) == (None, BOTH)
            assert plan(seen, Wish()) == (None, Wish())
    assert min(thrown, drawn) > 50
    assert kept + stopped > 0


def last_arrival(seen: View) -> tuple[int, int] | None:
    found = [(one.type, one.seat) for one in seen.history if one.type in (Drawn.TYPE, Taken.TYPE)]
    return found[-1] if found else None


def test_a_face_is_taken_once_and_only_that_face() -> None:
    took = 0
    for standing, seen in views("klasik", 5):
        if seen.phase != "draw":
            continue
        seat = seen.turn
        assert seat is not None
        pile = seen.discards[(seat - 1) % 4]
        offered = face(pile[-1]) if pile else None
        for wanted in range(53):
            action, then = plan(seen, Wish(draw=True, take=wanted))
            if wanted == offered:
                assert (action, then) == (Take(), Wish(draw=True))
                assert isinstance(decide(standing.game, seat, Take()), tuple)
                took += 1
            else:
                assert then.take == wanted
                assert action == (Draw() if "draw" in seen.can else None)
    assert took > 20


def seen_with(faces: str, indicator: str = "r4") -> View:
    """Fifteen tiles, the last of them drawn."""
    for _, seen in views("klasik", 1):
        if seen.phase == "throw" and last_arrival(seen) == (Drawn.TYPE, seen.turn):
            (turned,) = tiles_from_faces([indicator])
            return replace(seen, indicator=turned, rack=tiles_from_faces(faces.split()))
    raise AssertionError("nobody drew")


def test_a_real_okey_is_never_thrown() -> None:
    plain = "r1 r2 b5 b6 k7 k9 y1 y3 y5 y7 y9 y11 b1 b9"
    assert plan(seen_with(f"{plain} r5"), BOTH) == (None, BOTH)
    for drawn in ("F", "r6", "k5", "r4"):
        seen = seen_with(f"{plain} {drawn}")
        assert plan(seen, BOTH) == (Throw(seen.rack[-1]), BOTH)


@pytest.mark.parametrize(
    "rack",
    [
        "r1 r2 r3 b4 b5 b6 k7 k8 k9 y9 y10 y11 y12 y13 k13",
        "r1 r2 r3 b4 b5 b6 k7 k8 k9 y10 y11 y12 y13 k1 r5",
        "r1 r1 b2 b2 k3 k3 y4 y4 r6 r6 b7 b7 k8 k8 y9",
    ],
)
def test_throwing_stops_when_a_finish_is_possible(rack: str) -> None:
    seen = seen_with(rack)
    assert finishes(seen.rack, 4)
    assert plan(seen, BOTH) == (None, Wish(draw=True))


# --- at the table


def wished(wish: Wish, seat: int = 2) -> tuple[Site, list[MemorySocket]]:
    """A match in which a person has asked for something before the turn came."""
    site, sockets = begun()
    site.post(Auto(sockets[seat], wish))
    assert heard(sockets[seat], AutoSet) == [AutoSet(wish)]
    play_to(site, sockets, seat)
    return site, sockets


def events(socket: MemorySocket, since: int) -> list[Event]:
    return [ev.news.event for ev in heard(socket, Ev) if ev.news.n > since]


def test_a_turn_is_drawn_and_thrown_after_the_same_time_every_time() -> None:
    site, sockets = wished(BOTH)
    n = standing_of(site).n
    site.world.advance(DELAY - 1)
    assert standing_of(site).n == n
    site.world.advance(1)
    assert events(sockets[0], n) == [Drawn(2)]
    assert [len(heard(socket, Ok)) for socket in sockets][2] == 0, "no command, no answer"
    deal = standing_of(site).game.deal
    assert deal is not None
    tile = deal.racks[2][-1]
    site.world.advance(DELAY - 1)
    assert standing_of(site).n == n + 1
    site.world.advance(1)
    assert events(sockets[0], n) == [Drawn(2), Thrown(2, tile)]
    assert standing_of(site).game.turn == 3


def test_a_whole_match_of_four_who_let_the_table_play() -> None:
    site, sockets = begun(replace(PRESETS["klasik"], points=2, deals=2))
    for socket in sockets:
        site.post(Auto(socket, BOTH))
    site.world.advance(100)
    for _ in range(300):
        standing = standing_of(site)
        if standing.game.phase == "over":
            break
        n = standing.n
        site.world.advance(DELAY)
        if standing_of(site).n == n:
            move(site, sockets)
            for socket in sockets:
                site.post(Auto(socket, BOTH))
    assert standing_of(site).game.phase == "over"
    assert not site.world.told
    deal_events = events(sockets[0], 0)
    assert sum(isinstance(event, Thrown) for event in deal_events) > 100


def test_nothing_stale_is_played() -> None:
    site, sockets = wished(BOTH)
    n = standing_of(site).n
    site.world.advance(DELAY - 1)
    assert isinstance(say(site, sockets[2], Draw()), Ok)
    site.world.advance(1)
    assert events(sockets[0], n) == [Drawn(2)], "the plan was for the turn before the draw"
    site.world.advance(DELAY - 2)
    assert events(sockets[0], n) == [Drawn(2)]
    site.world.advance(1)
    assert len(events(sockets[0], n)) == 2


def test_a_wish_taken_back_or_changed_in_time_is_not_played() -> None:
    site, sockets = wished(BOTH)
    n = standing_of(site).n
    site.world.advance(DELAY - 1)
    site.post(Auto(sockets[2], Wish()))
    site.world.advance(5 * DELAY)
    assert standing_of(site).n == n
    site.post(Auto(sockets[2], BOTH))
    site.world.advance(DELAY - 1)
    assert standing_of(site).n == n
    site.world.advance(1)
    assert standing_of(site).n == n + 1


def test_a_wish_lasts_as_long_as_its_socket() -> None:
    site, sockets = wished(BOTH)
    n = standing_of(site).n
    again = site.join(b"c" * 16)
    site.world.advance(5 * DELAY)
    assert standing_of(site).n == n
    assert not heard(again, AutoSet)
    site.post(Auto(again, BOTH))
    site.world.advance(DELAY)
    assert standing_of(site).n == n + 1
    assert sockets[2].farewell is not None


def test_a_wanted_face_is_taken_instead_of_drawn_and_wanted_once() -> None:
    site, sockets = begun()
    play_to(site, sockets, 1)
    if standing_of(site).game.phase == "draw":
        move(site, sockets)
    deal = standing_of(site).game.deal
    assert deal is not None
    tile = deal.racks[1][0]
    site.post(Auto(sockets[2], Wish(draw=True, throw=True, take=face(tile))))
    assert isinstance(say(site, sockets[1], Throw(tile)), Ok)
    n = standing_of(site).n
    site.world.advance(DELAY)
    assert events(sockets[0], n) == [Taken(2, tile)]
    assert heard(sockets[2], AutoSet)[-1] == AutoSet(BOTH)
    site.world.advance(5 * DELAY)
    assert events(sockets[0], n) == [Taken(2, tile)], "nothing is thrown after a take"


def test_on_the_reserve_nothing_is_thrown_and_throwing_is_over() -> None:
    site, sockets = wished(Wish(throw=True))
    site.world.advance(30_000 - DELAY)
    assert isinstance(say(site, sockets[2], Draw()), Ok)
    n = standing_of(site).n
    site.world.advance(DELAY)
    assert heard(sockets[2], AutoSet)[-1] == AutoSet(Wish(throw=True)), "exactly at its end it is not on the reserve"
    assert len(events(sockets[0], n)) == 1
    site, sockets = wished(Wish(throw=True))
    site.world.advance(30_000 - DELAY + 1)
    assert isinstance(say(site, sockets[2], Draw()), Ok)
    n = standing_of(site).n
    site.world.advance(DELAY)
    assert heard(sockets[2], AutoSet)[-1] == AutoSet(Wish())
    site.world.advance(10 * DELAY)
    assert standing_of(site).n == n


def test_the_own_command_of_a_turn_that_was_played_is_old() -> None:
    site, sockets = wished(BOTH)
    at = standing_of(site).seq
    site.world.advance(3 * DELAY)
    site.post(Do(sockets[2], b"8 bytes.", at, Draw()))
    said = heard(sockets[2], No)[-1]
    assert said.fault.code in ("old_turn", "not_your_turn")


def test_when_a_helper_plays_does_not_depend_on_what_it_holds() -> None:
    """The moments at which others see something happen are the same for every key."""
    moments = set()
    for seed in range(6):
        chance = random.Random(seed)
        site, sockets = wished(Wish(draw=True), seat=chance.choice((1, 2, 3)))
        begun_at = site.world.now()
        n = standing_of(site).n
        while standing_of(site).n == n:
            site.world.advance(1)
        moments.add(site.world.now() - begun_at)
        assert sockets
    assert moments == {DELAY}


def test_actions_are_the_ones_of_the_rules() -> None:
    action: SeatAction | None = plan(views("rummy", 2)[0][1], BOTH)[0]
    assert action is None, "the start has fifteen tiles and draws nothing"

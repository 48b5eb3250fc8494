"""Watchers: public events only, half a minute late, whatever they ask; the founder may send them away (SECURITY T9)."""

from __future__ import annotations

import pytest

from okey.play import audience as audience_module
from okey.play.commands import (
    Auto,
    ChainFrom,
    Chat,
    Command,
    Contribute,
    Do,
    Fill,
    Heard,
    Kick,
    Leave,
    Rematch,
    Say,
    Sit,
    Stand,
    Watching,
)
from okey.play.gallery import DELAY, Gallery
from okey.play.helpers import Wish
from okey.play.hub import Hub
from okey.play.messages import (
    Bye,
    Chain,
    Contributions,
    Ev,
    Listed,
    No,
    Open,
    Presence,
    Refused,
    Reveal,
    SignedHead,
    Snap,
)
from okey.play.opening import Options
from okey.play.standing import Standing
from okey.rules.actions import Draw
from okey.rules.events import Dealt, MatchEnded
from okey.rules.ruleset import PRESETS
from okey.rules.view import view
from okey.testing import MemorySocket, opening, think
from tests.play.test_gathering import FAIRNESS, Site, heard
from tests.play.test_interference import match_of
from tests.play.test_live import ADA, BEN, CEM, DUA, begun, come, move, opens, refusal, room, standing_of

EVE, FAY = b"e" * 16, b"f" * 16


def numbers(socket: MemorySocket) -> list[int]:
    return [ev.news.n for ev in heard(socket, Ev)]


def play(site: Site, sockets: list[MemorySocket], moves: int) -> None:
    for _ in range(moves):
        move(site, sockets)


def watching() -> tuple[Site, list[MemorySocket], MemorySocket]:
    """A match of some moves, and somebody who watches from its beginning."""
    site, sockets = begun()
    eve = site.join(EVE)
    play(site, sockets, 12)
    return site, sockets, eve


def test_a_gallery_shows_every_step_once_and_half_a_minute_late() -> None:

    steps = [step for _, step in match_of(opening("rummy", people=4))]
    gallery = Gallery(steps[0].standing)
    for step in steps[1:]:
        gallery.add(step)
    shown = []
    while (due := gallery.due) is not None:
        assert gallery.show(due - 1) == []
        shown += gallery.show(due)
        assert gallery.standing == shown[-1].standing
        assert due == shown[-1].row.at + DELAY
    assert shown == steps[1:]


def test_a_watcher_sees_the_table_as_it_was_and_no_rack() -> None:
    site, sockets, eve = watching()
    snap = heard(eve, Snap)[0]
    assert (snap.you, snap.view.rack, snap.view.can, snap.view.deal) == (None, (), (), 0)
    assert numbers(eve) == []
    times = {row.seq: row.at for row in site.world.log.tables[site.table]}
    told = {ev.news.seq: ev for ev in heard(sockets[0], Ev)}
    for _ in range(60):
        site.world.advance(1000)
        for ev in heard(eve, Ev):
            assert times[ev.news.seq] + DELAY <= site.world.now()
    assert numbers(eve)[:12] == list(range(1, 13))
    for ev in heard(eve, Ev):
        assert (ev.tile, ev.rack, ev.can) == (None, None, ())
        assert ev.news.times.now >= times[ev.news.seq] + DELAY
        if ev.news.seq in told:
            assert ev.news.event == told[ev.news.seq].news.event


def test_clocks_are_as_much_later_as_the_events() -> None:
    site, _, eve = watching()
    site.world.advance(DELAY)
    standing = fold_shown(site)
    times = heard(eve, Ev)[-1].news.times
    assert standing.clock.deadline is not None
    assert times.clocks.deadline == standing.clock.deadline + DELAY
    assert times.clocks.deadline - times.now == 150_000, "a turn that has just begun, as they see it"


def fold_shown(site: Site) -> Standing:
    playing = site.hub._table(site.table)._playing
    assert playing is not None
    audience = playing.audience
    return audience.shown


def test_who_comes_later_sees_what_the_others_see_and_a_restart_the_same() -> None:
    site, _, eve = watching()
    site.world.advance(25_000)
    before = heard(site.join(FAY), Snap)[0]
    assert 0 < before.seq < standing_of(site).seq
    assert before.seq == heard(eve, Ev)[-1].news.seq
    site.restart()
    after = heard(site.join(FAY), Snap)[0]
    assert (after.seq, after.view) == (before.seq, before.view)


@pytest.mark.parametrize("missed", [1, 3, 7])
def test_a_watcher_that_comes_back_hears_exactly_what_it_missed(missed: int) -> None:
    site, _, eve = watching()
    site.world.advance(DELAY)
    seen = heard(eve, Ev)[-1 - missed].news.seq
    back = site.join(EVE, after=seen)
    assert eve.farewell == Bye("taken_over")
    assert numbers(back) == numbers(eve)[-missed:]
    assert not heard(back, Snap)
    again = site.join(EVE, after=10**6)
    assert len(heard(again, Snap)) == 1


def test_everybody_is_told_how_many_watch() -> None:
    site, sockets = begun()
    eve = site.join(EVE)
    assert heard(sockets[0], Presence)[-1].watchers == 1
    fay = site.join(FAY)
    assert heard(fay, Snap)[-1].watchers == 2
    assert [heard(socket, Presence)[-1].watchers for socket in (*sockets, eve)] == [2] * 5
    site.post(Leave(eve))
    assert [heard(socket, Presence)[-1].watchers for socket in (*sockets, fay)] == [1] * 5
    assert heard(site.join(ADA), Snap)[-1].watchers == 1


def test_who_waits_in_the_room_without_a_seat_watches_the_match() -> None:
    site = room()
    eve = site.join(EVE)
    sockets = [come(site, person, seat) for seat, person in enumerate((ADA, BEN, CEM, DUA))]
    late = site.join(FAY)
    for seat, socket in enumerate(sockets):
        opens(site, socket, seat)
    for socket in (eve, late):
        assert socket.farewell is None
        assert [len(heard(socket, kind)) for kind in (Open, Listed, Contributions, Snap)] == [1, 1, 1, 1]
        assert heard(socket, Snap)[0].you is None
    assert numbers(eve) == []
    site.world.advance(DELAY)
    assert isinstance(heard(eve, Ev)[0].news.event, Dealt)
    assert numbers(eve)[0] == 1


def test_the_proof_comes_as_late_as_the_moves() -> None:
    site, sockets, eve = watching()
    rows = site.world.log.tables[site.table]
    assert [signed.n for signed in heard(eve, SignedHead)] == [0]
    site.post(Heard(eve, 0, b"x" * 32))
    site.post(ChainFrom(eve, 0))
    assert heard(eve, SignedHead)[-1].n == 0
    assert heard(eve, Chain)[-1].events == ()
    site.world.advance(25_000)
    shown = numbers(eve)[-1]
    site.post(ChainFrom(eve, 0))
    bodies = [row.body for row in rows if row.kind == "game"]
    assert heard(eve, Chain)[-1].events == tuple(bodies[:shown])
    assert shown < len(bodies)
    while standing_of(site).game.phase != "over":
        move(site, sockets)
    assert heard(sockets[0], Reveal)
    assert not heard(eve, Reveal)
    assert not heard(site.join(FAY), Reveal)
    site.world.advance(DELAY - 1)
    assert not heard(eve, Reveal)
    site.world.advance(1)
    assert isinstance(heard(eve, Ev)[-1].news.event, MatchEnded)
    assert heard(eve, Reveal)[0].seed == heard(sockets[0], Reveal)[0].seed
    assert heard(site.join(b"g" * 16), Reveal)


def frames(socket: MemorySocket) -> list[Command]:
    z = bytes(32)
    return [
        Do(socket, b"8 bytes.", 3, Draw()),
        Do(socket, b"8 bytes,", 3, None),
        Sit(socket, 0, "Eve", z),
        Stand(socket),
        Fill(socket),
        Kick(socket, 1, "name 1"),
        Watching(socket, False),
        Rematch(socket),
        Say(socket, "selam"),
        Chat(socket, "hello"),
        Auto(socket, Wish(True, True, 3)),
        Contribute(socket, z, z),
    ]


def test_a_watcher_is_refused_everything_else_with_one_answer() -> None:
    site, sockets, eve = watching()
    before, told = standing_of(site), [len(socket.heard) for socket in sockets]
    for frame in frames(eve):
        eve.take()
        site.post(frame)
        (answer,) = eve.heard
        assert isinstance(answer, No | Refused), frame
        assert answer.fault.code == "not_seated"
        if isinstance(answer, No):
            assert answer.seq == fold_shown(site).seq < before.seq, "the answer tells how far the match really is"
    assert standing_of(site) == before
    assert [len(socket.heard) for socket in sockets] == told


def test_the_founder_sends_watchers_away_and_lets_them_in_again() -> None:
    site, sockets, eve = watching()
    site.post(Watching(sockets[1], False))
    assert refusal(sockets[1]) == "founder_only"
    assert eve.farewell is None
    sockets[0].take()
    site.post(Watching(sockets[0], False))
    assert [type(message) for message in sockets[0].take()] == [Presence]
    assert eve.farewell == Bye("not_seated")
    assert heard(sockets[1], Presence)[-1].watchers == 0
    assert site.join(EVE).farewell == Bye("not_seated")
    site.restart()
    assert site.join(EVE).farewell == Bye("not_seated")
    ada = site.join(ADA)
    ada.take()
    site.post(Watching(ada, False))
    assert [type(message) for message in ada.take()] == [Presence], "one answer, and no row"
    site.post(Watching(ada, True))
    assert site.join(EVE).farewell is None
    assert site.kinds.count("watching") == 2


def test_a_founder_without_a_seat_leads_from_among_the_watchers() -> None:
    site = room(2)
    ada = site.join(ADA)
    sockets = [come(site, BEN, 0), come(site, CEM, 2)]
    for seat, socket in zip((0, 2), sockets, strict=True):
        opens(site, socket, seat)
    assert heard(ada, Snap)[0].you is None
    site.post(Watching(ada, False))
    assert ada.farewell == Bye("not_seated")


def test_tables_nobody_watches() -> None:
    site, sockets = begun(options=Options(watch=False))
    assert site.join(EVE).farewell == Bye("not_seated")
    site.post(Watching(sockets[0], True))
    assert site.join(EVE).farewell is None
    alone = Site.of(PRESETS["klasik"])
    assert alone.join(EVE).farewell == Bye("not_seated")


def test_another_node_shows_and_dismisses_watchers_too() -> None:
    site, sockets = begun()
    other = Site(site.world, Hub(site.world.ports, think, 0.0, FAIRNESS), site.table)
    eve = other.join(EVE)
    play(site, sockets, 4)
    other.hub.hinted(site.table)
    site.world.advance(DELAY)
    assert numbers(eve)[:4] == [1, 2, 3, 4]
    site.post(Watching(sockets[0], False))
    other.hub.hinted(site.table)
    site.world.run()
    assert eve.farewell == Bye("not_seated")


def test_a_full_gallery_takes_nobody_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audience_module, "MOST_WATCHERS", 2)
    site, _ = begun()
    eve, fay, gus = (site.join(person) for person in (EVE, FAY, b"g" * 16))
    assert (eve.farewell, fay.farewell, gus.farewell) == (None, None, Bye("full"))
    site.post(Leave(eve))
    assert site.join(b"g" * 16).farewell is None


def test_what_waits_for_watchers_is_bounded_without_any() -> None:
    site, sockets = begun()
    play(site, sockets, 60)
    playing = site.hub._table(site.table)._playing
    assert playing is not None
    audience = playing.audience
    assert len(audience._gallery._waiting) < 70
    site.world.advance(DELAY)
    site.join(EVE)
    assert audience.shown.seq > 60
    assert view(audience.shown.game, None).rack == ()


def test_the_fold_keeps_what_the_founder_said() -> None:
    site, sockets = begun()
    site.post(Watching(sockets[0], False))
    before = standing_of(site)
    site.restart()
    site.join(ADA)
    after = standing_of(site)
    assert (before.watch, after.watch, after.founder) == (False, False, ADA)

"""A table by hand: who is told what, what is refused, and every race we could think of."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import pytest

from okey.play import audience as audience_module
from okey.play import steps as steps_module
from okey.play.commands import Do, Join, Moved, Wake
from okey.play.messages import Bye, Ev, No, Ok, Presence, Snap
from okey.play.ports import LogRow, TableId
from okey.play.standing import AMENDS, MOST_LAG, PAUSE, Standing, deal_of, fold, play
from okey.rules.actions import DeclarePairs, Draw, Finish, SeatAction, ShowIndicator, Take, Throw, TimeOut
from okey.rules.events import Automatic, Dealt, Drawn, Event, MatchEnded, Thrown
from okey.rules.match import decide
from okey.testing import MemorySocket, Script, World, events_of, opening, person, snap_of

STILL = 1e6
"""A pace at which computers never move."""


def waiting(level: str = "klasik") -> tuple[Script, MemorySocket]:
    """A table at the first turn of the person on seat 0."""
    script = Script(opening(level))
    socket = script.join()
    while script.table.standing.game.turn != 0:  # type: ignore[union-attr]
        script.world.advance(100)
    return script, socket


def game(script: Script):  # type: ignore[no-untyped-def]
    standing = script.table.standing
    assert standing is not None
    return standing.game


def throwable(script: Script, seat: int = 0) -> int:
    """A tile the seat may throw: the last one of its rack."""
    return int(game(script).deal.racks[seat][-1])


def begin_turn(script: Script, socket: MemorySocket) -> None:
    """Bring seat 0 to 15 tiles."""
    if game(script).phase == "draw":
        assert isinstance(script.do(socket, Draw()), Ok)


# --- hello


def test_the_first_hello_gets_the_table_and_starts_the_match() -> None:
    script = Script(pace=STILL)
    socket = script.join()
    first, *rest = socket.heard
    assert isinstance(first, Snap)
    assert first.view.phase == "between"
    assert first.you == 0
    assert [sitter.level for sitter in first.seats if sitter] == [None, "kolay", "kolay", "kolay"]
    dealt = events_of(rest)[0]
    assert isinstance(dealt.news.event, Dealt)
    assert dealt.rack == game(script).deal.racks[0]
    assert dealt.news.n == 1


def test_an_unknown_table_and_a_stranger_are_turned_away() -> None:
    script = Script()
    nobody, stranger = MemorySocket(), MemorySocket()
    script.hub.join(b"x" * 16, person(0), nobody, None)
    script.hub.join(script.id, b"s" * 16, stranger, None)
    script.world.run()
    assert nobody.farewell == Bye("unknown_table")
    assert stranger.farewell == Bye("not_seated")
    assert script.hub.tables == 1, "an unknown table is not kept in memory"


def test_a_stranger_moves_nothing() -> None:
    script, _ = waiting()
    stranger = MemorySocket()
    script.hub.join(script.id, b"s" * 16, stranger, None)
    script.world.run()
    before = script.seq
    assert script.do(stranger, Draw()) is None
    assert script.seq == before


def test_a_second_tab_takes_over_and_the_first_is_deaf_and_dumb() -> None:
    script, first = waiting()
    rows = script.seq
    second = script.join()
    assert first.farewell == Bye("taken_over")
    assert script.seq == rows, "the person did not go, so nobody's presence changed"
    script.post(first, Draw())
    script.world.run()
    assert script.seq == rows
    script.leave(first)
    assert script.seq == rows, "the first tab closing is not the person leaving"
    begin_turn(script, second)
    assert isinstance(script.do(second, Throw(throwable(script))), Ok)


def test_presence_is_in_the_log_and_told_to_the_others() -> None:
    script = Script(opening(people=2), pace=STILL)
    one = script.join(0)
    two = script.join(1)
    assert one.heard[-1].seats[1].connected  # type: ignore[union-attr]
    one.take()
    script.leave(two)
    told = one.take()
    assert [type(message) for message in told] == [Presence]
    assert not told[0].seats[1].connected  # type: ignore[union-attr]
    assert [row.kind for row in script.rows if row.kind == "presence"] == ["presence"] * 3


@pytest.mark.parametrize("missed", range(1, 40, 3))
def test_resume_tells_exactly_what_was_missed(missed: int) -> None:
    script, socket = waiting()
    for _ in range(12):
        begin_turn(script, socket)
        script.do(socket, Throw(throwable(script)))
    heard = events_of(socket.heard)
    after = heard[-missed].news.seq - 1 if missed <= len(heard) else 0
    again = script.join(after=after)
    told = events_of(again.heard)
    expected = [event for event in heard if event.news.seq > after]
    assert [(ev.news.seq, ev.news.n, ev.news.event, ev.tile, ev.rack) for ev in told] == [
        (ev.news.seq, ev.news.n, ev.news.event, ev.tile, ev.rack) for ev in expected
    ]
    assert told[-1].can == expected[-1].can


def test_resume_after_a_restart_comes_out_of_the_log() -> None:
    script, socket = waiting()
    begin_turn(script, socket)
    heard = events_of(socket.heard)
    script.restart()
    again = script.join(after=heard[0].news.seq - 1)
    told = events_of(again.heard)
    assert [(ev.news.n, ev.news.event, ev.tile, ev.rack) for ev in told] == [
        (ev.news.n, ev.news.event, ev.tile, ev.rack) for ev in heard
    ]


def test_who_missed_too_much_or_saw_the_future_gets_the_whole_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audience_module, "WINDOW", 4)
    script, socket = waiting()
    begin_turn(script, socket)
    script.do(socket, Throw(throwable(script)))
    for after in (1, 10_000, None):
        assert isinstance(script.join(after=after).heard[0], Snap)


def test_who_missed_nothing_gets_the_whole_table() -> None:
    script, socket = waiting()
    begin_turn(script, socket)
    (first,) = script.join(after=script.seq).heard
    assert isinstance(first, Snap)


def test_a_second_hello_on_one_socket_is_no_second_tab() -> None:
    script, socket = waiting()
    rows = script.seq
    script.hub.join(script.id, person(0), socket, None)
    script.world.run()
    assert socket.farewell is None
    assert isinstance(socket.heard[-1], Snap)
    assert script.seq == rows
    begin_turn(script, socket)
    assert isinstance(script.do(socket, Throw(throwable(script))), Ok)


# --- commands


def test_the_same_command_ten_times_is_one_move_with_one_answer() -> None:
    script, socket = waiting()
    begin_turn(script, socket)
    tile, at = throwable(script), script.seq
    answers = [script.do(socket, Throw(tile), at, b"8 bytes.") for _ in range(10)]
    assert all(isinstance(answer, Ok) for answer in answers)
    assert len({answer.seq for answer in answers}) == 1  # type: ignore[union-attr]
    assert sum(row.cid == b"8 bytes." for row in script.rows) == 1


def test_a_command_sent_again_after_a_crash_gets_its_old_answer() -> None:
    script, socket = waiting()
    begin_turn(script, socket)
    tile, at = throwable(script), script.seq
    first = script.do(socket, Throw(tile), at, b"8 bytes.")
    script.restart()
    again = script.do(script.join(), Throw(tile), at, b"8 bytes.")
    assert again == first


def test_the_answer_comes_after_the_events_it_made() -> None:
    script, socket = waiting()
    begin_turn(script, socket)
    socket.take()
    script.world.log.before = None
    script.post(socket, Throw(throwable(script)))
    script.world.run()
    kinds = [type(message) for message in socket.heard]
    assert kinds.index(Ev) < kinds.index(Ok)
    mine = next(ev for ev in events_of(socket.heard) if isinstance(ev.news.event, Thrown))
    answer = next(message for message in socket.heard if isinstance(message, Ok))
    assert answer.seq >= mine.news.seq


def test_nothing_is_told_before_it_is_stored() -> None:
    script, socket = waiting()
    begin_turn(script, socket)
    heard: list[int] = []
    socket.take()
    script.world.log.before = lambda table, rows: heard.append(len(socket.heard))
    script.do(socket, Throw(throwable(script)))
    assert heard[0] == 0


def test_draw_draw_throw_in_one_packet_are_judged_one_after_another() -> None:
    script, socket = waiting()
    begin_turn(script, socket)
    script.do(socket, Throw(throwable(script)))
    while game(script).turn != 0:
        script.world.advance(100)
    socket.take()
    at = script.seq
    tile = game(script).deal.racks[0][0]
    for action in (Draw(), Draw(), Throw(tile)):
        script.post(socket, action, at)
    script.world.run()
    answers = [message for message in socket.heard if isinstance(message, Ok | No)]
    assert [type(answer) for answer in answers] == [Ok, No, Ok]
    assert answers[1].fault.code == "already_drawn"  # type: ignore[union-attr]


def test_a_second_throw_in_one_packet_is_not_the_next_seats_turn() -> None:
    script, socket = waiting()
    begin_turn(script, socket)
    socket.take()
    one, two = game(script).deal.racks[0][-2:]
    script.post(socket, Throw(one))
    script.post(socket, Throw(two))
    script.world.run()
    answers = [message for message in socket.heard if isinstance(message, Ok | No)]
    assert isinstance(answers[0], Ok)
    assert isinstance(answers[1], No)
    assert answers[1].fault.code == "not_your_turn"


@pytest.mark.parametrize("action", [Draw(), Take()])
def test_a_move_meant_for_an_older_turn_is_refused(action: SeatAction) -> None:
    script, socket = waiting()
    begin_turn(script, socket)
    old = script.seq
    script.do(socket, Throw(throwable(script)))
    while game(script).turn != 0:
        script.world.advance(100)
    rows = script.seq
    for at in (old, script.seq + 1):
        answer = script.do(socket, action, at)
        assert isinstance(answer, No)
        assert answer.fault.code == "old_turn"
    assert script.seq == rows


def test_a_row_that_is_no_event_does_not_make_a_move_old() -> None:
    script = Script(opening(people=4), pace=STILL)
    sockets = [script.join(seat) for seat in range(4)]
    turn = game(script).turn
    at = script.seq
    script.leave(sockets[turn - 1])
    assert script.seq == at + 1
    assert isinstance(script.do(sockets[turn], Throw(throwable(script, turn)), at), Ok)


def test_showing_and_declaring_are_judged_when_they_arrive() -> None:
    script, socket = waiting("usta")
    begin_turn(script, socket)
    shown = script.do(socket, ShowIndicator(), at=1)
    assert isinstance(shown, Ok) or (isinstance(shown, No) and shown.fault.code.startswith("indicator_"))
    assert isinstance(script.do(socket, DeclarePairs(), at=1), Ok)


def test_a_refused_command_changes_nothing() -> None:
    script, socket = waiting()
    begin_turn(script, socket)
    before = script.table.standing
    for action in (Draw(), Take(), Throw(200), Throw(-1), Finish(0), Finish(999, ()), DeclarePairs()):
        assert isinstance(script.do(socket, action), No), action
    assert script.table.standing == before


def test_a_command_that_raises_changes_nothing_and_the_table_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    script, socket = waiting()
    begin_turn(script, socket)
    before = script.table.standing
    with monkeypatch.context() as patch:
        patch.setattr(steps_module, "decide", lambda *_: 1 / 0)
        answer = script.do(socket, Throw(throwable(script)))
    assert isinstance(answer, No)
    assert answer.fault.code == "failed"
    assert script.table.standing == before
    assert script.world.told[-1][0] == "command_failed"
    assert isinstance(script.do(socket, Throw(throwable(script))), Ok)


# --- time


def test_a_move_before_the_time_out_in_the_same_millisecond_counts() -> None:
    script, socket = waiting()
    assert script.table.standing is not None
    deadline = script.table.standing.clock.deadline
    assert deadline is not None
    script.world.advance(deadline - script.world.now() - 1)
    script.world.time += 1
    script.post(socket, Draw() if game(script).phase == "draw" else Throw(throwable(script)))
    script.table.post(Wake())
    script.world.run()
    assert isinstance(next(m for m in reversed(socket.heard) if isinstance(m, Ok | No)), Ok)


def test_a_move_after_the_time_out_is_late_and_costs_nothing() -> None:
    script, socket = waiting()
    begin_turn(script, socket)
    at, tile = script.seq, throwable(script)
    script.world.advance(600_000 + MOST_LAG)
    events = [ev.news.event for ev in events_of(socket.heard)]
    assert any(isinstance(event, Automatic) and event.seat == 0 for event in events)
    scores = game(script).scores
    answer = script.do(socket, Throw(tile), at)
    assert isinstance(answer, No)
    assert answer.fault.code == "late"
    assert game(script).scores == scores


def test_two_alarms_for_one_turn_make_one_time_out() -> None:
    script, socket = waiting()
    script.hub._computers._pace = STILL
    script.world.advance(script.table.standing.due - script.world.now() - 1)  # type: ignore[operator,union-attr]
    script.world.time += 1
    for _ in range(5):
        script.table.post(Wake())
    script.world.run()
    thrown = [ev for ev in events_of(socket.heard) if isinstance(ev.news.event, Automatic)]
    assert len(thrown) in (1, 2), "a throw, with the draw before it where the turn had no tile yet"
    assert game(script).turn == 1


def test_the_clock_stands_still_while_the_person_is_away() -> None:
    script, socket = waiting()
    begin_turn(script, socket)
    script.world.advance(60_000)
    script.leave(socket)
    standing = script.table.standing
    assert standing is not None
    assert standing.due is None
    left = standing.times(script.world.now()).clocks.left
    script.world.advance(50 * 3_600_000)
    back = script.join()
    clocks = snap_of(back.heard).times.clocks
    assert clocks.running
    assert clocks.deadline == script.world.now() + left  # type: ignore[operator]
    assert not any(isinstance(row, Automatic) for row in script.rows)


def test_after_a_crash_the_turn_gets_its_time_back_and_ten_seconds() -> None:
    script, socket = waiting()
    begin_turn(script, socket)
    standing = script.table.standing
    assert standing is not None
    left = standing.clock.left(script.rows[-1].at)
    script.world.advance(123_000)
    script.restart()
    assert script.rows[-1].kind == "restart"
    script.world.advance(3_600_000)
    clocks = snap_of(script.join().heard).times.clocks
    assert clocks.deadline == script.world.now() + left + AMENDS  # type: ignore[operator]


def test_a_clean_log_gets_no_restart_row() -> None:
    script, socket = waiting()
    begin_turn(script, socket)
    script.leave(socket)
    rows = script.seq
    script.restart()
    script.join()
    assert [row.kind for row in script.rows[rows:]] == ["presence"]


def test_time_of_day_set_back_never_makes_the_log_fall() -> None:
    script, socket = waiting()
    begin_turn(script, socket)
    script.world.time -= 3_600_000
    assert isinstance(script.do(socket, Throw(throwable(script))), Ok)
    times = [row.at for row in script.rows]
    assert times == sorted(times)


def test_with_people_only_the_clock_runs_on_and_the_late_one_loses() -> None:
    script = Script(opening(people=4), pace=STILL)
    sockets = [script.join(seat) for seat in range(4)]
    turn = game(script).turn
    script.leave(sockets[turn])
    script.world.advance(149_000)
    assert game(script).phase != "over"
    script.world.advance(2_000)
    assert game(script).phase == "over"
    assert game(script).ranks[turn] == 4
    answer = script.do(script.join(turn), Throw(throwable(script, turn)), at=script.seq - 3)
    assert isinstance(answer, No)
    assert answer.fault.code == "late"


# --- between deals


def pausing() -> tuple[Script, MemorySocket]:
    """A table of one person between the first deal and the second."""
    script, socket = waiting()
    number = game(script).number
    while game(script).phase != "between":
        standing = script.table.standing
        assert standing is not None
        assert standing.game.number == number
        if standing.game.turn == 0:
            action: SeatAction = Draw() if standing.game.phase == "draw" else Throw(throwable(script))
            action = Take() if standing.game.phase == "draw" and not standing.game.deal.pile else action  # type: ignore[union-attr]
            assert isinstance(script.do(socket, action), Ok)
        else:
            script.world.advance(10)
    return script, socket


def test_the_next_deal_comes_after_ten_seconds() -> None:
    script, socket = pausing()
    ended = script.rows[-1].at
    assert events_of(socket.heard)[-1].news.times.next_at == ended + PAUSE
    script.world.advance(ended + PAUSE - script.world.now() - 1)
    assert game(script).phase == "between"
    script.world.advance(1)
    assert game(script).number == 2


def test_next_starts_the_deal_at_once_and_is_harmless_later() -> None:
    script, socket = pausing()
    assert isinstance(script.do(socket, None), Ok)
    assert game(script).number == 2
    assert isinstance(script.do(socket, None), Ok)
    assert game(script).number == 2


def test_nobody_there_no_next_deal() -> None:
    script, socket = pausing()
    script.leave(socket)
    script.world.advance(3_600_000)
    assert fold(script.rows).game.number == 1
    script.join()
    script.world.advance(PAUSE - 1)
    assert game(script).number == 1
    script.world.advance(1)
    assert game(script).number == 2


def test_next_of_one_person_waits_for_the_other_unless_that_one_is_away() -> None:
    script = Script(opening("rummy", people=2), pace=0)
    sockets = {0: script.join(0), 1: script.join(1)}
    while game(script).phase != "between":
        turn = game(script).turn
        if turn in sockets:
            deal = game(script).deal
            action: SeatAction = Throw(deal.racks[turn][-1]) if deal.full else Draw() if deal.pile else Take()
            assert isinstance(script.do(sockets[turn], action), Ok)
        else:
            script.world.advance(10)
    script.do(sockets[0], None)
    assert game(script).number == 1
    script.leave(sockets[1])
    assert game(script).number == 2


def test_a_match_that_is_over_stays_over() -> None:
    script, socket = waiting("ikramiye")
    while game(script).phase != "over":
        script.world.advance(600_000)
    assert isinstance(events_of(socket.heard)[-1].news.event, MatchEnded)
    assert script.world.log.effects[-1][1].__class__.__name__ == "Ended"
    rows = script.seq
    for action in (Draw(), None):
        answer = script.do(socket, action)
        assert isinstance(answer, No)
        assert answer.fault.code == "match_over"
    script.world.advance(3_600_000)
    assert script.seq == rows
    assert snap_of(script.join().heard).view.phase == "over"


# --- two nodes, and a bad disk


def test_who_loses_the_race_for_a_row_reads_it_and_decides_again() -> None:
    script, socket = waiting()
    begin_turn(script, socket)
    tile = throwable(script)

    def first(table: TableId, rows: Sequence[LogRow]) -> None:
        script.world.log.before = None
        standing = fold(script.rows)
        events = decide(standing.game, None, TimeOut())
        assert isinstance(events, tuple)
        steps = play(standing, events, script.world.now())
        assert script.world.log.write(table, [step.row for step in steps])

    script.world.log.before = first
    answer = script.do(socket, Throw(tile))
    assert isinstance(answer, No)
    assert answer.fault.code == "late"
    assert any(isinstance(ev.news.event, Automatic) for ev in events_of(socket.heard)), "what was read is told"
    assert fold(script.rows).n == script.table.standing.n  # type: ignore[union-attr]


def test_a_disk_that_fails_drops_the_table_and_the_command_can_be_sent_again() -> None:
    script, socket = waiting()
    begin_turn(script, socket)
    tile, at = throwable(script), script.seq

    def fails(table: TableId, rows: Sequence[LogRow]) -> None:
        script.world.log.before = None
        raise OSError("no space left on device")

    script.world.log.before = fails
    assert script.do(socket, Throw(tile), at, b"8 bytes.") is None
    assert socket.farewell == Bye("restart", 1000)
    assert isinstance(script.do(script.join(), Throw(tile), at, b"8 bytes."), Ok)


def test_a_table_whose_task_is_cancelled_is_read_anew_and_the_command_can_be_sent_again() -> None:
    script, socket = waiting()
    begin_turn(script, socket)
    tile, at = throwable(script), script.seq

    def cancels(table: TableId, rows: Sequence[LogRow]) -> None:
        script.world.log.before = None
        raise asyncio.CancelledError

    script.world.log.before = cancels
    with pytest.raises(asyncio.CancelledError):
        script.do(socket, Throw(tile), at, b"8 bytes.")
    assert socket.farewell == Bye("restart", 1000)
    assert isinstance(script.do(script.join(), Throw(tile), at, b"8 bytes."), Ok)


def test_a_table_whose_task_is_cancelled_is_taken_up_though_nobody_comes_back() -> None:
    script, _ = waiting()

    def cancels(table: TableId, rows: Sequence[LogRow]) -> None:
        script.world.log.before = None
        raise asyncio.CancelledError

    script.world.log.before = cancels
    with pytest.raises(asyncio.CancelledError):
        script.world.advance(3_600_000)
    rows = script.seq
    script.world.advance(3_600_000)
    assert script.seq > rows


def test_a_write_of_unknown_outcome_is_not_made_twice() -> None:
    script, socket = waiting()
    begin_turn(script, socket)
    tile, at = throwable(script), script.seq

    def stored_and_failed(table: TableId, rows: Sequence[LogRow]) -> None:
        script.world.log.before = None
        script.world.log.write(table, rows)
        raise OSError("the disk was pulled out")

    script.world.log.before = stored_and_failed
    assert script.do(socket, Throw(tile), at, b"8 bytes.") is None
    assert isinstance(script.do(script.join(), Throw(tile), at, b"8 bytes."), Ok)
    assert sum(row.cid == b"8 bytes." for row in script.rows) == 1


def test_a_log_that_is_none_closes_the_table_and_harms_no_other() -> None:
    world = World()
    good, bad = Script(world=world), Script(world=world)
    bad.rows.append(bad.rows[0])
    socket = bad.join()
    assert socket.farewell == Bye("restart", 1000)
    assert world.told[-1][0] == "table_dropped"
    assert isinstance(good.join().heard[0], Snap)


def test_idle_tables_leave_memory_and_come_back() -> None:
    script, socket = waiting()
    begin_turn(script, socket)
    rack = game(script).deal.racks[0]
    script.leave(socket)
    script.world.advance(61_000)
    assert script.hub.tables == 0
    assert snap_of(script.join().heard).view.rack == rack


def test_stop_says_good_bye() -> None:
    script, socket = waiting()
    script.hub.stop()
    script.world.run()
    assert socket.farewell == Bye("restart", 1000)
    late = MemorySocket()
    rows = script.seq
    script.world.run()
    assert script.seq == rows
    assert late.farewell is None


def test_commands_are_values() -> None:
    socket = MemorySocket()
    assert Join(socket, b"p", None) == Join(socket, b"p", None)
    assert Do(socket, b"c", 1, Draw()) != Do(socket, b"c", 2, Draw())
    assert Moved(0, 1, None) == Moved(0, 1, None)


def test_own_draws_are_told_to_their_owner_only() -> None:
    script = Script(opening("rummy", people=4), pace=STILL)
    sockets = [script.join(seat) for seat in range(4)]
    for _ in range(9):
        turn, deal = game(script).turn, game(script).deal
        script.do(sockets[turn], Throw(deal.racks[turn][-1]) if deal.full else Draw())
    for seat, socket in enumerate(sockets):
        for ev in events_of(socket.heard):
            assert (ev.tile is not None) == (isinstance(ev.news.event, Drawn) and ev.news.event.seat == seat)


def another_node_first(script: Script, events: Callable[[Standing], Sequence[Event]]) -> None:
    """Before the next append of this node another one writes `events`."""

    def write(table: TableId, rows: Sequence[LogRow]) -> None:
        script.world.log.before = None
        standing = fold(script.rows)
        steps = play(standing, events(standing), script.world.now())
        assert script.world.log.write(table, [step.row for step in steps])

    script.world.log.before = write


def test_two_nodes_whose_alarms_ring_together_make_one_time_out() -> None:
    script, socket = waiting()
    begin_turn(script, socket)
    script.hub._computers._pace = STILL
    script.world.time = script.table.standing.due  # type: ignore[assignment,union-attr]
    another_node_first(script, lambda standing: decide(standing.game, None, TimeOut()))  # type: ignore[arg-type,return-value]
    script.table.post(Wake())
    script.world.run()
    automatic = [ev for ev in events_of(socket.heard) if isinstance(ev.news.event, Automatic)]
    assert len(automatic) == 1
    assert game(script).turn == 1


def test_two_nodes_that_deal_together_make_one_deal() -> None:
    script, socket = pausing()
    another_node_first(script, lambda standing: (deal_of(standing),))
    assert isinstance(script.do(socket, None), Ok)
    assert game(script).number == 2
    assert sum(isinstance(ev.news.event, Dealt) for ev in events_of(socket.heard)) == 2
    assert fold(script.rows) == script.table.standing


def test_a_row_that_is_refused_and_not_there_drops_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    script, socket = waiting()
    begin_turn(script, socket)
    with monkeypatch.context() as patch:
        patch.setattr(script.world.log, "write", lambda *_: False)
        assert script.do(socket, Throw(throwable(script)), cid=b"8 bytes.") is None
    assert socket.farewell == Bye("restart", 1000)
    assert isinstance(script.do(script.join(), Throw(throwable(script)), cid=b"8 bytes."), Ok)


def test_a_table_that_left_memory_answers_nobody() -> None:
    script, socket = waiting()
    old = script.table
    script.hub.stop()
    script.world.run()
    late = MemorySocket()
    rows = script.seq
    old.post(Join(late, person(0), None))
    old.post(Do(socket, b"8 bytes.", 1, Draw()))
    script.world.run()
    assert late.farewell == Bye("restart", 1000)
    assert script.seq == rows


def test_a_table_whose_computers_still_play_stays_until_they_wait_for_the_person() -> None:
    script = Script(pace=70.0)
    socket = script.join()
    if game(script).turn == 0:
        script.do(socket, Throw(throwable(script)))
    script.leave(socket)
    script.world.advance(4_000)
    assert game(script).turn != 0
    script.world.advance(3_600_000)
    assert script.hub.tables == 0
    assert fold(script.rows).game.turn == 0

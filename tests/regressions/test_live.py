"""What players of other sites complain about most, by the number of the fault in the project's list (B42 to B77)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from okey.fair.events import decode
from okey.play.messages import Ev, Message, No, Ok, Snap
from okey.play.ports import LogRow
from okey.play.standing import AMENDS, GAME, PAUSE, Standing, fold
from okey.rules.actions import Draw, Take, Throw
from okey.rules.events import Automatic, Dealt, Drawn, Event
from okey.rules.ruleset import PRESETS
from okey.rules.view import view
from okey.server.frames import encode
from okey.testing import MemorySocket, Script, events_of, opening, snap_of, think

KLASIK = PRESETS["klasik"]


class Game:
    """Four people at one table."""

    def __init__(self) -> None:
        self.script = Script(opening(replace(KLASIK, late="auto", absent="clock"), people=4))
        self.sockets = [self.script.join(seat) for seat in range(4)]

    @property
    def standing(self) -> Standing:
        """What the log says."""
        return fold(self.script.rows)

    @property
    def turn(self) -> int:
        """The seat on turn."""
        turn = self.standing.game.turn
        assert turn is not None
        return turn

    def move(self) -> tuple[int, Ok | No | None]:
        """The seat on turn moves; its answer."""
        seat, standing = self.turn, self.standing
        action = think(view(standing.game, seat), "orta", standing.n.to_bytes(4, "big"))
        return seat, self.script.do(self.sockets[seat], action)

    def to_draw(self) -> int:
        """Until somebody has to draw; that seat."""
        while self.standing.game.phase != "draw":
            self.move()
        return self.turn

    def to_next_deal(self) -> None:
        """Until the deal is over."""
        while self.standing.game.turn is not None:
            self.move()

    def come_back(self, after: int | None = None) -> None:
        """Everybody connects again."""
        self.sockets = [self.script.join(seat, after) for seat in range(4)]


def answers(socket: MemorySocket) -> list[Ok | No]:
    return [message for message in socket.heard if isinstance(message, Ok | No)]


def test_a_move_is_not_lost_by_a_crash_after_it_was_acknowledged() -> None:
    """B69: moves were lost when the server went down. What was acknowledged is there, once."""
    game = Game()
    for number in range(12):
        seat, standing = game.turn, game.standing
        action = think(view(standing.game, seat), "orta", b"seed")
        cid = number.to_bytes(8, "big")
        told = game.script.do(game.sockets[seat], action, cid=cid)
        assert isinstance(told, Ok)
        before = game.standing.game
        game.script.restart()
        game.come_back()
        assert [row.seq for row in game.script.rows if row.cid == cid] == [told.seq]
        assert game.standing.game == before
        assert snap_of(game.sockets[seat].heard).view == view(before, seat)
        assert game.script.do(game.sockets[seat], action, standing.seq, cid) == told, "sent again, answered alike"


def test_after_a_reconnect_both_sides_have_the_same_table() -> None:
    """B52: the page played on without a line, and stayed out of step. It hears what it missed, or the whole table."""
    game = Game()
    away = (game.turn + 2) % 4
    seen = events_of(game.sockets[away].heard)[-1].news.seq
    game.script.leave(game.sockets[away])
    while game.turn != away:
        game.move()
    lost = game.script.post(game.sockets[away], Draw())
    game.script.world.run()
    assert not [row for row in game.script.rows if row.cid == lost], "said into a dead line"
    missed = game.script.join(away, after=seen)
    rows = [row for row in game.script.rows if row.kind == "game" and row.seq > seen]
    assert [event.news.raw for event in events_of(missed.heard)] == [row.body for row in rows]
    whole = game.script.join(away)
    assert snap_of(whole.heard).view == view(game.standing.game, away)
    assert isinstance(game.script.do(whole, Draw()), Ok)


def test_who_comes_back_after_a_restart_is_taken_in() -> None:
    """B69: after a deploy the app did not reconnect. Everybody is back at the same seat, and the game goes on."""
    game = Game()
    for after in (None, 0, 5, 10**6):
        seq = game.script.seq
        game.script.restart()
        game.come_back(seq if after == 5 else after)
        for seat, socket in enumerate(game.sockets):
            assert socket.farewell is None
            assert [message.you for message in socket.heard if isinstance(message, Snap)] in ([], [seat])
            assert socket.heard, "the table, or what was missed"
        assert isinstance(game.move()[1], Ok)


def test_a_double_click_draws_one_tile() -> None:
    """B42 and B44: a second draw before the first was answered broke the turn. Each is judged after the other."""
    game = Game()
    seat = game.to_draw()
    socket, seq = game.sockets[seat], game.script.seq
    game.script.post(socket, Draw(), seq, b"click  1")
    game.script.post(socket, Draw(), seq, b"click  2")
    game.script.post(socket, Draw(), seq, b"click  1")
    game.script.world.run()
    first, second, again = answers(socket)[-3:]
    assert isinstance(first, Ok)
    assert isinstance(second, No)
    assert again == first
    deal = game.standing.game.deal
    assert deal is not None
    assert len(deal.racks[seat]) == 15
    assert game.turn == seat


def test_a_third_click_does_not_play_the_next_turn() -> None:
    """B43: a tap made before the update counted for the next player, or for one's own next turn."""
    game = Game()
    seat = game.to_draw()
    deal = game.standing.game.deal
    assert deal is not None
    socket, seq = game.sockets[seat], game.script.seq
    one, two = deal.racks[seat][:2]
    for action in (Draw(), Throw(one), Throw(two), Draw(), Take()):
        game.script.post(socket, action, seq)
    game.script.world.run()
    assert [type(answer) for answer in answers(socket)[-5:]] == [Ok, Ok, No, No, No]
    assert game.turn == game.standing.game.next(seat)
    while game.turn != seat:
        game.move()
    refused = game.script.do(socket, Draw(), at=seq)
    assert isinstance(refused, No)
    assert refused.fault.code == "old_turn"


def test_nobody_waits_for_the_other_after_a_restart() -> None:
    """B53: both sides waited for each other until somebody reloaded. The table says whose turn it is, or goes on."""
    game = Game()
    game.to_draw()
    game.script.restart()
    game.come_back()
    told = [snap_of(socket.heard).view for socket in game.sockets]
    assert {each.turn for each in told} == {game.turn}
    assert [seat for seat, each in enumerate(told) if each.can] == [game.turn]
    seat = game.turn
    game.script.restart()
    game.script.world.advance(600_000)
    assert any(isinstance(event, Automatic) for event in written(game)), "nobody came, and it went on by itself"
    assert len({event.seat for event in written(game) if isinstance(event, Automatic)} - {seat}) > 0


def written(game: Game) -> list[Event]:
    """The events of the log."""
    return [decode(row.body).event for row in game.script.rows if row.kind == GAME]


def test_the_clock_is_right_after_a_deploy() -> None:
    """B69 and B74: games ended on time while the server was away, or never. It stands still, and 10 s are added."""
    game = Game()
    game.to_draw()
    game.script.world.advance(12_000)
    left = game.standing.clock.left(game.script.world.now())
    game.script.hub.stop()
    game.script.world.run()
    game.script.world.kill()
    game.script.world.time += 90_000
    game.script.restart()
    game.come_back()
    now = game.script.world.now()
    assert left < game.standing.clock.left(now) <= 1000 * (KLASIK.move + KLASIK.reserve) + AMENDS
    clocks = snap_of(game.sockets[0].heard).times.clocks
    assert clocks.running
    assert clocks.deadline is not None
    seat = game.turn
    game.script.world.advance(clocks.deadline - now - 1)
    assert game.turn == seat
    game.script.world.advance(2_000)
    assert game.turn != seat, "and it runs again"


def test_nobody_is_out_of_time_on_the_first_turn() -> None:
    """B48: the first player of a new hand timed out at once, for the turn had begun before the deal."""
    game = Game()
    game.to_next_deal()
    game.script.world.advance(PAUSE + 40_000)
    begun = rows_of(game, Dealt)[-1]
    standing = fold(game.script.rows[: begun.seq])
    assert standing.clock.deadline == begun.at + 1000 * (KLASIK.move + KLASIK.reserve)
    assert standing.game.number == 2
    game.script.world.advance(1000 * (KLASIK.move + KLASIK.reserve))
    late = [row.at for row in rows_of(game, Automatic) if row.seq > begun.seq]
    assert min(late) >= standing.clock.deadline


def rows_of(game: Game, kind: type[Event]) -> list[LogRow]:
    """The rows of the log with events of one kind."""
    return [row for row in game.script.rows if row.kind == GAME and isinstance(decode(row.body).event, kind)]


def test_no_client_is_sent_the_whole_start() -> None:
    """B55 and B57: the start state went to every client with all hands. A frame holds the viewer's own tiles only."""
    game = Game()
    for number in (1, 2):
        deal = game.standing.game.deal
        assert deal is not None
        assert game.standing.game.number == number
        for seat, socket in enumerate(game.sockets):
            again = game.script.join(seat)
            own = {*deal.racks[seat], deal.indicator}
            for message in (*of_deal(socket.heard), *again.heard):
                told = set(tiles(json.loads(encode(message))))
                assert told <= own, f"{sorted(told - own)} told to seat {seat}"
            game.sockets[seat] = again
        if number == 1:
            game.to_next_deal()
            for socket in game.sockets:
                socket.take()
            game.script.world.advance(PAUSE + 1)


def of_deal(heard: list[Message]) -> list[Message]:
    """The frames that show a new deal."""
    return [message for message in heard if isinstance(message, Snap) or (isinstance(message, Ev) and _opens(message))]


def _opens(message: Ev) -> bool:
    return isinstance(message.news.event, Dealt | Drawn)


def tiles(frame: Any, key: str = "") -> Iterator[int]:
    """Every number of a frame that could be a tile, but for deals that have ended: named so, or in a long list."""
    if isinstance(frame, dict):
        for name, value in frame.items():
            if name != "results":
                yield from tiles(value, name)
    elif isinstance(frame, list):
        numbers = [each for each in frame if isinstance(each, int) and not isinstance(each, bool)]
        if len(numbers) > 4:
            yield from numbers
        for each in frame:
            yield from tiles(each, key if not numbers else "")
    elif isinstance(frame, int) and key in ("tile", "indicator"):
        yield frame

"""Computers at a table: whatever their thinking does, the match goes on, and a restart changes no move."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from okey.play.bots import LONGEST, SHORTEST, THINK_LIMIT, Computers, Question, fallback, seed
from okey.play.commands import Moved
from okey.play.opening import Secret
from okey.play.standing import COMPUTER_LIMIT
from okey.rules.actions import Draw, Finish, ShowIndicator, Take, Throw, TimeOut
from okey.rules.events import DealEnded, Thrown
from okey.rules.match import decide
from okey.rules.tiles import is_okey, okey_face
from okey.rules.view import View, view
from okey.testing import NeverAnswers, Script, World, events_of, opening, think


def hangs(*_: Any) -> Any:
    raise NeverAnswers


def raises(*_: Any) -> Any:
    raise ZeroDivisionError


FAULTY = {
    "hangs": hangs,
    "raises": raises,
    "none": lambda *_: None,
    "text": lambda *_: "draw",
    "table's own": lambda *_: TimeOut(),
    "foreign tile": lambda *_: Throw(106),
    "not a tile": lambda *_: Throw("r5"),
    "early finish": lambda *_: Finish(0, None),
    "broken rows": lambda *_: Finish(0, (None,)),
    "shows always": lambda *_: ShowIndicator(),
}


@pytest.mark.parametrize("kind", FAULTY)
@pytest.mark.parametrize("preset", ["klasik", "kahvehane"])
def test_a_faulty_computer_plays_the_fallback_move(kind: str, preset: str) -> None:
    script = Script(opening(preset), computers=FAULTY[kind])
    socket = script.join()
    for _ in range(60):
        standing = script.table.standing
        assert standing is not None
        if standing.game.turn == 0:
            deal = standing.game.deal
            assert deal is not None
            script.do(socket, Throw(deal.racks[0][-1]) if deal.full else Draw())
        elif standing.game.phase == "between":
            script.do(socket, None)
        else:
            n = standing.n
            script.world.advance(1000 * THINK_LIMIT + 1)
            assert script.table.standing.n > n, "a computer stands still"  # type: ignore[union-attr]
    thrown = Counter(ev.news.event.seat for ev in events_of(socket.heard) if isinstance(ev.news.event, Thrown))
    assert set(thrown) == {0, 1, 2, 3}
    assert script.world.told or kind in ("none", "shows always")
    assert {event for event, _ in script.world.told} <= {"computer_failed", "computer_refused"}


def test_a_computer_whose_answer_is_lost_gets_the_fallback_move() -> None:
    script = Script(pace=1e9)
    script.join()
    standing = script.table.standing
    assert standing is not None
    if standing.computer is None:
        script.do(script.join(), Throw(standing.game.deal.racks[0][-1]))  # type: ignore[union-attr]
    n = script.table.standing.n  # type: ignore[union-attr]
    script.world.advance(COMPUTER_LIMIT - 1)
    assert script.table.standing.n == n  # type: ignore[union-attr]
    script.world.advance(1)
    assert script.table.standing.n == n + 1  # type: ignore[union-attr]


def test_a_turn_is_asked_once_and_answered_once() -> None:
    asked: Counter[tuple[str, int, int]] = Counter()

    def counting(seen: View, level: str, from_: bytes) -> Any:
        asked[from_.hex(), seen.moves, seen.deal] += 1
        return think(seen, level, from_)

    script = Script(computers=counting)
    socket = script.join()
    for _ in range(40):
        standing = script.table.standing
        assert standing is not None
        if standing.game.turn == 0 and standing.game.deal:
            script.do(socket, Throw(standing.game.deal.racks[0][-1]) if standing.game.deal.full else Draw())
        elif standing.game.phase == "between":
            script.do(socket, None)
        else:
            script.post(socket, None)
            script.world.run()
    assert set(asked.values()) == {1}


def test_an_answer_to_an_older_event_is_dropped() -> None:
    script = Script(pace=1e9)
    script.join()
    standing = script.table.standing
    assert standing is not None
    rows = script.seq
    for seat in range(4):
        for n in (0, standing.n - 1, standing.n + 1):
            script.table.post(Moved(seat, n, Draw()))
    if standing.computer is None:
        script.table.post(Moved(0, standing.n, Throw(standing.game.deal.racks[0][-1])))  # type: ignore[union-attr]
    script.world.run()
    assert script.seq == rows


def test_two_answers_to_one_question_are_one_move() -> None:
    script = Script(pace=1e9)
    socket = script.join()
    standing = script.table.standing
    assert standing is not None
    if standing.computer is None:
        script.do(socket, Throw(standing.game.deal.racks[0][-1]))  # type: ignore[union-attr]
        standing = script.table.standing
        assert standing is not None
    seat = standing.computer
    assert seat is not None
    for _ in range(3):
        script.table.post(Moved(seat, standing.n, None))
    script.world.run()
    assert script.table.standing.n == standing.n + 1  # type: ignore[union-attr]


def test_a_restart_repeats_the_same_decisions() -> None:
    def run(kills: bool) -> list[bytes]:
        script = Script(opening("rummy"), world=World(seed=3))
        socket = script.join()
        for step in range(50):
            standing = script.table.standing
            assert standing is not None
            if kills and step % 5 == 4:
                script.restart()
                socket = script.join()
                standing = script.table.standing
                assert standing is not None
            deal = standing.game.deal
            if standing.game.phase == "between":
                script.do(socket, None)
            elif standing.game.turn == 0 and deal:
                script.do(socket, Throw(deal.racks[0][-1]) if deal.full else Draw() if deal.pile else Take())
        return [row.body[6:8] + row.body[12:] for row in script.rows if row.kind == "game"]

    assert run(kills=True) == run(kills=False)


def test_the_pace_does_not_depend_on_the_hand_or_on_thinking() -> None:
    secret = Secret(bytes(32))
    pauses = []
    for n in range(400):
        world = World()
        delivered: list[int] = []
        script = Script(opening("rummy"))
        computers = Computers(world, world, world.tell, lambda *_: Draw())
        question = Question(n % 4, n, view(_game(script), 0), "orta", secret)
        computers.ask(question, lambda move, world=world, delivered=delivered: delivered.append(world.now()))  # type: ignore[misc]
        world.advance(5_000)
        pauses.append((delivered[0] - 1_767_225_600_000) / 1000)
    assert SHORTEST <= min(pauses) < SHORTEST + 0.05
    assert LONGEST - 0.05 < max(pauses) <= LONGEST
    assert abs(sum(pauses) / len(pauses) - (SHORTEST + LONGEST) / 2) < 0.05


def _game(script: Script) -> Any:
    from okey.play.standing import begin

    return begin(script.rows[0]).game


def test_seeds_differ_by_purpose_seat_and_event() -> None:
    script = Script()
    shown = view(_game(script), 0)
    secret, other = Secret(bytes(32)), Secret(bytes([1]) * 32)
    seeds = {
        seed(key, purpose, Question(seat, n, shown, "orta", key))
        for key in (secret, other)
        for purpose in ("move", "pace")
        for seat in range(4)
        for n in range(20)
    }
    assert len(seeds) == 2 * 2 * 4 * 20


def test_the_fallback_never_throws_a_real_okey_and_is_always_accepted() -> None:
    script = Script(opening("klasik"), computers=lambda *_: None)
    socket = script.join()
    for _ in range(400):
        standing = script.table.standing
        assert standing is not None
        game = standing.game
        if game.phase == "over":
            break
        if game.phase == "between":
            script.do(socket, None)
            continue
        assert game.turn is not None
        assert game.deal is not None
        move = fallback(view(game, game.turn))
        assert isinstance(decide(game, game.turn, move), tuple)
        if isinstance(move, Throw):
            assert not is_okey(move.tile, okey_face(game.deal.indicator))
        if game.turn == 0:
            script.do(socket, move)
        else:
            script.world.advance(10)
    assert any(isinstance(ev.news.event, DealEnded) for ev in events_of(socket.heard))

"""A fault planted at every line of the command path, one at a time: nothing is lost, doubled or half done (T28)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from okey.play import assistant as assistant_module
from okey.play import audience as audience_module
from okey.play import gallery as gallery_module
from okey.play import lag as lag_module
from okey.play import playing as playing_module
from okey.play import standing as standing_module
from okey.play import steps as steps_module
from okey.play import table as table_module
from okey.play import witness as witness_module
from okey.play.messages import No, Ok
from okey.play.standing import MOST_LAG, fold
from okey.rules.actions import SeatAction, Throw
from okey.testing import MemorySocket, Script, opening

FILES = {
    module.__file__
    for module in (
        assistant_module,
        audience_module,
        gallery_module,
        lag_module,
        playing_module,
        standing_module,
        steps_module,
        table_module,
        witness_module,
    )
}
OUTSIDE = {
    "post",
    "_work",
    "_leave_memory",
    "_leave_if_idle",
    "_connected",
    "sockets",
    "clear",
    "idle",
    "standing",
    "__init__",
    "<lambda>",
}
"""What brings commands in and what catches the fault itself."""


class Planted(RuntimeError):
    """The fault."""


def with_fault(place: int, run: Callable[[], Any]) -> bool:
    """Run with a fault at the `place`-th line that is reached; whether there is such a line."""
    reached = 0
    planted = False

    def local(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal reached, planted
        if event == "line" and not planted:
            reached += 1
            if reached == place:
                planted = True
                raise Planted
        return local

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        code = frame.f_code
        return local if code.co_filename in FILES and code.co_name not in OUTSIDE and not planted else None

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        run()
    finally:
        sys.settrace(before)
    return planted


def prepared() -> tuple[Script, MemorySocket]:
    """A table at the person's throw, made the same way every time."""
    script = Script(opening(people=4), pace=1e6)
    sockets = [script.join(seat) for seat in range(4)]
    turn = script.table.standing.game.turn  # type: ignore[union-attr]
    assert turn is not None
    return script, sockets[turn]


def consistent(script: Script) -> None:
    """The log folds, and memory, when there is any, is what it says."""
    told = fold(script.rows)
    known = script.hub._tables.get(script.id)
    if known is not None and known.standing is not None:
        assert known.standing == told


def test_a_throw() -> None:
    place, lines = 0, 0
    while True:
        place += 1
        script, socket = prepared()
        before = fold(script.rows)
        seat = before.game.turn
        assert seat is not None
        action: SeatAction = Throw(before.game.deal.racks[seat][-1])  # type: ignore[union-attr]
        at = script.seq
        if not with_fault(place, lambda: script.do(socket, action, at, b"8 bytes.")):  # noqa: B023
            break
        lines += 1
        script.world.advance(5_000)
        consistent(script)
        stored = sum(row.cid == b"8 bytes." for row in script.rows)
        assert stored <= 1
        answers = [message for message in socket.heard if isinstance(message, Ok | No)]
        assert len(answers) <= 1
        if answers and isinstance(answers[0], Ok):
            assert stored == 1
        if answers and isinstance(answers[0], No):
            assert stored == 0, "refused, and yet stored"
            assert answers[0].fault.code == "failed"
        if not answers:
            assert socket.farewell is not None, "neither answered nor sent away"
        assert script.world.told, "the fault was told"
        back = script.join(seat)
        assert script.do(back, action, at, b"8 bytes.") == Ok(b"8 bytes.", at + 1 if stored else script.seq)
        assert sum(row.cid == b"8 bytes." for row in script.rows) == 1
        consistent(script)
    assert lines > 60


@pytest.mark.parametrize(("what", "step"), [("join", 1), ("leave", 1), ("time", 13), ("deal", 7)])
def test_everything_else(what: str, step: int) -> None:
    place, lines = 1 - step, 0
    while True:
        place += step
        script = Script(opening("rummy"), pace=0, computers=lambda *_: None)
        socket = script.join() if what != "deal" else MemorySocket()
        runs: dict[str, Callable[[], Any]] = {
            "join": lambda: script.join(),  # noqa: B023
            "leave": lambda: script.leave(socket),  # noqa: B023
            "time": lambda: script.world.advance(600_000 + MOST_LAG),  # noqa: B023
            "deal": lambda: script.join(),  # noqa: B023
        }
        if not with_fault(place, runs[what]):
            break
        lines += 1
        consistent(script)
        script.join()
        script.world.advance(700_000)
        consistent(script)
        assert fold(script.rows).n > 3, "the match goes on"
    assert lines > 20

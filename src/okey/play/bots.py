"""Computers at the table: they think off the loop, answer through the table's mailbox, and never hold a match up."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from okey.play.opening import Secret
from okey.play.ports import Clock, Scheduler, Trace
from okey.rules.actions import Draw, Take, Throw
from okey.rules.tiles import is_okey, okey_face
from okey.rules.view import View

Think: TypeAlias = Callable[[View, str, bytes], Any]
"""(view, level, seed) -> action; pure, so that the same seed gives the same move after a restart."""

THINK_LIMIT: Final = 2.0
"""Seconds after which a computer that still thinks plays the fallback move."""
SHORTEST, LONGEST = 0.3, 1.0
"""Seconds between the turn's last event and the computer's next; two of them, a draw and a throw, make 0.6 to 2 s."""


@dataclass(frozen=True, slots=True)
class Question:
    """Whose move it is: a seat, the number of the event it answers, and what that seat sees."""

    seat: int
    n: int
    view: View
    level: str
    secret: Secret


class Computers:
    """Asks for moves and delivers them at a pace that does not depend on the hand.

    `pace` scales the pause: 1 as people play, 0 at once.
    """

    def __init__(self, clock: Clock, scheduler: Scheduler, trace: Trace, think: Think, pace: float = 1.0) -> None:
        self._clock = clock
        self._scheduler = scheduler
        self._trace = trace
        self._think = think
        self._pace = pace

    def ask(self, question: Question, deliver: Callable[[Any], None]) -> None:
        """Think about `question`, then call `deliver` once: with the move, or None when there is none in time."""
        self._scheduler.spawn(self._answer(question, deliver))

    async def _answer(self, question: Question, deliver: Callable[[Any], None]) -> None:
        begun = self._clock.now()
        move: Any = None
        try:
            move = await self._scheduler.work(
                self._think, question.view, question.level, seed(question.secret, "move", question), within=THINK_LIMIT
            )
        except Exception as fault:
            self._trace("computer_failed", level=question.level, fault=type(fault).__name__)
        pause = self._pause(question) - (self._clock.now() - begun) / 1000
        if pause > 0:
            self._scheduler.call_later(pause, lambda: deliver(move))
        else:
            deliver(move)

    def _pause(self, question: Question) -> float:
        share = int.from_bytes(seed(question.secret, "pace", question)[:4], "big") / 2**32
        return self._pace * (SHORTEST + (LONGEST - SHORTEST) * share)


def seed(secret: Secret, purpose: str, question: Question) -> bytes:
    """The seed of one move or pause: from the table's own bot seed and the number of the event it answers."""
    text = f"okey-bot/1/{purpose}/{question.seat}/{question.n}".encode()
    return hashlib.sha256(secret.open() + text).digest()


def fallback(view: View) -> Draw | Take | Throw:
    """The move of a computer that gave none: draw, then throw what came last and is no real okey (as at a time-out)."""
    if view.phase == "draw":
        return Draw() if view.pile else Take()
    okey = None if view.indicator is None else okey_face(view.indicator)
    plain = [tile for tile in view.rack if okey is None or not is_okey(tile, okey)]
    return Throw((plain or list(view.rack))[-1])

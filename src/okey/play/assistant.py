"""Plays for persons what they asked the table to do by itself, a fixed time after their turn began or their tile came.

What to play is found at once, so that the hand does not change when it is played.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from okey.play.commands import Helped
from okey.play.helpers import Wish, plan
from okey.play.messages import AutoSet
from okey.play.ports import Scheduler, Socket
from okey.play.standing import Standing
from okey.rules.actions import SeatAction, Throw
from okey.rules.view import view

AUTO_DELAY: Final = 0.6
"""Seconds after the turn began or the tile came; the same for every hand."""


class Assistant:
    """One table's. A wish lasts as long as the socket that sent it."""

    def __init__(self, scheduler: Scheduler, post: Callable[[Helped], None]) -> None:
        self._scheduler = scheduler
        self._post = post
        self._wishes: dict[Socket, Wish] = {}
        self._planned: Helped | tuple[int, Wish] | None = None
        """What is going to be played, or the last event and the wish for which that is nothing."""

    def wish(self, socket: Socket, wish: Wish) -> None:
        """What the person of `socket` wants from now on, who is told."""
        self._wishes[socket] = wish
        socket.send(AutoSet(wish))

    def forget(self, socket: Socket) -> None:
        """The socket is gone."""
        self._wishes.pop(socket, None)

    def plan(self, standing: Standing, socket: Socket | None) -> None:
        """Find what to play for the person on turn, who has `socket`."""
        wish = None if socket is None else self._wishes.get(socket)
        if socket is None or wish is None or self._known(standing.n, socket, wish):
            return
        action, then = plan(view(standing.game, standing.game.turn), wish)
        if action is None:
            self._planned = standing.n, then
            self._become(socket, then)
            return
        command = self._planned = Helped(socket, standing.n, action, wish, then)
        self._scheduler.call_later(AUTO_DELAY, lambda: self._post(command))

    def _known(self, n: int, socket: Socket, wish: Wish) -> bool:
        planned = self._planned
        if isinstance(planned, Helped):
            return (planned.socket, planned.n, planned.wish) == (socket, n, wish)
        return planned == (n, wish)

    def due(self, command: Helped, standing: Standing, now: int) -> SeatAction | None:
        """What to play now; nothing when another wish was made, and no throw, now or later, on the reserve."""
        if command is not self._planned or self._wishes.get(command.socket) != command.wish:
            return None
        clock = standing.clock
        if isinstance(command.action, Throw) and clock.used(now) > 1000 * clock.ruleset.move:
            self._become(command.socket, replace(command.wish, throw=False))
            return None
        return command.action

    def done(self, command: Helped) -> None:
        """It was played."""
        self._become(command.socket, command.then)

    def _become(self, socket: Socket, wish: Wish) -> None:
        if self._wishes.get(socket) != wish:
            self.wish(socket, wish)

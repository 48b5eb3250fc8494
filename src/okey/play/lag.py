"""Grace for the line: half the measured round trip, at most 500 ms a move, from a bank of 3 s a deal (RULES 10).

Only a move that comes beyond its time uses it. No time of the client's own clock counts for anything: it is believed
only that it sends back what the server has just sent.
"""

from collections import deque
from typing import Final

from okey.play.standing import MOST_LAG, Standing
from okey.rules.actions import Draw, Finish, SeatAction, Take, Throw

BANK: Final = 3_000
"""Milliseconds of grace a seat has for one deal."""
SAMPLES: Final = 4
"""Round trips of which the shortest counts."""
LONGEST_TRIP: Final = 10_000
"""Milliseconds beyond which a measurement is no round trip."""


class RoundTrip:
    """The round trip of one connection, measured from what comes back of our own answers."""

    def __init__(self) -> None:
        self._told: int | None = None
        self._trips: deque[int] = deque(maxlen=SAMPLES)

    @property
    def half(self) -> int:
        """Half the shortest of the last round trips, ms; 0 before the first."""
        return min(self._trips, default=0) // 2

    def heard(self, echo: int | None, held: int, now: int) -> None:
        """A ping at `now` answers the pong of `echo`, kept `held` ms; anything but the last pong is no measurement."""
        if echo is not None and echo == self._told and held >= 0 and 0 <= now - echo - held <= LONGEST_TRIP:
            self._trips.append(now - echo - held)
        self._told = None

    def told(self, now: int) -> None:
        """A pong of `now` is on its way."""
        self._told = now


class Banks:
    """What each seat has left of its grace in the deal that runs; kept in memory only."""

    def __init__(self) -> None:
        self._deal = 0
        self._spent = [0] * 4

    def left(self, deal: int, seat: int) -> int:
        """Milliseconds `seat` has left in deal number `deal`."""
        return BANK - (self._spent[seat] if deal == self._deal else 0)

    def spend(self, deal: int, seat: int, credit: int) -> None:
        """Take `credit` ms off."""
        if deal != self._deal:
            self._deal, self._spent = deal, [0] * 4
        self._spent[seat] += credit


def credit(standing: Standing, seat: int, action: SeatAction, arrived: int, lag: int, bank: int) -> int:
    """Milliseconds by which a move that arrived at `arrived` counts as earlier: no more than it needs.

    `lag` is half the round trip, `bank` what the seat has left. What ends a turn needs what it is beyond the move
    time; a draw or a take only what it is beyond the deadline.
    """
    deadline = standing.clock.deadline
    if deadline is None or standing.game.turn != seat or not isinstance(action, Draw | Take | Throw | Finish):
        return 0
    beyond = arrived - deadline
    if isinstance(action, Throw | Finish):
        beyond += standing.clock.reserve[seat]
    return max(0, min(beyond, lag, MOST_LAG, bank))


def is_late(standing: Standing, seat: int, action: SeatAction, at: int) -> bool:
    """Whether a move that counts as of `at` comes after the turn's time, the time-out being still to come."""
    deadline = standing.clock.deadline
    moves = standing.game.turn == seat and isinstance(action, Draw | Take | Throw | Finish)
    return moves and deadline is not None and at > deadline

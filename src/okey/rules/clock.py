"""The clock of a match, folded from the log (RULES 10, FAIRNESS 5).

All times are milliseconds of one time line, that of the log. A turn has `move` seconds; what goes beyond is taken
from the seat's `reserve` of the match. The clock may stand still (nobody connected, the server away): the turn then
goes on with the time it had.
"""

from dataclasses import dataclass
from typing import Self

from okey.rules.events import DealEnded, Dealt, Event, Finished, Four, MatchEnded, Thrown
from okey.rules.ruleset import Ruleset
from okey.rules.values import replace


@dataclass(frozen=True)
class Clock:
    """`begin` is when the turn began, shifted by all the time the clock stood still; None between deals."""

    ruleset: Ruleset
    reserve: Four
    """Reserve left by seat, ms, as of the last finished turn."""
    turn: int | None = None
    begin: int | None = None
    stopped: int | None = None
    """Since when the clock stands still."""

    @classmethod
    def of(cls, ruleset: Ruleset, kinds: Four) -> Self:
        """The clock before the first deal; `kinds` as in the match."""
        one, two, three, four = (1000 * ruleset.reserve if kind else 0 for kind in kinds)
        return cls(ruleset, (one, two, three, four))

    def tick(self, event: Event, turn: int | None, at: int) -> "Clock":
        """The clock after `event` at time `at`; `turn` is the seat on turn after it."""
        match event:
            case Dealt():
                return replace(self, turn=turn, begin=at, stopped=at if self.stopped is not None else None)
            case Thrown() | Finished():
                spent = self._charged(at)
                return replace(spent, turn=turn, begin=at, stopped=at if self.stopped is not None else None)
            case DealEnded() | MatchEnded():
                return replace(self, turn=None, begin=None)
        return self

    def stop(self, at: int) -> "Clock":
        """Stand still from `at` on."""
        return self if self.stopped is not None else replace(self, stopped=at)

    def go(self, at: int, extra: int = 0) -> "Clock":
        """Go on at `at` with the time the turn had when the clock stopped, plus `extra` ms."""
        if self.stopped is None:
            return self
        begin = None if self.begin is None else self.begin + (at - self.stopped) + extra
        return replace(self, begin=begin, stopped=None)

    def used(self, at: int) -> int:
        """Milliseconds the turn has used at `at`; negative while time given in addition lasts."""
        if self.begin is None:
            return 0
        return (at if self.stopped is None else self.stopped) - self.begin

    def left(self, at: int) -> int:
        """Milliseconds the turn has left at `at`, reserve included; negative when it is over."""
        if self.turn is None:
            return 0
        return 1000 * self.ruleset.move + self.reserve[self.turn] - self.used(at)

    @property
    def deadline(self) -> int | None:
        """When the turn's time, reserve included, is used up; None while no turn's time runs."""
        if self.turn is None or self.begin is None or self.stopped is not None:
            return None
        return self.begin + 1000 * self.ruleset.move + self.reserve[self.turn]

    def _charged(self, at: int) -> "Clock":
        """With the reserve that the ending turn has used taken off."""
        if self.turn is None:
            return self
        beyond = max(0, self.used(at) - 1000 * self.ruleset.move)
        one, two, three, four = (
            max(0, left - beyond) if seat == self.turn else left for seat, left in enumerate(self.reserve)
        )
        return replace(self, reserve=(one, two, three, four))

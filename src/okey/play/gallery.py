"""What watchers know of a match: the table as it was half a minute ago, at tables for rated matches a minute, and
the steps they have not been shown yet.

A pure function of the log and the time, so that a restart shows the same.
"""

from collections import deque
from dataclasses import replace
from typing import Final

from okey.play.messages import Times
from okey.play.opening import Options
from okey.play.standing import MOST_LAG, Standing, Step

DELAY: Final = 30_000 + MOST_LAG
"""Milliseconds after a row's time at which watchers see it: 30 s, and what a move may count as earlier than it came."""
RATED_DELAY: Final = 60_000 + MOST_LAG
"""The same at tables for rated matches."""


def delay_of(options: Options | None) -> int:
    """How much later watchers see a table that was opened like this."""
    return RATED_DELAY if options is not None and options.rated else DELAY


class Gallery:
    """One table's."""

    def __init__(self, standing: Standing, delay: int = DELAY) -> None:
        self.standing = standing
        """The table as watchers know it."""
        self.delay = delay
        """Milliseconds by which they see everything later."""
        self._waiting: deque[Step] = deque()

    @property
    def due(self) -> int | None:
        """When the next step is shown, Unix ms; None when all are."""
        return self._waiting[0].row.at + self.delay if self._waiting else None

    def add(self, step: Step) -> None:
        """A step that is in the log."""
        self._waiting.append(step)

    def show(self, now: int) -> list[Step]:
        """The steps that watchers see from `now` on, taken off those that wait."""
        shown: list[Step] = []
        while self._waiting and self._waiting[0].row.at + self.delay <= now:
            shown.append(self._waiting.popleft())
        if shown:
            self.standing = shown[-1].standing
        return shown

    def times(self, now: int) -> Times:
        """The clocks as watchers see them at `now`: all of them as much later as what they see."""
        times = self.standing.times(now - self.delay)
        clocks, next_at = times.clocks, times.next_at
        deadline = None if clocks.deadline is None else clocks.deadline + self.delay
        return Times(replace(clocks, deadline=deadline), now, None if next_at is None else next_at + self.delay)

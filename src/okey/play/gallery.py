"""What watchers know of a match: the table as it was half a minute ago, and the steps they have not been shown yet.

A pure function of the log and the time, so that a restart shows the same.
"""

from collections import deque
from dataclasses import replace
from typing import Final

from okey.play.messages import Times
from okey.play.standing import MOST_LAG, Standing, Step

DELAY: Final = 30_000 + MOST_LAG
"""Milliseconds after a row's time at which watchers see it: 30 s, and what a move may count as earlier than it came."""


class Gallery:
    """One table's."""

    def __init__(self, standing: Standing) -> None:
        self.standing = standing
        """The table as watchers know it."""
        self._waiting: deque[Step] = deque()

    @property
    def due(self) -> int | None:
        """When the next step is shown, Unix ms; None when all are."""
        return self._waiting[0].row.at + DELAY if self._waiting else None

    def add(self, step: Step) -> None:
        """A step that is in the log."""
        self._waiting.append(step)

    def show(self, now: int) -> list[Step]:
        """The steps that watchers see from `now` on, taken off those that wait."""
        shown: list[Step] = []
        while self._waiting and self._waiting[0].row.at + DELAY <= now:
            shown.append(self._waiting.popleft())
        if shown:
            self.standing = shown[-1].standing
        return shown

    def times(self, now: int) -> Times:
        """The clocks as watchers see them at `now`: all of them as much later as what they see."""
        times = self.standing.times(now - DELAY)
        clocks, next_at = times.clocks, times.next_at
        deadline = None if clocks.deadline is None else clocks.deadline + DELAY
        return Times(replace(clocks, deadline=deadline), now, None if next_at is None else next_at + DELAY)

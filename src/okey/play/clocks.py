"""One alarm for all tables: a heap of (due, table)."""

import heapq
from collections.abc import Callable
from itertools import count
from typing import Final

from okey.play.ports import Clock, Handle, Scheduler

LONGEST: Final = 10.0
"""Seconds after which the alarm looks again, whatever stands first: the time of day may have been set."""


class Alarms:
    """Calls back when a time of day has come.

    A call that is no longer wanted is made all the same: who is called looks whether it is time (a table compares with
    what is due by its log), so that a late, early or doubled call is harmless.
    """

    def __init__(self, clock: Clock, scheduler: Scheduler) -> None:
        self._clock = clock
        self._scheduler = scheduler
        self._heap: list[tuple[int, int, Callable[[], None]]] = []
        self._order = count()
        self._armed: tuple[int, Handle] | None = None

    def set(self, due: int, call: Callable[[], None]) -> None:
        """Make `call` at `due` (Unix ms), at once if that is past."""
        heapq.heappush(self._heap, (due, next(self._order), call))
        self._arm()

    def stop(self) -> None:
        """Forget all calls."""
        self._heap.clear()
        if self._armed is not None:
            self._armed[1].cancel()
            self._armed = None

    def _arm(self) -> None:
        due = self._heap[0][0]
        if self._armed is not None:
            if self._armed[0] <= due:
                return
            self._armed[1].cancel()
        seconds = min(max(0, due - self._clock.now()) / 1000, LONGEST)
        self._armed = due, self._scheduler.call_later(seconds, self._ring)

    def _ring(self) -> None:
        self._armed = None
        now = self._clock.now()
        while self._heap and self._heap[0][0] <= now:
            heapq.heappop(self._heap)[2]()
        if self._heap:
            self._arm()

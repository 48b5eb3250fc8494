"""Time, order and the lives of the server: every job belongs to a process, and a process may end at any moment."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any

from okey.testing import Timer, World

SERVING = "Table._work"
"""The task of a table is cancelled by nothing but the end of the loop, which is the end of the process."""


class Violation(AssertionError):
    """An invariant does not hold."""


class Injected(RuntimeError):
    """An exception the simulation has put where the code expects none."""


class Cancelled(BaseException):
    """What a task hears that is cancelled at an await; like that of asyncio it is no `Exception`."""


class Town(World):
    """A world whose jobs may be ended or fail, with a clock on the wall that may be set."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, random.Random(f"order {seed}"))
        self.seed = seed
        self.shift = 0
        """Milliseconds by which the clock on the wall is wrong."""
        self.latest = 0
        """The highest time the clock has shown."""
        self.after: Callable[[], None] = _nothing
        """Called after every step."""
        self.doom: Callable[[], None] | None = None
        """What happens as soon as the running job waits."""
        self.faults: Counter[str] = Counter()
        """What was done to it."""

    def struck(self, what: str) -> None:
        """Count a fault."""
        self.faults[what] += 1

    def now(self) -> int:
        """See `okey.play.ports.Clock`."""
        now = int(self.time) + self.shift
        self.latest = max(self.latest, now)
        return now

    def set_clock(self, by: int) -> None:
        """Put the clock on the wall forward or back."""
        self.shift += by

    def step(self) -> None:
        """One job goes on; then the judge looks."""
        super().step()
        if self.doom is not None:
            doom, self.doom = self.doom, None
            doom()
        self.after()

    def _step(self, job: Coroutine[Any, Any, None]) -> None:
        if getattr(job, "cr_frame", None) is None:
            return
        try:
            later = job.send(None)
        except StopIteration:
            return
        except (Injected, OSError, Cancelled):
            self.struck("job failed")
            return
        later.hold(job)


class Process:
    """One life of the server: clock and scheduler of `okey.play.ports`, until it is killed."""

    def __init__(self, town: Town) -> None:
        self.town = town
        self.alive = True
        self._jobs: list[Coroutine[Any, Any, None]] = []
        self._threads: list[Coroutine[Any, Any, None]] = []

    def now(self) -> int:
        """See `okey.play.ports.Clock`."""
        return self.town.now()

    def call_later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """See `okey.play.ports.Scheduler`; a dead process calls nobody."""
        return self.town.call_later(seconds, lambda: call() if self.alive else None)

    def spawn(self, job: Coroutine[Any, Any, None]) -> None:
        """See `okey.play.ports.Scheduler`."""
        if not self.alive:
            job.close()
            return
        if len(self._jobs) > 64:
            self._jobs = [each for each in self._jobs if getattr(each, "cr_frame", None) is not None]
        self._jobs.append(job)
        self.town.spawn(job)

    def thread(self, job: Coroutine[Any, Any, None]) -> None:
        """Run something that is no task, and cannot be cancelled."""
        self._threads = [each for each in self._threads if getattr(each, "cr_frame", None) is not None]
        self._threads.append(job)
        self.town.spawn(job)

    async def work(self, call: Callable[..., Any], *arguments: Any, within: float) -> Any:
        """See `okey.play.ports.Scheduler`."""
        return await self.town.work(call, *arguments, within=within)

    def cancel_one(self, chance: random.Random) -> bool:
        """One job that waits is cancelled, as asyncio would do it; whether there was one."""
        waiting = [job for job in self._jobs if _suspended(job) and getattr(job, "__qualname__", "") != SERVING]
        if not waiting:
            return False
        job = chance.choice(waiting)
        try:
            later = job.throw(Cancelled())
        except (StopIteration, Cancelled):
            return True
        later.hold(job)
        return True

    def kill(self) -> None:
        """Everything that was going on is gone."""
        self.alive = False
        for job in (*self._jobs, *self._threads):
            job.close()


def _suspended(job: Any) -> bool:
    """Whether a coroutine stands at an await (not before its beginning, not at its end)."""
    frame = job.cr_frame
    return frame is not None and job.cr_await is not None and not job.cr_running


def _nothing() -> None:
    """Nobody looks."""

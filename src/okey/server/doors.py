"""The doors of `okey.play.ports` to the real world: time of day, asyncio, processes, the system's generator, logs."""

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from okey.play.ports import Trace
from okey.server.pool import Pool
from okey.storage.store import Store

T = TypeVar("T")


class SystemClock:
    """Unix time in milliseconds."""

    def now(self) -> int:
        """See `okey.play.ports.Clock`."""
        return time.time_ns() // 1_000_000


class LoopScheduler:
    """The running event loop, and a pool of processes for work."""

    def __init__(self, pool: Pool, trace: Trace) -> None:
        self._pool = pool
        self._trace = trace
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()

    def call_later(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        """See `okey.play.ports.Scheduler`."""
        return self._loop.call_later(seconds, call)

    def spawn(self, job: Coroutine[Any, Any, None]) -> None:
        """See `okey.play.ports.Scheduler`."""
        task = self._loop.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    async def work(self, call: Callable[..., T], *arguments: Any, within: float) -> T:
        """See `okey.play.ports.Scheduler`."""
        answer: T = await self._pool.run(call, *arguments, within=within)
        return answer

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (fault := task.exception()) is not None:
            self._trace("task_failed", fault=repr(fault))


class StoredPurses:
    """What the database says that people have."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def balance(self, person: bytes) -> int:
        """See `okey.play.ports.Purses`."""
        try:
            return await asyncio.to_thread(self._store.balance, person)
        except SQLAlchemyError as fault:
            raise OSError(f"a purse cannot be read: {fault}") from fault


class SystemRandomness:
    """The operating system's generator."""

    def token(self, size: int) -> bytes:
        """See `okey.play.ports.Randomness`."""
        return secrets.token_bytes(size)

"""A few worker processes with a deadline for every answer; one that misses it is ended and replaced."""

import asyncio
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from typing import Any

from okey.server.worker import LENGTH, frame


class WorkFailed(RuntimeError):
    """The function raised, or its process ended."""


class Pool:
    """`size` processes; `start` begins them without waiting until they are ready."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._ready: asyncio.LifoQueue[Process] = asyncio.LifoQueue()
        self._alive: set[Process] = set()
        self._starting: set[asyncio.Task[None]] = set()
        self._closed = False

    def start(self) -> None:
        """Begin the processes."""
        for _ in range(self._size):
            self._replace()

    async def run(self, call: Callable[..., Any], *arguments: Any, within: float) -> Any:
        """The answer of `call`, a function of a module. `TimeoutError` after `within` seconds, waiting included."""
        async with asyncio.timeout(within):
            process = await self._ready.get()
            try:
                ok, answer = await _ask(process, frame((call, arguments)))
            except BaseException:
                self._end(process)
                self._replace()
                raise
            self._ready.put_nowait(process)
        if not ok:
            raise WorkFailed(answer)
        return answer

    async def close(self) -> None:
        """End all processes."""
        self._closed = True
        for task in list(self._starting):
            task.cancel()
        alive = list(self._alive)
        for process in alive:
            self._end(process)
        await asyncio.gather(*self._starting, *(process.wait() for process in alive), return_exceptions=True)

    def _replace(self) -> None:
        if self._closed:
            return
        task = asyncio.create_task(self._begin())
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _begin(self) -> None:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "okey.server.worker", stdin=PIPE, stdout=PIPE
        )
        self._alive.add(process)
        try:
            await _answer(process)
        except (WorkFailed, OSError):
            self._end(process)
            await asyncio.sleep(1.0)
            self._replace()
        except asyncio.CancelledError:
            self._end(process)
            raise
        else:
            self._ready.put_nowait(process)

    def _end(self, process: Process) -> None:
        self._alive.discard(process)
        if process.returncode is None:
            process.kill()


async def _ask(process: Process, question: bytes) -> tuple[bool, Any]:
    if process.stdin is None:
        raise WorkFailed("the process has no input")
    process.stdin.write(question)
    await process.stdin.drain()
    return await _answer(process)


async def _answer(process: Process) -> tuple[bool, Any]:
    if process.stdout is None:
        raise WorkFailed("the process has no output")
    try:
        (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
        ok, answer = pickle.loads(await process.stdout.readexactly(length))
    except asyncio.IncompleteReadError as error:
        raise WorkFailed("the process ended") from error
    return bool(ok), answer

"""What a site does beside answering: again and again, whatever happens."""

import asyncio
from collections.abc import Awaitable, Callable

from okey.play.ports import Trace


async def again(work: Callable[[], Awaitable[object]], seconds: float, trace: Trace, event: str) -> None:
    """Do `work`, rest for so many seconds, and so on until cancelled; a fault is told as `event` and ends nothing."""
    while True:
        try:
            await work()
        except Exception as fault:
            trace(event, fault=repr(fault))
        await asyncio.sleep(seconds)


async def through(step: Callable[[], Awaitable[bool]]) -> None:
    """Take one step after the other while there is anything to do."""
    while await step():
        pass

"""The garbage collector looks at old objects when it is told to, and not in between."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from okey.server.collector import NEVER, collect_seldom


class Ring:
    """Holds itself, so that only the collector can free it."""

    def __init__(self) -> None:
        self.ring = self


@asynccontextmanager
async def collecting(whole: float) -> AsyncIterator[None]:
    job = asyncio.create_task(collect_seldom(0.01, 0, whole))
    await asyncio.sleep(0)
    try:
        yield
    finally:
        job.cancel()
        await asyncio.gather(job, return_exceptions=True)


async def freed(gone: weakref.ref[Ring]) -> None:
    async with asyncio.timeout(30):
        while gone() is not None:
            await asyncio.sleep(0.01)


async def test_new_rings_are_freed_now_and_then_and_the_thresholds_come_back() -> None:
    before = gc.get_threshold(), gc.get_freeze_count()
    async with collecting(1000):
        assert gc.get_threshold() == (*before[0][:2], NEVER)
        ring = Ring()
        gone = weakref.ref(ring)
        del ring
        await freed(gone)
    assert (gc.get_threshold(), gc.get_freeze_count()) == before


async def test_what_stays_is_set_aside_so_that_a_look_is_short() -> None:
    """What is there from the start is not gone through each time; that took a tenth of a second, while all waited."""
    many = [[number] for number in range(100_000)]
    async with collecting(1000):
        await asyncio.sleep(0.05)
        assert gc.get_freeze_count() >= len(many)
        assert len(gc.get_objects()) < len(many)


async def test_old_rings_are_freed_when_all_is_looked_at() -> None:
    ring = Ring()
    async with collecting(0.1):
        await asyncio.sleep(0.05)
        gone = weakref.ref(ring)
        del ring
        await freed(gone)

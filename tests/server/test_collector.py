"""The garbage collector looks at old objects when it is told to, and not in between."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from okey.server.collector import MIDDLE, NEVER, YOUNG, collect_seldom


class Ring:
    """Holds itself, so that only the collector can free it."""

    def __init__(self) -> None:
        self.ring = self


@asynccontextmanager
async def collecting(whole: float) -> AsyncIterator[None]:
    job = asyncio.create_task(collect_seldom(0.01, whole))
    await asyncio.sleep(0)
    try:
        yield
    finally:
        job.cancel()
        await asyncio.gather(job, return_exceptions=True)


async def test_what_lives_is_set_aside_unseen_and_the_collector_is_as_before_at_the_end() -> None:
    """At a thousand tables a look at all takes a second, in which all would wait."""
    before = gc.get_threshold(), gc.get_freeze_count()
    async with collecting(1000):
        assert gc.get_threshold() == (YOUNG, MIDDLE, NEVER)
        looks = gc.get_stats()[2]["collections"]
        many = [[number] for number in range(100_000)]
        while gc.get_freeze_count() < len(many):
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)
        assert len(gc.get_objects()) < len(many)
        assert gc.get_stats()[2]["collections"] == looks
    assert (gc.get_threshold(), gc.get_freeze_count()) == before


async def test_young_rings_are_freed_all_the_time() -> None:
    async with collecting(1000):
        gone = weakref.ref(Ring())
        kept = [[number] for number in range(2 * gc.get_threshold()[0])]
        assert gone() is None, len(kept)


async def test_old_rings_are_freed_when_all_is_looked_at() -> None:
    ring = Ring()
    async with collecting(0.1):
        await asyncio.sleep(0.05)
        gone = weakref.ref(ring)
        del ring
        async with asyncio.timeout(30):
            while gone() is not None:
                await asyncio.sleep(0.01)

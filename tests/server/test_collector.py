"""The garbage collector looks at old objects when it is told to, and not in between."""

from __future__ import annotations

import asyncio
import gc
import weakref

from okey.server.collector import NEVER, collect_seldom


class Ring:
    """Holds itself, so that only the collector can free it."""

    def __init__(self) -> None:
        self.ring = self


async def test_rings_are_freed_now_and_then_and_the_thresholds_come_back() -> None:
    before = gc.get_threshold()
    job = asyncio.create_task(collect_seldom(0.01))
    await asyncio.sleep(0)
    assert gc.get_threshold() == (*before[:2], NEVER)
    ring = Ring()
    gc.collect()
    gone = weakref.ref(ring)
    del ring
    async with asyncio.timeout(30):
        while gone() is not None:
            await asyncio.sleep(0.01)
    job.cancel()
    await asyncio.gather(job, return_exceptions=True)
    assert gc.get_threshold() == before

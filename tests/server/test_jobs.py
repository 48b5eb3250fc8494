"""A job of the site goes on after a fault, which is told once for each time."""

from __future__ import annotations

import asyncio

from okey.server.jobs import again, through


async def test_a_fault_is_told_and_ends_nothing() -> None:
    done: list[int] = []
    told: list[str] = []

    async def work() -> None:
        done.append(len(done))
        if len(done) == 2:
            raise OSError("gone")

    job = asyncio.create_task(again(work, 0.001, lambda event, **fields: told.append(f"{event} {fields}"), "failed"))
    async with asyncio.timeout(20):
        while len(done) < 4:
            await asyncio.sleep(0.001)
    job.cancel()
    await asyncio.gather(job, return_exceptions=True)
    assert job.cancelled()
    assert told == ["failed {'fault': \"OSError('gone')\"}"]


async def test_steps_are_taken_until_there_are_none() -> None:
    left = [True, True, False, True]

    async def step() -> bool:
        return left.pop(0)

    await through(step)
    assert left == [True]

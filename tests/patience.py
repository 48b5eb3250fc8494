"""Waiting with an end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")


async def within(seconds: float, awaited: Awaitable[T]) -> T:
    """What is awaited; `TimeoutError` when it takes longer. `asyncio.wait_for` of Python 3.11 may swallow that its task
    is cancelled, and who was to end plays on for ever."""
    async with asyncio.timeout(seconds):
        return await awaited

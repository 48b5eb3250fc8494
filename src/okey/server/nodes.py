"""One node beside others on one database: looks for what no hint told, and for tables that a dead node left."""

import asyncio
from typing import Final

from okey.play.hub import Hub
from okey.play.ports import Clock, Trace
from okey.storage.store import Store

POLL_SECONDS: Final = 2.0
LEFT_MS: Final = 5_000
"""A table that is so late has no node."""


async def look_around(hub: Hub, store: Store, clock: Clock, trace: Trace) -> None:
    """Look every two seconds, until cancelled."""
    while True:
        try:
            await _look(hub, store, clock.now())
        except Exception as fault:
            trace("look_failed", fault=repr(fault))
        await asyncio.sleep(POLL_SECONDS)


async def _look(hub: Hub, store: Store, now: int) -> None:
    known = hub.known
    last = await asyncio.to_thread(store.last_rows, known)
    for table in known:
        hub.hinted(table, last.get(table))
    for table in await asyncio.to_thread(store.overdue, now - LEFT_MS):
        hub.take_up(table)

"""What a host asks for while no site runs: a table is cancelled as a site would do it, and nothing else moves."""

import asyncio
from typing import Final

from okey.play.gathering import Fairness
from okey.play.hub import Hub
from okey.play.ports import ALONE, Ports, TableId
from okey.server.doors import LoopScheduler, StoredPurses, SystemRandomness
from okey.server.recompute import Recomputed
from okey.server.recompute import recompute as recomputed
from okey.server.settings import Settings
from okey.server.site import Site, computer_names
from okey.server.worker import think
from okey.storage.keys import KeyFileError, known_keys, seed_box

TRIES: Final = 200
STEP: Final = 0.05
"""Seconds between two looks whether the table is cancelled."""


async def cancel(settings: Settings, table: TableId) -> bool:
    """Cancel a running table, which opens its seed; False when that was not possible. Raises `KeyFileError`, `OSError`,
    `MigrationError`."""
    keys = await asyncio.to_thread(known_keys, settings.data)
    if keys is None:
        raise KeyFileError(f"no keys of a site in {settings.data}")
    site = Site(settings)
    await site.open()
    try:
        store, log = site.database.store, site.database.log
        scheduler, shared = LoopScheduler(site.pool, site.trace), settings.database is not None
        doors = scheduler, log, SystemRandomness(), site.trace, ALONE, StoredPurses(store), shared
        box = await asyncio.to_thread(seed_box, settings.data)
        hub = Hub(Ports(site.clock, *doors), think, 0.0, Fairness(box, keys.of, computer_names))
        hub.close(table, all_left=False)
        for _ in range(TRIES):
            if table not in await asyncio.to_thread(store.open_tables):
                return True
            await asyncio.sleep(STEP)
        return False
    finally:
        await site.database.close()


async def recompute(settings: Settings, write: bool) -> Recomputed:
    """Ratings and boards once more from the logs (`okey.server.recompute`), also while a site runs."""
    if await asyncio.to_thread(known_keys, settings.data) is None:
        raise KeyFileError(f"no keys of a site in {settings.data}")
    site = Site(settings)
    await site.open()
    try:
        return await recomputed(site.database, await asyncio.to_thread(seed_box, settings.data), write)
    finally:
        await site.database.close()

"""When Python's garbage collector may look at everything: seldom, since nobody is answered while it does.

By itself it does so whenever a quarter of the long-lived objects is new, which at a thousand busy tables is every few
seconds, for half a second. What a table lets go of is freed at once without it; rings of objects, as sockets leave them
behind, wait for it.
"""

import asyncio
import gc
from time import perf_counter
from typing import Final

LEAST_SECONDS: Final = 10.0
SHARE: Final = 200
"""A full collection that took a second is followed by at least so many seconds without one."""
NEVER: Final = 1_000_000_000


async def collect_seldom(least: float = LEAST_SECONDS) -> None:
    """Let only young objects be looked at by themselves, and all of them at times of our own; until cancelled."""
    young, middle, old = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)
    try:
        took = 0.0
        while True:
            await asyncio.sleep(max(least, SHARE * took))
            begun = perf_counter()
            gc.collect()
            took = perf_counter() - begun
    finally:
        gc.set_threshold(young, middle, old)

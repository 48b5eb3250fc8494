"""When Python's garbage collector may look at everything: seldom, since nobody is answered while it does.

By itself it does so whenever a quarter of the long-lived objects is new, which at a thousand busy tables is every few
seconds, for half a second. What a table lets go of is freed at once without it; only rings of objects wait for it. So
now and then it looks at what came since the last look and sets aside what stays, and hardly ever at all of it.
"""

import asyncio
import gc
from time import perf_counter
from typing import Final

LEAST_SECONDS: Final = 10.0
SHARE: Final = 200
"""A look that took a second is followed by at least so many seconds without one: one answer in 200 waits for a look."""
WHOLE_SECONDS: Final = 900.0
"""Between two looks at everything."""
NEVER: Final = 1_000_000_000


async def collect_seldom(least: float = LEAST_SECONDS, share: float = SHARE, whole: float = WHOLE_SECONDS) -> None:
    """Let only young objects be looked at by themselves, and the others at times of our own; until cancelled."""
    young, middle, old = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)
    due = begun = perf_counter()
    try:
        while True:
            if begun >= due:
                gc.unfreeze()
                due = begun + whole
            gc.collect()
            gc.freeze()
            await asyncio.sleep(max(least, share * (perf_counter() - begun)))
            begun = perf_counter()
    finally:
        gc.unfreeze()
        gc.set_threshold(young, middle, old)

"""When Python's garbage collector may look at everything: seldom, since nobody is answered while it does.

By itself it does so whenever a quarter of the long-lived objects is new, which at a thousand busy tables is every few
seconds, for half a second. What a table lets go of is freed at once without it; only rings of objects wait for it. So
every few seconds it looks at what came since the last look and sets aside what stays, and hardly ever at all of it.
"""

import asyncio
import gc
from time import perf_counter
from typing import Final

SECONDS: Final = 2.0
"""Between two looks at what is new."""
WHOLE_SECONDS: Final = 900.0
"""Between two looks at everything: at a thousand tables it takes a third of a second."""
YOUNG: Final = 50_000
"""New objects that are looked at by themselves, should so many come in between: a move hardly leaves any rings."""
NEVER: Final = 1_000_000_000


async def collect_seldom(seconds: float = SECONDS, whole: float = WHOLE_SECONDS) -> None:
    """Let only a flood of young objects be looked at by itself, and the others at times of our own; until cancelled."""
    before = gc.get_threshold()
    gc.set_threshold(YOUNG, before[1], NEVER)
    due = perf_counter()
    try:
        while True:
            if perf_counter() >= due:
                gc.unfreeze()
                due = perf_counter() + whole
            gc.collect()
            gc.freeze()
            await asyncio.sleep(seconds)
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)

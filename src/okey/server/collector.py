"""When Python's garbage collector looks at everything: hardly ever, since nobody is answered while it does.

By itself it does so whenever a quarter of the long-lived objects is new, which at a thousand busy tables is every few
seconds, for half a second and more. What a table lets go of is freed at once without it; only rings of objects wait for
it, and most of them are found while they are young. So whatever has lived for some seconds is set aside unseen.
"""

import asyncio
import gc
from typing import Final

ASIDE_SECONDS: Final = 5.0
"""Between two times at which all that lives is set aside; this costs nothing."""
WHOLE_SECONDS: Final = 1800.0
"""Between two looks at everything."""
YOUNG: Final = 10_000
"""New objects after which they are looked at; of so many most have been let go of since."""
MIDDLE: Final = 5
"""Looks at the new ones after which those that stayed are looked at once more, in some five milliseconds."""
NEVER: Final = 1_000_000_000


async def collect_seldom(aside: float = ASIDE_SECONDS, whole: float = WHOLE_SECONDS) -> None:
    """Let only young objects be looked at by themselves, and all of them at times of our own; until cancelled."""
    before = gc.get_threshold()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    try:
        while True:
            gc.unfreeze()
            gc.collect()
            for _ in range(max(1, round(whole / aside))):
                gc.freeze()
                await asyncio.sleep(aside)
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)

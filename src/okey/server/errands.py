"""Does what the host's commands, and other nodes, ask of this one: looks every two seconds."""

import asyncio
from typing import Final

from okey.play.hub import Hub
from okey.play.ports import Clock, Trace
from okey.server.jobs import again
from okey.storage.errands import CANCEL, RELOAD, Errand, Errands

LOOK_SECONDS: Final = 2.0
BACK_MS: Final = 10_000
"""An errand may become visible so much later than its time says."""


class Errandry:
    """The errands of one node: each is done once."""

    def __init__(self, errands: Errands, hub: Hub, clock: Clock, trace: Trace) -> None:
        self._errands = errands
        self._hub = hub
        self._clock = clock
        self._trace = trace
        self._since = clock.now()
        self._done: dict[bytes, int] = {}

    async def run(self) -> None:
        """Until cancelled."""
        await again(self.step, LOOK_SECONDS, self._trace, "errand_failed")

    async def step(self) -> None:
        """What was asked since the last look; before this node began, what nobody has done."""
        since = self._since - BACK_MS
        now = self._clock.now()
        for asked in await asyncio.to_thread(self._errands.since, since):
            if asked.id not in self._done:
                self._done[asked.id] = asked.at
                await asyncio.to_thread(self._errands.done, asked.id, self._do(asked), now)
        self._since = max(self._since, now)
        self._done = {asked: at for asked, at in self._done.items() if at >= self._since - 2 * BACK_MS}

    def _do(self, asked: Errand) -> str:
        try:
            table = bytes.fromhex(asked.subject)
        except ValueError:
            return "unknown"
        if asked.task == CANCEL:
            self._hub.close(table, all_left=False)
        elif asked.task == RELOAD:
            self._hub.reload(table)
        else:
            return "unknown"
        return "done"

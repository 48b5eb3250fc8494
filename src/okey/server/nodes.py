"""One node beside others on one database: looks for what no hint told, for tables that a dead node left, and for the
people who were connected to it."""

import asyncio
from typing import TYPE_CHECKING, Final

from okey.play.hub import Hub
from okey.play.ports import Clock, Trace
from okey.server.jobs import again
from okey.storage.store import Store

if TYPE_CHECKING:
    from okey.storage.roster import Roster

POLL_SECONDS: Final = 2.0
LEFT_MS: Final = 5_000
"""A table that is so late has no node."""


class Lookout:
    """What one node sees of the others."""

    def __init__(self, hub: Hub, store: Store, roster: "Roster", clock: Clock, trace: Trace) -> None:
        self._hub = hub
        self._store = store
        self._roster = roster
        self._clock = clock
        self._trace = trace
        self._living: frozenset[int] | None = None
        """The nodes that lived when last looked for."""

    async def run(self) -> None:
        """Look every two seconds, until cancelled."""
        try:
            await again(self._look, POLL_SECONDS, self._trace, "look_failed")
        finally:
            self._roster.close()

    async def _look(self) -> None:
        known = self._hub.known
        alive = await self._alive()
        last = await asyncio.to_thread(self._store.last_rows, known)
        for table in known:
            self._hub.hinted(table, last.get(table), alive)
        for table in await asyncio.to_thread(self._store.overdue, self._clock.now() - LEFT_MS):
            self._hub.take_up(table)

    async def _alive(self) -> frozenset[int] | None:
        """The nodes that lived at this look or the one before: whose line was cut has two seconds to come back.

        None while nobody knows.
        """
        before, self._living = self._living, None
        try:
            self._living = await self._roster.living()
        except OSError as fault:
            self._trace("roster_failed", fault=repr(fault))
            return None
        return None if before is None else before | self._living

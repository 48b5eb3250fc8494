"""Keeps the figures of players: reads every ended table once, in the order of the list of outcomes.

Each function of `FIGURES` makes of the log of a table that was dealt (`okey.storage.figures.Log`) the statements that
add to its tables, none when there is nothing to add; all of one table are one transaction, with the number of its
line. To count something new, write a pure fold in `okey.play` and statements of it in `okey.storage`, and name the
function in `FIGURES`. The row of `pair` is shared: each function adds to its own columns and sets the others to 0 only
where there was no row. `okey.storage.figures.tallied` owns `matches`, `wins`, `losses` and `rated`, and counts finished
matches only; lines of cancelled ones (`outcome` 3) come too.
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from okey.play.invitation import Vault
from okey.play.ports import Trace
from okey.play.steps import FINISHED, IN_PLAY
from okey.play.tally import SEVERAL
from okey.server.jobs import again, through
from okey.storage.database import Database
from okey.storage.figures import Log, Reckoned, tallied
from okey.storage.neighbours import accompanied
from okey.storage.results import Statement
from okey.storage.store import Line

Figure: TypeAlias = Callable[[Log, Vault], Iterable[Statement]]
FIGURES: Final[tuple[Figure, ...]] = (tallied, accompanied)
RECKON_SECONDS: Final = 20.0
BATCH: Final = 50
"""Lines that are looked up at once; those that add nothing cost no write of their own."""
TABLE_SECONDS: Final = 0.02
"""Rest after each write, so that catching up leaves the disk to the matches."""


class Reckoning:
    """The job that brings the figures up to date."""

    def __init__(self, database: Database, vault: Vault, trace: Trace) -> None:
        self._database = database
        self._reckoned = Reckoned(database.engine)
        self._vault = vault
        self._trace = trace

    async def run(self) -> None:
        """Reckon what ended, again and again."""
        await again(lambda: through(self.step), RECKON_SECONDS, self._trace, "reckoning_failed")

    async def step(self) -> bool:
        """Reckon the next lines, at most `BATCH`; whether there were any, and nobody came in between."""
        before = await asyncio.to_thread(self._reckoned.counted)
        lines = await asyncio.to_thread(self._database.store.outcomes, before, BATCH)
        for line in lines:
            log = await self._log(line) if line.outcome in (FINISHED, IN_PLAY) else None
            statements = await self._statements(log) if log else []
            if not statements and line is not lines[-1]:
                continue
            if not await asyncio.to_thread(self._reckoned.count, before, line.n, statements, log):
                return False
            before = line.n
            await asyncio.sleep(TABLE_SECONDS)
        return bool(lines)

    async def _log(self, line: Line) -> Log | None:
        """The log of a line's table, if several people sat there."""
        people = await asyncio.to_thread(self._reckoned.people, line.table)
        if len(people) < SEVERAL:
            return None
        return Log(line.table, await self._database.log.read(line.table), people, line.outcome)

    async def _statements(self, log: Log) -> list[Statement]:
        """What a table adds; a log that cannot be read is told and adds nothing."""
        try:
            return await asyncio.to_thread(_all, log, self._vault)
        except Exception as fault:  # the same log would fail the same way for ever
            self._trace("table_not_reckoned", table=log.table.hex(), fault=repr(fault))
            return []


def _all(log: Log, vault: Vault) -> list[Statement]:
    return [statement for figure in FIGURES for statement in figure(log, vault)]

"""Keeps the public statistics: counts every ended table once, in the order of the list of outcomes.

The counts and the number of the last line in them stand in one row and change together, so a restart, or a second
server on the same database, neither leaves a table out nor counts one twice. Running matches are never read.
"""

import asyncio
from typing import Final

import msgspec

from okey.fair.statistics import Counts, add, empty, findings, level
from okey.play.counting import table_counts
from okey.play.invitation import Vault
from okey.play.ports import Trace
from okey.server import wire
from okey.server.jobs import again, through
from okey.storage.database import Database
from okey.storage.store import Line

COUNT_SECONDS: Final = 60.0
BATCH: Final = 20
"""Lines between two writes."""
TABLE_SECONDS: Final = 0.02
"""Rest after each table, so that catching up leaves the disk to the matches."""
DEALT: Final = (0, 3)
"""Outcomes of tables that may have been dealt: finished, cancelled in play."""


class Counting:
    """The counts of a site, and the job that brings them up to date."""

    def __init__(self, database: Database, vault: Vault, trace: Trace) -> None:
        self._database = database
        self._vault = vault
        self._trace = trace
        self._answer: wire.Statistics | None = None

    async def run(self) -> None:
        """Count what ended, again and again."""
        await again(lambda: through(self.step), COUNT_SECONDS, self._trace, "counting_failed")

    async def step(self) -> bool:
        """Count the next lines, at most `BATCH`; whether there were any."""
        store = self._database.store
        before, text = await asyncio.to_thread(store.counted)
        lines = await asyncio.to_thread(store.outcomes, before, BATCH)
        if not lines:
            return False
        counts = _read(text)
        for line in lines:
            counts["outcomes"][line.outcome] += 1
            if line.outcome in DEALT:
                await self._count(line, counts)
        await asyncio.to_thread(store.count, before, lines[-1].n, msgspec.json.encode(counts).decode())
        return True

    async def _count(self, line: Line, counts: Counts) -> None:
        """One table; a log that is gone, or cannot be read, is told and counted as such."""
        rows = await self._database.log.read(line.table)
        try:
            found = await asyncio.to_thread(table_counts, line.table, rows, self._vault)
        except Exception as fault:  # the same log would fail the same way for ever
            self._trace("table_not_counted", table=line.table.hex(), fault=repr(fault))
            found = None
        if found is None:
            counts["unread"][0] += 1
        else:
            add(counts, found)
        await asyncio.sleep(TABLE_SECONDS)

    async def answer(self) -> wire.Statistics:
        """The counts and the tests as they stand."""
        counted, text = await asyncio.to_thread(self._database.store.counted)
        if self._answer is None or self._answer.counted != counted:
            self._answer = await asyncio.to_thread(_told, counted, text)
        return self._answer


def _read(text: str) -> Counts:
    counts = {"outcomes": [0, 0, 0, 0], "unread": [0], **empty()}
    add(counts, msgspec.json.decode(text, type=dict[str, list[int]]) if text else {})
    return counts


def _told(counted: int, text: str) -> wire.Statistics:
    counts = _read(text)
    found = findings(counts)
    tests = [
        wire.StatisticsTest(
            each.name,
            each.seat,
            each.kind,
            each.of,
            list(each.observed),
            list(each.expected),
            each.square and each.square.statistic,
            each.square and each.square.freedom,
            each.square and each.square.p,
        )
        for each in found
    ]
    return wire.Statistics(counted, level(len(found)), counts, tests)

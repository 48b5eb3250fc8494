"""Ratings, their history and the weekly boards once more, from nothing but the logs and who sat where.

What a rated match changes is one piece of code (`okey.storage.results.rated`); here it runs over a database in memory,
match by match in the order of the list of outcomes, as it did when they ended.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from sqlalchemy import Connection, StaticPool, Table, create_engine, delete, func, insert, select

from okey.play import rated as rules
from okey.play.invitation import Invitation, Vault, is_fair
from okey.play.ports import LogRow, Rated, TableId
from okey.play.steps import FINISHED
from okey.play.tally import SEVERAL, played
from okey.storage.database import Database
from okey.storage.figures import Reckoned
from okey.storage.results import rated as change
from okey.storage.schema import board, metadata, outcome, rated, rating, seat
from okey.storage.steps import alone, perform
from okey.storage.store import Line

KEPT: Final = (rating, rated, board)
Row: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """A row of a table that is stored and does not follow from the logs (`stored`), or the other way round."""

    table: str
    row: Row
    stored: bool


@dataclass(frozen=True, slots=True)
class Recomputed:
    """What came out."""

    matches: int
    """Rated matches that were found in the logs."""
    differences: Sequence[Difference]
    """Before anything was written."""


async def recompute(database: Database, vault: Vault, write: bool = False) -> Recomputed:
    """Recompute, compare, and with `write` replace what is stored; the site may run meanwhile. Raises `LogError` or
    `ValueError` for a log that cannot be read: then nothing is written."""
    folding = _Folding(database, vault)
    while True:
        await folding.go_on()
        found = await asyncio.to_thread(folding.compare, write)
        if found is not None:
            return Recomputed(folding.matches, found)


class _Folding:
    """The database in memory, and how far it has come."""

    def __init__(self, database: Database, vault: Vault) -> None:
        self.matches = 0
        self._database = database
        self._reckoned = Reckoned(database.engine)
        self._vault = vault
        self._line = 0
        self._scratch = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
        metadata.create_all(self._scratch, [seat, *KEPT])

    async def go_on(self) -> None:
        """All lines there are."""
        while lines := await asyncio.to_thread(self._database.store.outcomes, self._line):
            for line in lines:
                if line.outcome == FINISHED:
                    await self._add(line)
                self._line = line.n

    async def _add(self, line: Line) -> None:
        people = await asyncio.to_thread(self._reckoned.people, line.table)
        if len(people) >= SEVERAL:
            rows = await self._database.log.read(line.table)
            await asyncio.to_thread(self._count, line.table, rows, people)

    def _count(self, table: TableId, rows: list[LogRow], people: dict[int, bytes]) -> None:
        """What the end of this match changed, if it was a rated one."""
        if not rows or not is_fair(rows[0]) or not Invitation.read(table, rows[0], self._vault).options.rated:
            return
        match = played(table, rows, self._vault, people)
        if match is None:
            return
        for effect in rules.ended(match.opening, match.ended.standing.game):
            if isinstance(effect, Rated):
                self.matches += 1
                with self._scratch.begin() as connection:
                    values = [{"table_id": table, "seat": place, "guest_id": who} for place, who in people.items()]
                    connection.execute(insert(seat), values)
                    perform(connection, change(table, effect, match.ended.row.at))

    def compare(self, write: bool) -> list[Difference] | None:
        """The differences; None when matches have ended meanwhile."""
        with alone(self._database.engine) as stored, self._scratch.connect() as found:
            if stored.execute(select(func.coalesce(func.max(outcome.c.n), 0))).scalar_one() != self._line:
                return None
            differences = []
            for table in KEPT:
                old, new = _rows(stored, table), _rows(found, table)
                differences += [Difference(table.name, row, True) for row in sorted(old - new)]
                differences += [Difference(table.name, row, False) for row in sorted(new - old)]
                if write and old != new:
                    stored.execute(delete(table))
                    if new:
                        stored.execute(insert(table), [dict(zip(table.c.keys(), row, strict=True)) for row in new])
            return differences


def _rows(connection: Connection, table: Table) -> set[Row]:
    return {tuple(row) for row in connection.execute(select(table))}

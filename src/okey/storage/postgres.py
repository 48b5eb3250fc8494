"""The log on PostgreSQL: one writer task takes all waiting appends of all tables into one transaction.

Any number of nodes may write. Of two that append the same row one wins, by the key of the row; both take what they
touch in the same order, so they wait for each other and never in a circle.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import asyncpg

from okey.play.ports import Effect, LogRow, ShortError, TableId
from okey.storage.effects import BODIES, INSERT, READ, TOUCH, WAITING, Change, numbered
from okey.storage.steps import LIST_LOCK

GROUP: Final = 512
"""Most appends in one transaction."""
READERS: Final = 4
PATIENCE: Final = 20.0
"""Seconds after which a statement, or a connection, has failed."""
ALONE_LOCK: Final = 0x6F6B657A
"""Held by the one task that is `alone`."""
_LOCK: Final = f"SELECT pg_advisory_xact_lock({LIST_LOCK})"
_ALONE: Final = f"SELECT pg_advisory_xact_lock({ALONE_LOCK})"
FAILURES: Final = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError)


@dataclass(frozen=True, slots=True)
class _Append:
    change: Change
    done: "asyncio.Future[bool]"


_Outcomes: TypeAlias = list[tuple["asyncio.Future[bool]", bool | OSError]]


class PostgresLog:
    """`okey.play.ports.Log` on a PostgreSQL database whose schema is up to date."""

    def __init__(self, url: str, readers: "asyncpg.Pool") -> None:
        self._url = url
        self._readers = readers
        self._queue: asyncio.Queue[_Append | None] = asyncio.Queue()
        self._closed = False
        self._inside = asyncio.Lock()
        self._writer = asyncio.create_task(self._write())

    @classmethod
    async def open(cls, url: str) -> "PostgresLog":
        """The log of the database at `url` (`postgresql://...`). Raises `OSError` when it cannot be reached."""
        try:
            readers = await asyncpg.create_pool(url, min_size=1, max_size=READERS, **LIMITS)
        except FAILURES as error:
            raise OSError(f"the database cannot be reached: {error}") from error
        return cls(url, readers)

    async def append(self, table: TableId, rows: Sequence[LogRow], effects: Sequence[Effect] = ()) -> bool:
        """See `okey.play.ports.Log.append`."""
        if self._closed:
            raise OSError("the log is closed")
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(_Append(Change(table, tuple(rows), tuple(effects)), done))
        return await done

    async def read(self, table: TableId, after: int = 0) -> list[LogRow]:
        """See `okey.play.ports.Log.read`."""
        return [LogRow(*row) for row in await self._fetch(READ, table, after)]

    async def bodies(self, table: TableId, kind: str, after: int, most: int) -> list[bytes]:
        """See `okey.play.ports.Log.bodies`."""
        return [row[0] for row in await self._fetch(BODIES, table, kind, most, after)]

    async def waiting(self) -> list[TableId]:
        """See `okey.play.ports.Log.waiting`."""
        return [row[0] for row in await self._fetch(WAITING)]

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """See `okey.storage.database.Driver.alone`; within a node they wait without a connection."""
        async with self._inside, self._readers.acquire() as connection, connection.transaction():
            await connection.execute(_ALONE)
            yield

    async def close(self) -> None:
        """Write what waits, then close the connections."""
        if self._closed:
            return
        self._closed = True
        self._queue.put_nowait(None)
        await self._writer
        await self._readers.close()

    async def _fetch(self, query: str, *values: object) -> list[Any]:
        try:
            return list(await self._readers.fetch(numbered(query), *values))
        except FAILURES as error:
            raise OSError(f"the log cannot be read: {error}") from error

    # --- the writer

    async def _write(self) -> None:
        connection: Any = None
        going = True
        while going:
            group, going = await self._group()
            try:
                if connection is None and group:
                    connection = await asyncpg.connect(self._url, **LIMITS)
                _resolve(await _commit(connection, group))
            except Exception as error:
                # Whether the group is on disk is unknown. Nothing is tried again: the tables read the log anew.
                fault = OSError(f"the log cannot be written: {error}")
                _resolve([(append.done, fault) for append in group])
                if connection is not None:
                    connection.terminate()
                    connection = None
        if connection is not None:
            await connection.close()

    async def _group(self) -> tuple[list[_Append], bool]:
        """All appends that wait, at least one; False when there will be no more."""
        append = await self._queue.get()
        group: list[_Append] = []
        while append is not None:
            group.append(append)
            if len(group) == GROUP or self._queue.empty():
                return group, True
            append = self._queue.get_nowait()
        return group, False


LIMITS: Final[dict[str, Any]] = {"timeout": PATIENCE, "command_timeout": PATIENCE}


def _resolve(outcomes: _Outcomes) -> None:
    for done, outcome in outcomes:
        if done.done():
            continue
        if isinstance(outcome, OSError):
            done.set_exception(outcome)
        else:
            done.set_result(outcome)


async def _commit(connection: Any, group: list[_Append]) -> _Outcomes:
    """Store a group in one transaction, or, when one of it clashes, each append in its own."""
    if not group:
        return []
    try:
        await _transact(connection, [append.change for append in group])
        return [(append.done, True) for append in group]
    except asyncpg.IntegrityConstraintViolationError as error:
        if len(group) == 1:
            short = isinstance(error, asyncpg.CheckViolationError)
            return [(group[0].done, ShortError(str(error)) if short else False)]
    outcomes: _Outcomes = []
    for append in group:
        outcomes += await _commit(connection, [append])
    return outcomes


async def _transact(connection: Any, changes: list[Change]) -> None:
    """All or none. What other nodes may touch too comes in one order everywhere: list, rows, effects, all by table."""
    changes = sorted(changes, key=lambda change: change.table)
    async with connection.transaction(isolation="read_committed"):
        if any(change.listed for change in changes):
            await connection.execute(_LOCK)
        await connection.executemany(numbered(INSERT), [row for change in changes for row in change.inserted])
        for change in changes:
            await _affect(connection, change)
        await connection.executemany(numbered(TOUCH), [change.touched for change in changes])


async def _affect(connection: Any, change: Change) -> None:
    effects, answer = change.run(), None
    with suppress(StopIteration):
        while True:
            statement, values = effects.send(answer)
            answer = await connection.fetch(numbered(statement), *values)

"""The log on SQLite: one writer thread takes all waiting appends of all tables into one transaction."""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from okey.play.ports import Effect, LogRow, ShortError, TableId
from okey.storage.effects import BODIES, INSERT, READ, TOUCH, WAITING, Change
from okey.storage.migrate import PRAGMAS

COUNT: Final = "UPDATE progress SET written = written + ?"
GROUP: Final = 512
"""Most appends in one transaction."""


@dataclass(frozen=True, slots=True)
class _Append:
    change: Change
    done: "asyncio.Future[bool]"


_Outcome = tuple["asyncio.Future[bool]", bool | OSError]


def connect(path: Path) -> sqlite3.Connection:
    """A connection without implicit transactions, with the settings every connection has."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    for pragma in PRAGMAS:
        connection.execute(pragma)
    return connection


class SqliteLog:
    """`okey.play.ports.Log` on a SQLite file whose schema is up to date."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._gathered: list[_Append] = []
        """What was appended in this turn of the loop: the writer is woken once for all of it."""
        self._queue: queue.SimpleQueue[list[_Append] | None] = queue.SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="okey-log-reader")
        self._reading: sqlite3.Connection | None = None
        self._writer = threading.Thread(target=self._write, name="okey-log-writer", daemon=True)
        self._closed = False
        self._inside = asyncio.Lock()
        self._writer.start()

    async def append(self, table: TableId, rows: Sequence[LogRow], effects: Sequence[Effect] = ()) -> bool:
        """See `okey.play.ports.Log.append`."""
        if self._closed:
            raise OSError("the log is closed")
        done: asyncio.Future[bool] = self._loop.create_future()
        if not self._gathered:
            self._loop.call_soon(self._hand_over)
        self._gathered.append(_Append(Change(table, tuple(rows), tuple(effects)), done))
        return await done

    def _hand_over(self) -> None:
        """Give the writer what was appended in this turn of the loop."""
        if self._gathered:
            self._queue.put(self._gathered)
            self._gathered = []

    async def read(self, table: TableId, after: int = 0) -> list[LogRow]:
        """See `okey.play.ports.Log.read`."""
        found = await self._loop.run_in_executor(self._reader, self._fetch, READ, (table, after))
        return [LogRow(*row) for row in found]

    async def bodies(self, table: TableId, kind: str, after: int, most: int) -> list[bytes]:
        """See `okey.play.ports.Log.bodies`."""
        asked = table, kind, most, after
        return [body for (body,) in await self._loop.run_in_executor(self._reader, self._fetch, BODIES, asked)]

    async def waiting(self) -> list[TableId]:
        """See `okey.play.ports.Log.waiting`."""
        return [table for (table,) in await self._loop.run_in_executor(self._reader, self._fetch, WAITING, ())]

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """See `okey.storage.database.Driver.alone`: there is one node."""
        async with self._inside:
            yield

    async def close(self) -> None:
        """Write what waits, then close the file."""
        if self._closed:
            return
        self._closed = True
        self._hand_over()
        self._queue.put(None)
        await self._loop.run_in_executor(None, self._writer.join)
        await self._loop.run_in_executor(self._reader, self._close_reader)
        self._reader.shutdown()

    def _fetch(self, query: str, values: tuple[object, ...]) -> list[Any]:
        try:
            if self._reading is None:
                self._reading = connect(self._path)
            return self._reading.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise OSError(f"the log cannot be read: {error}") from error

    def _close_reader(self) -> None:
        if self._reading is not None:
            self._reading.close()

    # --- in the writer thread

    def _write(self) -> None:
        connection: sqlite3.Connection | None = None
        going = True
        while going:
            group, going = self._group()
            if not group:
                continue
            outcomes: list[_Outcome]
            try:
                connection = connection or connect(self._path)
                outcomes = _commit(connection, group)
            except Exception as error:
                # Whether the group is on disk is unknown. Nothing is tried again: the tables read the log anew.
                fault = OSError(f"the log cannot be written: {error}")
                outcomes = [(append.done, fault) for append in group]
                if connection is not None:
                    connection.close()
                    connection = None
            self._loop.call_soon_threadsafe(_resolve, outcomes)
        if connection is not None:
            connection.close()

    def _group(self) -> tuple[list[_Append], bool]:
        """All appends that wait, at least one; False when there will be no more."""
        group: list[_Append] = []
        while len(group) < GROUP:
            try:
                appends = self._queue.get(block=not group)
            except queue.Empty:
                break
            if appends is None:
                return group, False
            group += appends
        return group, True


def _resolve(outcomes: list[_Outcome]) -> None:
    for done, outcome in outcomes:
        if done.done():
            continue
        if isinstance(outcome, OSError):
            done.set_exception(outcome)
        else:
            done.set_result(outcome)


def _commit(connection: sqlite3.Connection, group: list[_Append]) -> list[_Outcome]:
    """Store a group in one transaction, or, when two of it clash, each append in its own."""
    try:
        _transact(connection, group)
        return [(append.done, True) for append in group]
    except sqlite3.IntegrityError as error:
        if len(group) == 1:
            short = error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_CHECK
            return [(group[0].done, ShortError(str(error)) if short else False)]
    return [outcome for append in group for outcome in _commit(connection, [append])]


def _transact(connection: sqlite3.Connection, group: list[_Append]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        for append in group:
            _store(connection, append.change)
        connection.execute(COUNT, (sum(len(append.change.rows) for append in group),))
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _store(connection: sqlite3.Connection, change: Change) -> None:
    connection.executemany(INSERT, change.inserted)
    effects, answer = change.run(), None
    with suppress(StopIteration):
        while True:
            answer = connection.execute(*effects.send(answer)).fetchall()
    connection.execute(TOUCH, change.touched)

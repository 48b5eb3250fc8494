"""The log on SQLite: one writer thread takes all waiting appends of all tables into one transaction."""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from okey.fair.messages import Z, next_outcome
from okey.play.ports import Counted, Effect, Ended, Filled, LogRow, Opened, Outcome, Seated, TableId, Watched
from okey.rules.events import Four
from okey.storage.migrate import PRAGMAS

GROUP: Final = 512
"""Most appends in one transaction."""

_INSERT: Final = "INSERT INTO event (table_id, seq, at, due, kind, body, cid_seat, cid) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_TOUCH: Final = "UPDATE live SET seq = ?, at = ?, due = ? WHERE table_id = ?"
_READ: Final = "SELECT seq, at, due, kind, body, cid_seat, cid FROM event WHERE table_id = ? AND seq > ? ORDER BY seq"
_WAITING: Final = "SELECT table_id FROM live WHERE due IS NOT NULL ORDER BY due"


@dataclass(frozen=True, slots=True)
class _Append:
    table: TableId
    rows: tuple[LogRow, ...]
    effects: tuple[Effect, ...]
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
        self._queue: queue.SimpleQueue[_Append | None] = queue.SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="okey-log-reader")
        self._reading: sqlite3.Connection | None = None
        self._writer = threading.Thread(target=self._write, name="okey-log-writer", daemon=True)
        self._closed = False
        self._writer.start()

    async def append(self, table: TableId, rows: Sequence[LogRow], effects: Sequence[Effect] = ()) -> bool:
        """See `okey.play.ports.Log.append`."""
        if self._closed:
            raise OSError("the log is closed")
        done: asyncio.Future[bool] = self._loop.create_future()
        self._queue.put(_Append(table, tuple(rows), tuple(effects), done))
        return await done

    async def read(self, table: TableId, after: int = 0) -> list[LogRow]:
        """See `okey.play.ports.Log.read`."""
        found = await self._loop.run_in_executor(self._reader, self._fetch, _READ, (table, after))
        return [LogRow(*row) for row in found]

    async def waiting(self) -> list[TableId]:
        """See `okey.play.ports.Log.waiting`."""
        return [table for (table,) in await self._loop.run_in_executor(self._reader, self._fetch, _WAITING, ())]

    async def close(self) -> None:
        """Write what waits, then close the file."""
        self._closed = True
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
            except sqlite3.Error as error:
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
                append = self._queue.get(block=not group)
            except queue.Empty:
                break
            if append is None:
                return group, False
            group.append(append)
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
    except sqlite3.IntegrityError:
        if len(group) == 1:
            return [(group[0].done, False)]
    return [outcome for append in group for outcome in _commit(connection, [append])]


def _transact(connection: sqlite3.Connection, group: list[_Append]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        for append in group:
            _store(connection, append)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _store(connection: sqlite3.Connection, append: _Append) -> None:
    table = append.table
    for row in append.rows:
        connection.execute(_INSERT, (table, row.seq, row.at, row.due, row.kind, row.body, row.cid_seat, row.cid))
    last = append.rows[-1]
    for effect in append.effects:
        match effect:
            case Opened(preset, level, people, scores, code, advert):
                connection.execute(
                    "INSERT INTO match (table_id, preset, level, opened_at, deal, scores) VALUES (?, ?, ?, ?, 0, ?)",
                    (table, preset, level, last.at, _shown(scores)),
                )
                connection.execute(
                    "INSERT INTO live (table_id, seq, at, due) VALUES (?, ?, ?, ?)",
                    (table, last.seq, last.at, last.due),
                )
                connection.executemany(
                    "INSERT INTO seat (table_id, seat, guest_id) VALUES (?, ?, ?)",
                    [(table, seat, person) for seat, person in enumerate(people) if person is not None],
                )
                if code:
                    connection.execute("INSERT INTO code (code, table_id) VALUES (?, ?)", (code, table))
                if advert is not None:
                    connection.execute(
                        "INSERT INTO lobby (table_id, opened_at, rules, seats, computers, watch, quick)"
                        " VALUES (?, ?, ?, ?, 0, ?, ?)",
                        (table, last.at, advert.rules, advert.seats, int(advert.watch), int(advert.quick)),
                    )
            case Counted(deal, scores):
                connection.execute(
                    "UPDATE match SET deal = ?, scores = ? WHERE table_id = ?", (deal, _shown(scores), table)
                )
            case Ended():
                connection.execute("UPDATE match SET ended_at = ? WHERE table_id = ?", (last.at, table))
                connection.execute("DELETE FROM live WHERE table_id = ?", (table,))
                connection.execute("DELETE FROM code WHERE table_id = ?", (table,))
                connection.execute("DELETE FROM lobby WHERE table_id = ?", (table,))
            case Seated(seat, person):
                connection.execute("DELETE FROM seat WHERE table_id = ? AND seat = ?", (table, seat))
                if person is not None:
                    connection.execute(
                        "INSERT INTO seat (table_id, seat, guest_id) VALUES (?, ?, ?)", (table, seat, person)
                    )
            case Filled(computers):
                connection.execute("UPDATE lobby SET computers = ? WHERE table_id = ?", (computers, table))
            case Watched(on):
                connection.execute("UPDATE lobby SET watch = ? WHERE table_id = ?", (int(on), table))
            case Outcome():
                _outcome(connection, table, effect, last.at)
    connection.execute(_TOUCH, (last.seq, last.at, last.due, table))


def _outcome(connection: sqlite3.Connection, table: TableId, line: Outcome, at: int) -> None:
    """The next line of the public list of outcomes, chained to the last one."""
    last = connection.execute("SELECT n, chain FROM outcome ORDER BY n DESC LIMIT 1").fetchone()
    n, chain = last or (0, Z)
    chain = next_outcome(chain, table, line.commit, line.seed, line.list_hash, line.outcome)
    connection.execute(
        "INSERT INTO outcome (n, table_id, server_commit, server_seed, list_hash, outcome, chain, at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (n + 1, table, line.commit, line.seed, line.list_hash, line.outcome, chain, at),
    )


def _shown(scores: Four) -> str:
    return ",".join(map(str, scores))

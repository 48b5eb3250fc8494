"""Open a database: migrate it, start its log, hand out both."""

import asyncio
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from sqlalchemy import Engine, QueuePool, create_engine, make_url
from sqlalchemy.exc import DBAPIError

from okey.play.ports import Log
from okey.storage.migrate import prepare, upgrade
from okey.storage.sqlite import SqliteLog
from okey.storage.store import Store

if TYPE_CHECKING:
    from okey.storage.roster import Roster

FILE = "okey.db"
CLOSE_TRIES = 200
CLOSE_STEP = 0.01
"""Seconds between two looks whether all queries are done."""


class Driver(Log, Protocol):
    """A log that can be closed. A new kind of database brings one of these and nothing else."""

    def alone(self) -> AbstractAsyncContextManager[None]:
        """While one task of all nodes is inside, no other one is."""

    async def close(self) -> None:
        """Write what waits, then close."""


@dataclass(frozen=True, slots=True)
class Database:
    """An open database."""

    log: Driver
    store: Store
    engine: Engine
    roster: "Roster | None" = None
    """The nodes on this database; None where there can be only one."""

    async def close(self) -> None:
        """Close everything; what was acknowledged is on disk. A query that still runs in a thread, though nobody waits
        for it any more, gets a moment: its connection would be left open."""
        await self.log.close()
        pool = self.engine.pool
        for _ in range(CLOSE_TRIES):
            if not isinstance(pool, QueuePool) or pool.checkedout() == 0:
                break
            await asyncio.sleep(CLOSE_STEP)
        self.engine.dispose()


def sqlite_engine(path: Path) -> Engine:
    """An engine for the rare queries of a SQLite file."""
    engine = create_engine(f"sqlite:///{path}", hide_parameters=True)
    prepare(engine)
    return engine


async def open_sqlite(folder: Path) -> Database:
    """The SQLite database in `folder`, made and migrated when needed. Raises `OSError` and `MigrationError`."""
    path = folder / FILE
    engine = await asyncio.to_thread(_prepared, path)
    return Database(SqliteLog(path), Store(engine), engine)


def postgres_engine(url: str) -> Engine:
    """An engine for the rare queries of a PostgreSQL database; psycopg, for `Store` blocks in threads."""
    return create_engine(make_url(url).set(drivername="postgresql+psycopg"), pool_pre_ping=True, hide_parameters=True)


async def open_postgres(url: str) -> Database:
    """The PostgreSQL database at `url`, migrated when needed. Raises `OSError` and `MigrationError`."""
    from okey.storage.postgres import PostgresLog
    from okey.storage.roster import Roster

    log = await PostgresLog.open(url)
    engine = postgres_engine(url)
    try:
        await asyncio.to_thread(upgraded, engine, "the database")
    except BaseException:
        await log.close()
        engine.dispose()
        raise
    return Database(log, Store(engine), engine, Roster(url))


def _prepared(path: Path) -> Engine:
    path.parent.mkdir(parents=True, exist_ok=True)
    engine = sqlite_engine(path)
    upgraded(engine, str(path))
    return engine


def upgraded(engine: Engine, name: str) -> None:
    """Bring a database to the schema of this version. Raises `MigrationError`, and `OSError` with its `name`."""
    try:
        upgrade(engine)
    except DBAPIError as error:
        raise OSError(f"{name} cannot be opened: {str(error.orig).splitlines()[0]}") from error

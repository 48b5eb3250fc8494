"""Open a database: migrate it, start its log, hand out both."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from sqlalchemy import Engine, create_engine, make_url

from okey.play.ports import Log
from okey.storage.migrate import prepare, upgrade
from okey.storage.sqlite import SqliteLog
from okey.storage.store import Store

FILE = "okey.db"


class Driver(Log, Protocol):
    """A log that can be closed. A new kind of database brings one of these and nothing else."""

    async def close(self) -> None:
        """Write what waits, then close."""


@dataclass(frozen=True, slots=True)
class Database:
    """An open database."""

    log: Driver
    store: Store
    engine: Engine

    async def close(self) -> None:
        """Close everything; what was acknowledged is on disk."""
        await self.log.close()
        self.engine.dispose()


def sqlite_engine(path: Path) -> Engine:
    """An engine for the rare queries of a SQLite file."""
    engine = create_engine(f"sqlite:///{path}")
    prepare(engine)
    return engine


async def open_sqlite(folder: Path) -> Database:
    """The SQLite database in `folder`, made and migrated when needed."""
    path = folder / FILE
    engine = await asyncio.to_thread(_prepared, path)
    return Database(SqliteLog(path), Store(engine), engine)


def postgres_engine(url: str) -> Engine:
    """An engine for the rare queries of a PostgreSQL database; psycopg, for `Store` blocks in threads."""
    return create_engine(make_url(url).set(drivername="postgresql+psycopg"), pool_pre_ping=True)


async def open_postgres(url: str) -> Database:
    """The PostgreSQL database at `url` (`postgresql://...`), migrated when needed. Raises `OSError`."""
    from okey.storage.postgres import PostgresLog

    log = await PostgresLog.open(url)
    engine = postgres_engine(url)
    try:
        await asyncio.to_thread(upgrade, engine)
    except BaseException:
        await log.close()
        engine.dispose()
        raise
    return Database(log, Store(engine), engine)


def _prepared(path: Path) -> Engine:
    path.parent.mkdir(parents=True, exist_ok=True)
    engine = sqlite_engine(path)
    upgrade(engine)
    return engine

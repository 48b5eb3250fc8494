"""An open database in a fresh folder, and the same contract for both kinds."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, delete

from okey.storage.database import FILE, Database, open_postgres, open_sqlite, postgres_engine, sqlite_engine
from okey.storage.migrate import upgrade
from okey.storage.schema import metadata
from tests.postgres import fresh_database, postgres_server


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    with postgres_server() as server:
        yield server


@pytest.fixture
def postgres_url(postgres: Any) -> Iterator[str]:
    with fresh_database(postgres) as url:
        yield url


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite database of this version, to be copied."""
    path = tmp_path_factory.mktemp("migrated") / FILE
    _migrate(sqlite_engine(path))
    return path


@pytest.fixture(scope="session")
def migrated_url(postgres: Any) -> Iterator[str]:
    """A PostgreSQL database of this version, to be copied."""
    with fresh_database(postgres) as url:
        _migrate(postgres_engine(url))
        yield url


def _migrate(engine: Engine) -> None:
    upgrade(engine)
    engine.dispose()


@pytest.fixture
async def database(tmp_path: Path, migrated_file: Path) -> AsyncIterator[Database]:
    (tmp_path / "data").mkdir()
    shutil.copy(migrated_file, tmp_path / "data")
    made = await open_sqlite(tmp_path / "data")
    yield made
    await made.close()


@pytest.fixture(params=["sqlite", "postgres"])
async def nodes(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[tuple[Database, Database]]:
    """Two nodes on one database, of either kind."""
    with ExitStack() as stack:
        if request.param == "sqlite":
            (tmp_path / "data").mkdir()
            shutil.copy(request.getfixturevalue("migrated_file"), tmp_path / "data")
            one, two = await open_sqlite(tmp_path / "data"), await open_sqlite(tmp_path / "data")
        else:
            server, template = request.getfixturevalue("postgres"), request.getfixturevalue("migrated_url")
            url = stack.enter_context(fresh_database(server, template))
            one, two = await open_postgres(url), await open_postgres(url)
        yield one, two
        await one.close()
        await two.close()


@pytest.fixture(scope="session", params=["sqlite", "postgres"])
def engines(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Engine, Engine]]:
    """Two engines on one database of either kind, for tests of rare queries only."""
    with ExitStack() as stack:
        if request.param == "sqlite":
            path = tmp_path_factory.mktemp("rare") / FILE
            pair = sqlite_engine(path), sqlite_engine(path)
        else:
            url = stack.enter_context(fresh_database(request.getfixturevalue("postgres")))
            pair = postgres_engine(url), postgres_engine(url)
        upgrade(pair[0])
        yield pair
        for engine in pair:
            engine.dispose()


@pytest.fixture
def engine(engines: tuple[Engine, Engine]) -> Engine:
    """The first of `engines`; the database is empty."""
    with engines[0].begin() as connection:
        for table in reversed(metadata.sorted_tables):
            if table.name not in ("progress", "reckoned"):
                connection.execute(delete(table))
    return engines[0]


@pytest.fixture
def either(nodes: tuple[Database, Database]) -> Database:
    """A database of either kind."""
    return nodes[0]

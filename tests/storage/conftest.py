"""An open database in a fresh folder, and the same contract for both kinds."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from okey.storage.database import Database, open_postgres, open_sqlite
from tests.postgres import fresh_database, postgres_server


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    with postgres_server() as server:
        yield server


@pytest.fixture
def postgres_url(postgres: Any) -> Iterator[str]:
    with fresh_database(postgres) as url:
        yield url


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    made = await open_sqlite(tmp_path / "data")
    yield made
    await made.close()


@pytest.fixture(params=["sqlite", "postgres"])
async def nodes(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[tuple[Database, Database]]:
    """Two nodes on one database, of either kind."""
    if request.param == "sqlite":
        one, two = await open_sqlite(tmp_path / "data"), await open_sqlite(tmp_path / "data")
    else:
        url = request.getfixturevalue("postgres_url")
        one, two = await open_postgres(url), await open_postgres(url)
    yield one, two
    await one.close()
    await two.close()


@pytest.fixture
def either(nodes: tuple[Database, Database]) -> Database:
    """A database of either kind."""
    return nodes[0]

"""What only a server can do: be gone, be migrated by two nodes at once, end a connection."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from okey.play.ports import LogRow
from okey.storage.database import open_postgres, postgres_engine
from okey.storage.migrate import HEAD, upgrade, version
from okey.storage.schema import metadata

TABLE = b"t" * 16


def test_the_steps_make_the_schema(postgres_url: str) -> None:
    engine = postgres_engine(postgres_url)
    assert version(engine) is None
    upgrade(engine)
    assert version(engine) == HEAD
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    engine.dispose()


async def test_nodes_that_start_together_migrate_once(postgres_url: str) -> None:
    made = await asyncio.gather(*(open_postgres(postgres_url) for _ in range(3)))
    assert [version(database.engine) for database in made] == [HEAD] * 3
    for database in made:
        await database.close()


async def test_a_line_that_is_cut_is_no_answer_and_the_next_one_works(postgres: Any, postgres_url: str) -> None:
    database = await open_postgres(postgres_url)
    assert await database.log.append(TABLE, [LogRow(1, 1, None, "game", b"x")])
    name = postgres_url.split("/")[3].split("?")[0]
    postgres.psql(
        "select pg_terminate_backend(pid) from pg_stat_activity"
        f" where datname = '{name}' and query not like '%pg_terminate%'"
    )
    with pytest.raises(OSError, match="cannot be written"):
        await database.log.append(TABLE, [LogRow(2, 1, None, "game", b"x")])
    assert await database.log.append(TABLE, [LogRow(2, 1, None, "game", b"x")])
    assert [row.seq for row in await database.log.read(TABLE)] == [1, 2]
    await database.close()


async def test_a_server_that_is_not_there_is_told(postgres_url: str) -> None:
    with pytest.raises(OSError, match="cannot be reached"):
        await open_postgres(postgres_url.replace("host=", "host=/nowhere"))

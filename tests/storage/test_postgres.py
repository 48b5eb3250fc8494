"""What only a server can do: be gone, be migrated by two nodes at once, end a connection."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from okey.play.ports import LogRow
from okey.storage.database import Database, open_postgres, postgres_engine
from okey.storage.migrate import HEAD, upgrade, version
from okey.storage.roster import Roster
from okey.storage.schema import metadata
from tests.postgres import fresh_database

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


async def test_a_node_is_on_the_roster_as_long_as_its_connection_lives(postgres: Any, postgres_url: str) -> None:
    one, two = Roster(postgres_url), Roster(postgres_url)
    assert await one.living() == {one.node}
    assert await two.living() == {one.node, two.node}
    assert await one.living() == {one.node, two.node}
    two.close()
    async with asyncio.timeout(60):
        while await one.living() != {one.node}:
            await asyncio.sleep(0.01)
    with fresh_database(postgres) as other:
        elsewhere = Roster(other)
        assert await elsewhere.living() == {elsewhere.node}, "each database is a site of its own"
        elsewhere.close()
    one.close()


async def test_one_at_a_time_is_inside_on_all_nodes(postgres_url: str) -> None:
    nodes = [await open_postgres(postgres_url) for _ in range(2)]
    inside, most = 0, 0

    async def enter(node: Database) -> None:
        nonlocal inside, most
        async with node.log.alone():
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0.01)
            inside -= 1

    await asyncio.gather(*(enter(node) for node in nodes * 5))
    assert most == 1
    for node in nodes:
        await node.close()

"""A site that is started with a restored database cancels the tables that are open in it (docs/fairness.md)."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import httpx
import pytest

from okey.cli.app import run
from okey.server.settings import Settings
from okey.storage.backup import MARK_FILE, back_up, mark_copied, read_mark, write_mark
from okey.storage.database import FILE, postgres_engine, sqlite_engine
from tests.postgres import fresh_database, postgres_server
from tests.server.asgi import Client
from tests.server.client import Browser, Player, play_on
from tests.server.process import ServerProcess


async def begun(server: ServerProcess) -> str:
    """A table whose first deal goes on."""
    async with Browser(server.base) as browser:
        table = await browser.table("rummy")
        async with browser.socket() as socket:
            player = Player(table)
            await socket.send(player.hello())
            await play_on(socket, player, 6)
    return table


async def outcomes(server: ServerProcess) -> dict[str, int]:
    async with httpx.AsyncClient(base_url=server.base, verify=False) as client:
        return {line["table_id"]: line["outcome"] for line in (await client.get("/api/outcomes")).json()}


def open_tables(data: Path) -> int:
    with closing(sqlite3.connect(data / FILE)) as connection:
        return int(connection.execute("SELECT count(*) FROM live").fetchone()[0])


async def test_a_copy_made_by_the_command_cancels_what_is_open_in_it(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data")
    with server:
        table = await begun(server)
        assert run(["admin", "backup", str(tmp_path / "copy.db"), "--data", str(server.data)]) == 0
        assert run(["admin", "backup", str(tmp_path / "copy.db"), "--data", str(server.data)]) == 1, "never overwritten"
        server.stop()
        replace(server.data, tmp_path / "copy.db")
        server.start()
        assert await outcomes(server) == {table: 3}
        assert open_tables(server.data) == 0
        later = await begun(server)
        server.kill()
        server.start()
        assert await outcomes(server) == {table: 3}
        assert open_tables(server.data) == 1, later


async def test_an_older_file_is_known_by_the_mark_beside_the_keys(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data")
    with server:
        table = await begun(server)
        server.stop()
        shutil.copy(server.data / FILE, tmp_path / "older.db")
        server.start()
        later = await begun(server)
        server.stop()
        marked = read_mark(server.data)
        assert marked > 0
        replace(server.data, tmp_path / "older.db")
        write_mark(server.data, marked)
        server.start()
        assert await outcomes(server) == {table: 3}
        assert later not in await outcomes(server)
        server.stop()
        server.start()
        await begun(server)
        assert open_tables(server.data) == 1, "cancelled once, not at every start"


@pytest.fixture(params=["sqlite", "postgres"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    """A site on either kind of database."""
    with ExitStack() as stack:
        url = None
        if request.param == "postgres":
            url = stack.enter_context(fresh_database(stack.enter_context(postgres_server())))
        yield Settings(data=tmp_path / "data", database=url)


async def test_a_database_of_either_kind_is_said_to_be_a_copy(settings: Settings) -> None:
    """A host restores PostgreSQL by its own means: the rows are as many as the mark says, and only the host knows."""
    url = settings.database
    async with Client(settings) as browser:
        tables = [await browser.table(), await browser.table("rummy")]
    engine = sqlite_engine(settings.data / FILE) if url is None else postgres_engine(url)
    assert mark_copied(engine) == 2
    engine.dispose()
    async with Client(settings) as site:
        said = (await site.request("GET", "/api/outcomes")).json()
        assert {line["table_id"]: line["outcome"] for line in said} == dict.fromkeys(tables, 3)
        later = await site.table()
    async with Client(settings) as site:
        said = (await site.request("GET", "/api/outcomes")).json()
        assert later not in {line["table_id"] for line in said}, "cancelled once, not at every start"


async def test_a_crash_is_no_restoring(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data")
    with server:
        await begun(server)
        for end in (server.kill, server.stop, server.kill):
            end()
            server.start()
            assert await outcomes(server) == {}
    assert open_tables(server.data) == 1


def replace(data: Path, copy: Path) -> None:
    """Restore a database as a host does."""
    for old in data.glob(FILE + "*"):
        old.unlink()
    shutil.copy(copy, data / FILE)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"written": "7"}', '{"n": 7}'])
def test_a_mark_that_cannot_be_read_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / MARK_FILE).write_text(text)
    assert read_mark(tmp_path) == 0


def test_the_mark_is_for_the_site_alone(tmp_path: Path) -> None:
    write_mark(tmp_path, 7)
    assert read_mark(tmp_path) == 7
    assert (tmp_path / MARK_FILE).stat().st_mode & 0o777 == 0o600
    with pytest.raises(FileNotFoundError):
        back_up(tmp_path / FILE, tmp_path / "copy")
    assert not (tmp_path / "copy").exists()

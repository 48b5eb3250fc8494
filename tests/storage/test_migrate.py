"""From nothing, or from any older database, to the schema of this version."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from okey.play.standing import fold
from okey.storage.database import FILE, open_sqlite, sqlite_engine
from okey.storage.migrate import HEAD, MigrationError, config, upgrade, version
from okey.storage.schema import metadata
from tests.storage.data.make import make

SAVED = sorted((Path(__file__).parent / "data").glob("v*.db"))


def test_the_steps_end_at_the_head_named_in_the_code() -> None:
    assert ScriptDirectory.from_config(config()).get_heads() == [HEAD]


def test_the_steps_make_the_schema(tmp_path: Path) -> None:
    engine = sqlite_engine(tmp_path / FILE)
    assert version(engine) is None
    upgrade(engine)
    assert version(engine) == HEAD
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_a_second_start_changes_nothing(tmp_path: Path) -> None:
    engine = sqlite_engine(tmp_path / FILE)
    upgrade(engine)
    before = _shape(tmp_path / FILE)
    upgrade(engine)
    engine.dispose()
    assert _shape(tmp_path / FILE) == before


def test_a_database_of_a_later_version_is_refused(tmp_path: Path) -> None:
    engine = sqlite_engine(tmp_path / FILE)
    upgrade(engine)
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    with pytest.raises(MigrationError):
        upgrade(engine)
    engine.dispose()


@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.stem)
async def test_a_saved_database_opens_and_its_matches_go_on(path: Path, tmp_path: Path) -> None:
    shutil.copy(path, tmp_path / FILE)
    await _opens(tmp_path)


async def test_a_database_made_now_opens(tmp_path: Path) -> None:
    await make(tmp_path / FILE)
    await _opens(tmp_path)


async def _opens(folder: Path) -> None:
    database = await open_sqlite(folder)
    with closing(sqlite3.connect(folder / FILE)) as connection:
        tables = [table for (table,) in connection.execute("SELECT table_id FROM match ORDER BY opened_at, table_id")]
    phases = sorted([fold(await database.log.read(table)).game.phase for table in tables])
    assert phases == ["between", "between", "over", "throw"]
    assert len(await database.log.waiting()) == 2
    await database.close()


def test_a_kill_during_the_first_start_leaves_nothing_half(tmp_path: Path) -> None:
    """Whenever it dies, the next start finds either nothing or the whole schema."""
    script = (
        "import sys; from pathlib import Path; import alembic.command; from okey.storage.migrate import upgrade;"
        "from okey.storage.database import sqlite_engine; engine = sqlite_engine(Path(sys.argv[1]));"
        "print('go', flush=True); upgrade(engine)"
    )
    for number, pause in enumerate((0.01, 0.03, 0.06)):
        path = tmp_path / f"{number}.db"
        process = subprocess.Popen(
            [sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE, env={**os.environ}, text=True
        )
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(pause)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        engine = sqlite_engine(path)
        upgrade(engine)
        with engine.connect() as connection:
            context = MigrationContext.configure(connection, opts={"compare_type": True})
            assert compare_metadata(context, metadata) == []
        engine.dispose()


def _shape(path: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(path)) as connection:
        return sorted(connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))

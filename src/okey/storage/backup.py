"""Back-ups of a site that runs, and how a restored database is known.

Beside the key files lies a mark of how many rows the log has had, written a few times a minute. A database that has
fewer, that `back_up` has made, or that a host has said to be a copy (`mark_copied`) was restored: it has lost what the
site has signed since (docs/fairness.md).
"""

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy import Engine, func, select, update

from okey.storage.migrate import upgrade
from okey.storage.schema import live, progress
from okey.storage.sqlite import connect

MARK_FILE: Final = "progress.json"


def back_up(database: Path, copy: Path) -> None:
    """Copy a SQLite database while it is served. Raises `FileExistsError`, `sqlite3.Error`, `OSError`."""
    if not database.exists():
        raise FileNotFoundError(f"{database} is not there")
    os.close(os.open(copy, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with closing(connect(database)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        target.execute("UPDATE progress SET copied = 1")
        target.commit()


def mark_copied(engine: Engine) -> int:
    """Say of a database that was restored by its own means, as PostgreSQL is, that it is a copy: the site that starts
    with it cancels the tables that are open in it. How many are; an older database is migrated first. A site that
    serves it already does not look. Raises `MigrationError`, `sqlalchemy.exc.SQLAlchemyError`."""
    upgrade(engine)
    with engine.begin() as connection:
        connection.execute(update(progress).values(copied=1))
        return connection.execute(select(func.count()).select_from(live)).scalar_one()


def read_mark(folder: Path) -> int:
    """How many rows the log of the site in `folder` has had at least; 0 without a mark."""
    try:
        written = json.loads((folder / MARK_FILE).read_text("utf-8"))["written"]
    except (OSError, ValueError, KeyError, TypeError):
        return 0
    return written if isinstance(written, int) else 0


def write_mark(folder: Path, written: int) -> None:
    """Replace the mark, so that a crash leaves the old or the new one."""
    fresh = folder / f"{MARK_FILE}.new"
    with open(os.open(fresh, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "w", encoding="utf-8") as file:
        json.dump({"written": written}, file)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(folder / MARK_FILE)

"""Puts a copy of a SQLite database in the place of the one of a site that is down."""

import hashlib
import secrets
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from sqlalchemy import Engine, select

from okey.storage.database import FILE, sqlite_engine
from okey.storage.erasure import Erasure
from okey.storage.migrate import upgrade
from okey.storage.schema import erasure, guest

ID_BYTES: Final = 16
OLD: Final = f"{FILE}.old"
"""Where the database that was replaced is kept, until the next time."""


class RestoreError(RuntimeError):
    """The copy was not put in place; a code: `running`, `damaged`, `foreign`."""


def in_use(database: Path) -> bool:
    """Whether a SQLite database is open anywhere: a site that runs keeps it open."""
    if not database.exists():
        return False
    with closing(sqlite3.connect(database, timeout=0.2)) as connection:
        try:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
            connection.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.OperationalError:
            return True
        except sqlite3.DatabaseError:
            return False  # damaged: no site serves it
    return False


def restore(copy: Path, folder: Path, now: int) -> int:
    """Check a copy and put it in place; how many accounts were deleted again that had been since it was made. Raises
    `RestoreError`, `MigrationError`, `sqlite3.Error`, `OSError`.

    The site that starts with it cancels the tables that are open in it, for it has lost what was signed since.
    """
    folder.mkdir(parents=True, exist_ok=True)
    database, fresh = folder / FILE, folder / f"{FILE}.new"
    _check(copy)
    if in_use(database):
        raise RestoreError("running")
    fresh.unlink(missing_ok=True)
    shutil.copyfile(copy, fresh)
    fresh.chmod(0o600)
    engine = sqlite_engine(fresh)
    try:
        upgrade(engine)
        again = _erase_again(engine, _erased(database), now)
        with engine.begin() as connection:
            connection.exec_driver_sql("UPDATE progress SET copied = 1")
    finally:
        engine.dispose()
    _settle(fresh)
    if database.exists():
        with suppress(sqlite3.DatabaseError):  # damaged: that is why it is replaced
            _settle(database)
        database.replace(folder / OLD)
    for beside in (f"{FILE}-wal", f"{FILE}-shm"):
        (folder / beside).unlink(missing_ok=True)
    fresh.replace(database)
    return again


def _check(copy: Path) -> None:
    """Whether the file is a whole database of a site."""
    if not copy.is_file():
        raise FileNotFoundError(f"{copy} is not there")
    with closing(sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        try:
            sound = connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        except sqlite3.DatabaseError as error:
            raise RestoreError("damaged") from error
    if not sound:
        raise RestoreError("damaged")
    if not {"alembic_version", "event", "live", "match"} <= tables:
        raise RestoreError("foreign")


def _erased(database: Path) -> dict[bytes, int]:
    """The deletions that the database knows which is replaced."""
    if not database.exists():
        return {}
    with closing(sqlite3.connect(database)) as connection:
        try:
            return dict(connection.execute("SELECT digest, at FROM erasure").fetchall())
        except sqlite3.DatabaseError:
            return {}  # older than deletions, or damaged: that is why it is replaced


def _erase_again(engine: Engine, digests: dict[bytes, int], now: int) -> int:
    """Delete accounts that were deleted after the copy was made; the log of deletions stays whole."""
    with engine.connect() as connection:
        people = connection.execute(select(guest.c.id)).scalars().all()
        known = set(connection.execute(select(erasure.c.digest)).scalars())
    found = [person for person in people if hashlib.sha256(person).digest() in digests]
    done = sum(Erasure(engine).erase(person, secrets.token_bytes(ID_BYTES), now) for person in found)
    with engine.begin() as connection:
        for digest in digests.keys() - known - {hashlib.sha256(person).digest() for person in found}:
            connection.execute(erasure.insert().values(digest=digest, at=digests[digest]))
    return done


def _settle(database: Path) -> None:
    """Bring what stands beside the file into it, so that the file alone is the database."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")

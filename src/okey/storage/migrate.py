"""Bring a database to the schema of this version."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, Engine, event, func, inspect, select, text

if TYPE_CHECKING:
    from alembic.config import Config

HEAD: Final = "0008"
"""The newest step. A database that is there already costs no look at the steps."""
STEPS_LOCK: Final = 0x6F6B6578
PRAGMAS: Final = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA busy_timeout=10000",
    "PRAGMA foreign_keys=ON",
)
"""Write-ahead log; each commit is on the disk before it counts."""


class MigrationError(RuntimeError):
    """The database is of a version this one does not know."""


def config() -> Config:
    """Alembic's settings: the steps lie in the package."""
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    return settings


def version(engine: Engine) -> str | None:
    """The step a database stands at, None when it is empty."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        return None if found is None else str(found)


def upgrade(engine: Engine) -> None:
    """Run the steps that are missing. `MigrationError` when the database is newer than this version."""
    if version(engine) == HEAD:
        return
    from alembic import command
    from alembic.util.exc import CommandError

    settings = config()
    with engine.connect() as connection:
        settings.attributes["connection"] = connection
        _alone(connection)
        try:
            command.upgrade(settings, "head")
        except CommandError as error:
            raise MigrationError(f"the database is not of this version of okey: {error}") from error


def _alone(connection: Connection) -> None:
    """Wait until no other node runs the steps; the lock ends with the connection. A file has its own."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_lock(STEPS_LOCK)))
        connection.commit()
        connection.detach()


def prepare(engine: Engine) -> None:
    """Settings of every SQLite connection, and real transactions, also for changes of the schema.

    The driver would begin a transaction late and never for a `CREATE TABLE`; so it is told to begin none, and we do.
    """

    @event.listens_for(engine, "connect")
    def _(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        for pragma in PRAGMAS:
            connection.execute(pragma)

    @event.listens_for(engine, "begin")
    def _(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

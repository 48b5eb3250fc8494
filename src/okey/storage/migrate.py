"""Bring a database to the schema of this version."""

from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection, Engine, event

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
    settings = Config()
    settings.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    return settings


def head() -> str:
    """The newest step of this version."""
    return str(ScriptDirectory.from_config(config()).get_current_head())


def upgrade(engine: Engine) -> None:
    """Run the steps that are missing. `MigrationError` when the database is newer than this version."""
    settings = config()
    with engine.connect() as connection:
        settings.attributes["connection"] = connection
        try:
            command.upgrade(settings, "head")
        except CommandError as error:
            raise MigrationError(f"the database is not of this version of okey: {error}") from error


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

"""Drives steps (`okey.storage.results`, `okey.storage.effects`) over a connection of SQLAlchemy, as the logs do over
their own: for what changes the ledger or the lists without an event."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from sqlalchemy import Connection, Engine, func, select, update

from okey.storage.results import Steps
from okey.storage.schema import progress

LIST_LOCK: Final = 0x6F6B6579
"""Held by the one transaction that writes what others must not write meanwhile: the list of outcomes, whose lines are
chained, ratings and the ledger."""


@contextmanager
def alone(engine: Engine) -> Iterator[Connection]:
    """A transaction beside which nobody else writes the ledger, ratings or the list of outcomes; keep it short.

    It waits for the log's writer and makes it wait. On SQLite it is the only one that writes at all, from its first
    moment, so that what it reads is still so when it writes.
    """
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(LIST_LOCK)))
        else:
            connection.execute(update(progress).values(written=progress.c.written))
        yield connection


def perform(connection: Connection, steps: Steps) -> None:
    """Run `steps` in the transaction of `connection`. An `sqlalchemy.exc.IntegrityError` refuses all of it."""
    question = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    answer = None
    with suppress(StopIteration):
        while True:
            statement, values = steps.send(answer)
            found = connection.exec_driver_sql(statement.replace("?", question), values)
            answer = found.fetchall() if found.returns_rows else []

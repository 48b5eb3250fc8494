"""What the host's commands, and other nodes, ask of the site that runs."""

import secrets
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, Engine, delete, insert, select, update

from okey.storage.schema import errand
from okey.storage.store import DAY

ID_BYTES: Final = 16
CANCEL, RELOAD = "cancel", "reload"
"""Cancel a running table; read a table that is in memory anew from the log. The subject is the table in hex."""


@dataclass(frozen=True, slots=True)
class Errand:
    """One thing to do; every node of a site does it once."""

    id: bytes
    at: int
    task: str
    subject: str
    outcome: str
    """Empty until a node has done it."""


class Errands:
    """Plain blocking calls; the server runs them in a thread. Times are Unix milliseconds."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def ask(self, task: str, subject: str, now: int) -> bytes:
        """Ask for something; the id of the errand. What was asked more than a day ago is forgotten."""
        with self._engine.begin() as connection:
            connection.execute(delete(errand).where(errand.c.at < now - DAY))
            return ask(connection, task, subject, now)

    def since(self, at: int) -> list[Errand]:
        """What was asked since a time, in order."""
        query = select(errand.c.id, errand.c.at, errand.c.task, errand.c.subject, errand.c.outcome)
        with self._engine.connect() as connection:
            rows = connection.execute(query.where(errand.c.at >= at).order_by(errand.c.at, errand.c.id))
            return [Errand(*row) for row in rows]

    def done(self, asked: bytes, outcome: str, now: int) -> None:
        """Note what came of it; the first node's word counts."""
        mine = update(errand).where(errand.c.id == asked, errand.c.done_at.is_(None))
        with self._engine.begin() as connection:
            connection.execute(mine.values(done_at=now, outcome=outcome))

    def outcome(self, asked: bytes) -> str:
        """What came of it; empty while nobody has done it."""
        with self._engine.connect() as connection:
            return connection.execute(select(errand.c.outcome).where(errand.c.id == asked)).scalar() or ""


def ask(connection: Connection, task: str, subject: str, now: int) -> bytes:
    """The same within a transaction."""
    made = secrets.token_bytes(ID_BYTES)
    connection.execute(insert(errand).values(id=made, at=now, task=task, subject=subject, outcome=""))
    return made

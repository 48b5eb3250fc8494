"""Where the host's commands work: the database of a site, who asks, and refusals."""

import asyncio
import getpass
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from sqlalchemy import Engine

from okey.play.ports import TableId
from okey.storage.accounts import Accounts
from okey.storage.database import FILE, postgres_engine, sqlite_engine
from okey.storage.errands import CANCEL, Errands
from okey.storage.host import Host
from okey.storage.migrate import HEAD, upgrade, version
from okey.storage.restore import in_use

if TYPE_CHECKING:
    from okey.server.recompute import Recomputed

LOOK_SECONDS: Final = 0.2
UNITS: Final = {"m": 60_000, "h": 3_600_000, "d": 86_400_000}


class Refusal(Exception):
    """A command does nothing: the key of a text, and its values."""

    def __init__(self, key: str, values: dict[str, Any]) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


class Office:
    """One command at work on one database."""

    def __init__(self, engine: Engine, data: Path, database: str | None) -> None:
        self.engine = engine
        self.code = 0
        """What the command answers the shell."""
        self.host = Host(engine)
        self.accounts = Accounts(engine)
        self.now = now()
        self._data = data
        self._database = database

    @classmethod
    @contextmanager
    def open(cls, data: Path, database: str | None, migrating: bool = False) -> Iterator[Self]:
        """The database of a site, whose schema must be that of this version. Raises `Refusal`, `MigrationError`."""
        path = data / FILE
        if database is None and not path.exists():
            raise Refusal("no_database", {"where": path})
        engine = sqlite_engine(path) if database is None else postgres_engine(database)
        try:
            if migrating:
                upgrade(engine)
            elif version(engine) != HEAD:
                raise Refusal("schema", {})
            yield cls(engine, data, database)
        finally:
            engine.dispose()

    @property
    def idle(self) -> bool:
        """Whether no site serves the database, as far as that can be known."""
        if self._database is not None:
            return False
        self.engine.dispose()
        return not in_use(self._data / FILE)

    def refusal(self, key: str, **values: Any) -> Refusal:
        """A refusal to raise."""
        return Refusal(key, values)

    def note(self, task: str, subject: str, outcome: str) -> None:
        """A line of the audit log."""
        self.host.note(user(), task, subject, outcome, self.now)

    def sqlite_only(self) -> None:
        """Refuse PostgreSQL."""
        if self._database is not None:
            raise Refusal("only_sqlite", {})

    def lasting(self, text: str) -> int:
        """Milliseconds of `30m`, `24h`, `7d`."""
        found = re.fullmatch(r"([1-9][0-9]{0,3})([mhd])", text)
        if found is None:
            raise Refusal("bad_time", {"text": text})
        return int(found[1]) * UNITS[found[2]]

    def cancel(self, table: TableId, seconds: float) -> bool:
        """Ask the site that runs to cancel a table, and wait until it is done; False when it was not."""
        Errands(self.engine).ask(CANCEL, table.hex(), self.now)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.host.running(table.hex()) is None:
                return True
            time.sleep(LOOK_SECONDS)
        return False

    def cancel_offline(self, table: TableId) -> bool:
        """Cancel a table where no site runs."""
        from okey.server import offline
        from okey.server.settings import Settings

        return asyncio.run(offline.cancel(Settings(data=self._data, database=self._database), table))

    def recompute(self, write: bool) -> "Recomputed":
        """Ratings and boards once more."""
        from okey.server import offline
        from okey.server.settings import Settings

        return asyncio.run(offline.recompute(Settings(data=self._data, database=self._database), write))


def now() -> int:
    """Unix milliseconds."""
    return time.time_ns() // 1_000_000


def user() -> str:
    """Who runs this, by the system's word, where it has one."""
    try:
        import pwd

        return pwd.getpwuid(os.getuid()).pw_name
    except (ImportError, KeyError):
        return getpass.getuser()

"""`okey serve` and `okey migrate`: the site and its database."""

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    data: Path = Path("okey-data"),
    database: str | None = None,
    nats: str | None = None,
    open_browser: Annotated[bool, Parameter(name="--open", negative=())] = False,
    origin: str | None = None,
    pace: float | None = None,
    workers: int | None = None,
) -> int:
    """Serve the site: play in the browser.

    Parameters
    ----------
    host
        Address to listen on. Only this machine reaches the default one.
    port
        Port to listen on; 0 takes a free one.
    data
        Folder of the key files and of the database; it is made when it is not there.
    database
        PostgreSQL instead, `postgresql://user@host/name`: several nodes may share it. The key files stay in `data`.
    nats
        Where nodes hear of each other, `nats://host:4222`.
    open_browser
        Open the page in the browser.
    origin
        Public address behind a proxy, `https://okey.example`.
    pace
        Scale of the computers' pauses: 1 as people play, 0 at once (on a loopback host only).
    workers
        Processes in which computers think.
    """
    from okey.server import run

    return run(host, port, data, open_browser, pace=pace, origin=origin, workers=workers, database=database, nats=nats)


def migrate(*, data: Path = Path("okey-data"), database: str | None = None) -> int:
    """Bring the database to the schema of this version. `okey serve` does it by itself.

    Parameters
    ----------
    data
        Folder of the database; it is made when it is not there.
    database
        PostgreSQL instead, `postgresql://user@host/name`.
    """
    from okey.storage.database import FILE, postgres_engine, sqlite_engine, upgraded
    from okey.storage.migrate import HEAD, MigrationError

    try:
        if database is None:
            data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        print(f"okey: {data}: {error.strerror}", file=sys.stderr)
        return 2
    engine = sqlite_engine(data / FILE) if database is None else postgres_engine(database)
    try:
        upgraded(engine, str(data / FILE) if database is None else "the database")
    except (MigrationError, OSError) as error:
        print(f"okey: {error}", file=sys.stderr)
        return 1
    finally:
        engine.dispose()
    print(f"{data / FILE if database is None else 'database'}: schema {HEAD}")
    return 0

"""The site: ASGI dispatcher, REST, `/ws`, sessions, limits, metrics, and the page from memory."""

import sys
from collections.abc import Callable
from pathlib import Path


def run(
    host: str = "127.0.0.1",
    port: int = 8000,
    data: str | Path = "okey-data",
    open_browser: bool = False,
    pace: float | None = None,
    origin: str | None = None,
    workers: int | None = None,
    database: str | None = None,
    nats: str | None = None,
    announce: Callable[[str], None] | None = None,
) -> int:
    """Serve until SIGTERM or SIGINT; prints (or passes to `announce`) the address once the page answers.

    `port` 0 takes a free one. `pace` scales the computers' pauses: 1 as people play, 0 at once; anything but 1 works on
    a loopback host only. `origin` is the public address behind a proxy (`https://...`). `workers` is the number of
    processes in which computers think. `database` (`postgresql://...`) and `nats` (`nats://...`) let several nodes be
    one site; without them everything lies in `data`. Returns an exit code: 0, 1 when it could not start, 2 for
    impossible settings.
    """
    from okey.server.serve import serve
    from okey.server.settings import Settings, SettingsError, workers_here

    try:
        settings = Settings(
            data=Path(data),
            database=database,
            nats=nats,
            host=host,
            port=port,
            origin=origin,
            pace=1.0 if pace is None else pace,
            workers=workers_here() if workers is None else workers,
        )
    except SettingsError as error:
        sys.stderr.write(f"okey serve: {error}\n")
        return 2
    return serve(settings, open_browser, announce)


__all__ = ["run"]

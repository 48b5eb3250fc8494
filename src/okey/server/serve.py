"""Run a site under uvicorn until a signal ends it."""

import asyncio
import logging
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from functools import partial
from typing import Any, Final, cast

import structlog
import uvicorn

from okey.server.app import App
from okey.server.bounded import BoundedProtocol
from okey.server.collector import collect_seldom
from okey.server.impatient import Door, ImpatientProtocol
from okey.server.settings import Settings
from okey.solver import KERNEL
from okey.storage.migrate import MigrationError

BACKLOG: Final = 2048
PING_SECONDS: Final = 5.0
DEAD_SECONDS: Final = 10.0
"""A socket is dead 15 s after it was last heard of."""
SWITCH_SECONDS: Final = 0.0005
"""How long the thread of the log waits for a busy loop to let it go on, which it does some ten times a commit."""


REFUSED: Final = "ASGI callable returned without completing handshake."
"""What uvicorn says, as an error, whenever an upgrade is refused with an answer."""


class Server(uvicorn.Server):
    """Opens the database before anything else, says the address once it listens, and good-bye to the tables before the
    sockets are closed."""

    def __init__(self, config: uvicorn.Config, app: App, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._ready = ready
        self._collecting: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """See `uvicorn.Server`. Raises what `Site.open` does."""
        await self._app.site.open()
        await super().startup(sockets)
        if self.started:
            self._collecting = asyncio.create_task(collect_seldom())
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """See `uvicorn.Server`."""
        if self._collecting is not None:
            self._collecting.cancel()
        await self._app.site.say_good_bye()
        await super().shutdown(sockets)


def serve(settings: Settings, open_browser: bool = False, announce: Callable[[str], None] | None = None) -> int:
    """Serve a site until a signal ends it; an exit code (see `okey.server.run`)."""
    say = announce or _say
    set_up_logs()
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        listener = listen(settings.host, settings.port)
    except OSError as error:
        reason = error.strerror or str(error)
        sys.stderr.write(f"okey serve: cannot listen on {settings.host} port {settings.port}: {reason}; try --port\n")
        return 1
    app = App(settings)
    address = settings.origin or f"http://{_shown(settings.host)}:{listener.getsockname()[1]}"

    def ready() -> None:
        say(f"Okey: {address}   (kernel: {KERNEL}, data: {settings.data})")
        if not app.page.built:
            say("The page is not built; `make web` builds it.")
        if open_browser:
            webbrowser.open(address)

    try:
        Server(configure(app), app, ready).run(sockets=[listener])
    except (MigrationError, OSError) as error:
        sys.stderr.write(f"okey serve: {error}\n")
        return 1
    finally:
        listener.close()
    return 0


def configure(app: App) -> uvicorn.Config:
    """How uvicorn runs the site."""
    return uvicorn.Config(
        app,
        loop="auto",
        http=cast(Any, partial(ImpatientProtocol, Door())),
        ws=BoundedProtocol,
        ws_max_size=4096,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=DEAD_SECONDS,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=5,
        h11_max_incomplete_event_size=16 * 1024,
    )


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; `OSError` when the address is taken or unknown."""
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listener = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


def set_up_logs() -> None:
    """One JSON object a line on stderr; names and texts of others are encoded, so that they cannot forge a line.

    What clients do wrong is counted, and not told: nobody shall fill the disk of a host.
    """
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(levelname)s %(name)s %(message)s")
    uvicorns = logging.getLogger("uvicorn.error")
    uvicorns.setLevel(logging.ERROR)
    uvicorns.addFilter(lambda record: record.msg != REFUSED)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host

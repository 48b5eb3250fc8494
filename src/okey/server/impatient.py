"""HTTP connections that do not wait for ever for a request, and are let in one at a time."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS: Final = 5.0
"""From the connection, or from the first byte of a further request, to the end of its headers."""


class Door:
    """Requests and upgrades wait here, and one is looked at in each turn of the loop: what is said on the sockets that
    are inside is heard in between, however many stand outside."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()

    def enter(self, loop: asyncio.AbstractEventLoop, come_in: Callable[[], None]) -> None:
        """Call `come_in` when it is its turn."""
        self._waiting.append(come_in)
        if len(self._waiting) == 1:
            loop.call_soon(self._open, loop)

    def _open(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            self._waiting[0]()
        finally:
            self._waiting.popleft()
            if self._waiting:
                loop.call_soon(self._open, loop)


class ImpatientProtocol(H11Protocol):
    """uvicorn's protocol, which by itself has a limit only between two requests."""

    def __init__(self, door: Door, **options: Any) -> None:
        super().__init__(**options)
        self._door = door
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See `asyncio.Protocol`."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`; nothing more is read before this was looked at."""
        self.transport.pause_reading()
        self._door.enter(self.loop, lambda: self._hear(data))

    def _hear(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if not self.flow.read_paused:
            self.transport.resume_reading()
        super().data_received(data)
        unfinished, _ = self.conn.trailing_data
        if not unfinished:
            self._stop_waiting()
        elif self._patience is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        self._stop_waiting()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """See `uvicorn`: from here on another protocol has the connection."""
        self._stop_waiting()
        super().handle_websocket_upgrade(event)

    def _wait(self) -> None:
        self._patience = self.loop.call_later(REQUEST_SECONDS, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

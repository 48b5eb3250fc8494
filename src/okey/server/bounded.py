"""WebSocket connections that cannot be flooded below the level of frames, nor left open for ever."""

import asyncio
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from okey.server.gate import Bucket

PIECE: Final = 4096
"""So many bytes are read before the loop's other work can be thought of again."""
FRAGMENTS: Final = 8
"""Of one message."""
QUEUED: Final = 256
"""Messages that wait to be read by the application."""
PINGS: Final = 20
"""Control frames in a second."""
LINGER_SECONDS: Final = 10.0
"""After the farewell; who does not read it then is cut off."""
POLICY: Final = 1008


class BoundedProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, which by itself counts neither control frames nor fragments, and waits for slow readers."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._pings = Bucket(PINGS, self.loop.time())
        self._end: asyncio.TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`: in pieces, so that what comes after too much is never looked at."""
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + PIECE])

    def handle_ping(self) -> None:
        """See `uvicorn`."""
        if self._pings.take(self.loop.time()):
            super().handle_ping()
        else:
            self._too_much()

    def handle_pong(self, event: Frame) -> None:
        """See `uvicorn`."""
        if self._pings.take(self.loop.time()):
            super().handle_pong(event)
        else:
            self._too_much()

    def handle_cont(self, event: Frame) -> None:
        """See `uvicorn`."""
        if len(self.frames) < FRAGMENTS:
            super().handle_cont(event)
        else:
            self._too_much()

    def send_receive_event_to_app(self) -> None:
        """See `uvicorn`."""
        if self.queue.qsize() < QUEUED:
            super().send_receive_event_to_app()
        else:
            self._too_much()

    def keepalive_timeout(self) -> None:
        """See `uvicorn`."""
        super().keepalive_timeout()
        self._end_soon()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """See `uvicorn`."""
        super().on_task_complete(task)
        self._end_soon()

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        super().connection_lost(exc)
        self.conn.parser.close()  # it holds what holds it; nothing more comes that it could read
        if self._end is not None:
            self._end.cancel()

    def _end_soon(self) -> None:
        """The connection is being closed, which by itself takes as long as the client likes not to read."""
        if self._end is None and self in self.connections:
            self._end = self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def _too_much(self) -> None:
        """Close for a flood; the application hears that the client is gone."""
        if self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": POLICY, "reason": ""})
        self.conn.fail(POLICY)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = self.disconnected = True
        self.transport.close()

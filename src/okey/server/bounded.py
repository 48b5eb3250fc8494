"""WebSocket connections that cannot be flooded below the level of frames, nor left open for ever."""

import asyncio
from typing import Any, Final

from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from okey.server.gate import Bucket

PIECE: Final = 256
"""After so many bytes it is looked whether what came was too much."""
FRAGMENTS: Final = 8
"""Of one message."""
AHEAD: Final = 32
"""So many messages may wait for the application before more are taken out of what came."""
AFTER: Final = 16 * 1024
"""Bytes that are looked at after the farewell, for the answer to it."""
PINGS: Final = 20
"""Control frames in a second."""
LINGER_SECONDS: Final = 10.0
"""After the farewell; who does not read it then is cut off."""
POLICY, NO_TEXT = 1008, 1007


class BoundedProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, which by itself counts neither control frames nor fragments, and waits for slow readers."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._pings = Bucket(PINGS, self.loop.time())
        self._end: asyncio.TimerHandle | None = None
        self._rest = b""
        """What came and was not looked at yet; nothing more is read meanwhile."""
        self._after = 0
        """Bytes looked at since the farewell."""

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`: in pieces, so that what comes after too much is never looked at."""
        data, self._rest = self._rest + data, b""
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing() or self._after > AFTER:
                return
            piece = data[start : start + PIECE]
            if self.close_sent:
                self._after += len(piece)
            elif self.queue.qsize() >= AHEAD:
                self._rest = data[start:]
                return
            super().data_received(piece)

    async def receive(self) -> ASGIReceiveEvent:
        """See `uvicorn`."""
        message = await super().receive()
        if self._rest and self.queue.qsize() < AHEAD:
            self.data_received(b"")
        return message

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
        if self.curr_msg_data_type == "text" and not _is_text(self.frames):
            self._too_much(NO_TEXT)
        else:
            super().send_receive_event_to_app()

    def handle_parser_exception(self) -> None:
        """See `uvicorn`; nothing more is said to who breaks the protocol."""
        super().handle_parser_exception()
        self.disconnected = True

    def keepalive_timeout(self) -> None:
        """See `uvicorn`; nothing more is said to who does not answer."""
        super().keepalive_timeout()
        self.disconnected = self.disconnected or self.close_sent
        self._end_soon()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """See `uvicorn`."""
        super().on_task_complete(task)
        self._end_soon()

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        super().connection_lost(exc)
        # Both hold what holds them, the fault by the frames of its traceback; nothing more comes that could be read.
        self.conn.parser.close()
        self.conn.parser_exc = None
        if self._end is not None:
            self._end.cancel()

    def _end_soon(self) -> None:
        """The connection is being closed, which by itself takes as long as the client likes not to read."""
        if self._end is None and self in self.connections:
            self._end = self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def _too_much(self, code: int = POLICY) -> None:
        """Close for a flood, or for what is no text; the application hears that the client is gone."""
        if self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        self.conn.fail(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = self.disconnected = True
        self.transport.close()


def _is_text(frames: list[bytes]) -> bool:
    """Whether a message is UTF-8; uvicorn would tell the log of one that is not, at length."""
    try:
        b"".join(frames).decode()
    except UnicodeDecodeError:
        return False
    return True

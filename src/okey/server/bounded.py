"""WebSocket connections that cannot be flooded below the level of frames, nor left open for ever."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

from okey.server.gate import Bucket

PIECE: Final = 256
"""After so many bytes it is looked whether what came was too much."""
FRAGMENTS: Final = 8
"""Of one message."""
AFTER: Final = 16 * 1024
"""Bytes that are looked at after the farewell, for the answer to it."""
PINGS: Final = 20
"""Control frames in a second."""
LINGER_SECONDS: Final = 10.0
"""After the farewell; who does not read it then is cut off."""
POLICY, NO_TEXT = 1008, 1007
LINE: Final = "okey.line"
"""Extension of ASGI: the socket itself, which takes what is sent without a task that waits for it."""


class BoundedProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, which by itself counts neither control frames nor fragments, and waits for slow readers.

    Once it was accepted a socket is a `Line` of `okey.server.connection`.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._pings = Bucket(PINGS, self.loop.time())
        self._end: asyncio.TimerHandle | None = None
        self._after = 0
        """Bytes looked at since the farewell."""
        self.heard: Callable[[str | None], None] | None = None
        self.freed: Callable[[], None] | None = None

    @property
    def free(self) -> bool:
        """See `Line`."""
        return self.writable.is_set()

    def write(self, text: bytes) -> None:
        """See `Line`."""
        if self._says:
            self.conn.send_text(text)
            self._flush()

    def end(self, code: int) -> None:
        """See `Line`: what uvicorn does when it is sent a close."""
        if self._says:
            self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
            self.conn.send_close(code)
            self._flush()
            self.close_sent = True
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)

    def _flush(self) -> None:
        self.transport.write(b"".join(self.conn.data_to_send()))

    @property
    def _says(self) -> bool:
        """Whether anything may still be sent."""
        return self.conn.state is State.OPEN and not self.transport.is_closing()

    def resume_writing(self) -> None:
        """See `asyncio.Protocol`."""
        super().resume_writing()
        if self.freed is not None:
            self.freed()

    async def run_asgi(self) -> None:
        """See `uvicorn`."""
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[LINE] = self
        try:
            await super().run_asgi()
        finally:
            del extensions[LINE]

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`: in pieces, so that what comes after too much is never looked at."""
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing() or self._after > AFTER:
                return
            piece = data[start : start + PIECE]
            if self.close_sent:
                self._after += len(piece)
            super().data_received(piece)

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
        """See `uvicorn`; who has let the socket in hears every message at once."""
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        if self.heard is None:
            self._too_much()  # it has to wait until it is let in
            return
        text = None
        if self.curr_msg_data_type == "text":
            try:
                text = data.decode()
            except UnicodeDecodeError:
                self._too_much(NO_TEXT)
                return
        self.heard(text)

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
        self.heard = self.freed = None
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
        self._flush()
        self.close_sent = self.disconnected = True
        self.transport.close()

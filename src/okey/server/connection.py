"""One WebSocket: a bounded queue downwards, and a farewell that always ends it."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final

from okey.play.messages import Bye, Message, No, Ok
from okey.server import frames

MAX_FRAMES: Final = 64
MAX_BYTES: Final = 256 * 1024
NORMAL, POLICY, OVERLOAD, RESTART = 1000, 1008, 1013, 1012
_CODES: Final = {"too_fast": POLICY, "bad_frame": POLICY, "restart": RESTART, "full": OVERLOAD}


class Connection:
    """A `Socket` of `okey.play.ports` on an ASGI connection that was accepted.

    `send` never waits: a client that does not read is closed once 64 frames or 256 KiB wait for it.
    """

    def __init__(self, send: Callable[[Any], Awaitable[None]], answered: Callable[[bytes], None] | None = None) -> None:
        self._send = send
        self._answered = answered
        self._waiting: deque[str] = deque()
        self._bytes = 0
        self._wake = asyncio.Event()
        self._code: int | None = None

    @property
    def closing(self) -> bool:
        """Whether the last frame was queued."""
        return self._code is not None

    def send(self, message: Message) -> None:
        """Queue a message of a table; `answered` is told the ids of answered commands."""
        self.write(frames.encode(message))
        if self._answered is not None and isinstance(message, Ok | No):
            self._answered(message.cid)

    def write(self, frame: bytes) -> None:
        """Queue a frame."""
        if self._code is not None:
            return
        if len(self._waiting) >= MAX_FRAMES or self._bytes + len(frame) > MAX_BYTES:
            self._waiting.clear()
            self._code = OVERLOAD
        else:
            self._waiting.append(frame.decode())
            self._bytes += len(frame)
        self._wake.set()

    def close(self, farewell: Message) -> None:
        """Queue the last message; the connection ends after it."""
        self.write(frames.encode(farewell))
        if self._code is None:
            self._code = _CODES.get(farewell.why, NORMAL) if isinstance(farewell, Bye) else NORMAL
        self._wake.set()

    async def run(self) -> None:
        """Send what is queued until the connection ends; returns when the closing frame was sent."""
        while True:
            while self._waiting:
                text = self._waiting.popleft()
                self._bytes -= len(text)
                await self._send({"type": "websocket.send", "text": text})
            if self._code is not None:
                await self._send({"type": "websocket.close", "code": self._code})
                return
            self._wake.clear()
            await self._wake.wait()

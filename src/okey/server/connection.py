"""One WebSocket downwards: frames in their order, never too many that wait, and a farewell that always ends it."""

from collections import deque
from collections.abc import Callable
from typing import Final, Protocol

from okey.play.messages import Bye, Message, No, Ok
from okey.server import frames

MAX_FRAMES: Final = 64
MAX_BYTES: Final = 256 * 1024
NORMAL, POLICY, FAULT, RESTART, OVERLOAD = 1000, 1008, 1011, 1012, 1013
_CODES: Final = {"too_fast": POLICY, "bad_frame": POLICY, "restart": RESTART, "full": OVERLOAD}


class Line(Protocol):
    """A socket that was accepted. Nothing here waits, and nothing fails when the client is gone."""

    heard: Callable[[str | None], None] | None
    """Called with every message that comes; None stands for one that is no text."""
    freed: Callable[[], None] | None
    """Called when the line is free again."""

    @property
    def free(self) -> bool:
        """Whether the network takes more."""

    def write(self, text: bytes) -> None:
        """Send a text."""

    def end(self, code: int) -> None:
        """Close the socket; its reader hears that it is gone."""


class Connection:
    """A `Socket` of `okey.play.ports` on a line.

    `send` never waits: a client that does not read is closed once 64 frames or 256 KiB wait for it.
    """

    def __init__(self, line: Line, answered: Callable[[bytes], None] | None = None) -> None:
        self._line = line
        self._answered = answered
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self.closing = False
        """Whether the last frame was written."""
        line.freed = self._go_on

    def send(self, message: Message) -> None:
        """Send a message of a table; `answered` is told the ids of answered commands."""
        self.write(frames.encode(message))
        if self._answered is not None and isinstance(message, Ok | No):
            self._answered(message.cid)

    def write(self, frame: bytes) -> None:
        """Send a frame, or keep it while the network takes no more."""
        if self.closing:
            return
        if self._line.free and not self._waiting:
            self._line.write(frame)
        elif len(self._waiting) >= MAX_FRAMES or self._bytes + len(frame) > MAX_BYTES:
            self.cut(OVERLOAD)
        else:
            self._waiting.append(frame)
            self._bytes += len(frame)

    def close(self, farewell: Message) -> None:
        """Send the last message; the connection ends after it."""
        self.write(frames.encode(farewell))
        if not self.closing:
            while self._waiting:
                self._line.write(self._waiting.popleft())
            self.cut(_CODES.get(farewell.why, NORMAL) if isinstance(farewell, Bye) else NORMAL)

    def cut(self, code: int) -> None:
        """End the connection without a farewell; what waits is dropped."""
        self.closing = True
        self._waiting.clear()
        self._line.freed = None
        self._line.end(code)

    def _go_on(self) -> None:
        """The network takes more."""
        while self._waiting and self._line.free:
            frame = self._waiting.popleft()
            self._bytes -= len(frame)
            self._line.write(frame)

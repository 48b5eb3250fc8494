"""Looks for secrets of tables in everything a server says before their time (FAIRNESS 12.7).

Secrets are noted where they are made: seeds, keys and the computers' seeds as `Secret`, contributions as they come in,
master keys and the blocks of their streams as they are worked out, decks as a table deals them. A seed may stand in the
seed of a `reveal`, of a record and of the list of outcomes, a contribution in the values of an `opening` and of a
record; the others nowhere.
"""

import re
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Final, TextIO
from unittest.mock import patch

from okey.fair import messages, streams
from okey.play import standing
from okey.play.commands import Contribute
from okey.play.messages import Message
from okey.play.opening import Secret
from okey.rules.actions import StartDeal
from okey.server import frames
from okey.server.app import App
from okey.server.connection import Connection
from okey.testing import MemorySocket, World

SIZE: Final = 32
HEX: Final = re.compile(r"[0-9a-fA-F]{64,}")
BASE64_SIZE: Final = SIZE * 8 // 6
"""Letters of a secret that do not depend on what follows it."""
BASE64: Final = re.compile(rf"[0-9A-Za-z+/_-]{{{BASE64_SIZE},}}")
NUMBERS: Final = re.compile(r"\d{1,3}(?:,\s?\d{1,3}){31,}")
OPENED: Final = re.compile(r'"(?:seed|server_seed|value)": ?"[0-9a-f]{64}"')
TELLING: Final = ('{"t":"reveal"', '{"t":"opening"')
"""How frames begin that may open something."""


class Leaks:
    """The secrets of one process, and where one was seen; `report` hears of each leak at once."""

    def __init__(self, report: Callable[[str], None] = lambda leak: None) -> None:
        self.found: list[str] = []
        self._report = report
        self._hex: set[str] = set()
        self._base64: set[str] = set()
        self._numbers: set[tuple[int, ...]] = set()

    def note(self, secret: bytes) -> None:
        """Bytes nobody may see, by each 32; fewer could stand anywhere by chance."""
        for at in range(0, len(secret) - SIZE + 1, SIZE):
            piece = secret[at : at + SIZE]
            self._hex.add(piece.hex())
            self._base64.add(urlsafe_b64encode(piece).decode()[:BASE64_SIZE])
            self._numbers.add(tuple(piece))

    def scan(self, where: str, text: str, opens: bool = False) -> None:
        """Look for all secrets in every spelling; `opens`: the place where seeds and contributions are opened."""
        if self._holds(OPENED.sub("", text) if opens else text):
            self.found.append(f"{where}: {text}")
            self._report(self.found[-1])

    def _holds(self, text: str) -> bool:
        return (
            any(not self._hex.isdisjoint(_windows(run.lower(), 64)) for run in HEX.findall(text))
            or any(not self._base64.isdisjoint(_windows(_url_safe(run), BASE64_SIZE)) for run in BASE64.findall(text))
            or any(not self._numbers.isdisjoint(_windows(_numbers(run), SIZE)) for run in NUMBERS.findall(text))
        )

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Note every secret and scan every frame, HTTP answer and trace of this process."""
        with ExitStack() as stack:
            for owner, name, wrapped in (
                (Secret, "__init__", self._noting(Secret.__init__)),
                (Contribute, "__init__", self._contributing(Contribute.__init__)),
                (messages, "mac", self._deriving(messages.mac)),
                (streams, "mac", self._deriving(streams.mac)),
                (standing, "start_deal", self._dealing(standing.start_deal)),
                (MemorySocket, "send", self._sending(MemorySocket.send)),
                (Connection, "write", self._writing(Connection.write)),
                (World, "tell", self._telling(World.tell)),
                (App, "__call__", self._answering(App.__call__)),
            ):
                stack.enter_context(patch.object(owner, name, wrapped))
            yield

    def frame(self, frame: bytes) -> None:
        """A frame on its way to a browser."""
        text = frame.decode()
        self.scan("frame", text, text.startswith(TELLING))

    def _noting(self, begin: Any) -> Any:
        def noted(secret: Secret, value: bytes) -> None:
            self.note(value)
            begin(secret, value)

        return noted

    def _contributing(self, begin: Any) -> Any:
        def noted(command: Contribute, *values: Any, **named: Any) -> None:
            begin(command, *values, **named)
            self.note(command.value)

        return noted

    def _deriving(self, mac: Any) -> Any:
        def noted(key: bytes, message: bytes) -> bytes:
            made: bytes = mac(key, message)
            self.note(made)
            return made

        return noted

    def _dealing(self, deal: Any) -> Any:
        def noted(key: bytes, number: int) -> StartDeal:
            dealt: StartDeal = deal(key, number)
            self.note(bytes(dealt.line))
            return dealt

        return noted

    def _sending(self, send: Any) -> Any:
        def scanned(socket: MemorySocket, message: Message) -> None:
            self.frame(frames.encode(message))
            send(socket, message)

        return scanned

    def _writing(self, write: Any) -> Any:
        def scanned(connection: Connection, frame: bytes) -> None:
            self.frame(frame)
            write(connection, frame)

        return scanned

    def _telling(self, tell: Any) -> Any:
        def scanned(world: World, event: str, **fields: Any) -> None:
            self.scan("trace", f"{event} {fields}")
            tell(world, event, **fields)

        return scanned

    def _answering(self, call: Any) -> Any:
        async def scanned(app: App, scope: Any, receive: Any, send: Any) -> None:
            path = scope.get("path", "")

            async def answer(message: Any) -> None:
                if message["type"] == "http.response.body":
                    text = message.get("body", b"").decode("latin-1")
                    self.scan(path, text, path.endswith(("/record", "/outcomes")))
                await send(message)

            await call(app, scope, receive, answer)

        return scanned


class Ear:
    """A text stream on which every line is scanned."""

    def __init__(self, leaks: Leaks, stream: TextIO) -> None:
        self._leaks = leaks
        self._stream = stream

    def write(self, text: str) -> int:
        """Scan, then write."""
        self._leaks.scan("log", text)
        return self._stream.write(text)

    def flush(self) -> None:
        """As the stream does."""
        self._stream.flush()


def _windows(run: Any, size: int) -> Iterator[Any]:
    return (run[at : at + size] for at in range(len(run) - size + 1))


def _url_safe(run: str) -> str:
    return run.replace("+", "-").replace("/", "_")


def _numbers(run: str) -> tuple[int, ...]:
    return tuple(int(number) for number in run.split(","))


@contextmanager
def no_leaks() -> Iterator[Leaks]:
    """Nothing secret is said in this process within."""
    leaks = Leaks()
    with leaks.listening():
        yield leaks
    assert leaks.found == []

"""The whole application in this process, without a server: HTTP requests and sockets as ASGI messages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from okey.rules.ruleset import PRESETS
from okey.server.app import App
from okey.server.bounded import LINE
from okey.server.settings import Settings
from tests.patience import within
from tests.server.proof import Opening

HERE = "127.0.0.1"
BASE = "http://127.0.0.1:8000"
SHORT = replace(PRESETS["klasik"], points=2).text


@dataclass
class Answer:
    """An HTTP answer."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Client:
    """One browser against an `App` in this process; use as an asynchronous context."""

    def __init__(self, settings: Settings, base: str = BASE) -> None:
        self.app = App(settings)
        self.base = base
        self.cookie: str | None = None
        self._down = asyncio.Event()
        self._up = asyncio.Event()
        self._life: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._life = asyncio.create_task(self.app({"type": "lifespan", "asgi": {}}, self._lifespan(), self._started))
        await self._up.wait()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.app.site.say_good_bye()
        self._down.set()
        assert self._life is not None
        await self._life

    def _lifespan(self) -> Any:
        state = iter(("lifespan.startup", "lifespan.shutdown"))

        async def receive() -> dict[str, str]:
            kind = next(state)
            if kind == "lifespan.shutdown":
                await self._down.wait()
            return {"type": kind}

        return receive

    async def _started(self, message: dict[str, Any]) -> None:
        assert not message["type"].endswith(".failed"), message
        self._up.set()

    async def request(
        self,
        method: str,
        path: str,
        body: bytes = b"",
        headers: Iterable[tuple[str, str]] = (),
        peer: str = "127.0.0.1",
    ) -> Answer:
        """One request; the session cookie is kept. A body of None never comes."""
        given = {"host": self.base.split("://")[1], "origin": self.base, "content-type": "application/json"}
        given |= {"cookie": self.cookie} if self.cookie else {}
        given |= dict(headers)
        path, _, query = path.partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(key.encode(), value.encode()) for key, value in given.items()],
            "client": (peer, 1234),
            "server": ("127.0.0.1", 8000),
        }
        messages: list[dict[str, Any]] = []
        incoming = iter(({"type": "http.request", "body": body, "more_body": False},))

        async def receive() -> dict[str, Any]:
            for message in incoming if body is not None else ():
                return message
            await asyncio.Event().wait()
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            messages.append(message)

        await self.app(scope, receive, send)
        fields = {key.decode(): value.decode() for key, value in messages[0]["headers"]}
        if "set-cookie" in fields:
            self.cookie = fields["set-cookie"].split(";")[0]
        return Answer(messages[0]["status"], fields, b"".join(part.get("body", b"") for part in messages[1:]))

    async def table(self, preset: str = "klasik", level: str = "kolay") -> str:
        """A new table."""
        rules = (await self.request("GET", "/api/presets")).json()[preset]
        body = json.dumps({"rules": rules, "level": level, "hints": False}).encode()
        answer = await self.request("POST", "/api/tables", body)
        assert answer.status == 201, answer.body
        table = str(answer.json()["table"])
        opening = Opening()
        async with self.socket() as socket:
            socket.say(json.dumps({"t": "hello", "table": table, "after": None}))
            while (frame := await socket.hear()) is not None and frame["t"] != "snap":
                if (reply := opening.reply(frame)) is not None:
                    socket.say(reply)
        return table

    async def room(self, rules: str = SHORT, running: bool = False) -> str:
        """A new table for several people; `running`: its founder has sat down, and computers play with that person."""
        body = {"rules": rules, "level": "kolay", "listed": False, "watch": True, "chat": False}
        answer = await self.request("POST", "/api/rooms", json.dumps(body).encode())
        assert answer.status == 201, answer.body
        table = str(answer.json()["table"])
        opening = Opening()
        async with self.socket() as socket:
            socket.say(json.dumps({"t": "hello", "table": table, "after": None}))
            while running and (frame := await socket.hear()) is not None and frame["t"] != "snap":
                if (reply := opening.reply(frame)) is not None:
                    socket.say(reply)
                elif frame["t"] == "room" and len(frame["places"]) > sum(seat is not None for seat in frame["seats"]):
                    socket.say(json.dumps({"t": "fill"}))
        return table

    @asynccontextmanager
    async def socket(self, peer: str = HERE) -> AsyncIterator[Wire]:
        """An open socket."""
        wire = Wire(self, peer)
        await wire.open()
        try:
            yield wire
        finally:
            await wire.close()


class Wire:
    """One socket from the client's side; to the server it is a `Line`."""

    free = True

    def __init__(self, client: Client, peer: str) -> None:
        self._up: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._down: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        headers = {"host": client.base.split("://")[1], "origin": client.base, "cookie": client.cookie or ""}
        scope = {
            "type": "websocket",
            "path": "/ws",
            "headers": [(key.encode(), value.encode()) for key, value in headers.items()],
            "subprotocols": ["okey.v1"],
            "client": (peer, 1234),
            "scheme": "ws",
            "extensions": {LINE: self},
        }
        self._task = asyncio.create_task(client.app(scope, self._up.get, self._down.put))  # type: ignore[arg-type]
        self.code: int | None = None
        self.heard: Any = None
        self.freed: Any = None

    def write(self, text: bytes) -> None:
        self._down.put_nowait({"type": "websocket.send", "text": text.decode()})

    def end(self, code: int) -> None:
        self._down.put_nowait({"type": "websocket.close", "code": code})
        self._up.put_nowait({"type": "websocket.disconnect", "code": code})

    async def open(self) -> None:
        self._up.put_nowait({"type": "websocket.connect"})
        message = await self._down.get()
        assert message["type"] == "websocket.accept", message

    def say(self, text: str | bytes) -> None:
        """Send a frame."""
        asyncio.get_running_loop().call_soon(self.heard, text if isinstance(text, str) else None)

    async def hear(self, seconds: float = 10.0) -> dict[str, Any] | None:
        """The next frame; None when the server has closed."""
        message = await within(seconds, self._down.get())
        if message["type"] == "websocket.close":
            self.code = message["code"]
            return None
        frame = json.loads(message["text"])
        assert isinstance(frame, dict)
        return frame

    async def until(self, *kinds: str) -> dict[str, Any]:
        """The next frame of one of these kinds."""
        while (frame := await self.hear()) is not None:
            if frame["t"] in kinds:
                return frame
        raise AssertionError(f"closed with {self.code} before any of {kinds}")

    async def close(self) -> None:
        self._up.put_nowait({"type": "websocket.disconnect", "code": 1000})
        with suppress(asyncio.TimeoutError):
            await within(60, self._task)


def settings(folder: Path, **changes: Any) -> Settings:
    """Settings of a site in this process: no pauses, wide limits."""
    wide: dict[str, Any] = {
        "pace": 0.0,
        "workers": 1,
        "commands_per_second": 100_000,
        "new_sockets_per_session": 100_000,
        "sockets_per_minute": 100_000,
    }
    return Settings(data=folder, **(wide | changes))

"""Limits below the level of messages: control frames and fragments of a real server's sockets (SECURITY T13)."""

from __future__ import annotations

import asyncio
import gc
import json
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, cast
from unittest.mock import Mock

import pytest
import uvicorn
from uvicorn.protocols.utils import ClientDisconnected
from websockets.asyncio.client import connect
from websockets.server import ServerProtocol

from okey.server.bounded import FRAGMENTS, LINE, PINGS, BoundedProtocol
from okey.server.connection import Connection
from okey.server.impatient import Door
from okey.server.serve import listen
from okey.server.socket import Talk
from okey.storage.store import Person, Session
from tests.patience import within
from tests.server.abuse import CLOSE, PING, TEXT, Line, Target, frame
from tests.server.client import Browser, Player
from tests.server.process import ServerProcess
from tests.server.visitors import Visitor

HELLO = json.dumps({"t": "hello", "table": "0" * 32, "after": None}).encode()


@pytest.fixture
async def line(server: ServerProcess, browser: Browser) -> AsyncIterator[Line]:
    opened = await Line.open(Target(server.port), source="127.0.0.1")
    assert await opened.upgrade(cookie=browser.cookie) == "101"
    yield opened
    opened.writer.transport.abort()


def fragmented(text: bytes, count: int) -> bytes:
    """`text` as one message in so many fragments, the last ones empty when there are more than letters."""
    size = -(-len(text) // (count - 1))
    parts = [text[at : at + size] for at in range(0, len(text), size)]
    parts += [b""] * (count - len(parts))
    first, *others = parts
    frames = [frame(TEXT, first, fin=False)]
    frames += [frame(0, part, fin=number == len(others)) for number, part in enumerate(others, 1)]
    return b"".join(frames)


async def test_a_message_in_eight_fragments_is_read(line: Line) -> None:
    line.writer.write(fragmented(HELLO, FRAGMENTS))
    assert await within(30, line.end()) == "1000", "there is no such table"


@pytest.mark.parametrize("count", [FRAGMENTS + 1, 1000])
async def test_more_fragments_end_the_socket_even_when_they_are_empty(line: Line, count: int) -> None:
    line.writer.write(fragmented(HELLO, count))
    assert await within(30, line.end()) == "1008"


async def test_a_message_that_never_ends_is_ended(line: Line) -> None:
    line.writer.write(frame(TEXT, b"", fin=False) + frame(0, b"", fin=False) * 100)
    assert await within(30, line.end()) == "1008"


async def test_what_comes_in_one_piece_is_answered_in_its_order(server: ServerProcess, browser: Browser) -> None:
    """Far more than is taken out of it at a time; a single frame, too, that is longer than a piece."""
    player = Player(await browser.table())
    async with browser.socket() as socket:
        await socket.send(player.hello())
        pings = [json.dumps({"t": "ping", "t0": t0, "echo": None, "held": 0}) for t0 in range(50)]
        pings[10] += " " * 3000
        await asyncio.gather(*map(socket.send, pings))
        pongs: list[int] = []
        while len(pongs) < len(pings):
            heard = json.loads(await within(60, socket.recv()))
            pongs += [heard["t0"]] if heard["t"] == "pong" else []
    assert pongs == list(range(len(pings)))


@pytest.mark.parametrize("text", [b"\xff\xfe", b"a" * 300 + b"\xc3"])
@pytest.mark.parametrize("leaves", [False, True])
async def test_bytes_that_are_no_text_end_the_socket_and_tell_the_log_nothing(
    server: ServerProcess, line: Line, text: bytes, leaves: bool
) -> None:
    """Neither do they when the good-bye of who sent them came along, which is answered as it came."""
    before = server.log.read_text()
    line.writer.write(frame(TEXT, text) + (frame(CLOSE, b"") if leaves else b""))
    assert await within(30, line.end()) == ("0" if leaves else "1007")
    assert server.log.read_text() == before


async def test_a_refused_upgrade_tells_the_log_nothing(server: ServerProcess) -> None:
    before = server.log.read_text()
    for request in (b"GET /ws HTTP/1.1\r\nno header\r\n\r\n", b"nonsense\r\n\r\n"):
        stranger = await Line.open(Target(server.port), source="127.0.0.1")
        stranger.writer.write(request)
        assert b" 400 " in await within(30, stranger.reader.readline())
        stranger.writer.transport.abort()
    stranger = await Line.open(Target(server.port), source="127.0.0.1")
    assert await stranger.upgrade(origin="http://evil.example") == "403"
    assert await stranger.reader.read() == b""
    stranger.writer.transport.abort()
    assert server.log.read_text() == before


class Turns:
    """A loop of which only the next turn is used."""

    def __init__(self) -> None:
        self.next: list[Any] = []

    def call_soon(self, call: Any, *arguments: Any) -> None:
        self.next.append(partial(call, *arguments))

    def turn(self) -> None:
        calls, self.next = self.next, []
        for call in calls:
            call()


def test_one_comes_through_the_door_in_a_turn() -> None:
    loop, door, inside = Turns(), Door(), list[str]()

    def stumble() -> None:
        inside.append("stumbled")
        door.enter(cast(Any, loop), partial(inside.append, "last"))
        raise ValueError

    for come_in in (partial(inside.append, "first"), stumble, partial(inside.append, "third")):
        door.enter(cast(Any, loop), come_in)
    assert inside == []
    loop.turn()
    assert inside == ["first"]
    with pytest.raises(ValueError):
        loop.turn()
    assert inside == ["first", "stumbled"], "whoever stumbles blocks nobody"
    loop.turn()
    loop.turn()
    assert inside == ["first", "stumbled", "third", "last"]
    assert loop.next == []
    door.enter(cast(Any, loop), partial(inside.append, "later"))
    loop.turn()
    assert inside[-1] == "later"


async def test_a_few_pings_are_answered(line: Line) -> None:
    line.writer.write(frame(PING, b"a") * PINGS)
    for _ in range(PINGS):
        assert await within(30, line.reader.readexactly(3)) == b"\x8a\x01a"
    line.writer.write(frame(TEXT, HELLO))
    assert await within(30, line.end()) == "1000"


async def test_a_flood_of_pings_ends_the_socket(line: Line) -> None:
    line.writer.write(frame(PING, b"") * 1000)
    assert await within(30, line.end()) == "1008"


@asynccontextmanager
async def serving(app: Any, protocol: type[BoundedProtocol]) -> AsyncIterator[int]:
    """An application behind a protocol, on a port of loopback."""
    server = uvicorn.Server(uvicorn.Config(app, ws=protocol, lifespan="off", log_config=None))
    listener = listen("127.0.0.1", 0)
    running = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        await running


@pytest.mark.parametrize(
    "last",
    [
        b"",
        frame(TEXT, b"\xff"),
        frame(0x3, b"x"),
        b"\x81\xff" + (2**62).to_bytes(8, "big") + bytes(4),
        frame(PING, b"") * 99,
    ],
    ids=["nothing", "no text", "no such frame", "too long", "pings"],
)
async def test_a_socket_that_is_gone_leaves_no_ring_behind(last: bytes) -> None:
    """What only the garbage collector frees adds up under a flood of connections, for it looks seldom."""
    left: weakref.WeakSet[ServerProtocol | Connection] = weakref.WeakSet()

    class Watched(BoundedProtocol):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            left.add(self.conn)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        left.add(Connection(scope["extensions"][LINE]))
        await receive()

    gc.collect()
    gc.disable()
    try:
        async with serving(app, Watched) as port, asyncio.timeout(30):
            async with connect(f"ws://127.0.0.1:{port}", proxy=None) as socket:
                while len(left) < 2:
                    await asyncio.sleep(0.02)
                socket.transport.write(last)
            while left:
                await asyncio.sleep(0.02)
    finally:
        gc.enable()


async def test_who_speaks_before_it_was_let_in_is_sent_away() -> None:
    """RFC 6455, 4.1: a client waits for the answer to its handshake."""
    asked, left = asyncio.Event(), asyncio.Event()
    heard: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        heard.append((await receive())["type"])
        asked.set()
        heard.append((await receive())["type"])
        left.set()

    async with serving(app, BoundedProtocol) as port:
        hasty = await Line.open(Target(port))
        upgrading = asyncio.create_task(hasty.upgrade())
        await within(30, asked.wait())
        hasty.writer.write(frame(TEXT, HELLO))
        await within(30, left.wait())
        with pytest.raises(asyncio.IncompleteReadError):
            await within(30, upgrading)
        hasty.writer.transport.abort()
    assert heard == ["websocket.connect", "websocket.disconnect"]


async def test_a_fault_of_ours_ends_the_socket_and_is_told(ada: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(ada.site.hub, "join", fail)
    await ada.told("GET", "/api/me")
    async with ada.socket() as socket:
        socket.say(HELLO.decode())
        assert await socket.hear() is None
        assert socket.code == 1011
    found = ada.site.metrics.registry.get_sample_value("okey_faults_total", {"event": "socket_failed"})
    assert found == 1


async def test_what_is_said_to_who_answers_no_ping_is_no_fault() -> None:
    made: list[BoundedProtocol] = []

    class Kept(BoundedProtocol):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            made.append(self)

    said: list[BaseException] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        made[0].keepalive_timeout()
        try:
            await send({"type": "websocket.send", "text": "still here?"})
        except Exception as fault:
            said.append(fault)

    async with serving(app, Kept) as port:
        deaf = await Line.open(Target(port))
        assert await deaf.upgrade() == "101"
        assert await within(30, deaf.end()) == "1011"
    assert [type(fault) for fault in said] == [ClientDisconnected]


async def test_what_a_socket_said_leaves_no_ring_behind(ada: Visitor) -> None:
    gc.collect()
    gc.disable()
    try:
        session = Session(Person(b"a" * 16, "Ada"), b"d" * 32, b"b" * 16, 0)
        line = Mock()
        talk = Talk(ada.site, session, line)
        gone = weakref.ref(talk), weakref.ref(talk.connection)
        talk.end()
        line.freed = None  # as the protocol does
        del talk
        assert [found() for found in gone] == [None, None]
    finally:
        gc.enable()

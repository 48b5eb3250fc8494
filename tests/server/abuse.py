"""Clients of ten and more bad kinds against a running server: `python -m tests.server.abuse --port N --seconds S`.

Each kind is one attempt that ends when the server has ended it; attempts are repeated until the time is over. Prints
one JSON object: kind -> outcome -> how often. An outcome is a close code, an HTTP status, or `cut` without either.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import secrets
import socket
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import cast

import httpx

from okey.rules.ruleset import PRESETS

TEXT, BINARY, CLOSE, PING = 0x1, 0x2, 0x8, 0x9
CUT = "cut"
TOGETHER = 50
"""Sockets of a crowd that are opened at a time."""


def frame(opcode: int, payload: bytes = b"", fin: bool = True, reserved: int = 0) -> bytes:
    """A frame of a client."""
    first = (0x80 if fin else 0) | reserved << 4 | opcode
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + len(payload).to_bytes(2, "big")
    mask = os.urandom(4)
    return bytes([first]) + size + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))


@dataclass
class Target:
    """A server, and what is needed to reach its sockets: guests, and a waiting room everybody may look into."""

    port: int
    cookies: list[str] = field(default_factory=list)
    table: str = ""

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def prepare(self, guests: int) -> None:
        """Sessions from several addresses, and a room of the first of them."""
        for number in range(guests):
            transport = httpx.AsyncHTTPTransport(local_address=f"127.0.2.{1 + number % 200}", verify=False)
            async with httpx.AsyncClient(transport=transport, base_url=self.base) as http:
                answer = await http.get("/api/me")
                self.cookies.append(answer.headers["set-cookie"].split(";")[0])
                if number == 0:
                    rules = {"rules": PRESETS["klasik"].text, "level": "kolay"}
                    options = {"listed": False, "watch": True, "chat": False}
                    made = await http.post("/api/rooms", json=rules | options, headers={"origin": self.base})
                    self.table = made.json()["table"]

    def cookie(self) -> str:
        """The session of somebody who founded nothing."""
        return random.choice(self.cookies[1:])


class Line:
    """A TCP connection to the server, from an address of its own."""

    def __init__(self, target: Target, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.target = target
        self.reader = reader
        self.writer = writer

    @classmethod
    async def open(cls, target: Target, source: str = "", buffer: int | None = None) -> Line:
        """`buffer`: so many bytes the system may receive for a client that does not read."""
        sock = socket.socket()
        sock.setblocking(False)
        if buffer is not None:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        sock.bind((source or f"127.0.3.{random.randint(1, 250)}", 0))
        await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", target.port))
        return cls(target, *await asyncio.open_connection(sock=sock, limit=2048))

    async def upgrade(self, **changes: str | None) -> str:
        """Ask for the socket; the status."""
        fields = {
            "host": f"127.0.0.1:{self.target.port}",
            "upgrade": "websocket",
            "connection": "Upgrade",
            "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
            "sec-websocket-version": "13",
            "sec-websocket-protocol": "okey.v1",
            "origin": self.target.base,
        } | changes
        head = "".join(f"{key}: {value}\r\n" for key, value in fields.items() if value is not None)
        self.writer.write(f"GET /ws HTTP/1.1\r\n{head}\r\n".encode())
        answer = await self.reader.readuntil(b"\r\n\r\n")
        return answer.split()[1].decode()

    def say(self, kind: str, **fields: object) -> None:
        """Send a frame of the protocol."""
        self.writer.write(frame(TEXT, json.dumps({"t": kind, **fields}).encode()))

    def hello(self) -> None:
        self.say("hello", table=self.target.table, after=None)

    async def end(self) -> str:
        """Read until the server has ended the connection; the close code it gave."""
        try:
            while True:
                first, size = await self.reader.readexactly(2)
                if size == 126:
                    size = int.from_bytes(await self.reader.readexactly(2), "big")
                payload = await self.reader.readexactly(size)
                if first & 0x0F == CLOSE:
                    return str(int.from_bytes(payload[:2], "big"))
        except (OSError, asyncio.IncompleteReadError):
            return CUT
        finally:
            self.writer.transport.abort()


async def upgraded(target: Target, buffer: int | None = None) -> Line:
    """A socket that got in; others are tried until then."""
    while True:
        line = await Line.open(target, buffer=buffer)
        if await line.upgrade(cookie=target.cookie()) == "101":
            return line
        line.writer.transport.abort()
        await asyncio.sleep(0.05)


async def oversize(target: Target) -> str:
    """A frame that says it has 2^62 bytes."""
    line = await upgraded(target)
    line.writer.write(bytes([0x81, 0xFF]) + (2**62).to_bytes(8, "big") + bytes(4) + b"x" * 5000)
    return await line.end()


async def fragments(target: Target) -> str:
    """Ten thousand fragments of one byte, or of none."""
    line = await upgraded(target)
    piece = random.choice((b"x", b""))
    line.writer.write(frame(TEXT, piece, fin=False) + frame(0, piece, fin=False) * 9_999)
    return await line.end()


async def pings(target: Target) -> str:
    """Pings without end, and nobody reads the pongs."""
    line = await upgraded(target, buffer=4096)
    flood = frame(PING, b"p" * 125) * 500
    try:
        while not line.writer.transport.is_closing():
            line.writer.write(flood)
            await line.writer.drain()
    except OSError:
        return CUT
    return await line.end()


async def slow_reader(target: Target) -> str:
    """Looks into a busy room and never reads."""
    line = await upgraded(target, buffer=4096)
    cast(asyncio.Transport, line.writer.transport).pause_reading()  # of a stream it can always be paused
    try:
        while not line.writer.transport.is_closing():
            line.hello()
            await asyncio.sleep(0.1)
            await line.writer.drain()
    except OSError:
        return CUT
    return CUT


async def slow_handshake(target: Target) -> str:
    """A request that comes letter by letter."""
    line = await Line.open(target)
    try:
        for letter in b"GET /ws HTTP/1.1\r\nhost: " + b"x" * 1000:
            line.writer.write(bytes([letter]))
            await line.writer.drain()
            if line.reader.at_eof():
                return CUT
            await asyncio.sleep(0.2)
    except OSError:
        return CUT
    return await line.end()


async def silent(target: Target) -> str:
    """Comes in and never says hello."""
    return await (await upgraded(target)).end()


async def commands(target: Target) -> str:
    """A thousand moves at once."""
    line = await upgraded(target)
    line.hello()
    draws = ({"t": "do", "id": secrets.token_hex(8), "at": 1, "action": {"a": "draw"}} for _ in range(1000))
    line.writer.write(b"".join(frame(TEXT, json.dumps(draw).encode()) for draw in draws))
    return await line.end()


async def malformed(target: Target) -> str:
    """Frames against the protocol, and texts that are no frames."""
    line = await upgraded(target)
    nonsense = (
        frame(0x3, b"x"),
        frame(TEXT, b"x", reserved=4),
        frame(0x0, b"x"),
        frame(TEXT, b"\xff\xfe"),
        frame(CLOSE, b"\x00"),
        frame(PING, b"x" * 300),
        frame(TEXT, b"[" * 4000),
        frame(TEXT, b'{"t":"hello","table":1,"after":null}'),
        frame(BINARY, os.urandom(200)),
        b"\x81\x05hello",
        os.urandom(500),
    )
    line.writer.write(random.choice(nonsense) + b"\x88\x80\x00\x00\x00\x00")
    return await line.end()


async def one_session(target: Target) -> str:
    """One session opens socket after socket, and lets go of none of those it gets."""
    line = await Line.open(target, source="127.0.4.1")
    status = await line.upgrade(cookie=target.cookies[1])
    if status != "101":
        line.writer.transport.abort()
        return status
    line.hello()
    return await line.end()


async def one_address(target: Target) -> str:
    """Many sessions behind one address open sockets."""
    line = await Line.open(target, source="127.0.4.2")
    status = await line.upgrade(cookie=target.cookie())
    if status != "101":
        line.writer.transport.abort()
        return status
    return await line.end()


async def guests(target: Target) -> str:
    """One new guest after the other."""
    transport = httpx.AsyncHTTPTransport(local_address="127.0.4.3", verify=False)
    async with httpx.AsyncClient(transport=transport, base_url=target.base) as http:
        return str((await http.get("/api/me")).status_code)


async def half_open(target: Target) -> str:
    """Comes in, says hello, and answers no ping; 1000 is for one whose session has come again."""
    line = await upgraded(target)
    line.hello()
    return await line.end()


async def strangers(target: Target) -> str:
    """Upgrades from another page, in another protocol, without a session."""
    line = await Line.open(target)
    changes: tuple[dict[str, str | None], ...] = (
        {"origin": "http://evil.example"},
        {"origin": None},
        {"sec-websocket-protocol": "okey.v0"},
        {"cookie": None},
    )
    wrong = random.choice(changes)
    status = await line.upgrade(**{"cookie": target.cookie()} | wrong)
    line.writer.transport.abort()
    return status


Kind = Callable[[Target], Awaitable[str]]
EXPECTED: dict[Kind, set[str]] = {
    oversize: {"1009", CUT},
    fragments: {"1008", "1009", CUT},
    pings: {"1008", CUT},
    slow_reader: {CUT},
    slow_handshake: {CUT},
    silent: {"1008"},
    commands: {"1000", "1008", CUT},
    malformed: {"1002", "1007", "1008", "1009", "1000", "1005", "0", CUT},
    one_session: {"403", "1000", "1011", "1013"},
    one_address: {"403", "1008"},
    guests: {"200", "429"},
    half_open: {"1000", "1011", "1013", CUT},
    strangers: {"403"},
}
"""Every kind, and how it may end; 1000 is for one whose session has come again."""
QUICK: tuple[Kind, ...] = (
    oversize,
    fragments,
    pings,
    slow_handshake,
    commands,
    malformed,
    one_session,
    strangers,
)
"""Kinds that the server ends within seconds."""


async def busy(target: Target) -> None:
    """The founder sits down and stands up, and everybody in the room is told."""
    while True:
        line = await Line.open(target)
        await line.upgrade(cookie=target.cookies[0])
        line.hello()
        reading = asyncio.create_task(line.end())
        try:
            while not reading.done():
                line.say("sit", seat=0, commit=secrets.token_hex(32))
                await asyncio.sleep(0.15)
                line.say("stand")
                await asyncio.sleep(0.15)
        finally:
            reading.cancel()


async def storm(target: Target, seconds: float, clients: int, readers: int, each: bool) -> dict[str, Counter[str]]:
    """`clients` of each kind at a time, `readers` that do not read, for so many seconds; with `each` until an attempt
    of each quick kind has ended, for five times as long at most."""
    outcomes: dict[str, Counter[str]] = {kind.__name__: Counter() for kind in EXPECTED}

    async def again(kind: Kind) -> None:
        while True:
            try:
                outcomes[kind.__name__][await kind(target)] += 1
            except (OSError, asyncio.IncompleteReadError, httpx.HTTPError):
                outcomes[kind.__name__][CUT] += 1
            await asyncio.sleep(0.05)

    jobs = [asyncio.create_task(busy(target))]
    for kind in EXPECTED:
        jobs += [asyncio.create_task(again(kind)) for _ in range(readers if kind is slow_reader else clients)]
    begun = time.monotonic()
    done, going = await asyncio.wait(jobs, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    while each and not done and time.monotonic() < begun + 5 * seconds:
        each = not all(outcomes[kind.__name__] for kind in QUICK)
        done, going = await asyncio.wait(jobs, timeout=0.2, return_when=asyncio.FIRST_EXCEPTION)
    for job in going:
        job.cancel()
    await asyncio.gather(*going, return_exceptions=True)
    for job in done:
        job.result()
    return outcomes


async def crowd(target: Target, sockets: int) -> Counter[str]:
    """So many sockets from one address, all held until the last one was tried."""
    lines: list[Line] = []

    async def one(number: int) -> str:
        line = await Line.open(target, source="127.0.5.1")
        lines.append(line)
        return await line.upgrade(cookie=target.cookies[number % len(target.cookies)])

    found: Counter[str] = Counter()
    for first in range(0, sockets, TOGETHER):
        found.update(await asyncio.gather(*map(one, range(first, min(sockets, first + TOGETHER)))))
    for line in lines:
        line.writer.transport.abort()
    return found


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--clients", type=int, default=2)
    parser.add_argument("--readers", type=int, default=20)
    parser.add_argument("--guests", type=int, default=30)
    parser.add_argument("--each", action="store_true", help="go on until an attempt of each quick kind has ended")
    parser.add_argument("--crowd", type=int, default=0, help="only so many sockets from one address")
    options = parser.parse_args()
    os.nice(19)  # bad clients sit at machines of their own: here they must not take the server's processor
    target = Target(options.port)
    await target.prepare(options.guests)
    if options.crowd:
        json.dump(await crowd(target, options.crowd), sys.stdout)
    else:
        json.dump(await storm(target, options.seconds, options.clients, options.readers, options.each), sys.stdout)


if __name__ == "__main__":
    asyncio.run(main())

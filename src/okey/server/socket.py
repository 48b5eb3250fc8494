"""`/ws`: the upgrade, the hello, then one answer for each frame."""

import asyncio
import time
from typing import Any, Final, TypeAlias

from okey.play.commands import (
    Auto,
    ChainFrom,
    Chat,
    Contribute,
    Do,
    Fill,
    Heard,
    Kick,
    Leave,
    Proving,
    Rematch,
    Say,
    Sit,
    Social,
    Stand,
    Watching,
)
from okey.play.helpers import Wish
from okey.play.lag import RoundTrip
from okey.play.messages import Bye, Why
from okey.play.table import Table
from okey.rules.text import parse_face
from okey.server import frames, wire
from okey.server.bounded import LINE
from okey.server.connection import FAULT, Connection, Line
from okey.server.gate import Bucket, client, known_host, same_origin
from okey.server.headers import refuse
from okey.server.metrics import Metrics
from okey.server.site import Site
from okey.storage.store import Session

TOO_FAST_MS: Final = 2000
AGAIN_WEIGHT: Final = 5
"""What another hello on a connection counts for: the whole table is told anew."""
FULL_MS: Final = 10_000
Asking: TypeAlias = (
    wire.Sit
    | wire.Stand
    | wire.Fill
    | wire.Kick
    | wire.Watching
    | wire.Rematch
    | wire.Say
    | wire.Chat
    | wire.Auto
    | wire.Contribution
    | wire.Head
    | wire.ChainFrom
)
"""Frames that go to the table as a command without an id."""


class SocketApp:
    """The ASGI function of `/ws`."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One connection, from the upgrade to its end."""
        await receive()
        session, reason = await self._admit(scope)
        address = client(scope, self._site.settings)
        if session is None:
            self._site.metrics.refused.labels(reason).inc()
            if reason == "full":
                _say_full(await _accept(scope, send))
            else:
                await refuse(scope, send)
            return
        try:
            await self._serve(session, receive, await _accept(scope, send))
        finally:
            self._site.doorkeeper.leave(session.person.id, address)

    async def _admit(self, scope: Any) -> tuple[Session | None, str]:
        settings = self._site.settings
        if not known_host(scope, settings) or not same_origin(scope, settings):
            return None, "origin"
        if wire.SUBPROTOCOL not in scope.get("subprotocols", ()):
            return None, "protocol"
        session = await self._site.session(scope)
        if session is None:
            return None, "session"
        doorkeeper, address = self._site.doorkeeper, client(scope, settings)
        seated = doorkeeper.crowded(address) and await self._site.seated(session.person)
        if doorkeeper.full and not seated:
            return None, "full"
        if not doorkeeper.enter(session.person.id, address, time.monotonic(), seated):
            return None, "limit"
        return session, ""

    async def _serve(self, session: Session, receive: Any, line: Line) -> None:
        """Until the client is gone, or was sent away; what it says comes to the talk at once."""
        talk = Talk(self._site, session, line)
        line.heard = talk.heard
        loop, staying = asyncio.get_running_loop(), asyncio.current_task()
        assert staying is not None
        patience = loop.call_later(self._site.settings.hello_seconds, talk.expect)
        self._site.talking.add(staying)
        self._site.sockets.enter(session, talk.connection)
        try:
            await receive()
        finally:
            patience.cancel()
            self._site.talking.discard(staying)
            self._site.sockets.leave(session, talk.connection)
            talk.end()


async def _accept(scope: Any, send: Any) -> Line:
    """Let a socket in."""
    await send({"type": "websocket.accept", "subprotocol": wire.SUBPROTOCOL})
    line: Line = scope["extensions"][LINE]
    return line


def _say_full(line: Line) -> None:
    """Say that there is no room, and close: of a refused upgrade a browser learns no reason."""
    Connection(line).close(Bye("full", FULL_MS))


class Delays:
    """How long the commands of one connection wait for their answer. On its own, so that no ring is left behind."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._asked: dict[bytes, float] = {}

    def asked(self, cid: bytes) -> None:
        """A command came."""
        self._asked[cid] = time.perf_counter()

    def answered(self, cid: bytes) -> None:
        """It was answered."""
        begun = self._asked.pop(cid, None)
        if begun is not None:
            self._metrics.delay.observe(time.perf_counter() - begun)


class Talk:
    """What one connection says, frame by frame."""

    def __init__(self, site: Site, session: Session, line: Line) -> None:
        self._site = site
        self._session = session
        self._delays = Delays(site.metrics)
        self.connection = Connection(line, self._delays.answered)
        self._table: Table | None = None
        self._looks = False
        """Whether the connection looks at the lobby and at no table."""
        self._trip = RoundTrip()
        self._bucket = Bucket(site.settings.commands_per_second, time.monotonic())

    def heard(self, text: str | None) -> None:
        """A message of the connection; None is one that is no text."""
        if self.connection.closing:
            return
        try:
            self._frame(text)
        except Exception as fault:
            self._site.trace("socket_failed", fault=repr(fault))
            self.connection.cut(FAULT)

    def expect(self) -> None:
        """By now there should have been a hello."""
        if not self._greeted and not self.connection.closing:
            self._farewell("bad_frame")

    @property
    def _greeted(self) -> bool:
        return self._looks or self._table is not None

    def end(self) -> None:
        """The connection is gone."""
        self._site.lobby.leave(self.connection)
        if self._table is not None:
            self._table.post(Leave(self.connection))

    def _frame(self, text: str | None) -> None:
        if not self._bucket.take(time.monotonic()):
            self._farewell("too_fast", TOO_FAST_MS)
            return
        try:
            frame = None if text is None else frames.decode(text)
        except frames.BadFrame:
            frame = None
        if frame is None:
            self._farewell("bad_frame")
        else:
            self._said(frame)

    def _said(self, frame: wire.Client) -> None:
        if isinstance(frame, wire.Hello):
            self._greet(frame)
        elif isinstance(frame, wire.Lobby):
            self._look()
        elif not self._greeted:
            self._farewell("bad_frame")
        elif isinstance(frame, wire.Ping):
            self._count("ping")
            now = self._site.clock.now()
            self._trip.heard(frame.echo, frame.held, now)
            self._trip.told(now)
            self.connection.write(frames.pong(frame.t0, now))
        elif self._table is None:
            self._farewell("bad_frame")
        elif isinstance(frame, wire.Do):
            self._count("do")
            cid = bytes.fromhex(frame.id)
            self._delays.asked(cid)
            now, action = self._site.clock.now(), frames.action(frame.action)
            self._table.post(Do(self.connection, cid, frame.at, action, now, self._trip.half))
        else:
            self._count("proof")
            self._table.post(self._command(frame))

    def _greet(self, hello: wire.Hello) -> None:
        table = bytes.fromhex(hello.table)
        if self._looks or (self._table is not None and self._table.id != table):
            self._farewell("bad_frame")
        elif self._table is not None and not self._bucket.take(time.monotonic(), AGAIN_WEIGHT):
            self._farewell("too_fast", TOO_FAST_MS)
        else:
            self._count("hello")
            self._table = self._site.hub.join(table, self._session.person.id, self.connection, hello.after)

    def _look(self) -> None:
        if self._table is not None or self._looks:
            self._farewell("bad_frame")
        else:
            self._count("lobby")
            self._looks = True
            self._site.lobby.enter(self.connection)

    def _command(self, frame: Asking) -> Proving | Social:
        match frame:
            case wire.Sit(seat=seat, commit=commit):
                person, browser = self._session.person, self._session.browser
                return Sit(self.connection, seat, person.name, bytes.fromhex(commit), person.account, browser)
            case wire.Stand():
                return Stand(self.connection)
            case wire.Fill():
                return Fill(self.connection)
            case wire.Kick(seat=seat, name=name):
                return Kick(self.connection, seat, name)
            case wire.Contribution(list_hash=list_hash, value=value):
                return Contribute(self.connection, bytes.fromhex(list_hash), bytes.fromhex(value))
            case wire.Head(n=n, head=head):
                return Heard(self.connection, n, bytes.fromhex(head))
            case wire.ChainFrom(after=after):
                return ChainFrom(self.connection, after)
            case wire.Watching(on=on):
                return Watching(self.connection, on)
            case wire.Rematch():
                return Rematch(self.connection)
            case wire.Say(phrase=phrase):
                return Say(self.connection, phrase)
            case wire.Chat(text=text):
                return Chat(self.connection, text)
            case wire.Auto(draw=draw, throw=throw, take=take):
                return Auto(self.connection, Wish(draw, throw, None if take is None else parse_face(take)))

    def _farewell(self, why: Why, retry_ms: int | None = None) -> None:
        self._count(why)
        self.connection.close(Bye(why, retry_ms))

    def _count(self, kind: str) -> None:
        self._site.metrics.heard(kind)

"""Sockets between people and the server: the server's end is the real one, frame by frame; the lines between are bad.

A line keeps the order of what it carries, as TCP does; two lines do not keep each other's.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, Protocol, cast
from unittest.mock import patch

from okey.play.hub import Hub
from okey.server import socket as server_socket
from okey.server.settings import Settings
from okey.server.site import Site
from okey.server.socket import Talk
from okey.storage.store import Session
from tests.simulation.weather import Weather
from tests.simulation.world import Process, Town, Violation

NOTICED = 15.0
"""Seconds after which the server's ping finds a connection dead."""
SILENCE = 8.0
"""Seconds after which a page finds its connection dead."""
DELAY = (5.0, 120.0)
"""Milliseconds one way."""
BUFFERED = 8
"""Frames a client that does not read lets the network keep for it."""
LONGEST_FRAME = 4096
"""Bytes; a longer frame of a client closes the connection."""
MOST_FRAMES, MOST_BYTES = 64, 256 * 1024
"""What may wait for one client."""


class Listener(Protocol):
    """The client's end of a line."""

    def hear(self, text: str) -> None:
        """A frame."""

    def lost(self) -> None:
        """The line is gone."""


class Porch:
    """What `Talk` needs of a site."""

    def __init__(self, hub: Hub, process: Process, settings: Settings) -> None:
        self.hub = hub
        self.clock = process
        self.settings = settings
        self.metrics = SimpleNamespace(heard=_nobody, delay=SimpleNamespace(observe=_nobody))
        self.lobby = SimpleNamespace(enter=_nobody, leave=_nobody)


def _nobody(_: Any) -> None:
    """Nobody looks at the list of tables, or counts frames."""


@contextmanager
def town_time(town: Town) -> Iterator[None]:
    """The sockets of the server measure the town's time."""
    seconds = SimpleNamespace(monotonic=lambda: town.time / 1000, perf_counter=lambda: town.time / 1000)
    with patch.object(server_socket, "time", seconds):
        yield


class Line:
    """One connection, from the upgrade to its end; what its server's end writes on."""

    def __init__(self, net: Net, session: Session, listener: Listener) -> None:
        self._net = net
        self._town = net.town
        self._chance = net.chance
        self._process = net.process
        self._session = session
        self._listener = listener
        self.open = True
        """As the client sees it."""
        self.reading = True
        self._served = True
        """As the server sees it."""
        self._mute = False
        self._up = self._down = self._town.time
        self._kept: list[str] = []
        self.heard: Callable[[str | None], None] | None = None
        self.freed: Callable[[], None] | None = None
        # The porch has what a talk needs of a site: hub, settings, clock, metrics, lobby.
        self._talk = Talk(cast(Site, net.porch), session, self)
        self._process.call_later(net.porch.settings.hello_seconds, self._expect)

    # --- the client's end

    def say(self, text: str, cid: bytes | None = None) -> None:
        """A frame to the server; `cid`: the id of the command in it."""
        if not self.open or self._mute:
            return
        twice = cid is not None and self._net.strikes("command twice", self._net.weather.twice)
        for _ in range(2 if twice else 1):
            self._up = max(self._up, self._town.time + self._net.delay())
            self._town.call_later((self._up - self._town.time) / 1000, lambda: self._arrives(text, cid))

    def cut(self) -> None:
        """The client goes; the server hears of it."""
        if self.open:
            self.open = False
            self._town.call_later(self._net.delay() / 1000, self._ended)

    def mute(self) -> None:
        """Nothing arrives any more on either side, and nobody is told."""
        self._mute = True
        self._process.call_later(NOTICED, self._ended)
        self._town.call_later(SILENCE, self._lost)

    def stall(self) -> None:
        """The client stops reading."""
        self.reading = False
        self._process.call_later(NOTICED, lambda: None if self.reading else self.broken())

    def read_on(self) -> None:
        """The client reads again."""
        self.reading = True
        kept, self._kept = self._kept, []
        for text in kept:
            self._deliver(text)
        if self.freed is not None and self._process.alive:
            self.freed()

    def broken(self) -> None:
        """The connection breaks: the client learns it soon, or by the silence."""
        silent = self._chance.random() < 0.3
        self._town.call_later(SILENCE if silent else self._net.delay() / 1000, self._lost)
        self._ended()

    def _deliver(self, text: str) -> None:
        if not self.open or self._mute:
            return
        if self.reading:
            self._listener.hear(text)
        else:
            self._kept.append(text)

    def _lost(self) -> None:
        if self.open:
            self.open = False
            self._listener.lost()

    # --- the server's end

    def _arrives(self, text: str, cid: bytes | None) -> None:
        if not self._process.alive or self._mute or not self._served or self._talk.connection.closing:
            return
        if cid is not None:
            self._net.arrived[cid] = self._session.person.id
        if len(text.encode(errors="replace")) > LONGEST_FRAME:
            self.broken()
        else:
            self._talk.heard(text)

    def _expect(self) -> None:
        if self._served:
            self._talk.expect()

    @property
    def free(self) -> bool:
        """See `okey.server.connection.Line`: the network keeps some frames for a client that does not read."""
        connection = self._talk.connection
        if len(connection._waiting) > MOST_FRAMES or connection._bytes > MOST_BYTES:
            self._town.call_later(0, self._overfull)  # who writes is not who may fail
        return self.reading or len(self._kept) < BUFFERED

    def _overfull(self) -> None:
        raise Violation("I12: more waits for a socket than its queue may hold")

    def write(self, text: bytes) -> None:
        """See `okey.server.connection.Line`."""
        frame = text.decode()
        self._town.call_later(self._way_down(), lambda: self._deliver(frame))

    def end(self, code: int) -> None:
        """See `okey.server.connection.Line`."""
        self._town.call_later(self._way_down(), self._lost)
        self._town.call_later(0, self._end_talk)

    def _way_down(self) -> float:
        """Seconds until what is written now arrives."""
        self._down = max(self._down, self._town.time + self._net.delay())
        return (self._down - self._town.time) / 1000

    def _ended(self) -> None:
        """The server learns that the connection is gone."""
        if self._served and self._process.alive:
            self._end_talk()

    def _end_talk(self) -> None:
        if self._served:
            self._served = False
            self._talk.end()


class Net:
    """All lines to one process of the server."""

    def __init__(
        self, town: Town, process: Process, porch: Porch, weather: Weather, arrived: dict[bytes, bytes]
    ) -> None:
        self.town = town
        self.process = process
        self.porch = porch
        self.weather = weather
        self.arrived = arrived
        """Ids of commands that reached a living connection, with the person who sent them."""
        self.chance = random.Random(f"net {town.time} {town.seed}")
        self.lines: list[Line] = []

    def connect(self, session: Session, listener: Listener) -> Line:
        """A new line."""
        line = Line(self, session, listener)
        self.lines = [each for each in self.lines if each.open]
        self.lines.append(line)
        return line

    def delay(self) -> float:
        """Milliseconds one frame takes."""
        if self.strikes("late", self.weather.late):
            return self.chance.uniform(500, 4000)
        return self.chance.uniform(*DELAY)

    def strikes(self, what: str, rate: float) -> bool:
        """Whether a fault happens now; it is counted."""
        if rate and self.chance.random() < rate:
            self.town.struck(what)
            return True
        return False

    def down(self) -> None:
        """The server is gone, and with it every line."""
        for line in self.lines:
            line.broken()

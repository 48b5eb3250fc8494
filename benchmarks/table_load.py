"""A lean crowd for a table server: four sockets at each table, who draw and throw what they drew, and hold a watch.

    python -m benchmarks.table_load --address http://127.0.0.1:8000 --tables 64

seats everybody and says so; for each line `MOVES RATE` on its input that many moves are made at every table, as fast as
they go (RATE 0) or so many a second in all; then it says what came of it. One JSON object a line.
"""

import argparse
import asyncio
import gc
import http.client
import json
import secrets
import sys
from functools import partial
from statistics import quantiles
from time import perf_counter, process_time
from typing import Any
from urllib.parse import urlsplit

import msgspec
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from okey.fair.messages import player_commit
from okey.play.opening import calm
from okey.rules.ruleset import PRESETS

TABLES_A_GUEST = 25
OPTIONS = {"level": "kolay", "listed": False, "watch": False, "chat": False}


class Event(msgspec.Struct):
    """As much of an event as a player needs."""

    e: str
    seat: int | None = None
    tile: int | None = None


class Look(msgspec.Struct):
    """As much of a view as a player needs."""

    rack: list[int]
    can: list[str]


class Frame(msgspec.Struct):
    """As much of a frame as a player needs."""

    t: str
    seq: int = 0
    event: Event | None = None
    tile: int | None = None
    rack: list[int] | None = None
    can: list[str] = []
    view: Look | None = None
    table_id: str = ""
    server_commit: str = ""
    hash: Any = None
    why: str = ""
    fault: Any = None


_read = msgspec.json.Decoder(Frame).decode
_write = msgspec.json.Encoder().encode


class Seat(WSListener):
    """One player with one socket."""

    def __init__(self, table: "Table", seat: int) -> None:
        self.table = table
        self.seat = seat
        self.value = secrets.token_bytes(32)
        self.rack: list[int] = []
        self.can: list[str] = []
        self.seq = 0
        self.begun = 0.0

    def on_ws_connected(self, transport: WSTransport) -> None:
        """See `picows`."""
        self.transport = transport
        self.say(t="hello", table=self.table.id, after=None)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """See `picows`."""
        self.table.end(f"seat {self.seat} was cut off")

    def say(self, **fields: Any) -> None:
        self.transport.send(WSMsgType.TEXT, _write(fields))

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """See `picows`."""
        if frame.msg_type != WSMsgType.TEXT:
            return
        heard = _read(frame.get_payload_as_memoryview())
        match heard.t:
            case "ev":
                self._event(heard)
            case "ok":
                begun, self.begun = self.begun, 0.0
                if begun:
                    self.table.moved(perf_counter() - begun)
            case "snap" if heard.view is not None:
                self.seq, self.rack, self.can = heard.seq, heard.view.rack, heard.view.can
                self.table.look(self)
            case "open":
                commit = bytes.fromhex(heard.server_commit)
                own = player_commit(bytes.fromhex(heard.table_id), commit, self.seat, self.value)
                self.say(t="sit", seat=self.seat, commit=own.hex())
            case "list":
                self.say(t="contribution", list_hash=heard.hash, value=self.value.hex())
            case "no" | "bye" | "refused":
                self.table.end(f"{heard.t} {heard.why}{heard.fault}")

    def _event(self, heard: Frame) -> None:
        event, self.seq, self.can = heard.event, heard.seq, heard.can
        if event is None:
            return
        if event.e == "dealt" and heard.rack is not None:
            self.rack = heard.rack
        elif event.e == "deal_ended":
            self.say(t="do", id=secrets.token_hex(8), at=self.seq, action={"a": "next"})
        elif event.seat == self.seat and event.e == "drawn" and heard.tile is not None:
            self.rack.append(heard.tile)
        elif event.seat == self.seat and event.e == "taken" and event.tile is not None:
            self.rack.append(event.tile)
        elif event.seat == self.seat and event.e == "thrown" and event.tile is not None:
            self.rack.remove(event.tile)
        self.table.look(self)

    def move(self) -> None:
        """Draw, or throw what came last."""
        if "throw" in self.can:
            action: dict[str, Any] = {"a": "throw", "tile": self.rack[-1]}
        else:
            action = {"a": "draw" if "draw" in self.can else "take"}
        self.begun = perf_counter()
        self.say(t="do", id=secrets.token_hex(8), at=self.seq, action=action)


class Table:
    """Four players; whoever is on turn moves as soon as a move is wanted."""

    def __init__(self, address: str, cookies: list[str]) -> None:
        self.address = address
        self.cookies = cookies
        self.id = ""
        self.waits: list[float] = []
        self.turn: Seat | None = None
        self.wanted = 0
        self.pending = 0
        self.idle = asyncio.Event()
        self.fault = ""

    async def open(self, table: str) -> None:
        """Seat everybody; the first deal has begun."""
        self.id = table
        for seat, cookie in enumerate(self.cookies):
            headers = {"origin": self.address, "cookie": cookie, "sec-websocket-protocol": "okey.v1"}
            address = self.address.replace("http", "ws", 1) + "/ws"
            await ws_connect(partial(Seat, self, seat), address, extra_headers=headers)
        await self.wait()

    async def wait(self) -> None:
        """Until every wanted move was acknowledged and somebody is on turn."""
        async with asyncio.timeout(120):
            await self.idle.wait()
        if self.fault:
            raise RuntimeError(self.fault)

    def want(self, moves: int) -> None:
        """So many moves more, one after another."""
        self.wanted += moves
        self.idle.clear()
        self._go_on()

    def look(self, seat: Seat) -> None:
        """A seat has heard what it may do."""
        if {"draw", "take", "throw"} & set(seat.can):
            self.turn = seat
            self._go_on()

    def moved(self, seconds: float) -> None:
        """A move was acknowledged."""
        self.waits.append(seconds)
        self.pending -= 1
        self._go_on()

    def end(self, fault: str) -> None:
        """The table cannot go on."""
        self.fault = self.fault or fault
        self.idle.set()

    def _go_on(self) -> None:
        if self.turn is None or self.turn.begun:
            return
        if self.wanted > 0:
            turn, self.turn = self.turn, None
            self.wanted -= 1
            self.pending += 1
            turn.move()
        elif self.pending == 0:
            self.idle.set()


class Door:
    """REST of the server, over one connection."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._line = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)

    def guest(self) -> str:
        """The cookie of a new guest."""
        self._line.request("GET", "/api/me")
        answer = self._line.getresponse()
        answer.read()
        return answer.headers["set-cookie"].split(";")[0]

    def room(self, cookie: str) -> str:
        """A new table for four."""
        headers = {"origin": self.address, "cookie": cookie, "content-type": "application/json"}
        self._line.request(
            "POST", "/api/rooms", json.dumps({"rules": calm(PRESETS["klasik"]).text, **OPTIONS}), headers
        )
        return str(json.load(self._line.getresponse())["table"])


async def seat(address: str, tables: int) -> list[Table]:
    """So many tables, everybody seated; some at a time, since nobody waits long for a contribution."""
    door = Door(address)
    made: list[Table] = []
    cookies: list[str] = []
    for number in range(tables):
        if number % TABLES_A_GUEST == 0:
            cookies = [door.guest() for _ in range(4)]
        made.append(Table(address, cookies))
        await made[-1].open(door.room(cookies[0]))
    return made


async def play(tables: list[Table], moves: int, rate: float) -> dict[str, Any]:
    """So many moves at every table, and how long their answers took."""
    for table in tables:
        table.waits.clear()
    begun, cpu = perf_counter(), process_time()
    if rate:
        for number in range(moves * len(tables)):
            late = begun + number / rate - perf_counter()
            if late > 0:
                await asyncio.sleep(late)
            tables[number % len(tables)].want(1)
    else:
        for table in tables:
            table.want(moves)
    for table in tables:
        await table.wait()
    seconds = perf_counter() - begun
    cuts = quantiles([wait for table in tables for wait in table.waits], n=100)
    return {
        "moves": sum(len(table.waits) for table in tables),
        "seconds": seconds,
        "p50_ms": 1000 * cuts[49],
        "p99_ms": 1000 * cuts[98],
        "cpu_s": process_time() - cpu,
    }


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--address", required=True)
    parser.add_argument("--tables", type=int, required=True)
    options = parser.parse_args()
    tables = await seat(options.address, options.tables)
    gc.freeze()
    gc.disable()  # the pauses of this process are nobody's delay
    print(json.dumps({"ready": len(tables)}), flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        moves, rate = line.split()
        print(json.dumps(await play(tables, int(moves), float(rate))), flush=True)


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main())

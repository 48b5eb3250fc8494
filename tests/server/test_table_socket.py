"""All frames x all phases x everybody who may send them x all kinds of tiles, through the socket (SECURITY T4).

One answer each; what is refused changes nothing and is heard by nobody else.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from okey.play.standing import Standing
from okey.play.table import Table
from okey.rules.tiles import is_okey, okey_face
from okey.server import wire
from okey.solver import finishes
from tests.server.asgi import Client, Wire, settings
from tests.server.proof import Opening

PHASES = ("room", "list", "draw", "throw", "between", "over")
Z = "0" * 64
BROADCAST = {"snap", "ev", "presence", "open", "list", "opening", "reveal", "receipt"}
"""What comes without being asked for; an `opening` is an answer to a contribution only."""


@dataclass
class Place:
    """A site with four people, a watcher, and somebody who has nothing to do with the table."""

    client: Client
    table: str
    sockets: list[Wire]
    """By seat."""
    watcher: Wire
    stranger: str
    """The session of whoever is not at the table."""
    openings: list[Opening]
    ids: Iterator[int] = field(default_factory=lambda: count(1))
    listed: list[dict[str, Any]] = field(default_factory=list)

    @property
    def here(self) -> Table:
        return self.client.app.site.hub._table(bytes.fromhex(self.table))

    @property
    def standing(self) -> Standing:
        standing = self.here.standing
        assert standing is not None
        return standing

    async def rows(self) -> int:
        return len(await self.client.app.site.database.log.read(bytes.fromhex(self.table)))

    async def drained(self, socket: Wire) -> list[dict[str, Any]]:
        """All frames up to the answer to a move that is refused at any time: it saw a row that is not yet there."""
        last = self.id()
        socket.say(json.dumps({"t": "do", "id": last, "at": 2**53 - 1, "action": {"a": "draw"}}))
        heard = []
        while (frame := await socket.hear(30)) is not None and frame.get("id") != last:
            heard.append(frame)
        assert frame is not None
        assert frame["t"] == "no"
        return heard

    async def play(self, kind: str, **fields: Any) -> None:
        """A legal move of whoever is on turn."""
        seat = self.standing.game.turn
        assert seat is not None
        frame = {"t": "do", "id": self.id(), "at": self.standing.seq, "action": {"a": kind, **fields}}
        self.sockets[seat].say(json.dumps(frame))
        answer = await self.sockets[seat].until("ok", "no")
        assert answer["t"] == "ok", answer

    def id(self) -> str:
        return f"{next(self.ids):016x}"


async def seated(stack: AsyncExitStack, folder: Path) -> Place:
    """Everybody is in the waiting room; nobody sits yet."""
    client = await stack.enter_async_context(Client(settings(folder)))
    table = await client.room()
    cookies = [client.cookie]
    for _ in range(5):
        client.cookie = None
        await client.request("GET", "/api/me")
        cookies.append(client.cookie)
    sockets = []
    for cookie in cookies[:5]:
        client.cookie = cookie
        socket = await stack.enter_async_context(client.socket())
        socket.say(json.dumps({"t": "hello", "table": table, "after": None}))
        sockets.append(socket)
    openings = [Opening() for _ in range(4)]
    for opening, socket in zip(openings, sockets, strict=False):
        opening.reply(await socket.until("open"))
        await socket.until("room")
    stranger = cookies[5]
    assert stranger is not None
    return Place(client, table, sockets[:4], sockets[4], stranger, openings)


async def reach(place: Place, phase: str) -> None:
    """Go on until the table is in `phase`."""
    if phase in ("room", "list"):
        for seat, (socket, opening) in enumerate(zip(place.sockets, place.openings, strict=True)):
            if phase == "room" and seat == 3:
                return
            sit = opening.reply({"t": "room", "founder": True, "you": None, "places": [seat]})
            assert sit is not None
            if place.here._gathering is not None and place.here._gathering.seating.chairs[seat] is None:
                socket.say(sit)
                await socket.until("room")
        for socket in place.sockets:
            place.listed.append(await socket.until("list"))
        return
    if place.here.standing is None:
        for socket, opening, listed in zip(place.sockets, place.openings, place.listed, strict=True):
            reply = opening.reply(listed)
            assert reply is not None
            socket.say(reply)
        for socket in (*place.sockets, place.watcher):
            await socket.until("snap")
        for socket in place.sockets:
            await socket.until("ev")
    if phase == "over":
        place.client.app.site.hub.close(bytes.fromhex(place.table))
        await place.sockets[0].until("reveal")
        return
    while (now := place.standing.game).phase != phase:
        seat, deal = now.turn, now.deal
        if seat is None or deal is None:
            await place.sockets[0].until("ev")
        elif now.phase == "draw":
            await place.play("draw" if deal.pile else "take")
        else:
            okey = okey_face(deal.indicator)
            await place.play("throw", tile=[tile for tile in deal.racks[seat] if not is_okey(tile, okey)][-1])


def tiles(place: Place, seat: int | None) -> dict[str, int]:
    """One tile of every kind, as the sender sees it."""
    deal = place.standing.game.deal if place.here.standing is not None else None
    if deal is None:
        return {"any": 0, "last": 105}
    own = seat if seat is not None else 0
    other = next(rack for place, rack in enumerate(deal.racks) if place != own and rack)
    found = {"own": deal.racks[own][0], "foreign": other[0], "indicator": deal.indicator}
    if deal.pile:
        found |= {"next": deal.pile[0], "bottom": deal.pile[-1]}
    thrown = [tile for pile in deal.discards for tile in pile]
    return found | ({"discard": thrown[-1]} if thrown else {})


def frames(place: Place, seat: int | None) -> list[dict[str, Any]]:
    """Every frame of a client but hello, lobby and ping; moves with every kind of tile."""
    seq = place.standing.seq if place.here.standing is not None else 1
    asks: list[dict[str, Any]] = [{"a": kind} for kind in ("draw", "take", "show", "declare", "next")]
    for tile in tiles(place, seat).values():
        asks += [{"a": "throw", "tile": tile}, {"a": "finish", "tile": tile, "rows": None}]
        asks.append({"a": "finish", "tile": tile, "rows": [{"slots": [tile, None, 0], "join": False}]})
    moves = [{"t": "do", "id": place.id(), "at": at, "action": ask} for ask in asks for at in (seq, 0, seq + 1000)]
    return [
        *moves,
        {"t": "stand"},
        {"t": "fill"},
        *({"t": "kick", "seat": other, "name": "Ada"} for other in range(4)),
        *({"t": "sit", "seat": other, "commit": "1" * 64} for other in range(4)),
        {"t": "contribution", "list_hash": Z, "value": Z},
        {"t": "head", "n": 1, "head": Z},
        {"t": "log", "after": 0},
        {"t": "watching", "on": True},
        {"t": "rematch"},
        {"t": "say", "phrase": "selam"},
        {"t": "chat", "text": "merhaba"},
        {"t": "auto", "draw": False, "throw": False, "take": None},
    ]


def changes(place: Place, phase: str, seat: int | None, frame: dict[str, Any]) -> bool:
    """Whether this frame is no fault of its sender: it may change something, so it is not part of the table."""
    kind = frame["t"]
    if phase == "room":
        # Seats 0 to 2 are taken by their people; seat 3's person and the watcher may sit down there.
        if kind == "sit":
            return frame["seat"] == 3 and seat in (3, None)
        return (kind == "stand" and seat in (0, 1, 2)) or (seat == 0 and kind in ("fill", "kick", "rematch"))
    if phase in ("over", "list"):
        return kind == "rematch" and phase == "over" and seat is not None
    if kind != "do" or seat is None:
        return False
    game, ask = place.standing.game, frame["action"]
    if ask["a"] == "next":
        return phase == "between"
    if ask["a"] == "show":
        return phase != "between"
    if phase == "between" or game.turn != seat or frame["at"] != place.standing.seq or game.deal is None:
        return False
    rack = game.deal.racks[seat]
    if ask["a"] in ("draw", "take"):
        return phase == "draw"
    if ask["a"] == "throw":
        return phase == "throw" and ask["tile"] in rack
    return phase == "throw" and ask["a"] == "finish" and ask["tile"] in finishes(rack, okey_face(game.deal.indicator))


def answered(frame: dict[str, Any], heard: list[dict[str, Any]]) -> dict[str, Any]:
    """The one answer among what was heard."""
    kind = frame["t"]
    if kind == "do":
        answers = [one for one in heard if one["t"] in ("ok", "no")]
        assert all(one["id"] == frame["id"] for one in answers)
    elif kind == "contribution":
        answers = [one for one in heard if one["t"] in ("refused", "opening")]
    else:
        answers = [one for one in heard if one["t"] not in BROADCAST]
        answers += [one for one in heard if one["t"] == "presence" and kind == "watching"]
    assert len(answers) == 1, (frame, heard)
    return answers[0]


@pytest.mark.parametrize("phase", PHASES)
async def test_everybody_sends_everything(tmp_path: Path, phase: str) -> None:
    outcomes: Counter[str] = Counter()
    async with AsyncExitStack() as stack:
        place = await seated(stack, tmp_path)
        for step in ("room", "list", phase)[: 1 if phase == "room" else 2 if phase == "list" else 3]:
            await reach(place, step)
        everybody = {**dict(enumerate(place.sockets)), None: place.watcher}
        for socket in everybody.values():
            await place.drained(socket)
        for seat, socket in everybody.items():
            for frame in frames(place, seat):
                if changes(place, phase, seat, frame):
                    outcomes["left out"] += 1
                    continue
                before, rows = place.here.standing, await place.rows()
                socket.say(json.dumps(frame))
                answer = answered(frame, await place.drained(socket))
                outcomes[answer["t"]] += 1
                if answer["t"] in ("no", "refused"):
                    assert (place.here.standing, await place.rows()) == (before, rows), frame
                    if seat is None and phase not in ("room", "list"):
                        assert answer["fault"]["code"] == "not_seated"
                for other in everybody.values():
                    noise = [one for one in await place.drained(other) if one["t"] not in ("say", "ev", "snap")]
                    assert answer["t"] in ("say", "presence") or not noise, (frame, noise)
        assert outcomes["left out"] < 60
        assert outcomes["no"] + outcomes["refused"] > 200
        await strangers(place, outcomes)


async def strangers(place: Place, outcomes: Counter[str]) -> None:
    """Whoever has not said hello to the table is closed at the first other frame."""
    place.client.cookie = place.stranger
    rows = await place.rows()
    for frame in frames(place, None)[::3]:
        async with place.client.socket() as socket:
            socket.say(json.dumps(frame))
            assert await socket.hear() == {"t": "bye", "why": "bad_frame", "retry_ms": None}
            outcomes["bye"] += 1
    assert await place.rows() == rows


def test_no_frame_is_forgotten() -> None:
    sent = {"do", "stand", "fill", "kick", "sit", "contribution", "head", "log", "watching", "rematch", "say", "chat"}
    known = {one.__struct_config__.tag for one in wire.Client.__args__}
    assert known == sent | {"auto", "hello", "lobby", "ping"}

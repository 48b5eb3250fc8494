"""A small player over real sockets: knows the protocol, plays plainly, keeps what it was told."""

import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from okey.bots.finish import finish
from okey.rules.ruleset import PRESETS, Ruleset
from okey.rules.tiles import okey_face
from okey.solver import finishes
from tests.patience import within
from tests.server.proof import Opening

SUBPROTOCOL = Subprotocol("okey.v1")


class Browser:
    """One browser: a cookie jar and sockets."""

    def __init__(self, base: str) -> None:
        self.base = base
        # Without TLS: to read the certificates takes longer than most of what is asked.
        self.http = httpx.AsyncClient(base_url=base, headers={"origin": base}, trust_env=False, verify=False)

    async def __aenter__(self) -> "Browser":
        await self.http.get("/api/me")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def table(self, preset: str = "klasik", level: str = "kolay", rules: str | None = None) -> str:
        if rules is None:
            rules = (await self.http.get("/api/presets")).json()[preset]
        answer = await self.http.post("/api/tables", json={"rules": rules, "level": level, "hints": False})
        assert answer.status_code == 201, answer.text
        table = str(answer.json()["table"])
        await self.open(table)
        return table

    async def open(self, table: str) -> None:
        """Sit down at a new table and open the contribution, until the match begins."""
        opening = Opening()
        async with self.socket() as socket:
            await socket.send(json.dumps({"t": "hello", "table": table, "after": None}))
            async for text in socket:
                frame = json.loads(text)
                if frame["t"] == "snap":
                    return
                if (reply := opening.reply(frame)) is not None:
                    await socket.send(reply)
        raise AssertionError("the table did not open")

    def socket(self, **options: Any) -> Any:
        headers = {"cookie": self.cookie}
        return connect(
            self.base.replace("http", "ws", 1) + "/ws",
            origin=options.pop("origin", self.base),
            subprotocols=[SUBPROTOCOL],
            additional_headers=headers,
            proxy=None,
            **{"open_timeout": 60} | options,
        )


@dataclass
class Player:
    """The person of one table: what it saw and which of its commands were acknowledged."""

    table: str
    seq: int = 0
    seat: int = 0
    rack: list[int] = field(default_factory=list)
    can: tuple[str, ...] = ()
    phase: str = "between"
    indicator: int = 0
    waiting: dict[str, Any] | None = None
    acknowledged: dict[str, int] = field(default_factory=dict)
    refused: list[dict[str, Any]] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)
    n: int = 0
    over: bool = False
    bye: str | None = None
    rules: Ruleset = PRESETS["klasik"]
    """As the table was opened; they say whether a finish is judged as it lies."""

    def hear(self, frame: dict[str, Any]) -> None:
        """Take in one frame of the server."""
        match frame["t"]:
            case "open":
                self.rules = Ruleset.parse(frame["rules"])
            case "snap":
                view = frame["view"]
                self.seq, self.seat = frame["seq"], frame["you"]
                self.rack, self.can, self.phase = list(view["rack"]), tuple(view["can"]), view["phase"]
                self.indicator = view["indicator"] or 0
                self.over = view["phase"] == "over"
            case "ev":
                self._event(frame)
            case "ok":
                self.acknowledged[frame["id"]] = frame["seq"]
                if self.waiting and self.waiting["id"] == frame["id"]:
                    self.waiting = None
            case "no":
                self.refused.append(frame)
                if self.waiting and self.waiting["id"] == frame["id"]:
                    self.waiting = None
            case "bye":
                self.bye = frame["why"]

    def _event(self, frame: dict[str, Any]) -> None:
        assert self.n in (0, frame["n"] - 1), "a gap in the events"
        self.n, self.seq, self.can = frame["n"], frame["seq"], tuple(frame["can"])
        event = frame["event"]
        self.events.append(event)
        mine = event.get("seat") == self.seat
        match event["e"]:
            case "dealt":
                self.rack, self.indicator, self.phase = list(frame["rack"]), event["indicator"], "running"
            case "drawn" if mine:
                self.rack.append(frame["tile"])
            case "taken" if mine:
                self.rack.append(event["tile"])
            case "thrown" if mine:
                self.rack.remove(event["tile"])
            case "deal_ended":
                self.phase = "between"
            case "match_ended":
                self.phase, self.over = "over", True

    def hello(self, after: int | None = None) -> str:
        return json.dumps({"t": "hello", "table": self.table, "after": after})

    def move(self) -> str | None:
        """The next command to send, the one that waits for its answer first; None when there is nothing to do."""
        if self.waiting is None:
            action = self._choose()
            if action is None:
                return None
            self.waiting = {"t": "do", "id": secrets.token_hex(8), "at": self.seq, "action": action}
        return json.dumps(self.waiting)

    def _choose(self) -> dict[str, Any] | None:
        if self.phase == "between" and self.events:
            return {"a": "next"}
        if "show" in self.can:
            return {"a": "show"}
        if "draw" in self.can:
            return {"a": "draw"}
        if "take" in self.can:
            return {"a": "take"}
        if "throw" in self.can:
            okey = okey_face(self.indicator)
            for tile in finishes(self.rack, okey):
                rows = finish(self.rack, tile, okey, self.rules, pairs_only=False).rows
                laid = rows and [{"slots": row.slots, "join": row.join} for row in rows]
                return {"a": "finish", "tile": tile, "rows": laid}
            plain = [tile for tile in self.rack if tile >> 1 != okey]
            return {"a": "throw", "tile": (plain or self.rack)[-1]}
        return None


async def play_on(socket: ClientConnection, player: Player, moves: int | None = None, patience: float = 10.0) -> None:
    """Play until the match is over, or `moves` commands were acknowledged."""
    asked: str | None = None
    goal = None if moves is None else len(player.acknowledged) + moves
    while not player.over and (goal is None or len(player.acknowledged) < goal):
        text = player.move()
        if text is not None and text != asked:
            asked = text
            await socket.send(text)
        player.hear(json.loads(await within(patience, socket.recv())))

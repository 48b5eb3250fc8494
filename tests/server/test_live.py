"""A table for four people over real sockets: found, found again by its code, played to the end."""

from __future__ import annotations

import asyncio
import json
import secrets
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

from websockets.asyncio.client import ClientConnection

from okey.fair.messages import player_commit
from okey.rules.ruleset import PRESETS
from tests.patience import within
from tests.server.client import Browser, Player, play_on
from tests.server.process import ServerProcess

SHORT = replace(PRESETS["klasik"], points=2).text


async def found(browser: Browser, rules: str = SHORT) -> dict[str, Any]:
    answer = await browser.http.post(
        "/api/rooms", json={"rules": rules, "level": "kolay", "listed": False, "watch": True, "chat": False}
    )
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def until(socket: ClientConnection, *kinds: str) -> dict[str, Any]:
    """The next frame of one of `kinds`."""
    while True:
        frame = json.loads(await within(60, socket.recv()))
        if frame["t"] in kinds:
            return dict(frame)


class Friend:
    """One person with one socket, from the waiting room on."""

    def __init__(self, socket: ClientConnection, table: str) -> None:
        self.socket = socket
        self.player = Player(table)
        self._value = secrets.token_bytes(32)
        self.opened: dict[str, Any] = {}
        self.listed: dict[str, Any] = {}

    async def come(self) -> dict[str, Any]:
        """Say hello; the room."""
        await self.socket.send(self.player.hello())
        self.opened = await until(self.socket, "open")
        return await until(self.socket, "room")

    async def say(self, kind: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"t": kind, **fields}))

    async def sit(self, seat: int) -> None:
        table, commit = bytes.fromhex(self.opened["table_id"]), bytes.fromhex(self.opened["server_commit"])
        await self.say("sit", seat=seat, commit=player_commit(table, commit, seat, self._value).hex())

    async def play(self) -> None:
        """Open the contribution and play to the end of the match."""
        listed = await until(self.socket, "list")
        await self.say("contribution", list_hash=listed["hash"], value=self._value.hex())
        self.player.hear(await until(self.socket, "snap"))
        await play_on(self.socket, self.player)


async def test_four_browsers_play_a_short_match(server: ServerProcess) -> None:
    async with AsyncExitStack() as stack:
        browsers = [await stack.enter_async_context(Browser(server.base)) for _ in range(4)]
        made = await found(browsers[0])
        friends = []
        for seat, browser in enumerate(browsers):
            answer = await browser.http.get(f"/api/codes/{made['code'].lower()}")
            assert answer.json() == {"table": made["table"]}
            friend = Friend(await stack.enter_async_context(browser.socket()), made["table"])
            room = await friend.come()
            assert (room["code"], room["founder"], room["places"]) == (made["code"], seat == 0, [0, 1, 2, 3])
            await friend.sit(seat)
            friends.append(friend)
        await asyncio.gather(*(friend.play() for friend in friends))
        endings = [friend.player.events[-1] for friend in friends]
        assert endings == [endings[0]] * 4
        assert endings[0]["e"] == "match_ended"
        assert [friend.player.seat for friend in friends] == [0, 1, 2, 3]
        assert (await browsers[3].http.get(f"/api/tables/{made['table']}/record")).status_code == 200
        gone = await browsers[0].http.get(f"/api/codes/{made['code']}")
        assert (gone.status_code, gone.json()["code"]) == (404, "code_unknown")


async def test_stand_kick_and_fill_over_the_socket(server: ServerProcess) -> None:
    async with Browser(server.base) as ada, Browser(server.base) as ben:
        made = await found(ada)
        async with ada.socket() as one, ben.socket() as two:
            founder, guest = Friend(one, made["table"]), Friend(two, made["table"])
            await founder.come()
            await guest.come()
            await guest.sit(1)
            assert (await until(two, "room"))["you"] == 1
            await guest.say("stand")
            assert (await until(two, "room"))["you"] is None
            await guest.say("fill")
            assert (await until(two, "refused"))["fault"]["code"] == "founder_only"
            await guest.sit(2)
            room = await until(two, "room")
            assert room["you"] == 2
            await founder.say("kick", seat=2, name="somebody else")
            assert (await until(one, "refused"))["fault"]["code"] == "not_seated"
            await founder.say("kick", seat=2, name=room["seats"][2]["name"])
            assert (await until(two, "bye"))["why"] == "removed"
            await founder.sit(0)
            await founder.say("fill")
            listed = await until(one, "list")
            assert [seat["kind"] for seat in listed["seats"]] == [1, 2, 2, 2]


async def test_a_code_that_is_none_or_unknown(browser: Browser) -> None:
    for code in ("ABCDEF", "abc", "ABCDE0", "%C4%B1BCDEF"):
        answer = await browser.http.get(f"/api/codes/{code}")
        assert (answer.status_code, answer.json()["code"]) == (404, "code_unknown"), code


async def test_codes_are_not_tried_without_end(server: ServerProcess) -> None:
    async with Browser(server.base) as browser:
        answers = [(await browser.http.get("/api/codes/ABCDEF")).status_code for _ in range(40)]
    assert answers[0] == 404
    assert answers[-1] == 429


async def test_the_rules_of_a_room_are_checked_and_its_clock_is_their_own(browser: Browser) -> None:
    whole = {"rules": SHORT, "level": "kolay", "listed": False, "watch": True, "chat": False}
    bad = await browser.http.post("/api/rooms", json=whole | {"rules": "x"})
    assert (bad.status_code, bad.json()["code"]) == (400, "bad_rules")
    for body in (
        {"rules": SHORT},
        whole | {"hints": True},
        whole | {"level": 1},
        whole | {"listed": True, "chat": True},
    ):
        assert (await browser.http.post("/api/rooms", json=body)).status_code == 400
    made = await found(browser)
    async with browser.socket() as socket:
        await Friend(socket, made["table"]).say("hello", table=made["table"], after=None)
        assert (await until(socket, "open"))["rules"] == SHORT

"""Rated and stake tables on a real database: who finds whom, who may found what, an empty purse."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from okey.rules.ruleset import PRESETS
from okey.storage.results import MINT
from okey.storage.schema import account, block, live, lobby, movement, outcome, purse, session
from tests.server.asgi import Answer, Client, Wire, settings
from tests.server.proof import Opening

KLASIK, IKRAMIYE = PRESETS["klasik"].text, PRESETS["ikramiye"].text
TWO = replace(PRESETS["klasik"], seats=2).text


@dataclass
class Player:
    """One browser at the site."""

    client: Client
    cookie: str = ""
    id: bytes = b""

    async def ask(self, method: str, path: str, body: Any = None) -> Answer:
        self.client.cookie = self.cookie
        answer = await self.client.request(method, path, b"" if body is None else json.dumps(body).encode())
        self.cookie = self.client.cookie or ""
        return answer

    async def quick(self, rules: str = KLASIK) -> str:
        answer = await self.ask("POST", "/api/quick", {"rules": rules})
        assert answer.status == 201, answer.body
        return str(answer.json()["table"])

    async def found(self, **changes: Any) -> Answer:
        body = {"rules": KLASIK, "level": "orta", "listed": True, "watch": True, "chat": False}
        return await self.ask("POST", "/api/rooms", body | changes)

    async def socket(self, stack: AsyncExitStack, table: str | None) -> Wire:
        self.client.cookie = self.cookie
        wire = await stack.enter_async_context(self.client.socket())
        wire.say(json.dumps({"t": "lobby"} if table is None else {"t": "hello", "table": table, "after": None}))
        return wire


class Town:
    """A site in this process, and the people who come."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.engine = client.app.site.database.engine
        self._known: set[bytes] = set()

    async def guest(self) -> Player:
        player = Player(self.client)
        await player.ask("GET", "/api/me")
        with self.engine.begin() as connection:
            found = connection.execute(select(session.c.guest_id).order_by(session.c.created_at.desc())).scalars()
            player.id = next(person for person in found if person not in self._known)
        self._known.add(player.id)
        return player

    async def member(self, balance: int = 500) -> Player:
        player = await self.guest()
        values = {"private": 0, "code_misses": 0, "codes_locked_until": 0, "created_at": 0}
        moved = {"at": 0, "payer": MINT, "payee": player.id, "amount": balance}
        with self.engine.begin() as connection:
            connection.execute(insert(account).values(person_id=player.id, name_key=player.id.hex(), **values))
            connection.execute(insert(movement).values(reason=f"welcome:{player.id.hex()}", **moved))
            connection.execute(insert(purse).values(owner=player.id, balance=balance, mint=0))
        return player

    def rows(self, query: Any) -> list[Any]:
        with self.engine.connect() as connection:
            return list(connection.execute(query))

    def do(self, statement: Any) -> None:
        with self.engine.begin() as connection:
            connection.execute(statement)


@pytest.fixture
async def town(tmp_path: Path) -> AsyncIterator[Town]:
    async with Client(settings(tmp_path)) as client:
        yield Town(client)


# --- quick match


async def test_persons_with_an_account_find_one_another_and_guests_one_another(town: Town) -> None:
    ada, ben, guest, other = await town.member(), await town.member(), await town.guest(), await town.guest()
    rated, unrated = await ada.quick(), await guest.quick()
    assert rated != unrated
    assert (await ben.quick(), await other.quick()) == (rated, unrated)
    found = {row.table_id.hex(): (row.rated, row.stake) for row in town.rows(select(lobby))}
    assert found == {rated: (1, 0), unrated: (0, 0)}


async def test_by_pot_rules_those_who_can_pay_find_one_another(town: Town) -> None:
    rich, other, poor = await town.member(20), await town.member(20), await town.member(19)
    table = await rich.quick(IKRAMIYE)
    assert await poor.quick(IKRAMIYE) != table
    assert await other.quick(IKRAMIYE) == table
    assert sorted(row.stake for row in town.rows(select(lobby))) == [0, 10]


async def test_blocked_persons_are_never_matched_whoever_has_blocked_whom(town: Town) -> None:
    ada, ben, cem, dua = [await town.member() for _ in range(4)]
    async with AsyncExitStack() as stack:
        table = await ada.quick()
        await seated(await ada.socket(stack, table))
        town.do(insert(block).values(person_id=ada.id, other=ben.id, at=0))
        town.do(insert(block).values(person_id=cem.id, other=ada.id, at=0))
        assert table not in (await ben.quick(), await cem.quick())
        assert await dua.quick() == table
        assert await ada.quick() == table, "one's own table is no stranger's"


async def test_two_accounts_of_one_browser_are_not_matched_where_it_counts(town: Town) -> None:
    ada, ben = await town.member(), await town.member()
    async with AsyncExitStack() as stack:
        table = await ada.quick()
        await seated(await ada.socket(stack, table))
        town.do(update(session).where(session.c.guest_id.in_((ada.id, ben.id))).values(browser=b"b" * 16))
        assert await ben.quick() != table


async def seated(wire: Wire) -> None:
    """Sit where the server says."""
    opening: Opening | None = None
    opened = await wire.until("open")
    room = await wire.until("room")
    opening = Opening(room["drawn"])
    opening.reply(opened)
    wire.say(opening.reply(room) or "")
    while (await wire.until("room", "refused")).get("you") is None:
        pass


# --- founding


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"rated": True, "listed": False}, "not_rated"),
    ({"rated": True, "rules": replace(PRESETS["klasik"], points=19).text}, "not_rated"),
    ({"rated": True, "rules": replace(PRESETS["klasik"], absent="computer").text}, "not_rated"),
    ({"stake": 1001}, "bad_stake"),
    ({"stake": 11, "rules": IKRAMIYE}, "bad_stake"),
    ({"stake": -1}, "bad_request"),
    ({"rated": 1}, "bad_request"),
    ({"rated": True, "chat": True}, "bad_request"),
]


async def test_what_may_not_be_founded(town: Town) -> None:
    ada = await town.member()
    answers = [await ada.found(**changes) for changes, _ in REFUSED]
    assert [(answer.status, answer.json()["code"]) for answer in answers] == [(400, code) for _, code in REFUSED]


async def test_a_founder_needs_an_account_where_it_counts(town: Town) -> None:
    guest, ada = await town.guest(), await town.member()
    for changes in ({"rated": True}, {"stake": 10}):
        answer = await guest.found(**changes)
        assert (answer.status, answer.json()["code"]) == (401, "account_needed")
    assert (await guest.found()).status == 201
    assert (await ada.found(rated=True, stake=50, rules=replace(PRESETS["klasik"], seats=3).text)).status == 201
    assert (await ada.found(stake=10, rules=IKRAMIYE, listed=False)).status == 201


async def test_lobby_and_room_show_what_a_table_counts_for(town: Town) -> None:
    ada = await town.member()
    table = (await ada.found(rated=True, stake=50)).json()["table"]
    async with AsyncExitStack() as stack:
        looking = await ada.socket(stack, None)
        shown = (await looking.until("lobby"))["tables"]
        assert [(each["options"]["rated"], each["options"]["stake"]) for each in shown] == [(True, 50)]
        wire = await ada.socket(stack, table)
        room = await wire.until("room")
        assert (room["options"]["rated"], room["options"]["stake"], room["drawn"] in range(4)) == (True, 50, True)


async def test_the_running_matches_say_which_are_for_people(town: Town) -> None:
    ada = await town.member()
    async with AsyncExitStack() as stack:
        table = (await ada.found(rated=True)).json()["table"]
        await seated(await ada.socket(stack, table))
        rules = (await ada.ask("GET", "/api/presets")).json()["klasik"]
        await ada.ask("POST", "/api/tables", {"rules": rules, "level": "kolay", "hints": False})
        tables = (await ada.ask("GET", "/api/me")).json()["tables"]
    assert {each["table"] == table: each["people"] for each in tables} == {True: True, False: False}


# --- an empty purse


async def test_who_sat_at_two_tables_with_one_stake_ends_the_second_and_nothing_is_lost(town: Town) -> None:
    """What Ada has is held for the first deal; at the second table nothing is held of anybody, and all are told."""
    ada, ben, cem = [await town.member(20) for _ in range(3)]
    tables = [(await ada.found(stake=20, rules=TWO)).json()["table"] for _ in range(2)]
    async with AsyncExitStack() as stack:
        mine = [await ada.socket(stack, table) for table in tables]
        playing = [asyncio.create_task(until(wire, Opening(0), "ev", "bye")) for wire in mine]
        await asyncio.sleep(0.2)
        frames = []
        for other, table, own in zip((ben, cem), tables, playing, strict=True):
            wire = await other.socket(stack, table)
            frames += [await until(wire, Opening(2), "ev", "bye"), await own]
    assert [frame.get("why", "ev") for frame in frames] == ["ev", "ev", "short", "short"]
    balances = {row.owner: row.balance for row in town.rows(select(purse))}
    held = bytes.fromhex(tables[0])
    assert [balances[owner] for owner in (ada.id, ben.id, cem.id, held)] == [0, 0, 20, 40]
    assert [row.table_id.hex() for row in town.rows(select(live))] == [tables[0]]
    assert [(row.table_id.hex(), row.outcome) for row in town.rows(select(outcome))] == [(tables[1], 2)]
    async with AsyncExitStack() as stack:
        late = await cem.socket(stack, tables[1])
        assert (await late.until("reveal"))["outcome"] == 2
        assert (await late.until("bye"))["why"] == "short"


async def test_who_has_too_little_is_told_how_much_is_needed(town: Town) -> None:
    ada, poor = await town.member(), await town.member(24)
    table = (await ada.found(stake=25, rules=TWO)).json()["table"]
    async with AsyncExitStack() as stack:
        wire = await poor.socket(stack, table)
        frame = await until(wire, Opening(2), "refused")
    assert (frame["fault"]["code"], frame["fault"]["params"]) == ("not_enough", {"needed": 25})


async def until(wire: Wire, opening: Opening, *kinds: str) -> dict[str, Any]:
    """Sit and open, up to a frame of one of these kinds."""
    while (frame := await wire.hear()) is not None:
        if frame["t"] in kinds:
            return frame
        if (reply := opening.reply(frame)) is not None:
            wire.say(reply)
    raise AssertionError("closed")

"""Following, blocking, challenges, notices and reports over REST."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from okey.rules.ruleset import PRESETS
from okey.server import company
from okey.storage.schema import guest, lobby, report
from tests.server.asgi import Answer, Client, settings
from tests.server.proof import Opening

TWO = replace(PRESETS["klasik"], seats=2).text
PASSWORD = "kahve değirmeni 7"


@dataclass
class Person:
    """One browser at the site."""

    client: Client
    cookie: str | None = None

    async def ask(self, method: str, path: str, body: Any = None) -> Answer:
        self.client.cookie = self.cookie
        answer = await self.client.request(method, path, b"" if body is None else json.dumps(body).encode())
        self.cookie = self.client.cookie
        return answer

    async def refused(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        """Status and code of an answer that is an error."""
        answer = await self.ask(method, path, body)
        return answer.status, answer.json()["code"]

    async def sign_up(self, name: str) -> None:
        answer = await self.ask("POST", "/api/account", {"name": name, "password": PASSWORD})
        assert answer.status == 201, answer.body


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    async with Client(settings(tmp_path, accounts_per_hour=1000)) as made:
        yield made


@pytest.fixture
async def people(client: Client) -> tuple[Person, Person]:
    ada, ben = Person(client), Person(client)
    await ada.sign_up("Ada Öz")
    await ben.sign_up("Ben ben")
    return ada, ben


async def test_whom_i_follow_is_shown_with_the_listed_table_where_that_person_sits(
    client: Client, people: tuple[Person, Person]
) -> None:
    ada, ben = people
    assert (await ada.ask("PUT", "/api/follows/ben ben")).status == 204
    shown = (await ada.ask("GET", "/api/company")).json()
    assert shown == {"following": [{"name": "Ben ben", "table": None, "preset": None}], "blocked": []}
    body = {"rules": TWO, "level": "orta", "listed": True, "watch": True, "chat": False}
    table = (await ben.ask("POST", "/api/rooms", body)).json()["table"]
    await _sit(ben, table)
    shown = (await ada.ask("GET", "/api/company")).json()
    assert shown["following"] == [{"name": "Ben ben", "table": table, "preset": "klasik"}]
    assert (await ada.ask("DELETE", "/api/follows/Ben ben")).status == 204
    assert (await ada.ask("GET", "/api/company")).json() == {"following": [], "blocked": []}


async def test_nobody_follows_a_stranger_oneself_or_as_a_guest(client: Client, people: tuple[Person, Person]) -> None:
    ada, _ = people
    assert await ada.refused("PUT", "/api/follows/nobody") == (404, "not_found")
    assert await ada.refused("PUT", "/api/follows/ada öz") == (400, "yourself")
    guest = Person(client)
    await guest.ask("GET", "/api/me")
    for method, path in (("GET", "/api/company"), ("PUT", "/api/follows/Ben ben"), ("GET", "/api/notices")):
        assert await guest.refused(method, path) == (401, "account_needed")


async def test_a_challenge_keeps_a_place_and_tells_the_other(client: Client, people: tuple[Person, Person]) -> None:
    ada, ben = people
    made = (await ada.ask("POST", "/api/challenges", {"name": "ben ben", "rules": TWO})).json()
    assert client.app.site.database.store.table_of(made["code"]) == bytes.fromhex(made["table"])
    assert (await ben.ask("GET", "/api/me")).json()["notices"] == 1
    (notice,) = (await ben.ask("GET", "/api/notices")).json()
    assert (notice["kind"], notice["body"]) == ("challenge", {**made, "name": "Ada Öz", "preset": "klasik"})
    async with AsyncExitStack() as stack:
        client.cookie = ben.cookie
        wire = await stack.enter_async_context(client.socket())
        wire.say(json.dumps({"t": "hello", "table": made["table"], "after": None}))
        room = await wire.until("room")
        assert room["kept"] == ["Ada Öz", None, "Ben ben", None]
        assert not room["options"]["listed"]
    with client.app.site.database.engine.connect() as connection:
        assert connection.execute(select(lobby.c.table_id)).all() == []
    assert (await ben.ask("DELETE", f"/api/notices/{notice['id']}")).status == 204
    assert (await ben.ask("GET", "/api/notices")).json() == []
    for path in (notice["id"], "xyz", "00"):
        assert await ben.refused("DELETE", f"/api/notices/{path}") == (404, "not_found")


async def test_who_is_blocked_finds_the_other_no_more(client: Client, people: tuple[Person, Person]) -> None:
    ada, ben = people
    await ben.ask("PUT", "/api/follows/Ada Öz")
    await ben.ask("POST", "/api/challenges", {"name": "Ada Öz", "rules": TWO})
    assert (await ada.ask("PUT", "/api/blocks/Ben ben")).status == 204
    assert (await ada.ask("GET", "/api/notices")).json() == []
    assert (await ada.ask("GET", "/api/company")).json() == {"following": [], "blocked": ["Ben ben"]}
    assert (await ben.ask("GET", "/api/company")).json() == {"following": [], "blocked": []}
    challenge = {"name": "Ada Öz", "rules": TWO}
    assert await ben.refused("POST", "/api/challenges", challenge) == (404, "not_found")
    assert await ben.refused("PUT", "/api/follows/Ada Öz") == (404, "not_found")
    assert await ada.refused("POST", "/api/challenges", {"name": "Ben ben", "rules": TWO}) == (409, "blocked")
    assert (await ada.ask("DELETE", "/api/blocks/Ben ben")).status == 204
    assert (await ben.ask("POST", "/api/challenges", challenge)).status == 201


async def test_challenges_reports_and_changes_have_an_end(people: tuple[Person, Person]) -> None:
    ada, _ = people
    challenge = {"name": "Ben ben", "rules": TWO}
    for _ in range(company.CHALLENGES):
        assert (await ada.ask("POST", "/api/challenges", challenge)).status == 201
    assert await ada.refused("POST", "/api/challenges", challenge) == (429, "too_fast")
    about = {"name": "Ben ben", "table": None, "seat": None, "why": "talk", "words": ""}
    for _ in range(company.REPORTS):
        assert (await ada.ask("POST", "/api/reports", about)).status == 204
    assert await ada.refused("POST", "/api/reports", about) == (429, "too_fast")
    answers = [(await ada.ask("PUT", "/api/follows/nobody")).status for _ in range(company.CHANGES + 1)]
    assert set(answers[:10]) == {404}
    assert answers[-1] == 429


REPORTS: list[tuple[dict[str, Any], int]] = [
    ({"name": "Ben ben"}, 204),
    ({"name": "nobody"}, 404),
    ({}, 400),
    ({"seat": 0}, 400),
    ({"name": "Ben ben", "why": "revenge"}, 400),
    ({"name": "Ben ben", "words": "x" * 501}, 400),
    ({"name": "Ben ben", "table": "zz"}, 400),
    ({"table": "00" * 16, "seat": 1}, 404),
]


async def test_a_report_names_somebody_who_is_there(people: tuple[Person, Person]) -> None:
    ada, _ = people
    for changes, status in REPORTS:
        body = {"name": None, "table": None, "seat": None, "why": "other", "words": ""} | changes
        assert (await ada.ask("POST", "/api/reports", body)).status == status, changes


async def test_a_guest_reports_whoever_sits_there(client: Client, people: tuple[Person, Person]) -> None:
    ada, _ = people
    table = (await ada.ask("POST", "/api/challenges", {"name": "Ben ben", "rules": TWO})).json()["table"]
    await _sit(ada, table)
    other = Person(client)
    for seat, name, status in ((0, None, 204), (2, None, 404), (None, "Ada Öz", 204)):
        body = {"name": name, "table": table, "seat": seat, "why": "talk", "words": "söz\n"}
        assert (await other.ask("POST", "/api/reports", body)).status == status
    with client.app.site.database.engine.connect() as connection:
        named = select(guest.c.name, report.c.words).join(report, report.c.reported == guest.c.id)
        assert connection.execute(named).all() == [("Ada Öz", "söz\n")] * 2


async def _sit(person: Person, table: str) -> None:
    """The founder takes the first place."""
    person.client.cookie = person.cookie
    opening = Opening()
    async with person.client.socket() as wire:
        wire.say(json.dumps({"t": "hello", "table": table, "after": None}))
        while (frame := await wire.hear()) is not None and (frame["t"] != "room" or frame["you"] is None):
            if (reply := opening.reply(frame)) is not None:
                wire.say(reply)

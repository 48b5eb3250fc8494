"""My data, and its end: a life at a site, then nothing of it anywhere (SECURITY T19)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from okey.fair.trust import Keyring
from okey.play import board
from okey.record.model import read_record
from okey.record.verify import verify as judge
from okey.rules.ruleset import PRESETS
from okey.server import data
from okey.storage import schema
from okey.storage.erasure import GHOST
from okey.storage.store import DAY
from okey.storage.store import Person as Known
from tests.server.asgi import Client, Wire, settings
from tests.server.proof import Opening
from tests.server.test_company import PASSWORD, TWO, Person
from tests.storage.results import check_ledger, count, rows
from tests.storage.test_erasure import traces

NAME = "Şükrüye Iğdır"
ALONE = replace(PRESETS["klasik"], points=2).text


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    async with Client(settings(tmp_path, accounts_per_hour=1000)) as made:
        yield made


def id_of(client: Client, name: str) -> bytes:
    with client.app.site.database.engine.connect() as connection:
        found: bytes = connection.execute(select(schema.guest.c.id).where(schema.guest.c.name == name)).scalar_one()
        return found


async def come(stack: AsyncExitStack, person: Person, table: str) -> Wire:
    person.client.cookie = person.cookie
    wire = await stack.enter_async_context(person.client.socket())
    wire.say(json.dumps({"t": "hello", "table": table, "after": None}))
    return wire


async def until(wire: Wire, opening: Opening, kind: str, **fields: Any) -> dict[str, Any]:
    """The next frame of a kind with these fields; what has to be answered before is."""
    while (frame := await wire.hear()) is not None:
        if frame["t"] == kind and fields.items() <= frame.items():
            return frame
        if (reply := opening.reply(frame)) is not None:
            wire.say(reply)
    raise AssertionError(f"closed with {wire.code} before {kind}")


async def found(person: Person, rules: str, chat: bool = False) -> str:
    body = {"rules": rules, "level": "kolay", "listed": not chat, "watch": True, "chat": chat}
    answer = await person.ask("POST", "/api/rooms", body)
    assert answer.status == 201, answer.body
    return str(answer.json()["table"])


async def ten_matches(ada: Person, ben: Person) -> list[str]:
    """Ada plays: alone with computers, and rated matches whose end is enough here."""
    client, tables = ada.client, []
    for _ in range(3):
        client.cookie = ada.cookie
        tables.append(await client.room(ALONE, running=True))
    one, other = id_of(client, NAME), id_of(client, "Ben ben")
    for number in range(7):
        count(
            client.app.site.database.engine, number, {0: one, 2: other}, (1, 0, 2, 0), board.WEEK * 2900 + number * DAY
        )
    return tables


async def test_nothing_of_a_deleted_person_is_left_and_records_still_verify(
    client: Client, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    site = client.app.site
    engine = site.database.engine
    ada, ben = Person(client), Person(client)
    await ada.sign_up(NAME)
    await ben.sign_up("Ben ben")
    person = id_of(client, NAME)
    alone = await ten_matches(ada, ben)
    await ben.ask("PUT", f"/api/follows/{NAME}")
    await ada.ask("POST", "/api/challenges", {"name": "Ben ben", "rules": TWO})
    about = {"table": None, "seat": None, "why": "talk", "words": "hm"}
    await ada.ask("POST", "/api/reports", about | {"name": "Ben ben"})
    await ben.ask("POST", "/api/reports", about | {"name": NAME})
    site.trace("planted", note="a trace, so that the search below has something to search")
    async with AsyncExitStack() as stack:
        running, waiting = await found(ben, TWO, chat=True), await found(ben, ALONE)
        bens, theirs = Opening(), Opening(2)
        his = await come(stack, ben, running)
        await until(his, bens, "room", you=0)
        hers = await come(stack, ada, running)
        await asyncio.gather(until(hers, theirs, "snap"), until(his, bens, "snap"))
        hers.say(json.dumps({"t": "chat", "text": f"ben {NAME}"}))
        assert (await until(his, bens, "chat"))["name"] == NAME
        sitting = await come(stack, ada, waiting)
        await until(sitting, Opening(1), "room", you=1)
        answer = await ada.ask("GET", "/api/account/data")
        assert answer.headers["content-disposition"].startswith("attachment")
        export = answer.json()
        assert (export["name"], len(export["matches"]), len(export["rated_matches"])) == (NAME, 12, 7)
        needles = (person, person.hex().encode(), NAME.encode(), json.dumps(NAME)[1:-1].encode())
        assert len(traces(engine, *needles)) > 40
        boards = sum(row[2] for row in rows(engine, schema.board))

        assert (await ada.ask("DELETE", "/api/account")).status == 204
        assert (await until(hers, theirs, "bye"))["why"] == "signed_out"
        assert (await until(sitting, theirs, "bye"))["why"] == "signed_out"
        assert traces(engine, *needles) == []
        assert (await ada.ask("GET", "/api/me")).json()["guest"] is True, "the browser is somebody new"
        assert await ada.refused("GET", "/api/account/data") == (401, "account_needed")

        assert (await until(his, bens, "bye"))["why"] == "restart", "the table was read anew"
        his = await come(stack, ben, running)
        snap = await until(his, bens, "snap")
        assert [seat and seat["name"] for seat in snap["seats"]] == ["Ben ben", None, GHOST, None]
        site.hub.close(bytes.fromhex(running), all_left=False)
        await until(his, bens, "reveal")
    with engine.connect() as connection:
        seats = connection.execute(select(schema.seat.c.table_id).where(schema.seat.c.seat == 1)).all()
        assert (bytes.fromhex(waiting),) not in seats
        live = set(connection.execute(select(schema.live.c.table_id)).scalars())
    assert live.isdisjoint(map(bytes.fromhex, alone))
    ghost = Known(id_of(client, GHOST), GHOST)
    keyring = Keyring([signer.public for signer in site.keys.signers])
    for table in (*alone, running):
        record = await site.record(ghost, table)
        assert record is not None
        assert judge(record, keyring).text == "valid, cancelled"
        assert GHOST in [seat.name for seat in read_record(record).seats or ()]
    check_ledger(engine)
    assert sum(row[2] for row in rows(engine, schema.board)) == boards
    said = capfd.readouterr()
    logged = (said.out + said.err).encode()
    assert b"planted" in logged
    assert not any(needle in logged for needle in needles)


async def test_a_deletion_needs_a_fresh_proof_and_an_account(client: Client) -> None:
    guest, ada = Person(client), Person(client)
    await guest.ask("GET", "/api/me")
    assert await guest.refused("DELETE", "/api/account") == (401, "account_needed")
    assert await guest.refused("GET", "/api/account/data") == (401, "account_needed")
    await ada.sign_up(NAME)
    with client.app.site.database.engine.begin() as connection:
        connection.execute(update(schema.session).values(proved_at=schema.session.c.proved_at - 600_001))
    assert await ada.refused("DELETE", "/api/account") == (403, "prove_again")
    for _ in range(data.EXPORTS):
        assert (await ada.ask("GET", "/api/account/data")).json()["name"] == NAME
    assert await ada.refused("GET", "/api/account/data") == (429, "too_fast")


async def test_a_table_that_cannot_be_left_does_not_keep_anybody(client: Client, monkeypatch: Any) -> None:
    monkeypatch.setattr(data, "LEAVE_TRIES", 2)
    ada = Person(client)
    await ada.sign_up(NAME)
    engine, person = client.app.site.database.engine, id_of(client, NAME)
    table = {"table_id": b"t" * 16}
    with engine.begin() as connection:
        made = {"preset": "klasik", "level": "", "opened_at": 0, "deal": 0, "scores": "0,0,0,0"}
        connection.execute(insert(schema.match).values(table | made))
        connection.execute(insert(schema.live).values(table | {"seq": 1, "at": 0}))
        connection.execute(insert(schema.seat).values(table | {"seat": 0, "guest_id": person}))
    assert (await ada.ask("DELETE", "/api/account")).status == 204
    assert traces(engine, person, NAME.encode()) == []


async def test_a_session_that_begins_meanwhile_is_ended_too(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody signs in on another device, and sits down there, while the account is being deleted."""
    ada, again = Person(client), Person(client)
    await ada.sign_up(NAME)
    person, site = id_of(client, NAME), client.app.site
    table = await found(ada, TWO)
    async with AsyncExitStack() as stack:
        wires: list[Wire] = []

        async def leaves(*_: Any) -> None:
            assert (await again.ask("POST", "/api/session", {"name": NAME, "password": PASSWORD})).status == 200
            wires.append(await come(stack, again, table))
            await until(wires[0], Opening(), "room", you=0)

        monkeypatch.setattr(data, "_leave", leaves)
        assert await data.forget(site, person)
        assert (await until(wires[0], Opening(), "bye"))["why"] == "signed_out"
    assert traces(site.database.engine, person, person.hex().encode(), NAME.encode()) == []


async def test_two_deletions_at_once_are_one(client: Client) -> None:
    ada = Person(client)
    await ada.sign_up(NAME)
    person = id_of(client, NAME)
    done = await asyncio.gather(*(data.forget(client.app.site, person) for _ in range(2)))
    assert sorted(done) == [False, True]
    with client.app.site.database.engine.connect() as connection:
        assert connection.execute(select(schema.guest.c.name)).scalars().all().count(GHOST) == 1

"""Sessions: a new token at every way in, lists, ends, and the sockets that end with them (T16)."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from okey.server.connection import Connection
from okey.server.sockets import BACK_MS, REMEMBERED, Sockets, watch_sessions
from okey.storage.accounts import Accounts
from okey.storage.store import DAY, Person, Session
from tests.server.asgi import Wire
from tests.server.visitors import PASSWORD, Visitor, visitor

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def listening(who: Visitor, table: str | None = None) -> Wire:
    """An open socket that is at a table, or in the lobby."""
    socket = Wire(who, who.peer)
    await socket.open()
    socket.say(json.dumps({"t": "lobby"} if table is None else {"t": "hello", "table": table, "after": None}))
    await socket.until("lobby" if table is None else "open")
    return socket


async def farewell(socket: Wire) -> Any:
    """The last frame of a socket that is closed."""
    frame = await socket.until("bye")
    assert await socket.hear() is None
    await socket.close()
    return frame


BYE = {"t": "bye", "why": "signed_out", "retry_ms": None}
BACK = {**BYE, "retry_ms": BACK_MS}


# --- tokens


async def test_a_cookie_from_before_is_worth_nothing_after(ada: Visitor) -> None:
    """Whoever set or saw the cookie before a login has nothing afterwards."""
    await ada.told("GET", "/api/me")
    codes: list[str] = []
    another = {"current": PASSWORD, "password": "another password"}
    for step in ("up", "in", "prove", "change", "recover", "out"):
        before = ada.another(ada.cookie)
        match step:
            case "up":
                codes = await ada.sign_up()
            case "in":
                assert (await ada.sign_in()).status == 200
            case "prove":
                await ada.told("POST", "/api/prove", {"password": PASSWORD})
            case "change":
                await ada.told("PUT", "/api/account/password", another)
            case "recover":
                body = {"name": "Işıl", "code": codes[0], "password": PASSWORD}
                await ada.told("POST", "/api/recovery", body)
            case "out":
                await ada.told("DELETE", "/api/session", status=204)
        assert ada.cookie != before.cookie, step
        assert (await before.ask("GET", "/api/account")).status == 401, step
        assert (await ada.ask("GET", "/api/account")).status == (401 if step == "out" else 200), step


async def test_a_failed_login_leaves_the_session_as_it_is(ada: Visitor) -> None:
    await ada.sign_up("Veli")
    guest = ada.another()
    me = await guest.told("GET", "/api/me")
    cookie = guest.cookie
    assert (await guest.sign_in("Veli", "wrong password")).status == 401
    assert guest.cookie == cookie
    assert await guest.told("GET", "/api/me") == me


async def test_the_cookie_is_for_the_server_only(tmp_path: Path) -> None:
    for origin, base, name in (
        (None, "http://localhost:8000", "okey="),
        ("https://okey.example", "https://okey.example", "__Host-okey="),
    ):
        async with visitor(tmp_path / name, base, origin=origin) as who:
            answer = await who.ask("POST", "/api/account", {"name": "Işıl", "password": PASSWORD})
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith(name)
        assert "HttpOnly" in cookie
        assert "Path=/;" in cookie
        assert ("Secure" in cookie) == (origin is not None)


async def test_signing_out_makes_a_guest_of_the_same_browser(ada: Visitor) -> None:
    await ada.told("GET", "/api/me")
    browsers = [await browser_of(ada)]
    await ada.sign_up()
    browsers.append(await browser_of(ada))
    await ada.told("DELETE", "/api/session", status=204)
    me = await ada.told("GET", "/api/me")
    assert me["guest"] is True
    assert me["name"].startswith("Misafir ")
    browsers.append(await browser_of(ada))
    assert (await ada.sign_in()).status == 200
    browsers.append(await browser_of(ada))
    assert len(set(browsers)) == 1
    other = ada.another()
    assert (await other.sign_in()).status == 200
    assert await browser_of(other) != browsers[0]


async def browser_of(who: Visitor) -> bytes:
    session = await who.site.session({"headers": [(b"cookie", str(who.cookie).encode())]})
    assert session is not None
    return session.browser


# --- lists


async def test_sessions_are_listed_and_ended_one_by_one_or_all(ada: Visitor) -> None:
    await ada.sign_up()
    others = [ada.another() for _ in range(3)]
    for other in others:
        assert (await other.sign_in()).status == 200
    listed = await ada.told("GET", "/api/sessions")
    assert len(listed) == 4
    assert [one["current"] for one in listed].count(True) == 1
    assert {one["label"] for one in listed} == {"Firefox · Linux"}
    mine = next(one for one in listed if one["current"])
    theirs = next(one for one in await others[0].told("GET", "/api/sessions") if one["current"])
    assert mine["id"] != theirs["id"]
    await ada.told("DELETE", f"/api/sessions/{theirs['id']}", status=204)
    assert (await others[0].ask("GET", "/api/account")).status == 401
    assert (await others[1].ask("GET", "/api/account")).status == 200
    await ada.told("DELETE", "/api/sessions", status=204)
    assert (await others[1].ask("GET", "/api/account")).status == 401
    assert await ada.told("GET", "/api/sessions") == [mine]


async def test_a_session_of_somebody_else_is_not_found(ada: Visitor) -> None:
    await ada.sign_up()
    (mine,) = await ada.told("GET", "/api/sessions")
    other = ada.another()
    await other.sign_up("Veli")
    for name in (mine["id"], "0" * 16, "zz", "0", "%20"):
        answer = await other.ask("DELETE", f"/api/sessions/{name}")
        assert (answer.status, answer.json()["code"]) == (404, "not_found")
    assert (await ada.ask("GET", "/api/account")).status == 200


async def test_a_session_ends_by_itself_idle_or_old(ada: Visitor) -> None:
    await ada.sign_up()
    await ada.told("GET", "/api/account")
    ada.later(30 * DAY - 10_000)
    await ada.told("GET", "/api/account")
    ada.later(30 * DAY + 1000)
    await ada.told("GET", "/api/account", status=401)
    assert (await ada.sign_in()).status == 200
    for _ in range(6):
        ada.later(29 * DAY)
        await ada.told("GET", "/api/account")
    ada.later(7 * DAY)
    await ada.told("GET", "/api/account", status=401)


# --- sockets


async def test_sockets_end_with_their_session(ada: Visitor) -> None:
    await ada.sign_up()
    other = ada.another()
    assert (await other.sign_in()).status == 200
    mine, theirs = await listening(ada, await ada.room()), await listening(other)
    begun = time.perf_counter()
    await ada.told("DELETE", "/api/sessions", status=204)
    assert await farewell(theirs) == BYE
    assert time.perf_counter() - begun < 5
    await ada.told("DELETE", "/api/session", status=204)
    assert await farewell(mine) == BYE


async def test_sockets_of_the_same_person_come_back_with_the_new_token(ada: Visitor) -> None:
    await ada.told("GET", "/api/me")
    table = await ada.room()
    socket = await listening(ada, table)
    codes = await ada.sign_up()
    assert await farewell(socket) == BACK
    for path, body in (
        ("/api/prove", {"password": PASSWORD}),
        ("/api/recovery", {"name": "Işıl", "code": codes[0], "password": PASSWORD}),
    ):
        socket = await listening(ada, table)
        await ada.told("POST", path, body)
        assert await farewell(socket) == BACK


async def test_sockets_of_a_guest_do_not_follow_into_an_account(ada: Visitor) -> None:
    await ada.sign_up()
    guest = ada.another()
    await guest.told("GET", "/api/me")
    socket = await listening(guest, await guest.room())
    assert (await guest.sign_in()).status == 200
    assert await farewell(socket) == BYE


async def test_a_socket_that_comes_in_while_its_session_ends_is_closed(ada: Visitor) -> None:
    await ada.sign_up()
    session = await ada.site.session({"headers": [(b"cookie", str(ada.cookie).encode())]})
    assert session is not None
    ada.site.sockets.end([session.digest])
    socket = Wire(ada, ada.peer)
    await socket.open()
    assert await farewell(socket) == BYE


class Line(Connection):
    """A connection that notes how it was closed."""

    def __init__(self) -> None:
        super().__init__(Mock())
        self.told: list[Any] = []

    def close(self, farewell: Any) -> None:
        self.told.append((farewell.why, farewell.retry_ms))


def known(n: int) -> Session:
    return Session(Person(bytes([n]) * 16, "Ali", True), n.to_bytes(32), b"browser", 0)


def held(sockets: Sockets, session: Session) -> Line:
    line = Line()
    sockets.enter(session, line)
    return line


@pytest.mark.asyncio(loop_scope="function")
async def test_the_registry_forgets_what_has_left_and_remembers_what_has_ended() -> None:
    sockets = Sockets()
    one, two = held(sockets, known(1)), held(sockets, known(1))
    sockets.leave(known(1), one)
    sockets.end([known(1).digest])
    assert (one.told, two.told) == ([], [("signed_out", None)])
    sockets.leave(known(1), two)
    assert sockets.sessions == []
    sockets.end(n.to_bytes(32) for n in range(2, REMEMBERED + 1))
    assert held(sockets, known(1)).told
    sockets.end([b"one more"])
    assert not held(sockets, known(1)).told, "it is too long ago"


async def test_sessions_that_ended_on_another_node_are_seen_within_five_seconds(ada: Visitor) -> None:
    """The other node shares the database and nothing else."""
    await ada.sign_up()
    elsewhere, faults = Sockets(), []
    session = await ada.site.session({"headers": [(b"cookie", str(ada.cookie).encode())]})
    assert session is not None
    line = held(elsewhere, session)
    accounts = Accounts(ada.site.database.engine)
    watching = asyncio.create_task(watch_sessions(elsewhere, accounts, lambda event, **_: faults.append(event)))
    await asyncio.sleep(0.1)
    assert line.told == []
    begun = time.perf_counter()
    await ada.told("POST", "/api/prove", {"password": PASSWORD})
    while not line.told and time.perf_counter() - begun < 5:
        await asyncio.sleep(0.02)
    watching.cancel()
    assert (line.told, faults) == ([("signed_out", BACK_MS)], [])

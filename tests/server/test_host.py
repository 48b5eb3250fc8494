"""What a host watches: readiness, numbers, logs that hold nothing of anybody (SECURITY T27), and no page for hosts."""

from __future__ import annotations

import io
import json
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from sqlalchemy import event

from okey.server import rest
from okey.server.gate import Token
from okey.server.serve import set_up_logs
from okey.server.site import Site
from okey.storage.errands import CANCEL, RELOAD, Errands
from okey.storage.standings import Standings
from okey.storage.store import DAY
from tests.server.asgi import Client, settings
from tests.server.test_company import PASSWORD, Person


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    async with Client(settings(tmp_path)) as made:
        yield made


async def numbers(client: Client) -> dict[str, float]:
    """The page of numbers."""
    text = (await client.request("GET", "/metrics")).body.decode()
    return {
        name: float(value) for name, _, value in (line.rpartition(" ") for line in text.splitlines() if line[0] != "#")
    }


async def test_a_node_is_ready_while_it_serves_and_its_database_answers(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = await client.request("GET", "/api/ready")
    assert (answer.status, answer.json()) == (200, {"ok": True})
    with monkeypatch.context() as patched:
        patched.setattr(type(client.app.site.database.store), "written", _broken)
        answer = await client.request("GET", "/api/ready")
        assert (answer.status, answer.json()) == (503, {"ok": False})
        assert (await client.request("GET", "/api/health")).status == 200, "it lives all the same"
    assert (await client.request("GET", "/api/ready")).status == 200
    await client.app.site.say_good_bye()
    assert (await client.request("GET", "/api/ready")).status == 503


async def test_a_node_that_has_not_started_is_not_ready(tmp_path: Path) -> None:
    assert not await Site(settings(tmp_path)).ready()


async def test_ways_in_are_counted_by_their_outcome(client: Client) -> None:
    ada = Person(client)
    await ada.sign_up("Ada Öz")
    for password, status in ((PASSWORD, 200), ("wrong password", 401)):
        body = {"name": "Ada Öz", "password": password}
        assert (await ada.ask("POST", "/api/session", body)).status == status
    await ada.ask("POST", "/api/recovery", {"name": "Ada Öz", "code": "x", "password": PASSWORD})
    found = await numbers(client)
    counted = {key: value for key, value in found.items() if key.startswith("okey_signins_total")}
    assert counted == {
        'okey_signins_total{outcome="in",way="sign_up"}': 1,
        'okey_signins_total{outcome="in",way="password"}': 1,
        'okey_signins_total{outcome="refused",way="password"}': 1,
        'okey_signins_total{outcome="refused",way="recovery"}': 1,
    }


async def test_the_numbers_of_the_database_are_asked_for_now_and_then(client: Client) -> None:
    ada = Person(client)
    await ada.sign_up("Ada Öz")
    asked: list[str] = []
    event.listen(client.app.site.database.engine, "before_cursor_execute", lambda *all: asked.append(all[2]))
    found = await numbers(client)
    assert (found["okey_stored_accounts"], found["okey_stored_movements"], found["okey_stored_rated"]) == (1, 1, 0)
    assert (found["okey_password_queue"], 0 < found["okey_database_seconds"] < 5) == (0, True)
    assert any("FROM movement" in query for query in asked)
    asked.clear()
    await numbers(client)
    assert not any("FROM movement" in query for query in asked), "once in ten seconds at most"


async def test_a_database_that_does_not_answer_costs_no_numbers_of_this_node(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(client.app.site.database.store), "written", _broken)
    assert (await numbers(client))['okey_faults_total{event="measure_failed"}'] == 1


async def test_an_errand_is_done_once_and_an_unknown_one_changes_nothing(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = client.app.site
    errands, now = Errands(site.database.engine), site.clock.now()
    asked = [errands.ask(*what, now) for what in (("fly", "00" * 16), (CANCEL, "zz"), (RELOAD, "00" * 16))]
    await site.errandry.step()
    assert [errands.outcome(each) for each in asked] == ["unknown", "unknown", "done"]
    table = await client.room(running=True)
    errands.ask(CANCEL, table, now)
    cancelled: list[bytes] = []
    monkeypatch.setattr(site.hub, "close", lambda found, all_left: cancelled.append(found))
    for _ in range(3):
        await site.errandry.step()
    assert cancelled == [bytes.fromhex(table)]
    errands.ask(CANCEL, table, now + 2 * DAY)
    assert len(errands.since(0)) == 1, "what is old is forgotten"


NASTY = ('Ada\n{"event":"forged"}', "\x1b[2Jada", "ada\r\nx", "\u2028ada", '"},{"a":"')


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """The log, as a site under `okey serve` writes it."""
    paper = io.StringIO()
    monkeypatch.setattr("sys.stderr", paper)
    set_up_logs()
    yield paper
    structlog.reset_defaults()


async def test_a_failure_is_one_line_without_a_name_an_address_or_a_token(
    client: Client, lines: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_: Any, name: str) -> None:
        raise ValueError(f"no such thing as {name}")

    monkeypatch.setattr(Standings, "player", fails)
    monkeypatch.setattr("okey.server.site.log", structlog.get_logger("okey"))
    await client.request("GET", "/api/me")
    token = str(client.cookie).partition("=")[2]
    for name in NASTY:
        answer = await client.request("GET", f"/api/players/{name}", peer="198.51.100.7")
        assert (answer.status, answer.json()) == (500, {"code": "failed", "params": {}})
    said = lines.getvalue().splitlines()
    assert len(said) == len(NASTY)
    for line in said:
        entry = json.loads(line)
        assert (entry["event"], entry["path"]) == ("request_failed", "/api/players/{name}")
        assert re.match(r"ValueError at .*people:\d+ .*test_host:\d+$", entry["fault"]), entry
    for told in ("ada", "198.51.100.7", token, Token(token).digest.hex()):
        assert told not in lines.getvalue().casefold()


async def test_what_others_have_typed_forges_no_line_of_the_log(lines: io.StringIO) -> None:
    for text in NASTY:
        structlog.get_logger("okey").warning("table_dropped", fault=repr(text), told=text)
    said = [json.loads(line) for line in lines.getvalue().split("\n") if line]
    assert [entry["told"] for entry in said] == list(NASTY)
    assert {entry["event"] for entry in said} == {"table_dropped"}


async def test_tokens_have_no_printable_form(lines: io.StringIO) -> None:
    token = Token.new()
    structlog.get_logger("okey").warning("x", token=repr(token), told=f"{token}")
    assert token.open() not in lines.getvalue()
    assert token.digest.hex() not in lines.getvalue()


async def test_there_is_no_page_and_no_path_for_hosts(client: Client) -> None:
    paths = set(rest.openapi()["paths"])
    assert not [path for path in paths if "admin" in path or "host" in path]
    for path in ("/admin", "/api/admin", "/api/admin/users", "/api/audit", "/api/suspects", "/api/errands"):
        for method in ("GET", "POST"):
            answer = await client.request(method, path)
            assert answer.status in (404, 405) or b"<!doctype html>" in answer.body.lower()[:200], path


def _broken(_: Any) -> None:
    raise OSError("the disk is gone")

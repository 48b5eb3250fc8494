"""What answers over HTTP, from a real server: sessions, bodies, origins, errors."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from okey.rules.ruleset import PRESETS
from tests.patience import within
from tests.server.asgi import Client, settings
from tests.server.client import Browser
from tests.server.process import ServerProcess


@pytest.mark.parametrize("cookie", ["okey=forged", "okey=", "okey", ";;;", "okey=" + "x" * 4000, "okey=a\x7fb"])
async def test_a_forged_cookie_is_nobodys(server: ServerProcess, cookie: str) -> None:
    async with httpx.AsyncClient(base_url=server.base, trust_env=False, verify=False) as http:
        answer = await http.get("/api/me", headers={"cookie": cookie})
    assert answer.status_code == 200
    assert "set-cookie" in answer.headers


async def test_a_table_is_made_and_listed(browser: Browser) -> None:
    table = await browser.table("rummy", "zor")
    assert len(table) == 32
    listed = (await browser.http.get("/api/me")).json()["tables"]
    assert [(one["table"], one["preset"], one["level"], one["seat"]) for one in listed] == [(table, "rummy", "zor", 0)]
    assert listed[0]["deal"] in (0, 1), "the first deal begins by itself"
    assert listed[0]["scores"] == [0, 0, 0, 0]


async def test_the_presets(browser: Browser) -> None:
    assert (await browser.http.get("/api/presets")).json() == {name: rules.text for name, rules in PRESETS.items()}


GOOD = {"rules": PRESETS["klasik"].text, "level": "orta", "hints": False}


@pytest.mark.parametrize(
    "body",
    [
        {**GOOD, "hints": 1},
        {**GOOD, "hints": "true"},
        {**GOOD, "level": "usta"},
        {**GOOD, "level": None},
        {**GOOD, "extra": 1},
        {**GOOD, "rules": 7},
        {**GOOD, "rules": "x" * 2000},
        {"rules": GOOD["rules"], "level": "orta"},
        [],
        None,
        "text",
    ],
)
async def test_bodies_are_read_strictly(browser: Browser, body: Any) -> None:
    answer = await browser.http.post("/api/tables", json=body)
    assert answer.status_code == 400
    assert answer.json() == {"code": "bad_request", "params": {}}


@pytest.mark.parametrize("raw", [b"", b"{", b"\xff\xfe", b"[" * 5000, b"NaN", json.dumps(GOOD).encode() + b"x"])
async def test_bodies_that_are_no_json(browser: Browser, raw: bytes) -> None:
    answer = await browser.http.post("/api/tables", content=raw, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad_request"


async def test_a_body_too_large(browser: Browser) -> None:
    answer = await browser.http.post("/api/tables", json={**GOOD, "rules": "x" * 20_000})
    assert answer.status_code == 413
    assert answer.json()["code"] == "too_large"


@pytest.mark.parametrize(
    ("text", "field"),
    [
        (PRESETS["klasik"].text.replace("seats=4", "seats=5"), "seats"),
        (PRESETS["klasik"].text.replace("points=20", "points=0"), "points"),
        (PRESETS["klasik"].text.replace("points=20", "points=020"), "points"),
        ("okey-rules/2", "text"),
    ],
)
async def test_impossible_rules_are_refused_by_name(browser: Browser, text: str, field: str) -> None:
    answer = await browser.http.post("/api/tables", json={**GOOD, "rules": text})
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad_rules"
    assert answer.json()["params"]["field"] == field


ORIGINS = [
    "http://127.0.0.2:{port}",
    "http://127.0.0.1:{port}.evil.example",
    "http://evil.example",
    "http://evil.example:{port}",
    "http://evil127.0.0.1:{port}",
    "null",
    None,
    "http://127.0.0.1:1",
    "http://127.0.0.1",
    "HTTP://127.0.0.1:{port}",
    "http://127.0.0.1.:{port}",
    "https://127.0.0.1:{port}",
    "http://127.0.0.1:{port}/",
]


@pytest.mark.parametrize("origin", ORIGINS)
async def test_a_post_of_another_origin_is_refused(server: ServerProcess, origin: str | None) -> None:
    headers = {} if origin is None else {"origin": origin.format(port=server.port)}
    async with httpx.AsyncClient(base_url=server.base, trust_env=False, verify=False) as http:
        await http.get("/api/me")
        answer = await http.post("/api/tables", json=GOOD, headers=headers)
    assert answer.status_code == 403
    assert answer.json() == {"code": "wrong_origin", "params": {}}


async def test_a_foreign_host_name_is_not_served_on_loopback(server: ServerProcess) -> None:
    """A name of somebody else that points to this machine (rebinding) reaches nothing."""
    async with httpx.AsyncClient(base_url=server.base, trust_env=False, verify=False) as http:
        for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1.evil.example", ""):
            answer = await http.get("/api/me", headers={"host": host})
            assert answer.status_code in (400, 421)
        assert (await http.get("/api/me", headers={"host": f"localhost:{server.port}"})).status_code == 200


async def test_a_hand(browser: Browser) -> None:
    tiles = [4, 6, 8, 10, 94, 42, 44, 46, 48, 50, 88, 90, 60, 61]
    answer = await browser.http.post("/api/hand", json={"indicator": 58, "tiles": tiles})
    assert answer.status_code == 200
    assert set(answer.json()) == {"complete", "distance", "arrangement", "useful"}
    answer = await browser.http.post("/api/hand", json={"indicator": 58, "tiles": [*tiles, 20]})
    assert set(answer.json()) == {"finishes", "best"}
    for bad in ({"indicator": 104, "tiles": tiles}, {"indicator": 58, "tiles": [*tiles[:13], 4]}):
        answer = await browser.http.post("/api/hand", json=bad)
        assert answer.status_code == 400
        assert answer.json()["code"] in ("false_joker_indicator", "too_many_copies")
    for bad in ({"indicator": 106, "tiles": tiles}, {"indicator": 1, "tiles": tiles[:13]}, {"indicator": True}):
        answer = await browser.http.post("/api/hand", json=bad)
        assert answer.status_code == 400


async def test_health(browser: Browser) -> None:
    answer = (await browser.http.get("/api/health")).json()
    assert answer["ok"] is True
    assert answer["kernel"] in ("compiled", "pure")


async def test_metrics_are_for_this_machine_only(browser: Browser) -> None:
    answer = await browser.http.get("/metrics")
    assert answer.status_code == 200
    assert "okey_tables" in answer.text
    for header in ("x-forwarded-for", "forwarded", "via"):
        assert (await browser.http.get("/metrics", headers={header: "1.2.3.4"})).status_code == 404


async def test_errors_are_codes(browser: Browser) -> None:
    for method, path, status, code in (
        ("GET", "/api/none", 404, "not_found"),
        ("DELETE", "/api/me", 405, "bad_method"),
    ):
        answer = await browser.http.request(method, path)
        assert (answer.status_code, answer.json()) == (status, {"code": code, "params": {}})
        assert answer.headers["cache-control"] == "no-store"


async def test_answers_of_the_api_are_never_kept(browser: Browser) -> None:
    for path in ("/api/me", "/api/presets", "/api/health"):
        assert (await browser.http.get(path)).headers["cache-control"] == "no-store"


async def test_guests_and_tables_come_at_a_rate(tmp_path: Path) -> None:
    given = settings(tmp_path, guests_per_minute=3, tables_per_minute=2)
    async with Client(given) as site:
        answers = []
        for _ in range(4):
            site.cookie = None
            answers.append((await site.request("GET", "/api/me")).status)
        assert answers == [200, 200, 200, 429]
        assert (await site.request("GET", "/api/me", peer="127.0.0.2")).status == 200
        body = json.dumps(GOOD).encode()
        answers = [(await site.request("POST", "/api/tables", body)).status for _ in range(3)]
        assert answers == [201, 201, 429]


async def test_a_guest_has_so_many_matches(tmp_path: Path) -> None:
    async with Client(settings(tmp_path, tables_per_guest=2)) as site:
        body = json.dumps(GOOD).encode()
        answers = [await site.request("POST", "/api/tables", body) for _ in range(3)]
        assert [answer.status for answer in answers] == [201, 201, 409]
        assert answers[2].json() == {"code": "too_many_tables", "params": {"n": 2}}


async def test_a_body_that_never_comes_is_answered(tmp_path: Path) -> None:
    async with Client(settings(tmp_path, request_seconds=0.05)) as site:
        assert (await site.request("POST", "/api/tables", body=None)).status == 408


async def test_what_fails_inside_says_nothing_about_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Client(settings(tmp_path)) as site:
        monkeypatch.setattr(site.app.site, "running", None)
        answer = await site.request("GET", "/api/me")
        assert (answer.status, answer.json()) == (500, {"code": "failed", "params": {}})


async def test_who_sends_no_request_is_closed(server: ServerProcess) -> None:
    """A connection that says nothing, or half a header, is closed by the server (5 s)."""
    pieces = (b"", b"GET / HTTP/1.1\r\nhost: x", b"GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\nGET / HT")
    doors = [await asyncio.open_connection("127.0.0.1", server.port) for _ in pieces]
    for (_, writer), piece in zip(doors, pieces, strict=True):
        writer.write(piece)
    for reader, writer in doors:
        await within(30, reader.read())
        writer.close()

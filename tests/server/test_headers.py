"""Headers, cookies and origins on every route and every kind of answer (SECURITY T11, T12, ASVS 3.3, 3.4)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import httpx
import pytest

from okey.server.bounded import LINE
from okey.server.headers import CSP
from okey.server.page import Page
from tests.patience import within
from tests.server.asgi import Answer, Client, settings
from tests.server.process import ServerProcess
from tests.server.test_http import GOOD

HTTPS = "https://okey.example"
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "NONSENSE")
PAGES = ("/", "/masa/0123", "/en/learn", "/ws", "/debug", "/admin", "/.git/config", "/assets/none.js", "//", "/%00")
HEADERS = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


def test_the_policy_is_the_one_that_was_tried() -> None:
    assert CSP == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types svelte-trusted-html okey"
    )
    assert "unsafe" not in CSP
    assert not {"http:", "https:", "data:", "blob:", "*"} & set(CSP.replace(";", " ").split())


def guarded(answer: Answer, secure: bool) -> None:
    """Every header, once, and none that tells what runs here."""
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    strict = "max-age=31536000; includeSubDomains" if secure else None
    assert answer.headers.get("strict-transport-security") == strict
    assert not {"server", "x-powered-by", "access-control-allow-origin"} & set(answer.headers)


def paths(site: Client) -> Iterator[str]:
    """Every address: the REST routes as they are registered, the files of the page, its own addresses, and none."""
    for route in site.app._rest.routes:
        yield route.path.replace("{table:str}", "0" * 32).replace("{code:str}", "ABCDEF")
    yield from site.app.page._files
    yield from PAGES
    yield from ("/metrics", "/api/none", "/api/", "/schema", "/schema/none")


@pytest.fixture
def page(tmp_path: Path) -> Page:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    for name in ("index.html", "favicon.svg", "assets/a-1.js", "assets/a-1.js.br", "assets/a-1.css"):
        (folder / name).write_bytes(b"x")
    return Page(folder)


@pytest.mark.parametrize("secure", [False, True], ids=["http", "https"])
async def test_every_route_with_every_method(tmp_path: Path, page: Page, secure: bool) -> None:
    given = {"origin": HTTPS} if secure else {}
    async with Client(settings(tmp_path / "data", **given), *([HTTPS] if secure else [])) as site:
        site.app.page = page
        addresses = list(paths(site))
        assert len(addresses) > 25
        assert {"/api/me", "/api/rooms", "/schema/openapi.json", "/assets/a-1.js"} <= set(addresses)
        seen = set()
        for path in addresses:
            for method in METHODS:
                answer = await site.request(method, path)
                guarded(answer, secure)
                seen.add(answer.status)
                if path.startswith("/api/"):
                    assert answer.headers["cache-control"] == "no-store" or answer.status == 204
        assert seen <= {200, 204, 400, 401, 404, 405}, "none of them fails"
        assert {200, 400, 401, 404, 405} <= seen


@pytest.mark.parametrize("secure", [False, True], ids=["http", "https"])
async def test_every_kind_of_answer(tmp_path: Path, page: Page, secure: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, Any] = {"origin": HTTPS} if secure else {}
    given |= {"tables_per_guest": 1, "guests_per_minute": 2, "request_seconds": 0.2}
    good = json.dumps(GOOD).encode()
    async with Client(settings(tmp_path / "data", **given), *([HTTPS] if secure else [])) as site:
        site.app.page = page
        tag = (await site.request("GET", "/")).headers["etag"]
        await site.request("GET", "/api/me")
        answers = [
            (304, await site.request("GET", "/", headers=[("if-none-match", tag)])),
            (201, await site.request("POST", "/api/tables", good)),
            (409, await site.request("POST", "/api/tables", good)),
            (400, await site.request("POST", "/api/tables", b"{")),
            (403, await site.request("POST", "/api/tables", good, [("origin", "http://evil.example")])),
            (408, await site.request("POST", "/api/tables", body=None)),
            (413, await site.request("POST", "/api/tables", b"x" * 20_000)),
            (421, await site.request("GET", "/", headers=[("host", "evil.example")])),
        ]
        site.cookie = None
        await site.request("GET", "/api/me")
        site.cookie = None
        answers.append((429, await site.request("GET", "/api/me")))
        monkeypatch.setattr(site.app.site, "session", None)
        answers.append((500, await site.request("GET", "/api/me")))
        site.app.page = Page(tmp_path / "nothing")
        answers.append((503, await site.request("GET", "/")))
        for status, answer in answers:
            assert answer.status == status, (status, answer)
            guarded(answer, secure)


async def test_a_real_server_sends_them_too(server: ServerProcess) -> None:
    async with httpx.AsyncClient(base_url=server.base, trust_env=False, verify=False) as http:
        for path in ("/", "/api/me", "/api/none", "/metrics", "/ws"):
            found = await http.get(path)
            guarded(Answer(found.status_code, dict(found.headers), b""), secure=False)
            names = [name for name, _ in found.headers.multi_items()]
            assert sorted(set(names)) == sorted(names), "each header once"


# --- cookies


async def test_the_session_cookie(server: ServerProcess) -> None:
    async with httpx.AsyncClient(base_url=server.base, trust_env=False, verify=False) as http:
        first = await http.get("/api/me")
        flags = {part.strip() for part in first.headers["set-cookie"].split(";")[1:]}
        assert {"Path=/", "HttpOnly", "SameSite=Strict"} <= flags
        assert not {"Secure", "Domain"} & {flag.split("=")[0] for flag in flags}
        assert first.headers["set-cookie"].startswith("okey=")
        assert first.json()["name"].startswith("Misafir ")
        second = await http.get("/api/me")
        assert second.json() == first.json()
        assert "set-cookie" not in second.headers


async def test_over_https_the_cookie_is_a_host_cookie(tmp_path: Path) -> None:
    async with Client(settings(tmp_path, origin=HTTPS), HTTPS) as site:
        set_cookie = (await site.request("GET", "/api/me")).headers["set-cookie"]
        assert set_cookie.startswith("__Host-okey=")
        flags = {part.strip() for part in set_cookie.split(";")[1:]}
        assert {"Path=/", "HttpOnly", "Secure", "SameSite=Lax"} <= flags
        assert not [flag for flag in flags if flag.startswith("Domain")]
        assert (await site.request("POST", "/api/tables", json.dumps(GOOD).encode())).status == 201
        assert (await site.request("GET", "/metrics", peer="9.9.9.9")).status == 404


# --- upgrades

FOREIGN = {
    "other": "https://evil.example",
    "suffix": "https://okey.example.evil.example",
    "prefix": "https://evilokey.example",
    "below": "https://sub.okey.example",
    "null": "null",
    "none": None,
    "empty": "",
    "port": "https://okey.example:8443",
    "the usual port, said": "https://okey.example:443",
    "case": "https://OKEY.example",
    "trailing dot": "https://okey.example.",
    "trailing slash": "https://okey.example/",
    "scheme": "http://okey.example",
    "two": "https://okey.example https://okey.example",
    "user": "https://okey.example@evil.example",
}


async def upgrade(site: Client, origin: str | None) -> tuple[int, dict[str, str]]:
    """Ask for the socket as a server that can answer an upgrade; status and headers."""
    headers = [(b"host", b"okey.example"), (b"cookie", (site.cookie or "").encode())]
    headers += [] if origin is None else [(b"origin", origin.encode())]
    scope = {
        "type": "websocket",
        "path": "/ws",
        "headers": headers,
        "subprotocols": ["okey.v1"],
        "client": ("1.2.3.4", 5),
        "scheme": "wss",
        "extensions": {"websocket.http.response": {}, LINE: Mock()},
    }
    incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    incoming.put_nowait({"type": "websocket.connect"})
    incoming.put_nowait({"type": "websocket.disconnect", "code": 1001})
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await site.app(scope, incoming.get, send)
    found = {key.decode(): value.decode() for key, value in sent[0]["headers"]}
    return (101 if sent[0]["type"] == "websocket.accept" else sent[0]["status"]), found


async def test_only_the_exact_origin_gets_a_socket(tmp_path: Path) -> None:
    async with Client(settings(tmp_path, origin=HTTPS), HTTPS) as site:
        await site.request("GET", "/api/me")
        for name, origin in FOREIGN.items():
            status, headers = await upgrade(site, origin)
            assert status == 403, name
            guarded(Answer(status, headers, b""), secure=True)
        status, headers = await upgrade(site, HTTPS)
        assert status == 101
        guarded(Answer(status, headers, b""), secure=True)


@pytest.mark.parametrize(("path", "origin", "status"), [("/ws", None, 403), ("/none", None, 403), ("/ws", "own", 101)])
async def test_a_real_server_answers_upgrades_with_them(
    server: ServerProcess, path: str, origin: str | None, status: int
) -> None:
    async with httpx.AsyncClient(base_url=server.base, trust_env=False, verify=False) as http:
        cookie = (await http.get("/api/me")).headers["set-cookie"].split(";")[0]
    fields = {
        "host": f"127.0.0.1:{server.port}",
        "upgrade": "websocket",
        "connection": "Upgrade",
        "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
        "sec-websocket-version": "13",
        "sec-websocket-protocol": "okey.v1",
        "sec-websocket-extensions": "permessage-deflate; client_max_window_bits",
        "cookie": cookie,
    }
    fields |= {} if origin is None else {"origin": server.base}
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    with closing(writer):
        head = "".join(f"{key}: {value}\r\n" for key, value in fields.items())
        writer.write(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode())
        first, *lines = (await within(30, reader.readuntil(b"\r\n\r\n"))).decode().split("\r\n")
    assert first.split()[1] == str(status)
    headers = {key.lower(): value for key, _, value in (line.partition(": ") for line in lines if line)}
    guarded(Answer(status, headers, b""), secure=False)
    assert "sec-websocket-extensions" not in headers, "frames are never compressed (T2)"

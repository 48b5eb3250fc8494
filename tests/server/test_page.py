"""The page from memory: encodings, tags, what is kept, and unknown addresses."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

from okey.server.page import HINT, Page

INDEX = b"<!doctype html><title>Okey</title>"
SCRIPT = b"let a = 1;" * 100


@pytest.fixture
def page(tmp_path: Path) -> Page:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_bytes(INDEX)
    (tmp_path / "assets/a-123.js").write_bytes(SCRIPT)
    (tmp_path / "assets/a-123.js.gz").write_bytes(gzip.compress(SCRIPT))
    (tmp_path / "assets/a-123.js.br").write_bytes(b"brotli")
    (tmp_path / "manifest.webmanifest").write_text("{}")
    (tmp_path / "font.woff2").write_bytes(b"font")
    return Page(tmp_path)


async def ask(page: Page, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    messages: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        messages.append(message)

    fields = [(key.replace("_", "-").encode(), value.encode()) for key, value in headers.items()]
    await page({"type": "http", "path": path, "method": method, "headers": fields}, send)
    start, body = messages
    return start["status"], {key.decode(): value.decode() for key, value in start["headers"]}, body["body"]


async def test_files_and_the_page_for_its_own_addresses(page: Page) -> None:
    for path in ("/", "/masa/0123", "/nasil-oynanir", "/en/learn"):
        status, headers, body = await ask(page, path)
        assert (status, body) == (200, INDEX)
        assert headers["content-type"] == "text/html; charset=utf-8"
        assert headers["cache-control"] == "no-cache"
    assert (await ask(page, "/manifest.webmanifest"))[1]["content-type"] == "application/manifest+json"
    assert (await ask(page, "/font.woff2"))[1]["content-type"] == "font/woff2"


async def test_assets_are_kept_for_ever_and_unknown_ones_are_not_the_page(page: Page) -> None:
    status, headers, body = await ask(page, "/assets/a-123.js")
    assert (status, body) == (200, SCRIPT)
    assert headers["cache-control"] == "public, max-age=31536000, immutable"
    assert headers["content-type"] == "text/javascript"
    for path in ("/assets/old-9.js", "/assets/", "/favicon.ico", "/.git/config.x", "/../index.html"):
        status, headers, body = await ask(page, path)
        assert (status, body) == (404, b"not found\n")


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("", None),
        ("br", "br"),
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("GZIP", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("br; q=0.0, gzip;q=0", None),
        ("br;q=0.5", "br"),
        ("identity", None),
    ],
)
async def test_encodings(page: Page, accepted: str, encoding: str | None) -> None:
    _, headers, body = await ask(page, "/assets/a-123.js", accept_encoding=accepted)
    assert headers.get("content-encoding") == encoding
    assert headers["vary"] == "accept-encoding"
    assert int(headers["content-length"]) == len(body)
    assert body == {"br": b"brotli", "gzip": gzip.compress(SCRIPT), None: SCRIPT}[encoding] or encoding == "gzip"


async def test_each_encoding_has_its_own_tag_and_304_works(page: Page) -> None:
    tags = set()
    for accepted in ("", "gzip", "br"):
        _, headers, _ = await ask(page, "/assets/a-123.js", accept_encoding=accepted)
        tags.add(headers["etag"])
        known = f'"other", W/{headers["etag"]}'
        status, again, body = await ask(page, "/assets/a-123.js", accept_encoding=accepted, if_none_match=known)
        assert (status, body) == (304, b"")
        assert again["etag"] == headers["etag"]
    assert len(tags) == 3
    assert (await ask(page, "/", if_none_match='"other"'))[0] == 200


async def test_head_and_other_methods(page: Page) -> None:
    status, headers, body = await ask(page, "/", "HEAD")
    assert (status, body, headers["content-length"]) == (200, b"", str(len(INDEX)))
    status, headers, _ = await ask(page, "/", "POST")
    assert (status, headers["allow"]) == (405, "GET, HEAD")


async def test_a_page_that_was_not_built_says_how(tmp_path: Path) -> None:
    page = Page(tmp_path)
    assert not page.built
    status, headers, body = await ask(page, "/")
    assert (status, body) == (503, HINT)
    assert "retry-after" in headers
    assert b"make web" in HINT

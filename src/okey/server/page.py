"""The page, from memory: read once at start, compressed by its build."""

import hashlib
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).with_name("static")
HINT: Final = b"The page is not built. Run `make web` (or install without OKEY_SKIP_UI) and start again.\n"
_ENCODINGS: Final = (("br", ".br"), ("gzip", ".gz"))
_TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True, slots=True)
class File:
    """One file in all its encodings: encoding -> (ETag, bytes)."""

    type: str
    bodies: Mapping[str, tuple[str, bytes]]


def read(folder: Path) -> dict[str, File]:
    """All files below `folder` by their address; empty when the page was not built."""
    found: dict[str, File] = {}
    packed = {suffix for _, suffix in _ENCODINGS}
    for path in sorted(folder.rglob("*")) if (folder / "index.html").is_file() else ():
        if not path.is_file() or path.suffix in packed:
            continue
        bodies = {"identity": path.read_bytes()}
        for encoding, suffix in _ENCODINGS:
            sibling = path.with_name(path.name + suffix)
            if sibling.is_file():
                bodies[encoding] = sibling.read_bytes()
        kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        tagged = {name: (f'"{hashlib.sha256(body).hexdigest()[:20]}"', body) for name, body in bodies.items()}
        found["/" + path.relative_to(folder).as_posix()] = File(kind, tagged)
    return found


class Page:
    """Answers GET and HEAD: a file by its address, `index.html` for an address of the page itself."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._files = read(folder)

    @property
    def built(self) -> bool:
        """Whether there is a page."""
        return bool(self._files)

    async def __call__(self, scope: Any, send: Any) -> None:
        """One request."""
        path = scope["path"]
        if scope["method"] not in ("GET", "HEAD"):
            await _plain(send, 405, b"GET and HEAD only\n", [(b"allow", b"GET, HEAD")])
        elif not self._files:
            await _plain(send, 503, HINT, [(b"retry-after", b"60")])
        elif path in self._files:
            await self._file(scope, send, self._files[path], path)
        elif path.startswith("/assets/") or "." in path.rsplit("/", 1)[1]:
            await _plain(send, 404, b"not found\n", [(b"cache-control", b"no-store")])
        else:
            await self._file(scope, send, self._files["/index.html"], path)

    async def _file(self, scope: Any, send: Any, file: File, path: str) -> None:
        asked = {key: value for key, value in scope["headers"] if key in (b"accept-encoding", b"if-none-match")}
        encoding = _choose(asked.get(b"accept-encoding", b"").decode("latin-1"), file.bodies)
        tag, body = file.bodies[encoding]
        headers = [
            (b"etag", tag.encode()),
            (b"vary", b"accept-encoding"),
            (b"cache-control", b"public, max-age=31536000, immutable" if path.startswith("/assets/") else b"no-cache"),
        ]
        known = {
            part.strip().removeprefix("W/") for part in asked.get(b"if-none-match", b"").decode("latin-1").split(",")
        }
        if tag in known:
            await send({"type": "http.response.start", "status": 304, "headers": headers})
            await send({"type": "http.response.body", "body": b""})
            return
        headers += [(b"content-type", file.type.encode()), (b"content-length", str(len(body)).encode())]
        if encoding != "identity":
            headers.append((b"content-encoding", encoding.encode()))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


def _choose(accepted: str, bodies: Mapping[str, tuple[str, bytes]]) -> str:
    """The best encoding that the browser takes and we have."""
    names = set()
    for part in accepted.split(","):
        name, _, quality = part.strip().partition(";")
        if quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000"):
            names.add(name.strip().lower())
    return next((name for name, _ in _ENCODINGS if name in names and name in bodies), "identity")


async def _plain(send: Any, status: int, body: bytes, extra: list[tuple[bytes, bytes]]) -> None:
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        *extra,
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})

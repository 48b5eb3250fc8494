"""The only dispatcher: what answers which address. Every answer carries the security headers."""

import asyncio
from typing import Any

from okey.server import rest
from okey.server.gate import header, known_host, peer
from okey.server.headers import refuse, security_headers, with_headers
from okey.server.metrics import TYPE
from okey.server.page import Page
from okey.server.settings import Settings, is_loopback
from okey.server.site import Site
from okey.server.socket import SocketApp


class App:
    """An ASGI application: one site, its page, its REST paths and `/ws`."""

    def __init__(self, settings: Settings) -> None:
        self.site = Site(settings)
        self.page = Page()
        self._rest = rest.build(self.site)
        self._socket = SocketApp(self.site)
        self._headers = security_headers(settings)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One connection of any kind."""
        answer = with_headers(send, self._headers)
        if scope["type"] == "lifespan":
            await self._rest(scope, receive, send)
        elif scope["type"] == "websocket":
            await (self._socket if scope["path"] == "/ws" else _refuse)(scope, receive, answer)
        else:
            await self._http(scope, receive, answer)

    async def _http(self, scope: Any, receive: Any, send: Any) -> None:
        path = scope["path"]
        if not known_host(scope, self.site.settings):
            await _text(send, 421, b"this is another host\n")
        elif path == "/metrics":
            await self._metrics(scope, send)
        elif path.startswith(("/api/", "/schema")):
            await self._in_time(scope, receive, send)
        else:
            await self.page(scope, send)

    async def _in_time(self, scope: Any, receive: Any, send: Any) -> None:
        """A REST request; one whose body does not come is answered all the same."""
        begun = False

        async def sending(message: Any) -> None:
            nonlocal begun
            begun = True
            if message["type"] == "http.response.start":
                self.site.metrics.answered(scope["method"], scope["path"], message["status"])
            await send(message)

        try:
            async with asyncio.timeout(self.site.settings.request_seconds):
                await self._rest(scope, receive, sending)
        except TimeoutError:
            if not begun:
                await _text(send, 408, b"too slow\n")

    async def _metrics(self, scope: Any, send: Any) -> None:
        """For this machine only, and not for what a proxy on it passes on."""
        passed_on = header(scope, b"x-forwarded-for") or header(scope, b"forwarded") or header(scope, b"via")
        if scope["method"] != "GET" or not is_loopback(peer(scope)) or passed_on:
            await _text(send, 404, b"not found\n")
        else:
            await self.site.measure()
            await _text(send, 200, self.site.metrics.text(), TYPE)


async def _refuse(scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await refuse(scope, send)


async def _text(send: Any, status: int, body: bytes, kind: str = "text/plain; charset=utf-8") -> None:
    headers = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})

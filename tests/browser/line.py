"""The line between a page and the server, in the hands of a test."""

from __future__ import annotations

import re

from playwright.sync_api import Page, WebSocketRoute


class Line:
    """The line between page and server, to cut, to keep cut, and to hold in silence."""

    def __init__(self, page: Page) -> None:
        self.cut = False
        self.silent = False
        self.sockets: list[WebSocketRoute] = []
        page.route_web_socket(re.compile("/ws$"), self._open)

    def _open(self, socket: WebSocketRoute) -> None:
        if self.cut:
            socket.close(code=1012)
            return
        self.sockets.append(socket)
        server = socket.connect_to_server()
        socket.on_message(lambda message: None if self.silent else server.send(message))
        server.on_message(lambda message: None if self.silent else socket.send(message))

    def break_off(self) -> None:
        """Cut, and let nothing through until `mend`."""
        self.cut = True
        self.sockets[-1].close(code=1012)

    def mend(self) -> None:
        self.cut = self.silent = False

"""What the pages of a test may not say, and what Playwright says in their place."""

from __future__ import annotations

import base64
import hashlib
import re
import socketserver
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, WebSocketRoute

from tests.browser.conftest import Complaints, NewContext

SOCKET_KEY = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
GOOD_BYE = b"\x88\x02\x03\xe8"
OPENED = "ws => new Promise(ready => (window.line = new WebSocket(ws)).onopen = ready)"


class Leaving(socketserver.StreamRequestHandler):
    """Answers a plain request with an empty page; of a socket it hears one frame, says good-bye and stays."""

    def handle(self) -> None:
        """See `socketserver`."""
        head = b"".join(iter(self.rfile.readline, b"\r\n"))
        key = re.search(rb"Sec-WebSocket-Key: (\S+)", head)
        if key is None:
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n")
            return
        accept = base64.b64encode(hashlib.sha1(key[1] + SOCKET_KEY).digest())
        self.wfile.write(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n")
        self.wfile.write(b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n")
        self.rfile.read(2)
        self.wfile.write(GOOD_BYE)
        self.rfile.read()  # until the other end is gone


@pytest.fixture
def leaving() -> Iterator[str]:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Leaving) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def open_line(page: Page, address: str) -> None:
    page.goto(f"http://{address}/")
    page.evaluate(OPENED, f"ws://{address}/ws")


def test_a_page_that_says_something_wrong_is_complained_of(new_context: NewContext, complaints: Complaints) -> None:
    page = new_context().new_page()
    page.evaluate("console.error('wrong'), console.log('right')")
    assert complaints.all == ["error: wrong"]
    complaints.expect("wrong")


def test_a_socket_in_the_hands_of_a_test_may_be_closing_unseen(
    new_context: NewContext, complaints: Complaints, leaving: str
) -> None:
    context = new_context()

    def opened(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        server.on_close(lambda code, reason: None)
        line.on_message(lambda message: [server.send(message) for _ in range(50)])

    context.route_web_socket(re.compile("/ws$"), opened)
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    open_line(page, leaving)
    with page.expect_console_message(lambda message: "CLOSING" in message.text):
        page.evaluate("line.send('a')")
        page.evaluate("line.send('b')")
    assert complaints.all == []

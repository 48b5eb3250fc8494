"""T11: text from anywhere stays text. No script of a payload runs, no dialog opens, no policy is broken."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.browser.conftest import Complaints, NewContext
from tests.browser.deals import plain
from tests.browser.server import Server
from tests.browser.table import Table, wait_until

TAGS = (
    "img src=x",
    "svg",
    "body",
    "iframe",
    "details open",
    "video src=x",
    "input autofocus",
    "marquee",
    "style",
    "math",
)
EVENTS = ("onerror", "onload", "ontoggle", "onfocus", "onstart", "onanimationstart", "onpointerover")
CLOSERS = ("", "'>", '">', "</title>", "</script>", "-->", "]]>", "${", "{{")
PAYLOADS = [
    f"{closer}<{tag} {event}=window.broken=1 {event}='alert(1)'>"
    for closer in CLOSERS
    for tag, event in zip(TAGS, EVENTS * 2, strict=False)
] + [
    "<script>window.broken=1</script>",
    "javascript:window.broken=1",
    "data:text/html,<script>window.broken=1</script>",
    "{{constructor.constructor('window.broken=1')()}}",
    "${window.broken=1}",
    "' onmouseover='window.broken=1",
    '"><a href="javascript:window.broken=1">x</a>',
    "\u2028\u2029window.broken=1//",
    "<scr\0ipt>window.broken=1</scr\0ipt>",
    "&lt;img src=x onerror=window.broken=1&gt;",
    "%3Cimg%20src%3Dx%20onerror%3Dwindow.broken%3D1%3E",
    "__proto__",
    "constructor",
    "toString",
]
assert len(PAYLOADS) >= 100


@pytest.fixture
def page(new_context: NewContext) -> Page:
    """A page on which a dialog is a failure."""
    page = new_context().new_page()
    page.on("dialog", lambda dialog: pytest.fail(f"a dialog: {dialog.message}"))
    return page


def whole(page: Page) -> None:
    """Nothing of a payload has come to life."""
    assert page.evaluate("window.broken") is None
    alive = "svg[onload], img[src=x], iframe, video, marquee, math, [onerror], [ontoggle], [onfocus], script:not([src])"
    assert page.evaluate(f"document.querySelectorAll({json.dumps(alive)}).length") == 0


def test_the_detector_sees_a_planted_breach(server: Server, page: Page, complaints: Complaints) -> None:
    page.goto(server.base)
    page.wait_for_selector("main h1")
    page.evaluate("""() => {
      const script = document.createElement("script")
      try { script.text = "window.broken = 1" } catch { script.append("window.broken = 1") }
      document.body.append(script)
    }""")
    wait_until(page, "a report", lambda: any("TrustedScript" in text for text in complaints.all))
    assert page.evaluate("window.broken") is None
    complaints.expect("TrustedScript", "be executed", "Content Security Policy")


def test_addresses(server: Server, page: Page, complaints: Complaints) -> None:
    complaints.expect("404 (Not Found)")  # a path that cannot be one
    for payload in PAYLOADS[::25]:
        page.goto(f"{server.base}/masa/{quote(payload, safe='')}")
        expect(page.get_by_text(re.compile("Sayfa bulunamadı|not found")).first).to_be_visible()
        whole(page)
    page.goto(server.base)
    page.evaluate(
        """async (payloads) => {
          for (const payload of payloads)
            for (const path of ["/masa/", "/nasil-oynanir/", "/"]) {
              history.pushState(null, "", path + encodeURIComponent(payload) + "?q=" + encodeURIComponent(payload))
              dispatchEvent(new PopStateEvent("popstate"))
              await new Promise((done) => setTimeout(done))
            }
        }""",
        PAYLOADS,
    )
    expect(page.get_by_role("heading", name="Sayfa bulunamadı")).to_be_visible()
    whole(page)


def test_an_unknown_table_says_so(server: Server, page: Page) -> None:
    page.context.request.get(f"{server.base}/api/me")
    page.goto(f"{server.base}/masa/{'0123456789abcdef' * 2}")
    expect(page.get_by_role("alert")).to_contain_text("Böyle bir masa yok.")
    page.get_by_role("link", name="Ana sayfa").click()
    expect(page.get_by_role("button", name="Bilgisayara karşı")).to_be_visible()


def test_stored_values(server: Server, page: Page, new_context: NewContext) -> None:
    """Whatever stands in the browser's storage, the page comes up with values that make sense."""
    address = server.open_table(page.context, "klasik", plain)
    page.goto(address)
    Table(page).ready()
    for number in range(0, len(PAYLOADS), 12):
        mischief = PAYLOADS[number : number + 12]
        fields: dict[str, Any] = dict(
            zip(["lang", "skin", "motion", "speed", "volume", "muted", "hints"], mischief, strict=False)
        )
        choice = dict(
            zip(["preset", "level", "seats", "points", "length", "arrange", "show"], reversed(mischief), strict=False)
        )
        keys = dict(zip(["draw", "take", "throw", "finish", "help"], mischief, strict=False))
        rack = {"deal": 1, "columns": mischief[0], "slots": mischief, "joins": mischief, "flipped": mischief}
        page.evaluate(
            """(kept) => { for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value) }""",
            {
                "okey.settings": json.dumps(fields) if number % 24 else mischief[0],
                "okey.choice": json.dumps(choice) if number % 24 else mischief[1],
                "okey.keys": json.dumps(keys) if number % 24 else mischief[2],
                f"okey.rack.{address[-32:]}": json.dumps(rack) if number % 24 else mischief[3],
            },
        )
        page.reload()
        assert len(Table(page).ready("throw").faces) == 15
        whole(page)
    page.goto(server.base)
    expect(page.get_by_role("radio", name="Klasik")).to_be_checked()
    whole(page)


def test_names_and_refusals_from_the_server(server: Server, page: Page) -> None:
    """A server of somebody else's making sends payloads in every text field; each is shown as the text it is."""
    frames: list[dict[str, Any]] = []
    sockets: list[WebSocketRoute] = []

    def opened(socket: WebSocketRoute) -> None:
        upstream = socket.connect_to_server()

        def hear(message: str | bytes) -> None:
            frame = json.loads(message)
            if frame["t"] == "snap":
                frames.append(frame)
                sockets.append(socket)
            socket.send(message)

        def ask(message: str | bytes) -> None:
            frame = json.loads(message)
            if frame["t"] == "do":
                word = PAYLOADS[len(frame["id"])]
                fault = {"code": word, "params": {"n": word, "what": word, "moment": word}, "blocks": []}
                socket.send(json.dumps({"t": "no", "id": frame["id"], "fault": fault, "seq": frame["at"]}))
            else:
                upstream.send(message)

        upstream.on_message(hear)
        socket.on_message(ask)

    page.route_web_socket(re.compile("/ws$"), opened)
    table = Table(page)
    table.open(server.open_table(page.context, "klasik", plain, seats=4))
    page.reload()  # now the first frame is a picture of a deal that is being played
    table.ready("throw")
    frame = frames[-1]
    for number in range(0, len(PAYLOADS) - 2, 3):
        words = PAYLOADS[number : number + 3]
        for seat, word in zip((1, 2, 3), words, strict=True):
            frame["seats"][seat]["name"] = word
        sockets[-1].send(json.dumps(frame))
        expect(page.locator(".seat.right strong")).to_have_text(words[0].replace("\0", "\ufffd"), use_inner_text=False)
        whole(page)
    table.button("Gösterge göster").click()
    expect(page.locator(".toast")).to_contain_text("Bu hamle kabul edilmedi (")
    whole(page)


def test_running_matches_from_the_server(server: Server, page: Page) -> None:
    """The same for what REST says."""

    def answer(route: Route) -> None:
        tables = [
            {"table": word, "preset": word, "level": word, "deal": 1, "scores": [1, 2, 3, 4], "at": 0}
            for word in PAYLOADS[::4]
        ]
        route.fulfill(json={"name": PAYLOADS[0], "guest": True, "tables": tables})

    page.route("**/api/me", answer)
    page.goto(server.base)
    expect(page.get_by_role("button", name="Bilgisayara karşı")).to_be_visible()
    page.wait_for_load_state("networkidle")
    whole(page)
    assert page.evaluate("[...document.links].every(link => link.protocol === 'http:')")

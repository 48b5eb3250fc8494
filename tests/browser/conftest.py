"""One server and one browser for all; for every test a context of its own whose pages must not complain."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    expect,
    sync_playwright,
)

from tests.browser.deals import FIX_VALUE
from tests.browser.server import Server

FOLDER = Path(__file__).parent
AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
AXE_RUN = "tags => axe.run(document, { runOnly: tags, resultTypes: ['violations'], preload: false })"
"""Of what is right no elements are listed, which is most of the work."""
TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
VIEWPORTS = {"portrait": (360, 640), "landscape": (640, 360), "desktop": (1440, 900)}
QUICK_HAND = """
  const later = window.setTimeout
  window.setTimeout = (run, ms, ...more) => later(run, ms === 450 ? 60_000 : ms, ...more)
"""
"""A machine under load moves the pointer late; that must not turn a drag into a long press, which lifts the group."""
NewContext = Callable[..., BrowserContext]
PATIENCE = 20_000
"""Milliseconds until a state that must come is given up: nothing waits so long unless it fails."""
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder needs a browser."""
    for item in items:
        if item.path.is_relative_to(FOLDER):
            item.add_marker("browser")


def _of_playwright(message: ConsoleMessage) -> bool:
    """Whether Playwright's own code in the page says this: it refuses service workers, and its stand-in for a socket
    that a test has in hand sends without a look at the state of the real one, which may just be closing."""
    if "Service Worker registration blocked by Playwright" in message.text:
        return True
    return "WebSocket is already in CLOSING" in message.text and not message.location["url"]


class Complaints:
    """What the pages of a test said that they should not. `expect` names a word of complaints the test provokes."""

    def __init__(self) -> None:
        self._said: list[str] = []
        self._expected: list[str] = []

    def expect(self, *words: str) -> None:
        self._expected += words

    @property
    def all(self) -> list[str]:
        return [text for text in self._said if not any(word in text for word in self._expected)]

    def watch(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._said.append(f"page error: {error}"))
        page.on("requestfailed", self._failed)

    def _console(self, message: ConsoleMessage) -> None:
        bad = message.type in ("error", "warning") or "Content Security Policy" in message.text
        if bad and not _of_playwright(message):
            self._said.append(f"{message.type}: {message.text}")

    def _failed(self, request: Request) -> None:
        if "ERR_ABORTED" not in (request.failure or ""):  # the page was left
            self._said.append(f"failed: {request.url} {request.failure}")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("browser") / "data") as running:
        yield running


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright, browser_path: str) -> Iterator[Browser]:
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    launched = playwright.chromium.launch(executable_path=browser_path, args=arguments)
    yield launched
    launched.close()


@pytest.fixture
def complaints() -> Complaints:
    return Complaints()


@pytest.fixture
def new_context(browser: Browser, complaints: Complaints) -> Iterator[NewContext]:
    """Make contexts: of a viewport by name, with stored `settings` and `choice`; motion is reduced unless asked for."""
    made: list[BrowserContext] = []

    def make(
        size: str = "desktop",
        settings: dict[str, Any] | None = None,
        choice: dict[str, Any] | None = None,
        **options: Any,
    ) -> BrowserContext:
        if "viewport" not in options:
            width, height = VIEWPORTS[size]
            options["viewport"] = {"width": width, "height": height}
        options = {"reduced_motion": "reduce", "service_workers": "block", "locale": "tr-TR", **options}
        context = browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        context.on("page", complaints.watch)
        context.add_init_script(FIX_VALUE + QUICK_HAND)
        for key, value in {"settings": settings, "choice": choice}.items():
            if value is not None:
                text = json.dumps(json.dumps(value))
                only = "location.protocol === 'http:'"  # not the empty page before the first
                context.add_init_script(f"if ({only}) localStorage['okey.{key}'] ??= {text}")
        made.append(context)
        return context

    yield make
    for context in made:
        context.close()
    assert complaints.all == []


@pytest.fixture
def page(new_context: NewContext) -> Page:
    """A page on the desktop."""
    return new_context().new_page()


def violations(page: Page) -> list[tuple[str, str, str]]:
    """What axe finds: rule, the first element at fault, what is wrong with it."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate(AXE_RUN, TAGS)["violations"]
    return [(bad["id"], bad["nodes"][0]["html"][:200], bad["nodes"][0]["failureSummary"]) for bad in found]

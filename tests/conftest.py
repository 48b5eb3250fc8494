"""What every test shares: the header, and the rule for tests that need a browser."""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from typing import Final

import pytest

from tools.browser import HINT, find_browser

ROOT = Path(__file__).parent.parent


def pytest_report_header() -> list[str]:
    """Say which kernel runs, whether the page is built, and which browser is used."""
    kernel = getattr(importlib.import_module("okey.solver"), "KERNEL", "missing")
    built = (ROOT / "src/okey/server/static/index.html").exists()
    return [f"okey: kernel {kernel}, page {'built' if built else 'not built'}, browser {find_browser() or 'none'}"]


LONG: Final = ("test_look", "test_company", "test_resume", "test_pages", "test_people", "test_match", "test_accounts")
"""Browser tests that take longest, those first: whoever runs them last would run alone."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last; without a browser they are skipped on a person's machine, and are an error on CI.

    Last, because Playwright's synchronous interface keeps an event loop running in its process, and asynchronous tests
    cannot run beside it.
    """

    def place(item: pytest.Item) -> int:
        if item.get_closest_marker("browser") is None:
            return 0
        return 1 + LONG.index(item.path.stem) if item.path.stem in LONG else 1 + len(LONG)

    items.sort(key=place)
    needing = [item for item in items if item.get_closest_marker("browser")]
    if not needing or find_browser():
        return
    if os.environ.get("CI"):
        raise pytest.UsageError(f"no browser for {len(needing)} tests: {HINT}")
    for item in needing:
        item.add_marker(pytest.mark.skip(reason=f"no browser: {HINT}"))


@pytest.fixture(scope="session")
def browser_path() -> str:
    """Path of the Chromium to launch (Playwright: `executable_path`; as root with `--no-sandbox`)."""
    path = find_browser()
    assert path is not None, HINT
    return path

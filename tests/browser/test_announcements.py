"""What the host tells everybody, at home and at the table."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from okey.cli.app import run
from tests.browser.conftest import NewContext, violations
from tests.browser.deals import plain
from tests.browser.server import Server
from tests.browser.still import WATCH, moved
from tests.browser.table import Table

TOLD = "Bu gece 03.00’te yarım saat bakım var; süren maçlar saklanır."


def host(server: Server, *words: str) -> None:
    """What a host does on the machine."""
    assert run(["admin", *words, "--data", str(server.data)]) == 0


def come_back(page: Page) -> None:
    """The page is looked at again, and asks what is new."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_an_announcement_reaches_home_and_table_and_stays_closed(server: Server, new_context: NewContext) -> None:
    context = new_context("portrait")
    table, home = Table(context.new_page()), new_context().new_page()
    home.goto(server.base)
    table.open(server.open_table(context, "klasik", plain))
    table.page.evaluate("document.fonts.ready.then(() => 0)")
    table.page.evaluate(WATCH)
    host(server, "announce", TOLD, "Maintenance tonight at 3.")
    try:
        for page in (home, table.page):
            come_back(page)
            note = page.locator("[aria-live=polite]").filter(has_text=TOLD)
            expect(note).to_be_visible()
            assert violations(page) == []
            note.get_by_role("button", name="Kapat").click()
            expect(note).to_have_count(0)
            if page is table.page:
                assert moved(page) == {}
            with page.expect_response("**/api/announcements"):
                page.reload()
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            expect(page.get_by_text(TOLD)).to_have_count(0)
        table.button("Menü").click()
        expect(table.sheet.get_by_text(TOLD)).to_be_visible()
    finally:
        host(server, "withdraw")

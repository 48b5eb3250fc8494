"""Nothing on the table moves when a line is lost or mended, a turn passes, a badge comes, somebody speaks."""

from __future__ import annotations

import re

from playwright.sync_api import Playwright, expect

from tests.browser.company import SHORT, a_word, found, sit
from tests.browser.conftest import NewContext
from tests.browser.hands import Mouse
from tests.browser.line import Line
from tests.browser.player import take_turns
from tests.browser.server import Server
from tests.browser.still import WATCH, moved
from tests.browser.table import wait_until

LOST = re.compile("^(Bağlantı koptu|Connection lost)")
TALK = re.compile("^(Sohbet|Talk)")
PHRASE = re.compile("^(Kolay gelsin|Take it easy)$")
MENU = re.compile("^(Menü|Menu)$")
HELPERS = re.compile("^(Otomatik oynama|Automatic play)$")
THROWN = re.compile("^(Çekileni at|Throw what I draw)")
HELPER = re.compile("^(Otomatik|Automatic): ")
GONE = re.compile("^(bağlantısı koptu|disconnected)")


def test_nothing_moves_at_the_table(server: Server, new_context: NewContext, playwright: Playwright) -> None:
    """Four people on four screens, in two languages: every change of the page is followed by a look at all places."""
    screens = {
        "desktop": new_context(),
        "Pixel 7": new_context(**playwright.devices["Pixel 7"]),
        "landscape": new_context("landscape", {"lang": "en"}),
        "portrait": new_context("portrait", {"lang": "en"}),
    }
    pages = [context.new_page() for context in screens.values()]
    lines = [Line(page) for page in pages]
    link = found(server, next(iter(screens.values())), SHORT, a_word(SHORT, 30, 60))
    tables = [sit(page, link, place) for place, page in enumerate(pages, 1)]
    for table in tables:
        table.deck.wait_for()
        table.page.evaluate("document.fonts.ready.then(() => 0)")
    wait_until(pages[0], "somebody's turn", lambda: any(table.look().state for table in tables))
    for page in pages:
        page.evaluate(WATCH)

    def still(when: str) -> None:
        for screen, page in zip(screens, pages, strict=True):
            assert moved(page) == {}, (when, screen)

    take_turns([(table, Mouse()) for table in tables], "over", 9)
    still("over a round of turns")
    for line, page in zip(lines, pages, strict=True):
        others = [other for other in pages if other is not page]
        line.break_off()
        expect(page.get_by_role("status").filter(has_text=LOST)).to_be_visible()
        for other in others:
            expect(other.get_by_text(GONE)).to_be_visible()
        line.mend()
        expect(page.get_by_role("status").filter(has_text=LOST)).to_have_count(0)
        for other in others:
            expect(other.get_by_text(GONE)).to_have_count(0)
        still(f"around a lost line of {page.viewport_size}")
    for page in pages:
        page.get_by_role("button", name=TALK).click()
        page.get_by_role("button", name=PHRASE).click()
        page.get_by_role("button", name=MENU).click()
        page.get_by_role("button", name=HELPERS).click()
        page.get_by_role("switch", name=THROWN).click()
        page.keyboard.press("Escape")
        expect(page.locator(".own .badges")).to_contain_text(HELPER)
    for page in pages:
        expect(page.locator(".seat p").first).to_be_visible()
    still("with phrases and badges")

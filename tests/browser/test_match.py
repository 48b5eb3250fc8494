"""A whole short match by mouse, by touch and by keys alone, to the last sheet and the rematch."""

from __future__ import annotations

import re

from playwright.sync_api import Playwright, expect

from tests.browser.conftest import NewContext
from tests.browser.hands import Hands, Keys, Mouse, Touch
from tests.browser.player import play
from tests.browser.server import Server
from tests.browser.table import Table

DEALS = ("short 15677", "touch 1670", "short 15338")
"""Two deals from 3 points: the person wins the first at once, and somebody the second within a few turns."""


def sheet_of(table: Table, state: str) -> str:
    """Text of the result sheet, which must be in this state."""
    assert table.ready(state, "over").state == state
    return table.sheet.inner_text()


def whole_match(table: Table, hands: Hands) -> None:
    """From the first turn over the sheet between two deals to the end, and on into the rematch."""
    play(table, hands, lambda seen: seen.state == "result")
    text = sheet_of(table, "result")
    assert "Bitiren: Sen" in text
    assert "Normal bitiş" in text
    groups = table.sheet.locator(".group")
    assert groups.count() >= 4  # the groups that finished, and the tile thrown last
    assert sum(groups.nth(i).get_by_role("img").count() for i in range(groups.count())) == 15
    rows = table.sheet.get_by_role("row")
    expect(rows.nth(1)).to_contain_text("Sen")
    expect(rows.nth(2)).to_contain_text("−2")

    play(table, hands, lambda seen: seen.state == "over")
    text = sheet_of(table, "over")
    assert re.search("Kazandın|Kazanan: Kolay 1", text)
    assert "Puan bitti." in text
    before = table.page.url
    hands.press(table, "Rövanş")
    table.page.wait_for_url(lambda url: url != before and "/masa/" in url)
    expect(table.sheet).to_have_count(0)
    seen = table.ready()
    assert len(seen.faces) in (14, 15)
    expect(table.page.locator("header")).to_contain_text("El 1")
    expect(table.page.locator("header")).to_contain_text("Başlangıç 3")


def test_a_match_with_the_mouse(server: Server, new_context: NewContext) -> None:
    context = new_context(reduced_motion="no-preference")
    table = Table(context.new_page())
    table.open(server.open_table(context, "klasik", DEALS[0], points=3))
    mouse = Mouse()
    whole_match(table, mouse)
    assert {"draw by drag", "draw by click", "throw by drag", "throw by button", "finish by drop"} <= mouse.ways


def test_a_match_by_touch(server: Server, new_context: NewContext, playwright: Playwright) -> None:
    context = new_context(**playwright.devices["Pixel 7"])
    page = context.new_page()
    table = Table(page)
    table.open(server.open_table(context, "klasik", DEALS[1], points=3))
    touch = Touch(context.new_cdp_session(page))
    whole_match(table, touch)
    assert {"draw by drag", "draw by tap", "throw by drag", "throw by button", "finish by drop"} <= touch.ways


def test_a_match_with_the_keyboard(server: Server, new_context: NewContext) -> None:
    context = new_context()
    page = context.new_page()
    table = Table(page)
    table.open(server.open_table(context, "klasik", DEALS[2], points=3))
    whole_match(table, Keys())

"""Felt, rack, tile face and pages as one likes them: at once, everywhere, without a flash, and readable."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import NewContext, violations
from tests.browser.deals import plain
from tests.browser.server import Server
from tests.browser.table import Table, wait_until

THEMES: list[dict[str, Any]] = [
    {"felt": "gri", "wood": "mese", "face": "koyu", "page": "dark", "twoLetters": True},
    {"felt": "mavi", "wood": "abanoz", "face": "beyaz", "page": "light", "skin": "klasik-yesil"},
    {"felt": "bordo", "wood": "ceviz", "face": "koyu", "page": "dark", "skin": "ayirt-sari", "highContrast": True},
]
PAGES = ["ayarlar", "hesap", "pano", "dogrula", "istatistik"]
CLARET = "rgb(101, 35, 48)"
DARK_TILE = "rgb(41, 46, 54)"
DARK_PAPER = "rgb(21, 25, 29)"
MODULE = re.compile(r"/assets/theme-[^/]*\.js$")
FRAMES = """() => {
  window.frames = new Set()
  const look = () => {
    window.frames.add(getComputedStyle(document.documentElement).getPropertyValue("--felt"))
    if (performance.now() < 3000) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}"""


def colour(page: Page, token: str) -> str:
    """What a token is on this page now."""
    found: str = page.evaluate(
        """token => {
          const probe = document.body.appendChild(document.createElement("i"))
          probe.style.color = `var(${token})`
          const found = getComputedStyle(probe).color
          probe.remove()
          return found
        }""",
        token,
    )
    return found


def is_dark(page: Page) -> bool:
    return colour(page, "--paper") == DARK_PAPER


def test_a_theme_is_chosen_at_the_table_and_there_at_the_next_first_paint(
    server: Server, new_context: NewContext
) -> None:
    context = new_context()
    table, home = Table(context.new_page()), context.new_page()
    asked: list[str] = []
    for page in (table.page, home):
        page.on("request", lambda request: asked.append(request.url))
    table.open(server.open_table(context, "klasik", plain))
    home.goto(server.base)
    assert not [url for url in asked if MODULE.search(url)], "the standard look needs no theme"
    tile = table.page.locator(".piece .number").first
    before = tile.evaluate("(number) => getComputedStyle(number).color")
    table.button("Menü").click()
    table.button("Ayarlar").click()
    for choice in ("Bordo", "Abanoz", "Koyu", "Karanlık"):
        table.page.get_by_role("radio", name=choice, exact=True).press("Space")
    for page in (table.page, home):
        wait_until(page, "the dark page", partial(is_dark, page))
        assert colour(page, "--felt") == CLARET
        assert colour(page, "--tile-face") == DARK_TILE
        assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    assert tile.evaluate("(number) => getComputedStyle(number).color") != before
    held: list[Route] = []
    table.page.route(MODULE, lambda route: held.append(route))
    table.page.add_init_script(f"({FRAMES})()")
    table.page.reload()
    table.ready()
    assert table.page.evaluate("[...window.frames]") == ["#652330"]
    assert held, "the look was there without its module"
    for route in held:
        route.continue_()
    home.goto(f"{server.base}/ayarlar")
    for choice in ("Yeşil", "Ceviz", "Fildişi", "Açık"):
        home.get_by_role("radio", name=choice, exact=True).press("Space")
    expect(home.locator("html")).to_have_attribute("style", "")
    assert colour(home, "--felt") == "rgb(31, 90, 72)"
    assert home.evaluate("localStorage['okey.look'] ?? null") is None


def test_pages_follow_the_device_when_asked_to(server: Server, new_context: NewContext) -> None:
    page = new_context(settings={"page": "system"}, color_scheme="dark").new_page()
    page.goto(server.base)
    wait_until(page, "the dark page", partial(is_dark, page))
    page.emulate_media(color_scheme="light")
    wait_until(page, "the light page", lambda: colour(page, "--paper") == "rgb(246, 243, 236)")


@pytest.mark.parametrize("theme", THEMES, ids=[theme["felt"] for theme in THEMES])
def test_every_theme_is_accessible(server: Server, new_context: NewContext, theme: dict[str, Any]) -> None:
    context = new_context("portrait" if theme["page"] == "dark" else "desktop", theme)
    page = context.new_page()
    page.goto(server.base)
    page.get_by_role("heading", level=1).wait_for()
    assert violations(page) == []
    Table(page).open(server.open_table(context, "usta", plain))
    assert violations(page) == []


def test_dark_pages_are_accessible(server: Server, new_context: NewContext) -> None:
    page = new_context(settings={"page": "dark"}).new_page()
    for name in PAGES:
        page.goto(f"{server.base}/{name}")
        page.get_by_role("heading", level=1).wait_for()
        assert violations(page) == [], name

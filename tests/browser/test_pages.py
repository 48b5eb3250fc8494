"""The pages around the table: accessible in both languages, for every screen and skin; one click leads to a table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext, violations
from tests.browser.server import Server

ROUTES = (
    "/",
    "/nasil-oynanir",
    "/iyi-oynamak",
    "/tarihce",
    "/sozluk",
    "/istatistik",
    "/ayarlar",
    "/masalar",
    "/masa-kur",
    "/hesap",
    "/yok",
)
PRESETS = {
    "tr": ("/nasil-oynanir/kahvehane", "/nasil-oynanir/ikramiye"),
    "en": ("/nasil-oynanir/usta", "/nasil-oynanir/rummy"),
}
SHORT = ("/", "/nasil-oynanir/usta", "/ayarlar")


def visit(page: Page, address: str, language: str = "tr") -> None:
    """Open a page and wait until it stands."""
    page.goto(address)
    page.wait_for_selector("main h1")
    page.evaluate("document.fonts.ready")
    assert page.get_attribute("html", "lang") == language
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{address} is wider than the screen"


@pytest.mark.parametrize(("language", "size"), [("tr", "portrait"), ("en", "desktop")])
def test_every_route_is_accessible(server: Server, new_context: NewContext, language: str, size: str) -> None:
    page = new_context(size, {"lang": language}).new_page()
    for route in ROUTES + PRESETS[language]:
        visit(page, server.base + route, language)
        assert violations(page) == [], route


def test_routes_are_accessible_lying_and_on_the_narrowest_screen(server: Server, new_context: NewContext) -> None:
    page = new_context("landscape", {"lang": "en"}).new_page()
    for route in SHORT:
        visit(page, server.base + route, "en")
        assert violations(page) == [], route
    narrow = new_context(viewport={"width": 320, "height": 568}).new_page()
    for route in ROUTES + PRESETS["tr"]:
        visit(narrow, server.base + route)


@pytest.mark.parametrize("skin", ["klasik-yesil", "ayirt-sari", "ayirt-yesil"])
def test_the_other_skins_are_accessible(server: Server, new_context: NewContext, skin: str) -> None:
    contrast = skin == "ayirt-yesil"
    page = new_context(settings={"skin": skin, "twoLetters": True, "highContrast": contrast}).new_page()
    for route in ("/nasil-oynanir", "/ayarlar"):
        visit(page, server.base + route)
        assert violations(page) == [], route
    assert page.get_attribute("html", "data-skin") == skin


def test_one_click_leads_to_a_table_and_back_to_it(server: Server, new_context: NewContext) -> None:
    page = new_context().new_page()
    visit(page, server.base)
    page.get_by_role("button", name="Bilgisayara karşı").click()
    page.wait_for_url(re.compile(r"/masa/[0-9a-f]{32}$"))
    expect(page.get_by_role("group", name="Istakan")).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="Klasik · Orta").click()
    page.wait_for_url(re.compile(r"/masa/[0-9a-f]{32}$"))


def test_what_is_chosen_is_what_is_played(server: Server, new_context: NewContext) -> None:
    page = new_context().new_page()
    visit(page, server.base)
    page.get_by_role("radio", name="Zor").check()
    page.get_by_role("radio", name="Okey Rummy").check()
    page.get_by_text("Seçenekler").click()
    page.get_by_role("radio", name="2 kişi").check()
    page.get_by_role("radio", name="Kısa").check()
    page.reload()
    expect(page.get_by_role("radio", name="Zor")).to_be_checked()
    page.get_by_role("button", name="Bilgisayara karşı").click()
    expect(page.locator("header")).to_contain_text("Hedef 9 · kısa")
    expect(page.get_by_text("bilgisayar · zor")).to_have_count(1)


def test_the_shell_is_kept_for_the_next_visit(server: Server, new_context: NewContext) -> None:
    page = new_context(service_workers="allow").new_page()
    visit(page, server.base)
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    visit(page, server.base)
    assert page.evaluate("Boolean(navigator.serviceWorker.controller)")


def test_nothing_comes_from_another_host(server: Server, new_context: NewContext) -> None:
    page = new_context().new_page()
    hosts: set[str] = set()
    page.on("request", lambda request: hosts.add(re.sub(r"^(\w+://[^/]+).*", r"\1", request.url)))
    for route in SHORT:
        visit(page, server.base + route)
    assert hosts == {server.base}

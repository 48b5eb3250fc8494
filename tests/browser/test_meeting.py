"""People who do not know each other: quick match, the lobby, a name, a table founded with every rule chosen."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Complaints, NewContext, violations
from tests.browser.server import Server
from tests.browser.table import Table, wait_until

CHOICE = {"preset": "klasik", "level": "kolay", "seats": 4, "points": 10}


def test_two_find_each_other_and_agree_on_computers(server: Server, new_context: NewContext) -> None:
    pages = [new_context(choice=CHOICE).new_page(), new_context("portrait", choice=CHOICE).new_page()]
    for page in pages:
        page.goto(server.base)
        page.get_by_role("button", name=re.compile("^Hemen oyna")).click()
        expect(page.get_by_text("Oyuncu aranıyor").first).to_be_visible()
    assert pages[0].url == pages[1].url
    expect(
        pages[0].get_by_role("list", name="Yerler").get_by_role("listitem").filter(has_text="Misafir")
    ).to_have_count(2)
    offers = [page.get_by_role("button", name=re.compile("^Evet, otursun")) for page in pages]
    for offer in offers:
        expect(offer).to_have_count(0)  # never before its time
    for offer in offers:
        expect(offer).to_be_visible(timeout=30_000)
    offers[0].click()
    expect(pages[1].get_by_text("Bilgisayar istiyor")).to_be_visible()
    assert not Table(pages[0]).look().faces, "one alone does not decide"
    offers[1].click()
    for page in pages:
        wait_until(page, "tiles", lambda page=page: len(Table(page).look().faces) >= 14)


def test_a_listed_table_is_found_in_the_lobby(server: Server, new_context: NewContext, complaints: Complaints) -> None:
    founder, guest = new_context().new_page(), new_context("portrait").new_page()
    guest.goto(f"{server.base}/masalar")
    founder.goto(f"{server.base}/masa-kur")
    assert violations(founder) == []
    founder.get_by_role("radio", name=re.compile("Kahvehane")).check(force=True)
    founder.get_by_role("radio", name="Herkes").check(force=True)
    founder.get_by_role("button", name="Masa kur").click()
    founder.wait_for_url(re.compile("/masa/"))
    entry = guest.get_by_role("listitem").filter(has_text="Kahvehane")
    expect(entry.first).to_be_visible()
    assert violations(guest) == []
    entry.first.get_by_role("link", name=re.compile("Otur")).click()
    complaints.expect("status of 400")
    name = guest.get_by_label(re.compile("^Adın"))
    name.fill("Admin")
    name.press("Enter")
    expect(guest.get_by_role("alert").first).to_be_visible()
    name.fill("Işıl Deniz")
    name.press("Enter")
    expect(guest.get_by_text("Adın kaydedildi.")).to_be_visible()
    expect(guest.get_by_role("status").first).to_have_text("Bağlı")  # anew: the server knows the name from here on
    guest.get_by_role("button", name="Otur: 2. yer").click()
    expect(founder.get_by_role("listitem").filter(has_text="Işıl Deniz")).to_be_visible()

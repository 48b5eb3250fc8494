"""Two people at one table, one on a phone: founded, found by its link, played to the end of the first deal."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import count

from playwright.sync_api import Locator, Page, Playwright, expect

from okey.rules.events import Dealt
from okey.rules.ruleset import PRESETS
from okey.rules.tiles import okey_face
from okey.solver import distance
from tests.browser.child import WORD
from tests.browser.conftest import NewContext, violations
from tests.browser.deals import dealt_to_people
from tests.browser.hands import Mouse, Touch
from tests.browser.player import take_turns
from tests.browser.server import Server
from tests.browser.table import Table, wait_until

CHOICE = {"preset": "klasik", "level": "kolay", "seats": 2, "points": 10}
RULES = replace(PRESETS["klasik"], seats=2, points=10)


def quick(deal: Dealt) -> bool:
    """The hand on seat 0 lacks one tile or two."""
    return distance(deal.racks[0][:14], okey_face(deal.indicator)).best <= 2


@dataclass
class Finger:
    """Taps of one person, counted."""

    taps: int = 0

    def tap(self, place: Locator) -> None:
        place.click()
        self.taps += 1


def seal_of(page: Page) -> str:
    page.get_by_role("button", name="Menü").click()
    seal = page.get_by_role("dialog").locator("strong").inner_text()
    page.get_by_role("button", name="Kapat", exact=True).click()
    return seal


def test_from_the_link_to_a_finished_deal(server: Server, new_context: NewContext, playwright: Playwright) -> None:
    word = next(word for word in (f"live {n}" for n in count()) if quick(dealt_to_people(word, RULES)))
    (server.data / WORD).write_text(word)
    desk = new_context(choice=CHOICE).new_page()
    phones = new_context(**playwright.devices["Pixel 7"])
    phone = phones.new_page()
    founder, guest = Finger(), Finger()

    desk.goto(server.base)
    founder.tap(desk.get_by_role("button", name="Arkadaşlarla oyna"))
    founder.tap(desk.get_by_role("button", name="Masa kur"))
    founder.tap(desk.get_by_role("button", name="Otur: 1. yer"))
    (server.data / WORD).unlink()
    expect(desk.get_by_role("status").filter(has_text="Bekleniyor: 1 kişi")).to_be_visible()
    assert founder.taps == 3
    code = desk.locator(".code").inner_text()
    assert re.fullmatch("[ABCDEFGHJKLMNPRSTUVYZ2-9]{6}", code)

    phone.goto(desk.url)
    expect(phone.get_by_role("listitem").filter(has_text="30 sn + 2 dk yedek")).to_be_visible()
    expect(phone.locator(".code")).to_have_text(code)
    assert violations(phone) == []
    guest.tap(phone.get_by_role("button", name="Otur: 2. yer"))
    assert guest.taps == 1

    big, small = Table(desk), Table(phone)
    wait_until(desk, "tiles on both racks", lambda: all(len(table.look().faces) >= 14 for table in (big, small)))
    seals = [seal_of(page) for page in (desk, phone)]
    assert seals[0] == seals[1]
    assert re.fullmatch("([A-Z2-9]{4}[ -]?){4}", seals[0])
    take_turns([(big, Mouse()), (small, Touch(phones.new_cdp_session(phone)))], "result")
    for page in (desk, phone):
        expect(page.get_by_role("dialog")).to_contain_text(re.compile("Bitiren|Berabere|bitti"))


def test_by_code_stand_up_remove_and_fill(server: Server, new_context: NewContext) -> None:
    desk = new_context(choice=CHOICE).new_page()
    other = new_context("portrait").new_page()
    desk.goto(server.base)
    desk.get_by_role("button", name="Arkadaşlarla oyna").click()
    desk.get_by_role("radio", name="Bilgisayar oynar").check(force=True)
    desk.get_by_role("button", name="Masa kur").click()
    code = desk.locator(".code").inner_text()

    other.goto(server.base)
    other.get_by_role("button", name="Arkadaşlarla oyna").click()
    other.get_by_label("Kodla katıl").fill(code.lower())
    other.get_by_role("button", name="Katıl", exact=True).click()
    expect(other.get_by_role("listitem").filter(has_text="yerine bilgisayar oynar")).to_be_visible()
    other.get_by_role("button", name="Otur: 1. yer").click()
    other.get_by_role("button", name="Kalk").click()
    other.get_by_role("button", name="Otur: 2. yer").click()
    second = desk.get_by_role("list", name="Yerler").get_by_role("listitem").nth(1)
    second.get_by_role("button", name=re.compile("^Masadan çıkar")).click()
    expect(other.get_by_role("alert")).to_contain_text("seni masadan çıkardı")

    desk.get_by_role("button", name="Otur: 1. yer").click()
    desk.get_by_role("button", name=re.compile("^Boş yerlere bilgisayar koy")).click()
    assert Table(desk).ready().state in ("draw", "take", "throw")

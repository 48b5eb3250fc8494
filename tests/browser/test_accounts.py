"""Accounts as people meet them: opened by a guest, left and entered again by every way in, and deleted."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.conftest import Complaints, NewContext, violations
from tests.browser.hands import Mouse
from tests.browser.player import act
from tests.browser.server import Server
from tests.browser.table import Table

PASSWORD = "mavi kuş 13 uçtu"
SOON = 5_000
"""Milliseconds until the sockets of an ended session must be closed (SECURITY T16)."""
KEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
"""A virtual authenticator that always agrees."""
NOT_OFFERED = """
  if ("PublicKeyCredential" in window) PublicKeyCredential.isConditionalMediationAvailable = async () => false
"""


def field(page: Page, label: str) -> Locator:
    """A line to type in, by its label."""
    return page.locator("main").get_by_label(label, exact=True)


def press(page: Page | Locator, name: str) -> None:
    """Press the button of this name."""
    page.get_by_role("button", name=name, exact=True).click()


def to_account(page: Page, server: Server, way: str | None = None) -> None:
    """The account page; for a guest, one of the three ways in."""
    page.goto(f"{server.base}/hesap")
    if way is not None:
        page.get_by_role("radio", name=way, exact=True).check()


def keep_codes(page: Page) -> list[str]:
    """The recovery codes that are shown now; nothing else can be done until they are said to be kept."""
    expect(page.get_by_role("heading", name="Kurtarma kodların")).to_be_focused()
    codes = page.get_by_role("list", name="On kurtarma kodu").get_by_role("listitem").all_inner_texts()
    expect(page.get_by_role("button", name="Devam et")).to_be_disabled()
    assert violations(page) == []
    page.get_by_label("Kodları sakladım").check()
    press(page, "Devam et")
    expect(page.get_by_role("heading", name="Oturumlar")).to_be_visible()
    return codes


def open_account(page: Page, server: Server, name: str) -> list[str]:
    """Open an account with a password; its recovery codes."""
    to_account(page, server)
    field(page, "Ad").fill(name)
    field(page, "Parola").fill(PASSWORD)
    press(page, "Hesap aç")
    return keep_codes(page)


def sign_in(page: Page, server: Server, name: str) -> None:
    """Sign in with the password."""
    to_account(page, server, "Giriş yap")
    field(page, "Ad").fill(name)
    field(page, "Parola").fill(PASSWORD)
    press(page, "Giriş yap")
    expect(page.get_by_text(f"Giriş yapıldı: {name}")).to_be_visible()


def own_table(page: Page, server: Server) -> str:
    """The address of the match that the first page offers to go on with."""
    page.goto(server.base)
    address = page.get_by_role("region", name="Devam et").get_by_role("link").first.get_attribute("href")
    assert address is not None
    return server.base + address


@pytest.fixture
def localhost(server: Server, monkeypatch: pytest.MonkeyPatch) -> Server:
    """The same server by its name: an address cannot hold passkeys."""
    monkeypatch.setattr(server, "base", server.base.replace("127.0.0.1", "localhost"))
    return server


def with_key(context: BrowserContext, offered: bool) -> Page:
    """A page of a browser that has an authenticator. `offered`: in the name field too, where its owner picks it at
    once, as a virtual authenticator does."""
    if not offered:
        context.add_init_script(NOT_OFFERED)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})
    return page


def test_a_guest_opens_an_account_and_keeps_the_match(server: Server, new_context: NewContext) -> None:
    """It plays on in the other tab meanwhile. The codes are shown once. After signing out the match is nobody's here,
    after signing in it is there again."""
    context = new_context()
    table, page = Table(context.new_page()), context.new_page()
    link = server.open_table(context, "klasik", "kept match", seats=2)
    table.open(link)
    for _ in range(4):
        act(table, Mouse(), table.ready("draw", "throw"))
    before = table.ready("draw", "throw").faces
    codes = open_account(page, server, "Nazlı")
    assert len(set(codes)) == 10
    assert own_table(page, server) == link
    assert table.ready("draw", "throw").faces == before
    act(table, Mouse(), table.ready("draw", "throw"))
    to_account(page, server)
    expect(page.get_by_text("Kalan kod: 10")).to_be_visible()
    assert not any(code in page.content() for code in codes)
    assert violations(page) == []
    page.get_by_role("banner").get_by_role("button", name="Nazlı").click()
    press(page.get_by_role("banner"), "Çıkış yap")
    expect(page.get_by_role("banner").get_by_role("link", name="Hesap aç / Giriş yap")).to_be_visible()
    expect(page.get_by_role("region", name="Devam et")).to_have_count(0)
    expect(table.page.get_by_role("alert")).to_contain_text("Bu masada oturmuyorsun")
    sign_in(page, server, "Nazlı")
    assert own_table(page, server) == link


def test_a_session_ended_elsewhere_closes_its_table_at_once(server: Server, new_context: NewContext) -> None:
    """In words, without further tries. Where another tab only renews the session, as a new password does, the table
    plays on; and that password ends what is open elsewhere."""
    here, there = new_context(), new_context()
    page, other = here.new_page(), there.new_page()
    open_account(page, server, "Ceren")
    table = Table(page)
    table.open(server.open_table(here, "klasik", seats=2))
    sign_in(other, server, "Ceren")
    lines: list[Any] = []
    page.on("websocket", lambda line: lines.append(line))
    beside = here.new_page()
    to_account(beside, server)
    field(beside, "Şimdiki parola").fill(PASSWORD)
    field(beside, "Yeni parola").fill(PASSWORD + "!")
    press(beside, "Parolayı kaydet")
    expect(beside.get_by_text("Parola kaydedildi.")).to_be_visible()
    act(table, Mouse(), table.ready("draw", "throw"))
    to_account(other, server, "Giriş yap")
    field(other, "Ad").fill("ceren")
    field(other, "Parola").fill(PASSWORD + "!")
    press(other, "Giriş yap")
    other.get_by_role("list", name="Oturumların").get_by_role("button").first.click()
    expect(page.get_by_role("alert")).to_contain_text("oturumun sona erdi", timeout=SOON)
    tries = len(lines)
    page.wait_for_timeout(1_500)
    assert len(lines) == tries
    page.get_by_role("alert").get_by_role("link", name="Giriş yap").click()
    expect(page.get_by_role("radio", name="Giriş yap")).to_be_attached()


def test_a_passkey_opens_an_account_and_lets_its_owner_in(localhost: Server, new_context: NewContext) -> None:
    """Without any password; a second one cannot be made by the same device."""
    page = with_key(new_context(), offered=False)
    to_account(page, localhost)
    field(page, "Ad").fill("Anahtarlı")
    press(page, "Geçiş anahtarıyla hesap aç")
    keep_codes(page)
    press(page.locator("main"), "Çıkış yap")
    expect(page.get_by_text("Çıkış yapıldı.")).to_be_visible()
    to_account(page, localhost, "Giriş yap")
    press(page, "Geçiş anahtarıyla gir")
    expect(page.get_by_text("Giriş yapıldı: Anahtarlı")).to_be_visible()
    press(page, "Geçiş anahtarı ekle")
    expect(page.get_by_role("alert")).to_contain_text("zaten bir geçiş anahtarı var")


def test_a_passkey_is_added_beside_the_password_and_removed(localhost: Server, new_context: NewContext) -> None:
    """Its owner comes in by the one that the browser offers in the name field."""
    page = with_key(new_context(viewport={"width": 320, "height": 568}), offered=True)
    open_account(page, localhost, "İki Yollu")
    field(page, "Anahtarın adı").fill("Cep")
    press(page, "Geçiş anahtarı ekle")
    expect(page.get_by_text("Geçiş anahtarı eklendi.")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("banner").get_by_role("button", name="İki Yollu").click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Escape")
    press(page.locator("main"), "Çıkış yap")
    page.get_by_role("radio", name="Giriş yap").check()
    expect(page.get_by_text("Giriş yapıldı: İki Yollu")).to_be_visible()
    press(page, "Kaldır: Cep")
    expect(page.get_by_text("Daha geçiş anahtarın yok.")).to_be_visible()


def test_a_code_brings_back_who_has_forgotten_the_password(
    server: Server, new_context: NewContext, complaints: Complaints
) -> None:
    """It works once, ends the session elsewhere, and the owner is told."""
    page, other = new_context().new_page(), new_context().new_page()
    codes = open_account(page, server, "Unutkan")

    def recover(code: str) -> None:
        to_account(other, server, "Kodla gir")
        field(other, "Ad").fill("Unutkan")
        field(other, "Kurtarma kodu").fill(code)
        field(other, "Yeni parola").fill("yepyeni bir parola")
        press(other, "Parolayı yenile ve gir")

    recover(codes[3].replace("-", " ").lower())
    expect(other.get_by_text("Giriş yapıldı: Unutkan")).to_be_visible()
    expect(other.get_by_text("Kalan kod: 9")).to_be_visible()
    expect(other.get_by_text("kurtarma koduyla girildi")).to_be_visible()
    press(other.locator("main"), "Çıkış yap")
    expect(other.get_by_text("Çıkış yapıldı.")).to_be_visible()
    complaints.expect("status of 401")
    recover(codes[3])
    expect(other.get_by_role("alert")).to_contain_text("Ad ya da kod yanlış")
    page.reload()
    expect(page.get_by_role("banner").get_by_role("link", name="Hesap aç / Giriş yap")).to_be_visible()


def test_an_account_is_taken_away_as_a_file_and_deleted(
    server: Server, new_context: NewContext, complaints: Complaints
) -> None:
    page = new_context().new_page()
    open_account(page, server, "Gidecek")
    with page.expect_download() as download:
        page.get_by_role("link", name="Verilerimi indir").click()
    assert "Gidecek" in download.value.path().read_text("utf-8")
    press(page, "Hesabı sil…")
    dialog = page.get_by_role("dialog", name="Hesabı sil")
    expect(dialog.get_by_role("button", name="Hesabımı sil")).to_be_disabled()
    assert violations(page) == []
    dialog.get_by_role("checkbox").check()
    press(dialog, "Hesabımı sil")
    expect(page.get_by_text("Hesabın silindi. Şimdi misafirsin.")).to_be_visible()
    complaints.expect("status of 401")
    to_account(page, server, "Giriş yap")
    field(page, "Ad").fill("Gidecek")
    field(page, "Parola").fill(PASSWORD)
    press(page, "Giriş yap")
    expect(page.get_by_role("alert")).to_have_text("Ad ya da parola yanlış.")

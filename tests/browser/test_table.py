"""The table under the hands of a player: what is refused says why, and nothing is done twice or lost."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Playwright, expect

from okey.solver import finishes
from tests.browser.conftest import NewContext
from tests.browser.deals import Property, nearly_done, okey_held, plain, twin_drawn, twin_held
from tests.browser.hands import Keys, Mouse, Touch, middle
from tests.browser.player import act, play
from tests.browser.server import Server
from tests.browser.table import Table, wait_until


def test_the_indicator_is_shown_by_a_drop(server: Server, new_context: NewContext) -> None:
    context = new_context()
    table = Table(context.new_page())
    seen = table.open(server.open_table(context, "klasik", twin_held))
    twin = table.indicator >> 1
    other = next(slot for slot, face in seen.faces if face != twin)
    mouse = Mouse()
    mouse.drag(table, table.slot(other), table.shown)
    expect(table.page.get_by_text("Bu taş göstergenin eşi değil.").first).to_be_visible()
    mouse.drag(table, table.slot(seen.slot_of(twin)), table.shown)
    expect(table.page.locator(".seat.own")).to_contain_text("Gösterge")
    expect(table.live("polite")).to_contain_text("Gösterge: Sen. Diğer oyuncular 1 puan kaybetti.")
    assert table.look().faces == seen.faces


def test_a_lifted_okey_can_be_turned_and_no_other_button_moves(server: Server, page: Page) -> None:
    table = Table(page)
    seen = table.open(server.open_table(page.context, "klasik", okey_held))
    page.evaluate("document.fonts.ready.then(() => 0)")
    places = "[...document.querySelectorAll('.bar > button:not(.flip)')].map((each) => each.getBoundingClientRect().x)"
    before = page.evaluate(places)
    assert len(before) > 5
    okey = table.slot(seen.slot_of(table.okey))
    okey.click()
    table.button("Okeyi çevir").click()
    assert page.evaluate(places) == before
    expect(okey).to_have_accessible_name(re.compile(", ters, seçili, "))


@pytest.mark.parametrize(
    ("preset", "deals", "moves", "reason"),
    [
        ("klasik", plain, 0, "Göstergenin eşi elinde yok."),
        ("klasik", twin_held, 1, "Gösterge yalnız ilk atış öncesinde gösterilir."),
        ("kahvehane", twin_drawn, 1, "Gösterge yalnız dağıtılan taşlarla gösterilir; bu taşı sonradan aldın."),
    ],
    ids=["not held", "too late", "drawn later"],
)
def test_an_indicator_is_refused_with_its_reason(
    server: Server, new_context: NewContext, preset: str, deals: Property, moves: int, reason: str
) -> None:
    context = new_context()
    table = Table(context.new_page())
    table.open(server.open_table(context, preset, deals))
    for _ in range(moves):
        seen, twin = table.ready(), table.indicator >> 1
        if seen.state == "throw":
            Mouse().throw(table, next(slot for slot, face in seen.faces if face != twin))
        else:
            Mouse().draw(table)
        wait_until(table.page, "an effect", lambda seen=seen: table.look().state != seen.state)
    table.ready()
    table.button("Gösterge göster").click()
    expect(table.page.locator(".toast")).to_have_text(reason)
    expect(table.live("assertive")).to_contain_text(reason)


def test_an_okey_is_thrown_only_when_the_player_says_so(server: Server, new_context: NewContext) -> None:
    context = new_context()
    table = Table(context.new_page())
    seen = table.open(server.open_table(context, "klasik", okey_held))
    okey = table.slot(seen.slot_of(table.okey))
    Mouse().drag(table, okey, table.corner)
    expect(table.sheet).to_contain_text("Okeyi atmak üzeresin. Emin misin?")
    table.page.keyboard.press("Escape")
    expect(table.sheet).to_have_count(0)
    assert table.look().faces == seen.faces
    okey.click()
    table.button("Taş at").click()
    table.sheet.get_by_role("button", name="Vazgeç").click()
    assert table.look().faces == seen.faces
    table.button("Taş at").click()
    table.sheet.get_by_role("button", name="Evet").click()
    expect(table.live("polite")).to_contain_text("attın.")
    assert table.okey not in [face for _, face in table.ready("draw").faces]


def test_faults_of_a_laid_rack_are_drawn_where_they_are(server: Server, new_context: NewContext) -> None:
    context = new_context()
    table = Table(context.new_page())
    table.open(server.open_table(context, "kahvehane", nearly_done))
    mouse = Mouse()
    seen = play(table, mouse, lambda seen: seen.state == "throw" and bool(finishes(list(seen.tiles), table.okey)))
    last = min(finishes(list(seen.tiles), table.okey))
    table.slot(seen.tiles[last]).click()
    table.button("Bitir").click()
    toast = table.page.locator(".toast")
    expect(toast).to_contain_text("Diziliş bitmeye uygun değil.")
    expect(toast).to_contain_text(re.compile(r"1\. sıra \d+"))
    bracket = table.page.locator(".fault").first
    expect(bracket).to_have_text(
        re.compile(r"kopuk|renk karışık|aynı renk|fazla taş|kısa|boşluk yok|karışık|çift değil")
    )
    box, first = bracket.bounding_box(), table.page.locator("[data-slot]:focus").bounding_box()
    assert box is not None
    assert first is not None
    assert abs(box["x"] - first["x"]) < 8
    assert abs(box["y"] - first["y"]) < 8
    assert table.look().state == "throw"

    table.button("Taşları Diz").click()
    seen = table.look()
    mouse.finish(table, seen.slot_of(last >> 1))
    table.ready("result", "over")
    expect(table.sheet).to_contain_text("Bitiren: Sen")


def test_going_for_pairs_is_asked_and_then_stands_at_the_seat(server: Server, new_context: NewContext) -> None:
    context = new_context()
    table = Table(context.new_page())
    table.open(server.open_table(context, "usta", plain))
    act(table, Mouse(), table.ready("throw"))
    table.ready()
    thrown = table.page.get_by_role("button", name=re.compile("^Verilen taşı al: "))
    thrown.click(button="right")
    expect(table.page.locator(".toast")).to_have_text("Bu oyunda yalnız üstteki taş görünür.")
    own = table.page.locator(".seat.own")
    table.button("Çifte Git").click()
    expect(table.sheet).to_contain_text("Çifte gidilsin mi?")
    table.sheet.get_by_role("button", name="Vazgeç").click()
    expect(own).not_to_contain_text("Çifte gidiyor")
    table.button("Çifte Git").click()
    table.sheet.get_by_role("button", name="Evet").click()
    expect(own).to_contain_text("Çifte gidiyor")
    expect(table.button("Çifte Git")).to_have_count(0)
    table.page.mouse.move(*middle(table.corner))
    table.page.mouse.down(button="right")
    expect(table.page.get_by_role("region", name="Atılan taşlar · Sen")).to_be_visible()
    table.page.mouse.up(button="right")
    expect(table.page.get_by_role("region", name="Atılan taşlar · Sen")).to_have_count(0)


def test_clicks_in_a_row_do_one_thing(server: Server, new_context: NewContext) -> None:
    context = new_context()
    table = Table(context.new_page())
    table.open(server.open_table(context, "klasik", plain))
    act(table, Mouse(), table.ready("throw"))
    table.ready("draw")
    pile = table.pile
    table.deck.evaluate("deck => { for (let i = 0; i < 4; i++) deck.click() }")
    assert len(table.ready("throw").faces) == 15
    assert table.pile == pile - 1
    table.page.mouse.dblclick(*middle(table.deck))
    expect(table.page.locator(".toast")).to_have_text("Bu tur taş aldın; şimdi bir taş at.")
    assert table.pile == pile - 1

    full = table.look()
    slot, thrown = full.faces[0]
    table.slot(slot).click()
    table.button("Taş at").evaluate("button => { for (let i = 0; i < 4; i++) button.click() }")
    after = table.ready("draw", "result")
    assert sorted([*(face for _, face in after.faces), thrown]) == sorted(face for _, face in full.faces)


def test_another_language_changes_the_words_and_nothing_else(server: Server, new_context: NewContext) -> None:
    context = new_context()
    page = context.new_page()
    table = Table(page)
    table.open(server.open_table(context, "klasik", plain))
    table.button("Taşları Diz").click()
    before = table.look()
    table.button("Menü").click()
    table.button("Ayarlar").click()
    page.get_by_role("radio", name="English").check()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    page.keyboard.press("Escape")
    expect(table.sheet).to_have_count(0)
    after = table.look()
    assert (after.state, after.faces) == (before.state, before.faces)
    assert all(re.search(r"row \d place \d", name) for name in after.slots)
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(table.button("Arrange")).to_be_visible()
    act(table, Mouse(), after)
    assert len(table.ready("draw").faces) == 14


def test_turning_the_phone_in_a_drag_loses_nothing(server: Server, new_context: NewContext) -> None:
    context = new_context("landscape")
    page = context.new_page()
    table = Table(page)
    seen = table.open(server.open_table(context, "klasik", plain))
    page.mouse.move(*middle(table.slot(2)))
    page.mouse.down()
    page.mouse.move(*middle(table.corner), steps=4)
    expect(page.locator(".piece.lifted")).to_have_count(1)
    page.set_viewport_size({"width": 360, "height": 640})
    expect(page.locator(".piece.lifted")).to_have_count(0)
    page.mouse.up()
    upright = table.look()
    assert upright.state == "throw"
    assert [face for _, face in upright.faces] == [face for _, face in seen.faces]
    assert max(upright.place(slot)[0] for slot in range(len(upright.slots))) == 3
    page.set_viewport_size({"width": 640, "height": 360})
    wait_until(page, "two rows", lambda: table.look().slots == seen.slots)


def test_a_second_finger_or_a_hidden_page_ends_a_drag(
    server: Server, new_context: NewContext, playwright: Playwright
) -> None:
    context = new_context(**playwright.devices["Pixel 7"])
    page = context.new_page()
    table = Table(page)
    seen = table.open(server.open_table(context, "klasik", plain))
    touch = Touch(context.new_cdp_session(page))
    start, corner = middle(table.slot(2)), middle(table.corner)
    near = (start[0], start[1] - 60)
    for ending in ("second finger", "cancel", "blur"):
        touch.finger("touchStart", start)
        touch.finger("touchMove", near)
        touch.finger("touchMove", corner)
        expect(page.locator(".piece.lifted")).to_have_count(1)
        if ending == "second finger":
            touch.finger("touchStart", corner, (100, 300))
        elif ending == "cancel":
            touch.finger("touchCancel")
        else:
            page.evaluate("dispatchEvent(new Event('blur'))")
        expect(page.locator(".piece.lifted")).to_have_count(0)
        if ending != "cancel":
            touch.finger("touchEnd")
        assert table.look() == seen, ending


def test_groups_move_whole_and_okeys_turn_over(server: Server, new_context: NewContext) -> None:
    context = new_context()
    page = context.new_page()
    table = Table(page)
    table.open(server.open_table(context, "klasik", okey_held))
    table.button("Taşları Diz").click()
    seen = table.look()
    assert "ters" in seen.slots[seen.slot_of(table.okey)]
    table.slot(seen.slot_of(table.okey)).click(button="right")
    wait_until(page, "the okey face up", lambda: "ters" not in table.look().slots[seen.slot_of(table.okey)])
    group = [slot for slot, name in enumerate(seen.slots) if name.endswith(", 1. grup")]
    faces = [face for slot, face in seen.faces if slot in group]
    page.keyboard.down("Shift")
    Mouse().drag(table, table.slot(group[0]), table.slot(30 - len(group)))
    page.keyboard.up("Shift")
    after = table.look()
    assert [face for slot, face in after.faces if slot >= 30 - len(group)] == faces
    table.button("Geri al").click()
    assert table.look().faces == seen.faces


def test_every_key_of_the_map(server: Server, new_context: NewContext) -> None:
    context = new_context()
    page = context.new_page()
    table = Table(page)
    seen = table.open(server.open_table(context, "usta", okey_held))
    keys = Keys()
    polite, said = table.live("polite"), table.live("assertive")
    keys.walk(table, 3)
    page.keyboard.press("Space")
    expect(polite).to_contain_text("tutuluyor. Oklarla taşı, boşluk tuşuyla bırak.")
    page.keyboard.press("Escape")
    expect(polite).to_contain_text("Vazgeçildi.")
    page.keyboard.press("Space")
    keys.walk(table, 20)
    page.keyboard.press("Space")
    expect(polite).to_contain_text("bırakıldı.")
    lifted = seen.faces[3][1]  # its twin may be in the rack as well
    assert (20, lifted) in table.look().faces
    page.keyboard.press("Shift+ArrowRight")
    assert (21, lifted) in table.look().faces
    page.keyboard.press("u")
    page.keyboard.press("u")
    expect(polite).to_contain_text("Diziliş geri alındı.")
    assert table.look().faces == seen.faces
    for key, words in {
        "t": "Taşlar dizildi, açıkta kalan:",
        "y": "Taşlar dizildi, açıkta kalan:",
        "e": "15 taş.",
        "l": "Henüz hamle yok.",
        "v": "Zar ",
        "c": "Süreler. Sen:",
        "m": "Ses kapatıldı.",
    }.items():
        page.keyboard.press(key)
        expect(polite).to_contain_text(words)
    page.keyboard.press("d")
    expect(said).to_contain_text("Elinde 15 taş var; bir taş at.")
    page.keyboard.press("g")
    expect(said).to_contain_text("Göstergenin eşi elinde yok.")
    page.keyboard.press("p")
    expect(table.sheet).to_contain_text("Çifte gidilsin mi?")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(table.sheet).to_contain_text("Klavye kısayolları")
    page.keyboard.press("Escape")
    expect(table.sheet).to_have_count(0)
    keys.walk(table, table.look().slot_of(table.okey))
    turned = table.look().slots[table.look().slot_of(table.okey)]
    page.keyboard.press("f")
    assert table.look().slots[table.look().slot_of(table.okey)] != turned
    page.keyboard.press("b")
    expect(said).to_contain_text(re.compile("Diziliş bitmeye uygun değil|Bu elle bitemezsin"))

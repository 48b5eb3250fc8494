"""Reload, second tab, cut and silent lines, a killed server: the match goes on where it was."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Complaints, NewContext
from tests.browser.deals import plain
from tests.browser.hands import Mouse
from tests.browser.line import Line
from tests.browser.player import act, play
from tests.browser.server import Server
from tests.browser.table import Seen, Table, wait_until

SHORT = ("touch 29990", "short 20768")
"""Two deals of a match from 3 points."""


def clock(table: Table) -> int | None:
    """Seconds on the player's own clock."""
    shown = table.page.locator(".seat.own .clock")
    found = re.search(r"(\d+):(\d\d)", shown.inner_text()) if shown.count() else None
    return 60 * int(found[1]) + int(found[2]) if found else None


def lay_by_hand(table: Table) -> Seen:
    """An order of the rack that no program makes."""
    table.button("Taşları Diz").click()
    mouse = Mouse()
    for _ in range(2):
        mouse.drag(table, table.slot(table.look().faces[0][0]), table.slot(table.free_slot()))
    return table.look()


def test_reload_in_every_phase(server: Server, new_context: NewContext) -> None:
    context = new_context()
    page = context.new_page()
    table = Table(page)
    table.open(server.open_table(context, "klasik", SHORT[0], points=3))
    for phase in ("draw", "throw"):
        play(table, Mouse(), lambda seen, phase=phase: seen.state == phase)
        before = lay_by_hand(table)
        wait_until(page, "a clock that has run", lambda: (clock(table) or 600) < 599)
        left, pile = clock(table), table.pile
        page.reload()
        after = table.ready()
        assert after == before, phase
        assert table.pile == pile
        assert left is not None
        assert left - 20 < (clock(table) or 0) <= left, "the clock stands while nobody is there"
    for phase in ("result", "over"):
        play(table, Mouse(), lambda seen, phase=phase: seen.state == phase)
        checked = page.get_by_text("Deste doğrulandı")
        expect(checked).to_have_count(int(phase == "over"))  # which takes its time
        words = sheet_words(table)
        page.reload()
        table.ready(phase)
        expect(checked).to_have_count(int(phase == "over"))
        assert sheet_words(table) == words
    page.get_by_role("link", name="Ana sayfa").click()
    expect(page.get_by_role("button", name="Bilgisayara karşı")).to_be_visible()
    expect(page.get_by_text("Devam et")).to_have_count(0)  # a match that is over is not gone on with


def sheet_words(table: Table) -> list[str]:
    """What the sheet says, the countdown apart."""
    return [row.inner_text() for row in table.sheet.get_by_role("row").all()] + [
        table.sheet.locator("p").first.inner_text()
    ]


def test_going_home_and_back(server: Server, new_context: NewContext) -> None:
    context = new_context()
    page = context.new_page()
    table = Table(page)
    before = table.open(server.open_table(context, "klasik", plain))
    address = page.url
    table.button("Menü").click()
    page.get_by_role("link", name="Masadan ayrıl").click()
    page.get_by_role("link", name=re.compile("Klasik · Kolay")).click()
    assert table.ready() == before
    assert page.url == address


def test_a_second_tab_takes_over_and_the_first_takes_back(server: Server, new_context: NewContext) -> None:
    context = new_context()
    first = Table(context.new_page())
    address = server.open_table(context, "klasik", plain)
    before = first.open(address)
    second = Table(context.new_page())
    assert second.open(address).faces == before.faces
    words = "Bu masa başka bir sekmede açıldı. Oyun orada sürüyor."
    expect(first.page.get_by_role("alert")).to_contain_text(words)
    act(second, Mouse(), second.ready("throw"))
    after = second.ready("draw")
    first.button("Burada oyna").click()
    expect(second.page.get_by_role("alert")).to_contain_text(words)
    first.page.bring_to_front()
    assert first.ready("draw").faces == after.faces
    act(first, Mouse(), first.ready("draw"))
    assert len(first.ready("throw").faces) == 15


def test_a_cut_line_says_so_and_a_move_made_meanwhile_is_made_once(server: Server, new_context: NewContext) -> None:
    context = new_context()
    page = context.new_page()
    line = Line(page)
    table = Table(page)
    table.open(server.open_table(context, "klasik", plain))
    act(table, Mouse(), table.ready("throw"))
    before = table.ready("draw")
    pile = table.pile
    line.break_off()
    net = page.get_by_role("status")
    expect(net).to_have_text("Bağlantı koptu, yeniden deneniyor")
    for _ in range(3):  # one is sent when the line is back; the others are not taken
        page.mouse.click(*(table.deck.bounding_box()[key] + 10 for key in ("x", "y")))  # type: ignore[index]
    expect(page.locator(".seat.own")).to_contain_text("Gönderiliyor…")
    line.mend()
    expect(net).to_have_text("Bağlı")
    after = table.ready("throw")
    assert len(after.faces) == 15
    assert table.pile == pile - 1
    assert set(before.faces) <= set(after.faces)


def test_a_silent_line_is_noticed_within_eight_seconds(server: Server, new_context: NewContext) -> None:
    context = new_context()
    page = context.new_page()
    page.clock.install()
    line = Line(page)
    table = Table(page)
    table.page.goto(server.open_table(context, "klasik", plain))
    net = page.get_by_role("status")
    expect(net).to_have_text("Bağlı")
    table.ready("throw")
    page.clock.run_for(2_600)  # a ping is answered
    line.silent = True
    page.clock.run_for(8_000)
    assert net.inner_text() in ("Bağlantı koptu, yeniden deneniyor", "Bağlanıyor…")
    line.mend()
    page.clock.resume()
    expect(net).to_have_text("Bağlı")
    assert len(table.look().faces) == 15


def test_offline_and_online_again(server: Server, new_context: NewContext) -> None:
    context = new_context()
    page = context.new_page()
    table = Table(page)
    before = table.open(server.open_table(context, "klasik", plain))
    net = page.get_by_role("status")
    context.set_offline(True)
    expect(net).to_have_text("Çevrimdışı")
    context.set_offline(False)
    expect(net).to_have_text("Bağlı")
    assert table.ready() == before


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "data") as running:
        yield running


def test_a_killed_server_comes_back_and_the_match_goes_on(
    mortal: Server, new_context: NewContext, complaints: Complaints
) -> None:
    complaints.expect("WebSocket connection to", "ERR_CONNECTION_REFUSED")
    context = new_context()
    page = context.new_page()
    table = Table(page)
    table.open(mortal.open_table(context, "klasik", SHORT[1], points=3))
    net = page.get_by_role("status")
    for phase in ("draw", "throw"):
        play(table, Mouse(), lambda seen, phase=phase: seen.state == phase)
        before = lay_by_hand(table)
        mortal.kill()
        expect(net).to_have_text("Bağlantı koptu, yeniden deneniyor")
        mortal.start()
        expect(net).to_have_text("Bağlı")
        assert table.ready() == before
    act(table, Mouse(), table.look())
    before = table.ready("draw")
    pile = table.pile
    table.deck.click()
    mortal.kill()  # stored or not, answered or not: it is drawn once
    expect(net).to_have_text("Bağlantı koptu, yeniden deneniyor")
    mortal.start()
    after = table.ready("throw")
    assert set(before.faces) <= set(after.faces)
    assert table.pile == pile - 1
    play(table, Mouse(), lambda seen: seen.state == "over")

"""People at one table, from the link to the result of the match, while lines, tabs and the server fail."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright, expect

from okey.fair.trust import Keyring
from okey.record.verify import verify
from okey.rules.ruleset import PRESETS
from tests.browser.company import SHORT, a_word, found, sit
from tests.browser.conftest import Complaints, NewContext, violations
from tests.browser.hands import Hands, Mouse, Touch
from tests.browser.line import Line
from tests.browser.player import act, take_turns
from tests.browser.server import Server
from tests.browser.table import Table, wait_until


def test_four_people_from_the_link_to_the_result(
    server: Server, new_context: NewContext, complaints: Complaints, playwright: Playwright
) -> None:
    """A reload, a cut line, a closed and opened tab and a killed server, each in the middle of the match."""
    device = playwright.devices["Pixel 7"]
    contexts = [new_context(), new_context(**device), new_context("landscape"), new_context(locale="en-US")]
    pages = [context.new_page() for context in contexts]
    line = Line(pages[1])
    link = found(server, contexts[0], SHORT, a_word(SHORT, 24, 34))
    tables = [sit(page, link, place) for place, page in enumerate(pages, 1)]
    hands: list[Hands] = [Mouse(), Touch(contexts[1].new_cdp_session(pages[1])), Mouse(), Mouse()]

    def go_on(most: int) -> bool:
        return take_turns(list(zip(tables, hands, strict=True)), "over", most)

    go_on(5)
    before = tables[0].look().faces
    pages[0].reload()
    wait_until(pages[0], "the rack as it was", lambda: tables[0].look().faces == before)
    go_on(5)
    line.break_off()
    expect(pages[1].get_by_role("status")).to_have_text("Bağlantı koptu, yeniden deneniyor")
    line.mend()
    go_on(5)
    pages[2].close()
    pages[2] = contexts[2].new_page()
    pages[2].goto(link)
    tables[2] = Table(pages[2])
    go_on(5)
    complaints.expect("WebSocket connection to", "ERR_CONNECTION_REFUSED")
    server.kill()
    server.start()
    assert go_on(400)
    for page in pages:
        expect(page.get_by_role("dialog")).to_be_visible()
    assert len({rows_of(table) for table in tables}) == 1
    record = contexts[0].request.get(f"{server.base}/api/tables/{link.rsplit('/', 1)[1]}/record")
    keys = Keyring([bytes.fromhex(key) for key in contexts[0].request.get(f"{server.base}/api/keys").json()["keys"]])
    assert verify(record.body(), keys).exit_code == 0


@pytest.mark.parametrize("seats", [2, 3])
def test_a_whole_match(server: Server, new_context: NewContext, playwright: Playwright, seats: int) -> None:
    """Desktop and phone at one table."""
    rules = replace(SHORT, seats=seats)
    contexts = [new_context(), new_context(**playwright.devices["Pixel 7"]), new_context("portrait")][:seats]
    pages = [context.new_page() for context in contexts]
    link = found(server, contexts[0], rules, a_word(rules, 10, 24))
    tables = [sit(page, link, place) for place, page in enumerate(pages, 1)]
    touch = Touch(contexts[1].new_cdp_session(pages[1]))
    hands: list[Hands] = [Mouse(), touch, Mouse()]
    assert take_turns(list(zip(tables, hands, strict=False)), "over")
    assert len({rows_of(table) for table in tables}) == 1
    pages[0].get_by_role("dialog").get_by_role("button", name="Rövanş").click()
    for page in pages[1:]:
        page.get_by_role("dialog").get_by_role("button", name="Katıl").click()
    for page in pages:
        page.wait_for_url(lambda address: address != link)
    for page in pages:
        wait_until(page, "a rack at the new table", partial(dealt, page))


def dealt(page: Page) -> bool:
    """Whether tiles lie on the rack."""
    return len(Table(page).look().faces) >= 14


def heard(page: Page) -> list[dict[str, Any]]:
    """The frames of the server, from here on also those to come."""
    frames: list[dict[str, Any]] = []
    page.on("websocket", lambda line: line.on("framereceived", lambda text: frames.append(json.loads(text))))
    return frames


def two(server: Server, contexts: list[BrowserContext]) -> tuple[str, list[Table]]:
    """A match of two people that has begun: its link and their tables."""
    link = found(server, contexts[0], replace(PRESETS["klasik"], seats=2))
    tables = [sit(context.new_page(), link, place) for place, context in enumerate(contexts, 1)]
    for table in tables:
        table.deck.wait_for()
    return link, tables


def test_a_stranger_watches_late_and_as_long_as_the_founder_likes(server: Server, new_context: NewContext) -> None:
    """No tile of a rack reaches the stranger's browser, and every move later than the players'."""
    link, tables = two(server, [new_context(), new_context()])
    founder, other = (table.page for table in tables)
    stranger = new_context("portrait").new_page()
    late = heard(stranger)
    stranger.goto(link)
    expect(stranger.get_by_text("İzliyorsun, 1 sn gecikmeli")).to_be_visible()
    soon = heard(other)
    other.reload()
    for page in (founder, other):
        expect(page.get_by_text("1 izleyici")).to_be_attached()
    assert not take_turns([(table, Mouse()) for table in tables], "over", 4)
    wait_until(stranger, "the pile of the players", lambda: Table(stranger).pile == tables[0].pile)
    assert stranger.locator("[data-slot]").count() == 0
    assert [frame["view"]["rack"] for frame in late if frame["t"] == "snap"] == [[]]
    told = {frame["n"]: frame["now"] for frame in soon if frame["t"] == "ev"}
    moves = [frame for frame in late if frame["t"] == "ev" and frame["n"] in told]
    assert moves
    assert all(frame["tile"] is None and frame["rack"] is None for frame in moves)
    assert all(frame["now"] > told[frame["n"]] for frame in moves)
    assert violations(stranger) == []
    founder.get_by_role("button", name="Menü").click()
    founder.get_by_role("button", name="İzlenebilir: evet").click()
    expect(founder.get_by_role("button", name="İzlenebilir: hayır")).to_be_visible()
    expect(stranger.get_by_text("masa izlemeye kapalı")).to_be_visible()
    expect(other.get_by_text("1 izleyici")).not_to_be_attached()


def test_a_phrase_is_read_in_the_readers_language(server: Server, new_context: NewContext) -> None:
    _, (mine, theirs) = two(server, [new_context(), new_context(settings={"lang": "en"})])
    mine.button("Sohbet").click()
    assert violations(mine.page) == []
    mine.button("Teşekkürler").click()
    expect(theirs.live("polite")).to_contain_text("Thank you")
    expect(mine.sheet).to_have_count(0)


def test_the_table_draws_by_itself_for_whoever_asked(server: Server, new_context: NewContext) -> None:
    """The page takes the moves made in its name for asked for: no alarm."""
    _, (mine, theirs) = two(server, [new_context(), new_context()])
    mine.button("Otomatik").click()
    mine.page.get_by_role("switch", name="Desteden otomatik çek").click()
    assert violations(mine.page) == []
    mine.page.keyboard.press("Escape")
    expect(mine.page.locator(".own .badges")).to_contain_text("Otomatik: çek")
    hands = Mouse()
    throws = 0
    while throws < 2:
        mover = wait_until(mine.page, "somebody's turn", lambda: next(turns(mine, theirs), None))
        act(mover, hands, mover.look())
        throws += mover is mine
    for table in (mine, theirs):
        expect(table.page.get_by_role("alert")).to_have_count(0)


def turns(mine: Table, theirs: Table) -> Iterator[Table]:
    """Whose move it is, where mine are only throws: what is drawn comes by itself."""
    if mine.look().state == "throw":
        yield mine
    if theirs.look().state in ("draw", "throw"):
        yield theirs


def rows_of(table: Table) -> tuple[str, ...]:
    """The numbers of the result, without who is who."""
    rows = [row.get_by_role("cell").all_inner_texts() for row in table.sheet.get_by_role("row").all()]
    return tuple(cell for row in rows for cell in row if not any(sign.isalpha() for sign in cell))

"""How the table looks: accessible in every phase, right on every screen, calm when asked, readable without colour."""

from __future__ import annotations

import json
import math
import re
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from okey.rules.tiles import FALSE_JOKER, Face, okey_face
from tests.browser.conftest import VIEWPORTS, NewContext, violations
from tests.browser.deals import plain
from tests.browser.hands import Mouse, middle
from tests.browser.pictures import grey
from tests.browser.player import act, play
from tests.browser.server import Server
from tests.browser.table import Table, face_of

SHORT = {"portrait": "short 28544", "desktop": "short 21837", "no-preference": "short 2474", "reduce": "short 15475"}
"""Two deals of a match from 3 points; a word serves one test."""
LOOKS = [
    ("portrait", {"lang": "tr", "skin": "klasik-sari"}),
    ("landscape", {"lang": "en", "skin": "klasik-yesil", "twoLetters": True}),
    ("desktop", {"lang": "tr", "skin": "ayirt-sari", "highContrast": True}),
    ("portrait", {"lang": "en", "skin": "ayirt-yesil", "largeTiles": True}),
]


@pytest.mark.parametrize(("size", "settings"), LOOKS, ids=[f"{size} {look['skin']}" for size, look in LOOKS])
def test_the_table_is_accessible_in_every_phase(
    server: Server, new_context: NewContext, size: str, settings: dict[str, Any]
) -> None:
    context = new_context(size, settings)
    page = context.new_page()
    table = Table(page)
    table.open(server.open_table(context, "usta", plain, points=3))
    page.evaluate("document.fonts.ready")
    assert violations(page) == [], "throw"
    table.button(re.compile("^(Çifte Git|Go for pairs)$")).click()
    assert violations(page) == [], "a question"
    page.keyboard.press("Escape")
    table.slot(0).click()
    table.button(re.compile("^(Bitir|Finish)$")).last.click()
    expect(page.locator(".fault").first).to_be_visible()
    assert violations(page) == [], "a refused finish"
    page.locator(".toast button").click()  # it may lie over what is pressed next
    play(table, Mouse(), lambda seen: seen.state == "draw")
    assert violations(page) == [], "draw"
    for name in ("Skor|Score", "Hamleler|Moves", "Ayarlar|Settings", "Klavye kısayolları|Keyboard shortcuts"):
        table.button(re.compile("^(Menü|Menu)$")).click()
        table.button(re.compile(f"^({name})$")).click()
        expect(table.sheet.get_by_role("heading").first).to_have_text(re.compile(name))
        table.sheet.locator("h3, table, ol, dl, ul, p").first.wait_for()
        assert violations(page) == [], name
        page.keyboard.press("Escape")


@pytest.mark.parametrize("size", ["portrait", "desktop"])
def test_the_sheets_after_a_deal_and_a_match_are_accessible(server: Server, new_context: NewContext, size: str) -> None:
    context = new_context(size)
    table = Table(context.new_page())
    table.open(server.open_table(context, "klasik", SHORT[size], points=3))
    for phase in ("result", "over"):
        play(table, Mouse(), lambda seen, phase=phase: seen.state == phase)
        assert violations(table.page) == [], phase


SMALL = {
    "320 wide": {"viewport": {"width": 320, "height": 568}},
    "320 wide, large tiles": {"viewport": {"width": 320, "height": 568}, "settings": {"largeTiles": True}},
    "200 % of a desktop": {"viewport": {"width": 720, "height": 450}, "device_scale_factor": 2},
    "200 % of a phone lying": {"viewport": {"width": 320, "height": 256}, "device_scale_factor": 2},
}


@pytest.mark.parametrize("screen", SMALL)
def test_small_screens_lose_nothing(server: Server, new_context: NewContext, screen: str) -> None:
    context = new_context(**SMALL[screen])
    page = context.new_page()
    table = Table(page)
    table.open(server.open_table(context, "usta", plain, seats=4))
    width, height = page.viewport_size["width"], page.viewport_size["height"]  # type: ignore[index]
    names = ["Taşları Diz", "Çift Diz", "Geri al", "Taş at", "Bitir", "Çifte Git", "Gösterge göster", "Menü"]
    places = [*map(table.button, names), table.deck, table.corner, table.shown]
    places += [table.slot(slot) for slot in range(len(table.look().slots))]
    for place in places:
        place.scroll_into_view_if_needed()
        box = place.bounding_box()
        assert box is not None
        assert box["x"] >= -1, place
        assert box["x"] + box["width"] <= width + 1, place
        assert box["height"] >= 20, place
        assert box["y"] + box["height"] <= height + 1, place
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    mouse = Mouse()
    for _ in range(3):
        act(table, mouse, table.ready())


@pytest.mark.parametrize("lang", ["tr", "en"])
@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 640), (768, 1024)])
def test_the_bar_is_one_row(server: Server, new_context: NewContext, width: int, height: int, lang: str) -> None:
    context = new_context(viewport={"width": width, "height": height}, settings={"lang": lang})
    table = Table(context.new_page())
    table.open(server.open_table(context, "klasik", plain, seats=4))
    table.page.evaluate("document.fonts.ready.then(() => 0)")
    tops = table.page.evaluate(
        "[...document.querySelectorAll('.bar > button')].map((each) => each.getBoundingClientRect().y)"
    )
    assert len(tops) >= 5
    assert len(set(tops)) == 1


def test_less_motion_moves_nothing_across_the_screen(server: Server, new_context: NewContext) -> None:
    """Every animation that the page starts is noted; with reduced motion none of them moves or turns anything."""
    moved = {}
    for motion in ("no-preference", "reduce"):
        context = new_context(reduced_motion=motion)
        page = context.new_page()
        page.add_init_script("""
          window.moves = []
          const animate = Element.prototype.animate
          Element.prototype.animate = function (frames, options) {
            const text = JSON.stringify(frames)
            if (/translate|transform|scale|rotate/.test(text) && options?.duration !== 0) window.moves.push(text)
            return animate.call(this, frames, options)
          }
          for (const name of ["animationstart", "transitionstart"])
            document.addEventListener(name, (event) => {
              const seconds = parseFloat(getComputedStyle(event.target).animationDuration)
              const moving = name === "animationstart"
                ? seconds > 0.01
                : /translate|transform|scale|rotate/.test(event.propertyName)
              if (moving) window.moves.push(`${name} ${event.animationName ?? event.propertyName}`)
            }, true)
        """)
        table = Table(page)
        table.open(server.open_table(context, "klasik", SHORT[motion], points=3))
        table.button("Taşları Diz").click()
        play(table, Mouse(), lambda seen: seen.state == "result")
        moved[motion] = page.evaluate("window.moves")
        expected = "less" if motion == "reduce" else "full"
        assert page.get_attribute("html", "data-motion") == expected
    assert moved["no-preference"]
    assert moved["reduce"] == []


# --- every face, drawn and read back


class Cabinet:
    """A table whose rack the test fills: the server's own picture of the table, with other tiles."""

    def __init__(self, page: Page, address: str) -> None:
        page.route_web_socket(re.compile("/ws$"), self._open)
        self.table = Table(page)
        self.table.open(address)
        page.reload()  # now the first frame is a picture of a deal that is being played
        self.table.ready("throw")

    def _open(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.connect_to_server().on_message(self._hear)

    def _hear(self, message: str | bytes) -> None:
        frame = json.loads(message)
        if frame["t"] == "snap":
            self._snap = frame
        self._socket.send(message)

    def end(self, deals: int) -> None:
        """So many deals have been played."""
        result = {"starter": 0, "indicator": 0, "seat": 1, "reason": 1, "changes": [-2, 0, -2, -2], "shows": [0] * 4}
        result |= {"kind": 1, "tile": None, "groups": []}
        results = [{"deal": deal, **result} for deal in range(1, deals + 1)]
        self._snap["view"].update(results=results, deal=deals + 1)
        self._socket.send(json.dumps(self._snap))

    def fill(self, tiles: list[int], indicator: int) -> list[str]:
        """Lay these tiles on the rack, as those of another deal; the names of their slots."""
        view = self._snap["view"]
        view.update(rack=tiles, indicator=indicator, deal=view["deal"] + 1)
        self._socket.send(json.dumps(self._snap))
        page = self.table.page
        expect(page.locator(".piece")).to_have_count(len(tiles))
        expect(self.table.slot(0)).to_have_attribute("data-drag", f"rack:{tiles[0]}")
        page.evaluate("Promise.all(document.getAnimations().map((moving) => moving.finished)).then(() => 0)")
        return [name.split(", 1. sıra")[0] for name in self.table.look().slots[: len(tiles)]]


def test_of_many_deals_the_score_shows_the_latest(server: Server, page: Page) -> None:
    cabinet = Cabinet(page, server.open_table(page.context, "klasik", plain, seats=4))
    score = page.get_by_role("group", name="Skor")
    for deals in (12, 13):
        cabinet.end(deals)
        expect(score.get_by_role("rowheader", name=str(deals))).to_be_in_viewport()
        expect(score.get_by_role("columnheader", name="Sen")).to_be_in_viewport()
        expect(score.get_by_role("rowheader", name="Toplam")).to_be_in_viewport()
        box, last = score.locator("tfoot").bounding_box(), score.get_by_role("row").nth(deals + 1).bounding_box()
        assert box is not None
        assert last is not None
        assert last["y"] + last["height"] <= box["y"] + 1, "it is not under the sum"


BOXES = """(top) => [...document.querySelectorAll(".piece .tile")].map((tile) => {
  const box = (part) => {
    const { x, y, width, height } = (tile.querySelector(part) ?? tile).getBoundingClientRect()
    return [x, y - top, width, height]
  }
  return { number: box(".number"), mark: box(".mark"), text: tile.textContent.trim() }
})"""
SIDE = 24


def shape(picture: np.ndarray[Any, Any], box: list[float], scale: int) -> np.ndarray[Any, Any]:
    """What is inked in a box, stretched to SIDE x SIDE; the box is cut down to the ink."""
    x, y, width, height = (round(value * scale) for value in box)
    part = picture[y : y + height, x : x + width]
    ink = part < (int(part.min()) + int(part.max())) / 2
    rows, columns = np.flatnonzero(ink.any(1)), np.flatnonzero(ink.any(0))
    ink = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    down = np.arange(SIDE) * ink.shape[0] // SIDE
    across = np.arange(SIDE) * ink.shape[1] // SIDE
    return ink[np.ix_(down, across)]


def alike(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> float:
    """Shared ink over all ink."""
    return float((one & other).sum() / (one | other).sum())


def ideal_marks() -> list[np.ndarray[Any, Any]]:
    """Diamond, triangle, disc and square: the marks of red, the fourth colour, blue and black."""
    y, x = (np.mgrid[0:SIDE, 0:SIDE] + 0.5) / SIDE * 2 - 1
    return [abs(x) + abs(y) <= 1, abs(x) <= (y + 1) / 2, x * x + y * y <= 1, np.ones_like(x, dtype=bool)]


@pytest.mark.parametrize(
    "settings",
    [{"skin": "klasik-sari"}, {"skin": "klasik-yesil", "highContrast": True}],
    ids=["plain", "high contrast"],
)
def test_every_tile_is_drawn_and_read_back_without_its_colour(
    server: Server, browser: Browser, new_context: NewContext, settings: dict[str, Any]
) -> None:
    """B104, and a greyscale screenshot: the shape of the mark names the colour, the figure the number."""
    scale = 2
    context = new_context(settings=settings, device_scale_factor=scale)
    page = context.new_page()
    cabinet = Cabinet(page, server.open_table(context, "klasik", plain))
    page.evaluate("document.fonts.ready")
    rack = page.get_by_role("group", name="Istakan").bounding_box()
    assert rack is not None
    width, height = VIEWPORTS["desktop"]
    marks = ideal_marks()
    figures: dict[Face, np.ndarray[Any, Any]] = {}
    for first in range(0, 106, 15):
        tiles = list(range(first, min(106, first + 15)))
        indicator = 60 if first < 50 else 0
        okey = okey_face(indicator)
        assert [face_of(name) for name in cabinet.fill(tiles, indicator)] == [tile >> 1 for tile in tiles]
        top = math.floor(rack["y"])
        picture = grey(browser, page.screenshot(clip={"x": 0, "y": top, "width": width, "height": height - top}))
        for tile, boxes in zip(tiles, page.evaluate(BOXES, top), strict=True):
            face = tile >> 1
            printed = okey if face == FALSE_JOKER else face
            number = printed % 13 + 1
            assert re.match(r"\d+", boxes["text"])[0] == str(number)  # type: ignore[index]
            likeness = [alike(shape(picture, boxes["mark"], scale), mark) for mark in marks]
            assert likeness.index(max(likeness)) == printed // 13, (tile, likeness)
            if face != FALSE_JOKER:
                figures[face] = shape(picture, boxes["number"], scale)
    for face, figure in figures.items():
        likeness = [alike(figure, figures[39 + number]) for number in range(13)]
        assert likeness.index(max(likeness)) == face % 13, (face, likeness)


def test_a_false_joker_and_an_okey_are_told_apart(server: Server, new_context: NewContext) -> None:
    context = new_context()
    page = context.new_page()
    cabinet = Cabinet(page, server.open_table(context, "klasik", plain))
    names = cabinet.fill([104, 105, 0, 1, 2], 25)  # red 13 names red 1
    assert names == [*["Sahte okey, kırmızı 1 yerine"] * 2, *["Okey, kırmızı 1, joker"] * 2, "Kırmızı 2"]
    expect(page.locator(".piece .joker .star")).to_have_count(2)
    expect(page.locator(".piece .ringed")).to_have_count(2)
    cabinet.table.slot(2).click(button="right")
    expect(page.locator(".piece .covered.ringed")).to_have_count(1)
    expect(cabinet.table.slot(2)).to_have_attribute("aria-label", re.compile("^Okey, kırmızı 1, joker, ters"))


def test_tiles_keep_their_size_on_the_three_screens(server: Server, new_context: NewContext) -> None:
    """UX, layout and sizes: rows, columns and the least tile width."""
    for size, (rows, columns, least) in {
        "portrait": (3, 10, 32),
        "landscape": (2, 15, 39),
        "desktop": (2, 15, 68),
    }.items():
        context = new_context(size)
        table = Table(context.new_page())
        seen = table.open(server.open_table(context, "klasik", plain, seats=4))
        assert seen.place(len(seen.slots) - 1) == (rows, columns)
        box = table.page.locator(".piece .tile").first.bounding_box()
        assert box is not None
        assert box["width"] >= least, (size, box)
        corner, deck = middle(table.corner), middle(table.deck)
        assert abs(corner[0] - deck[0]) + abs(corner[1] - deck[1]) > 80
        assert table.page.evaluate("document.documentElement.scrollHeight <= innerHeight"), f"{size} scrolls"
        assert VIEWPORTS[size] == tuple(table.page.viewport_size.values())  # type: ignore[union-attr]

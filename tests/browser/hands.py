"""Ways of acting at the table on a page: by mouse, by touch, by the keyboard alone."""

from __future__ import annotations

import re
from collections import Counter
from typing import Protocol

from playwright.sync_api import CDPSession, Locator

from tests.browser.table import Table

BRIEF = 6_000.0
"""Milliseconds until what must be there to be pressed is given up: whoever presses looks again then."""
HELD = re.compile("seçili|selected")
THROW = re.compile("^(Taş at|Throw)$")
FINISH = re.compile("^(Bitir|Finish)$")


class Hands(Protocol):
    """A way of acting at the table. `way` is how the last gesture was made."""

    way: str

    def draw(self, table: Table) -> None: ...
    def throw(self, table: Table, slot: int) -> None: ...
    def finish(self, table: Table, slot: int) -> None: ...
    def press(self, table: Table, name: str | re.Pattern[str]) -> None: ...


def middle(place: Locator) -> tuple[float, float]:
    """The middle of an element on the screen."""
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Mouse:
    """Clicks and drags; every second time the other way."""

    def __init__(self) -> None:
        self.turns: Counter[tuple[str, ...]] = Counter()
        self.ways: set[str] = set()
        self.way = ""

    def _way(self, *ways: str) -> str:
        self.way = ways[self.turns[ways] % len(ways)]
        self.turns[ways] += 1
        self.ways.add(self.way)
        return self.way

    def tap(self, place: Locator) -> None:
        """Press a place once it can be pressed."""
        place.click(timeout=BRIEF)

    def hold(self, table: Table, slot: int) -> None:
        """Have the tile of a slot in hand; tapped once more it would be its whole group."""
        if not HELD.search(table.look().slots[slot]):
            self.tap(table.slot(slot))

    def drag(self, table: Table, source: Locator, target: Locator) -> None:
        """Places are measured when the pointer goes there: the page may have moved until then."""
        mouse = table.page.mouse
        source.hover(timeout=BRIEF)
        mouse.move(*middle(source))
        mouse.down()
        try:
            mouse.move(*middle(target), steps=5)
        finally:
            mouse.up()

    def draw(self, table: Table) -> None:
        if self._way("draw by drag", "draw by click") == "draw by drag":
            self.drag(table, table.deck, table.slot(table.free_slot()))
        else:
            self.tap(table.deck)

    def throw(self, table: Table, slot: int) -> None:
        way = self._way("throw by button", "throw by drag", "throw by click")
        if way == "throw by drag":
            self.drag(table, table.slot(slot), table.corner)
            return
        self.hold(table, slot)
        self.tap(table.button(THROW) if way == "throw by button" else table.corner)

    def finish(self, table: Table, slot: int) -> None:
        if self._way("finish by drop", "finish by button") == "finish by drop":
            self.drag(table, table.slot(slot), table.deck)
        else:
            self.hold(table, slot)
            self.tap(table.button(FINISH).last)

    def press(self, table: Table, name: str | re.Pattern[str]) -> None:
        self.tap(table.button(name))


class Touch(Mouse):
    """Taps, and drags by a real finger."""

    def __init__(self, session: CDPSession) -> None:
        super().__init__()
        self.session = session

    def finger(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def tap(self, place: Locator) -> None:
        place.tap(timeout=BRIEF)

    def drag(self, table: Table, source: Locator, target: Locator) -> None:
        x, y = middle(source)
        self.finger("touchStart", (x, y))
        try:
            to_x, to_y = middle(target)
            for step in range(1, 7):
                self.finger("touchMove", (x + (to_x - x) * step / 6, y + (to_y - y) * step / 6))
            table.page.wait_for_timeout(100)  # the finger stands still, or the browser takes it for a fling
            self.finger("touchMove", (to_x, to_y))
        finally:
            self.finger("touchEnd")

    def draw(self, table: Table) -> None:
        if self._way("draw by drag", "draw by tap") == "draw by drag":
            self.drag(table, table.deck, table.slot(table.free_slot()))
        else:
            self.tap(table.deck)


class Keys:
    """The keyboard alone."""

    way = "keys"

    def key(self, table: Table, key: str) -> None:
        table.page.keyboard.press(key)

    def tab_to(self, table: Table, found: str) -> None:
        """Tab on until the focus is on what the script `found` says of `document.activeElement` (named `e`)."""
        for _ in range(40):
            if table.page.evaluate(f"() => {{ const e = document.activeElement; return Boolean({found}) }}"):
                return
            self.key(table, "Tab")
        raise AssertionError(f"the focus never came to {found}")

    def walk(self, table: Table, slot: int) -> None:
        """From wherever the cursor is to a slot of the rack."""
        self.tab_to(table, "e.dataset.slot")
        here = int(table.page.evaluate("document.activeElement.dataset.slot"))
        row, column = table.look().place(slot)
        down = row - table.look().place(here)[0]
        for _ in range(abs(down)):
            self.key(table, "ArrowDown" if down > 0 else "ArrowUp")
        self.key(table, "Home")
        for _ in range(column - 1):
            self.key(table, "ArrowRight")
        assert table.page.evaluate("document.activeElement.dataset.slot") == str(slot)

    def draw(self, table: Table) -> None:
        self.tab_to(table, "e.dataset.slot")
        self.key(table, "d")

    def throw(self, table: Table, slot: int) -> None:
        self.walk(table, slot)
        self.key(table, "a")

    def finish(self, table: Table, slot: int) -> None:
        self.walk(table, slot)
        self.key(table, "b")

    def press(self, table: Table, name: str | re.Pattern[str]) -> None:
        pattern = name.pattern if isinstance(name, re.Pattern) else f"^{re.escape(name)}$"
        self.tab_to(table, f"e.localName === 'button' && /{pattern}/.test(e.textContent.trim())")
        self.key(table, "Enter")

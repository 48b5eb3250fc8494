"""A player in front of the page: reads names, roles and texts; acts by mouse, touch or keys."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from playwright.sync_api import CDPSession, Locator, Page

from okey.rules.tiles import FALSE_JOKER, Face, Tile, okey_face
from okey.solver import best_throw, finishes

WORDS = (("kırmızı", "red"), ("sarı", "yeşil", "yellow", "green"), ("mavi", "blue"), ("siyah", "black"))
COLOURS = {word: colour for colour, words in enumerate(WORDS) for word in words}
NUMBERED = re.compile(rf"({'|'.join(COLOURS)}) (\d+)")
PLACE = re.compile(r"(?:row )?(\d+)(?:\. sıra| place) (\d+)")
TODO = {
    "Taş çek ya da al": "draw",
    "Draw or take a tile": "draw",
    "Verilen taşı al": "take",
    "Bir taş at": "throw",
    "Throw a tile": "throw",
}
SHEETS = {"El bitti": "result", "Deal over": "result", "Maç bitti": "over", "Match over": "over"}
LOOK = """() => ({
  sheet: document.querySelector("dialog[open] h2")?.textContent.trim() ?? "",
  todo: document.querySelector(".own .todo")?.textContent.trim() ?? "",
  slots: [...document.querySelectorAll("[data-slot]")].map(slot => slot.getAttribute("aria-label")),
})"""
PATIENCE = 30.0


def face_of(name: str) -> Face | None:
    """The face that an accessible name tells; None for an empty slot."""
    if name.startswith(("Sahte okey", "False joker")):
        return FALSE_JOKER
    found = NUMBERED.search(name.replace("İ", "i").replace("I", "ı").lower())
    return None if found is None else 13 * COLOURS[found[1]] + int(found[2]) - 1


def wait_until(page: Page, what: str, condition: Callable[[], Any]) -> Any:
    """The first true answer of `condition`, asked again and again while the page lives on."""
    end = time.monotonic() + PATIENCE
    while not (answer := condition()):
        assert time.monotonic() < end, f"never seen: {what}"
        page.wait_for_timeout(20)
    return answer


@dataclass
class Seen:
    """One look at the table."""

    state: str
    """draw, take, throw, result, over, or "" while others move."""
    slots: list[str]
    """Accessible names of all slots."""

    @property
    def faces(self) -> list[tuple[int, Face]]:
        """Slot and face of every tile."""
        read = [(slot, face_of(name)) for slot, name in enumerate(self.slots)]
        return [(slot, face) for slot, face in read if face is not None]

    @property
    def tiles(self) -> dict[Tile, int]:
        """An id for every tile (the names do not tell the copies apart), with its slot."""
        copies: Counter[Face] = Counter()
        found = {}
        for slot, face in self.faces:
            found[2 * face + copies[face]] = slot
            copies[face] += 1
        return found

    def slot_of(self, face: Face) -> int:
        return next(slot for slot, other in self.faces if other == face)

    def place(self, slot: int) -> tuple[int, int]:
        """Row and place of a slot, both from 1."""
        found = PLACE.search(self.slots[slot])
        assert found is not None
        return int(found[1]), int(found[2])


class Table:
    """The table on a page, in Turkish or English."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, address: str) -> Seen:
        """Go to a table and wait until it can be played."""
        self.page.goto(address)
        return self.ready()

    def look(self) -> Seen:
        seen = self.page.evaluate(LOOK)
        state = SHEETS.get(seen["sheet"], "")
        if not seen["sheet"]:
            state = TODO.get(seen["todo"], "")
        look = Seen(state, seen["slots"])
        expected = {"draw": 14, "take": 14, "throw": 15}.get(state)
        return look if expected in (None, len(look.faces)) else Seen("", look.slots)

    def ready(self, *states: str) -> Seen:
        """Wait until it is the player's turn or a sheet is open; with `states`, until it is one of them."""

        def look() -> Seen | None:
            seen = self.look()
            return seen if (seen.state in states if states else seen.state) else None

        found = wait_until(self.page, " or ".join(states) or "a state to act in", look)
        assert isinstance(found, Seen)
        return found

    @property
    def indicator(self) -> Tile:
        name = self.page.get_by_role("button", name=re.compile("^(Gösterge|Indicator): ")).get_attribute("aria-label")
        face = face_of(name or "")
        assert face is not None
        return 2 * face

    @property
    def okey(self) -> Face:
        return okey_face(self.indicator)

    @property
    def pile(self) -> int:
        name = self.deck.get_attribute("aria-label") or ""
        return int(re.findall(r"\d+", name)[0])

    @property
    def deck(self) -> Locator:
        return self.page.get_by_role("button", name=re.compile("^(Deste|Deck), "))

    @property
    def corner(self) -> Locator:
        """Where own throws go."""
        return self.page.get_by_role("button", name=re.compile("^(Atış yerin|Your throw)"))

    @property
    def shown(self) -> Locator:
        """The indicator's place."""
        return self.page.get_by_role("button", name=re.compile("^(Gösterge|Indicator): "))

    def slot(self, number: int) -> Locator:
        return self.page.locator(f'[data-slot="{number}"]')

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str))

    @property
    def sheet(self) -> Locator:
        return self.page.get_by_role("dialog")

    def live(self, kind: str) -> Locator:
        """What a screen reader is told: `polite` or `assertive`."""
        return self.page.locator(f".sr-only[aria-live={kind}]")

    def free_slot(self) -> int:
        """An empty slot at the end of the rack."""
        seen = self.look()
        taken = {slot for slot, _ in seen.faces}
        return max(slot for slot in range(len(seen.slots)) if slot not in taken)


class Hands(Protocol):
    """A way of acting at the table."""

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

    def _way(self, *ways: str) -> str:
        way = ways[self.turns[ways] % len(ways)]
        self.turns[ways] += 1
        self.ways.add(way)
        return way

    def drag(self, table: Table, source: Locator, target: Locator) -> None:
        mouse = table.page.mouse
        source.hover()
        mouse.move(*middle(source))
        mouse.down()
        mouse.move(*middle(target), steps=5)
        mouse.up()

    def draw(self, table: Table) -> None:
        if self._way("draw by drag", "draw by click") == "draw by drag":
            self.drag(table, table.deck, table.slot(table.free_slot()))
        else:
            table.deck.click()

    def throw(self, table: Table, slot: int) -> None:
        way = self._way("throw by button", "throw by drag", "throw by click")
        if way == "throw by drag":
            self.drag(table, table.slot(slot), table.corner)
            return
        table.slot(slot).click()
        if way == "throw by button":
            table.button(re.compile("^(Taş at|Throw)$")).click()
        else:
            table.corner.click()

    def finish(self, table: Table, slot: int) -> None:
        if self._way("finish by drop", "finish by button") == "finish by drop":
            self.drag(table, table.slot(slot), table.deck)
        else:
            table.slot(slot).click()
            table.button(re.compile("^(Bitir|Finish)$")).last.click()

    def press(self, table: Table, name: str | re.Pattern[str]) -> None:
        table.button(name).click()


class Touch(Mouse):
    """Taps, and drags by a real finger."""

    def __init__(self, session: CDPSession) -> None:
        super().__init__()
        self.session = session

    def finger(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def drag(self, table: Table, source: Locator, target: Locator) -> None:
        (x, y), (to_x, to_y) = middle(source), middle(target)
        self.finger("touchStart", (x, y))
        for step in range(1, 7):
            self.finger("touchMove", (x + (to_x - x) * step / 6, y + (to_y - y) * step / 6))
        table.page.wait_for_timeout(100)  # the finger stands still, or the browser takes it for a fling
        self.finger("touchMove", (to_x, to_y))
        self.finger("touchEnd")

    def draw(self, table: Table) -> None:
        if self._way("draw by drag", "draw by tap") == "draw by drag":
            self.drag(table, table.deck, table.slot(table.free_slot()))
        else:
            table.deck.tap()

    def throw(self, table: Table, slot: int) -> None:
        way = self._way("throw by button", "throw by drag", "throw by tap")
        if way == "throw by drag":
            self.drag(table, table.slot(slot), table.corner)
            return
        table.slot(slot).tap()
        if way == "throw by button":
            table.button("Taş at").tap()
        else:
            table.corner.tap()

    def finish(self, table: Table, slot: int) -> None:
        if self._way("finish by drop", "finish by button") == "finish by drop":
            self.drag(table, table.slot(slot), table.deck)
        else:
            table.slot(slot).tap()
            table.button("Bitir").tap()

    def press(self, table: Table, name: str | re.Pattern[str]) -> None:
        table.button(name).tap()


class Keys:
    """The keyboard alone."""

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


def act(table: Table, hands: Hands, seen: Seen) -> None:
    """One step of the player's own: draw, or the best throw, or finish where it can be done."""
    if seen.state == "draw":
        hands.draw(table)
    elif seen.state == "take":
        table.button(re.compile("^(Verilen taşı al|Take the offered tile): ")).click()
    else:
        tiles, okey = seen.tiles, table.okey
        assert len(tiles) == 15, seen
        ends = finishes(list(tiles), okey)
        if ends:
            hands.finish(table, tiles[min(ends)])
            table.ready("result", "over")
            return
        tile = best_throw(list(tiles), okey, table.indicator).tile
        hands.throw(table, tiles[tile])
        if tile >> 1 == okey:
            hands.press(table, re.compile("^(Evet|Yes)$"))
    wait_until(table.page, "an effect", lambda: table.look().state != seen.state)


def play(table: Table, hands: Hands, until: Callable[[Seen], bool]) -> Seen:
    """Play on until a state is `until`; goes from deal to deal by itself."""
    for _ in range(400):
        seen = table.ready()
        if until(seen):
            return seen
        if seen.state == "result":
            hands.press(table, re.compile("^(Sonraki el|Next deal)"))
            wait_until(table.page, "the next deal", lambda: table.look().state != "result")
        else:
            act(table, hands, seen)
    raise AssertionError("this match does not end")


def take_turns(players: Sequence[tuple[Table, Hands]], until: str, most: int = 400) -> bool:
    """Whoever is on turn moves, for `most` moves or until everybody sees the state `until`; whether that was seen."""
    moves = 0
    for _ in range(100 * most):
        looks = [table.look() for table, _ in players]
        if all(seen.state == until for seen in looks):
            return True
        for (table, hands), seen in zip(players, looks, strict=True):
            if seen.state in ("draw", "take", "throw") and moves < most:
                act(table, hands, seen)
                moves += 1
            elif seen.state == "result" != until:
                hands.press(table, re.compile("^(Sonraki el|Next deal)"))
        if moves >= most:
            return False
        players[0][0].page.wait_for_timeout(20)
    raise AssertionError(f"never seen: {until}")

"""The table on a page as a player sees it: names, roles and texts."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page

from okey.rules.tiles import FALSE_JOKER, Face, Tile, okey_face

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
SENDING = re.compile("Gönderiliyor|Sending")
SHEETS = {"El bitti": "result", "Deal over": "result", "Maç bitti": "over", "Match over": "over"}
LOOK = """() => ({
  sheet: document.querySelector("dialog[open] h2")?.textContent.trim() ?? "",
  todo: document.querySelector(".own .todo")?.textContent.trim() ?? "",
  slots: [...document.querySelectorAll("[data-slot]")].map(slot => slot.getAttribute("aria-label")),
})"""
SAYS = """() => [...document.querySelectorAll("dialog[open] h2, [role=status], .own .todo, .toast p, [role=alert]")]
  .map(part => part.textContent.trim()).filter(Boolean).join(" | ")"""
PATIENCE = 30.0
"""Seconds until a state that must come is given up."""


def face_of(name: str) -> Face | None:
    """The face that an accessible name tells; None for an empty slot."""
    if name.startswith(("Sahte okey", "False joker")):
        return FALSE_JOKER
    found = NUMBERED.search(name.replace("İ", "i").replace("I", "ı").lower())
    return None if found is None else 13 * COLOURS[found[1]] + int(found[2]) - 1


def wait_until(page: Page, what: str, condition: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """The first true answer of `condition`, asked again and again while the page lives on, for `patience` seconds."""
    end = time.monotonic() + patience
    while not (answer := condition()):
        assert time.monotonic() < end, f"never seen: {what}; the page says: {page.evaluate(SAYS)}"
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

    @property
    def says(self) -> str:
        """What the page tells of the line, the turn and what went wrong."""
        return str(self.page.evaluate(SAYS))

    @property
    def sending(self) -> bool:
        """Whether a move is on its way that has not yet come back as an event."""
        return self.page.locator(".own .todo").filter(has_text=SENDING).count() > 0

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

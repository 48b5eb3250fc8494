"""Live tables for the pictures of docs/screenshots: people in a browser each, at tables as anybody founds them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Locator, Page

from okey.rules.ruleset import PRESETS
from tests.browser.company import found, member, sit, sit_where_drawn
from tests.browser.hands import Hands, Mouse
from tests.browser.player import take_turns
from tests.browser.server import Server
from tests.browser.table import Table

PLAYERS: Final = {"Deniz Işık": "portrait", "Çağrı": "landscape", "Tuğba Su": "desktop", "Kerem": "desktop"}
"""Who plays, each on a screen; the table is taken as the first three see it."""
MOVES: Final = 26
"""Moves of all before the table is taken."""
Take = Callable[[Page, str, bool], None]
"""Makes one picture, by its name without the ending; whether it is text on plain grounds."""


class Live:
    """Pictures of live tables, all of one site; `screens` are options of a browser context by name."""

    def __init__(self, browser: Browser, server: Server, screens: dict[str, dict[str, Any]], take: Take) -> None:
        self._browser = browser
        self._server = server
        self._screens = screens
        self._take = take
        self._open = ExitStack()

    def __enter__(self) -> Live:
        return self

    def __exit__(self, *failure: object) -> None:
        self._open.close()

    def all(self) -> None:
        """Every picture; the people of the first one stay, so that the lobby has a table that is played."""
        member = self._people()
        self._wait()
        self._lobby()
        for screen in ("portrait", "desktop"):
            page = self._context(screen, storage_state=member.storage_state()).new_page()
            page.goto(f"{self._server.base}/masa-kur")
            page.get_by_role("radio", name="Herkes").check(force=True)
            page.get_by_role("switch", name="Dereceli").check(force=True)
            if screen == "portrait":
                show(page.locator("#table"))
            self._take(page, f"founding-{screen}", True)

    def _people(self) -> BrowserContext:
        """Four people in the middle of a rated deal, which stays as it is; the browser of one of them."""
        contexts = [self._context(screen) for screen in PLAYERS.values()]
        for context, name in zip(contexts, PLAYERS, strict=True):
            member(self._server, context, name)
        link = found(self._server, contexts[0], PRESETS["klasik"], listed=True, rated=True)
        pages = [context.new_page() for context in contexts]
        tables = [sit_where_drawn(page, link) for page in pages[:3]]
        pages[3].goto(link)
        pages[3].get_by_role("button", name="Otur: ").click()
        tables.append(Table(pages[3]))
        hands: list[Hands] = [Mouse() for _ in tables]
        players = list(zip(tables, hands, strict=True))
        take_turns(players, "over", MOVES)
        for number, screen in enumerate(("portrait", "landscape", "desktop")):
            mine = tables[number]
            while mine.look().state != "draw":
                take_turns(players, "over", 1)
                pages[0].wait_for_timeout(300)
            mine.button("Taşları Diz").click()
            tables[3].button("Sohbet").click()
            tables[3].button("Kolay gelsin").click()
            mine.page.get_by_text("Kolay gelsin").first.wait_for()
            mine.page.mouse.move(1, 1)
            self._take(mine.page, f"people-{screen}", False)
        return contexts[0]

    def _wait(self) -> None:
        """A private table with two people and two free chairs: for who has just come, and for who founded it."""
        guest = self._guest("Ümit Baran", "portrait").new_page()
        founder = self._guest("Işıl", "desktop")
        link = found(self._server, founder, PRESETS["klasik"], chat=True)
        page = founder.new_page()
        sit(page, link, 1)
        sit(self._guest("Özge", "desktop").new_page(), link, 3)
        for seen, screen in ((guest, "portrait"), (page, "desktop")):
            seen.goto(link)
            seen.get_by_role("listitem").filter(has_text="Özge").wait_for()
            self._take(seen, f"waiting-{screen}", False)

    def _lobby(self) -> None:
        """Tables that wait, two of them with a stake, and the one that is played."""
        ikramiye, klasik = PRESETS["ikramiye"], PRESETS["klasik"]
        guest = self._guest("Emre", "desktop")
        sit(guest.new_page(), found(self._server, guest, replace(klasik, seats=2), listed=True), 1)
        for name, rules, stake, rated in (
            ("Zeynep Kaya", ikramiye, ikramiye.points, False),
            ("Volkan", klasik, 25, True),
        ):
            context = self._context("desktop")
            member(self._server, context, name)
            link = found(self._server, context, rules, listed=True, stake=stake, rated=rated)
            page = context.new_page()
            if rated:
                sit_where_drawn(page, link)
            else:
                sit(page, link, 1)
        for screen in ("portrait", "desktop"):
            page = self._context(screen).new_page()
            page.goto(f"{self._server.base}/masalar")
            page.get_by_role("listitem").filter(has_text="Emre").wait_for()
            if screen == "portrait":
                show(page.locator(".lobby"))
            self._take(page, f"lobby-{screen}", True)

    def _guest(self, name: str, screen: str) -> BrowserContext:
        context = self._context(screen)
        context.request.get(f"{self._server.base}/api/me")
        context.request.put(f"{self._server.base}/api/me", data={"name": name}, headers={"origin": self._server.base})
        return context

    def _context(self, screen: str, **options: Any) -> BrowserContext:
        options |= {"reduced_motion": "reduce", "locale": "tr-TR", "service_workers": "block"}
        context = self._browser.new_context(**self._screens[screen], **options)
        self._open.callback(context.close)
        return context


def show(place: Locator) -> None:
    """Scroll so that the picture begins a little above a place."""
    place.evaluate("it => scrollTo({ top: it.getBoundingClientRect().top + scrollY - 16, behavior: 'instant' })")

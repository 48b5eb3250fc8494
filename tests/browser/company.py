"""People who meet at one table: how they found it, how they sit down, and the deals they are given."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import count
from typing import Any, Final

from playwright.sync_api import BrowserContext, Page, expect

from okey.fair.deal import roll, start_deal
from okey.play.opening import SEATS
from okey.rules.actions import Action, Draw, Take, Throw
from okey.rules.faults import Fault
from okey.rules.match import decide, evolve, new_match
from okey.rules.ruleset import PRESETS, Ruleset
from okey.solver import best_throw, finishes
from tests.browser.child import WORD
from tests.browser.deals import all_people, people_key
from tests.browser.server import Server
from tests.browser.table import Table

SHORT: Final = replace(PRESETS["klasik"], points=2)
"""A match that one or two deals decide."""
PASSWORD: Final = "yeşil kapı 42 açıldı"


def moves(word: str, rules: Ruleset) -> int:
    """How many moves the word's first deal takes when everybody draws and throws what is best; 999: nobody finishes."""
    secret = people_key(word, rules)
    roller, _ = roll(secret, SEATS[rules.seats])
    state = new_match(rules, all_people(rules), roller)
    action: Action = start_deal(secret, 1)
    seat: int | None = None
    for move in range(200):
        events = decide(state, seat, action)
        assert not isinstance(events, Fault), (events, action)
        for event in events:
            state = evolve(state, event)
        deal, seat = state.deal, state.turn
        if deal is None or seat is None:
            break
        rack = deal.racks[seat]
        if len(rack) == 15 and finishes(rack, deal.okey):
            return move
        if len(rack) == 15:
            action = Throw(best_throw(rack, deal.okey, deal.indicator).tile)
        else:
            action = Draw() if deal.pile else Take()
    return 999


def a_word(rules: Ruleset, least: int, most: int) -> str:
    """A word whose first deal takes about so many moves."""
    names = (f"company {rules.seats} {number}" for number in count())
    return next(word for word in names if least <= moves(word, rules) <= most)


def found(server: Server, context: BrowserContext, rules: Ruleset, word: str | None = None, **options: Any) -> str:
    """The link of a new table for several people, opened by this browser's guest."""
    if word is not None:
        (server.data / WORD).write_text(word)
    context.request.get(f"{server.base}/api/me")
    body = {"rules": rules.text, "level": "kolay", "listed": False, "watch": True, "chat": False, **options}
    made = context.request.post(f"{server.base}/api/rooms", data=body, headers={"origin": server.base})
    assert made.status == 201, made.text()
    (server.data / WORD).unlink(missing_ok=True)
    return f"{server.base}/masa/{made.json()['table']}"


def sit(page: Page, link: str, place: int) -> Table:
    """Open the link and tap a chair."""
    page.goto(link)
    page.get_by_role("button", name=re.compile(f"^(Otur: {place}. yer|Sit: Seat {place})$")).click()
    return Table(page)


def member(server: Server, context: BrowserContext, name: str) -> None:
    """This browser's guest opens an account."""
    context.request.get(f"{server.base}/api/me")
    body = {"name": name, "password": PASSWORD}
    made = context.request.post(f"{server.base}/api/account", data=body, headers={"origin": server.base})
    assert made.status == 201, made.text()


def sit_where_drawn(page: Page, link: str) -> Table:
    """Open the link and take the one place that the server offers."""
    page.goto(link)
    page.get_by_role("button", name=re.compile("^Otur: ")).click()
    expect(page.get_by_role("button", name="Kalk")).to_be_visible()
    return Table(page)

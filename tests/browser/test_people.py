"""Four people with accounts play one rated match for a stake, and what it changed is told as reckoned by hand."""

from __future__ import annotations

import re
from itertools import count
from typing import Final

from playwright.sync_api import expect

from okey.fair.deal import roll, start_deal
from okey.play.opening import SEATS
from okey.rules.actions import Action, Draw, Throw
from okey.rules.faults import Fault
from okey.rules.match import decide, evolve, new_match
from okey.rules.ruleset import PRESETS
from okey.solver import best_throw, finishes
from tests.browser.company import found, member, sit_where_drawn
from tests.browser.conftest import NewContext, violations
from tests.browser.deals import all_people, people_key
from tests.browser.hands import Hands, Mouse
from tests.browser.player import take_turns
from tests.browser.server import Server
from tests.browser.table import Seen, Table

POT: Final = PRESETS["ikramiye"]
"""One deal: the finisher takes a stake of each of the others."""
NAMES: Final = ("Ayça Kor", "Berk Oral", "Ceyda Su", "Derin Ay")
SOON: Final = range(6, 16)
"""Moves of the deal."""


def ends_plainly(word: str) -> bool:
    """Whether somebody soon finishes the word's deal, and whatever tile is thrown for it, the pot is not doubled."""
    secret = people_key(word, POT)
    roller, _ = roll(secret, SEATS[POT.seats])
    state = new_match(POT, all_people(POT), roller)
    action: Action = start_deal(secret, 1)
    seat: int | None = None
    for move in range(SOON.stop):
        events = decide(state, seat, action)
        assert not isinstance(events, Fault), (events, action)
        for event in events:
            state = evolve(state, event)
        deal, seat = state.deal, state.turn
        assert deal is not None
        assert seat is not None
        rack = deal.racks[seat]
        ends = finishes(rack, deal.okey) if len(rack) == 15 else {}
        if ends:
            plain = all(kinds == ("melds",) and tile >> 1 != deal.okey for tile, kinds in ends.items())
            return plain and move in SOON
        action = Throw(best_throw(rack, deal.okey, deal.indicator).tile) if len(rack) == 15 else Draw()
    return False


class Arranged(Mouse):
    """Lays the rack out before finishing: in this game it is judged as it lies, and one tile lies alone."""

    def finish(self, table: Table, slot: int) -> None:
        del slot
        table.button("Taşları Diz").click()
        super().finish(table, alone(table.look()))


def alone(seen: Seen) -> int:
    """The slot of the tile that has no neighbour."""
    places = {seen.place(slot): slot for slot, _ in seen.faces}
    (single,) = [slot for (row, at), slot in places.items() if not {(row, at - 1), (row, at + 1)} & places.keys()]
    return single


def test_a_rated_match_of_four_moves_ratings_board_and_pot_as_reckoned_by_hand(
    server: Server, new_context: NewContext
) -> None:
    """All begin at 1500 with a factor of 40, and with 500 çekirdek. The winner gains 3 x 40 x 0.5 / 3 = 20 and 3 x 10,
    each of the others loses 40 x 0.5 / 3 = 6.7 and 10."""
    contexts = [new_context("portrait" if name == NAMES[1] else "desktop") for name in NAMES]
    for context, name in zip(contexts, NAMES, strict=True):
        member(server, context, name)
    word = next(word for word in (f"people {number}" for number in count()) if ends_plainly(word))
    link = found(server, contexts[0], POT, word, listed=True, rated=True, stake=POT.points)
    pages = [context.new_page() for context in contexts]
    tables = [sit_where_drawn(page, link) for page in pages[:-1]]
    pages[3].goto(link)
    pages[3].get_by_role("button", name=re.compile("^Otur: ")).click()
    tables.append(Table(pages[3]))
    hands: list[Hands] = [Arranged() for _ in tables]
    assert take_turns(list(zip(tables, hands, strict=True)), "over", SOON.stop + 4)

    told = [page.get_by_role("dialog").get_by_text(re.compile("^Derece: ")) for page in pages]
    for each in told:
        expect(each).to_be_visible()
    winner = next(number for number, each in enumerate(told) if "+20" in each.inner_text())
    for number, (page, each) in enumerate(zip(pages, told, strict=True)):
        won = number == winner
        expect(each).to_have_text(re.compile("1500 → 1520 +\\+20$" if won else "1500 → 1493 +−6,7$"))
        expect(page.get_by_role("dialog").get_by_text(re.compile("^Çekirdek: "))).to_have_text(
            f"Çekirdek: {'+30' if won else '−10'}"
        )
    page, loser = pages[winner], winner - 1
    page.get_by_text("Nasıl hesaplandı?").click()
    expect(page.get_by_role("row", name=f"{NAMES[loser]} 1 0,50 40 +6,7")).to_be_visible()
    assert violations(page) == []

    page.goto(f"{server.base}/pano")
    mine = page.get_by_role("row", name=re.compile(f"^1 {NAMES[winner]}"))
    expect(mine.get_by_role("cell")).to_have_text(["1", "3", "1"])
    expect(page.get_by_text("Sıran: 1 · 3 puan · 1 maç")).to_be_visible()
    page.goto(f"{server.base}/cekirdek")
    expect(page.get_by_text("530 çekirdek", exact=True)).to_be_visible()
    amounts = page.get_by_role("region", name="Hareketler").get_by_role("listitem").locator(".amount")
    expect(amounts).to_have_text(["+50", "−20", "+500"])
    page.goto(f"{server.base}/maclar")
    expect(page.get_by_role("article")).to_contain_text(["Kazandın"])
    profile = f"/oyuncu/{NAMES[winner]}"
    pages[loser].goto(server.base + profile)
    expect(pages[loser].get_by_role("img", name=re.compile("1 maç; en düşük 1520"))).to_be_visible()
    expect(pages[loser].get_by_role("article")).to_contain_text(["+20"])

    phone = pages[1]
    for path, there in (
        (profile, "h3"),
        ("/pano", "tr"),
        ("/cekirdek", ".amount"),
        ("/maclar", "h3"),
        ("/arkadaslar", "h2"),
    ):
        phone.goto(server.base + path)
        phone.locator(f"main {there}").first.wait_for()
        assert violations(phone) == [], path
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), path

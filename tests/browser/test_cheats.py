"""A server that cheats: a real browser notices by name, stops playing, and its number leaves for one list only."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

from okey.fair.messages import (
    digest,
    head_message,
    list_bytes,
    list_message,
    open_message,
    opening_message,
    receipt_message,
    reveal_message,
    rules_hash,
)
from okey.rules.tiles import okey_face
from okey.solver import finishes
from okey.storage.keys import signing_keys
from tests.browser.conftest import NewContext
from tests.browser.deals import plain
from tests.browser.hands import Mouse
from tests.browser.server import Server
from tests.browser.table import Table, wait_until

Frame: TypeAlias = dict[str, Any]
Cheat: TypeAlias = Callable[["Liar", Frame], list[Frame]]
"""What the page hears in place of a frame of the server."""

MOVES = ("sit", "contribution", "do")
OTHER = "11" * 32
"""A number, a fingerprint or a head that nobody made."""
ALARMS = {
    "open": "Masa açılış iletisi güvenilen bir anahtarla imzalanmamış.",
    "rules": "Masanın kuralları gösterilen kurallar değil.",
    "table-seen": "Bu masa ya da sunucu özeti daha önce görülmüştü.",
    "list": "Oturanlar listesi senin bildiğinle aynı değil.",
    "second-list": "Bu masa için ikinci bir liste geldi.",
    "receipt": "Sunucu, verdiğin sayının alındısını doğru imzalamadı.",
    "opening": "Açılan sayılar listeye ya da imzaya uymuyor.",
    "value-dropped": "Senin sayın açılanlar arasında yok.",
    "head": "Hamle zinciri başkalarınınkinden ya da imzalanandan ayrılıyor.",
    "move": "Senin adına, senin yapmadığın bir hamle yazıldı.",
    "reveal-late": "Sunucu tohumu zamanında açmadı.",
    "reveal": "Açılan tohum, baştaki özete ya da imzaya uymuyor.",
    "deal": "Gördüğün taşlar tohumdan çıkan taşlar değil.",
}
ENDING = {"reveal": "cheat 47662", "reveal-late": "cheat 63092", "deal": "cheat 81090"}
"""Deals whose first ends at once, from 2 points; a word serves one table only."""


class Liar:
    """The way to a server that cheats: every page of a context talks through it, and it has the server's own key."""

    def __init__(self, server: Server, context: BrowserContext) -> None:
        self.cheat: Cheat = honest
        self.twins: dict[int, int] = {}
        """Tiles the page was shown in place of those of the server."""
        self.heard: dict[str, Frame] = {}
        """The last frame of each kind that the server has sent."""
        self.told: list[Frame] = []
        """What the pages have sent."""
        self.lines: list[WebSocketRoute] = []
        self._signer = signing_keys(server.data).current
        context.route_web_socket(re.compile("/ws$"), self._open)

    def sign(self, message: bytes) -> str:
        return self._signer.sign(message).hex()

    def of(self, *kinds: str) -> list[Frame]:
        """What the pages have sent of some kinds."""
        return [frame for frame in self.told if frame["t"] in kinds]

    @property
    def lists(self) -> set[str]:
        """The lists that a number was opened for."""
        return {frame["list_hash"] for frame in self.of("contribution")}

    def _open(self, line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        self.lines.append(line)

        def down(message: str | bytes) -> None:
            frame = json.loads(message)
            self.heard[frame["t"]] = frame
            for said in self.cheat(self, frame):
                line.send(json.dumps(said))

        def up(message: str | bytes) -> None:
            frame = json.loads(message)
            self.told.append(frame)
            if frame["t"] == "do" and frame["action"].get("rows"):
                rows = frame["action"]["rows"]
                frame["action"]["rows"] = [[self.twins.get(tile, tile) for tile in row] for row in rows]
            server.send(json.dumps(frame))

        server.on_message(down)
        line.on_message(up)


def honest(_: Liar, frame: Frame) -> list[Frame]:
    return [frame]


def instead(kind: str, forge: Cheat) -> Cheat:
    """Forge the frames of one kind, and pass on the others."""
    return lambda liar, frame: forge(liar, frame) if frame["t"] == kind else [frame]


def withheld(_: Liar, __: Frame) -> list[Frame]:
    return []


# --- forgeries, signed by the server's own key


def unsigned(_: Liar, frame: Frame) -> list[Frame]:
    return [{**frame, "sig": "00" * 64}]


def other_rules(_: Liar, frame: Frame) -> list[Frame]:
    """The page shall show other rules than those that were signed."""
    view = {**frame["view"], "rules": frame["view"]["rules"].replace(";bonus=1;", ";bonus=2;")}
    return [{**frame, "view": view}]


def with_commit(commit: str) -> Cheat:
    """The table is opened with the fingerprint `commit`."""

    def forge(liar: Liar, frame: Frame) -> list[Frame]:
        table, rules = bytes.fromhex(frame["table_id"]), rules_hash(frame["rules"].encode())
        message = open_message(table, rules, bytes.fromhex(commit), frame["created_ms"])
        return [{**frame, "server_commit": commit, "sig": liar.sign(message)}]

    return forge


def with_seat(seat: int, kind: int, commit: str) -> Cheat:
    """The list has another seat."""

    def forge(liar: Liar, frame: Frame) -> list[Frame]:
        opened = liar.heard["open"]
        table, rules = bytes.fromhex(opened["table_id"]), rules_hash(opened["rules"].encode())
        seats = [*frame["seats"]]
        seats[seat] = {"kind": kind, "commit": commit}
        commits = [bytes.fromhex(each["commit"]) for each in seats]
        kinds = [each["kind"] for each in seats]
        listed = digest(list_bytes(table, rules, bytes.fromhex(opened["server_commit"]), kinds, commits))
        message = list_message(listed, frame["listed_ms"])
        return [{**frame, "seats": seats, "hash": listed.hex(), "sig": liar.sign(message)}]

    return forge


second_list = with_seat(2, 1, OTHER)
"""A person of the server's own sits in the computer's place; my seat is as it was."""


def other_receipt(liar: Liar, frame: Frame) -> list[Frame]:
    message = receipt_message(bytes.fromhex(liar.heard["list"]["hash"]), frame["seat"], bytes.fromhex(OTHER))
    return [{**frame, "sig": liar.sign(message)}]


def with_value(seat: int) -> Cheat:
    """Another number is opened for a seat."""

    def forge(liar: Liar, frame: Frame) -> list[Frame]:
        seats = [*frame["seats"]]
        seats[seat] = {**seats[seat], "value": OTHER}
        values = [bytes.fromhex(each["value"]) for each in seats]
        listed = bytes.fromhex(liar.heard["list"]["hash"])
        message = opening_message(listed, [each["kind"] for each in seats], values)
        return [{**frame, "seats": seats, "sig": liar.sign(message)}]

    return forge


def other_head(liar: Liar, frame: Frame) -> list[Frame]:
    table = bytes.fromhex(liar.heard["open"]["table_id"])
    return [{**frame, "head": OTHER, "sig": liar.sign(head_message(table, frame["n"], bytes.fromhex(OTHER)))}]


def throw_for_me(_: Liar, frame: Frame) -> list[Frame]:
    """After the deal the person's first tile is thrown, and it was not the person who threw it."""
    if not frame["rack"]:
        return [frame]
    tile, raw = frame["rack"][0], bytes.fromhex(frame["raw"])
    throw = (frame["n"] + 1).to_bytes(4, "big") + raw[4:6] + bytes((5, 0)) + raw[8:12] + bytes((0, 1, tile))
    event = {"e": "thrown", "seat": 0, "tile": tile}
    more = {"seq": frame["seq"] + 1, "n": frame["n"] + 1, "event": event, "raw": throw.hex(), "rack": None, "can": []}
    return [frame, {**frame, **more}]


def other_seed(liar: Liar, frame: Frame) -> list[Frame]:
    table, head = bytes.fromhex(liar.heard["open"]["table_id"]), bytes.fromhex(frame["head"])
    message = reveal_message(table, bytes.fromhex(OTHER), frame["n"], head)
    return [{**frame, "server_seed": OTHER, "sig": liar.sign(message)}]


def twin_dealt(liar: Liar, frame: Frame) -> list[Frame]:
    """The rack shown holds a tile's twin in its place: a hand as good, but not the one that was dealt."""
    if not frame["rack"]:
        return [frame]
    rack = frame["rack"]
    ending = {tile >> 1 for tile in finishes(rack, okey_face(frame["event"]["indicator"]))}
    tile = next(tile for tile in rack if tile >> 1 not in ending and tile ^ 1 not in rack)
    liar.twins = {tile ^ 1: tile}
    return [{**frame, "rack": [tile ^ 1 if each == tile else each for each in rack]}]


# --- what every case ends with


def raised(page: Page, alarm: str, kept: bool = True) -> None:
    """The sheet names the alarm, in words and by its name, and speaks of evidence where some is `kept`."""
    sheet = page.get_by_role("alert")
    expect(sheet.get_by_role("heading")).to_have_text("Bir denetim tutmadı")
    expect(sheet.locator("code")).to_have_text(alarm)
    expect(sheet).to_contain_text(ALARMS[alarm])
    expect(sheet).to_contain_text("Bu sayfa artık bu masada oynamaz.")
    expect(sheet).to_contain_text("Kanıt dosyanı sakla" if kept else "Bu tarayıcıda bu masanın kanıt dosyası yok.")
    expect(sheet.get_by_role("button")).to_have_count(1 if kept else 0)


def evidence(page: Page) -> Any:
    """The file that the sheet offers."""
    with page.expect_download() as coming:
        page.get_by_role("button", name="Kanıt dosyasını indir").click()
    assert coming.value.suggested_filename.endswith(".okey-evidence.json")
    return json.loads(coming.value.path().read_text(encoding="utf-8"))


def stopped(liar: Liar, page: Page) -> None:
    """Nothing that the person tries, and nothing that the server repeats, makes the page answer."""
    before = liar.of(*MOVES)
    for key in ("d", "a", "g", "b"):
        for slot in page.locator("[data-slot]").all()[:1]:
            slot.focus()
        page.keyboard.press(key)
    for kind in ("list", "opening"):
        if kind in liar.heard:
            liar.lines[-1].send(json.dumps(liar.heard[kind]))
    pings = len(liar.of("ping"))
    wait_until(page, "a sign of life", lambda: len(liar.of("ping")) > pings)
    assert liar.of(*MOVES) == before


EARLY: dict[str, tuple[str, Cheat]] = {
    "rules": ("rules", instead("snap", other_rules)),
    "list, my fingerprint": ("list", instead("list", with_seat(0, 1, OTHER))),
    "list, a computer in my place": ("list", instead("list", with_seat(0, 2, "00" * 32))),
    "receipt": ("receipt", instead("receipt", other_receipt)),
    "receipt, withheld": ("receipt", instead("receipt", withheld)),
    "opening": ("opening", instead("opening", with_value(2))),
    "opening, withheld": ("opening", instead("opening", withheld)),
    "value-dropped": ("value-dropped", instead("opening", with_value(0))),
    "head": ("head", instead("head", other_head)),
    "move": ("move", instead("ev", throw_for_me)),
    "second-list": ("second-list", instead("receipt", lambda liar, _: second_list(liar, liar.heard["list"]))),
}
"""Alarms before the person has moved."""


@pytest.mark.parametrize(("alarm", "cheat"), EARLY.values(), ids=list(EARLY))
def test_a_cheat_is_named(server: Server, new_context: NewContext, alarm: str, cheat: Cheat) -> None:
    context = new_context()
    liar = Liar(server, context)
    liar.cheat = cheat
    page = context.new_page()
    page.goto(server.open_table(context, "klasik", plain))
    raised(page, alarm)
    stopped(liar, page)
    kept = evidence(page)
    assert kept["table_id"] == liar.heard["open"]["table_id"]
    assert kept["open_sig"] == liar.heard["open"]["sig"]
    assert liar.lists == (set() if alarm == "list" else {liar.heard["list"]["hash"]})


def test_nobody_sits_without_a_signed_opening(server: Server, new_context: NewContext) -> None:
    context = new_context()
    liar = Liar(server, context)
    liar.cheat = instead("open", unsigned)
    page = context.new_page()
    page.goto(server.open_table(context))
    raised(page, "open", kept=False)
    stopped(liar, page)
    assert liar.of(*MOVES) == []


def test_a_fingerprint_serves_one_table(server: Server, new_context: NewContext) -> None:
    context = new_context()
    liar = Liar(server, context)
    page = context.new_page()
    Table(page).open(server.open_table(context, "klasik", plain))
    liar.told.clear()
    liar.cheat = instead("open", with_commit(liar.heard["open"]["server_commit"]))
    page.goto(server.open_table(context))
    raised(page, "table-seen", kept=False)
    stopped(liar, page)
    assert liar.of(*MOVES) == []


def test_a_reload_knows_the_first_list(server: Server, new_context: NewContext) -> None:
    context = new_context()
    liar = Liar(server, context)
    page = context.new_page()
    Table(page).open(server.open_table(context, "klasik", plain))
    first = liar.heard["list"]["hash"]
    liar.cheat = lambda cheater, frame: {"list": second_list, "opening": withheld}.get(frame["t"], honest)(
        cheater, frame
    )
    page.reload()
    raised(page, "second-list")
    stopped(liar, page)
    assert evidence(page)["list_sig"] == liar.heard["list"]["sig"]
    assert liar.lists == {first}


def test_a_second_tab_knows_the_first_list(server: Server, new_context: NewContext) -> None:
    """One tab waits for the list while the other is told it; taken back, the first is told another."""
    context = new_context()
    liar = Liar(server, context)
    liar.cheat = instead("list", withheld)
    first, second = context.new_page(), context.new_page()
    link = server.open_table(context)
    first.goto(link)
    wait_until(first, "a list", lambda: "list" in liar.heard)
    liar.cheat = honest
    second.goto(link)
    wait_until(second, "a number", lambda: liar.lists)
    liar.cheat = instead("list", second_list)
    first.get_by_role("button", name="Burada oyna").click()
    raised(first, "second-list")
    stopped(liar, first)
    assert evidence(first)["table_id"] == liar.heard["open"]["table_id"]
    assert liar.lists == {liar.heard["list"]["hash"]}


LATE: dict[str, Cheat] = {
    "reveal": instead("reveal", other_seed),
    "reveal-late": instead("reveal", withheld),
    "deal": instead("ev", twin_dealt),
}
"""Alarms after the end of the match."""


@pytest.mark.parametrize("alarm", list(LATE))
def test_a_cheat_is_named_after_the_end(server: Server, new_context: NewContext, alarm: str) -> None:
    context = new_context()
    liar = Liar(server, context)
    liar.cheat = LATE[alarm]
    page = context.new_page()
    page.clock.install()
    table = Table(page)
    tiles = table.open(server.open_table(context, "klasik", ENDING[alarm], points=2)).tiles
    Mouse().finish(table, tiles[min(finishes(list(tiles), table.okey))])
    wait_until(page, "the opened seed", lambda: "reveal" in liar.heard)
    if alarm == "reveal-late":
        expect(page.get_by_role("alert")).to_have_count(0)
        page.clock.fast_forward(31_000)
    raised(page, alarm)
    stopped(liar, page)
    assert evidence(page)["opening_sig"] == liar.heard["opening"]["sig"]
    assert len(liar.lists) == 1

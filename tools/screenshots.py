"""The pictures of docs/screenshots: python -m tools.screenshots [portrait|landscape|desktop|verify|people|live ...]

Four views of a real match (first page, table, result of a deal, how to play) on three screens, and what the page says
of four records and of people (`tools.crowd`), in both languages, on two; and live tables (`tools.live`). They need the
page built, a Chromium and the development packages. A picture that is too large is reduced to 256 colours.
"""

from __future__ import annotations

import json
import os
import struct
import sys
import tempfile
import time
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.deals import FIX_VALUE
from tests.browser.hands import Mouse
from tests.browser.pictures import pixels
from tests.browser.player import act, play
from tests.browser.server import Server
from tests.browser.table import Table
from tools.browser import HINT, find_browser
from tools.crowd import fill
from tools.live import Live

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs/screenshots"
VECTORS = ROOT / "tests/vectors"
SCREENS: dict[str, dict[str, Any]] = {
    "portrait": {"viewport": {"width": 360, "height": 640}, "device_scale_factor": 2},
    "landscape": {"viewport": {"width": 640, "height": 360}, "device_scale_factor": 2},
    "desktop": {"viewport": {"width": 1440, "height": 900}},
}
MOVES = 12
"""Moves of the person before the table is taken."""
WON = {"portrait": "won 5742", "landscape": "won 5110", "desktop": "won 3208"}
"""Words whose first deal the person wins within three turns (see tests/browser/deals.py)."""
LIMIT = 250_000
GROUND = 0.02
"""Share of a picture from which on a colour is kept exactly."""


def main() -> int:
    """Command line of this file: the number of pictures that are too large."""
    path = find_browser()
    if path is None:
        print(HINT, file=sys.stderr)
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        server = Server(Path(folder) / "data")
        with server:
            for name in sys.argv[1:] or [*SCREENS, "verify", "people", "live"]:
                if name in SCREENS:
                    picture_all(browser, server, name)
                elif name == "people":
                    people(browser, server)
                elif name == "live":
                    with Live(browser, server, SCREENS, take) as tables:
                        tables.all()
                else:
                    verdicts(browser, server, Path(folder))
        browser.close()
    large = [file.name for file in FOLDER.glob("*.png") if file.stat().st_size > LIMIT]
    print("\n".join(f"{file.stat().st_size:>8,} {file.name}" for file in sorted(FOLDER.glob("*.png"))))
    return len(large)


def picture_all(browser: Browser, server: Server, screen: str) -> None:
    """All views of one screen."""
    context = browser.new_context(**SCREENS[screen], reduced_motion="reduce", locale="tr-TR", service_workers="block")
    context.add_init_script(FIX_VALUE)
    page = context.new_page()
    for name, route in (("home", "/"), ("howto", "/nasil-oynanir")):
        page.goto(server.base + route)
        page.wait_for_selector("main h1")
        take(page, f"{name}-{screen}")
    play_some(context, page, server, screen)
    context.close()


def play_some(context: BrowserContext, page: Page, server: Server, screen: str) -> None:
    """Two matches at four seats: the table in the middle of a deal, and a deal that the person wins soon."""
    table = Table(page)
    table.open(server.open_table(context, "klasik", f"picture {screen}", level="orta", seats=4))
    for _ in range(MOVES):
        act(table, Mouse(), table.ready("draw", "throw"))
    if table.ready().state == "draw":
        act(table, Mouse(), table.ready())
    table.button("Taşları Diz").click()
    page.mouse.move(1, 1)
    page.locator(".flash").wait_for(state="detached")
    take(page, f"table-{screen}")
    table.open(server.open_table(context, "klasik", WON[screen], seats=4))
    play(table, Mouse(), lambda seen: seen.state == "result")
    take(page, f"result-{screen}")


def verdicts(browser: Browser, server: Server, folder: Path) -> None:
    """What the page says of a valid record, a cancelled table, one with things to know, and one that was altered."""
    record = VECTORS / "record.json"
    values = json.loads(record.read_text(encoding="utf-8"))
    keys = json.dumps(json.dumps({"keys": [values["public_key"]], "changes": []}))
    values["events"][3] = values["events"][3][:-2] + "40"
    altered = folder / "altered.okey.json"
    altered.write_text(json.dumps(values), encoding="utf-8")
    records: dict[str, tuple[list[Path], str]] = {
        "valid": ([record, VECTORS / "record-evidence.json"], ".verdict"),
        "cancelled": ([VECTORS / "record-cancelled.json"], ".verdict"),
        "warnings": ([record], ".verdict"),
        "altered": ([altered], ".verdict"),
    }
    for screen in ("portrait", "desktop"):
        for lang in ("tr", "en"):
            context = browser.new_context(**SCREENS[screen], reduced_motion="reduce", service_workers="block")
            settings = json.dumps(json.dumps({"lang": lang}))
            context.add_init_script(f"localStorage['okey.keys'] = {keys}; localStorage['okey.settings'] = {settings}")
            page = context.new_page()
            for name, (files, place) in records.items():
                page.goto(f"{server.base}/dogrula")
                page.set_input_files(".drop input >> nth=0", files)
                page.locator(place).evaluate("it => it.scrollIntoView({block: 'start', behavior: 'instant'})")
                page.mouse.wheel(0, -16)
                take(page, f"verify-{name}-{screen}-{lang}", flat=True)
            context.close()


def people(browser: Browser, server: Server) -> None:
    """A profile, the weekly board, the movements of çekirdek and the account, on a site with people (`tools.crowd`)."""
    context = browser.new_context()
    context.request.get(f"{server.base}/api/me")
    account = {"name": "Deniz Ak", "password": "kırk küp, kırkının da kulpu kırık"}
    made = context.request.post(f"{server.base}/api/account", data=account, headers={"origin": server.base})
    assert made.status == 201, made.text()
    fill(server.data, account["name"], int(time.time() * 1000))
    state = context.storage_state()
    context.close()
    for screen in ("portrait", "desktop"):
        for lang in ("tr", "en"):
            context = browser.new_context(
                **SCREENS[screen],
                reduced_motion="reduce",
                service_workers="block",
                storage_state=state,
                timezone_id="Europe/Istanbul",
            )
            settings = json.dumps(json.dumps({"lang": lang}))
            context.add_init_script(f"localStorage['okey.settings'] = {settings}")
            page = context.new_page()
            for name, path, there in (
                ("profile", "/oyuncu/Işıl", "#against"),
                ("board", "/pano", "tr.mine"),
                ("purse", "/cekirdek", ".amount"),
                ("account", "/hesap", "main li strong"),
            ):
                page.goto(server.base + path)
                page.locator(there).first.wait_for()
                take(page, f"{name}-{screen}-{lang}", flat=True)
            context.close()


def take(page: Page, name: str, flat: bool = False) -> None:
    """One picture, when fonts are there and nothing moves; `flat`: text on plain grounds, small in 256 colours."""
    page.evaluate("document.fonts.ready.then(() => 0)")
    page.wait_for_timeout(500)
    browser = page.context.browser
    assert browser is not None
    picture = page.screenshot()
    if flat or len(picture) > LIMIT:
        picture = encode(pixels(browser, picture), flat)
    (FOLDER / f"{name}.png").write_bytes(picture)


def palette_of(picture: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """256 colours: the grounds as they are, then median cut: the widest box of colours is halved."""
    colours, counts = np.unique(picture.reshape(-1, 3)[::3], axis=0, return_counts=True)
    grounds = colours[counts > GROUND * counts.sum()].astype(np.int64)
    boxes = [colours.astype(np.int64)]
    while len(boxes) < 256 - len(grounds):
        widest = max(range(len(boxes)), key=lambda i: int(np.ptp(boxes[i], axis=0).max()) if len(boxes[i]) > 1 else -1)
        box = boxes.pop(widest)
        if len(box) < 2:
            boxes.append(box)
            break
        axis = int(np.ptp(box, axis=0).argmax())
        box = box[box[:, axis].argsort()]
        boxes += [box[: len(box) // 2], box[len(box) // 2 :]]
    return np.concatenate([grounds, np.array([box.mean(0).round() for box in boxes], dtype=np.int64)])


def frequent(picture: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The 256 colours that are there most: all grounds stay as they are."""
    colours, counts = np.unique(picture.reshape(-1, 3), axis=0, return_counts=True)
    return colours[np.argsort(-counts)[:256]].astype(np.int64)


def encode(picture: np.ndarray[Any, Any], flat: bool = False) -> bytes:
    """A PNG of 256 colours."""
    height, width, _ = picture.shape
    palette = frequent(picture) if flat else palette_of(picture)
    # A grain of 4 x 4 points, so that the felt has no rings.
    grain = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]]) / 2 - 4
    tiled = np.tile(grain * (not flat), (height // 4 + 1, width // 4 + 1))[:height, :width, None]
    grained = np.clip(picture + tiled, 0, 255).astype(np.uint8)
    colours, place = np.unique(grained.reshape(-1, 3), axis=0, return_inverse=True)
    nearest = np.empty(len(colours), dtype=np.uint8)
    for at in range(0, len(colours), 4096):
        part = colours[at : at + 4096, None, :].astype(np.int64) - palette[None]
        nearest[at : at + 4096] = (part**2).sum(2).argmin(1)
    indices = nearest[place.reshape(-1)].reshape(height, width)
    rows = np.concatenate([np.zeros((height, 1), dtype=np.uint8), indices], axis=1)
    chunks = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", palette.astype(np.uint8).tobytes()),
        (b"IDAT", zlib.compress(rows.tobytes(), 9)),
        (b"IEND", b""),
    ]
    packed = [
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(packed)


if __name__ == "__main__":
    sys.exit(main())

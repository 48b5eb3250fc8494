"""The pictures of docs/screenshots, from a real match: python -m tools.screenshots [portrait] [landscape] [desktop]

Four views (first page, table, result of a deal, how to play) on three screens. They need the page built, a Chromium
and the development packages. A picture that is too large is reduced to 256 colours.
"""

from __future__ import annotations

import os
import struct
import sys
import tempfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.deals import FIX_VALUE
from tests.browser.pictures import pixels
from tests.browser.player import Mouse, Table, act, play
from tests.browser.server import Server
from tools.browser import HINT, find_browser

FOLDER = Path(__file__).parents[1] / "docs/screenshots"
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
            for screen in sys.argv[1:] or SCREENS:
                picture_all(browser, server, screen)
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
    take(page, f"table-{screen}")
    table.open(server.open_table(context, "klasik", WON[screen], seats=4))
    play(table, Mouse(), lambda seen: seen.state == "result")
    take(page, f"result-{screen}")


def take(page: Page, name: str) -> None:
    """One picture, when fonts are there and nothing moves."""
    page.evaluate("document.fonts.ready.then(() => 0)")
    page.wait_for_timeout(500)
    browser = page.context.browser
    assert browser is not None
    picture = page.screenshot()
    if len(picture) > LIMIT:
        picture = encode(pixels(browser, picture))
    (FOLDER / f"{name}.png").write_bytes(picture)


def palette_of(picture: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """256 colours by median cut: the widest box of colours is halved until there are enough."""
    colours = np.unique(picture.reshape(-1, 3)[::3], axis=0).astype(np.int64)
    boxes = [colours]
    while len(boxes) < 256:
        widest = max(range(len(boxes)), key=lambda i: int(np.ptp(boxes[i], axis=0).max()) if len(boxes[i]) > 1 else -1)
        box = boxes.pop(widest)
        if len(box) < 2:
            boxes.append(box)
            break
        axis = int(np.ptp(box, axis=0).argmax())
        box = box[box[:, axis].argsort()]
        boxes += [box[: len(box) // 2], box[len(box) // 2 :]]
    return np.array([box.mean(0).round() for box in boxes], dtype=np.int64)


def encode(picture: np.ndarray[Any, Any]) -> bytes:
    """A PNG of 256 colours."""
    height, width, _ = picture.shape
    palette = palette_of(picture)
    # A grain of 4 x 4 points, so that the felt has no rings.
    grain = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]]) / 2 - 4
    tiled = np.tile(grain, (height // 4 + 1, width // 4 + 1))[:height, :width, None]
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

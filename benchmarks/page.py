"""`okey bench page`: the page in a Chromium as a slow phone sees it, the work of a frame while a tile is dragged, and
the time a record takes to verify.

The slow phone: a processor four times slower, 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, CDPSession, FilePayload, Page, WebSocketRoute, sync_playwright

from benchmarks.fair import DEALS, twenty_deals
from tools.browser import HINT, find_browser

ROOT = Path(__file__).parents[1]
PHONE = {"viewport": {"width": 360, "height": 640}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
SLOWER = 4
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
RUNS = 3
MOVES = 120
TILES = 30
"""A full rack: as many tiles as it has places."""
READY = """
  window.ready = new Promise((done) => {
    const look = () => {
      const found = document.querySelector(SELECTOR)
      if (found && !found.disabled) setTimeout(() => done(performance.now()))
      else requestAnimationFrame(look)
    }
    look()
  })
"""
NO_SUBTLE = "Object.defineProperty(Crypto.prototype, 'subtle', {get: () => undefined})"
VERDICT = """
  window.verdict = new Promise((done) => {
    let chosen = 0
    document.addEventListener('change', () => { chosen = performance.now() }, true)
    new MutationObserver(() => {
      const found = chosen && document.querySelector('.verdict code')
      if (found) done([performance.now() - chosen, found.textContent])
    }).observe(document.body, { childList: true, subtree: true })
  })
"""
"""Milliseconds from the choice of a file to the verdict, and the verdict."""


def run(runs: int = RUNS) -> dict[str, Any]:
    """Milliseconds until the first page and the table can be used on a slow phone, bytes over the line, frame work."""
    path = find_browser()
    if path is None:
        raise ImportError(HINT)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"] if os.geteuid() == 0 else [])
        loads = [_load(browser, address) for _ in range(runs)]
        drags = {name: _drag(browser, address, slower) for name, slower in (("desktop", 1), ("slow_phone", SLOWER))}
        record = twenty_deals()
        verified = {
            name: round(median(_verify(browser, address, record, script) for _ in range(runs)))
            for name, script in (("ms", ""), ("ms_without_subtle", NO_SUBTLE))
        }
        browser.close()
    return {
        "slow_phone": {key: round(median(load[key] for load in loads)) for key in loads[0]},
        f"drag_of_one_of_{TILES}_tiles": drags,
        f"slow_phone_verifies_{DEALS}_deals": verified,
    }


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Address of a server of this checkout."""
    command = [sys.executable, "-m", "okey.cli", "serve", "--port", "0", "--data", str(folder), "--pace", "0"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
        assert server.stdout is not None
        try:
            found = re.search(r"http://\S+", server.stdout.readline())
            if found is None:
                raise RuntimeError((folder / "log").read_text())
            yield found.group(0)
        finally:
            server.terminate()
            server.wait(10)
            server.stdout.close()


def _load(browser: Browser, address: str) -> dict[str, float]:
    """One visit with an empty cache: the first page, then one click to a table."""
    context = browser.new_context(**PHONE, service_workers="block")
    page = context.new_page()
    page.add_init_script(READY.replace("SELECTOR", "'.play'"))
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_4G)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    received = {"bytes": 0}

    def count(event: dict[str, Any]) -> None:
        received["bytes"] += event["encodedDataLength"]

    session.on("Network.loadingFinished", count)
    page.goto(address)
    ready = page.evaluate("window.ready")
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    page.wait_for_load_state("networkidle")
    first_load = received["bytes"]
    page.evaluate(READY.replace("SELECTOR", "'.piece .tile'") + "; 0")
    clicked = page.evaluate("(document.querySelector('.play').click(), performance.now())")
    table = page.evaluate("window.ready") - clicked
    page.wait_for_load_state("networkidle")
    with_table = received["bytes"]
    context.close()
    return {
        "first_paint_ms": paint,
        "first_interactive_ms": ready,
        "click_to_table_ms": table,
        "first_page_bytes": first_load,
        "with_table_bytes": with_table,
    }


def _drag(browser: Browser, address: str, slower: int) -> dict[str, float]:
    """Main-thread milliseconds a frame while one tile is dragged over a full rack, by kind of work."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, service_workers="block")
    page = context.new_page()
    _fill_the_rack(page)
    page.goto(address)
    page.get_by_role("button", name="Bilgisayara karşı").click()
    page.wait_for_selector(".piece")
    page.reload()
    page.locator(".piece").nth(TILES - 1).wait_for()
    page.wait_for_load_state("networkidle")
    session = context.new_cdp_session(page)
    session.send("Performance.enable")
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    box = page.locator(".grid").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 40, box["y"] + 30)
    page.evaluate("(window.frames = 0, requestAnimationFrame(function on() { frames++; requestAnimationFrame(on) }))")
    before = _work(session)
    for step in range(MOVES):
        page.mouse.move(
            box["x"] + 40 + (box["width"] - 80) * step / MOVES,
            box["y"] + box["height"] * (0.2 + 0.6 * (step % 20) / 20),
        )
    after = _work(session)
    drawn = max(1, page.evaluate("window.frames"))
    page.mouse.up()
    context.close()
    spent = {name: (after[name] - before[name]) * 1000 / drawn for name in before}
    return {
        "frames": drawn,
        "work_ms_a_frame": round(spent["ScriptDuration"] + spent["LayoutDuration"] + spent["RecalcStyleDuration"], 2),
        "task_ms_a_frame": round(spent["TaskDuration"], 2),
    }


def _verify(browser: Browser, address: str, record: bytes, script: str) -> float:
    """Milliseconds from the choice of a record on the page to its verdict, on the processor of a slow phone."""
    context = browser.new_context(**PHONE, service_workers="block")
    page = context.new_page()
    page.add_init_script(script)
    page.goto(address.rstrip("/") + "/dogrula")
    page.locator(".drop input").first.wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate(VERDICT + "; 0")
    file = FilePayload(name="match.okey.json", mimeType="application/json", buffer=record)
    page.locator(".drop input").first.set_input_files([file])
    spent, verdict = page.evaluate("window.verdict")
    context.close()
    if verdict != "consistent, key unknown":
        raise AssertionError(verdict)
    return float(spent)


def _work(session: CDPSession) -> dict[str, float]:
    wanted = ("TaskDuration", "ScriptDuration", "LayoutDuration", "RecalcStyleDuration")
    metrics = session.send("Performance.getMetrics")["metrics"]
    return {metric["name"]: metric["value"] for metric in metrics if metric["name"] in wanted}


def _fill_the_rack(page: Page) -> None:
    """In the table's first picture, the rack holds 30 tiles instead of its own."""

    def opened(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def hear(message: str | bytes) -> None:
            text = str(message)
            if text.startswith('{"t":"snap"') and '"rack":[]' not in text:
                tiles = ",".join(map(str, range(0, 2 * TILES, 2)))
                text = re.sub(r'"rack":\[[\d,]+\]', f'"rack":[{tiles}]', text)
            socket.send(text)

        server.on_message(hear)

    page.route_web_socket(re.compile("/ws$"), opened)

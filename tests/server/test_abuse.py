"""Bad clients beside good tables: nobody who plays loses a turn, and the server keeps its size (SECURITY T13, T14)."""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import time
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any

import httpx
import pytest

from okey.rules.ruleset import PRESETS
from tests.patience import within
from tests.server.abuse import EXPECTED, QUICK
from tests.server.asgi import Client, settings
from tests.server.client import Browser
from tests.server.process import ROOT, ServerProcess
from tests.server.test_live import Friend, found, until

MEMORY = 50 * 1024 * 1024
DELAY_MS = 100
NEW = {"rules": PRESETS["klasik"].text, "level": "kolay", "hints": False}
ROOM = {"rules": PRESETS["klasik"].text, "level": "kolay", "listed": False, "watch": True, "chat": False}
SOAK_MINUTES = float(os.environ.get("OKEY_SOAK_MINUTES", "30"))


@dataclass
class Good:
    """People who play as people do, and what they lived through."""

    base: str
    pause: float
    delays: list[float] = field(default_factory=list)
    lost: list[dict[str, Any]] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    playing: int = 0

    async def table(self) -> None:
        """Four people, match after match, until cancelled."""
        async with AsyncExitStack() as stack:
            browsers = [await stack.enter_async_context(Browser(self.base)) for _ in range(4)]
            while True:
                made = await found(browsers[0])
                async with AsyncExitStack() as sockets:
                    friends = []
                    for seat, browser in enumerate(browsers):
                        friend = Friend(await sockets.enter_async_context(browser.socket()), made["table"])
                        await friend.come()
                        await friend.sit(seat)
                        friends.append(friend)
                    await asyncio.gather(*(self._person(friend) for friend in friends))

    async def _person(self, friend: Friend) -> None:
        socket, player = friend.socket, friend.player
        listed = await until(socket, "list")
        await friend.say("contribution", list_hash=listed["hash"], value=friend._value.hex())
        player.hear(await until(socket, "snap"))
        self.playing += 1
        asked, begun = None, 0.0
        while not player.over:
            text = player.move()
            if text is not None and text != asked:
                await asyncio.sleep(random.uniform(0.5, 1.5) * self.pause)
                asked, begun = text, time.perf_counter()
                await socket.send(text)
            frame = json.loads(await within(60, socket.recv()))
            if frame["t"] == "ok":
                self.delays.append(1000 * (time.perf_counter() - begun))
            elif frame["t"] == "no":
                self.refused[frame["fault"]["code"]] += 1
            elif frame["t"] == "ev" and frame["event"]["e"] in ("automatic", "controlled"):
                self.lost.append(frame["event"])
            player.hear(frame)
        self.playing -= 1


def memory(server: ServerProcess) -> int:
    """Bytes the server's process holds."""
    pages = int(Path(f"/proc/{server.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


async def numbers(server: ServerProcess) -> dict[str, float]:
    """The server's metrics by their names and labels."""
    async with httpx.AsyncClient(base_url=server.base, trust_env=False, verify=False) as http:
        lines = (await http.get("/metrics")).text.splitlines()
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if line[0] != "#")}


async def abuse(server: ServerProcess, *options: str) -> dict[str, Any]:
    """Let bad clients loose, in a process of their own; their report."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.server.abuse", "--port", str(server.port), *options),
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        said, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
    assert process.returncode == 0
    report = json.loads(said)
    assert isinstance(report, dict)
    return report


async def beside(server: ServerProcess, tables: int, pause: float, *options: str) -> tuple[Good, dict[str, Any], int]:
    """Good tables while bad clients do what they can: both reports, and by how many bytes the server grew."""
    good = Good(server.base, pause)
    jobs = [asyncio.create_task(good.table()) for _ in range(tables)]
    peak = 0

    async def watch() -> None:
        nonlocal peak
        while True:
            peak = max(peak, memory(server))
            await asyncio.sleep(0.2)

    try:
        async with asyncio.timeout(120):
            while len(good.delays) < 40 * tables:
                await asyncio.sleep(0.1)
        good.delays.clear()  # what the start of so many players costs their own process is no answer's delay
        before = memory(server)
        watching = asyncio.create_task(watch())
        report = await abuse(server, *options)
        watching.cancel()
        for job in jobs:
            if job.done():
                job.result()  # they play on until they are cancelled, or say why not
        reached = len(good.delays)
        async with asyncio.timeout(60):
            while len(good.delays) < reached + tables:
                await asyncio.sleep(0.1)
    finally:
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
    return good, report, peak - before


def told(good: Good, report: dict[str, Any], grown: int) -> str:
    """The figures of a run."""
    cuts = quantiles(good.delays, n=100)
    return (
        f"{len(good.delays)} good commands, p50 {cuts[49]:.1f} ms, p99 {cuts[98]:.1f} ms, lost turns {len(good.lost)}, "
        f"memory +{grown / 2**20:.1f} MiB, bad {report}"
    )


def check(good: Good, report: dict[str, Any], grown: int) -> None:
    assert good.lost == []
    assert set(good.refused) <= {"finish_not_possible", "rack_mismatch"}
    for kind, outcomes in EXPECTED.items():
        assert set(report[kind.__name__]) <= outcomes, (kind.__name__, report[kind.__name__])
    assert grown < MEMORY


async def nobody_left(server: ServerProcess) -> None:
    """The server has noticed the end of everybody, and has seen no fault."""
    async with asyncio.timeout(60):
        while (await numbers(server))["okey_sockets"]:
            await asyncio.sleep(0.2)
    assert not [name for name in await numbers(server) if name.startswith("okey_faults_total")]


async def test_bad_clients_of_every_kind_beside_good_tables(tmp_path: Path, record_property: Any) -> None:
    with ServerProcess(tmp_path / "data", "--strict", "--commands", "20") as server:
        good, report, grown = await beside(server, 2, 0.1, "--seconds", "5", "--clients", "1", "--each")
        record_property("abuse", told(good, report, grown))
        check(good, report, grown)
        assert all(report[kind.__name__] for kind in QUICK), report
        assert server.log.read_text() == "", "what clients do wrong fills no disk"
        await nobody_left(server)


@pytest.mark.soak
async def test_half_an_hour_of_bad_clients(
    tmp_path: Path, record_property: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """Fifty good tables; 200 that never read, and 15 of each other kind. OKEY_SOAK_MINUTES: for how long."""
    storm = ("--seconds", str(60 * SOAK_MINUTES), "--clients", "15", "--readers", "200", "--guests", "250")
    with ServerProcess(tmp_path / "data", "--strict", "--commands", "20") as server:
        good, report, grown = await beside(server, 50, 2.0, *storm)
        with capsys.disabled():
            sys.stdout.write(f"\n{told(good, report, grown)}\n")
        record_property("abuse", told(good, report, grown))
        check(good, report, grown)
        assert all(report.values()), report
        assert server.log.read_text() == "", "what clients do wrong fills no disk"
        assert quantiles(good.delays, n=100)[98] < DELAY_MS
        await nobody_left(server)


@pytest.mark.parametrize("sockets", [400, pytest.param(5000, marks=pytest.mark.soak)])
async def test_so_many_sockets_from_one_address(tmp_path: Path, record_property: Any, sockets: int) -> None:
    """The address gets its three hundred, and those who play elsewhere go on."""
    with ServerProcess(tmp_path / "data", "--strict", "--commands", "20", "--hello", "60") as server:
        good, report, grown = await beside(server, 1, 0.1, "--crowd", str(sockets), "--guests", "120")
        record_property("crowd", told(good, report, grown))
        assert report["101"] <= 300
        assert report["101"] + report["403"] == sockets
        assert good.lost == []
        assert grown < MEMORY
        await nobody_left(server)


async def test_a_full_site_says_so_and_those_who_sit_come_in(tmp_path: Path) -> None:
    async with Client(settings(tmp_path, sockets=2)) as site:
        table = await site.table()
        seated, site.cookie = site.cookie, None
        await site.request("GET", "/api/me")
        stranger = site.cookie
        async with site.socket(), site.socket():
            async with site.socket() as third:
                assert await third.hear() == {"t": "bye", "why": "full", "retry_ms": 10_000}
                assert await third.hear() is None
                assert third.code == 1013
            for method, path, body in (("POST", "/api/tables", NEW), ("POST", "/api/rooms", ROOM)):
                answer = await site.request(method, path, json.dumps(body).encode())
                assert (answer.status, answer.json()) == (503, {"code": "full", "params": {}})
            assert (await site.request("GET", "/api/me")).status == 200, "who has a session may look"
            site.cookie = None
            assert (await site.request("GET", "/api/me")).status == 503, "a new guest may not"
            site.cookie = seated
            async with site.socket() as own:
                own.say(json.dumps({"t": "hello", "table": table, "after": None}))
                assert (await own.until("snap"))["you"] == 0
        site.cookie = stranger
        async with site.socket() as again:
            again.say("no frame")
            assert (await again.until("bye"))["why"] == "bad_frame", "there is room again"


async def test_who_sits_comes_in_from_a_crowded_address(tmp_path: Path) -> None:
    async with Client(settings(tmp_path, sockets_per_address=1)) as site:
        table = await site.table()
        seated, site.cookie = site.cookie, None
        await site.request("GET", "/api/me")
        async with site.socket():
            site.cookie = seated
            async with site.socket() as own:
                own.say(json.dumps({"t": "hello", "table": table, "after": None}))
                assert (await own.until("snap"))["you"] == 0
            site.cookie = None
            await site.request("GET", "/api/me")
            with pytest.raises(AssertionError, match="1008"):
                async with site.socket():
                    pass

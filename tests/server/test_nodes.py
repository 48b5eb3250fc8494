"""Several nodes are one site: one PostgreSQL, one NATS, people on either node (ARCHITECTURE: any node may be first)."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from okey.fair.events import decode
from okey.fair.messages import first_head, next_head
from okey.play.hub import Hub
from okey.play.ports import ALONE, Effect, LogRow, Opened, Ports
from okey.play.standing import GAME
from okey.rules.events import Thrown
from okey.rules.ruleset import PRESETS
from okey.server import nats as hints_module
from okey.server.doors import SystemRandomness
from okey.server.nats import NatsHints
from okey.storage.database import open_postgres
from okey.storage.postgres import PostgresLog
from okey.testing import MemorySocket, first_row, opening, person, think
from tests.postgres import fresh_database, postgres_server
from tests.server.client import Browser, Player, play_on
from tests.server.process import ServerProcess, free_port
from tests.server.test_live import SHORT, Friend, found, until

PATIENCE = 60.0
SOAK_PATIENCE = 900.0


class NatsServer:
    """A NATS server on loopback, to stop and to start again."""

    def __init__(self) -> None:
        self._port = free_port()
        self.url = f"nats://127.0.0.1:{self._port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [str(Path(sys.executable).with_name("nats-server")), "-a", "127.0.0.1", "-p", str(self._port)]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(20)
            self._process = None


@dataclass(frozen=True)
class Cluster:
    """Two nodes."""

    one: ServerProcess
    two: ServerProcess
    nats: NatsServer
    url: str

    async def rows(self, table: str) -> list[LogRow]:
        log = await PostgresLog.open(self.url)
        try:
            return await log.read(bytes.fromhex(table))
        finally:
            await log.close()


@pytest.fixture(scope="module")
def postgres() -> Iterator[Any]:
    with postgres_server() as server:
        yield server


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory, postgres: Any) -> Iterator[Cluster]:
    data = tmp_path_factory.mktemp("nodes") / "data"
    with ExitStack() as stack:
        url = stack.enter_context(fresh_database(postgres))
        nats = NatsServer()
        stack.callback(nats.stop)
        nats.start()
        nodes = [stack.enter_context(ServerProcess(data, "--database", url, "--nats", nats.url)) for _ in range(2)]
        yield Cluster(nodes[0], nodes[1], nats, url)


class Prompt(Player):
    """Asks for the next deal once, so that each command it sends is a row."""

    asked: int = -1

    def _choose(self) -> dict[str, Any] | None:
        if self.phase != "between":
            return super()._choose()
        if self.asked == self.n:
            return None
        self.asked = self.n
        return super()._choose()


class Table:
    """Ada on one node, Ben on the other, two computers; Ada founded the table."""

    def __init__(self, ada: Browser, ben: Browser, stack: AsyncExitStack) -> None:
        self.ada, self.ben, self._stack = ada, ben, stack

    async def begin(self, rules: str = SHORT) -> tuple[Friend, Friend]:
        made = await found(self.ada, rules)
        friends = []
        for seat, browser in enumerate((self.ada, self.ben)):
            friend = Friend(await self._stack.enter_async_context(browser.socket()), made["table"])
            friend.player = Prompt(made["table"])
            await friend.come()
            await friend.sit(seat)
            assert (await until(friend.socket, "room"))["you"] == seat
            friends.append(friend)
        await friends[0].say("fill")
        for friend in friends:
            await opened(friend)
        return friends[0], friends[1]


async def opened(friend: Friend) -> None:
    """Open the contribution as soon as the list is there."""
    friend.listed = await until(friend.socket, "list")
    await friend.say("contribution", list_hash=friend.listed["hash"], value=friend._value.hex())


async def joined(friend: Friend) -> None:
    """The first frame of the match."""
    friend.player.hear(await until(friend.socket, "snap"))


async def played(*lines: tuple[Any, Player], moves: int | None = None, patience: float = PATIENCE) -> None:
    """Play to the end, or until everybody has `moves` more acknowledged."""
    goals = [(player, len(player.acknowledged) + (moves or 0)) for _, player in lines]
    jobs = [asyncio.create_task(play_on(socket, player, None, PATIENCE)) for socket, player in lines]
    try:
        async with asyncio.timeout(patience):
            while not all(job.done() for job in jobs):
                if moves is not None and all(len(player.acknowledged) >= goal for player, goal in goals):
                    break
                await asyncio.wait(jobs, timeout=0.05, return_when=asyncio.FIRST_EXCEPTION)
                for job in jobs:
                    if job.done():
                        job.result()
    finally:
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)


async def entered(stack: AsyncExitStack, cluster: Cluster) -> Table:
    ada = await stack.enter_async_context(Browser(cluster.one.base))
    ben = await stack.enter_async_context(Browser(cluster.two.base))
    return Table(ada, ben, stack)


async def again(stack: AsyncExitStack, browser: Browser, base: str, player: Player) -> Any:
    """The same browser, with its cookie, at another node: a socket that says where it was."""
    other = Browser(base)
    other.http.cookies = browser.http.cookies
    stack.push_async_callback(other.http.aclose)
    socket = await stack.enter_async_context(other.socket())
    await socket.send(player.hello(player.seq))
    return socket


async def ended(cluster: Cluster, *lines: tuple[Any, Friend]) -> None:
    """After a match: everybody heard the same end and the same signed head, which is the one of the log."""
    last = [friend.player.events[-1] for _, friend in lines]
    reveals = [await until(socket, "reveal") for socket, _ in lines]
    assert last == [last[0]] * len(lines)
    assert last[0]["e"] == "match_ended"
    assert reveals == [reveals[0]] * len(lines)
    friend = lines[0][1]
    rows = await cluster.rows(friend.player.table)
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    table, listed, commit = (
        bytes.fromhex(text) for text in (friend.player.table, friend.listed["hash"], friend.opened["server_commit"])
    )
    head, n = first_head(table, listed, commit), 0
    for row in rows:
        if row.kind == GAME:
            head, n = next_head(head, row.body), n + 1
    assert (reveals[0]["n"], reveals[0]["head"]) == (n, head.hex())
    stored = [row.cid.hex() for row in rows if row.cid is not None]
    assert len(stored) == len(set(stored)), "nothing was done twice"
    told = {cid for _, friend in lines for cid in friend.player.acknowledged}
    assert told <= set(stored), "nothing acknowledged is missing"


async def test_two_people_on_two_nodes_play_one_match(cluster: Cluster) -> None:
    async with AsyncExitStack() as stack:
        ada, ben = await (await entered(stack, cluster)).begin()
        await asyncio.gather(joined(ada), joined(ben))
        await played((ada.socket, ada.player), (ben.socket, ben.player))
        await ended(cluster, (ada.socket, ada), (ben.socket, ben))
        rows = await cluster.rows(ada.player.table)
        assert {row.kind for row in rows}.isdisjoint({"restart"}), "a node that comes later is no restart"


async def without_hints(cluster: Cluster, moves: int | None) -> None:
    """A match in which NATS dies after the first moves, and comes back after `moves` more, or never."""
    async with AsyncExitStack() as stack:
        ada, ben = await (await entered(stack, cluster)).begin()
        lines = (ada.socket, ada.player), (ben.socket, ben.player)
        await asyncio.gather(joined(ada), joined(ben))
        await played(*lines, moves=2)
        cluster.nats.stop()
        try:
            await played(*lines, moves=moves, patience=SOAK_PATIENCE if moves is None else PATIENCE)
        finally:
            cluster.nats.start()
        await played(*lines)
        await ended(cluster, (ada.socket, ada), (ben.socket, ben))


async def test_a_match_goes_on_without_hints_and_ends(cluster: Cluster) -> None:
    await without_hints(cluster, 2)


@pytest.mark.soak
async def test_a_match_ends_without_hints(cluster: Cluster) -> None:
    """Two seconds at most from node to node: minutes, for players that need no time themselves."""
    await without_hints(cluster, None)


async def test_a_node_dies_and_its_people_go_on_at_the_other(cluster: Cluster) -> None:
    async with AsyncExitStack() as stack:
        table = await entered(stack, cluster)
        ada, ben = await table.begin()
        await asyncio.gather(joined(ada), joined(ben))
        await played((ada.socket, ada.player), (ben.socket, ben.player), moves=2)
        cluster.one.kill()
        try:
            await shown(ben, ada.player.seat, connected=False)
            socket = await again(stack, table.ada, cluster.two.base, ada.player)
            await shown(ben, ada.player.seat, connected=True)
            await played((socket, ada.player), (ben.socket, ben.player))
            await ended(cluster, (socket, ada), (ben.socket, ben))
        finally:
            cluster.one.start()


async def shown(friend: Friend, seat: int, connected: bool) -> None:
    """Wait until a person is told that another one is connected, or is not; what else is said is played on later."""
    async with asyncio.timeout(60):
        while True:
            frame = json.loads(await friend.socket.recv())
            friend.player.hear(frame)
            if frame["t"] in ("presence", "room"):
                sitter = frame["seats"][seat]
                if sitter is not None and sitter["connected"] == connected:
                    return


async def test_a_second_tab_at_another_node_takes_over(cluster: Cluster) -> None:
    async with AsyncExitStack() as stack:
        table = await entered(stack, cluster)
        ada, ben = await table.begin()
        await asyncio.gather(joined(ada), joined(ben))
        socket = await again(stack, table.ada, cluster.two.base, ada.player)
        assert (await until(ada.socket, "bye"))["why"] == "taken_over"
        await played((socket, ada.player), (ben.socket, ben.player), moves=1)


async def test_the_waiting_room_knows_who_is_at_the_other_node(cluster: Cluster) -> None:
    async with AsyncExitStack() as stack:
        table = await entered(stack, cluster)
        made = await found(table.ada, SHORT)
        ada = Friend(await stack.enter_async_context(table.ada.socket()), made["table"])
        ben = Friend(await stack.enter_async_context(table.ben.socket()), made["table"])
        await ada.come()
        await ada.sit(0)
        await shown(ada, 0, connected=True)
        assert (await ben.come())["seats"][0]["connected"]
        await ben.sit(1)
        await shown(ada, 1, connected=True)
        await ada.socket.close()
        await shown(ben, 0, connected=False)


async def test_quick_match_brings_people_of_all_nodes_to_one_table(cluster: Cluster) -> None:
    async with Browser(cluster.one.base) as ada, Browser(cluster.two.base) as ben:
        rules = PRESETS["klasik"].text
        asked = [each.http.post("/api/quick", json={"rules": rules}) for each in (ada, ben) * 3]
        assert len({(await answer).json()["table"] for answer in asyncio.as_completed(asked)}) == 1


async def test_a_node_starts_without_hints_and_says_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints_module, "RETRY_SECONDS", 0.02)
    told: list[str] = []
    hints = NatsHints(f"nats://127.0.0.1:{free_port()}", lambda event, **_: told.append(event))
    job = asyncio.create_task(hints.run(lambda *_: None, lambda *_: None))
    hints.tell(b"t" * 16, 1)
    await asyncio.sleep(0.5)
    assert told == ["hints_failed"]
    assert not job.done()
    job.cancel()
    await asyncio.gather(job, return_exceptions=True)


async def test_a_node_that_looks_for_hints_stops_when_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even when the library swallows the first cancellation."""
    swallowed = 0

    async def stubborn(*_: object, **__: object) -> None:
        nonlocal swallowed
        while True:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                if swallowed:
                    raise
                swallowed += 1

    monkeypatch.setattr(hints_module.nats, "connect", stubborn)
    monkeypatch.setattr(hints_module, "CANCEL_SECONDS", 0.01)
    job = asyncio.create_task(NatsHints("nats://127.0.0.1:1", print).run(lambda *_: None, lambda *_: None))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    job.cancel()
    await asyncio.wait((job,), timeout=5)
    assert job.cancelled()
    assert swallowed == 1


class Hasty:
    """A clock and a scheduler by which all takes a tenth of its time, and a disk that counts who came second."""

    PACE = 10

    def __init__(self, log: PostgresLog) -> None:
        self.lost = 0
        self.read = log.read
        self.waiting = log.waiting
        self._log = log
        self._begun = time.time()
        self._jobs: set[asyncio.Future[None]] = set()

    def now(self) -> int:
        return int(1000 * (self._begun + self.PACE * (time.time() - self._begun)))

    def call_later(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds / self.PACE, call)

    def spawn(self, job: Coroutine[Any, Any, None]) -> None:
        self._jobs.add(asyncio.ensure_future(job))

    async def append(self, table: bytes, rows: Sequence[LogRow], effects: Sequence[Effect] = ()) -> bool:
        won = await self._log.append(table, rows, effects)
        self.lost += not won
        return won


async def test_of_two_nodes_that_fire_one_time_out_one_writes_it_and_both_go_on(postgres: Any) -> None:
    rules = replace(PRESETS["klasik"], move=1, reserve=0, late="auto")
    opened, table, events = opening(rules, people=4), b"t" * 16, []
    async with AsyncExitStack() as stack:
        url = stack.enter_context(fresh_database(postgres))
        nodes, hubs = [], []
        for node in (1, 2):
            database = await open_postgres(url)
            stack.push_async_callback(database.close)
            nodes.append(hasty := Hasty(database.log))
            hubs.append(Hub(Ports(hasty, hasty, hasty, SystemRandomness(), print, ALONE, node), think))
        await nodes[0].append(
            table, [first_row(opened, nodes[0].now())], [Opened("klasik", "", opened.people, (20,) * 4)]
        )
        for seat in range(4):
            hubs[seat % 2].join(table, person(seat), MemorySocket(), None)
        async with asyncio.timeout(20):
            while sum(isinstance(event, Thrown) for event in events) < 6:
                await asyncio.sleep(0.05)
                rows = await nodes[0].read(table)
                events = [decode(row.body).event for row in rows if row.kind == GAME]
        for hub in hubs:
            hub.stop()
    first, *turns = " ".join(type(event).__name__ for event in events).split("Thrown")
    assert first.split() == ["Dealt", "Automatic"]
    assert {turn.strip() for turn in turns[:5]} == {"Automatic Drawn Automatic"}, "each time-out once"
    assert sum(node.lost for node in nodes) >= 6, "both fired each of them"

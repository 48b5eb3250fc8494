"""Several nodes are one site: one PostgreSQL, one NATS, people on either node (ARCHITECTURE: any node may be first)."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from okey.play.ports import LogRow
from okey.storage.postgres import PostgresLog
from tests.postgres import fresh_database, postgres_server
from tests.server.client import Browser, Player, play_on
from tests.server.process import ServerProcess, free_port
from tests.server.test_live import SHORT, Friend, found, until

PATIENCE = 60.0


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
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    data = tmp_path_factory.mktemp("nodes") / "data"
    with ExitStack() as stack:
        url = stack.enter_context(fresh_database(stack.enter_context(postgres_server())))
        nats = NatsServer()
        stack.callback(nats.stop)
        nats.start()
        nodes = [stack.enter_context(ServerProcess(data, "--database", url, "--nats", nats.url)) for _ in range(2)]
        yield Cluster(nodes[0], nodes[1], nats, url)


class Patient(Player):
    """Waits for the next deal instead of asking for it: each command it sends is a row."""

    def _choose(self) -> dict[str, Any] | None:
        return None if self.phase == "between" else super()._choose()


class Table:
    """Ada on one node, Ben on the other, two computers; Ada founded the table."""

    def __init__(self, ada: Browser, ben: Browser, stack: AsyncExitStack) -> None:
        self.ada, self.ben, self._stack = ada, ben, stack

    async def begin(self, rules: str = SHORT) -> tuple[Friend, Friend]:
        made = await found(self.ada, rules)
        friends = []
        for seat, browser in enumerate((self.ada, self.ben)):
            friend = Friend(await self._stack.enter_async_context(browser.socket()), made["table"])
            friend.player = Patient(made["table"])
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
    listed = await until(friend.socket, "list")
    await friend.say("contribution", list_hash=listed["hash"], value=friend._value.hex())


async def joined(friend: Friend) -> None:
    """The first frame of the match."""
    friend.player.hear(await until(friend.socket, "snap"))


async def played(*lines: tuple[Any, Player], moves: int | None = None) -> None:
    """Play to the end, or until everybody has `moves` more acknowledged."""
    goals = [(player, len(player.acknowledged) + (moves or 0)) for _, player in lines]
    jobs = [asyncio.create_task(play_on(socket, player, None, PATIENCE)) for socket, player in lines]
    try:
        async with asyncio.timeout(PATIENCE):
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


async def test_two_people_on_two_nodes_play_one_match(cluster: Cluster) -> None:
    async with AsyncExitStack() as stack:
        ada, ben = await (await entered(stack, cluster)).begin()
        await asyncio.gather(joined(ada), joined(ben))
        await played((ada.socket, ada.player), (ben.socket, ben.player))
        assert ada.player.events[-1] == ben.player.events[-1]
        assert ada.player.events[-1]["e"] == "match_ended"
        assert ada.player.n == ben.player.n
        rows = await cluster.rows(ada.player.table)
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        assert {row.kind for row in rows}.isdisjoint({"restart"}), "a node that comes later is no restart"


async def test_without_hints_the_nodes_look_themselves(cluster: Cluster) -> None:
    async with AsyncExitStack() as stack:
        ada, ben = await (await entered(stack, cluster)).begin()
        await asyncio.gather(joined(ada), joined(ben))
        await played((ada.socket, ada.player), (ben.socket, ben.player), moves=1)
        cluster.nats.stop()
        try:
            await played((ada.socket, ada.player), (ben.socket, ben.player), moves=4)
        finally:
            cluster.nats.start()


async def test_a_node_dies_and_its_people_go_on_at_the_other(cluster: Cluster) -> None:
    async with AsyncExitStack() as stack:
        table = await entered(stack, cluster)
        ada, ben = await table.begin()
        await asyncio.gather(joined(ada), joined(ben))
        await played((ada.socket, ada.player), (ben.socket, ben.player), moves=2)
        cluster.one.kill()
        try:
            socket = await again(stack, table.ada, cluster.two.base, ada.player)
            await played((socket, ada.player), (ben.socket, ben.player))
        finally:
            cluster.one.start()
        assert ada.player.events[-1] == ben.player.events[-1]
        rows = await cluster.rows(ada.player.table)
        stored = [row.cid.hex() for row in rows if row.cid is not None]
        assert len(stored) == len(set(stored))
        assert set(ada.player.acknowledged) | set(ben.player.acknowledged) <= set(stored), "nothing acknowledged lacks"

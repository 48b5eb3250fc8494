"""`/ws` of a real server: the upgrade, limits, tabs, resuming, and whole matches."""

from __future__ import annotations

import asyncio
import json
import secrets
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.patience import within
from tests.server.client import Browser, Player, play_on
from tests.server.process import ServerProcess, gone
from tests.server.test_http import ORIGINS

PROOF = ("open", "room", "list", "receipt", "opening", "head")


async def heard(socket: ClientConnection) -> dict[str, Any]:
    """The next frame that is not about the proof of the deals."""
    while True:
        frame = json.loads(await within(60, socket.recv()))
        assert isinstance(frame, dict)
        if frame["t"] not in PROOF:
            return frame


async def closed(socket: ClientConnection) -> int:
    """Read until the server closes; the code."""
    await to_the_end(socket)
    assert socket.close_code is not None
    return socket.close_code


async def to_the_end(socket: ClientConnection) -> list[dict[str, Any]]:
    """All frames until the server closes."""
    frames = []
    while True:
        try:
            frames.append(await heard(socket))
        except ConnectionClosed:
            return frames


@pytest.mark.parametrize("preset", ["klasik", "kahvehane", "ikramiye", "usta", "rummy"])
async def test_a_whole_match(browser: Browser, preset: str) -> None:
    player = Player(await browser.table(preset))
    async with browser.socket() as socket:
        await socket.send(player.hello())
        await play_on(socket, player)
    assert player.events[-1]["e"] == "match_ended"
    assert {frame["fault"]["code"] for frame in player.refused} <= {"old_turn"}
    assert (await browser.http.get("/api/me")).json()["tables"] == []


@pytest.mark.parametrize("origin", ORIGINS)
async def test_only_the_own_origin_gets_a_socket(browser: Browser, server: ServerProcess, origin: str | None) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with browser.socket(origin=None if origin is None else origin.format(port=server.port)):
            pass
    assert refused.value.response.status_code == 403


async def test_no_socket_without_session_or_subprotocol_or_at_another_address(server: ServerProcess) -> None:
    from websockets.asyncio.client import connect

    address = server.base.replace("http", "ws")
    async with Browser(server.base) as browser:
        cookie = {"cookie": browser.cookie}
        for path, subprotocols, headers in (
            ("/ws", ["okey.v1"], {}),
            ("/ws", ["okey.v1"], {"cookie": "okey=forged"}),
            ("/ws", ["okey.v2"], cookie),
            ("/ws", None, cookie),
            ("/", ["okey.v1"], cookie),
            ("/api/me", ["okey.v1"], cookie),
        ):
            with pytest.raises(InvalidStatus):
                async with connect(
                    address + path,
                    origin=server.base,  # type: ignore[arg-type]
                    subprotocols=subprotocols,  # type: ignore[arg-type]
                    additional_headers=headers,
                    proxy=None,
                ):
                    pass


async def test_the_fifth_socket_of_a_session_is_refused(server: ServerProcess) -> None:
    async with Browser(server.base) as browser:
        table = await browser.table()
        open_ones = [await browser.socket() for _ in range(4)]
        for socket in open_ones:
            await socket.send(Player(table).hello())
            break
        with pytest.raises(InvalidStatus):
            await browser.socket()
        await open_ones[3].close()
        for _ in range(100):
            try:
                again = await browser.socket()
            except InvalidStatus:
                await asyncio.sleep(0.02)
            else:
                break
        await again.close()
        for socket in open_ones:
            await socket.close()


async def test_foreign_and_unknown_tables(server: ServerProcess) -> None:
    async with Browser(server.base) as owner, Browser(server.base) as other:
        table = await owner.table()
        for name, why in ((table, "not_seated"), (secrets.token_hex(16), "unknown_table")):
            async with other.socket() as socket:
                await socket.send(Player(name).hello())
                assert await heard(socket) == {"t": "bye", "why": why, "retry_ms": None}
                assert await closed(socket) == 1000


async def test_a_second_tab_takes_over(browser: Browser) -> None:
    player = Player(await browser.table())
    async with browser.socket() as first, browser.socket() as second:
        await first.send(player.hello())
        assert (await heard(first))["t"] == "snap"
        await second.send(player.hello())
        player.hear(await heard(second))
        while (frame := await heard(first))["t"] != "bye":
            pass
        assert frame["why"] == "taken_over"
        assert await closed(first) == 1000
        await play_on(second, player, moves=3)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        '{"t":"hello"}',
        '{"t":"hello","table":"00","after":null}',
        '{"t":"hello","table":"' + "0" * 32 + '","after":-1}',
        '{"t":"hello","table":"' + "0" * 32 + '","after":true}',
        '{"t":"hello","table":"' + "0" * 32 + '","after":1.0}',
        '{"t":"hello","table":"' + "0" * 32 + '","after":null,"x":1}',
        '{"t":"hello","table":"' + "G" * 32 + '","after":null}',
        '{"t":"ping","t0":1,"echo":null,"held":0}',
        '{"t":"do","id":"0123456789abcdef","at":1,"action":{"a":"draw"}}',
        '{"t":"sit","seat":0,"commit":"00"}',
        '{"t":"head","n":1,"head":"00"}',
        '{"t":"say","phrase":"hi"}',
        '{"t":"contribution","list_hash":"00","value":"00"}',
        "\ud83d".encode("utf-16", "surrogatepass").decode("utf-16", "replace"),
        "[" * 3000,
    ],
)
async def test_a_first_frame_that_is_no_hello_ends_the_socket(browser: Browser, text: str) -> None:
    async with browser.socket() as socket:
        await socket.send(text)
        assert await heard(socket) == {"t": "bye", "why": "bad_frame", "retry_ms": None}
        assert await closed(socket) == 1008


async def test_a_second_hello_tells_the_table_again(browser: Browser) -> None:
    """A client that notices a gap asks on the same socket."""
    player = Player(await browser.table())
    async with browser.socket() as socket:
        for _ in range(3):
            await socket.send(player.hello())
            while (frame := await heard(socket))["t"] != "snap":
                pass
            player.hear(frame)
        await play_on(socket, player, moves=3)


async def test_a_hello_to_another_table_and_a_binary_frame_end_the_socket(browser: Browser) -> None:
    player = Player(await browser.table())
    for bad in (Player(await browser.table()).hello(), b"{}"):
        async with browser.socket() as socket:
            await socket.send(player.hello())
            assert (await heard(socket))["t"] == "snap"
            await socket.send(bad)
            while (frame := await heard(socket))["t"] != "bye":
                pass
            assert frame["why"] == "bad_frame"
            assert await closed(socket) == 1008


async def test_a_frame_over_4_kib_is_closed_with_1009(browser: Browser) -> None:
    async with browser.socket() as socket:
        await socket.send('{"t":"hello","table":"' + "0" * 5000 + '"}')
        assert await closed(socket) == 1009


async def test_fragments_are_counted_together(browser: Browser) -> None:
    async with browser.socket() as socket:
        await socket.send(["x" * 1000 for _ in range(6)])
        assert await closed(socket) in (1009, 1006), "1006 when the rest of the frames meets a closed door"


async def test_ping(browser: Browser) -> None:
    player = Player(await browser.table())
    async with browser.socket() as socket:
        await socket.send(player.hello())
        await socket.send('{"t":"ping","t0":12345,"echo":null,"held":0}')
        while (frame := await heard(socket))["t"] != "pong":
            pass
        assert frame["t0"] == 12345
        assert frame["now"] > 1_700_000_000_000


async def test_who_says_nothing_is_closed_in_time(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data", "--hello", "0.2") as server:
        async with Browser(server.base) as browser, browser.socket() as socket:
            assert await closed(socket) == 1008


async def test_a_flood_of_hellos_is_closed_sooner(tmp_path: Path) -> None:
    """Each has the whole table told anew: one is for a frame that was missed, many are for nothing."""
    with ServerProcess(tmp_path / "data", "--commands", "20") as server:
        async with Browser(server.base) as browser:
            player = Player(await browser.table())
            async with browser.socket() as socket:
                for _ in range(2):
                    await socket.send(player.hello())
                    while (await heard(socket))["t"] != "snap":
                        pass
            async with browser.socket() as socket:
                for _ in range(6):
                    await socket.send(player.hello())
                assert (await to_the_end(socket))[-1]["why"] == "too_fast"


async def test_a_flood_is_closed(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data", "--commands", "20") as server:
        async with Browser(server.base) as browser:
            player = Player(await browser.table())
            async with browser.socket() as socket:
                await socket.send(player.hello())
                for count in range(100):
                    await socket.send(json.dumps({"t": "ping", "t0": count, "echo": None, "held": 0}))
                frames = await to_the_end(socket)
                assert frames[-1]["why"] == "too_fast"
                assert frames[-1]["retry_ms"] > 0
                assert socket.close_code == 1008
                assert sum(frame["t"] == "pong" for frame in frames) < 25
            async with browser.socket() as socket:
                await socket.send(player.hello())
                assert (await heard(socket))["t"] == "snap"


@pytest.mark.parametrize("back", [0, 1, 2, 5, 17])
async def test_resume_from_any_row(browser: Browser, back: int) -> None:
    player = Player(await browser.table())
    async with browser.socket() as socket:
        await socket.send(player.hello())
        await play_on(socket, player, moves=10)
        events = list(player.events)
        seen, n = player.seq, player.n
    late = Player(player.table)
    async with browser.socket() as socket:
        await socket.send(late.hello(after=max(0, seen - back)))
        frame = await heard(socket)
        ns = []
        while frame["t"] == "ev":
            ns.append(frame["n"])
            frame = await heard(socket)
        assert frame["t"] == ("presence" if ns else "snap")
    assert ns == list(range(ns[0], ns[0] + len(ns))) if ns else back == 0
    assert not ns or ns[-1] >= n
    assert events


async def test_a_repeated_frame_is_answered_and_not_done_twice(browser: Browser) -> None:
    player = Player(await browser.table())
    async with browser.socket() as socket:
        await socket.send(player.hello())
        await play_on(socket, player, moves=2)
        while (text := player.move()) is None or '"throw"' not in text:
            if text is None:
                player.hear(await heard(socket))
            else:
                await play_on(socket, player, moves=1)
        for _ in range(10):
            await socket.send(text)
        answers = []
        while len(answers) < 10:
            frame = await heard(socket)
            if frame["t"] in ("ok", "no"):
                answers.append(frame)
    assert len({json.dumps(answer) for answer in answers}) == 1
    assert answers[0]["t"] == "ok"


async def test_sigterm_ends_quickly_with_a_good_bye_and_leaves_nobody_behind(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data")
    with server:
        async with Browser(server.base) as browser:
            player = Player(await browser.table())
            socket = await browser.socket()
            await socket.send(player.hello())
            await play_on(socket, player, moves=3)
            children = server.children()
            assert children, "computers think in processes of their own"
            code = await asyncio.to_thread(server.stop)
            assert (await to_the_end(socket))[-1]["why"] == "restart"
            assert socket.close_code == 1012
        assert code in (0, -15, 143)
        assert gone(children)
        server.start()
        async with Browser(server.base) as stranger:
            assert (await stranger.http.get("/api/health")).status_code == 200


async def test_kill_leaves_no_worker_behind(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        async with Browser(server.base) as browser:
            player = Player(await browser.table())
            async with browser.socket() as socket:
                await socket.send(player.hello())
                await play_on(socket, player, moves=2)
        children = server.children()
        assert children
        server.kill()
        assert gone(children)

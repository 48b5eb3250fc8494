"""One socket downwards: in order, bounded, and with an end."""

from __future__ import annotations

import asyncio
from typing import Any

from okey.play.messages import Bye, Ok
from okey.server.connection import MAX_BYTES, MAX_FRAMES, Connection
from tests.patience import within


class Slow:
    """A network that sends when it is told to."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.open = asyncio.Event()

    async def __call__(self, message: dict[str, Any]) -> None:
        await self.open.wait()
        self.sent.append(message)


async def test_frames_go_out_in_order_and_the_farewell_last() -> None:
    network = Slow()
    network.open.set()
    connection = Connection(network)
    for number in range(5):
        connection.send(Ok(bytes(8), number))
    connection.close(Bye("taken_over"))
    connection.send(Ok(bytes(8), 99))
    connection.close(Bye("restart"))
    await within(30, connection.run())
    assert connection.closing
    assert [message["type"] for message in network.sent] == ["websocket.send"] * 6 + ["websocket.close"]
    assert network.sent[-1]["code"] == 1000
    assert "taken_over" in network.sent[-2]["text"]


async def test_codes() -> None:
    for why, code in (("bad_frame", 1008), ("too_fast", 1008), ("restart", 1012), ("not_seated", 1000)):
        network = Slow()
        network.open.set()
        connection = Connection(network)
        connection.close(Bye(why))  # type: ignore[arg-type]
        await within(30, connection.run())
        assert network.sent[-1]["code"] == code


async def test_who_does_not_read_is_closed_with_1013() -> None:
    network = Slow()
    connection = Connection(network)
    writer = asyncio.create_task(connection.run())
    await asyncio.sleep(0)
    for number in range(MAX_FRAMES + 2):
        connection.send(Ok(bytes(8), number))
        await asyncio.sleep(0)
    assert connection.closing
    network.open.set()
    await within(30, writer)
    assert network.sent[-1] == {"type": "websocket.close", "code": 1013}
    assert len(network.sent) <= 2 + MAX_FRAMES


async def test_bytes_are_bounded_too() -> None:
    connection = Connection(Slow())
    for _ in range(MAX_BYTES // 10_000):
        connection.write(b"x" * 10_000)
    assert not connection.closing
    connection.write(b"x" * 10_000)
    assert connection.closing

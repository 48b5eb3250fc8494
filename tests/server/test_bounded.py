"""Limits below the level of messages: control frames and fragments of a real server's sockets (SECURITY T13)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

import pytest

from okey.server.bounded import FRAGMENTS, PINGS
from tests.server.abuse import PING, TEXT, Line, Target, frame
from tests.server.client import Browser
from tests.server.process import ServerProcess

HELLO = json.dumps({"t": "hello", "table": "0" * 32, "after": None}).encode()


@pytest.fixture
async def line(server: ServerProcess, browser: Browser) -> AsyncIterator[Line]:
    opened = await Line.open(Target(server.port), source="127.0.0.1")
    assert await opened.upgrade(cookie=browser.cookie) == "101"
    yield opened
    opened.writer.transport.abort()


def fragmented(text: bytes, count: int) -> bytes:
    """`text` as one message in so many fragments, the last ones empty when there are more than letters."""
    size = -(-len(text) // (count - 1))
    parts = [text[at : at + size] for at in range(0, len(text), size)]
    parts += [b""] * (count - len(parts))
    first, *others = parts
    frames = [frame(TEXT, first, fin=False)]
    frames += [frame(0, part, fin=number == len(others)) for number, part in enumerate(others, 1)]
    return b"".join(frames)


async def test_a_message_in_eight_fragments_is_read(line: Line) -> None:
    line.writer.write(fragmented(HELLO, FRAGMENTS))
    assert await asyncio.wait_for(line.end(), 30) == "1000", "there is no such table"


@pytest.mark.parametrize("count", [FRAGMENTS + 1, 1000])
async def test_more_fragments_end_the_socket_even_when_they_are_empty(line: Line, count: int) -> None:
    line.writer.write(fragmented(HELLO, count))
    assert await asyncio.wait_for(line.end(), 30) == "1008"


async def test_a_message_that_never_ends_is_ended(line: Line) -> None:
    line.writer.write(frame(TEXT, b"", fin=False) + frame(0, b"", fin=False) * 100)
    assert await asyncio.wait_for(line.end(), 30) == "1008"


async def test_a_few_pings_are_answered(line: Line) -> None:
    line.writer.write(frame(PING, b"a") * PINGS)
    for _ in range(PINGS):
        assert await asyncio.wait_for(line.reader.readexactly(3), 30) == b"\x8a\x01a"
    line.writer.write(frame(TEXT, HELLO))
    assert await asyncio.wait_for(line.end(), 30) == "1000"


async def test_a_flood_of_pings_ends_the_socket(line: Line) -> None:
    line.writer.write(frame(PING, b"") * 1000)
    assert await asyncio.wait_for(line.end(), 30) == "1008"

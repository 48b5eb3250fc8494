"""The scan for secrets bites: in every spelling and place, except where a seed or a contribution is opened."""

from __future__ import annotations

import json
from base64 import b64encode, urlsafe_b64encode
from pathlib import Path
from unittest.mock import Mock

import pytest

from okey.fair.messages import master_key
from okey.fair.streams import DECK, Stream
from okey.play import standing
from okey.play.messages import Contributions, Message, Reveal
from okey.play.opening import Secret
from okey.server import frames
from okey.server.connection import Connection
from okey.testing import MemorySocket, World
from tests.leaks import Leaks
from tests.server.client import Browser
from tests.server.process import ServerProcess, leaks_of

SECRET = bytes(range(7, 39))


nowhere = Mock(free=True)
"""A line that leads nowhere."""


def taken(leaks: Leaks) -> int:
    """How many leaks were found; they are forgotten."""
    count = len(leaks.found)
    leaks.found.clear()
    return count


@pytest.mark.parametrize(
    "spelt",
    [
        SECRET.hex(),
        SECRET.hex().upper(),
        f"0{SECRET.hex()}ff",
        b64encode(SECRET).decode(),
        urlsafe_b64encode(SECRET).decode().rstrip("="),
        str(list(SECRET)),
        ",".join(map(str, SECRET)),
    ],
)
def test_every_spelling_is_seen(leaks: Leaks, spelt: str) -> None:
    Secret(SECRET)
    World().tell("fault", text=spelt)
    Connection(nowhere).write(json.dumps({"t": "pong", "t0": spelt}).encode())
    assert taken(leaks) == 2
    World().tell("fault", text=bytes(32).hex())
    assert taken(leaks) == 0


def test_the_master_key_its_streams_and_the_deck_are_seen(leaks: Leaks) -> None:
    key = master_key(bytes(32), bytes(32), (1, 0, 2, 0), (bytes(range(32)), None, None, None))
    stream = Stream(key, DECK, 1)
    block, following = (bytes(stream.byte() for _ in range(32)) for _ in range(2))
    deck = bytes(standing.start_deal(key, 2).line)
    for secret in (key, block, following, block + following, deck, deck[20:90]):
        for spelt in (secret.hex(), str(list(secret))):
            World().tell("fault", text=spelt)
            Connection(nowhere).write(json.dumps({"t": "pong", "t0": spelt}).encode())
            assert taken(leaks) == 2, spelt
    World().tell("fault", text=b64encode(block + following).decode())
    assert taken(leaks) == 1
    World().tell("fault", text=str(list(reversed(deck))))
    World().tell("fault", text=key.hex()[1:])
    assert taken(leaks) == 0


@pytest.mark.parametrize(
    "message",
    [
        Reveal(SECRET, 0, None, bytes(64), 2),
        Contributions((1, 0, 2, 0), (SECRET, None, None, None), bytes(64)),
    ],
)
def test_a_seed_and_a_contribution_stand_only_where_they_are_opened(leaks: Leaks, message: Message) -> None:
    Secret(SECRET)
    MemorySocket().send(message)
    assert taken(leaks) == 0
    early = json.loads(frames.encode(message)) | {"t": "room"}
    Connection(nowhere).write(json.dumps(early).encode())
    assert taken(leaks) == 1


def test_a_key_in_a_signature_of_the_reveal_is_seen(leaks: Leaks) -> None:
    Secret(SECRET)
    MemorySocket().send(Reveal(bytes(32), 0, SECRET, SECRET * 2, 2))
    assert taken(leaks) == 1


async def test_a_server_that_tells_its_seed_is_found(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with pytest.raises(AssertionError, match="frame: "), ServerProcess(data, "--leaky") as server:
        async with Browser(server.base) as browser:
            await browser.table()
    said = leaks_of(data).read_text()
    assert "frame: " in said
    assert "log: " in said

"""Frames made from the generated schema, right and wrong: one answer each, and nothing moves that may not."""

from __future__ import annotations

import asyncio
import json
import random
import resource
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from okey.play.table import Table
from okey.server import schema
from tests.server.asgi import Client, Wire, settings

DEFINITIONS = schema.definitions()
ODD: list[Any] = [
    None,
    True,
    False,
    -1,
    0,
    1,
    105,
    106,
    2**31,
    2**53,
    2**64,
    -(2**63),
    1.0,
    1.5,
    1e300,
    "",
    "draw",
    "0" * 16,
    "0" * 32,
    "g" * 16,
    "\u0000",
    "\ud83e\udd21",
    "İı",
    [],
    [[]],
    {},
    {"a": "draw"},
    "x" * 300,
]

NOISE = ["", "{", "}", '"', "0", "\\", "\u0000", "\ud7ff", ","]


def made(definition: dict[str, Any], chance: random.Random) -> Any:
    """A value that fits a definition of the schema."""
    match definition:
        case {"$ref": ref}:
            return made(DEFINITIONS[ref.rsplit("/", 1)[1]], chance)
        case {"const": value}:
            return value
        case {"enum": values}:
            return chance.choice(values)
        case {"anyOf": parts}:
            return made(chance.choice(parts), chance)
        case {"type": "object"}:
            return {key: made(part, chance) for key, part in definition.get("properties", {}).items()}
        case {"type": "array"}:
            return [made(definition["items"], chance) for _ in range(chance.choice((0, 1, 2, 3, 15)))]
        case {"type": "integer"}:
            low, high = definition.get("minimum", 0), definition.get("maximum", 200)
            return chance.choice((low, high, chance.randint(low, min(high, low + 200))))
        case {"type": "boolean"}:
            return chance.random() < 0.5
        case {"type": "null"}:
            return None
        case {"type": "string", "pattern": "^([rybk]([1-9]|1[0-3])|F)$"}:
            return chance.choice(("r1", "k13", "F", "b7"))
        case {"type": "string", "pattern": pattern}:
            size = int(pattern.rsplit("{", 1)[1].split("}")[0])
            return "".join(chance.choice("0123456789abcdef") for _ in range(size))
    return "text"


def spoiled(value: Any, chance: random.Random) -> Any:
    """The same with one place of it odd, missing, or too much."""
    if isinstance(value, dict) and value and chance.random() < 0.8:
        key = chance.choice(sorted(value))
        kind = chance.randrange(4)
        if kind == 0:
            return {name: part for name, part in value.items() if name != key}
        if kind == 1:
            return {**value, chance.choice(("x", "t0", "seat", "viewer", "_")): chance.choice(ODD)}
        return {**value, key: spoiled(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.6:
        place = chance.randrange(len(value))
        return [*value[:place], spoiled(value[place], chance), *value[place + 1 :]]
    return chance.choice(ODD)


def raw(text: str, chance: random.Random) -> str:
    """The text with a few characters changed."""
    letters = list(text)
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(letters) + 1)
        letters[place : place + chance.randrange(2)] = chance.choice(NOISE)
    return "".join(letters)


def frames(chance: random.Random, count: int, table: str) -> list[str]:
    """Texts of all sorts: a third fit the schema."""
    texts = []
    for _ in range(count):
        frame = made(DEFINITIONS["Client"], chance)
        kind = chance.randrange(6)
        if kind == 2 or kind == 3:
            frame = spoiled(frame, chance)
        text = json.dumps(frame)
        if kind == 4:
            text = raw(text, chance)
        texts.append(text)
    return texts


async def fuzz(folder: Path, count: int, seed: int, role: str = "player") -> Counter[str]:
    """Send `count` frames, some thousand at each table; what came back.

    `role`: the person of a match against computers, somebody in another person's waiting room, or a watcher.
    """
    chance = random.Random(seed)
    outcomes: Counter[str] = Counter()
    memory = 0
    async with Client(settings(folder)) as client:
        for begun in range(0, count, AT_A_TABLE):
            outcomes += await _fuzz_table(client, min(AT_A_TABLE, count - begun), chance, role)
            if begun <= count // 2:
                memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for fault in ("command_failed", "socket_failed", "table_dropped"):
            assert client.app.site.metrics.registry.get_sample_value("okey_faults_total", {"event": fault}) is None
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory < GROWTH_KIB
    return outcomes


async def _fuzz_table(client: Client, count: int, chance: random.Random, role: str) -> Counter[str]:
    """Send so many frames to a new table after a good hello, on a new socket whenever the old one was closed."""
    outcomes: Counter[str] = Counter()
    async with AsyncExitStack() as stack:
        table = await client.table("usta") if role == "player" else await client.room(running=role == "watcher")
        if role == "guest":
            await stack.enter_async_context(_founder(client, table))
        if role != "player":
            client.cookie = None
            await client.request("GET", "/api/me")
        name = bytes.fromhex(table)
        sent = 0
        text: str | None = frames(chance, 1, table)[0]
        while text is not None:
            async with client.socket() as socket:
                socket.say(json.dumps({"t": "hello", "table": table, "after": None}))
                await socket.until("room" if role == "guest" else "snap")
                while text is not None:
                    before = _state(client.app.site.hub._table(name))
                    socket.say(text)
                    answer = await _answer(socket, text)
                    outcomes[answer] += 1
                    if answer in ("no", "pong", "bye", "refused", "head", "log", "opening"):
                        assert role == "player" or _state(client.app.site.hub._table(name)) == before, text
                    sent += 1
                    text = frames(chance, 1, table)[0] if sent < count else None
                    if answer == "bye":
                        break
        rows = await client.app.site.database.log.read(name)
        moves = sum(row.cid is not None for row in rows)
        assert moves <= outcomes["ok"], "a row that was not acknowledged"
    return outcomes


@asynccontextmanager
async def _founder(client: Client, table: str) -> AsyncIterator[None]:
    """The founder of a waiting room is there: after a minute without, it would go to the next in order by itself."""
    async with client.socket() as socket:
        socket.say(json.dumps({"t": "hello", "table": table, "after": None}))
        reading = asyncio.create_task(_read(socket))
        try:
            yield
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)


async def _read(socket: Wire) -> None:
    while await socket.hear(float("inf")) is not None:
        pass


AT_A_TABLE = 5000
"""Frames, fewer than would cancel a match because somebody comes and goes too often."""
GROWTH_KIB = 64 * 1024
"""What the second half of all frames may add to the memory of this process."""


def _state(table: Table) -> object:
    """Everything the log says about a table that no clock and no computer changes."""
    gathering = table._gathering
    if gathering is not None:
        return gathering.seating
    return None if table.standing is None else (table.standing.watch, table.standing.game.kinds)


ANSWERS = {
    "refused": (
        *("sit", "stand", "fill", "kick", "watching", "rematch", "say", "chat", "auto"),
        *("contribution", "head", "log"),
    ),
    "opening": ("contribution",),
    "head": ("head",),
    "log": ("log",),
    "say": ("say",),
    "auto": ("auto",),
    "room": ("sit", "stand"),
}
"""Which answer belongs to which frames besides moves and pings."""


def _tag(text: str) -> object:
    try:
        return json.loads(text)["t"]
    except (ValueError, TypeError, KeyError):
        return None


async def _answer(socket: Wire, text: str) -> str:
    """Exactly one answer: to this id, this ping, or the end."""
    while (frame := await socket.hear()) is not None:
        if frame["t"] in ("ok", "no"):
            assert frame["id"] == json.loads(text)["id"]
            return str(frame["t"])
        if frame["t"] in ANSWERS and _tag(text) in ANSWERS[frame["t"]]:
            return str(frame["t"])
        if frame["t"] == "pong":
            assert frame["t0"] == json.loads(text)["t0"]
            return "pong"
        if frame["t"] == "bye":
            assert frame["why"] == "bad_frame"
            assert await socket.hear() is None
            assert socket.code == 1008
            return "bye"
    raise AssertionError(f"closed without a word after {text!r}")


EXPECTED = {
    "player": {"no", "pong", "bye", "refused", "opening", "head", "log", "auto", "say", "ok"},
    "guest": {"no", "pong", "bye", "refused", "room"},
    "watcher": {"no", "pong", "bye", "refused", "head", "log"},
}


@pytest.mark.parametrize(("role", "count"), [("player", 3_000), ("guest", 2_000), ("watcher", 2_000)])
async def test_every_frame_has_one_answer(tmp_path: Path, role: str, count: int) -> None:
    outcomes = await fuzz(tmp_path, count, 1, role)
    assert sum(outcomes.values()) == count
    assert outcomes.keys() == EXPECTED[role] | (outcomes.keys() & {"say"} if role == "guest" else set())
    assert min(outcomes[kind] for kind in EXPECTED[role] - {"ok", "say"}) > 10


SHARES = {"player": 4, "guest": 3, "watcher": 3}
"""Of a million frames, in hundred thousands."""


@pytest.mark.soak
@pytest.mark.parametrize(("role", "share"), [(role, share) for role, most in SHARES.items() for share in range(most)])
async def test_every_frame_of_a_million_has_one_answer(tmp_path: Path, role: str, share: int) -> None:
    outcomes = await fuzz(tmp_path, 100_000, 2 + share, role)
    assert sum(outcomes.values()) == 100_000


async def test_first_frames_of_all_sorts(tmp_path: Path) -> None:
    chance = random.Random(3)
    async with Client(settings(tmp_path)) as client:
        await client.table()
        outcomes: Counter[str] = Counter()
        for text in frames(chance, 300, ""):
            async with client.socket() as socket:
                socket.say(text)
                frame = await socket.hear()
                assert frame is not None
                if _tag(text) == "lobby" and frame["t"] == "lobby":
                    continue
                assert frame["t"] == "bye"
                outcomes[frame["why"]] += 1
                assert await socket.hear() is None
    assert set(outcomes) == {"bad_frame", "unknown_table"}
    assert client.app.site.hub.tables <= 1


async def test_seats_phases_and_sockets_all_at_once(tmp_path: Path) -> None:
    """Many sockets of strangers and of the person, all sending at once: one move a turn at most, by the person only."""
    async with Client(settings(tmp_path)) as client:
        table = await client.table("rummy")
        own = client.cookie
        async with client.socket() as socket:
            socket.say(json.dumps({"t": "hello", "table": table, "after": None}))
            await socket.until("snap")
            client.cookie = None
            await client.request("GET", "/api/me")
            assert client.cookie != own
            async with client.socket() as stranger:
                stranger.say(json.dumps({"t": "hello", "table": table, "after": None}))
                assert await stranger.hear() == {"t": "bye", "why": "not_seated", "retry_ms": None}
                for action in ("draw", "take", "show", "next"):
                    stranger.say(json.dumps({"t": "do", "id": "0" * 16, "at": 1, "action": {"a": action}}))
                assert await stranger.hear() is None
            await asyncio.sleep(0)
        rows = await client.app.site.database.log.read(bytes.fromhex(table))
        assert all(row.cid is None for row in rows)

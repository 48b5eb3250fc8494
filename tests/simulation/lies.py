"""What people send who mean no good, or whose program is broken."""

from __future__ import annotations

import json
import random
from typing import Any

WORDS = ("draw", "take", "throw", "finish", "show", "declare", "next")
BROKEN = (
    "",
    "{",
    "null",
    "[]",
    '{"t":"do"}',
    '{"t":"do","id":"00","at":0,"action":{"a":"draw"}}',
    '{"t":"do","id":"0000000000000000","at":-1,"action":{"a":"draw"}}',
    '{"t":"do","id":"0000000000000000","at":1,"action":{"a":"throw","tile":106}}',
    '{"t":"do","id":"0000000000000000","at":1,"action":{"a":"throw","tile":true}}',
    '{"t":"do","id":"0000000000000000","at":1,"action":{"a":"draw","seat":2}}',
    '{"t":"sit","seat":4,"commit":"' + "0" * 64 + '"}',
    '{"t":"ping","t0":-1,"echo":null,"held":0}',
    '{"t":"hello","table":"' + "0" * 32 + '","after":null}',
    '{"t":"\ud800"}',
    '{"t":"chat","text":"' + "a" * 5000 + '"}',
    "[" * 2000,
)
"""Each of these ends the connection."""

NEXT = b"next"
"""How the ids of commands begin that are stored nowhere: ready for the next deal."""


def command_id(chance: random.Random, action: str) -> bytes:
    """A new id."""
    return NEXT + chance.randbytes(4) if action == "next" else chance.randbytes(8)


def lie(chance: random.Random, table: bytes, seq: int) -> tuple[str, bytes | None]:
    """One wrong frame, and the id of the command in it."""
    if chance.random() < 0.15:
        return chance.choice(BROKEN), None
    frame = _wrong(chance, table, seq)
    cid = bytes.fromhex(frame["id"]) if "id" in frame else None
    return json.dumps(frame), cid


def _wrong(chance: random.Random, table: bytes, seq: int) -> dict[str, Any]:
    word = chance.choice(WORDS)
    action: dict[str, Any] = {"a": word}
    if word in ("throw", "finish"):
        action["tile"] = chance.randrange(106)
    if word == "finish":
        slots = [None, *(chance.randrange(106) for _ in range(chance.randrange(20)))]
        action["rows"] = chance.choice((None, [], [{"slots": slots, "join": chance.random() < 0.5}]))
    at = chance.choice((0, 1, max(0, seq - 1), seq, seq + 1, 2**53 - 1))
    command = {"t": "do", "id": command_id(chance, word).hex(), "at": at, "action": action}
    others: tuple[dict[str, Any], ...] = (
        {"t": "sit", "seat": chance.randrange(4), "commit": chance.choice(("0" * 64, chance.randbytes(32).hex()))},
        {"t": "stand"},
        {"t": "fill"},
        {"t": "kick", "seat": chance.randrange(4), "name": "Ada"},
        {"t": "watching", "on": chance.random() < 0.5},
        {"t": "rematch"},
        {"t": "say", "phrase": "selam"},
        {"t": "chat", "text": "\u202e" * chance.randrange(300)},
        {"t": "contribution", "list_hash": chance.randbytes(32).hex(), "value": chance.randbytes(32).hex()},
        {"t": "head", "n": chance.choice((0, 1, 2**53 - 1)), "head": chance.randbytes(32).hex()},
        {"t": "log", "after": chance.choice((0, seq, 2**53 - 1))},
        {"t": "ping", "t0": chance.choice((0, 2**53 - 1)), "echo": 2**53 - 1, "held": 0},
        {"t": "hello", "table": table.hex(), "after": chance.choice((None, 0, seq, 2**53 - 1))},
    )
    return command if chance.random() < 0.6 else chance.choice(others)


def flood(chance: random.Random, seq: int) -> list[tuple[str, bytes]]:
    """More frames than anybody may send in a second."""
    word = chance.choice(("draw", "take", "show", "next"))
    frame = {"t": "do", "at": seq, "action": {"a": word}}
    ids = [command_id(chance, word) for _ in range(chance.choice((12, 12, 12, 60)))]
    return [(json.dumps({**frame, "id": cid.hex()}), cid) for cid in ids]

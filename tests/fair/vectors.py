"""The shared vectors of okey-fair/1, and one function that holds an implementation against all of them."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from okey.rules.events import Dealt

FAIR: dict[str, Any] = json.loads((Path(__file__).parents[1] / "vectors" / "fair.json").read_text(encoding="utf-8"))
VECTORS: list[dict[str, Any]] = FAIR["vectors"]
BELOW: dict[str, Any] = FAIR["primitives"]["below"]


def raw(value: str | None) -> bytes | None:
    return None if value is None else bytes.fromhex(value)


def occupied(vector: Mapping[str, Any]) -> list[int]:
    return [seat for seat, kind in enumerate(vector["kinds"]) if kind]


def derive(names: Mapping[str, Any], vector: Mapping[str, Any]) -> dict[str, Any]:
    """Everything that leads from seed and values to K, computed by the functions in `names`, keyed as in the file."""
    table, seed, kinds = bytes.fromhex(vector["table_id"]), bytes.fromhex(vector["server_seed"]), vector["kinds"]
    values = [raw(value) for value in vector["values"]]
    rules = names["rules_hash"](vector["rules_text"].encode())
    commit = names["server_commit"](table, rules, seed)
    commits = [
        None if value is None else names["player_commit"](table, commit, seat, value)
        for seat, value in enumerate(values)
    ]
    listed = names["list_bytes"](table, rules, commit, kinds, commits)
    list_hash = names["digest"](listed)
    head = names["first_head"](table, list_hash, commit)
    return {
        "rules_hash": rules.hex(),
        "server_commit": commit.hex(),
        "player_commits": [(each or names["Z"]).hex() for each in commits],
        "list_bytes": len(listed),
        "list_hash": list_hash.hex(),
        "master": names["master_key"](seed, list_hash, kinds, values).hex(),
        "log0": head.hex(),
        "seal0": names["seal"](list_hash, head),
    }


def dealt(names: Mapping[str, Any], vector: Mapping[str, Any]) -> dict[str, Any]:
    """Roll, decks, dice, racks and piles of a vector from its own K, keyed as in the file."""
    key = bytes.fromhex(vector["master"])
    seats = occupied(vector)
    first, rounds = names["roll"](key, seats)
    deals = []
    for each in vector["hands"]:
        line = names["deck"](key, each["hand"])
        thrown = names["throws"](key, each["hand"], line)
        event = names["deal"](line, thrown, each["starter"], seats)
        assert isinstance(event, Dealt), event
        deals.append(
            {
                "hand": each["hand"],
                "deck": list(line),
                "dice": [list(throw) for throw in thrown],
                "indicator": event.indicator,
                "dealer": event.seat,
                "racks": {str(seat): list(event.racks[seat]) for seat in seats},
                "pile": list(event.pile),
            }
        )
    return {
        "first_roller": first,
        "dealer_rolls": [[list(pair) for pair in rolled] for rolled in rounds],
        "hands": deals,
    }


def numbers(names: Mapping[str, Any]) -> tuple[list[int], int]:
    """The values of `below` over many n, and how many bytes were refused on the way."""
    stream = names["Stream"](bytes.fromhex(BELOW["key"]), BELOW["purpose"], BELOW["hand"])
    used = 0
    take = stream.byte

    def counted() -> int:
        nonlocal used
        used += 1
        return int(take())

    stream.byte = counted
    return [stream.below(n) for n in BELOW["n"]], used - len(BELOW["n"])


def picked(source: Mapping[str, Any], like: Mapping[str, Any]) -> dict[str, Any]:
    return {name: source[name] for name in like}


def hold(names: Mapping[str, Any]) -> None:
    """Fail when the functions in `names` differ from any vector."""
    assert numbers(names) == (BELOW["values"], BELOW["rejected"])
    for each in FAIR["primitives"]["rules_hash"]:
        assert names["rules_hash"](each["text"].encode()).hex() == each["hash"]
    for vector in VECTORS:
        derived = derive(names, vector)
        assert derived == picked(vector, derived)
        tiles = dealt(names, vector)
        assert tiles["first_roller"] == vector["first_roller"]
        assert tiles["dealer_rolls"] == vector["dealer_rolls"]
        for ours, theirs in zip(tiles["hands"], vector["hands"], strict=True):
            assert ours == picked(theirs, ours)

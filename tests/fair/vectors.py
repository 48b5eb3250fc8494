"""The shared vectors of okey-fair/1, and one function that holds an implementation against all of them."""

import json
from collections.abc import Mapping
from hashlib import sha512
from pathlib import Path
from typing import Any

from okey.fair.signing import Signer
from okey.rules.events import Dealt

FAIR: dict[str, Any] = json.loads((Path(__file__).parents[1] / "vectors" / "fair.json").read_text(encoding="utf-8"))
VECTORS: list[dict[str, Any]] = FAIR["vectors"]
BELOW: dict[str, Any] = FAIR["primitives"]["below"]


CREATED_MS = 1_767_225_600_000
LISTED_MS = 1_767_225_630_000


def whole(vector: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """A signed message of a vector; those of the log stand with it."""
    found: Mapping[str, Any] = vector["log"][name] if name in ("head", "reveal") else vector[name]
    return found


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
                "okey": [names["okey_face"](event.indicator) // 13, names["okey_face"](event.indicator) % 13 + 1],
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


def signed(names: Mapping[str, Any], vector: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Every signed message of a vector, made from its values and signed anew, as {message, signature}."""
    signer = names["Signer"](bytes.fromhex(FAIR["key"]["ed25519_seed"]))
    table, kinds = bytes.fromhex(vector["table_id"]), vector["kinds"]
    rules, commit = bytes.fromhex(vector["rules_hash"]), bytes.fromhex(vector["server_commit"])
    listed, values = bytes.fromhex(vector["list_hash"]), [raw(value) for value in vector["values"]]
    seat = vector["receipt"]["seat"]
    messages = {
        "open": names["open_message"](table, rules, commit, CREATED_MS),
        "list": names["list_message"](listed, LISTED_MS),
        "receipt": names["receipt_message"](listed, seat, values[seat]),
        "opening": names["opening_message"](listed, kinds, values),
    }
    if "log" in vector:
        head = names["first_head"](table, listed, commit)
        for event in vector["log"]["events"]:
            head = names["next_head"](head, bytes.fromhex(event))
        assert names["seal"](listed, head) == vector["log"]["seal4"]
        number = len(vector["log"]["events"])
        messages["head"] = names["head_message"](table, number, head)
        messages["reveal"] = names["reveal_message"](table, bytes.fromhex(vector["server_seed"]), number, head)
    made = {}
    for name, message in messages.items():
        signature = signer.sign(message)
        assert names["verify"](signer.public, message, signature)
        made[name] = {"message": message.hex(), "signature": signature.hex()}
    return made


def outcomes(names: Mapping[str, Any]) -> None:
    """Key change and outcome lines."""
    signer = names["Signer"](bytes.fromhex(FAIR["key"]["ed25519_seed"]))
    assert signer.public.hex() == FAIR["key"]["ed25519_public"]
    change = FAIR["primitives"]["new_key"]
    message = names["key_change_message"](
        bytes.fromhex(change["old"]), bytes.fromhex(change["new"]), change["valid_from_ms"]
    )
    assert message.hex() == change["message"]
    assert signer.sign(message).hex() == change["signature"]
    chain = names["Z"]
    for number, line in enumerate(FAIR["primitives"]["outcomes"], 1):
        table, commit, seed = (bytes.fromhex(line[name]) for name in ("table_id", "server_commit", "server_seed"))
        chain = names["next_outcome"](chain, table, commit, seed, raw(line["list_hash"]), line["outcome"])
        assert chain.hex() == line["chain"]
        assert signer.sign(names["outcome_line"](number, chain)).hex() == line["signature"]


def strict(names: Mapping[str, Any]) -> None:
    """The check of signatures, at its borders, and what a signer refuses."""
    for public, message, signature, good in SIGNATURES:
        assert names["verify"](public, message, signature) is good
    signer = names["Signer"](bytes(32))
    for message in (b"", b"okey-fair/1/", b"okey-fair/1/head", b"okey-fair/1/heads\0", b"okey-fair/1/log\0", bytes(64)):
        try:
            signer.sign(message)
        except ValueError:
            continue
        raise AssertionError(message)
    assert signer.public.hex() in repr(signer)


def _signatures() -> list[tuple[bytes, bytes, bytes, bool]]:
    """(public key, message, signature, whether it is good), at the borders of RFC 8032."""
    order, prime, seed = 2**252 + 27742317777372353535851937790883648493, 2**255 - 19, bytes(range(32))
    key = Signer(seed)
    message = b"okey-fair/1/head\0" + bytes(52)
    good = key.sign(message)
    scalar = int.from_bytes(good[32:], "little")
    secret = bytearray(sha512(seed).digest()[:32])
    secret[0] &= 248
    secret[31] = secret[31] & 63 | 64
    # [S]B = R holds for any message when the key is the neutral point: S is the secret scalar, R the public key
    neutral = key.public + (int.from_bytes(secret, "little") % order).to_bytes(32, "little")
    one = (1).to_bytes(32, "little")
    return [
        (key.public, message, good, True),
        (key.public, message + b"\0", good, False),
        (key.public, message, bytes(64), False),
        (key.public, message, good[:32] + (scalar + order).to_bytes(32, "little"), False),
        (one, message, neutral, True),
        (one[:31] + b"\x80", message, neutral, False),
        ((prime + 1).to_bytes(32, "little"), message, neutral, False),
        ((prime + 1 + 2**255).to_bytes(32, "little"), message, neutral, False),
        ((prime - 1 + 2**255).to_bytes(32, "little"), message, neutral, False),
        ((2).to_bytes(32, "little"), message, neutral, False),
    ]


SIGNATURES = _signatures()


def hold(names: Mapping[str, Any]) -> None:
    """Fail when the functions in `names` differ from any vector."""
    outcomes(names)
    strict(names)
    assert numbers(names) == (BELOW["values"], BELOW["rejected"])
    for each in FAIR["primitives"]["rules_hash"]:
        assert names["rules_hash"](each["text"].encode()).hex() == each["hash"]
    for vector in VECTORS:
        derived = derive(names, vector)
        assert derived == picked(vector, derived)
        messages = signed(names, vector)
        assert messages == {name: picked(whole(vector, name), made) for name, made in messages.items()}
        tiles = dealt(names, vector)
        assert tiles["first_roller"] == vector["first_roller"]
        assert tiles["dealer_rolls"] == vector["dealer_rolls"]
        for ours, theirs in zip(tiles["hands"], vector["hands"], strict=True):
            assert ours == picked(theirs, ours)

"""From the secrets of a table to its decks, for people who write their own verifier (FAIRNESS 3 and 4)."""

from typing import Any

from okey.fair.deal import deck, roll, throws
from okey.fair.messages import (
    Z,
    digest,
    first_head,
    list_bytes,
    master_key,
    player_commit,
    rules_hash,
    seal,
    server_commit,
)
from okey.record.strict import parse
from okey.rules.deal import deal
from okey.rules.events import Dealt
from okey.rules.ruleset import Ruleset, RulesetError
from okey.rules.tiles import okey_face


class DeriveError(ValueError):
    """The request is not of its form; the message names the field."""


def derive(data: bytes) -> dict[str, Any]:
    """Derive a request: `{table_id, server_seed, rules_text, seats: [{kind, value}] (four), hands: [1, 2, ...]}`.

    `starters` gives the starter of each hand and belongs to rules with `start=finisher` only. The answer has the
    shape of the project's test vectors. Raises `StrictError` or `DeriveError`.
    """
    values = parse(data)
    table_id, seed = _hex(values, "table_id", 16), _hex(values, "server_seed", 32)
    text = values.get("rules_text")
    try:
        rules = Ruleset.parse(text if isinstance(text, str) else "")
    except RulesetError as fault:
        raise DeriveError(f"rules_text: {fault}") from None
    kinds, opened = _seats(values)
    occupied = [seat for seat in range(4) if kinds[seat]]
    if len(occupied) != rules.seats or 1 not in kinds:
        raise DeriveError("seats: they do not fit the rules text")
    hashed = rules_hash(rules.text.encode())
    commit = server_commit(table_id, hashed, seed)
    commits = [value and player_commit(table_id, commit, seat, value) for seat, value in enumerate(opened)]
    listed = digest(list_bytes(table_id, hashed, commit, kinds, commits))
    key = master_key(seed, listed, kinds, opened)
    first, rounds = roll(key, occupied)
    head = first_head(table_id, listed, commit)
    numbers = _numbers(values, "hands")
    return {
        "table_id": table_id.hex(),
        "server_seed": seed.hex(),
        "rules_text": rules.text,
        "kinds": list(kinds),
        "values": [value.hex() if value else None for value in opened],
        "rules_hash": hashed.hex(),
        "server_commit": commit.hex(),
        "player_commits": [(value or Z).hex() for value in commits],
        "list_hash": listed.hex(),
        "master": key.hex(),
        "dealer_rolls": [[list(pair) for pair in rolled] for rolled in rounds],
        "first_roller": first,
        "log0": head.hex(),
        "seal0": seal(listed, head),
        "hands": [
            _hand(key, number, starter, occupied)
            for number, starter in zip(numbers, _starters(values, rules, numbers, occupied, first), strict=True)
        ],
    }


def _hand(key: bytes, number: int, starter: int, occupied: list[int]) -> dict[str, Any]:
    line = deck(key, number)
    dice = throws(key, number, line)
    dealt = deal(line, dice, starter, occupied)
    assert isinstance(dealt, Dealt)  # deck and throws of a stream always fit each other
    okey = okey_face(dealt.indicator)
    return {
        "hand": number,
        "deck": list(line),
        "dice": [list(throw) for throw in dice],
        "indicator": dealt.indicator,
        "dealer": dealt.seat,
        "starter": starter,
        "racks": {str(seat): list(dealt.racks[seat]) for seat in occupied},
        "pile": list(dealt.pile),
        "okey": [okey // 13, okey % 13 + 1],
    }


def _starters(values: dict[str, Any], rules: Ruleset, numbers: list[int], occupied: list[int], first: int) -> list[int]:
    """The starter of each hand: given for `start=finisher`, else the rotation from the first roller on."""
    if rules.start == "finisher":
        starters = _numbers(values, "starters")
        if len(starters) != len(numbers) or not set(starters) <= set(occupied):
            raise DeriveError("starters: one occupied seat for each hand")
        return starters
    if "starters" in values:
        raise DeriveError("starters: only with start=finisher")
    begin = occupied.index(first) + (rules.start == "rotate")
    return [occupied[(begin + number - 1) % len(occupied)] for number in numbers]


def _seats(values: dict[str, Any]) -> tuple[tuple[int, ...], list[bytes | None]]:
    seats = values.get("seats")
    if not isinstance(seats, list) or len(seats) != 4 or not all(isinstance(seat, dict) for seat in seats):
        raise DeriveError("seats: four of {kind, value}")
    kinds = tuple(seat.get("kind") for seat in seats)
    if not all(kind in (0, 1, 2) for kind in kinds):
        raise DeriveError("seats: kind is 0, 1 or 2")
    opened = [_hex(seat, "value", 32) if seat.get("value") is not None else None for seat in seats]
    if any((kind == 1) != (value is not None) for kind, value in zip(kinds, opened, strict=True)):
        raise DeriveError("seats: a person has a value, others have none")
    return kinds, opened


def _numbers(values: dict[str, Any], name: str) -> list[int]:
    numbers = values.get(name)
    if not isinstance(numbers, list) or not all(isinstance(n, int) and n < 2**32 for n in numbers):
        raise DeriveError(f"{name}: a list of numbers")
    if name == "hands" and 0 in numbers:
        raise DeriveError("hands: they count from 1")
    return numbers


def _hex(values: dict[str, Any], name: str, size: int) -> bytes:
    text = values.get(name)
    if not isinstance(text, str) or len(text) != 2 * size or set(text) - set("0123456789abcdef"):
        raise DeriveError(f"{name}: {size} bytes in lower-case hex")
    return bytes.fromhex(text)

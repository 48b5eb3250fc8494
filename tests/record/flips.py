"""Single bits of a record changed, and the verdicts that are right for each: one where the place decides it.

Only where a changed event may still be a legal one (a discard, a time) the fault shows later, and several places are
right; with everything signed again, such a record may even be valid, and only a player's notes tell.
"""

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

from okey.record.model import write_record
from okey.rules.events import (
    Automatic,
    Claimed,
    Controlled,
    DealEnded,
    Dealt,
    Drawn,
    Finished,
    MatchEnded,
    Shown,
    Taken,
    Thrown,
)
from okey.rules.ruleset import Ruleset, RulesetError
from tests.record.cases import Base
from tests.record.maker import data_of, signed_again, values_of

EVENT_CODES = "frame|order|seat|deal|show|tile|automatic|finish|reason|clock|score|control|claim"  # FAIRNESS 8
PATHS: dict[str, str] = {
    "public_key": "open at open_sig",
    "table_id": "open at open_sig",
    "server_commit": "open at open_sig",
    "open_sig": "open at open_sig",
    "list_sig": "list at list_sig",
    "opening_sig": "opening at opening_sig",
    "server_seed": "seed at server_seed",
    "reveal_sig": "reveal at reveal_sig",
}
FREE_TYPES = (Thrown.TYPE, Automatic.TYPE, Controlled.TYPE, 10)
"""Events whose bits may make another legal event: discard, mark, controller, declare."""


@dataclass(frozen=True, slots=True)
class Flip:
    """A changed record and the pattern that its whole verdict must fit."""

    name: str
    record: bytes
    verdict: re.Pattern[str]


def exactly(text: str) -> re.Pattern[str]:
    return re.compile(re.escape(f"INVALID: {text}"))


def flips(base: Base, random: Random) -> Iterator[Flip]:
    """Endless changes of one bit without signing again."""
    origin = values_of(base.record)
    while True:
        values = deepcopy(origin)
        name, verdict = random.choice(_KINDS)(base, values, random)
        yield Flip(name, data_of(values), verdict)


def _top(base: Base, values: dict[str, Any], random: Random) -> tuple[str, re.Pattern[str]]:
    name = random.choice([name for name in PATHS if values[name] is not None])
    values[name], bit = _flipped(values[name], random)
    return f"{name} bit {bit}", exactly(PATHS[name])


def _rules(base: Base, values: dict[str, Any], random: Random) -> tuple[str, re.Pattern[str]]:
    text = values["rules_text"]
    place, bit = random.randrange(len(text)), random.randrange(7)
    values["rules_text"] = changed = text[:place] + chr(ord(text[place]) ^ 1 << bit) + text[place + 1 :]
    try:
        Ruleset.parse(changed)
    except RulesetError:
        return f"rules_text {place} bit {bit}", exactly("unknown rules at rules_text")
    return f"rules_text {place} bit {bit}", exactly("open at open_sig")


def _times(base: Base, values: dict[str, Any], random: Random) -> tuple[str, re.Pattern[str]]:
    name, bit = random.choice(("created_ms", "listed_ms")), random.randrange(53)
    values[name] ^= 1 << bit
    if name == "created_ms":
        return f"{name} bit {bit}", exactly("open at open_sig")
    where = "listed_ms" if values[name] < values["created_ms"] else "list_sig"
    return f"{name} bit {bit}", exactly(f"list at {where}")


def _seats(base: Base, values: dict[str, Any], random: Random) -> tuple[str, re.Pattern[str]]:
    place = random.randrange(4)
    seat = values["seats"][place]
    name = random.choice([name for name in ("kind", "commit", "value") if seat[name] is not None])
    if name == "kind":
        bit = random.randrange(2)
        seat["kind"] ^= 1 << bit
        return f"seats {place} kind bit {bit}", exactly("shape at file")
    seat[name], bit = _flipped(seat[name], random)
    return f"seats {place} {name} bit {bit}", exactly(f"commit at seats[{place}]")


def _heads(base: Base, values: dict[str, Any], random: Random) -> tuple[str, re.Pattern[str]]:
    place = random.randrange(len(values["heads"]))
    head = values["heads"][place]
    name = random.choice(("seq", "head", "sig"))
    if name == "seq":
        bit = random.randrange(53)
        head["seq"] ^= 1 << bit
    else:
        head[name], bit = _flipped(head[name], random)
    return f"heads {place} {name} bit {bit}", exactly(f"head at heads[{place}]")


def _events(base: Base, values: dict[str, Any], random: Random) -> tuple[str, re.Pattern[str]]:
    place = random.randrange(len(values["events"]))
    values["events"][place], bit = _flipped(values["events"][place], random)
    exact = event_verdict(base, place, bit // 8)
    if exact is not None:
        return f"events {place} bit {bit}", exact
    head = next(number for number, head in enumerate(base.record.heads) if head.seq > place)
    later = "|".join(str(later) for later in range(place, len(base.log)))
    return (
        f"events {place} bit {bit}",
        re.compile(rf"INVALID: (({EVENT_CODES}) at events\[({later})\]|head at heads\[{head}\])"),
    )


_KINDS = (_top, _rules, _times, _seats, _heads, _events, _events, _events, _events, _events)


def event_verdict(base: Base, place: int, byte: int) -> re.Pattern[str] | None:
    """What a changed bit in this byte of an event must give, None where another legal event may come out."""
    event = base.log[place].event
    code: str | None = None
    if byte < 6 or byte in (12, 13):
        code = "frame"
    elif byte == 7:
        code = _SEAT.get(event.TYPE)
    elif byte == 14:
        code = _FIRST.get(event.TYPE)
        if isinstance(event, DealEnded) and event.reason in (4, 5):
            code = "reason|seat"  # a forfeit told as cancelled, or the other way round
    elif byte > 14:
        code = _REST.get(event.TYPE)
        if isinstance(event, Finished | Claimed) and byte == 16 - isinstance(event, Claimed):
            code = "frame"  # the number of groups
        elif isinstance(event, Finished) and byte == 15:
            code = "tile"
    return None if code is None else re.compile(rf"INVALID: ({code}) at events\[{place}\]")


_SEAT = {
    **dict.fromkeys(
        (kind.TYPE for kind in (Dealt, Drawn, Taken, Thrown, Finished, Automatic, Claimed, DealEnded, MatchEnded)),
        "seat",
    ),
    Shown.TYPE: "seat|show",
    Controlled.TYPE: "seat|control",
}
_FIRST = {
    Dealt.TYPE: "deal",
    Shown.TYPE: "show",
    Taken.TYPE: "tile",
    Finished.TYPE: "finish",
    DealEnded.TYPE: "reason",
    MatchEnded.TYPE: "reason",
    Controlled.TYPE: "control",
}
_REST = {
    Dealt.TYPE: "deal",
    Finished.TYPE: "frame|tile",
    DealEnded.TYPE: "score",
    MatchEnded.TYPE: "score",
    Claimed.TYPE: "frame|tile|claim",
}


def signed_flips(base: Base, random: Random) -> Iterator[tuple[Flip, bool]]:
    """Endless changes of one bit of an event with everything signed again, and whether the record may be valid."""
    record = base.record
    while True:
        place = random.randrange(len(record.events))
        bit = random.randrange(8 * len(record.events[place]))
        events = list(record.events)
        data = bytearray(events[place])
        data[bit // 8] ^= 1 << bit % 8
        events[place] = bytes(data)
        exact = event_verdict(base, place, bit // 8)
        later = "|".join(str(later) for later in range(place, len(base.log)))
        pattern = exact or re.compile(rf"valid|valid, cancelled|INVALID: ({EVENT_CODES}) at events\[({later})\]")
        changed = signed_again(record, events=tuple(events))
        believed = bit // 8 in range(8, 12) or base.log[place].event.TYPE in FREE_TYPES
        yield Flip(f"signed again: events {place} bit {bit}", write_record(changed), pattern), believed


def _flipped(text: str, random: Random) -> tuple[str, int]:
    data = bytearray.fromhex(text)
    bit = random.randrange(8 * len(data))
    data[bit // 8] ^= 1 << bit % 8
    return data.hex(), bit

"""What an evidence file can say (FAIRNESS 8, step 16)."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from okey.fair.messages import Z, digest, list_bytes, opening_message, rules_hash
from okey.record.model import write_record
from tests.record.cases import Base, Case, bases
from tests.record.files import flip
from tests.record.maker import (
    CREATED,
    OTHER,
    SIGNER,
    Habits,
    Match,
    cancelled_early,
    data_of,
    evidence_of,
    rules,
    signed_again,
    with_events,
)


def noted() -> Iterator[Case]:
    """Step 16: what an evidence file can say."""
    base = bases()["tiny"]
    record = base.record
    n = len(record.events)
    numbers = [0, 3, 7, n]
    mine = evidence_of(record, 0, numbers)
    data = write_record(record)
    early = cancelled_early("early")

    def told(name: str, verdict: str, values: dict[str, Any] | bytes, file: bytes = data, trusted: bool = True) -> Case:
        evidence = values if isinstance(values, bytes) else data_of(values)
        return Case(f"notes: {name}", file, verdict, evidence, trusted)

    def unusable(name: str, key: str, **changes: Any) -> Case:
        return told(name, f"evidence unusable at mine.{key}", {**mine, **changes})

    yield told("they agree", "valid", mine)
    yield told("they agree, key unknown", "consistent, key unknown", mine, trusted=False)
    yield told("of seat 2", "valid", evidence_of(record, 2, [1]))
    yield told(
        "until the list", "valid", {**mine, "receipt_sig": None, "opening": None, "opening_sig": None, "heads": []}
    )
    bare: dict[str, Any] = {
        "listed_ms": None,
        "list": None,
        "list_sig": None,
        "receipt_sig": None,
        "opening": None,
        "opening_sig": None,
        "heads": [],
    }
    yield told("until the sit", "valid", {**mine, **bare})
    yield told("value lost before the list", "valid", {**mine, **bare, "value": "11" * 32})
    for outcome, other in early.items():
        seat = 0
        yield told(f"cancelled {outcome}", "valid, cancelled", evidence_of(other, seat, [0]), write_record(other))
    yield told("no JSON", "INVALID: json at mine", b"{")
    yield told("a record", "INVALID: shape at mine", data)
    yield told("extra key", "INVALID: shape at mine", {**mine, "more": 1})
    yield told("seat 4", "INVALID: shape at mine", {**mine, "seat": 4})
    yield told("list of three", "INVALID: shape at mine", {**mine, "list": mine["list"][:3]})
    yield told("protocol of a record", "INVALID: shape at mine", {**mine, "protocol": "okey-fair/1"})
    yield told("true", "INVALID: json at mine", data_of(mine).replace(b'"seat":0', b'"seat":true'))
    cut = replace(record, events=record.events[:-1], heads=record.heads[:-1])
    yield told("of an incomplete record", "incomplete", b"{", write_record(cut))
    yield unusable("created_ms changed", "open_sig", created_ms=CREATED + 1)
    yield unusable("rules changed", "open_sig", rules_text=record.rules_text.replace("points=20", "points=10"))
    yield unusable("commitment changed", "open_sig", server_commit=flip(mine["server_commit"], 3))
    yield unusable("open flipped", "open_sig", open_sig=flip(mine["open_sig"], 9))
    yield unusable("key flipped", "open_sig", public_key=OTHER.public.hex())
    yield unusable("listed_ms changed", "list_sig", listed_ms=mine["listed_ms"] + 1)
    yield unusable("list changed", "list_sig", list=[{**mine["list"][0], "kind": 2}, *mine["list"][1:]])
    yield unusable("list flipped", "list_sig", list_sig=flip(mine["list_sig"], 200))
    for name in ("listed_ms", "list", "list_sig"):
        yield unusable(f"{name} missing", "list_sig", **{name: None})
    yield unusable("another value", "value", value="22" * 32)
    yield unusable("another seat", "value", seat=1)
    yield unusable("receipt flipped", "receipt_sig", receipt_sig=flip(mine["receipt_sig"], 1))
    yield unusable("receipt without list", "receipt_sig", listed_ms=None, list=None, list_sig=None)
    yield unusable("opening without list", "opening_sig", listed_ms=None, list=None, list_sig=None, receipt_sig=None)
    yield unusable("opening flipped", "opening_sig", opening_sig=flip(mine["opening_sig"], 1))
    yield unusable(
        "opening changed", "opening_sig", opening=[{**mine["opening"][0], "value": "33" * 32}, *mine["opening"][1:]]
    )
    yield unusable("opening missing", "opening_sig", opening=None)
    yield unusable("opening_sig missing", "opening_sig", opening_sig=None)
    heads = mine["heads"]
    yield unusable("head flipped", "heads[2]", heads=[*heads[:2], {**heads[2], "head": flip(heads[2]["head"], 0)}])
    yield unusable("number of a head changed", "heads[0]", heads=[{**heads[0], "seq": 4}])
    yield unusable("number of a head beyond 32 bits", "heads[0]", heads=[{**heads[0], "seq": 2**32}])
    yield told(
        "of another key",
        "evidence unusable at mine.public_key",
        evidence_of(signed_again(record, OTHER), 0, [3], OTHER),
    )
    other = bases()["moves"].record
    yield told("of another table", "evidence unusable at mine.table_id", evidence_of(other, 0, [3]))
    yield from _disagreeing(base, told)


def _disagreeing(base: Base, told: Callable[..., Case]) -> Iterator[Case]:
    """A second, consistent record; the notes are of the first one."""
    record = base.record
    assert record.seats is not None
    n = len(record.events)
    mine = evidence_of(record, 0, [0, 3, 7, n])
    log = base.log
    later = [*log[:6], *(replace(entry, t_ms=entry.t_ms + 1) for entry in log[6:])]
    yield told(
        "a believed time was changed",
        "INVALID: evidence at mine.heads[2]",
        mine,
        write_record(with_events(record, later)),
    )
    fewer = (
        Match("tiny", rules("kahvehane", 2, deals=2, moves=3), habits=Habits(level=None))
        .play(moves=2)
        .cancel()
        .record()
    )
    yield told("more events than the record", "INVALID: evidence at mine.heads[2]", mine, write_record(fewer))
    moved = signed_again(record, listed_ms=(record.listed_ms or 0) + 1)
    yield told("listed later", "INVALID: evidence at mine.listed_ms", mine, write_record(moved))
    before = signed_again(record, created_ms=record.created_ms - 1)
    yield told("opened earlier", "INVALID: evidence at mine.created_ms", mine, write_record(before))
    alone = Match("tiny", rules("kahvehane", 2, deals=2, moves=3), (1, 0, 2, 0), Habits(level=None)).play()
    yield told("a person told as a computer", "INVALID: evidence at mine.list", mine, write_record(alone.record()))
    cheap = Match("tiny", rules("kahvehane", 2, deals=2, moves=2), habits=Habits(level=None)).play()
    yield told("other rules", "INVALID: evidence at mine.rules_text", mine, write_record(cheap.record()))
    seed = Match("tiny", rules("kahvehane", 2, deals=2, moves=3), habits=Habits(level=None))
    never = seed.record("cancelled before list")
    yield told("a list where the record has none", "INVALID: evidence at mine.listed_ms", mine, write_record(never))
    closed = seed.record("cancelled after list", closed=(0,))
    yield told(
        "a receipt for a value the record lacks",
        "INVALID: evidence at mine.receipt_sig",
        {**mine, "heads": []},
        write_record(closed),
    )
    theirs = seed.record("cancelled after list", closed=(2,))
    yield told(
        "an opening where the record has none",
        "INVALID: evidence at mine.opening",
        {**mine, "heads": []},
        write_record(theirs),
    )
    hole = evidence_of(theirs, 0)
    listed = digest(
        list_bytes(
            theirs.table_id,
            rules_hash(theirs.rules_text.encode()),
            theirs.server_commit,
            [seat.kind for seat in theirs.seats or ()],
            [seat.commit for seat in theirs.seats or ()],
        )
    )
    opened = opening_message(listed, [seat.kind for seat in theirs.seats or ()], [s.value for s in theirs.seats or ()])
    hole["opening"] = [{"kind": seat.kind, "value": (seat.value or Z).hex()} for seat in theirs.seats or ()]
    hole["opening_sig"] = SIGNER.sign(opened).hex()
    yield told(
        "an opening with a hole where the record has none",
        "INVALID: evidence at mine.opening",
        hole,
        write_record(theirs),
    )
    empty = seed.record("cancelled after list")
    yield told(
        "heads of a match that is told as cancelled", "INVALID: evidence at mine.heads[1]", mine, write_record(empty)
    )
    other = Match("other seed", rules("kahvehane", 2, deals=2, moves=3), habits=Habits(level=None))
    other.table_id = record.table_id
    stolen = signed_again(other.record("cancelled before list"), table_id=record.table_id)
    yield told("another seed", "INVALID: evidence at mine.server_commit", mine, write_record(stolen))

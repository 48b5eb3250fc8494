"""The record and the evidence file as values (FAIRNESS 7): reading, and writing a record.

A reader raises `FileFault` with the code of FAIRNESS 8, steps 1 to 3: json, version or shape.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from okey.fair.trust import KeyChange
from okey.record.strict import StrictError, parse

T = TypeVar("T")

PROTOCOL: Final = "okey-fair/1"
EVIDENCE: Final = "okey-fair/1-evidence"
FINISHED, BEFORE_LIST, AFTER_LIST, IN_PLAY = (
    "finished",
    "cancelled before list",
    "cancelled after list",
    "cancelled in play",
)
OUTCOMES: Final = (FINISHED, BEFORE_LIST, AFTER_LIST, IN_PLAY)
"""In the order of their numbers 0..3."""
MAX_EVENTS: Final = 100_000
MAX_EVENT: Final = 64
MAX_HEADS: Final = 101
MAX_CHANGES: Final = 16
MAX_TEXT: Final = 256
MAX_RULES: Final = 1000
EMPTY, PERSON, COMPUTER = 0, 1, 2


class FileFault(ValueError):
    """The file cannot be read: `code` is json, version or shape, `place` where."""

    def __init__(self, code: str, place: str) -> None:
        super().__init__(f"{code} at {place}")
        self.code = code
        self.place = place


@dataclass(frozen=True, slots=True)
class RecordSeat:
    """One seat of the list; `commit` 32 bytes, `value` 32 bytes or None, `name` for reading only."""

    kind: int
    name: str | None
    commit: bytes
    value: bytes | None


@dataclass(frozen=True, slots=True)
class Head:
    """A signed head of the hash chain after event `seq`."""

    seq: int
    head: bytes
    sig: bytes


@dataclass(frozen=True, slots=True)
class Computer:
    """Which program played a seat; for reading only."""

    version: str
    level: str


@dataclass(frozen=True, slots=True)
class Record:
    """One table from its opening to its end, with everything that proves it."""

    public_key: bytes
    key_changes: tuple[KeyChange, ...]
    table_id: bytes
    created_ms: int
    rules_text: str
    server_commit: bytes
    open_sig: bytes
    listed_ms: int | None
    list_sig: bytes | None
    seats: tuple[RecordSeat, ...] | None
    opening_sig: bytes | None
    events: tuple[bytes, ...]
    heads: tuple[Head, ...]
    outcome: str
    server_seed: bytes
    reveal_sig: bytes
    software: str
    computers: tuple[Computer | None, ...]


@dataclass(frozen=True, slots=True)
class KeptSeat:
    """One seat of the list or of the opening as a player kept it; `value` is the commitment or the opened value."""

    kind: int
    value: bytes


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one player's browser kept of a table."""

    public_key: bytes
    table_id: bytes
    created_ms: int
    rules_text: str
    server_commit: bytes
    open_sig: bytes
    seat: int
    value: bytes
    listed_ms: int | None
    list: tuple[KeptSeat, ...] | None
    list_sig: bytes | None
    receipt_sig: bytes | None
    opening: tuple[KeptSeat, ...] | None
    opening_sig: bytes | None
    heads: tuple[Head, ...]


# --- reading


class _Shape(Exception):
    """A value is not of its form."""


def read_record(data: bytes) -> Record:
    """Read a record file."""
    values = _open(data, PROTOCOL, "file", "protocol")
    try:
        return _record(values)
    except _Shape:
        raise FileFault("shape", "file") from None


def read_evidence(data: bytes) -> Evidence:
    """Read an evidence file."""
    values = _open(data, EVIDENCE, "mine", None)
    try:
        return _evidence(values)
    except _Shape:
        raise FileFault("shape", "mine") from None


def _open(data: bytes, protocol: str, place: str, version_place: str | None) -> dict[str, Any]:
    try:
        values = parse(data)
    except StrictError:
        raise FileFault("json", place) from None
    if values.pop("protocol", None) != protocol:
        raise FileFault("version", version_place) if version_place else FileFault("shape", place)
    return values


def _record(values: dict[str, Any]) -> Record:
    fields = _fields(
        values,
        {
            "public_key": _bytes(32),
            "key_changes": _array(_key_change, 0, MAX_CHANGES),
            "table_id": _bytes(16),
            "created_ms": _number,
            "rules_text": _text(MAX_RULES),
            "server_commit": _bytes(32),
            "open_sig": _bytes(64),
            "listed_ms": _or_null(_number),
            "list_sig": _or_null(_bytes(64)),
            "seats": _or_null(_array(_seat, 4, 4)),
            "opening_sig": _or_null(_bytes(64)),
            "events": _array(_event, 0, MAX_EVENTS),
            "heads": _array(_head, 0, MAX_HEADS),
            "outcome": _text(MAX_TEXT),
            "server_seed": _bytes(32),
            "reveal_sig": _bytes(64),
            "software": _text(MAX_TEXT),
            "computers": _array(_or_null(_computer), 4, 4),
        },
    )
    record = Record(**fields)
    _form(record)
    return record


def _form(record: Record) -> None:
    """What must be null, and what must be there, by outcome."""
    listed = record.seats is not None
    played = record.outcome in (FINISHED, IN_PLAY)
    _check(record.outcome in OUTCOMES)
    _check((record.listed_ms is not None) == listed == (record.list_sig is not None))
    _check(listed == (record.outcome != BEFORE_LIST))
    _check(played or not (record.events or record.heads))
    _check(record.opening_sig is not None if played else listed or record.opening_sig is None)
    for seat, computer in zip(record.seats or (None,) * 4, record.computers, strict=True):
        _check((computer is not None) == (seat is not None and seat.kind == COMPUTER))
    if record.seats is not None:
        missing = [seat.value is None for seat in record.seats if seat.kind == PERSON]
        _check(all(seat.value is None for seat in record.seats if seat.kind != PERSON))
        _check(any(missing) if record.opening_sig is None else not any(missing))


def _evidence(values: dict[str, Any]) -> Evidence:
    fields = _fields(
        values,
        {
            "public_key": _bytes(32),
            "table_id": _bytes(16),
            "created_ms": _number,
            "rules_text": _text(MAX_RULES),
            "server_commit": _bytes(32),
            "open_sig": _bytes(64),
            "seat": _up_to(3),
            "value": _bytes(32),
            "listed_ms": _or_null(_number),
            "list": _or_null(_array(_kept("commit"), 4, 4)),
            "list_sig": _or_null(_bytes(64)),
            "receipt_sig": _or_null(_bytes(64)),
            "opening": _or_null(_array(_kept("value"), 4, 4)),
            "opening_sig": _or_null(_bytes(64)),
            "heads": _array(_head, 0, MAX_EVENTS),
        },
    )
    return Evidence(**fields)


def _check(condition: bool) -> None:
    if not condition:
        raise _Shape


def _fields(value: object, readers: Mapping[str, Callable[[Any], Any]]) -> dict[str, Any]:
    if not isinstance(value, dict) or value.keys() != readers.keys():
        raise _Shape
    return {key: read(value[key]) for key, read in readers.items()}


def _bytes(size: int) -> Callable[[Any], bytes]:
    return lambda value: _hex(value, size, size)


def _hex(value: Any, least: int, most: int) -> bytes:
    _check(isinstance(value, str) and 2 * least <= len(value) <= 2 * most and len(value) % 2 == 0)
    _check(not set(value) - set("0123456789abcdef"))
    return bytes.fromhex(value)


def _number(value: Any) -> int:
    if not isinstance(value, int):
        raise _Shape
    return value


def _up_to(most: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        _check(_number(value) <= most)
        return _number(value)

    return read


def _text(most: int) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if not isinstance(value, str) or len(value.encode()) > most:
            raise _Shape
        return value

    return read


def _or_null(read: Callable[[Any], T]) -> Callable[[Any], T | None]:
    return lambda value: None if value is None else read(value)


def _array(read: Callable[[Any], T], least: int, most: int) -> Callable[[Any], tuple[T, ...]]:
    def items(value: Any) -> tuple[T, ...]:
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise _Shape
        return tuple(read(item) for item in value)

    return items


def _event(value: Any) -> bytes:
    return _hex(value, 1, MAX_EVENT)


def _key_change(value: Any) -> KeyChange:
    readers = {"old": _bytes(32), "new": _bytes(32), "valid_from_ms": _number, "sig": _bytes(64)}
    fields = _fields(value, readers)
    return KeyChange(fields["old"], fields["new"], fields["valid_from_ms"], fields["sig"])


def _seat(value: Any) -> RecordSeat:
    readers = {
        "kind": _up_to(COMPUTER),
        "name": _or_null(_text(MAX_TEXT)),
        "commit": _bytes(32),
        "value": _or_null(_bytes(32)),
    }
    return RecordSeat(**_fields(value, readers))


def _head(value: Any) -> Head:
    return Head(**_fields(value, {"seq": _number, "head": _bytes(32), "sig": _bytes(64)}))


def _computer(value: Any) -> Computer:
    return Computer(**_fields(value, {"version": _text(MAX_TEXT), "level": _text(MAX_TEXT)}))


def _kept(name: str) -> Callable[[Any], KeptSeat]:
    def read(value: Any) -> KeptSeat:
        fields = _fields(value, {"kind": _up_to(COMPUTER), name: _bytes(32)})
        return KeptSeat(fields["kind"], fields[name])

    return read


# --- writing


def write_record(record: Record) -> bytes:
    """The record file: one key a line, so that people can read it."""
    values = {"protocol": PROTOCOL, **{name: _plain(getattr(record, name)) for name in Record.__slots__}}
    return (json.dumps(values, ensure_ascii=False, indent=1) + "\n").encode()


def _plain(value: Any) -> Any:
    match value:
        case bytes():
            return value.hex()
        case tuple():
            return [_plain(item) for item in value]
        case KeyChange(old, new, valid_from_ms, signature):
            return {"old": old.hex(), "new": new.hex(), "valid_from_ms": valid_from_ms, "sig": signature.hex()}
        case RecordSeat() | Head() | Computer():
            return {name: _plain(getattr(value, name)) for name in value.__slots__}
    return value

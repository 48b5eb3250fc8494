"""The bytes of a game event and back (FAIRNESS 5).

`event = u32 seq | u16 deal | u8 type | u8 seat | u32 t_ms | u16 length | payload`, big-endian. The bytes hold what all
players may know: a deal comes back without its racks and pile, which follow from the deck.
"""

import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from okey.rules.events import (
    Automatic,
    Claimed,
    Controlled,
    DealEnded,
    Dealt,
    Declared,
    Drawn,
    Event,
    Finished,
    Groups,
    MatchEnded,
    Shown,
    Taken,
    Thrown,
)

NOBODY: Final = 255
_HEAD: Final = struct.Struct(">IHBBIH")
_CHANGES: Final = struct.Struct(">B4i")
_END: Final = struct.Struct(">B4i4B")


class EventError(ValueError):
    """The bytes are no event: their length, type, or payload is not of the form of FAIRNESS 5."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of the log, with its numbers."""

    seq: int
    """From 1, without gaps, through the match."""
    deal: int
    """Number of the current deal; in the deal event the new one."""
    t_ms: int
    """The server's time since the list, in milliseconds; never falls."""
    event: Event


def encode(event: Event, seq: int, deal: int, t_ms: int) -> bytes:
    """The bytes of `event`, number `seq` of the match, in deal `deal`, at `t_ms`."""
    payload = _payload(event)
    seat = NOBODY if event.seat is None else event.seat
    return _HEAD.pack(seq, deal, event.TYPE, seat, t_ms, len(payload)) + payload


def decode(data: bytes) -> Entry:
    """Read one event; `EventError` when its frame is wrong. Whether it may stand where it stands is not judged here."""
    if len(data) < _HEAD.size:
        raise EventError(f"{len(data)} bytes are too few")
    seq, deal, kind, seat, t_ms, length = _HEAD.unpack_from(data)
    payload = data[_HEAD.size :]
    if len(payload) != length:
        raise EventError(f"payload of {len(payload)} bytes, not {length}")
    reader = _READERS.get(kind)
    if reader is None:
        raise EventError(f"unknown type {kind}")
    size, with_groups, read = reader
    if length < size or (length > size and not with_groups):
        raise EventError(f"type {kind} cannot have a payload of {length} bytes")
    return Entry(seq, deal, t_ms, read(seat, payload))


def _payload(event: Event) -> bytes:
    match event:
        case Dealt():
            return bytes((event.starter, event.indicator, *event.dice))
        case Shown() | Taken() | Thrown():
            return bytes((event.tile,))
        case Drawn() | Automatic() | Declared():
            return b""
        case Finished():
            return bytes((event.kind, event.tile)) + _pack_groups(event.groups)
        case DealEnded():
            return _CHANGES.pack(event.reason, *event.changes)
        case MatchEnded():
            return _END.pack(event.reason, *event.scores, *event.ranks)
        case Controlled():
            return bytes((event.controller,))
        case _:  # Claimed
            return bytes((event.tile,)) + _pack_groups(event.groups)


def _pack_groups(groups: Groups) -> bytes:
    return bytes((len(groups),)) + b"".join(bytes((len(group), *group)) for group in groups)


def _groups(data: bytes) -> Groups:
    """Groups that fill `data` to its last byte, none of them empty."""
    groups = []
    place = 1
    for _ in range(data[0]):
        size = data[place] if place < len(data) else 0
        group = tuple(data[place + 1 : place + 1 + size])
        if size == 0 or len(group) != size:
            raise EventError("groups do not fill the payload")
        groups.append(group)
        place += 1 + size
    if place != len(data):
        raise EventError("groups do not fill the payload")
    return tuple(groups)


def _somebody(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _deal(seat: int, data: bytes) -> Event:
    return Dealt(seat, starter=data[0], indicator=data[1], dice=(data[2], data[3]))


def _finish(seat: int, data: bytes) -> Event:
    return Finished(seat, kind=data[0], tile=data[1], groups=_groups(data[2:]))


def _deal_end(seat: int, data: bytes) -> Event:
    reason, *changes = _CHANGES.unpack(data)
    return DealEnded(_somebody(seat), reason, (changes[0], changes[1], changes[2], changes[3]))


def _match_end(seat: int, data: bytes) -> Event:
    reason, *rest = _END.unpack(data)
    scores, ranks = (rest[0], rest[1], rest[2], rest[3]), (rest[4], rest[5], rest[6], rest[7])
    return MatchEnded(_somebody(seat), reason, scores, ranks)


# type -> (bytes of the payload before the groups' own, whether groups may follow, reader)
_READERS: Final[dict[int, tuple[int, bool, Callable[[int, bytes], Event]]]] = {
    Dealt.TYPE: (4, False, _deal),
    Shown.TYPE: (1, False, lambda seat, data: Shown(seat, data[0])),
    Drawn.TYPE: (0, False, lambda seat, data: Drawn(seat)),
    Taken.TYPE: (1, False, lambda seat, data: Taken(seat, data[0])),
    Thrown.TYPE: (1, False, lambda seat, data: Thrown(seat, data[0])),
    Finished.TYPE: (3, True, _finish),
    DealEnded.TYPE: (_CHANGES.size, False, _deal_end),
    Automatic.TYPE: (0, False, lambda seat, data: Automatic(seat)),
    MatchEnded.TYPE: (_END.size, False, _match_end),
    Declared.TYPE: (0, False, lambda seat, data: Declared(seat)),
    Controlled.TYPE: (1, False, lambda seat, data: Controlled(seat, data[0])),
    Claimed.TYPE: (2, True, lambda seat, data: Claimed(seat, data[0], _groups(data[1:]))),
}

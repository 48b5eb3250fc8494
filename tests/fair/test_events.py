import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okey.fair.events import Entry, EventError, decode, encode
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
    MatchEnded,
    Shown,
    Taken,
    Thrown,
)
from tests.fair.vectors import VECTORS

GROUPS = ((0, 2, 4), (26, 28, 30, 32), (1, 27, 53, 79))
ONE_OF_EACH: list[tuple[Event, str]] = [
    (Dealt(1, 2, 28, (2, 1)), "00000007 0003 01 01 00000190 0004 021c0201"),
    (Shown(3, 29), "00000007 0003 02 03 00000190 0001 1d"),
    (Drawn(0), "00000007 0003 03 00 00000190 0000"),
    (Taken(2, 105), "00000007 0003 04 02 00000190 0001 69"),
    (Thrown(2, 13), "00000007 0003 05 02 00000190 0001 0d"),
    (Finished(1, 1, 13, ((0, 2, 4), (9,))), "00000007 0003 06 01 00000190 0009 010d 02 03000204 0109"),
    (
        DealEnded(None, 2, (0, -1, 0, 300)),
        "00000007 0003 07 ff 00000190 0011 02 00000000 ffffffff 00000000 0000012c",
    ),
    (DealEnded(2, 1, (-2, -2, 0, -2)), "00000007 0003 07 02 00000190 0011 01 fffffffe fffffffe 00000000 fffffffe"),
    (Automatic(3), "00000007 0003 08 03 00000190 0000"),
    (
        MatchEnded(None, 1, (20, 0, -2, 4), (1, 3, 4, 2)),
        "00000007 0003 09 ff 00000190 0015 01 00000014 00000000 fffffffe 00000004 01030402",
    ),
    (
        MatchEnded(1, 4, (0, 0, 0, 0), (1, 4, 1, 1)),
        "00000007 0003 09 01 00000190 0015 04" + " 00000000" * 4 + " 01040101",
    ),
    (Declared(2), "00000007 0003 0a 02 00000190 0000"),
    (Controlled(0, 2), "00000007 0003 0b 00 00000190 0001 02"),
    (Claimed(1, 13, ()), "00000007 0003 0c 01 00000190 0002 0d 00"),
    (Claimed(1, 13, ((1, 2),)), "00000007 0003 0c 01 00000190 0005 0d 01 020102"),
]


@pytest.mark.parametrize(("event", "text"), ONE_OF_EACH, ids=lambda value: type(value).__name__)
def test_every_type_has_its_bytes(event: Event, text: str) -> None:
    data = bytes.fromhex(text.replace(" ", ""))
    assert encode(event, seq=7, deal=3, t_ms=400) == data
    assert decode(data) == Entry(7, 3, 400, event)


def test_a_deal_event_keeps_the_hidden_tiles_out() -> None:
    dealt = Dealt(1, 2, 28, (2, 1), racks=((1, 3), (), (5,), ()), pile=(7, 9))
    assert encode(dealt, 1, 1, 0) == encode(Dealt(1, 2, 28, (2, 1)), 1, 1, 0)
    assert decode(encode(dealt, 1, 1, 0)).event == Dealt(1, 2, 28, (2, 1))


def test_the_signed_log_of_the_vectors() -> None:
    log = [bytes.fromhex(event) for event in VECTORS[2]["log"]["events"]]
    entries = [decode(event) for event in log]
    assert [entry.event for entry in entries] == [Dealt(0, 2, 28, (2, 1)), Thrown(2, 13), Drawn(0), Thrown(0, 58)]
    assert [entry.seq for entry in entries] == [1, 2, 3, 4]
    assert [encode(entry.event, entry.seq, entry.deal, entry.t_ms) for entry in entries] == log


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0000000100010301000000",
        "00000001 0001 03 01 00000000 0001",
        "00000001 0001 03 01 00000000 0000 00",
        "00000001 0001 03 01 00000000 0001 00",
        "00000001 0001 00 01 00000000 0000",
        "00000001 0001 0d 01 00000000 0000",
        "00000001 0001 05 01 00000000 0000",
        "00000001 0001 05 01 00000000 0002 0102",
        "00000001 0001 07 ff 00000000 0010 02" + "00" * 15,
        "00000001 0001 09 ff 00000000 0016 02" + "00" * 21,
        "00000001 0001 06 01 00000000 0002 010d",
        "00000001 0001 06 01 00000000 0003 010d 01",
        "00000001 0001 06 01 00000000 0004 010d 01 00",
        "00000001 0001 06 01 00000000 0005 010d 01 02 05",
        "00000001 0001 06 01 00000000 0004 010d 00 00",
        "00000001 0001 0c 01 00000000 0001 0d",
        "00000001 0001 0c 01 00000000 0005 0d 01 01 05 05",
    ],
)
def test_a_broken_frame_is_refused(text: str) -> None:
    with pytest.raises(EventError):
        decode(bytes.fromhex(text.replace(" ", "")))


@given(st.binary(max_size=64))
def test_any_bytes_give_an_entry_that_encodes_back_or_an_error(data: bytes) -> None:
    try:
        entry = decode(data)
    except EventError:
        return
    assert encode(entry.event, entry.seq, entry.deal, entry.t_ms) == data


seats = st.integers(0, 3)
tile = st.integers(0, 105)
groups = st.lists(st.lists(tile, min_size=1, max_size=14).map(tuple), max_size=7).map(tuple)
four = st.tuples(*(st.integers(-(2**31), 2**31 - 1),) * 4)
events: st.SearchStrategy[Any] = st.one_of(
    st.builds(Dealt, seats, seats, tile, st.tuples(st.integers(1, 6), st.integers(1, 6))),
    st.builds(Taken, seats, tile),
    st.builds(Finished, seats, st.integers(1, 2), tile, groups),
    st.builds(DealEnded, st.none() | seats, st.integers(1, 5), four),
    st.builds(MatchEnded, st.none() | seats, st.integers(1, 7), four, st.tuples(*(st.integers(0, 4),) * 4)),
    st.builds(Claimed, seats, tile, groups),
)


@given(events, st.integers(0, 2**32 - 1), st.integers(0, 2**16 - 1), st.integers(0, 2**32 - 1))
def test_events_come_back_as_they_went(event: Event, seq: int, deal: int, t_ms: int) -> None:
    assert decode(encode(event, seq, deal, t_ms)) == Entry(seq, deal, t_ms, event)


def test_every_event_of_the_record_of_a_whole_match_comes_back() -> None:
    record = json.loads((Path(__file__).parents[1] / "vectors" / "record.json").read_text(encoding="utf-8"))
    kinds = set()
    for number, text in enumerate(record["events"], start=1):
        entry = decode(bytes.fromhex(text))
        assert entry.seq == number
        assert encode(entry.event, entry.seq, entry.deal, entry.t_ms).hex() == text
        kinds.add(entry.event.TYPE)
    assert kinds == set(range(1, 13))

"""A hostile file costs bounded work: it is refused early, or judged once over."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from okey.fair.events import Entry
from okey.record.model import write_record
from okey.record.strict import MAX_BYTES, StrictError, parse
from okey.record.verify import verify
from okey.rules.events import Controlled, Event
from tests.record.cases import bases
from tests.record.maker import KEYS, data_of, entries, evidence_of, renumbered, signed_again, values_of

TEXT = write_record(bases()["tiny"].record)


def padded(size: int) -> bytes:
    """A valid record of this many bytes."""
    return TEXT + b" " * (size - len(TEXT))


def test_eight_mebibytes_are_read_and_one_byte_more_is_not() -> None:
    assert verify(padded(MAX_BYTES), KEYS).text == "valid"
    assert verify(padded(MAX_BYTES + 1), KEYS).text == "INVALID: json at file"


@pytest.mark.parametrize("letter", ["[", "{", '{"a":', '[{"a":', '"', "\\", "9", '"\\', "[[]", "-", "\x00"])
def test_one_letter_a_million_times(letter: str) -> None:
    many = letter.encode() * 1_000_000
    assert verify(b'{"protocol":' + many, KEYS).text == "INVALID: json at file"
    assert verify(TEXT, KEYS, many).text == "INVALID: json at mine"


@pytest.mark.parametrize("value", ["9" * 4_000_000, "1e" + "9" * 100_000, "-" + "1" * 1000, "0." + "0" * 100_000])
def test_huge_numbers(value: str) -> None:
    text = TEXT.decode().replace('"created_ms": 1767225600000', f'"created_ms": {value}')
    assert value in text
    assert verify(text.encode(), KEYS).text == "INVALID: json at file"


def test_keys_by_the_hundred_thousand() -> None:
    many = ",".join(f'"k{number}":0' for number in range(300_000))
    assert verify(f'{{"protocol":"okey-fair/1",{many}}}'.encode(), KEYS).text == "INVALID: shape at file"


def test_a_hundred_thousand_events_are_judged_and_one_more_is_not() -> None:
    base = bases()["usta"]
    first = base.log[0]

    def toggles() -> Iterator[Event]:
        controller = 2
        while True:
            yield Controlled(0, controller)
            controller = 3 - controller

    log = [first, *(Entry(0, 1, first.t_ms, event) for event in islice(toggles(), 99_999))]
    record = signed_again(base.record, events=renumbered(log))
    verdict = verify(write_record(record), KEYS)
    assert (verdict.text, verdict.warnings.taken_over) == ("incomplete", 50_000)
    longer = replace(record, events=(*record.events, record.events[-1]))
    assert verify(write_record(longer), KEYS).text == "INVALID: shape at file"


def test_evidence_with_as_many_heads_as_fit() -> None:
    record = bases()["tiny"].record
    mine = evidence_of(record, 0, [3])
    wrong = {**mine["heads"][0], "sig": "00" * 64}
    many = data_of({**mine, "heads": [*mine["heads"] * 2000, wrong]})
    assert verify(TEXT, KEYS, many).text == "evidence unusable at mine.heads[2000]"


def test_the_depth_is_counted_outside_of_strings_only() -> None:
    deep = {"a": [[[1]]], "b": "[[[[[[{{{{{{", "c": '\\"[[[[[['}
    assert parse(json.dumps(deep).encode()) == deep
    with pytest.raises(StrictError):
        parse(json.dumps({"a": [[[[1]]]]}).encode())


def test_a_head_number_beyond_any_event_is_no_crash() -> None:
    values = values_of(bases()["tiny"].record)
    values["heads"][0]["seq"] = 2**53 - 1
    assert verify(data_of(values), KEYS).text == "INVALID: head at heads[0]"
    assert len(entries(bases()["tiny"].record)) == 16

"""The text form gives every record of the tests back, and refuses what is none."""

from dataclasses import replace

import pytest

from okey.fair.deal import start_deal
from okey.record.model import Record, read_record, write_record
from okey.record.steps import ReplayError, steps
from okey.record.text import TextError, read_text, write_text
from tests.record.before import matched
from tests.record.cases import bases
from tests.record.files import files
from tests.record.maker import OTHER, cancelled_early, signed_again
from tests.record.test_verify import VECTORS

RECORDS = {
    **{name: base.record for name, base in bases().items()},
    **{f"cancelled {name}": record for name, record in cancelled_early("early").items()},
    **{name: read_record((VECTORS / f"{name}.json").read_bytes()) for name in ("record", "record-cancelled")},
}


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_comes_back_from_its_text(name: str) -> None:
    record = RECORDS[name]
    text = write_text(record)
    assert read_text(text) == record
    assert write_record(read_text(text)) == write_record(record)
    assert text.isprintable() or set(filter(lambda letter: not letter.isprintable(), text)) == {"\n"}


def test_strange_texts_and_changed_keys_come_back() -> None:
    record = bases()["tiny"].record
    strange = 'a "b" \\ ]\n{x} \u2028\U0001f600\x00'
    seats = tuple(replace(seat, name=strange) if seat.kind else seat for seat in record.seats or ())
    odd = replace(record, seats=seats, software=strange)
    assert read_text(write_text(odd)) == odd
    for case in files():
        if case.name.startswith("keys: "):
            known = read_record(case.record)
            assert read_text(write_text(known)) == known


def test_a_record_that_stops_comes_back() -> None:
    record = bases()["usta"].record
    for end in range(0, len(record.events), 7):
        cut = replace(record, events=record.events[:end], heads=())
        assert read_text(write_text(cut)) == cut


def test_the_form_is_readable() -> None:
    text = write_text(bases()["klasik"].record)
    lines = text.splitlines()
    assert lines[0] == '[Form "okey-text/1"]'
    assert sum(line.startswith("Deal ") for line in lines) == 2
    assert any(" f:x" in line for line in lines)
    assert any(line.endswith("m7:16,0,20,0:2,0,1,0") or " m" in line for line in lines)


def changed(old: str, new: str) -> str:
    text = write_text(bases()["klasik"].record)
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"okey-text/1"', '"okey-text/2"', "Form"),
        ("[Table", "[table", "line 2"),
        ("[Table", "[Tables", "Table is missing"),
        ('[Created "', '[More "1"]\n[Created "', "unknown tag More"),
        ('[Created "', '[Created "1"]\n[Created "', "Created twice"),
        ('[Created "', '[Created "x', "tags"),
        ('[Key "', '[Key "x', "tags"),
        ("\n[Seed", '\n[Seed "\\x"]\n[Seed', "line"),
        ('person empty', 'person nobody', "tags"),
        (" x", " y", "no action"),
        (" x", " xr14", "unknown tile"),
        (" x", " d x", "unknown tile"),
        ("{+", "{-", "no time"),
        ("f:x", "f:", "no tile"),
        ("\n- m", "\n- a m", "needs a seat"),
        ("\n- m", "\n- m1:2 m", "line"),
        ("\n- m", "\n- m1:2,3:4,5 m", "line"),
        ("\n- m", "\n- {+1.000} m", "line"),
        ("\n- m", "\n9 m", "at events"),
        ("Deal 1", "Deal 70000", "line"),
        ("starter", "begin", "line"),
        ("person empty person empty", "person person person empty", "seats at seats"),
        ("deals=2", "deals=0", "unknown rules"),
    ],
)  # fmt: skip
def test_what_is_no_record_is_refused_with_its_line_or_tag(old: str, new: str, why: str) -> None:
    with pytest.raises(TextError, match=why):
        read_text(changed(old, new))


def test_a_tile_drawn_that_does_not_follow_is_refused() -> None:
    text = write_text(bases()["klasik"].record)
    drawn = next(word for word in text.split() if word.startswith("d") and word[1:2] in "rybkF" and word[-1] in "}ab")
    tile = drawn[1:].partition("{")[0]
    other = tile[:-1] + ("a" if tile.endswith("b") else "b")
    with pytest.raises(TextError, match="do not follow"):
        read_text(text.replace(drawn, drawn.replace(tile, other), 1))


def test_events_that_cannot_be_played_are_not_written() -> None:
    record = bases()["klasik"].record
    wrong: Record = signed_again(record, events=record.events[1:])
    with pytest.raises(ReplayError, match=r"frame at events\[0\]"):
        write_text(wrong)
    assert list(steps(replace(record, opening_sig=None))) == []


def test_a_replay_holds_the_hidden_tiles() -> None:
    base = bases()["lap"]
    line = start_deal(matched(base)[2], 1).line
    for entry, referee in steps(base.record):
        if entry.event.TYPE == 1:
            everything = [*referee.pile, referee.indicator, *(tile for rack in referee.racks for tile in rack)]
            assert sorted(everything) == sorted(line)


def test_the_signature_of_another_key_is_kept_as_it_is() -> None:
    other = signed_again(bases()["tiny"].record, OTHER)
    assert read_text(write_text(other)) == other

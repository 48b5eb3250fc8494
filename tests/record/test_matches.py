"""Whole matches by the rules engine, judged by the referee, which shares no rule of play with it."""

from collections import Counter
from dataclasses import replace

import pytest

from okey.fair.events import Entry
from okey.record.model import read_record, write_record
from okey.record.text import read_text, write_text
from okey.record.verify import verify
from okey.rules.events import DealEnded, Drawn, MatchEnded
from tests.record.cases import bases
from tests.record.maker import KEYS, Habits, Match, entries, insert, rules, signed_again, with_events
from tests.record.matches import path, random_match
from tests.record.test_verify import VECTORS


def judge(match: Match) -> Counter[str]:
    """A random match is valid, reads back from its text, and tells no wrong warning; the types of its events."""
    record = match.record()
    verdict = verify(write_record(record), KEYS)
    assert verdict.text == (
        "valid" if match.state.match_reason < 5 or match.state.match_reason == 7 else "valid, cancelled"
    )
    assert read_text(write_text(record)) == record
    counted = Counter(type(entry.event).__name__ for entry in match.log)
    assert verdict.warnings.automatic == counted["Automatic"]
    assert verdict.deals == counted["Dealt"]
    assert verdict.warnings.forfeit == (match.state.match_reason == 4)
    return counted


def test_random_matches_are_valid() -> None:
    seen: Counter[str] = Counter()
    for number in range(60):
        seen += judge(random_match(number))
    assert len(seen) == 12


@pytest.mark.soak
def test_five_hundred_random_matches_are_valid() -> None:
    for number in range(60, 560):
        judge(random_match(number))


def test_the_stored_matches_hold_every_event_and_ending() -> None:
    seen, deal_ends, match_ends = set(), set(), set()
    for name, base in bases().items():
        assert path(name).is_file()
        for entry in base.log:
            seen.add(entry.event.TYPE)
            if isinstance(entry.event, DealEnded):
                deal_ends.add(entry.event.reason)
            if isinstance(entry.event, MatchEnded):
                match_ends.add(entry.event.reason)
    assert seen == set(range(1, 13))
    assert deal_ends == {1, 2, 3, 4, 5}
    assert match_ends == {1, 2, 3, 4, 5, 6, 7}


def test_a_record_signed_again_is_the_same_record() -> None:
    for name in ("record", "record-cancelled"):
        record = read_record((VECTORS / f"{name}.json").read_bytes())
        assert signed_again(record) == record


def test_the_121st_move() -> None:
    match = Match("long", rules("klasik", 2, deals=1), habits=Habits(level=None, take=True, show=False)).play()
    record = match.record()
    assert match.state.results[-1].reason == 3
    assert verify(write_record(record), KEYS).text == "valid"
    end = len(match.log) - 2
    assert isinstance(match.log[end].event, DealEnded)
    mover = match.log[end - 1].event.seat
    assert mover is not None
    longer = with_events(record, insert(match.log, end, Drawn(2 - mover)))
    assert verify(write_record(longer), KEYS).text == f"INVALID: order at events[{end}]"
    later = match.log[end].event
    assert isinstance(later, DealEnded)
    told = with_events(
        record, [*match.log[:end], replace(match.log[end], event=replace(later, reason=2)), match.log[-1]]
    )
    assert verify(write_record(told), KEYS).text == f"INVALID: reason at events[{end}]"


def test_the_101st_deal() -> None:
    match = Match("hundred", rules("klasik", 2, moves=1), habits=Habits(level=None, show=False)).play()
    record = match.record()
    assert (match.state.number, match.state.match_reason, len(record.heads)) == (100, 7, 101)
    assert verify(write_record(record), KEYS).text == "valid"
    last = len(match.log) - 1
    first = match.log[0].event
    more = with_events(record, [*match.log[:last], Entry(0, 101, match.log[-1].t_ms, first)])
    assert verify(write_record(more), KEYS).text == f"INVALID: order at events[{last}]"
    fewer = [*match.log[: last - 3], match.log[last]]
    early = with_events(record, [*fewer[:-1], replace(fewer[-1], deal=99)])
    assert verify(write_record(early), KEYS).text == f"INVALID: reason at events[{last - 3}]"
    assert entries(record)[-1].deal == 100

"""Alterations of shows, of the length of deals, and of the table itself (FAIRNESS 12.3)."""

from dataclasses import replace

from okey.fair.events import Entry
from okey.fair.messages import (
    Z,
    player_commit,
    rules_hash,
    server_commit,
)
from okey.record.model import Record, RecordSeat
from okey.rules.events import (
    DealEnded,
    Dealt,
    Drawn,
    Shown,
    Taken,
    Thrown,
)
from okey.rules.tiles import twin
from tests.record.before import Altered, after, at, matched, racks
from tests.record.cases import Base, bases
from tests.record.maker import (
    CREATED,
    bytes_of,
    event_at,
    insert,
    put,
    signed_again,
    with_events,
)


def shows() -> Altered:
    rummy = bases()["rummy"]
    i = event_at(rummy.log, Shown)
    event = rummy.log[i].event
    assert isinstance(event, Shown)
    yield "shown twice", with_events(rummy.record, insert(rummy.log, i + 1, event)), at("show", i + 1)
    other = replace(event, seat=after(rummy, event.seat))
    yield "shown by another", with_events(rummy.record, put(rummy.log, i, other)), at("show", i)
    yield "shown by an empty seat", with_events(rummy.record, put(rummy.log, i, replace(event, seat=2))), at("seat", i)
    yield (
        "the indicator itself shown",
        with_events(rummy.record, put(rummy.log, i, replace(event, tile=event.tile ^ 1))),
        at("show", i),
    )
    own = next(tile for tile in racks(rummy, i)[event.seat] if tile != event.tile)
    yield (
        "another tile of the rack shown",
        with_events(rummy.record, put(rummy.log, i, replace(event, tile=own))),
        at("show", i),
    )
    drew = event_at(rummy.log, Drawn, where=lambda e: e.seat == event.seat)
    yield "shown after the first draw", with_events(rummy.record, _moved(rummy, i, drew)), at("show", drew)
    klasik = bases()["klasik"]
    i = event_at(klasik.log, Shown)
    shown = klasik.log[i].event
    assert isinstance(shown, Shown)
    late = event_at(klasik.log, Thrown, where=lambda e: e.seat == shown.seat and e.tile != shown.tile)
    yield "shown after the first throw", with_events(klasik.record, _moved(klasik, i, late)), at("show", late)
    drawn = bases()["drawn twin"]
    i = event_at(drawn.log, Drawn)
    first = drawn.log[0].event
    who = drawn.log[i].event.seat
    assert isinstance(first, Dealt)
    assert who is not None
    late_twin = insert(drawn.log, i + 1, Shown(who, twin(first.indicator)))
    yield "a twin shown that was drawn", with_events(drawn.record, late_twin), at("show", i + 1)
    pot = bases()["ikramiye"]
    indicator = pot.log[0].event
    assert isinstance(indicator, Dealt)
    seat = indicator.starter
    yield (
        "shown where nothing is shown",
        with_events(pot.record, insert(pot.log, 1, Shown(seat, twin(indicator.indicator)))),
        at("order", 1),
    )


def _moved(base: Base, place: int, later: int) -> list[Entry]:
    """The log with the event at `place` moved behind the one at `later`."""
    log = base.log
    assert place < later
    return [*log[:place], *log[place + 1 : later + 1], replace(log[place], t_ms=log[later].t_ms), *log[later + 1 :]]


def lengths() -> Altered:
    lap = bases()["lap"]
    end = event_at(lap.log, DealEnded)
    seat = lap.log[end - 1].event.seat
    assert seat is not None
    short = [*lap.log[: end - 2], *lap.log[end:]]
    yield "a lap too short", with_events(lap.record, short), at("reason", end - 2)
    top = lap.log[end - 1].event
    assert isinstance(top, Thrown)
    longer = insert(lap.log, end, Taken(after(lap, seat), top.tile))
    yield "a lap too long", with_events(lap.record, longer), at("order", end)
    drawn = end - 2
    assert isinstance(lap.log[drawn].event, Taken)
    yield "a draw from an empty pile", with_events(lap.record, put(lap.log, drawn, Drawn(seat))), at("order", drawn)
    yield (
        "a lap told as move limit",
        with_events(lap.record, put(lap.log, end, DealEnded(None, 3, (0, 0, 0, 0)))),
        at("reason", end),
    )
    moves = bases()["moves"]
    end = event_at(moves.log, DealEnded)
    seat = moves.log[end - 1].event.seat
    assert seat is not None
    yield (
        "a move more than the limit",
        with_events(moves.record, insert(moves.log, end, Drawn(after(moves, seat)))),
        at("order", end),
    )
    early = [*moves.log[: end - 2], *moves.log[end:]]
    yield "a move fewer than the limit", with_events(moves.record, early), at("reason", end - 2)
    dealt = event_at(moves.log, Dealt, 1)
    event = moves.log[dealt].event
    assert isinstance(event, Dealt)
    for what, code, wrong in (
        ("another starter", "deal", replace(event, starter=after(moves, event.starter))),
        ("another dealer", "seat", replace(event, seat=event.starter)),
        ("another indicator", "deal", replace(event, indicator=event.indicator ^ 1)),
        ("other dice", "deal", replace(event, dice=(event.dice[1] % 6 + 1, event.dice[0]))),
    ):
        yield what, with_events(moves.record, put(moves.log, dealt, wrong)), at(code, dealt)
    last = len(moves.log) - 1
    third = Entry(0, 3, moves.log[-1].t_ms, event)
    yield "a deal beyond the last", with_events(moves.record, [*moves.log[:last], third]), at("order", last)


def tables() -> Altered:
    base = bases()["moves"]
    record = base.record
    assert record.seats is not None
    longer = base.rules.text.replace("deals=2", "deals=3")
    yield "other rules text", signed_again(record, rules_text=longer), "commit at seats[0]"
    yield "another seed", signed_again(record, seed=bytes_of("other")), "commit at seats[0]"
    yield "another table", signed_again(record, table_id=bytes_of("other", 16)), "commit at seats[0]"
    one = replace(record.seats[1], value=bytes_of("other"))
    yield "another value", signed_again(record, seats=(record.seats[0], one, *record.seats[2:])), "commit at seats[1]"
    zero = replace(record.seats[2], commit=Z)
    yield (
        "a person without commitment",
        signed_again(record, seats=(*record.seats[:2], zero, record.seats[3])),
        "commit at seats[2]",
    )
    machine = replace(record.seats[3], commit=bytes_of("x"))
    yield "a computer with commitment", signed_again(record, seats=(*record.seats[:3], machine)), "commit at seats[3]"
    two = replace(record.seats[1], kind=2, value=None, commit=Z)
    computers = (None, record.computers[3], None, record.computers[3])
    changed = signed_again(record, seats=(record.seats[0], two, *record.seats[2:]), computers=computers)
    yield "a person told as a computer", changed, _first_fault(changed, base)
    gone = RecordSeat(0, None, Z, None)
    three = (record.seats[0], gone, *record.seats[2:])
    yield "a seat too few", signed_again(record, seats=three), "seats at seats"
    machines = tuple(RecordSeat(2, None, Z, None) for _ in range(4))
    yield "no person", signed_again(record, seats=machines, computers=(record.computers[3],) * 4), "seats at seats"
    again = _rigged(record, longer)
    yield "other rules text, commitments made again", again, _first_fault(again, base)
    yield "listed before it was opened", signed_again(record, listed_ms=CREATED - 1), "list at listed_ms"
    yield (
        "rules text that is not canonical",
        signed_again(record, rules_text=record.rules_text + ";"),
        "unknown rules at rules_text",
    )
    yield (
        "seats that cannot be",
        signed_again(record, rules_text=record.rules_text.replace("seats=4", "seats=5")),
        "unknown rules at rules_text",
    )


def _rigged(record: Record, text: str) -> Record:
    """The record for another rules text, with commitments made anew from the values: only a player's notes tell."""
    assert record.seats is not None
    commit = server_commit(record.table_id, rules_hash(text.encode()), record.server_seed)
    seats = tuple(
        replace(seat, commit=player_commit(record.table_id, commit, place, seat.value)) if seat.value else seat
        for place, seat in enumerate(record.seats)
    )
    return signed_again(record, rules_text=text, seats=seats)


def _first_fault(changed: Record, base: Base) -> str:
    """What the first deal event of `base` is under another master key: dealt by another seat, or another deal."""
    assert changed.seats is not None
    kinds = tuple(seat.kind for seat in changed.seats)
    roller = matched(Base(changed, base.log))[1]
    assert all(kinds)
    return at("deal" if roller == base.log[0].event.seat else "seat", 0)

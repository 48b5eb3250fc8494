"""Alterations of the ends of deals and matches, and of times (FAIRNESS 12.3)."""

from dataclasses import replace

from okey.fair.events import Entry
from okey.record.model import Record
from okey.rules.events import (
    Automatic,
    DealEnded,
    Drawn,
    MatchEnded,
    Taken,
    Thrown,
)
from tests.record.before import Altered, after, at, racks
from tests.record.cases import Base, bases
from tests.record.maker import (
    event_at,
    insert,
    put,
    signed_again,
    with_events,
)


def ends() -> Altered:
    for name in ("klasik", "short usta", "rummy", "ikramiye"):
        base = bases()[name]
        i = event_at(base.log, DealEnded)
        end = base.log[i].event
        assert isinstance(end, DealEnded)
        assert end.seat is not None
        one, two, three, four = end.changes
        seat = after(base, end.seat)
        changes = (one + 1, two, three, four)

        def told(
            what: str, code: str, event: DealEnded, base: Base = base, i: int = i, name: str = name
        ) -> tuple[str, Record, str]:
            return f"{name}: {what}", with_events(base.record, put(base.log, i, event)), at(code, i)

        yield told("a point more", "score", replace(end, changes=changes))
        yield told("all points forgotten", "score", replace(end, changes=(0, 0, 0, 0)))
        yield told("points of an empty seat", "score", replace(end, changes=_empty(base, end.changes)))
        yield told("another finisher", "seat", replace(end, seat=seat))
        yield told("no finisher", "seat", replace(end, seat=None))
        yield told("reason pile", "reason", replace(end, reason=2))
        yield told("reason cancelled", "reason", replace(end, reason=4))
        yield told("reason forfeit", "reason", replace(end, reason=5))
        yield told("reason 9", "reason", replace(end, reason=9))
        last = len(base.log) - 1
        over = base.log[last].event
        assert isinstance(over, MatchEnded)
        a, b, c, d = over.scores
        w, x, y, z = over.ranks
        for what, code, event in (
            ("another final score", "score", replace(over, scores=(a - 1, b, c, d))),
            ("another rank", "score", replace(over, ranks=(3 - w, x, y, z))),
            ("no ranks", "score", replace(over, ranks=(0, 0, 0, 0))),
            ("reason forfeited", "reason", replace(over, reason=4)),
            ("match told as cancelled", "reason", replace(over, reason=5)),
            ("reason 0", "reason", replace(over, reason=0)),
            ("a seat that forfeits", "seat", replace(over, seat=0)),
        ):
            yield f"{name}: {what}", with_events(base.record, put(base.log, last, event)), at(code, last)
    base = bases()["klasik"]
    throw = event_at(base.log, Thrown, 3)
    for reason in (1, 2, 3, 0):
        ended = DealEnded(None, reason, (0, 0, 0, 0))
        yield (
            f"deal end {reason} out of nothing",
            with_events(base.record, insert(base.log, throw, ended)),
            at("reason", throw),
        )
    first = event_at(base.log, DealEnded)
    for reason, ranks in ((1, (1, 0, 2, 0)), (7, (1, 0, 2, 0)), (3, (1, 0, 2, 0))):
        over = MatchEnded(None, reason, (20, 0, 18, 0), ranks)
        yield (
            f"match end {reason} after the first deal",
            with_events(base.record, insert(base.log, first + 1, over)),
            at("reason", first + 1),
        )
    stopped = bases()["stopped"]
    last = len(stopped.log) - 1
    over = stopped.log[last].event
    assert isinstance(over, MatchEnded)
    yield (
        "ranks of a cancelled match",
        with_events(stopped.record, put(stopped.log, last, replace(over, ranks=(1, 0, 1, 0)))),
        at("score", last),
    )
    yield "cancelled deal, match goes on", with_events(stopped.record, _goes_on(stopped)), at("order", last)
    yield "cancelled match told as finished", signed_again(stopped.record, outcome="finished"), "outcome at outcome"
    yield (
        "finished match told as cancelled",
        signed_again(base.record, outcome="cancelled in play"),
        "outcome at outcome",
    )
    lost = bases()["forfeit"]
    i = event_at(lost.log, DealEnded, where=lambda event: event.reason == 5)
    end = lost.log[i].event
    assert isinstance(end, DealEnded)
    assert end.seat is not None
    yield (
        "another seat forfeits",
        with_events(lost.record, put(lost.log, i, replace(end, seat=after(lost, end.seat)))),
        at("seat", i),
    )
    yield (
        "points for a forfeit",
        with_events(lost.record, put(lost.log, i, replace(end, changes=(0, -1, 0, 0)))),
        at("score", i),
    )
    last = len(lost.log) - 1
    over = lost.log[last].event
    assert isinstance(over, MatchEnded)
    yield (
        "another seat is last",
        with_events(lost.record, put(lost.log, last, replace(over, seat=after(lost, end.seat)))),
        at("seat", last),
    )
    yield (
        "a forfeit that ranks by score",
        with_events(lost.record, put(lost.log, last, replace(over, ranks=(1, 1, 0, 1)))),
        at("score", last),
    )
    yield (
        "a forfeit told as deals limit",
        with_events(lost.record, put(lost.log, last, replace(over, reason=7))),
        at("reason", last),
    )
    pot = bases()["pot forfeit"]
    i = event_at(pot.log, DealEnded)
    end = pot.log[i].event
    assert isinstance(end, DealEnded)
    yield (
        "a pot forfeit without its stake",
        with_events(pot.record, put(pot.log, i, replace(end, changes=(0, 0, 0, 0)))),
        at("score", i),
    )


def _goes_on(base: Base) -> list[Entry]:
    """After the cancelled deal another deal instead of the match end."""
    last = len(base.log) - 1
    first = base.log[0].event
    return [*base.log[:last], Entry(0, 2, base.log[last].t_ms, first)]


def _empty(base: Base, changes: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    kinds = [seat.kind for seat in base.record.seats or ()]
    one, two, three, four = (change if kind else 5 for kind, change in zip(kinds, changes, strict=True))
    return one, two, three, four


def times() -> Altered:
    rummy = bases()["rummy"]
    i = event_at(rummy.log, Automatic)
    before = rummy.log[i].t_ms - 1
    early = put(rummy.log, i, rummy.log[i].event, t_ms=before)
    yield "a time-out a millisecond early", with_events(rummy.record, early), at("clock", i)
    throw = event_at(rummy.log, Automatic)
    while not isinstance(rummy.log[throw + 1].event, Thrown):
        throw = event_at(rummy.log, Automatic, 1)
    seat = rummy.log[throw].event.seat
    assert seat is not None
    held = racks(rummy, throw)[seat]
    thrown = rummy.log[throw + 1].event
    assert isinstance(thrown, Thrown)
    other = next(tile for tile in held if tile != thrown.tile)
    yield (
        "an automatic throw of another tile",
        with_events(rummy.record, put(rummy.log, throw + 1, Thrown(seat, other))),
        at("automatic", throw + 1),
    )
    draws = [
        place
        for place, entry in enumerate(rummy.log[:-1])
        if isinstance(entry.event, Automatic) and isinstance(rummy.log[place + 1].event, Drawn)
    ]
    d = draws[0]
    top = rummy.log[d - 1].event
    assert isinstance(top, Thrown)
    taker = rummy.log[d].event.seat
    assert taker is not None
    yield (
        "an automatic take with tiles in the pile",
        with_events(rummy.record, put(rummy.log, d + 1, Taken(taker, top.tile))),
        at("automatic", d + 1),
    )
    yield (
        "a mark before a computer's move",
        with_events(rummy.record, _marked(rummy)),
        at("automatic", _computers_turn(rummy)),
    )
    yield (
        "a mark of another seat",
        with_events(rummy.record, put(rummy.log, i, Automatic(after(rummy, taker)))),
        at("seat", i),
    )
    lost = bases()["forfeit"]
    i = event_at(lost.log, DealEnded, where=lambda event: event.reason == 5)
    early = put(lost.log, i, lost.log[i].event, t_ms=lost.log[i].t_ms - 1)
    yield "a forfeit a millisecond early", with_events(lost.record, early), at("clock", i)
    auto = bases()["rummy"]
    place = next(
        place
        for place, entry in enumerate(auto.log)
        if isinstance(entry.event, Drawn) and entry.event.seat != 1 and isinstance(auto.log[place - 1].event, Thrown)
    )
    turn = auto.log[place].event.seat
    yield (
        "a forfeit where the program plays",
        with_events(auto.record, insert(auto.log, place, DealEnded(turn, 5, (0, 0, 0, 0)))),
        at("reason", place),
    )


def _computers_turn(base: Base) -> int:
    return event_at(base.log, Drawn, where=lambda event: event.seat == 1)


def _marked(base: Base) -> list[Entry]:
    """An automatic mark before the first draw of the computer on seat 1."""
    return insert(base.log, _computers_turn(base), Automatic(1))

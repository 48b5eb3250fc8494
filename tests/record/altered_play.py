"""Alterations of single events: frames, order, tiles, finishes, wrong claims (FAIRNESS 12.3)."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

from okey.fair.events import Entry
from okey.record.model import Record
from okey.rules.events import (
    Automatic,
    Claimed,
    Controlled,
    DealEnded,
    Declared,
    Drawn,
    Finished,
    MatchEnded,
    Taken,
    Thrown,
)
from tests.record.before import Altered, after, at, discards, racks
from tests.record.cases import Base, bases
from tests.record.maker import (
    event_at,
    insert,
    put,
    signed_again,
    with_events,
)


def with_raw(base: Base, place: int, change: Callable[[bytes], bytes]) -> Record:
    events = list(base.record.events)
    events[place] = change(events[place])
    return signed_again(base.record, events=tuple(events))


def frames() -> Altered:
    base = bases()["moves"]
    i = event_at(base.log, Thrown, 2)
    yield "sequence number jumps", with_raw(base, i, lambda e: (999).to_bytes(4, "big") + e[4:]), at("frame", i)
    yield "deal number of another deal", with_raw(base, i, lambda e: e[:4] + b"\0\2" + e[6:]), at("frame", i)
    yield "type 13", with_raw(base, i, lambda e: e[:6] + b"\x0d" + e[7:]), at("frame", i)
    yield "type 0", with_raw(base, i, lambda e: e[:6] + b"\0" + e[7:]), at("frame", i)
    yield "time falls", with_raw(base, i, lambda e: e[:8] + bytes(4) + e[12:]), at("frame", i)
    yield "length too large", with_raw(base, i, lambda e: e[:12] + b"\0\2" + e[14:]), at("frame", i)
    yield "a byte too many", with_raw(base, i, lambda e: e[:12] + b"\0\2" + e[14:] + b"\0"), at("frame", i)
    done = bases()["klasik"]
    i = event_at(done.log, Finished)
    yield "a group of no tiles", with_raw(done, i, lambda e: e[:17] + b"\0" + e[18:]), at("frame", i)
    yield "a group too few", with_raw(done, i, lambda e: e[:16] + bytes((e[16] - 1,)) + e[17:]), at("frame", i)
    yield "deal number of a deal event", with_raw(base, 0, lambda e: e[:4] + b"\0\2" + e[6:]), at("frame", 0)


def orders() -> Altered:
    base = bases()["klasik"]
    record, log = base.record, base.log
    draw = event_at(log, Drawn)
    throw = event_at(log, Thrown, 3)
    seat = log[draw].event.seat
    assert seat is not None
    swapped = [*log[:draw], replace(log[draw + 1], t_ms=log[draw].t_ms), log[draw], *log[draw + 2 :]]
    swapped[draw + 1] = replace(swapped[draw + 1], t_ms=log[draw + 1].t_ms)
    yield "draw and discard swapped", with_events(record, swapped), at("order", draw)
    yield "draw dropped", with_events(record, [*log[:draw], *log[draw + 1 :]]), at("order", draw)
    yield "discard dropped", with_events(record, [*log[:throw], *log[throw + 1 :]]), at("order", throw)
    yield "draw doubled", with_events(record, insert(log, draw + 1, Drawn(seat))), at("order", draw + 1)
    yield "discard doubled", with_events(record, insert(log, throw + 1, log[throw].event)), at("order", throw + 1)
    end = len(log)
    yield "discard after the end", with_events(record, insert(log, end, log[throw].event)), at("order", end)
    yield "match end doubled", with_events(record, insert(log, end, log[-1].event)), at("order", end)
    yield "deal inside a deal", with_raw_deal(base, throw), at("order", throw)
    yield "first event is no deal", with_events(record, [replace(log[1], deal=0)]), at("order", 0)
    stopped = MatchEnded(None, 5, (20, 0, 20, 0), (0, 0, 0, 0))
    yield "match end before the first deal", with_events(record, [Entry(1, 0, 0, stopped)]), at("order", 0)
    yield "match end in a deal", with_events(record, insert(log, throw, stopped)), at("order", throw)
    finish = event_at(log, Finished)
    yield "deal end dropped", with_events(record, [*log[: finish + 1], *log[finish + 2 :]]), at("order", finish + 1)
    yield (
        "discard after a finish",
        with_events(record, insert(log, finish + 1, log[throw].event)),
        at("order", finish + 1),
    )
    yield (
        "deal end doubled",
        with_events(record, insert(log, finish + 2, log[finish + 1].event)),
        at("order", finish + 2),
    )
    yield "pairs declared where they are not", with_events(record, insert(log, draw, Declared(seat))), at("order", draw)
    yield "automatic under forfeit", with_events(record, insert(log, draw, Automatic(seat))), at("order", draw)
    yield "claim without a penalty", with_events(record, insert(log, finish, Claimed(seat, 0, ()))), at("order", finish)
    yield "controller before the first event", with_events(record, [Entry(1, 0, 0, Controlled(0, 2))]), at("order", 0)
    yield (
        "computer where absence is a clock",
        with_events(record, insert(log, draw, Controlled(0, 2))),
        at("control", draw),
    )
    yield "person who is there already", with_events(record, insert(log, draw, Controlled(2, 1))), at("control", draw)
    yield "controller of an empty seat", with_events(record, insert(log, draw, Controlled(1, 2))), at("seat", draw)
    usta = bases()["usta"]
    i = event_at(usta.log, Declared)
    yield "declared twice", with_events(usta.record, insert(usta.log, i + 1, usta.log[i].event)), at("order", i + 1)
    yield "declared by an empty seat", with_events(usta.record, put(usta.log, i, Declared(2))), at("seat", i)
    yield "declared by nobody", with_events(usta.record, put(usta.log, i, Declared(255))), at("seat", i)
    i = event_at(usta.log, Controlled)
    event = usta.log[i].event
    assert isinstance(event, Controlled)
    yield "controller 3", with_events(usta.record, put(usta.log, i, Controlled(event.seat, 3))), at("control", i)
    yield "controller of a computer", with_events(usta.record, put(usta.log, i, Controlled(1, 2))), at("seat", i)
    yield "controller twice", with_events(usta.record, insert(usta.log, i + 1, event)), at("control", i + 1)
    i = event_at(usta.log, Automatic)
    turn = usta.log[i].event.seat
    assert turn is not None
    mark = Automatic(turn)
    yield "automatic twice", with_events(usta.record, insert(usta.log, i + 1, mark)), at("order", i + 1)
    yield (
        "controller after a mark",
        with_events(usta.record, insert(usta.log, i + 1, Controlled(0, 2))),
        at("order", i + 1),
    )
    yield (
        "claim after a mark",
        with_events(usta.record, insert(usta.log, i + 1, Claimed(turn, 0, ()))),
        at("order", i + 1),
    )
    lost = DealEnded(turn, 5, (0, 0, 0, 0))
    yield "forfeit after a mark", with_events(usta.record, insert(usta.log, i + 1, lost)), at("order", i + 1)


def with_raw_deal(base: Base, place: int) -> Record:
    """A second deal event in the middle of the first deal."""
    first = base.log[0].event
    again = Entry(0, 2, base.log[place - 1].t_ms, first)
    return with_events(base.record, [*base.log[:place], again, *base.log[place:]])


def tiles() -> Altered:
    base = bases()["klasik"]
    record, log = base.record, base.log
    throw = event_at(log, Thrown, 4)
    seat = log[throw].event.seat
    assert seat is not None
    held = racks(base, throw)
    other = 2 - seat
    foreign = next(tile for tile in held[other] if tile not in held[seat])
    draw = event_at(log, Drawn, 2)
    drawer = log[draw].event.seat
    assert drawer is not None
    yield "draw by another seat", with_events(record, put(log, draw, Drawn(2 - drawer))), at("seat", draw)
    yield "draw by an empty seat", with_events(record, put(log, draw, Drawn(1))), at("seat", draw)
    yield (
        "discard by another seat",
        with_events(record, put(log, throw, Thrown(other, held[seat][0]))),
        at("seat", throw),
    )
    yield "a tile not held thrown", with_events(record, put(log, throw, Thrown(seat, foreign))), at("tile", throw)
    yield "tile 106 thrown", with_events(record, put(log, throw, Thrown(seat, 106))), at("tile", throw)
    later = next(
        place
        for place, entry in enumerate(log)
        if isinstance(entry.event, Drawn) and len(discards(base, place)[2 - (entry.event.seat or 0)]) > 1
    )
    last = log[later - 1].event
    assert isinstance(last, Thrown)
    taker = 2 - last.seat
    older = discards(base, later)[last.seat][-2]
    yield "an older discard taken", with_events(record, put(log, later, Taken(taker, older))), at("tile", later)
    yield "own discard taken", with_events(record, put(log, later, Taken(taker, last.tile ^ 1))), at("tile", later)
    take = event_at(bases()["rummy"].log, Taken)
    rummy = bases()["rummy"]
    who = rummy.log[take].event.seat
    assert who is not None
    yield (
        "a take told as the twin",
        with_events(rummy.record, put(rummy.log, take, Taken(who, _other_top(rummy, take)))),
        at("tile", take),
    )


def _other_top(base: Base, take: int) -> int:
    event = base.log[take].event
    assert isinstance(event, Taken)
    return event.tile ^ 1


def finishes() -> Altered:
    base = bases()["klasik"]
    record, log = base.record, base.log
    i = event_at(log, Finished)
    end = log[i].event
    assert isinstance(end, Finished)
    groups = end.groups
    laid = [tile for group in groups for tile in group]
    foreign = next(tile for tile in range(106) if tile not in (*laid, end.tile))

    def told(name: str, code: str, **changes: Any) -> tuple[str, Record, str]:
        return name, with_events(record, put(log, i, replace(end, **changes))), at(code, i)

    yield told("finish with 13 tiles", "tile", groups=(groups[0][1:], *groups[1:]))
    yield told("finish with 15 tiles", "tile", groups=((*groups[0], end.tile), *groups[1:]))
    yield told("finish with a foreign tile", "tile", groups=((foreign, *groups[0][1:]), *groups[1:]))
    yield told("finish with one tile twice", "tile", groups=((groups[1][0], *groups[0][1:]), *groups[1:]))
    yield told("finish that throws a foreign tile", "tile", tile=foreign)
    yield told("finish without groups", "tile", groups=())
    yield told("finish by another seat", "seat", seat=2 - end.seat)
    yield told("melds told as pairs", "finish", kind=2)
    yield told("kind 0", "finish", kind=0)
    yield told("kind 3", "finish", kind=3)
    yield told("two groups joined", "finish", groups=((*groups[0], *groups[1]), *groups[2:]))
    run = next(place for place, group in enumerate(groups) if _is_run(group))
    falling = (*groups[:run], groups[run][::-1], *groups[run + 1 :])
    yield told("falling run where the program arranges", "finish", groups=falling)
    torn = (*groups[:run], (groups[run][1], groups[run][0], *groups[run][2:]), *groups[run + 1 :])
    yield told("run in no order", "finish", groups=torn)
    swapped = ((groups[1][0], *groups[0][1:]), (groups[0][0], *groups[1][1:]), *groups[2:])
    yield told("tiles of two groups exchanged", "finish", groups=swapped)
    pairs = bases()["pairs"]
    p = event_at(pairs.log, Finished)
    paired = pairs.log[p].event
    assert isinstance(paired, Finished)
    yield "pairs told as melds", with_events(pairs.record, put(pairs.log, p, replace(paired, kind=1))), at("finish", p)
    crossed = ((paired.groups[0][0], paired.groups[1][0]), (paired.groups[0][1], paired.groups[1][1]))
    wrong = replace(paired, groups=(*crossed, *paired.groups[2:]))
    yield "pairs crossed", with_events(pairs.record, put(pairs.log, p, wrong)), at("finish", p)
    declared = bases()["short usta"]
    d = event_at(declared.log, Finished)
    seat = declared.log[d].event.seat
    assert seat is not None
    yield (
        "melds by a seat that declared pairs",
        with_events(declared.record, insert(declared.log, d, Declared(seat))),
        at("finish", d + 1),
    )


def _is_run(group: tuple[int, ...]) -> bool:
    """Whether at least two of three neighbours show one colour and rise by one: enough for the matches used here."""
    return any(b - a in (1, 2, 3) and a // 26 == b // 26 and a >> 1 != b >> 1 for a, b in pairwise(group))


def claims() -> Altered:
    usta = bases()["short usta"]
    i = event_at(usta.log, Finished)
    end = usta.log[i].event
    assert isinstance(end, Finished)
    right = Claimed(end.seat, end.tile, end.groups)
    yield "a right claim charged", with_events(usta.record, insert(usta.log, i, right)), at("claim", i)
    c = event_at(usta.log, Claimed)
    claim = usta.log[c].event
    assert isinstance(claim, Claimed)
    yield "a claim charged twice", with_events(usta.record, insert(usta.log, c + 1, claim)), at("order", c + 1)
    short = replace(claim, groups=(claim.groups[0][1:],))
    yield "a claim of 13 tiles", with_events(usta.record, put(usta.log, c, short)), at("tile", c)
    other = replace(claim, seat=after(usta, claim.seat))
    yield "a claim of another seat", with_events(usta.record, put(usta.log, c, other)), at("seat", c)
    rummy = bases()["rummy"]
    i = event_at(rummy.log, Finished)
    end = rummy.log[i].event
    assert isinstance(end, Finished)
    right = Claimed(end.seat, end.tile, ())
    yield (
        "a right claim charged, arranged by the program",
        with_events(rummy.record, insert(rummy.log, i, right)),
        at("claim", i),
    )
    c = event_at(rummy.log, Claimed)
    claim = rummy.log[c].event
    assert isinstance(claim, Claimed)
    laid = replace(claim, groups=((claim.tile,),))
    yield (
        "a claim with groups, arranged by the program",
        with_events(rummy.record, put(rummy.log, c, laid)),
        at("claim", c),
    )
    foreign = next(tile for tile in range(106) if tile not in racks(rummy, c)[claim.seat])
    yield (
        "a claim of a tile not held",
        with_events(rummy.record, put(rummy.log, c, replace(claim, tile=foreign))),
        at("tile", c),
    )

"""The alterations of FAIRNESS 12.3, each with all heads and the reveal signed again."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from okey.fair.deal import roll, start_deal
from okey.fair.events import Entry
from okey.fair.messages import (
    Z,
    digest,
    list_bytes,
    master_key,
    player_commit,
    rules_hash,
    server_commit,
)
from okey.record.model import Record, RecordSeat, write_record
from okey.rules.events import (
    Automatic,
    Claimed,
    Controlled,
    DealEnded,
    Dealt,
    Declared,
    Drawn,
    Finished,
    Four,
    MatchEnded,
    Shown,
    Taken,
    Thrown,
)
from okey.rules.match import decide, evolve, new_match
from okey.rules.state import Deal
from okey.rules.tiles import twin
from tests.record.cases import Base, Case, bases
from tests.record.maker import (
    CREATED,
    bytes_of,
    event_at,
    insert,
    put,
    signed_again,
    with_events,
)


def altered() -> Iterator[Case]:
    """FAIRNESS 12.3."""
    for part in (_frames, _orders, _tiles, _finishes, _claims, _ends, _times, _shows, _lengths, _tables):
        for name, record, code in part():
            yield Case(f"signed again: {name}", write_record(record), f"INVALID: {code}")


Altered = Iterator[tuple[str, Record, str]]


def at(code: str, place: int) -> str:
    return f"{code} at events[{place}]"


def with_raw(base: Base, place: int, change: Callable[[bytes], bytes]) -> Record:
    events = list(base.record.events)
    events[place] = change(events[place])
    return signed_again(base.record, events=tuple(events))


def _frames() -> Altered:
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


def _orders() -> Altered:
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


def racks(base: Base, place: int) -> list[list[int]]:
    """The racks before the event at `place`, by seat."""
    return [list(rack) for rack in deal_before(base, place).racks]


def discards(base: Base, place: int) -> list[list[int]]:
    """The discards before the event at `place`, by seat."""
    return [list(thrown) for thrown in deal_before(base, place).discards]


def deal_before(base: Base, place: int) -> Deal:
    """The deal before the event at `place`, as the rules engine sees it."""
    kinds, roller, key = _matched(base)
    state = new_match(base.rules, kinds, roller)
    for entry in base.log[:place]:
        event = entry.event
        if isinstance(event, Dealt):
            dealt = decide(state, None, start_deal(key, state.number + 1))
            assert isinstance(dealt, tuple)
            event = dealt[0]
        state = evolve(state, event)
    assert state.deal is not None
    return state.deal


def _matched(base: Base) -> tuple[Four, int, bytes]:
    """Kinds, first roller and master key of a record."""
    record = base.record
    assert record.seats is not None
    one, two, three, four = (seat.kind for seat in record.seats)
    kinds = (one, two, three, four)
    hashed = rules_hash(record.rules_text.encode())
    listed = digest(list_bytes(record.table_id, hashed, record.server_commit, kinds, [s.commit for s in record.seats]))
    key = master_key(record.server_seed, listed, kinds, [s.value for s in record.seats])
    return kinds, roll(key, [seat for seat in range(4) if kinds[seat]])[0], key


def _tiles() -> Altered:
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


def _finishes() -> Altered:
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


def _claims() -> Altered:
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
    other = replace(claim, seat=_next(usta, claim.seat))
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


def _next(base: Base, seat: int) -> int:
    kinds = [s.kind for s in base.record.seats or ()]
    return next((seat + step) % 4 for step in (1, 2, 3) if kinds[(seat + step) % 4])


def _ends() -> Altered:
    for name in ("klasik", "short usta", "rummy", "ikramiye"):
        base = bases()[name]
        i = event_at(base.log, DealEnded)
        end = base.log[i].event
        assert isinstance(end, DealEnded)
        assert end.seat is not None
        one, two, three, four = end.changes
        seat = _next(base, end.seat)
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
        with_events(lost.record, put(lost.log, i, replace(end, seat=_next(lost, end.seat)))),
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
        with_events(lost.record, put(lost.log, last, replace(over, seat=_next(lost, end.seat)))),
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


def _times() -> Altered:
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
        with_events(rummy.record, put(rummy.log, i, Automatic(_next(rummy, taker)))),
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


def _shows() -> Altered:
    rummy = bases()["rummy"]
    i = event_at(rummy.log, Shown)
    event = rummy.log[i].event
    assert isinstance(event, Shown)
    yield "shown twice", with_events(rummy.record, insert(rummy.log, i + 1, event)), at("show", i + 1)
    other = replace(event, seat=_next(rummy, event.seat))
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


def _lengths() -> Altered:
    lap = bases()["lap"]
    end = event_at(lap.log, DealEnded)
    seat = lap.log[end - 1].event.seat
    assert seat is not None
    short = [*lap.log[: end - 2], *lap.log[end:]]
    yield "a lap too short", with_events(lap.record, short), at("reason", end - 2)
    top = lap.log[end - 1].event
    assert isinstance(top, Thrown)
    longer = insert(lap.log, end, Taken(_next(lap, seat), top.tile))
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
        with_events(moves.record, insert(moves.log, end, Drawn(_next(moves, seat)))),
        at("order", end),
    )
    early = [*moves.log[: end - 2], *moves.log[end:]]
    yield "a move fewer than the limit", with_events(moves.record, early), at("reason", end - 2)
    dealt = event_at(moves.log, Dealt, 1)
    event = moves.log[dealt].event
    assert isinstance(event, Dealt)
    for what, code, wrong in (
        ("another starter", "deal", replace(event, starter=_next(moves, event.starter))),
        ("another dealer", "seat", replace(event, seat=event.starter)),
        ("another indicator", "deal", replace(event, indicator=event.indicator ^ 1)),
        ("other dice", "deal", replace(event, dice=(event.dice[1] % 6 + 1, event.dice[0]))),
    ):
        yield what, with_events(moves.record, put(moves.log, dealt, wrong)), at(code, dealt)
    last = len(moves.log) - 1
    third = Entry(0, 3, moves.log[-1].t_ms, event)
    yield "a deal beyond the last", with_events(moves.record, [*moves.log[:last], third]), at("order", last)


def _tables() -> Altered:
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
    roller = _matched(Base(changed, base.log))[1]
    assert all(kinds)
    return at("deal" if roller == base.log[0].event.seat else "seat", 0)

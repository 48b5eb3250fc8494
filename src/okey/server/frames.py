"""Messages of a table to frames, and frames of a client to commands."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec

from okey.fair.messages import Z
from okey.play import messages
from okey.play.opening import Options
from okey.rules import actions, events
from okey.rules.faults import Fault
from okey.rules.text import face_text
from okey.server import wire

_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(wire.Client)


class BadFrame(ValueError):
    """Bytes that are no frame of a client."""


def decode(text: str) -> wire.Client:
    """Read a frame of a client. `BadFrame` when it is anything else."""
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
        raise BadFrame(str(error)) from error


def action(ask: wire.Ask) -> actions.SeatAction | None:
    """The action asked for; None is ready for the next deal."""
    match ask:
        case wire.AskDraw():
            return actions.Draw()
        case wire.AskTake():
            return actions.Take()
        case wire.AskThrow(tile=tile):
            return actions.Throw(tile)
        case wire.AskFinish(tile=tile, rows=rows):
            laid = None if rows is None else tuple(actions.Row(tuple(row.slots), row.join) for row in rows)
            return actions.Finish(tile, laid)
        case wire.AskShow():
            return actions.ShowIndicator()
        case wire.AskDeclare():
            return actions.DeclarePairs()
        case wire.AskNext():
            return None


def encode(message: messages.Message) -> bytes:
    """The frame of a table's message."""
    return _encoder.encode(frame(message))


def pong(t0: int, now: int) -> bytes:
    """The frame that answers a ping."""
    return _encoder.encode(wire.Pong(t0, now))


def frame(message: messages.Message) -> wire.Server:
    """The wire struct of a table's message."""
    match message:
        case messages.Ev(news, tile, rack, can):
            times, (event, raw, clocks) = news.times, _shared(news)
            return wire.Ev(news.seq, news.n, event, raw, tile, rack, can, clocks, times.now, times.next_at)
        case messages.Ok(cid, seq):
            return wire.Ok(cid.hex(), seq)
        case messages.No(cid, fault, seq):
            return wire.No(cid.hex(), _fault(fault), seq)
        case messages.Snap(seq, view, you, seats, times, watchers, options, founder, delay):
            clocks, now, next_at = _clocks(times), times.now, times.next_at
            opened = None if options is None else shown(options)
            return wire.Snap(seq, view, you, _sitters(seats), clocks, now, next_at, watchers, opened, founder, delay)
        case messages.Presence(seats, times, watchers, watch):
            return wire.Presence(_sitters(seats), _clocks(times), times.now, times.next_at, watchers, watch)
        case messages.Bye(why, retry_ms):
            return wire.Bye(why, retry_ms)
        case messages.RematchAsked(table, seat):
            return wire.RematchAsked(table.hex(), seat)
        case messages.Said(seat, phrase):
            return wire.Said(seat, phrase)
        case messages.Chatted(seat, name, text):
            return wire.Chatted(seat, name, text)
        case messages.AutoSet(wish):
            return wire.AutoSet(wish.draw, wish.throw, None if wish.take is None else face_text(wish.take))
        case _:
            return _proving(message)


def _proving(message: messages.Proving) -> wire.Proving:
    match message:
        case messages.Open(table, rules, commit, created_ms, public_key, sig):
            return wire.Open(table.hex(), rules, commit.hex(), created_ms, public_key.hex(), sig.hex())
        case messages.Room(seats, you, places, founder, code, level, options, kept, wishes, drawn):
            one, two, three, four = kept
            names, made = (one, two, three, four), shown(options)
            sitters, asked = _sitters(seats), list(wishes)
            return wire.Room(sitters, you, list(places), founder, code, level, made, names, asked, drawn)
        case messages.Listed(listed_ms, kinds, commits, hashed, sig):
            listed = [wire.ListSeat(kind, (commit or Z).hex()) for kind, commit in zip(kinds, commits, strict=True)]
            return wire.Listed(listed_ms, listed, hashed.hex(), sig.hex())
        case messages.Receipt(seat, sig):
            return wire.Receipt(seat, sig.hex())
        case messages.Contributions(kinds, values, sig):
            opened = [wire.OpenedSeat(kind, (value or Z).hex()) for kind, value in zip(kinds, values, strict=True)]
            return wire.Opening(opened, sig.hex())
        case messages.SignedHead(n, head, sig):
            return wire.SignedHead(n, head.hex(), sig.hex())
        case messages.Chain(after, parts):
            return wire.Chain(after, [part.hex() for part in parts])
        case messages.Reveal(seed, n, last, sig, outcome):
            return wire.Reveal(seed.hex(), n, last.hex() if last else None, sig.hex(), outcome)
        case messages.Successor(table):
            return wire.Successor(table.hex())
        case messages.Refused(fault):
            return wire.Refused(_fault(fault))


def shown(options: Options) -> wire.Options:
    """How a table was opened, as it is sent."""
    made = options
    return wire.Options(made.listed, made.watch, made.chat, made.quick, made.rated, made.stake)


def _clocks(times: messages.Times) -> wire.Clocks:
    clocks = times.clocks
    return wire.Clocks(clocks.turn, clocks.deadline, clocks.left, clocks.reserve, clocks.running)


def _sitters(seats: messages.Sitters) -> wire.Sitters:
    one, two, three, four = (
        None if seat is None else wire.Sitter(seat.name, seat.level, seat.connected) for seat in seats
    )
    return one, two, three, four


def _fault(fault: Fault) -> wire.FaultAnswer:
    blocks = [wire.FaultBlock(block.code, block.row, block.start, block.end, block.params) for block in fault.blocks]
    return wire.FaultAnswer(fault.code, fault.params, blocks)


@lru_cache(maxsize=8)
def _shared(news: messages.News) -> tuple[wire.AnyEvent, str, wire.Clocks]:
    """What of an event is the same for every viewer; they are told one after another."""
    return _EVENTS[type(news.event)](news.event), news.raw.hex(), _clocks(news.times)


_EVENTS: Final[Mapping[type, Callable[[Any], wire.AnyEvent]]] = {
    events.Dealt: lambda event: wire.EventDealt(event.seat, event.starter, event.indicator, event.dice),
    events.Shown: lambda event: wire.EventShown(event.seat, event.tile),
    events.Drawn: lambda event: wire.EventDrawn(event.seat),
    events.Taken: lambda event: wire.EventTaken(event.seat, event.tile),
    events.Thrown: lambda event: wire.EventThrown(event.seat, event.tile),
    events.Finished: lambda event: wire.EventFinished(event.seat, event.kind, event.tile, event.groups),
    events.DealEnded: lambda event: wire.EventDealEnded(event.seat, event.reason, event.changes),
    events.Automatic: lambda event: wire.EventAutomatic(event.seat),
    events.MatchEnded: lambda event: wire.EventMatchEnded(event.seat, event.reason, event.scores, event.ranks),
    events.Declared: lambda event: wire.EventDeclared(event.seat),
    events.Controlled: lambda event: wire.EventControlled(event.seat, event.controller),
    events.Claimed: lambda event: wire.EventClaimed(event.seat, event.tile, event.groups),
}

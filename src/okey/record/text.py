"""The record as text that people can read and mail (`okey-text/1`): tags, then a header line for each deal and one
token for each action. `write_text` and `read_text` give the same record back, bytes and signatures included.

    [Rules "okey-rules/1;preset=klasik;..."]
    Deal 1: dealer 3, starter 0, indicator b4a, dice 2-3
    {0: r1a r3b ...}
    0 xk13b{+1.500}
    1 db2a{+2.000} xr5a{+0.750}

Tokens: `d` draws, `t` takes, `x` throws a tile; `g` shows the indicator's twin, `p` declares pairs, `f:x..|..|..`
finishes and `w:x..|..` claims wrongly with these groups, `a` marks an automatic move, `c1` `c2` a person or a computer
takes over. A line begins with the seat. `{+s.mmm}` is the time since the event before; other braces are comments.
"""

import json
import re
import struct
from collections.abc import Callable, Iterator
from typing import Any, Final

from okey.fair.events import encode
from okey.fair.messages import Z
from okey.fair.referee import Referee
from okey.fair.trust import KeyChange
from okey.record.model import Computer, Head, Record, RecordSeat
from okey.record.steps import ReplayError, steps
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
    Four,
    Groups,
    MatchEnded,
    Shown,
    Taken,
    Thrown,
)
from okey.rules.text import parse_tile, tile_text
from okey.rules.tiles import twin

FORM: Final = "okey-text/1"
KINDS: Final = ("empty", "person", "computer")
_TAG: Final = re.compile(r'\[([A-Z][A-Za-z]*)([0-3]?) (".*")\]')
_DEAL: Final = re.compile(r"Deal (\d+): dealer (\d+), starter (\d+), indicator (\S+), dice (\d)-(\d)")
_TIME: Final = re.compile(r"\{\+(\d+)\.(\d{3})\}")
_TOKEN: Final = re.compile(r"((?:f|w):[^{]*|[^\s{]+)((?:\{[^}]*\})?)\s*")


class TextError(ValueError):
    """The text is no record in this form; the message names the line or the tag."""


# --- writing


def write_text(record: Record) -> str:
    """The record as text. Raises `ReplayError` when its events cannot be played."""
    return "\n".join([*_tags(record), "", *_deals(record)]) + "\n"


def _tags(record: Record) -> Iterator[str]:
    def tag(name: str, value: object) -> str:
        return f"[{name} {json.dumps(str(value), ensure_ascii=False)}]"

    yield tag("Form", FORM)
    yield tag("Table", record.table_id.hex())
    yield tag("Created", record.created_ms)
    yield tag("Rules", record.rules_text)
    yield tag("Commit", record.server_commit.hex())
    if record.seats is not None:
        yield tag("Listed", record.listed_ms)
        yield tag("Seats", " ".join(KINDS[seat.kind] for seat in record.seats))
        yield tag("Commits", " ".join("-" if seat.commit == Z else seat.commit.hex() for seat in record.seats))
        yield tag("Contributions", " ".join(seat.value.hex() if seat.value else "-" for seat in record.seats))
        for place, seat in enumerate(record.seats):
            if seat.name is not None:
                yield tag(f"Name{place}", seat.name)
    for place, computer in enumerate(record.computers):
        if computer is not None:
            yield tag(f"Version{place}", computer.version)
            yield tag(f"Level{place}", computer.level)
    yield tag("Seed", record.server_seed.hex())
    yield tag("Result", record.outcome)
    yield tag("Software", record.software)
    yield tag("Key", record.public_key.hex())
    for change in record.key_changes:
        values = (change.old.hex(), change.new.hex(), change.valid_from_ms, change.signature.hex())
        yield tag("Change", " ".join(map(str, values)))
    for name, signature in (
        ("OpenSig", record.open_sig),
        ("ListSig", record.list_sig),
        ("OpeningSig", record.opening_sig),
        ("RevealSig", record.reveal_sig),
    ):
        if signature is not None:
            yield tag(name, signature.hex())
    for head in record.heads:
        yield tag("Head", f"{head.seq} {head.head.hex()} {head.sig.hex()}")


def _deals(record: Record) -> Iterator[str]:
    line: list[str] = []
    seat: str | None = None
    before = 0
    for entry, referee in steps(record):
        event = entry.event
        passed = entry.t_ms - before
        clock = f"{{+{passed // 1000}.{passed % 1000:03}}}" if passed else ""
        before = entry.t_ms
        who = "-" if event.seat is None else str(event.seat)
        if line and (who != seat or isinstance(event, Dealt)):
            yield " ".join(line)
            line = []
        seat = who
        if isinstance(event, Dealt):
            yield _token(event, referee) + clock
            for dealt in referee.seats:
                yield f"{{{dealt}: {_tiles(referee.racks[dealt])}}}"
            continue
        line = line or [who]
        line.append(_token(event, referee) + clock)
        if isinstance(event, Thrown | DealEnded | MatchEnded):
            yield " ".join(line)
            line = []
    if line:
        yield " ".join(line)


def _token(event: Event, referee: Referee) -> str:
    match event:
        case Dealt(dealer, starter, indicator, (first, second)):
            head = f"Deal {referee.deal}: dealer {dealer}, starter {starter}, indicator {tile_text(indicator)}"
            return f"{head}, dice {first}-{second}"
        case Drawn(seat):
            return f"d{tile_text(referee.racks[seat][-1])}"
        case Taken(_, tile):
            return f"t{tile_text(tile)}"
        case Thrown(_, tile):
            return f"x{tile_text(tile)}"
        case Shown():
            return "g"
        case Declared():
            return "p"
        case Automatic():
            return "a"
        case Controlled(_, controller):
            return f"c{controller}"
        case Finished(_, _, tile, groups):
            return f"f:x{'|'.join([tile_text(tile), *map(_tiles, groups)])}"
        case Claimed(_, tile, groups):
            return f"w:x{'|'.join([tile_text(tile), *map(_tiles, groups)])}"
        case DealEnded(_, reason, changes):
            return f"e{reason}:{_four(changes)}"
        case _:  # MatchEnded
            return f"m{event.reason}:{_four(event.scores)}:{_four(event.ranks)}"


def _tiles(tiles: Any) -> str:
    return " ".join(map(tile_text, tiles))


def _four(numbers: Four) -> str:
    return ",".join(map(str, numbers))


# --- reading


def read_text(text: str) -> Record:
    """The record of a text. Raises `TextError`, also when the tiles that were drawn do not follow from the secrets."""
    tags: dict[str, list[str]] = {}
    lines = text.split("\n")
    events = _Events()
    for number, line in enumerate(lines, 1):
        try:
            if line.startswith("["):
                name, value = _tag(line)
                tags.setdefault(name, []).append(value)
            elif line and not line.startswith("{"):
                events.line(line)
        except (ValueError, struct.error) as fault:
            raise TextError(f"line {number}: {fault}") from None
    record = _record(tags, tuple(events.found))
    try:
        drawn = [
            referee.racks[entry.event.seat][-1] for entry, referee in steps(record) if isinstance(entry.event, Drawn)
        ]
    except ReplayError as fault:
        raise TextError(str(fault)) from None
    if drawn != events.drawn:
        raise TextError("the tiles drawn do not follow from seed and contributions")
    return record


def _tag(line: str) -> tuple[str, str]:
    match = _TAG.fullmatch(line)
    if match is None:
        raise TextError("no tag")
    value: str = json.loads(match[3])
    return match[1] + match[2], value


class _Events:
    """The lines of deals and actions, read one after the other."""

    def __init__(self) -> None:
        self.found: list[bytes] = []
        self.drawn: list[int] = []
        self.deal = self.t_ms = 0
        self.indicator = 0

    def line(self, line: str) -> None:
        header, _, clock = line.partition("{")
        match = _DEAL.fullmatch(header)
        if match is not None:
            self.deal = int(match[1])
            self.indicator = parse_tile(match[4])
            dice = (int(match[5]), int(match[6]))
            self._add(Dealt(int(match[2]), int(match[3]), self.indicator, dice), f"{{{clock}" if clock else "")
            return
        who, _, rest = line.partition(" ")
        seat = None if who == "-" else int(who)
        place = 0
        while place < len(rest):
            token = _TOKEN.match(rest, place)
            if token is None:
                raise TextError(f"{rest[place:]!r}")
            self._add(self._event(seat, token[1].rstrip()), token[2])
            place = token.end()

    def _add(self, event: Event, clock: str) -> None:
        passed = _TIME.fullmatch(clock)
        if passed is None and clock:
            raise TextError(f"{clock!r} is no time")
        self.t_ms += int(passed[1]) * 1000 + int(passed[2]) if passed else 0
        self.found.append(encode(event, len(self.found) + 1, self.deal, self.t_ms))

    def _event(self, seat: int | None, token: str) -> Event:
        letter, rest = token[0], token[1:]
        if letter in _ENDS:
            return _ENDS[letter](seat, rest)
        if seat is None:
            raise TextError(f"{token!r} needs a seat")
        match letter:
            case "d":
                self.drawn.append(parse_tile(rest))
                return Drawn(seat)
            case "t":
                return Taken(seat, parse_tile(rest))
            case "x":
                return Thrown(seat, parse_tile(rest))
            case "c":
                return Controlled(seat, int(rest))
            case "f":
                tile, groups = _laid(rest)
                pairs = len(groups) == 7 and all(len(group) == 2 for group in groups)
                return Finished(seat, 2 if pairs else 1, tile, groups)
            case "w":
                return Claimed(seat, *_laid(rest))
        plain: dict[str, Event] = {
            "g": Shown(seat, twin(self.indicator)),
            "p": Declared(seat),
            "a": Automatic(seat),
        }
        if token not in plain:
            raise TextError(f"{token!r} is no action")
        return plain[token]


def _deal_end(seat: int | None, rest: str) -> Event:
    reason, changes = rest.split(":")
    return DealEnded(seat, int(reason), _numbers(changes))


def _match_end(seat: int | None, rest: str) -> Event:
    reason, scores, ranks = rest.split(":")
    return MatchEnded(seat, int(reason), _numbers(scores), _numbers(ranks))


_ENDS: Final[dict[str, Callable[[int | None, str], Event]]] = {"e": _deal_end, "m": _match_end}


def _laid(rest: str) -> tuple[int, Groups]:
    if not rest.startswith(":x"):
        raise TextError(f"{rest!r} is no tile and groups")
    thrown, *groups = rest[2:].split("|")
    return parse_tile(thrown), tuple(tuple(map(parse_tile, group.split())) for group in groups)


def _numbers(text: str) -> Four:
    one, two, three, four = map(int, text.split(","))
    return one, two, three, four


def _record(tags: dict[str, list[str]], events: tuple[bytes, ...]) -> Record:
    def maybe(name: str) -> str | None:
        values = tags.pop(name, [None])
        if len(values) > 1:
            raise TextError(f"{name} twice")
        return values[0]

    def one(name: str) -> str:
        value = maybe(name)
        if value is None:
            raise TextError(f"{name} is missing")
        return value

    def raw(name: str) -> bytes | None:
        value = maybe(name)
        return None if value is None else bytes.fromhex(value)

    def need(name: str) -> bytes:
        return bytes.fromhex(one(name))

    if one("Form") != FORM:
        raise TextError(f"Form is not {FORM}")
    try:
        listed = maybe("Listed")
        seats = None
        if listed is not None:
            rows = zip(one("Seats").split(), one("Commits").split(), one("Contributions").split(), strict=True)
            seats = tuple(
                RecordSeat(
                    KINDS.index(kind),
                    maybe(f"Name{place}"),
                    Z if commit == "-" else bytes.fromhex(commit),
                    None if value == "-" else bytes.fromhex(value),
                )
                for place, (kind, commit, value) in enumerate(rows)
            )
        record = Record(
            public_key=need("Key"),
            key_changes=tuple(map(_change, tags.pop("Change", []))),
            table_id=need("Table"),
            created_ms=int(one("Created")),
            rules_text=one("Rules"),
            server_commit=need("Commit"),
            open_sig=need("OpenSig"),
            listed_ms=None if listed is None else int(listed),
            list_sig=raw("ListSig"),
            seats=seats,
            opening_sig=raw("OpeningSig"),
            events=events,
            heads=tuple(map(_head, tags.pop("Head", []))),
            outcome=one("Result"),
            server_seed=need("Seed"),
            reveal_sig=need("RevealSig"),
            software=one("Software"),
            computers=tuple(
                None if version is None else Computer(version, one(f"Level{place}"))
                for place, version in enumerate(map(maybe, [f"Version{place}" for place in range(4)]))
            ),
        )
    except TextError:
        raise
    except ValueError as fault:
        raise TextError(f"tags: {fault}") from None
    if tags:
        raise TextError(f"unknown tag {next(iter(tags))}")
    return record


def _change(text: str) -> KeyChange:
    old, new, when, signature = text.split()
    return KeyChange(bytes.fromhex(old), bytes.fromhex(new), int(when), bytes.fromhex(signature))


def _head(text: str) -> Head:
    seq, head, signature = text.split()
    return Head(int(seq), bytes.fromhex(head), bytes.fromhex(signature))

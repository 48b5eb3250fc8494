"""A table as the fold of its log: pure values, so that what is in memory is what a restart would read back.

advance(standing, row) -> standing      the only way a standing changes
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from okey.fair.deal import roll, start_deal
from okey.fair.events import decode, encode
from okey.fair.messages import first_head, next_head
from okey.play.messages import Clocks, Sitter, Sitters, Times
from okey.play.opening import Opening
from okey.play.ports import MOST_OTHERS, LogRow, TableId
from okey.rules.clock import Clock
from okey.rules.events import FORFEIT, PERSON, Automatic, DealEnded, Dealt, Event, Four, Thrown
from okey.rules.match import decide, evolve, new_match
from okey.rules.state import State
from okey.rules.values import replace

T = TypeVar("T")

PAUSE: Final = 10_000
"""Milliseconds between a deal end and the next deal."""
AMENDS: Final = 10_000
"""Milliseconds given to the turn after the server was away."""
GRACE: Final = 20_000
"""Milliseconds after which a computer plays for a person who is not connected, where the rules say so (RULES 10)."""
MOST_LAG: Final = 500
"""Most milliseconds by which a person's move counts as earlier than it came; a time-out waits as long for it."""
COMPUTER_LIMIT: Final = 5_000
"""Milliseconds after which a computer that has not moved gets the fallback move."""
LAST_T: Final = 2**32 - 1
"""The events' own time stands still after 49 days; no match is kept that long."""
GAME, OPEN, PRESENCE, RESTART, WATCHING = "game", "open", "presence", "restart", "watching"
REMATCH, READY = "rematch", "ready"
NOBODY: Final = (False, False, False, False)


class LogError(ValueError):
    """The rows are no log of a table: a gap, an unknown kind, or a deal that is not the one of its key."""


@dataclass(frozen=True)
class Standing:
    """Everything that is known about a table after row `seq`."""

    opening: Opening
    game: State
    clock: Clock
    seq: int
    at: int
    """When the last row was written, Unix ms."""
    opened: int
    """When the table was opened, Unix ms: the zero of the events' own times."""
    n: int = 0
    """Number of the last game event."""
    head: bytes | None = None
    """The hash chain after event n; None at a table of the old kind."""
    connected: tuple[bool, bool, bool, bool] = NOBODY
    node: Four = (0, 0, 0, 0)
    """By seat, the node to which its person is, or was, connected; 0 at a site of one node."""
    since: Four = (0, 0, 0, 0)
    """By seat, since when its person is not connected."""
    ready: tuple[bool, bool, bool, bool] = NOBODY
    """By seat, who wants the next deal now."""
    turn_seq: int = 0
    """The row that began the turn."""
    late: Four = (0, 0, 0, 0)
    """By seat, the row of its last time-out."""
    pause: int | None = None
    """Between deals: since when the pause runs."""
    closed: bool = False
    """Whether the table was cancelled before its first deal."""
    short: bool = False
    """Whether that was because somebody could no longer pay what the table is played for."""
    founder: bytes | None = None
    """Who may say whether others watch; None at a table that nobody watches."""
    watch: bool = False
    """Whether others may watch."""
    rematch: tuple[TableId, int] | None = None
    """Where the people play again, and the seat that asked for it first."""

    @property
    def away(self) -> bool:
        """Whether no person is connected."""
        return not any(self.connected)

    @property
    def worn(self) -> bool:
        """Whether the log has so many rows that are no moves that the match has to end."""
        return self.seq - self.n > MOST_OTHERS

    @property
    def agreed(self) -> bool:
        """Whether everybody who is connected wants the next deal now."""
        if self.game.phase != "between":
            return False
        here = [self.ready[seat] for seat in self.people if self.connected[seat]]
        return any(here) and all(here)

    @property
    def people(self) -> tuple[int, ...]:
        """Seats of persons."""
        return tuple(seat for seat, kind in enumerate(self.opening.kinds) if kind == PERSON)

    @property
    def computer(self) -> int | None:
        """The seat on turn when a computer plays for it."""
        turn = self.game.turn
        return turn if turn is not None and self.game.control[turn] != PERSON else None

    @property
    def next_at(self) -> int | None:
        """When the next deal begins by itself; None while a deal runs, after the match, or with nobody there."""
        if self.game.phase != "between" or self.pause is None or self.away or self.closed:
            return None
        return self.pause + (PAUSE if self.game.number else 0)

    @property
    def due(self) -> int | None:
        """When the table has to act by itself, if nothing happens before."""
        if self.game.turn is None:
            return self.next_at
        deadline = self.clock.deadline
        turn = None if deadline is None else deadline + MOST_LAG
        if self.computer is not None:
            turn = self.at + COMPUTER_LIMIT
        absent = self.absent
        if absent is None:
            return turn
        replaced = self.since[absent] + GRACE
        return replaced if turn is None else min(turn, replaced)

    @property
    def absent(self) -> int | None:
        """The seat a computer takes over next because its person is away; while a deal runs, where the rules say so."""
        if self.opening.rules.absent != "computer" or self.game.turn is None:
            return None
        away = [seat for seat in self.people if not self.connected[seat] and self.game.control[seat] == PERSON]
        return min(away, key=lambda seat: self.since[seat], default=None)

    def times(self, now: int) -> Times:
        """The clocks as they are shown at `now`; a computer's turn shows none."""
        turn = self.game.turn
        deadline = self.clock.deadline if self.computer is None else None
        stands = turn is not None and self.computer is None and deadline is None
        left = max(0, self.clock.left(now)) if stands else None
        return Times(Clocks(turn, deadline, left, self.clock.reserve, deadline is not None), now, self.next_at)

    def sitters(self) -> Sitters:
        """Who sits where; a computer is always there."""
        one, two, three, four = (
            None if seat is None else Sitter(seat.name, seat.level, seat.person is None or here)
            for seat, here in zip(self.opening.seats, self.connected, strict=True)
        )
        return one, two, three, four


@dataclass(frozen=True, slots=True)
class Step:
    """One row, the event in it if it is one of the game, and the standing after it."""

    row: LogRow
    event: Event | None
    standing: Standing


def begin(row: LogRow) -> Standing:
    """The standing after the first row of a table of the old kind."""
    if row.kind != OPEN or row.seq != 1:
        raise LogError(f"row {row.seq} of kind {row.kind} opens no table")
    return _begun(Opening.decode(row.body), 1, row.at)


def dealt_from(opening: Opening, seq: int, at: int) -> Standing:
    """The standing of a table whose contributions were opened by row `seq` at `at`."""
    standing = _begun(opening, seq, at)
    proof = opening.proof
    if proof is None:
        raise LogError("nothing proves this opening")
    return replace(standing, opened=proof.listed, head=first_head(proof.table, proof.list_hash, proof.commit))


def _begun(opening: Opening, seq: int, at: int) -> Standing:
    kinds = opening.kinds
    roller, _ = roll(opening.key.open(), [seat for seat in range(4) if kinds[seat]])
    clock = Clock.of(opening.rules, kinds)
    if opening.alone:
        clock = clock.stop(at)
    return Standing(opening, new_match(opening.rules, kinds, roller), clock, seq, at, at, since=(at,) * 4, pause=at)


def fold(rows: Iterable[LogRow]) -> Standing:
    """The standing after all `rows`. Raises `LogError` when they are no log."""
    first, *rest = rows
    standing = begin(first)
    for row in rest:
        standing = advance(standing, row).standing
    return standing


def advance(standing: Standing, row: LogRow) -> Step:
    """The step that a row read from the log makes."""
    if row.seq != standing.seq + 1:
        raise LogError(f"row {row.seq} follows row {standing.seq}")
    match row.kind:
        case "game":
            entry = decode(row.body)
            if entry.seq != standing.n + 1:
                raise LogError(f"event {entry.seq} follows event {standing.n}")
            event = entry.event
            if isinstance(event, Dealt):
                event = _dealt(standing, event)
            return Step(row, event, _played(standing, row, event))
        case "presence":
            values = json.loads(row.body)
            return Step(row, None, _present(standing, row, values["seat"], values["on"], values.get("node", 0)))
        case "ready":
            return Step(row, None, _readied(standing, row, json.loads(row.body)["seat"]))
        case "restart":
            return Step(row, None, _restarted(standing, row))
        case "closed":
            short = json.loads(row.body).get("short", False)
            return Step(row, None, replace(standing, seq=row.seq, at=row.at, closed=True, short=short))
        case "watching":
            return Step(row, None, replace(standing, seq=row.seq, at=row.at, watch=json.loads(row.body)["on"]))
        case "rematch":
            values = json.loads(row.body)
            asked = (bytes.fromhex(values["table"]), values["seat"])
            return Step(row, None, replace(standing, seq=row.seq, at=row.at, rematch=asked))
    raise LogError(f"row {row.seq} is of unknown kind {row.kind}")


def play(standing: Standing, events: Sequence[Event], now: int, cid: tuple[int, bytes] | None = None) -> list[Step]:
    """The steps that write `events` at `now`; the id of the command, if any, stands on the last row."""
    at = max(now, standing.at)
    steps: list[Step] = []
    for place, event in enumerate(events, 1):
        number = standing.game.number + isinstance(event, Dealt)
        body = encode(event, standing.n + 1, number, min(at - standing.opened, LAST_T))
        asked = cid if cid is not None and place == len(events) else (None, None)
        row = LogRow(standing.seq + 1, at, None, GAME, body, *asked)
        standing = _played(standing, row, event)
        steps.append(Step(replace(row, due=standing.due), event, standing))
    return steps


def presence(standing: Standing, seat: int, on: bool, now: int, node: int = 0) -> list[Step]:
    """The step that writes that the person of `seat` came to this `node` or went; 0: there is only one."""
    values = {"seat": seat, "on": on} | ({"node": node} if node else {})
    row = LogRow(standing.seq + 1, max(now, standing.at), None, PRESENCE, json.dumps(values).encode())
    after = _present(standing, row, seat, on, node)
    return [Step(replace(row, due=after.due), None, after)]


def ready(standing: Standing, seat: int, cid: bytes, now: int) -> list[Step]:
    """The step that writes that the person of `seat` wants the next deal, by the command `cid`."""
    row = LogRow(standing.seq + 1, max(now, standing.at), None, READY, b'{"seat":%d}' % seat, seat, cid)
    after = _readied(standing, row, seat)
    return [Step(replace(row, due=after.due), None, after)]


def restart(standing: Standing, now: int) -> list[Step]:
    """The step that writes that the server was away: nobody is connected, the turn gets its time back and more."""
    at = max(now, standing.at)
    row = LogRow(standing.seq + 1, at, None, RESTART, b"{}")
    after = _restarted(standing, row)
    return [Step(replace(row, due=after.due), None, after)]


def watching(standing: Standing, on: bool, now: int) -> list[Step]:
    """The step that writes that others may watch, or no longer may."""
    row = LogRow(standing.seq + 1, max(now, standing.at), None, WATCHING, b'{"on":%s}' % (b"true" if on else b"false"))
    after = replace(standing, seq=row.seq, at=row.at, watch=on)
    return [Step(replace(row, due=after.due), None, after)]


def close(standing: Standing, now: int, short: bool = False) -> list[Step]:
    """The step that cancels a table before its first deal; `short`: somebody cannot pay."""
    body = b'{"outcome":2,"short":true}' if short else b'{"outcome":2}'
    row = LogRow(standing.seq + 1, max(now, standing.at), None, "closed", body)
    return [Step(row, None, replace(standing, seq=row.seq, at=row.at, closed=True, short=short))]


def deal_of(standing: Standing) -> Dealt:
    """The next deal, as the key of the table has it."""
    answer = decide(standing.game, None, start_deal(standing.opening.key.open(), standing.game.number + 1))
    if isinstance(answer, tuple) and isinstance(answer[0], Dealt):
        return answer[0]
    raise LogError(f"no deal after row {standing.seq}")


def _dealt(standing: Standing, seen: Dealt) -> Dealt:
    """The whole deal to the public part of it that the log holds."""
    full = deal_of(standing)
    if (full.seat, full.starter, full.indicator, full.dice) != (seen.seat, seen.starter, seen.indicator, seen.dice):
        raise LogError(f"the deal after row {standing.seq} is not the one of the key")
    return full


def _played(standing: Standing, row: LogRow, event: Event) -> Standing:
    game = evolve(standing.game, event)
    begins = isinstance(event, Dealt | Thrown)
    late = standing.late
    ended = isinstance(event, DealEnded) and event.reason == FORFEIT
    if (isinstance(event, Automatic) or ended) and event.seat is not None:
        late = _changed(late, event.seat, row.seq)
    return replace(
        standing,
        game=game,
        clock=standing.clock.tick(event, game.turn, row.at),
        seq=row.seq,
        at=row.at,
        n=standing.n + 1,
        head=standing.head and next_head(standing.head, row.body),
        turn_seq=row.seq if begins else standing.turn_seq,
        late=late,
        pause=row.at if isinstance(event, DealEnded) else None if isinstance(event, Dealt) else standing.pause,
        ready=NOBODY if isinstance(event, Dealt) else standing.ready,
    )


def _readied(standing: Standing, row: LogRow, seat: int) -> Standing:
    return replace(standing, seq=row.seq, at=row.at, ready=_changed(standing.ready, seat, True))


def _present(standing: Standing, row: LogRow, seat: int, on: bool, node: int) -> Standing:
    connected = _changed(standing.connected, seat, on)
    clock = standing.clock
    if standing.opening.alone:
        clock = clock.go(row.at) if any(connected) else clock.stop(row.at)
    pause = row.at if standing.away and on and standing.game.phase == "between" else standing.pause
    return replace(
        standing,
        clock=clock,
        seq=row.seq,
        at=row.at,
        connected=connected,
        node=_changed(standing.node, seat, node),
        since=_changed(standing.since, seat, row.at),
        ready=standing.ready if on else _changed(standing.ready, seat, False),
        pause=pause,
    )


def _changed(seats: tuple[T, T, T, T], seat: int, value: T) -> tuple[T, T, T, T]:
    one, two, three, four = (value if place == seat else old for place, old in enumerate(seats))
    return one, two, three, four


def _restarted(standing: Standing, row: LogRow) -> Standing:
    clock = standing.clock
    if clock.stopped is None:
        clock = clock.stop(standing.at).go(row.at, AMENDS)
        if standing.opening.alone:
            clock = clock.stop(row.at)
    since = (row.at,) * 4
    return replace(standing, clock=clock, seq=row.seq, at=row.at, connected=NOBODY, since=since, ready=NOBODY)

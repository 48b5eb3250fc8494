"""One deal between bots: by the rules themselves, and faster on the bots' positions alone.

Both give the same `Outcome`; the tests hold them together. The fast way is what makes ladders of many thousand deals
possible: it keeps every seat's `Position` up to date instead of building a `View` for each decision.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from okey.bots.bot import Bot, Stream
from okey.bots.position import Position, neighbours
from okey.rules.actions import Draw, Finish, SeatAction, ShowIndicator, StartDeal, Take, Throw
from okey.rules.deal import deal
from okey.rules.events import COMPUTER, FINISH, MELDS, MOVE_LIMIT, PAIRS, PILE, Finished, Four
from okey.rules.faults import Fault
from okey.rules.match import decide, evolve, new_match
from okey.rules.ruleset import Ruleset
from okey.rules.scoring import by_seat, finish_points, show_points
from okey.rules.state import NONE, State, plus
from okey.rules.tiles import FACES, Tile, is_okey, okey_face, twin
from okey.rules.view import view
from okey.solver.core import core
from okey.solver.hand import slot


class IllegalAction(ValueError):
    """A bot asked for what the rules refuse."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one deal ended."""

    seat: int | None
    """The finisher, None for a drawn deal."""
    reason: int
    """As in `DealEnded`."""
    kind: int
    """0 none, MELDS or PAIRS."""
    by_okey: bool
    """Whether a real okey was thrown to finish."""
    moves: int
    """Discards; the tile thrown to finish does not count."""
    changes: Four
    """Score changes, with shown indicators."""


def seats_of(ruleset: Ruleset) -> Four:
    """Kinds of a table of bots: 2 seats sit at 0 and 2, three at 0, 1 and 3."""
    taken = {2: (0, 2), 3: (0, 1, 3), 4: (0, 1, 2, 3)}[ruleset.seats]
    one, two, three, four = (COMPUTER if seat in taken else 0 for seat in range(4))
    return one, two, three, four


def begin(ruleset: Ruleset, start: StartDeal) -> State:
    """The first deal of a match of bots, with the roller on seat 0. Raises `ValueError` for a wrong deck."""
    state = new_match(ruleset, seats_of(ruleset), 0)
    return advance(state, None, start)


def advance(state: State, seat: int | None, action: SeatAction | StartDeal) -> State:
    """The state after `action`. Raises `IllegalAction` when the rules refuse it."""
    events = decide(state, seat, action)
    if isinstance(events, Fault):
        raise IllegalAction(f"{action} of seat {seat}: {events.code} {events.params}")
    for event in events:
        state = evolve(state, event)
    return state


def by_rules(ruleset: Ruleset, start: StartDeal, bots: Sequence[Bot], streams: Sequence[Stream]) -> Outcome:
    """Play one deal through `decide`, `evolve` and `view`; `bots` and `streams` are by seat (four places)."""
    state = begin(ruleset, start)
    while state.turn is not None:
        seat = state.turn
        state = advance(state, seat, bots[seat].decide(Position.of(view(state, seat)), streams[seat]))
    result = state.results[-1]
    okey = okey_face(result.indicator)
    return Outcome(
        seat=result.seat,
        reason=result.reason,
        kind=result.kind,
        by_okey=result.tile is not None and is_okey(result.tile, okey),
        moves=state.deal.moves if state.deal else 0,
        changes=result.changes,
    )


def fast(ruleset: Ruleset, start: StartDeal, bots: Sequence[Bot], streams: Sequence[Stream]) -> Outcome:
    """Play the same deal to the same outcome without states and views."""
    return _Table(ruleset, start).play(bots, streams)


class _Table:
    """A running deal as the positions of its seats."""

    def __init__(self, ruleset: Ruleset, start: StartDeal) -> None:
        kinds = seats_of(ruleset)
        self.ruleset = ruleset
        self.seats = [seat for seat in range(4) if kinds[seat]]
        self.next = {seat: neighbours(kinds, seat)[0] for seat in self.seats}
        self.previous = {seat: neighbours(kinds, seat)[1] for seat in self.seats}
        starter = 0 if ruleset.start == "roller" else self.next[0]
        dealt = deal(start.line, start.dice, starter, self.seats)
        if isinstance(dealt, Fault):
            raise IllegalAction(dealt.code)
        self.dealt = dealt
        self.okey = okey_face(dealt.indicator)
        self.twin = twin(dealt.indicator)
        self.turn = starter
        self.drawn = 0
        self.last: int | None = None
        self.moves = 0
        self.open = {dealt.indicator}
        self.discards: dict[int, list[Tile]] = {seat: [] for seat in self.seats}
        self.drew: set[int] = set()
        self.shown: int | None = None
        self.shows: Four = NONE
        self.at = {seat: self._position(seat) for seat in self.seats}

    def _position(self, seat: int) -> Position:
        rack = list(self.dealt.racks[seat])
        counts, unseen = bytearray(FACES), bytearray([2] * FACES)
        for tile in rack:
            counts[slot(tile >> 1, self.okey)] += 1
        for tile in (*rack, self.dealt.indicator):
            unseen[slot(tile >> 1, self.okey)] -= 1
        return Position(
            ruleset=self.ruleset,
            seat=seat,
            seats=len(self.seats),
            okey=self.okey,
            rack=rack,
            counts=counts,
            unseen=unseen,
            offer=None,
            can=(),
            pile=len(self.dealt.pile),
            turn=0,
            declared=False,
            lap=False,
            wanted=[],
            unwanted=[],
        )

    def play(self, bots: Sequence[Bot], streams: Sequence[Stream]) -> Outcome:
        """Play to the end."""
        full = True
        while True:
            seat = self.turn
            at = self.at[seat]
            self._look(at, full)
            action = bots[seat].decide(at, streams[seat])
            match action:
                case Draw() | Take():
                    self._get(at, isinstance(action, Take))
                    full = True
                case Throw(tile):
                    reason = self._throw(at, tile)
                    if reason:
                        return self._outcome(None, reason, 0, None)
                    full = False
                case Finish(tile):
                    return self._outcome(seat, FINISH, self._kind(at, tile), tile)
                case ShowIndicator():
                    self._show(at)
                case _:
                    at.declared = True

    def _look(self, at: Position, full: bool) -> None:
        """Bring up to date what the seat on turn sees and may do."""
        seat = at.seat
        offered = self.discards[self.previous[seat]]
        at.offer = offered[-1] if offered else None
        at.pile = len(self.dealt.pile) - self.drawn
        at.lap = self.last is not None and self.last != seat
        can = ["throw", "finish"] if full else ["draw"] * (at.pile > 0) + ["take"] * bool(offered)
        if self._may_show(at):
            can.append("show")
        if self.ruleset.declare == "yes" and not at.declared:
            can.append("declare")
        at.can = tuple(can)

    def _may_show(self, at: Position) -> bool:
        window = self.ruleset.show
        if window == "none" or self.shown is not None or self.twin not in at.rack or at.turn:
            return False
        if window == "draw" and at.seat in self.drew:
            return False
        return window != "dealt" or self.twin in self.dealt.racks[at.seat]

    def _get(self, at: Position, take: bool) -> None:
        seat = at.seat
        if take:
            tile = self.discards[self.previous[seat]].pop()
            self.at[self.previous[seat]].wanted.append(slot(tile >> 1, self.okey))
        else:
            tile = self.dealt.pile[self.drawn]
            self.drawn += 1
            at.unseen[slot(tile >> 1, self.okey)] -= 1
            if self.drawn == len(self.dealt.pile):
                self.last = seat
        at.rack.append(tile)
        at.counts[slot(tile >> 1, self.okey)] += 1
        self.drew.add(seat)

    def _throw(self, at: Position, tile: Tile) -> int:
        """Throw a tile; the reason why the deal ends with it, or 0."""
        seat, value = at.seat, slot(tile >> 1, self.okey)
        at.rack.remove(tile)
        at.counts[value] -= 1
        at.turn += 1
        self._uncover(seat, tile)
        self.discards[seat].append(tile)
        self.at[self.previous[seat]].unwanted.append(value)
        self.moves += 1
        if self.last == (self.next[seat] if self.ruleset.exhaust == "lap" else seat):
            return PILE
        if self.moves >= self.ruleset.moves:
            return MOVE_LIMIT
        self.turn = self.next[seat]
        return 0

    def _uncover(self, seat: int, tile: Tile) -> None:
        """The others see a tile of `seat`."""
        if tile not in self.open:
            self.open.add(tile)
            for other in self.seats:
                if other != seat:
                    self.at[other].unseen[slot(tile >> 1, self.okey)] -= 1

    def _show(self, at: Position) -> None:
        start = self.ruleset.points if self.ruleset.count == "down" else 0
        standing = by_seat(self.seats, dict.fromkeys(self.seats, start))
        self.shown = at.seat
        self.shows = show_points(self.ruleset, at.seat, self.seats, standing)
        self._uncover(at.seat, self.twin)

    def _kind(self, at: Position, tile: Tile) -> int:
        counts = bytearray(at.counts)
        counts[slot(tile >> 1, self.okey)] -= 1
        melds, pairs = core.distance(bytes(counts))
        if pairs and (melds or at.declared):
            raise IllegalAction(f"seat {at.seat} cannot finish with {tile}")
        return MELDS if pairs else PAIRS

    def _outcome(self, seat: int | None, reason: int, kind: int, tile: Tile | None) -> Outcome:
        changes = self.shows
        if seat is not None and tile is not None:
            finished = Finished(seat, kind, tile, ())
            changes = plus(changes, finish_points(self.ruleset, self.dealt.indicator, finished, self.seats))
        by_okey = tile is not None and is_okey(tile, self.okey)
        return Outcome(seat, reason, kind, by_okey, self.moves, changes)

"""What must hold after every step (I1 to I13), and what must have happened at the end.

The judge reads only what is synced on the disk, and keeps a table of its own by the fold of the library and, beside
it, by the second implementation of the rules that verifies records (`okey.fair.referee`).
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

import msgspec

from okey.fair.events import decode
from okey.fair.referee import Objection, Referee
from okey.play import seating as seats
from okey.play.ports import LogRow, Outcome
from okey.play.seating import Seating
from okey.play.standing import GAME, GRACE, READY, Standing, advance, dealt_from
from okey.rules.events import COMPUTER, FORFEIT, PERSON, Automatic, Controlled, DealEnded, Event
from okey.rules.state import State
from okey.rules.view import view
from tests.play.test_interference import swapped
from tests.simulation.counting import Members, settled
from tests.simulation.disk import Disk
from tests.simulation.lies import NEXT
from tests.simulation.server import Plain, Server
from tests.simulation.world import Town, Violation

EVENT_KEYS = {
    "dealt": {"seat", "starter", "indicator", "dice"},
    "shown": {"seat", "tile"},
    "drawn": {"seat"},
    "taken": {"seat", "tile"},
    "thrown": {"seat", "tile"},
    "finished": {"seat", "kind", "tile", "groups"},
    "deal_ended": {"seat", "reason", "changes"},
    "automatic": {"seat"},
    "match_ended": {"seat", "reason", "scores", "ranks"},
    "declared": {"seat"},
    "controlled": {"seat", "controller"},
    "claimed": {"seat", "tile", "groups"},
}
"""What everybody may know of an event, besides its name."""
LINE = list(range(106))
OVERDUE = 40_000
"""Milliseconds, as the server lives them, within which a table acts that has to act."""

UNHELPED = 20_000
"""Milliseconds, beyond the grace, after which a computer has to play for somebody who is away."""

_memory = attrgetter("game", "clock", "seq", "at", "n", "head", "connected", "since", "turn_seq", "late", "pause")


def need(condition: object, breach: str) -> None:
    """An invariant."""
    if not condition:
        raise Violation(breach)


@dataclass
class Docket:
    """One table as its log tells it."""

    table: bytes
    read: int = 0
    at: int = 0
    seating: Seating | None = None
    standing: Standing | None = None
    referee: Referee | None = None
    games: dict[int, State] = field(default_factory=dict)
    """The match after each row."""
    raws: dict[int, bytes] = field(default_factory=dict)
    """The events by the row they are in."""
    refused: set[bytes] = field(default_factory=set)
    stored: dict[bytes, int] = field(default_factory=dict)
    outcomes: int = 0
    overdue: float = 0.0
    away: float = 0.0

    @property
    def n(self) -> int:
        """Number of the last event."""
        return self.standing.n if self.standing is not None else 0

    @property
    def ended(self) -> bool:
        """Whether the table has come to its end."""
        if self.standing is not None:
            return self.standing.game.phase == "over" or self.standing.closed
        return self.seating is not None and self.seating.closed is not None

    @property
    def due(self) -> int | None:
        """When it has to act by itself."""
        return self.standing.due if self.standing is not None else None


class Judge:
    """Sees everything."""

    def __init__(self, town: Town, disk: Disk, server: Server) -> None:
        self.town = town
        self.disk = disk
        self.server = server
        self.chance = random.Random(f"judge {town.seed}")
        self.dockets: dict[bytes, Docket] = {}
        self.members = Members({})
        self.checks = 0
        self._unsure: set[bytes] = set()
        self._seeds: dict[bytes, bytes] = {}

    # --- after every step

    def look(self) -> None:
        """The log has grown, or memory may have."""
        if self.disk.changed:
            for table in sorted(self.disk.changed):
                docket = self.dockets.setdefault(table, Docket(table))
                self._read(docket)
                self._unsure.add(table)
            self.disk.changed.clear()
        if self._unsure:
            self._compare()

    def _read(self, docket: Docket) -> None:
        tale = self.disk.tales[docket.table]
        need(len(tale.rows) >= docket.read, "I5: what was stored is gone")
        fresh = tale.rows[docket.read :]
        if not fresh:
            return
        for place, row in enumerate(fresh):
            self.checks += 1
            need(row.seq == docket.read + 1, "I4: a row was left out")
            need(docket.at <= row.at <= self.town.latest, "a row is not of its time")
            docket.read, docket.at = row.seq, row.at
            self._cid(docket, row)
            if docket.standing is None:
                self._seat(docket, row)
            else:
                self._play(docket, docket.standing, row, first=place == 0)
        if docket.standing is not None:
            need(fresh[-1].due == docket.standing.due, "the log does not say when the table has to act")
        lines = [seq for seq, effect in tale.effects if isinstance(effect, Outcome)]
        need(len(lines) == int(docket.ended), "I8: a table has one line in the list of outcomes, when it has ended")
        if docket.standing is not None:
            settled(docket.standing, [effect for _, effect in tale.effects], self.disk.purses.get(docket.table, 0))

    def _cid(self, docket: Docket, row: LogRow) -> None:
        if row.cid is None:
            return
        person = self.server.arrived.get(row.cid)
        need(person is not None, "I11: a command was stored that no living connection brought")
        need(row.cid not in docket.stored, "I6: a command was stored twice")
        need(row.cid not in docket.refused, "I13: a command was refused and stored")
        need(row.cid.startswith(NEXT) == (row.kind == READY), "another command was stored than the one that was sent")
        docket.stored[row.cid] = row.seq
        standing = docket.standing
        need(standing and standing.opening.people[row.cid_seat or 0] == person, "a command moved another's seat")

    def _seat(self, docket: Docket, row: LogRow) -> None:
        """A row before the first deal."""
        vault = Plain()
        if docket.seating is None:
            docket.seating = seats.begin(docket.table, row, vault)
            seed = docket.seating.invitation.seed.open()
            need(self._seeds.setdefault(seed, docket.table) == docket.table, "I8: a seed was used again")
            return
        before = docket.seating
        need(before.closed is None, "a cancelled table goes on")
        if row.kind in (seats.SIT, seats.STAND, seats.FILL, seats.LIST):
            need(before.listed is None, "I8: the list was changed")
        if row.kind in (seats.CONTRIBUTION, seats.OPENING):
            need(before.listed is not None, "I8: a contribution before the list")
        after = docket.seating = seats.advance(before, row)
        need(len(set(after.people)) == len(after.people), "I8: one person on two seats")
        if row.kind == seats.SIT:
            self.members.sits(before, after, row.at)
        if after.opened:
            need(after.complete, "I8: the opening misses a contribution")
            opening = after.opening()
            docket.standing = dealt_from(opening, row.seq, row.at)
            docket.games[row.seq] = docket.standing.game
            docket.referee = Referee(opening.rules, opening.kinds, opening.key.open())

    def _play(self, docket: Docket, before: Standing, row: LogRow, first: bool) -> None:
        """A row of the match."""
        need(before.game.phase != "over" or row.kind != GAME, "I8: a match goes on after its end")
        step = advance(before, row)
        after = docket.standing = step.standing
        docket.games[row.seq] = after.game
        if step.event is not None:
            docket.raws[row.seq] = row.body
            if first:
                self._in_time(before, step.event, row.at)
            if docket.referee is not None:
                self._refereed(docket, docket.referee, row)
        self._tiles(after)
        self._turn(after)

    def _refereed(self, docket: Docket, referee: Referee, row: LogRow) -> None:
        try:
            referee.see(row.body)
        except Objection as objection:
            raise Violation(f"the referee objects to event {docket.n}: {objection.code}") from None

    def _in_time(self, before: Standing, event: Event, at: int) -> None:
        """Nothing happens for lack of time before the time is up."""
        late = isinstance(event, Automatic) or (isinstance(event, DealEnded) and event.reason == FORFEIT)
        deadline = before.clock.deadline
        up = deadline is not None and deadline <= at
        if isinstance(event, Controlled) and event.controller == COMPUTER:
            away = not before.connected[event.seat] and before.since[event.seat] + GRACE <= at
            need(up or away, "a computer took over before its time")
        elif late:
            need(up, "a time-out before its time")

    def _tiles(self, standing: Standing) -> None:
        deal = standing.game.deal
        if deal is None or deal.finished is not None:
            return
        tiles = [*deal.pile, deal.indicator, *(tile for part in (*deal.racks, *deal.discards) for tile in part)]
        need(sorted(tiles) == LINE, "I1: the 106 tiles are not there once each")
        for seat in standing.game.seats:
            size = 15 if deal.full and deal.turn == seat else 14
            need(len(deal.racks[seat]) == size or deal.ended, "I2: a rack has another size")

    def _turn(self, standing: Standing) -> None:
        if standing.game.turn is None:
            return
        stands = standing.clock.stopped is not None and standing.opening.alone and standing.away
        runs = standing.computer is not None or standing.clock.deadline is not None
        need(runs or stands, "I3: a turn without a clock")

    def _compare(self) -> None:
        """I7: memory is what the log says."""
        hub = self.server.hub
        if hub is None:
            return
        for table in sorted(self._unsure):
            known, docket = hub._tables.get(table), self.dockets[table]
            if known is None or known.standing is None or docket.standing is None:
                continue
            need(known.standing.seq <= docket.read, "I5: memory knows what is not stored")
            if known.standing.seq == docket.read:
                need(_memory(known.standing) == _memory(docket.standing), "I7: memory is not what the log says")
                self._unsure.discard(table)

    def restarted(self) -> None:
        """Everything in memory is read anew."""
        self._unsure.update(self.dockets)

    # --- what people tell

    def acknowledged(self, table: bytes, cid: bytes, seq: int) -> None:
        """See `tests.simulation.people.Court`."""
        self.look()
        need(self.dockets[table].stored.get(cid) == seq, "I5: a command was acknowledged that is not in the log")

    def refused(self, table: bytes, cid: bytes, code: str) -> None:
        """See `tests.simulation.people.Court`."""
        if code != "failed" and table in self.dockets:
            self.look()
            need(cid not in self.dockets[table].stored, "I13: a command was stored and refused")
            self.dockets[table].refused.add(cid)

    def revealed(self, table: bytes) -> None:
        """See `tests.simulation.people.Court`."""
        self.look()
        need(self.dockets[table].ended, "I8: a seed was opened before its time")

    def exists(self, table: bytes) -> bool:
        """See `tests.simulation.people.Court`."""
        return bool(self.disk.rows(table))

    def shown(self, table: bytes, person: bytes, frame: dict[str, Any]) -> None:
        """I9: what somebody is shown is what that person may know, and no byte of it follows from anything else."""
        self.look()
        docket = self.dockets[table]
        need(docket.standing is not None and frame["seq"] <= docket.read, "I5: somebody was shown what is not stored")
        standing = docket.standing
        people = standing.opening.people if standing is not None else ()
        seat = people.index(person) if person in people else None
        self.checks += 1
        if frame["t"] == "snap":
            self._snap(docket, seat, frame)
        else:
            self._event(docket, seat, frame)

    def _snap(self, docket: Docket, seat: int | None, frame: dict[str, Any]) -> None:
        need(frame["you"] == seat, "a seat was told it is another one")
        game = docket.games.get(frame["seq"])
        if game is not None:
            other = swapped(game, seat, set(), self.chance)
            told = msgspec.json.decode(msgspec.json.encode(view(other, seat)))
            need(frame["view"] == told, "I9: a frame depends on tiles its viewer may not know")

    def _event(self, docket: Docket, seat: int | None, frame: dict[str, Any]) -> None:
        event = frame["event"]
        name, keys = event["e"], set(event) - {"e"}
        need(keys == EVENT_KEYS[name], "I9: an event says more than everybody may know")
        raw = docket.raws.get(frame["seq"])
        need(raw is not None and raw.hex() == frame["raw"], "I8: an event was sent that is not in the log")
        deal = docket.games[frame["seq"]].deal
        mine = seat is not None and event["seat"] == seat and name == "drawn"
        tile = deal.racks[seat][-1] if mine and deal is not None and seat is not None else None
        need(frame["tile"] == tile, "I9: a drawn tile was told to somebody else, or wrongly")
        rack = list(deal.racks[seat]) if name == "dealt" and deal is not None and seat is not None else None
        need(frame["rack"] == rack, "I9: a rack was told to somebody else, or wrongly")
        decode(bytes.fromhex(frame["raw"]))

    # --- now and then

    def watch(self, passed: float) -> None:
        """`passed` ms have gone by in which the server was up and nothing was wrong: what is due was done."""
        now = self.town.now()
        for docket in self.dockets.values():
            due = docket.due
            late = due is not None and due < now
            docket.overdue = docket.overdue + passed if late else 0.0
            need(docket.overdue <= OVERDUE, "I3: a table does not act though it has to")
            docket.away = docket.away + passed if self._missed(docket.standing, now) else 0.0
            need(docket.away <= UNHELPED, "a person is away, and no computer takes over")

    def _missed(self, standing: Standing | None, now: int) -> bool:
        """Whether somebody has been away for longer than the grace."""
        if standing is None or standing.opening.rules.absent != "computer" or standing.game.turn is None:
            return False
        return any(
            not standing.connected[seat]
            and standing.game.control[seat] == PERSON
            and standing.since[seat] + GRACE < now
            for seat in standing.people
        )

"""Tables in a world of chance: order, cuts, kills, bad disks, doubles and lies, all from one seed.

After every step: the log folds, memory is what the log says, what was acknowledged is stored once (SECURITY 4.2:
I4-I7, I13). When the faults stop, the match goes on to its end (liveness). A failing seed is a regression test.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from okey.play.bots import fallback
from okey.play.commands import Leave, Wake
from okey.play.messages import Ev, No, Ok, Snap
from okey.play.ports import Effect, LogRow, TableId
from okey.play.standing import Standing, Step, advance, begin, play
from okey.play.table import Table
from okey.rules.actions import DeclarePairs, Draw, Finish, SeatAction, ShowIndicator, Take, Throw, TimeOut
from okey.rules.events import Automatic, Dealt, Drawn, Event, Taken, Thrown
from okey.rules.faults import Fault
from okey.rules.match import decide
from okey.rules.ruleset import PRESETS
from okey.rules.view import view
from okey.testing import Livelock, MemoryLog, MemorySocket, Script, World, opening, person


class Person:
    """A client: knows only what it was told, keeps its command until it is answered, and may misbehave."""

    def __init__(self, seat: int, script: Script, chance: random.Random) -> None:
        self.seat = seat
        self.script = script
        self.chance = chance
        self.socket: MemorySocket | None = None
        self.seq = 0
        self.rack: list[int] = []
        self.can: tuple[str, ...] = ()
        self.phase = "between"
        self.pending: tuple[bytes, SeatAction | None, int] | None = None
        self.acknowledged: dict[bytes, int] = {}
        self.refused: set[bytes] = set()
        self._made = 0

    def hear(self) -> None:
        """Take in what came."""
        if self.socket is None:
            return
        for message in self.socket.take():
            match message:
                case Snap():
                    self.seq, self.rack, self.can = message.seq, list(message.view.rack), message.view.can
                    self.phase = message.view.phase
                case Ev():
                    self._event(message)
                case Ok(cid, seq):
                    if self.pending and self.pending[0] == cid:
                        if self.pending[1] is not None:
                            self.acknowledged.setdefault(cid, seq)
                            assert self.acknowledged[cid] == seq, "two answers to one command"
                        self.pending = None
                case No(cid):
                    self.refused.add(cid)
                    if self.pending and self.pending[0] == cid:
                        self.pending = None
        if self.socket.farewell is not None:
            self.socket = None

    def _event(self, message: Ev) -> None:
        self.seq, self.can = message.news.seq, message.can
        match message.news.event:
            case Dealt():
                self.rack, self.phase = list(message.rack or ()), "draw"
            case Drawn(seat) if seat == self.seat:
                assert message.tile is not None
                self.rack.append(message.tile)
            case Taken(seat, tile) if seat == self.seat:
                self.rack.append(tile)
            case Thrown(seat, tile) if seat == self.seat:
                self.rack.remove(tile)
        if message.news.event.TYPE in (7, 9):
            self.phase = "between"

    def act(self, faults: bool) -> None:
        """Come back, go, send, send again, or lie."""
        self.hear()
        if self.socket is None:
            after = self.seq if self.seq and self.chance.random() < 0.5 else None
            self.socket = MemorySocket()
            self.script.hub.join(self.script.id, person(self.seat), self.socket, after)
            return
        if faults and self.chance.random() < 0.03:
            self.script.table.post(Leave(self.socket))
            self.socket = None
            return
        if faults and self.chance.random() < 0.15:
            self._lie()
        if self.pending is None:
            self.pending = self._choose()
        if self.pending is not None:
            cid, action, at = self.pending
            for _ in range(self.chance.choice((1, 1, 2, 4)) if faults else 1):
                self.script.post(self.socket, action, at, cid)

    def _choose(self) -> tuple[bytes, SeatAction | None, int] | None:
        action: SeatAction | None = None
        if "throw" in self.can and self.rack:
            action = Throw(self.chance.choice(self.rack))
        elif "draw" in self.can:
            action = Draw()
        elif "take" in self.can:
            action = Take()
        elif self.phase != "between":
            return None
        return self._named(), action, self.seq

    def _lie(self) -> None:
        assert self.socket is not None
        lies: Sequence[SeatAction | None] = (
            Draw(),
            Take(),
            Throw(self.chance.randrange(-1, 107)),
            Finish(self.chance.randrange(106)),
            ShowIndicator(),
            DeclarePairs(),
            None,
        )
        at = self.chance.choice((0, 1, self.seq - 1, self.seq, self.seq + 1, 10**9))
        self.script.post(self.socket, self.chance.choice(lies), at, self._named())

    def _named(self) -> bytes:
        self._made += 1
        return bytes([self.seat]) + self._made.to_bytes(7, "big")


class Judge:
    """Follows the log row by row and compares."""

    def __init__(self, script: Script, people: list[Person]) -> None:
        self.script = script
        self.people = people
        self.standing: Standing = begin(script.rows[0])
        self.stored: dict[bytes, int] = {}
        self._last: Event | None = None

    def look(self) -> None:
        for row in self.script.rows[self.standing.seq :]:
            before = self.standing
            step = advance(before, row)
            self.standing = step.standing
            if isinstance(step.event, Automatic) and not isinstance(self._last, Automatic | Drawn | Taken):
                deadline = before.clock.deadline
                assert deadline is not None, "a time-out while the clock stands"
                assert deadline <= row.at, "a time-out before its time"
            self._last = step.event
            if row.cid is not None:
                assert row.cid not in self.stored, "a command stored twice"
                self.stored[row.cid] = row.seq
        deal = self.standing.game.deal
        if deal is not None:
            tiles = [*deal.pile, *(t for part in (*deal.racks, *deal.discards) for t in part), deal.indicator]
            if deal.finished is None:
                assert sorted(tiles) == list(range(106))
        known = self.script.hub._tables.get(self.script.id)
        if known is not None and known.idle and known.standing is not None:
            assert known.standing == self.standing
        for one in self.people:
            for cid, seq in one.acknowledged.items():
                assert self.stored.get(cid) == seq, "acknowledged and not stored"
            assert not one.refused & self.stored.keys(), "refused and stored"


def run(seed: int, steps: int) -> tuple[str, Script]:
    """One world; the digest of everything that was stored."""
    chance = random.Random(seed)
    world = World(seed, random.Random(seed + 1))
    rules = PRESETS[chance.choice(("klasik", "kahvehane", "usta", "rummy", "ikramiye"))]
    rules = replace(rules, deals=1 if rules.count == "pot" else 2, moves=60)
    count = chance.choice((1, 1, 2, 4))
    script = Script(opening(rules, people=count), world, pace=chance.choice((0.0, 0.0, 1.0)), computers=_computer)
    people = [Person(seat, script, chance) for seat in range(count)]
    judge = Judge(script, people)
    rates = {kind: chance.choice((0.0, 0.0, 0.01, 0.05)) for kind in ("kill", "error", "torn", "node", "sleep")}
    for _ in range(steps):
        for one in people:
            if chance.random() < 0.7:
                one.act(faults=True)
        if chance.random() < rates["error"] + rates["torn"]:
            world.log.before = _bad_disk(script, torn=chance.random() < 0.5)
        if chance.random() < rates["node"]:
            world.log.before = _other_node(script)
        for _ in range(chance.randrange(20)):
            if world.ready:
                world.step()
        if chance.random() < rates["kill"]:
            _kill(script, people)
        if chance.random() < 0.6:
            world.advance(chance.choice((1, 30, 300, 1500)))
        if chance.random() < rates["sleep"]:
            world.advance(700_000)
        if chance.random() < 0.1:
            script.table.post(Wake())
        judge.look()
    world.log.before = None
    for _ in range(4000):
        if judge.standing.game.phase == "over":
            break
        for one in people:
            one.act(faults=False)
        world.advance(200)
        judge.look()
    else:
        raise AssertionError(f"seed {seed}: the match does not end")
    world.advance(100)
    for one in people:
        one.hear()
    judge.look()
    rows = b"".join(row.body for row in script.rows)
    return hashlib.sha256(rows).hexdigest(), script


def _computer(*_: object) -> None:
    return None


def _kill(script: Script, people: list[Person]) -> None:
    for one in people:
        one.hear()
        one.socket = None
    script.restart()


def _bad_disk(script: Script, torn: bool):  # type: ignore[no-untyped-def]
    def fails(table: TableId, rows: Sequence[LogRow]) -> None:
        script.world.log.before = None
        if torn:
            script.world.log.write(table, rows)
        raise OSError("input/output error")

    return fails


def _other_node(script: Script):  # type: ignore[no-untyped-def]
    def writes(table: TableId, rows: Sequence[LogRow]) -> None:
        script.world.log.before = None
        standing = begin(script.rows[0])
        for row in script.rows[1:]:
            standing = advance(standing, row).standing
        due, now = standing.due, script.world.now()
        if standing.game.turn is not None and standing.computer is not None:
            move = fallback(view(standing.game, standing.computer))
            events = decide(standing.game, standing.computer, move)
        elif standing.game.turn is not None and due is not None and due <= now:
            events = decide(standing.game, None, TimeOut())
        else:
            return
        assert isinstance(events, tuple)
        assert script.world.log.write(table, [step.row for step in play(standing, events, now)])

    return writes


@pytest.mark.parametrize("first", range(0, 60, 10))
def test_sixty_worlds(first: int) -> None:
    for seed in range(first, first + 10):
        run(seed, 120)


def test_a_world_repeats_itself() -> None:
    for seed in (3, 14):
        assert run(seed, 60)[0] == run(seed, 60)[0]


async def told_before_stored(table: Table, make: Any, cid: Any = None) -> Any:
    """`Table._write`, the wrong way round."""
    standing = table._known()
    steps = make(standing)
    if isinstance(steps, Fault):
        return steps
    table._publish(steps)
    await table._ports.log.append(table.id, [step.row for step in steps])
    return steps[-1].row.seq


async def timer_without_a_look(table: Table, standing: Standing) -> None:
    """`Table._act`, without asking whether it is time."""
    if standing.game.turn is not None:
        await table._write(lambda now: table._decided(now, None, TimeOut()))


def forgetful(table: Table, step: Step) -> None:
    """`Table._accept`, that keeps no answers."""
    table._standing = step.standing


def without_key(log: MemoryLog, table: TableId, rows: Sequence[LogRow], effects: Sequence[Effect] = ()) -> bool:
    """`MemoryLog.write`, without the unique key of commands."""
    kept = log.tables.setdefault(table, [])
    if rows[0].seq != len(kept) + 1:
        return False
    kept.extend(rows)
    return True


@pytest.mark.parametrize(
    "planted",
    [
        {Table: {"_write": told_before_stored}},
        {Table: {"_act": timer_without_a_look}},
        {Table: {"_accept": forgetful}, MemoryLog: {"write": without_key}},
        {MemoryLog: {"append": lambda *_: _lost()}},
    ],
    ids=["told before stored", "timer without a look", "no memory of commands", "stored nowhere"],
)
def test_planted_faults_are_found(planted: dict[type, dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    for kind, names in planted.items():
        for name, replacement in names.items():
            monkeypatch.setattr(kind, name, replacement)
    assert any(fails(seed) for seed in range(40))


def fails(seed: int) -> bool:
    """Whether the world of this seed notices something."""
    try:
        run(seed, 120)
    except (AssertionError, ValueError, Livelock):
        return True
    return False


async def _lost() -> bool:
    return True


@pytest.mark.soak
def test_two_thousand_worlds() -> None:
    for seed in range(1000, 3000):
        run(seed, 200)

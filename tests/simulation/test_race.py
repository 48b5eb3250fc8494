"""A move and the end of its time in the same millisecond: one of the two wins, at one node and at two (B46, B51).

The move arrived in the last millisecond of its time and is handled in that in which the time-out is due.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import cache

import pytest

from okey.fair.deal import start_deal
from okey.fair.events import decode
from okey.play import standing
from okey.play.commands import Do, Wake
from okey.play.hub import Hub
from okey.play.messages import No, Ok
from okey.play.ports import LogRow, TableId
from okey.play.standing import GAME, fold
from okey.rules.actions import Throw
from okey.rules.events import Automatic, Controlled, DealEnded, Thrown
from okey.rules.ruleset import PRESETS, Ruleset
from okey.testing import MemorySocket, Script, World, opening, person, think

SEEDS, SHARE = 10_000, 1_000
CID = b"the move"
RULES = {
    "forfeit": replace(PRESETS["klasik"], late="forfeit", absent="clock"),
    "auto": replace(PRESETS["klasik"], late="auto", absent="clock"),
    "computer": replace(PRESETS["klasik"], absent="computer"),
}


@cache
def dealt(rules: Ruleset) -> tuple[TableId, tuple[LogRow, ...], int]:
    """A table of four whose starter has to throw: its id, its log, the starter."""
    script = Script(opening(rules, people=4))
    for seat in range(4):
        script.join(seat)
    turn = fold(script.rows).game.turn
    assert turn is not None
    return script.id, tuple(script.rows), turn


@dataclass
class Race:
    """One seed: the table in memory at one or two nodes, at the end of the turn."""

    seed: int

    def __post_init__(self) -> None:
        chance = self.chance = random.Random(self.seed)
        self.table, rows, self.seat = dealt(chance.choice(tuple(RULES.values())))
        world = self.world = World(self.seed, random.Random(self.seed + 1))
        world.time = float(rows[-1].at)
        world.log.tables[self.table] = list(rows)
        self.here = Hub(world.ports, think, 0.0)
        self.there = chance.choice((self.here, Hub(world.ports, think, 0.0)))
        self.socket = MemorySocket()
        for hub in (self.here, self.there):
            hub._table(self.table).post(Wake())
            world.run()
        self.here.join(self.table, person(self.seat), self.socket, None)
        for other in (1, 2, 3):
            self.there.join(self.table, person((self.seat + other) % 4), MemorySocket(), None)
        world.run()
        for hub in (self.here, self.there):
            hub.hinted(self.table)
        world.run()
        self.rows = world.log.tables[self.table]
        self.before = fold(self.rows)
        assert self.before.due is not None
        world.time = float(self.before.due)

    def run(self) -> str:
        """Both at once, in one of all orders; who won."""
        steps = [self._move, self._time]
        self.chance.shuffle(steps)
        for step in steps:
            step()
            for _ in range(self.chance.randrange(8)):
                if self.world.ready:
                    self.world.step()
        self.world.run()
        return self._judged()

    def _move(self) -> None:
        deal = self.before.game.deal
        assert deal is not None
        tile = self.chance.choice(deal.racks[self.seat])
        self.here._table(self.table).post(
            Do(self.socket, CID, self.before.seq, Throw(tile), self.before.clock.deadline)
        )

    def _time(self) -> None:
        self.there._table(self.table).post(Wake())

    def _judged(self) -> str:
        fresh = self.rows[self.before.seq :]
        events = [decode(row.body).event for row in fresh if row.kind == GAME]
        timed = [event for event in events if isinstance(event, Automatic | Controlled | DealEnded)]
        mine = [row for row in fresh if row.cid == CID]
        answers = [message for message in self.socket.heard if isinstance(message, Ok | No)]
        assert len(answers) == 1
        after = fold(self.rows)
        for hub in {self.here, self.there}:
            known = hub._table(self.table).standing
            assert known is not None
            assert known == (after if known.seq == after.seq else fold(self.rows[: known.seq])), "memory and log differ"
        if isinstance(answers[0], Ok):
            assert [row.seq for row in mine] == [answers[0].seq]
            assert isinstance(events[0], Thrown), "the move counts, and nothing came before it"
            assert not timed, "the move and the time-out"
            assert after.game.turn == self.before.game.next(self.seat)
            return "move"
        assert not mine, "refused and stored"
        assert timed[0].seat == self.seat
        assert answers[0].fault.code in ("late", "old_turn", "not_your_turn", "match_over", "no_deal")
        thrown = [event for event in events if isinstance(event, Thrown) and event.seat == self.seat]
        assert len(thrown) <= 1, "two throws in one turn"
        return "time"


@pytest.fixture(autouse=True)
def _remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """All races are of the same three deals, which take long to shuffle."""
    monkeypatch.setattr(standing, "start_deal", cache(start_deal))


@pytest.mark.parametrize("first", range(0, SEEDS, SHARE))
def test_one_of_the_two_wins(first: int) -> None:
    won = [Race(seed).run() for seed in range(first, first + SHARE)]
    assert min(won.count("move"), won.count("time")) > SHARE / 10

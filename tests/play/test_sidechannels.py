"""Nothing about a hidden hand in how long a frame is, or in how long a computer takes (SECURITY T2).

That frames are never compressed is asked of the real server, in tests/server/test_headers.py.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import pytest
from scipy.stats import ks_2samp

from okey.play.bots import LONGEST, SHORTEST, Computers
from okey.play.messages import Ev, Message
from okey.play.opening import Opening
from okey.rules.tiles import okey_face
from okey.rules.view import View, view
from okey.solver import best_throw, distance
from okey.testing import Later, MemorySocket, Script, World, opening, think
from tests.play.test_interference import _frames, match_of, swapped, told_by

T = TypeVar("T")
TURNS = 10_000
"""Each of two moves, and two frames a move to compare."""
SIGNIFICANT = 0.001
MOST_STEPS = 20_000
THINKING_MS = 60
"""For each tile that is missing, so that the time a computer needs tells its whole hand; 300 ms at most."""


def away(table: View) -> int:
    """How many tiles a hand is away from a finish."""
    assert table.indicator is not None
    okey = okey_face(table.indicator)
    if len(table.rack) == 14:
        return distance(table.rack, okey).best
    thrown = best_throw(table.rack, okey, table.indicator)
    return distance([tile for tile in table.rack if tile != thrown.tile], okey).best


class Slow(World):
    """A world in which thinking takes as long as the hand is bad."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.thinking: int | None = None
        """How far the hand is away that is thought about now."""

    async def work(self, call: Callable[..., T], *arguments: Any, within: float) -> T:
        """See `okey.play.ports.Scheduler`."""
        self.thinking = away(arguments[0])
        done = Later(self)
        self.call_later(min(5, self.thinking) * THINKING_MS / 1000, done.answer)
        await done
        return call(*arguments)


class Watch(MemorySocket):
    """A player who holds a stop watch: how long each move of a computer took, and how far its hand was away."""

    def __init__(self, world: Slow) -> None:
        super().__init__()
        self._world = world
        self._last = world.time
        self.samples: list[tuple[int, float]] = []

    def send(self, message: Message) -> None:
        """See `okey.play.ports.Socket`."""
        if not isinstance(message, Ev):
            return
        if self._world.thinking is not None:
            self.samples.append((self._world.thinking, self._world.time - self._last))
            self._world.thinking = None
        self._last = self._world.time


def made(number: int) -> Opening:
    """A table whose deals and whose pauses are its own."""
    key, bots = (hashlib.sha256(f"{number}/{what}".encode()).digest() for what in ("key", "bots"))
    return opening("klasik", "orta", key=key, bots=bots)


def watched(number: int) -> list[tuple[int, float]]:
    """A match against three computers, at their full pace."""
    world = Slow(number)
    script = Script(made(number), world, pace=1.0)
    watch = Watch(world)
    script.hub.join(script.id, script.opening.people[0], watch, None)
    world.run()
    for _ in range(MOST_STEPS):
        standing = script.table.standing
        if standing is not None and standing.game.phase == "over":
            return watch.samples
        if standing is not None and standing.game.phase == "between":
            script.post(watch, None)
        elif standing is not None and standing.game.turn == 0:
            script.post(watch, think(view(standing.game, 0), "kolay", script.seq.to_bytes(4, "big")))
        world.advance(100)
    raise AssertionError("the match does not end")


def delays(moves: int) -> tuple[list[float], list[float]]:
    """How long computers took whose hand was near a finish, and others."""
    near: list[float] = []
    far: list[float] = []
    number = 0
    while len(near) + len(far) < moves:
        number += 1
        for tiles, milliseconds in watched(number):
            (near if tiles <= 1 else far).append(milliseconds)
    return near, far


def test_the_delay_of_a_computer_does_not_tell_its_hand() -> None:
    near, far = delays(2 * TURNS)
    assert min(len(near), len(far)) > TURNS / 5
    assert ks_2samp(near, far).pvalue > SIGNIFICANT
    assert min(near + far) >= 1000 * SHORTEST - 1
    assert max(near + far) <= 1000 * LONGEST + 1


def test_thinking_that_is_added_to_the_pause_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    async def added(self: Computers, question: Any, deliver: Callable[[Any], None]) -> None:
        move = await self._scheduler.work(self._think, question.view, question.level, b"", within=2.0)
        self._scheduler.call_later(self._pause(question), lambda: deliver(move))

    monkeypatch.setattr(Computers, "_answer", added)
    near, far = delays(TURNS // 5)
    assert ks_2samp(near, far).pvalue < SIGNIFICANT


def lengths(count: int) -> tuple[list[int], list[int]]:
    """How long the frames to each player are, and how long they would be if the others held other tiles."""
    chance = random.Random(count)
    told: list[int] = []
    other: list[int] = []
    number = 0
    while len(told) < count:
        number += 1
        for _, step in match_of(made(number)):
            assert step.event is not None
            for viewer in range(4):
                hidden = swapped(step.standing.game, viewer, told_by(step.event), chance)
                if hidden != step.standing.game:
                    told += [len(frame) for frame in _frames(step, viewer)]
                    twin = replace(step, standing=replace(step.standing, game=hidden))
                    other += [len(frame) for frame in _frames(twin, viewer)]
    return told, other


def test_the_length_of_a_frame_does_not_tell_a_hand() -> None:
    told, other = lengths(4 * TURNS)
    assert told == other
    assert ks_2samp(told, other).pvalue > SIGNIFICANT

"""One alarm for all tables."""

from __future__ import annotations

from okey.play.clocks import Alarms
from okey.testing import START, World


def test_calls_come_in_the_order_of_their_time() -> None:
    world = World()
    alarms = Alarms(world, world)
    rung: list[int] = []
    for after in (500, 100, 300, 100, 0, -50):
        alarms.set(START + after, lambda after=after: rung.append(after))  # type: ignore[misc]
    world.advance(99)
    assert rung == [-50, 0]
    world.advance(1000)
    assert rung == [-50, 0, 100, 100, 300, 500]


def test_none_comes_early_and_none_is_lost() -> None:
    world = World()
    alarms = Alarms(world, world)
    rung: list[tuple[int, int]] = []
    for after in range(1, 4000, 7):
        due = START + after * 13 % 5003
        alarms.set(due, lambda due=due: rung.append((due, world.now())))  # type: ignore[misc]
        world.advance(1)
    world.advance(6000)
    assert len(rung) == len(range(1, 4000, 7))
    assert all(now >= due for due, now in rung)


def test_a_call_may_set_the_next() -> None:
    world = World()
    alarms = Alarms(world, world)
    rung: list[int] = []

    def again() -> None:
        rung.append(world.now())
        if len(rung) < 5:
            alarms.set(world.now() + 10, again)

    alarms.set(START + 10, again)
    world.advance(1000)
    assert rung == [START + 10 * step for step in range(1, 6)]


def test_a_time_far_away_is_looked_at_again() -> None:
    world = World()
    alarms = Alarms(world, world)
    rung: list[int] = []
    alarms.set(START + 10 * 3_600_000, lambda: rung.append(world.now()))
    world.advance(10 * 3_600_000 - 1)
    assert rung == []
    world.advance(1)
    assert rung == [START + 10 * 3_600_000]


def test_stop_forgets() -> None:
    world = World()
    alarms = Alarms(world, world)
    rung: list[int] = []
    alarms.set(START + 10, lambda: rung.append(1))
    alarms.stop()
    alarms.stop()
    world.advance(100)
    assert rung == []
    alarms.set(START + 200, lambda: rung.append(2))
    world.advance(100)
    assert rung == [2]

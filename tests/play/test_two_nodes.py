"""One table on two nodes with one log: who is connected to which, who is missed, and who wants the next deal."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from okey.play.commands import Command, Do, Leave, Look
from okey.play.hub import Hub
from okey.play.messages import Bye, Ok, Presence
from okey.play.ports import LogRow
from okey.play.standing import Standing, fold, restart
from okey.rules.ruleset import PRESETS
from okey.testing import MemorySocket, Script, opening, person, think

BOTH = frozenset({1, 2})


class Nodes:
    """Two hubs that hear nothing of each other unless they look."""

    def __init__(self, **rules: Any) -> None:
        self.script = Script(opening(replace(PRESETS["klasik"], **rules), people=2))
        self.world = self.script.world
        self.hubs: dict[int, Hub] = {}
        self.start()

    def start(self) -> None:
        """Both nodes begin with empty memories."""
        self.hubs = {node: Hub(replace(self.world.ports, node=node), think, 0.0) for node in BOTH}

    def join(self, seat: int, node: int) -> MemorySocket:
        socket = MemorySocket()
        self.hubs[node].join(self.script.id, person(seat), socket, None)
        self.world.run()
        return socket

    def post(self, node: int, command: Command) -> None:
        self.hubs[node]._table(self.script.id).post(command)
        self.world.run()

    def look(self, alive: frozenset[int] | None = None) -> None:
        for hub in self.hubs.values():
            hub.hinted(self.script.id, None, alive)
        self.world.run()

    def write(self, *rows: LogRow) -> None:
        """As a third node would."""
        assert self.world.log.write(self.script.id, rows)

    @property
    def standing(self) -> Standing:
        """As the first node knows it."""
        found = self.hubs[1]._table(self.script.id).standing
        assert found is not None
        return found

    @property
    def connected(self) -> list[int]:
        """Seats of those who are connected, by the log."""
        return [seat for seat, here in enumerate(fold(self.script.rows).connected) if here]


def test_a_person_who_comes_to_another_node_is_let_go_by_the_first() -> None:
    nodes = Nodes()
    first, other = nodes.join(0, 1), nodes.join(1, 1)
    second = nodes.join(0, 2)
    nodes.look()
    assert first.farewell == Bye("taken_over")
    assert (second.farewell, other.farewell) == (None, None)
    nodes.post(1, Leave(first))
    assert nodes.connected == [0, 1]


def test_a_node_that_notices_late_does_not_send_away_who_is_at_another() -> None:
    nodes = Nodes()
    first = nodes.join(0, 1)
    second = nodes.join(0, 2)
    nodes.post(1, Leave(first))
    assert nodes.connected == [0]
    nodes.post(2, Leave(second))
    assert nodes.connected == []


def test_of_two_nodes_a_person_comes_to_at_once_one_keeps_the_person() -> None:
    nodes = Nodes()
    nodes.join(1, 1)
    sockets = [MemorySocket(), MemorySocket()]
    for node, socket in zip((1, 2), sockets, strict=True):
        nodes.hubs[node].join(nodes.script.id, person(0), socket, None)
    nodes.world.run()
    for _ in range(3):
        nodes.look()
    assert [socket.farewell for socket in sockets].count(None) == 1
    assert nodes.connected == [0, 1]


def test_who_is_connected_stays_so_whatever_another_node_has_written() -> None:
    nodes = Nodes()
    sockets = [nodes.join(0, 1), nodes.join(1, 2)]
    nodes.write(restart(fold(nodes.script.rows), nodes.world.now())[0].row)
    assert nodes.connected == []
    nodes.look()
    assert nodes.connected == [0, 1]
    assert all(socket.farewell is None for socket in sockets)


def test_the_people_of_a_dead_node_are_away_for_those_of_the_others() -> None:
    nodes = Nodes()
    nodes.join(0, 1)
    ben = nodes.join(1, 2)
    nodes.look(BOTH)
    assert nodes.connected == [0, 1]
    nodes.post(2, Look(None, frozenset({2})))
    assert nodes.connected == [1]
    last = ben.heard[-1]
    assert isinstance(last, Presence)
    assert [sitter is not None and sitter.connected for sitter in last.seats[:2]] == [False, True]


def test_the_next_deal_comes_at_once_when_those_at_all_nodes_want_it() -> None:
    nodes = Nodes(move=1, reserve=0, late="auto")
    ada, ben = nodes.join(0, 1), nodes.join(1, 2)
    while nodes.standing.game.phase != "between":
        nodes.world.advance(500)
        nodes.look()
    number = nodes.standing.game.number
    nodes.post(1, Do(ada, b"ada want", 0, None))
    nodes.look()
    assert nodes.standing.game.number == number
    nodes.post(2, Do(ben, b"ben want", 0, None))
    nodes.look()
    assert nodes.standing.game.number == number + 1
    assert [frame.cid for socket in (ada, ben) for frame in socket.heard if isinstance(frame, Ok)] == [
        b"ada want",
        b"ben want",
    ]


def test_two_nodes_that_take_up_a_left_table_give_its_time_back_once() -> None:
    nodes = Nodes()
    nodes.join(0, 1)
    nodes.world.kill()
    nodes.world.advance(600_000)
    nodes.start()
    for hub in nodes.hubs.values():
        hub.take_up(nodes.script.id)
    nodes.world.run()
    assert [row.kind for row in nodes.script.rows].count("restart") == 1

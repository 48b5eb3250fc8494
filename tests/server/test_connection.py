"""One socket downwards: in order, bounded, and with an end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from okey.play.messages import Bye, Ok, Why
from okey.server.connection import MAX_BYTES, MAX_FRAMES, Connection


class Slow:
    """A `Line` that takes what it is told to take."""

    def __init__(self, room: int = 1000) -> None:
        self.room = room
        """Texts it takes before it is free no more."""
        self.texts: list[bytes] = []
        self.code: int | None = None
        self.freed: Callable[[], None] | None = None

    @property
    def free(self) -> bool:
        return len(self.texts) < self.room

    def write(self, text: bytes) -> None:
        assert self.code is None
        self.texts.append(text)

    def end(self, code: int) -> None:
        assert self.code is None
        self.code = code

    def take(self, more: int) -> None:
        self.room += more
        if self.freed is not None:
            self.freed()


def test_frames_go_out_in_order_and_the_farewell_last() -> None:
    line = Slow()
    connection = Connection(line)
    for number in range(5):
        connection.send(Ok(bytes(8), number))
    connection.close(Bye("taken_over"))
    connection.send(Ok(bytes(8), 99))
    connection.close(Bye("restart"))
    assert connection.closing
    assert [b'"seq":%d' % number in text for number, text in enumerate(line.texts[:5])] == [True] * 5
    assert b"taken_over" in line.texts[5]
    assert len(line.texts) == 6
    assert line.code == 1000


@pytest.mark.parametrize(
    ("why", "code"), [("bad_frame", 1008), ("too_fast", 1008), ("restart", 1012), ("full", 1013), ("not_seated", 1000)]
)
def test_codes(why: Why, code: int) -> None:
    line = Slow()
    Connection(line).close(Bye(why))
    assert line.code == code


def test_what_waited_goes_out_in_its_order_as_the_network_takes_it() -> None:
    line = Slow(room=2)
    connection = Connection(line)
    for number in range(6):
        connection.write(b"%d" % number)
    assert line.texts == [b"0", b"1"]
    line.take(1)
    assert line.texts == [b"0", b"1", b"2"]
    connection.write(b"6")
    assert len(line.texts) == 3, "nobody overtakes who waits"
    line.take(1)
    line.take(10)
    connection.write(b"7")
    assert line.texts == [b"%d" % number for number in range(8)]
    assert not connection.closing


def test_the_farewell_comes_after_what_waits() -> None:
    line = Slow(room=0)
    connection = Connection(line)
    connection.write(b"first")
    connection.close(Bye("taken_over"))
    assert line.texts[0] == b"first"
    assert b"taken_over" in line.texts[1]
    assert line.code == 1000
    line.take(1)
    assert len(line.texts) == 2


def test_who_does_not_read_is_closed_with_1013() -> None:
    line = Slow(room=1)
    connection = Connection(line)
    for number in range(1 + MAX_FRAMES):
        connection.send(Ok(bytes(8), number))
    assert not connection.closing
    connection.send(Ok(bytes(8), 99))
    assert connection.closing
    assert line.code == 1013
    assert len(line.texts) == 1, "what waited is dropped"


def test_who_reads_in_between_is_not_closed() -> None:
    line = Slow(room=0)
    connection = Connection(line)
    for _ in range(10):
        for _ in range(MAX_FRAMES):
            connection.write(b"x" * 1000)
        line.take(MAX_FRAMES)
    assert not connection.closing
    assert len(line.texts) == 10 * MAX_FRAMES


def test_bytes_are_bounded_too() -> None:
    connection = Connection(Slow(room=0))
    for _ in range(MAX_BYTES // 10_000):
        connection.write(b"x" * 10_000)
    assert not connection.closing
    connection.write(b"x" * 10_000)
    assert connection.closing

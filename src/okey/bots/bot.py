"""What a bot is: a pure function of what a seat knows and a random stream."""

from typing import Protocol

from okey.bots.position import Position
from okey.rules.actions import SeatAction


class Stream(Protocol):
    """The random numbers a bot may use; `random.Random` is one."""

    def random(self) -> float:
        """The next number from 0 to 1."""
        ...

    def randrange(self, stop: int, /) -> int:
        """The next whole number 0..stop-1."""
        ...


class Bot(Protocol):
    """A player. It keeps nothing between two turns, so it survives a restart and its moves can be checked again."""

    @property
    def version(self) -> str:
        """Changes whenever the bot may answer anything differently."""
        ...

    def decide(self, position: Position, stream: Stream) -> SeatAction:
        """The answer at the seat's turn: one of the actions named in `position.can`. The position is left as it was."""
        ...

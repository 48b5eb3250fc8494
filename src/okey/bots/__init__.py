"""Computer players: a pure function of (View, random stream) for each level.

    choose(view, "zor", random.Random(7)) -> the seat's action

They see a `View` and nothing else. `LEVELS` maps a level to its `Bot`; `okey.bots.arena` plays them against each other.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from okey.bots.bot import Bot, Stream
from okey.bots.greedy import Greedy
from okey.bots.points import Points
from okey.bots.position import Position
from okey.rules.actions import SeatAction
from okey.rules.view import View

LEVELS: Final[Mapping[str, Bot]] = MappingProxyType(
    {
        "kolay": Greedy("greedy-slips/1", slip=0.25),
        "orta": Greedy("greedy/1"),
        "zor": Points("points/1"),
    }
)
"""The levels from weak to strong."""


def choose(view: View, level: str, stream: Stream) -> SeatAction:
    """What the bot of `level` does at its turn in `view`; `stream` gives all its random numbers.

    Raises `ValueError` when the level is unknown or when it is not the viewer's turn.
    """
    bot = LEVELS.get(level)
    if bot is None:
        raise ValueError(f"unknown level {level!r}")
    if view.viewer is None or view.turn != view.viewer:
        raise ValueError("it is not the viewer's turn")
    return bot.decide(Position.of(view), stream)


__all__ = ["LEVELS", "Bot", "Position", "Stream", "choose"]

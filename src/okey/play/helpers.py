"""What a table does for a person who asked for it: draw, throw what was drawn, take one face if it is offered.

Pure: everything follows from what that person sees.
"""

from dataclasses import dataclass, replace

from okey.rules.actions import Draw, SeatAction, Take, Throw
from okey.rules.events import Drawn, Taken
from okey.rules.tiles import Face, Tile, face, is_okey, okey_face
from okey.rules.view import View
from okey.solver import finishes


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be done; `take` is used once."""

    draw: bool = False
    throw: bool = False
    take: Face | None = None


def plan(view: View, wish: Wish) -> tuple[SeatAction | None, Wish]:
    """What to play for the viewer, if anything, and the wish from then on.

    Throwing stops when a finish is possible. Never thrown: a real okey, and anything after a take or a start.
    """
    seat = view.viewer
    if seat is None or view.turn != seat:
        return None, wish
    if view.phase == "draw":
        return _arrival(view, seat, wish)
    if view.phase != "throw" or not wish.throw or view.indicator is None:
        return None, wish
    okey, last = okey_face(view.indicator), view.rack[-1]
    if finishes(view.rack, okey):
        return None, replace(wish, throw=False)
    return (Throw(last) if _drew(view, seat) and not is_okey(last, okey) else None), wish


def _arrival(view: View, seat: int, wish: Wish) -> tuple[SeatAction | None, Wish]:
    """A tile to begin the turn with."""
    offered = _offered(view, seat)
    if wish.take is not None and "take" in view.can and offered is not None and face(offered) == wish.take:
        return Take(), replace(wish, take=None)
    return (Draw() if wish.draw and "draw" in view.can else None), wish


def _offered(view: View, seat: int) -> Tile | None:
    """The last discard of the seat before."""
    seats = [place for place, kind in enumerate(view.kinds) if kind]
    pile = view.discards[seats[seats.index(seat) - 1]]
    return pile[-1] if pile else None


def _drew(view: View, seat: int) -> bool:
    """Whether the turn's tile came from the pile."""
    arrivals = [seen for seen in view.history if seen.type in (Drawn.TYPE, Taken.TYPE)]
    return bool(arrivals) and (arrivals[-1].type, arrivals[-1].seat) == (Drawn.TYPE, seat)

"""What a seat knows at its turn: everything a bot decides from, read from one `View`.

Bots count tiles by *value*, as the solver's kernel does: 0..51 is the face a tile counts as (a false joker counts as
the okey's face) and 52, `WILD`, stands for the real okeys.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from okey.rules.events import Four, Taken, Thrown
from okey.rules.ruleset import Ruleset
from okey.rules.tiles import FACES, Face, Tile, okey_face
from okey.rules.view import View
from okey.solver.hand import slot

WILD: Final = 52
"""The value of a real okey."""

_rules = lru_cache(maxsize=64)(Ruleset.parse)


@dataclass(slots=True)
class Position:
    """One seat's knowledge in a running deal. A bot reads it and leaves it as it is."""

    ruleset: Ruleset
    seat: int
    seats: int
    """Occupied seats."""
    okey: Face
    rack: list[Tile]
    """14 or 15 tiles in order of arrival."""
    counts: bytearray
    """The rack by value."""
    unseen: bytearray
    """By value: copies that are neither in the rack nor ever shown; a discard stays seen when somebody takes it."""
    offer: Tile | None
    """The previous seat's last discard, if it lies there to be taken."""
    can: Sequence[str]
    """What the seat may do now, as in `View.can`."""
    pile: int
    """Tiles left in the pile."""
    turn: int
    """Turns the seat has completed in this deal."""
    declared: bool
    lap: bool
    """Whether the last lap is on."""
    wanted: list[int]
    """Values the next seat has taken."""
    unwanted: list[int]
    """Values the next seat has thrown."""

    @property
    def hidden(self) -> int:
        """Tiles that may still turn up: all unseen ones."""
        return sum(self.unseen)

    @classmethod
    def of(cls, view: View) -> "Position":
        """Read a view. Raises `ValueError` for a spectator or when no deal is running."""
        seat, indicator = view.viewer, view.indicator
        if seat is None or indicator is None or view.turn is None:
            raise ValueError("a bot decides for a seat in a running deal")
        okey = okey_face(indicator)
        following, previous = neighbours(view.kinds, seat)
        seen = {indicator, *view.rack}
        turn = 0
        wanted: list[int] = []
        unwanted: list[int] = []
        for event in view.history:
            tile = event.tile
            if tile is None:
                continue
            seen.add(tile)
            if event.type == Thrown.TYPE:
                if event.seat == seat:
                    turn += 1
                elif event.seat == following:
                    unwanted.append(slot(tile >> 1, okey))
            elif event.type == Taken.TYPE and event.seat == following:
                wanted.append(slot(tile >> 1, okey))
        unseen = bytearray([2] * FACES)
        for tile in seen:
            unseen[slot(tile >> 1, okey)] -= 1
        counts = bytearray(FACES)
        for tile in view.rack:
            counts[slot(tile >> 1, okey)] += 1
        offered = view.discards[previous]
        return cls(
            ruleset=_rules(view.rules),
            seat=seat,
            seats=4 - view.kinds.count(0),
            okey=okey,
            rack=list(view.rack),
            counts=counts,
            unseen=unseen,
            offer=offered[-1] if offered else None,
            can=view.can,
            pile=view.pile,
            turn=turn,
            declared=view.declared[seat],
            lap=view.lap,
            wanted=wanted,
            unwanted=unwanted,
        )

    def tile(self, value: int) -> Tile:
        """The first tile of the rack that counts as `value`."""
        return next(tile for tile in self.rack if slot(tile >> 1, self.okey) == value)


@lru_cache(maxsize=64)
def neighbours(kinds: Four, seat: int) -> tuple[int, int]:
    """The next and the previous occupied seat."""
    ahead = [(seat + step) % 4 for step in (1, 2, 3) if kinds[(seat + step) % 4]]
    return ahead[0], ahead[-1]

"""What a seat knows at its turn: everything a bot decides from, read from one `View`."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from okey.rules.events import Taken, Thrown
from okey.rules.ruleset import Ruleset
from okey.rules.tiles import FACES, Face, Tile, okey_face
from okey.rules.view import View

_rules = lru_cache(maxsize=64)(Ruleset.parse)


@dataclass(slots=True)
class Position:
    """One seat's knowledge. Tiles are ids; lists by face have 53 places (52 is the false joker)."""

    ruleset: Ruleset
    seat: int
    seats: int
    """Occupied seats."""
    okey: Face
    indicator: Tile
    rack: Sequence[Tile]
    """14 or 15 tiles."""
    offer: Tile | None
    """The previous seat's last discard, if it lies there to be taken."""
    can: Sequence[str]
    """What the seat may do now, as in `View.can`."""
    unseen: list[int]
    """By face: copies that are neither in the rack nor ever shown; a discard stays seen when somebody takes it."""
    hidden: int
    """Tiles in all unseen places: the pile and the other racks, without the taken tiles everyone saw."""
    pile: int
    turn: int
    """Turns the seat has completed in this deal."""
    declared: bool
    lap: bool
    before: Sequence[Face]
    """Faces the previous seat has thrown."""
    wanted: Sequence[Face]
    """Faces the next seat has taken."""
    unwanted: Sequence[Face]
    """Faces the next seat has thrown."""

    @classmethod
    def of(cls, view: View) -> "Position":
        """Read a view of a seat in a running deal. Raises `ValueError` for a spectator or between deals."""
        seat, indicator = view.viewer, view.indicator
        if seat is None or indicator is None or view.turn is None:
            raise ValueError("a bot decides for a seat in a running deal")
        kinds = view.kinds
        following = next((seat + step) % 4 for step in (1, 2, 3, 4) if kinds[(seat + step) % 4])
        previous = next((seat - step) % 4 for step in (1, 2, 3, 4) if kinds[(seat - step) % 4])
        unseen = [2] * FACES
        unseen[indicator >> 1] -= 1
        for tile in view.rack:
            unseen[tile >> 1] -= 1
        seen = {indicator, *view.rack}
        turn = 0
        before, wanted, unwanted = [], [], []
        for event in view.history:
            tile_or_none = event.tile
            if tile_or_none is None:
                continue
            tile = tile_or_none
            if tile not in seen:
                seen.add(tile)
                unseen[tile >> 1] -= 1
            if event.type == Thrown.TYPE:
                if event.seat == seat:
                    turn += 1
                else:
                    if event.seat == previous:
                        before.append(tile >> 1)
                    if event.seat == following:
                        unwanted.append(tile >> 1)
            elif event.type == Taken.TYPE and event.seat == following != seat:
                wanted.append(tile >> 1)
        pile = view.discards[previous]
        return cls(
            ruleset=_rules(view.rules),
            seat=seat,
            seats=4 - kinds.count(0),
            okey=okey_face(indicator),
            indicator=indicator,
            rack=view.rack,
            offer=pile[-1] if pile else None,
            can=view.can,
            unseen=unseen,
            hidden=sum(unseen),
            pile=view.pile,
            turn=turn,
            declared=view.declared[seat],
            lap=view.lap,
            before=before,
            wanted=wanted,
            unwanted=unwanted,
        )



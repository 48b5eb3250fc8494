"""What a seat, or a spectator, may see: built by listing, never by deleting from the full state."""

from dataclasses import dataclass

from okey.rules.events import Four
from okey.rules.history import Result, Seen
from okey.rules.match import can
from okey.rules.state import State
from okey.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class View:
    """The table as one viewer may see it.

    It is a plain value: bots decide from it alone, and it is what the page gets.
    """

    rules: str
    """Canonical text of the rule set."""
    viewer: int | None
    """The seat that looks, None for a spectator."""
    kinds: Four
    """0 empty, 1 person, 2 computer; fixed for the match."""
    control: Four
    """Who plays now: 0 empty, 1 person, 2 computer."""
    phase: str
    """`between` deals, `draw` (draw or take), `throw` (15 tiles in the rack of the turn), `over`."""
    deal: int
    """Number of the deal, from 1; 0 before the first."""
    starter: int | None
    turn: int | None
    indicator: Tile | None
    dice: tuple[int, int] | None
    pile: int
    """Number of tiles left in the pile."""
    scores: Four
    """Scores as they stand, with shown indicators and penalties of this deal."""
    rack: tuple[Tile, ...]
    """The viewer's own tiles in order of arrival; empty for a spectator."""
    sizes: Four
    """Number of tiles in each rack."""
    discards: tuple[tuple[Tile, ...], ...]
    """The discards of each seat as they lie, the last one on top."""
    declared: tuple[bool, bool, bool, bool]
    shown: int | None
    """The seat that has shown the indicator in this deal."""
    moves: int
    """Moves of this deal so far."""
    lap: bool
    """Whether the last lap is on: the offered tile must be taken (RULES 8)."""
    history: tuple[Seen, ...]
    """All public events of this deal, in order."""
    results: tuple[Result, ...]
    """All ended deals."""
    ranks: Four
    """Final ranks, 0 while the match runs."""
    match_reason: int
    """Reason of the match end (FAIRNESS 5), 0 while the match runs."""
    can: tuple[str, ...]
    """What the viewer may do now: `draw`, `take`, `throw`, `finish`, `show`, `declare`."""


def view(state: State, viewer: int | None) -> View:
    """What `viewer` (a seat, or None for a spectator) may see of `state`."""
    deal = state.deal
    seat = viewer if viewer is not None and viewer in state.seats else None
    return View(
        rules=state.ruleset.text,
        viewer=seat,
        kinds=state.kinds,
        control=state.control,
        phase=state.phase,
        deal=state.number,
        starter=deal.starter if deal else None,
        turn=state.turn,
        indicator=deal.indicator if deal else None,
        dice=deal.dice if deal else None,
        pile=len(deal.pile) if deal else 0,
        scores=state.standing,
        rack=deal.racks[seat] if deal and seat is not None else (),
        sizes=deal.sizes if deal else (0, 0, 0, 0),
        discards=deal.discards if deal else ((), (), (), ()),
        declared=deal.declared if deal else (False, False, False, False),
        shown=deal.shown if deal else None,
        moves=deal.moves if deal else 0,
        lap=state.lap,
        history=deal.history if deal else (),
        results=state.results,
        ranks=state.ranks,
        match_reason=state.match_reason,
        can=can(state, seat) if seat is not None else (),
    )

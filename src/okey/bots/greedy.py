"""The levels `kolay` and `orta`: always the smallest distance, with or without slips."""

from dataclasses import dataclass

from okey.bots.bot import Stream
from okey.bots.finish import Stakes, best_finish, finish
from okey.bots.hand import after_each, after_throw, distances
from okey.bots.position import WILD, Position
from okey.rules.actions import Draw, SeatAction, ShowIndicator, Take, Throw
from okey.rules.tiles import Tile
from okey.solver.hand import slot


@dataclass(frozen=True, slots=True)
class Greedy:
    """Throws what leaves the smallest distance, by lot among equals, and takes only what shortens it."""

    version: str
    slip: float = 0.0
    """Chance of a move without a look: the offered tile is taken whatever it is, any tile but a real okey is thrown."""

    def decide(self, position: Position, stream: Stream) -> SeatAction:
        """See `okey.bots.Bot`."""
        can = position.can
        if "show" in can:
            return ShowIndicator()
        slips = self.slip > 0 and stream.random() < self.slip
        if "throw" in can:
            return _throw(position, stream, slips)
        offer = position.offer
        if offer is not None and ("draw" not in can or slips or _shortens(position, offer)):
            return Take()
        return Draw()


def _throw(position: Position, stream: Stream, slips: bool) -> SeatAction:
    counts, pairs_only = position.counts, position.declared
    nearest = _nearer(after_throw(counts), pairs_only)
    stakes = Stakes.of(position.ruleset, position.seats)
    found = best_finish(position.rack, position.okey, stakes, pairs_only) if nearest == 0 else None
    if found is not None:
        return finish(position.rack, found[1], position.okey, position.ruleset, pairs_only)
    if slips:
        choice = [value for value in range(WILD) if counts[value]]
    else:
        left = after_each(counts).items()
        choice = [value for value, away in left if _nearer(away, pairs_only) == nearest]
    return Throw(position.tile(choice[stream.randrange(len(choice))]))


def _shortens(position: Position, offer: Tile) -> bool:
    """Whether the offered tile shortens the distance."""
    counts = position.counts
    now = _nearer(distances(counts), position.declared)
    offered = slot(offer >> 1, position.okey)
    counts[offered] += 1
    then = _nearer(after_throw(counts), position.declared)
    counts[offered] -= 1
    return then < now


def _nearer(away: tuple[int, int], pairs_only: bool) -> int:
    """The distance to the nearer goal that is open to the seat."""
    return away[1] if pairs_only else min(away)

"""The level `zor`: plays for points, by a model of the race to the finish."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from okey.bots.bot import Stream
from okey.bots.finish import Stakes, best_finish, finish
from okey.bots.hand import after_each, after_throw, copies, distances, melds_helpers, narrowing_throws, twins
from okey.bots.position import WILD, Position
from okey.bots.race import Goal, arrival, chance, hazard, usual, waiting
from okey.rules.actions import DeclarePairs, Draw, SeatAction, ShowIndicator, Take, Throw
from okey.rules.tiles import FACES, Tile
from okey.solver.hand import slot

_COMMIT: Final = 0.1
"""Pairs are declared when melds promise less than this share of what pairs promise."""

_WIDENING: Final = 1.15
"""A drawn tile that does not help at once still makes the hand this much wider on average."""

_FAR: Final = 4
"""Pairs further away than this are not looked at."""

_RISK: Final = 0.3
"""With this chance of another finish in the next round, waiting with a complete hand is not looked at."""


@dataclass(frozen=True, slots=True)
class Points:
    """Weighs every throw by the points it promises: the chance to finish first times what that finish pays.

    The chance comes from the distance and from the useful tiles that nobody has shown yet. A complete hand waits for
    a tile that makes it worth more, a freed okey above all, as long as that pays (RULES 12).
    """

    version: str

    def decide(self, position: Position, stream: Stream) -> SeatAction:
        """See `okey.bots.Bot`; no random number is used."""
        can = position.can
        if "show" in can:
            return ShowIndicator()
        judge = _Judge(position)
        if "throw" in can:
            return judge.throw()
        offer = position.offer
        if offer is not None and ("draw" not in can or judge.wants(offer)):
            return Take()
        return Draw()


@dataclass(frozen=True, slots=True)
class _Promise:
    """Points that the 14 tiles left by a throw promise by either goal, above the cost of another seat's finish."""

    value: int
    melds: float
    pairs: float

    @property
    def best(self) -> float:
        """The better goal counts: pairs and melds want different tiles."""
        return max(self.melds, self.pairs)


class _Judge:
    """One decision: the position, and what follows from it for all throws."""

    __slots__ = ("at", "hidden", "stakes", "turns")

    def __init__(self, position: Position) -> None:
        self.at = position
        self.hidden = position.hidden
        self.stakes = Stakes.of(position.ruleset, position.seats)
        last_lap = position.ruleset.exhaust == "lap" and not position.lap
        self.turns = position.pile // position.seats + last_lap

    def throw(self) -> SeatAction:
        """What to do with 15 tiles."""
        at = self.at
        away = after_throw(at.counts)
        found = self._finish(at.rack, away)
        if found is not None:
            worth, tile = found
            promised, kept = self._wait()
            if kept is not None and promised > worth:
                return Throw(kept)
            return finish(at.rack, tile, at.okey, at.ruleset, at.declared)
        best = self._best(away)
        if "declare" in at.can and away[1] <= 1 and best.melds < _COMMIT * best.pairs:
            return DeclarePairs()
        return Throw(at.tile(best.value))

    def wants(self, offer: Tile) -> bool:
        """Whether the offered tile promises more than a drawn one."""
        at = self.at
        now = distances(at.counts)
        drawn = self._drawn(now)
        offered = slot(offer >> 1, at.okey)
        at.counts[offered] += 1
        away = after_throw(at.counts)
        found = self._finish((*at.rack, offer), away)
        if found is not None:
            taken = found[0] + self.stakes.loss
        else:
            taken = self._best(away).best
        at.counts[offered] -= 1
        return taken > drawn

    # --- what a throw leaves

    def _finish(self, rack: Sequence[Tile], away: tuple[int, int]) -> tuple[float, Tile] | None:
        if min(away):
            return None
        return best_finish(rack, self.at.okey, self.stakes, self.at.declared)

    def _best(self, away: tuple[int, int]) -> _Promise:
        """The throw of 15 tiles that promises most; among equals the one that helps the next seat least.

        Without another turn nothing is promised, and all but the okeys may go.
        """
        if self.turns == 0:
            throws = [_Promise(value, 0.0, 0.0) for value in range(WILD) if self.at.counts[value]]
            return max(throws, key=lambda one: (-self._danger(one.value), -one.value))
        melds = {} if self.at.declared else self._melds(away)
        pairs = self._pairs(away[1]) if away[1] <= _FAR or not melds else {}
        throws = [_Promise(value, melds.get(value, 0.0), pairs.get(value, 0.0)) for value in {**melds, **pairs}]
        return max(throws, key=lambda one: (one.best, -self._danger(one.value), -one.value))

    def _melds(self, away: tuple[int, int]) -> dict[int, float]:
        """By value thrown: what melds promise; only throws that leave the smallest distance."""
        at = self.at
        if away[0] < away[1]:
            useful = narrowing_throws(at.counts, at.unseen)
        else:
            useful = {}
            for value, (melds, pairs) in after_each(at.counts).items():
                if melds == away[0]:
                    at.counts[value] -= 1
                    useful[value] = copies(melds_helpers(at.counts, melds, pairs), at.unseen)
                    at.counts[value] += 1
        pays = self.stakes.melds + self.stakes.loss
        return {value: pays * self._chance("melds", away[0], many) for value, many in useful.items()}

    def _pairs(self, distance: int) -> dict[int, float]:
        """By value thrown: what pairs promise; only single tiles go (15 tiles that are not complete hold one)."""
        at = self.at
        many = twins(at.counts, at.unseen)
        pays = self.stakes.pairs + self.stakes.loss
        single = [value for value in range(WILD) if at.counts[value] == 1]
        return {value: pays * self._chance("pairs", distance, many - at.unseen[value]) for value in single}

    def _chance(self, goal: Goal, distance: int, useful: float) -> float:
        step = arrival(useful, self.hidden)
        return chance(goal, distance, step, self.at.turn, self.at.seats, self.turns)

    def _danger(self, value: int) -> float:
        """How much a tile may help the next seat: like the ones it took, unlike the ones it threw."""
        danger = 0.0
        for others, weight in ((self.at.wanted, 1.0), (self.at.unwanted, -0.5)):
            for other in others:
                if other % 13 == value % 13 or (other // 13 == value // 13 and abs(other - value) <= 2):
                    danger += weight
        return danger

    # --- what a draw promises

    def _drawn(self, now: tuple[int, int]) -> float:
        """Points promised by a drawn tile, in the measure of `_Promise`."""
        at, stakes = self.at, self.stakes
        best = 0.0
        if not at.declared:
            useful = copies(melds_helpers(at.counts, *now), at.unseen)
            best = self._draw_for("melds", now[0], useful, _WIDENING) * (stakes.melds + stakes.loss)
        if now[1] <= _FAR:
            useful = twins(at.counts, at.unseen)
            best = max(best, self._draw_for("pairs", now[1], useful, 1.0) * (stakes.pairs + stakes.loss))
        return best

    def _draw_for(self, goal: Goal, distance: int, useful: int, widening: float) -> float:
        """Chance to finish first by this goal after a draw."""
        if distance == 0:
            return 1.0
        at = self.at
        helps = useful / self.hidden
        nearer = usual(goal, distance - 1, at.turn, at.seats, self.turns) if distance > 1 else 1.0
        return helps * nearer + (1 - helps) * self._chance(goal, distance, useful * widening)

    # --- waiting with a complete hand

    def _wait(self) -> tuple[float, Tile | None]:
        """The most that keeping a complete hand promises, and the tile to throw for it."""
        at = self.at
        best: tuple[float, Tile | None] = 0.0, None
        if self.turns == 0 or hazard(at.turn, at.seats) > _RISK:
            return best
        for value, (melds, pairs) in after_each(at.counts).items():
            if pairs and (melds or at.declared):
                continue
            later = self.stakes.worth("melds" if pairs else "pairs", by_okey=False)
            at.counts[value] -= 1
            helps, better = self._improvements(later)
            at.counts[value] += 1
            if helps:
                step = arrival(helps, self.hidden)
                promised = waiting(step, better, later, self.stakes.loss, at.turn, at.seats, self.turns)
                if promised > best[0]:
                    best = promised, at.tile(value)
        return best

    def _improvements(self, later: float) -> tuple[int, float]:
        """Unseen copies that would let the complete 14 tiles finish for more than `later`, and their mean worth."""
        counts, unseen = self.at.counts, self.at.unseen
        many, total = 0, 0.0
        for value in range(FACES):
            if unseen[value]:
                counts[value] += 1
                worth = self._worth(counts)
                counts[value] -= 1
                if worth > later:
                    many += unseen[value]
                    total += unseen[value] * worth
        return many, total / many if many else 0.0

    def _worth(self, counts: bytearray) -> float:
        """What 15 tiles pay when they finish with pairs or by throwing an okey; 0 when they cannot."""
        worth = 0.0
        if after_throw(counts)[1] == 0:
            worth = self.stakes.pairs
        if counts[WILD]:
            counts[WILD] -= 1
            melds, pairs = distances(counts)
            counts[WILD] += 1
            if pairs == 0:
                worth = max(worth, self.stakes.both)
            elif melds == 0 and not self.at.declared:
                worth = max(worth, self.stakes.okey)
        return worth

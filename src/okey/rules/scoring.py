"""Points of a deal and ranks of a match (RULES 7 and 9)."""

from collections.abc import Sequence

from okey.rules.events import DEALS_LIMIT, PAIRS, SCORE, SINGLE_DEAL, TARGET, Finished, Four
from okey.rules.ruleset import Ruleset
from okey.rules.tiles import BLACK, RED, Tile, colour, face, is_okey, okey_face


def finish_points(ruleset: Ruleset, indicator: Tile, finished: Finished, seats: Sequence[int]) -> Four:
    """Score changes of a finish by seat; fields `normal`, `okey`, `pairs`, `both`, `colour`, `count`."""
    by_okey = is_okey(finished.tile, okey_face(indicator))
    if finished.kind == PAIRS:
        amount = ruleset.both if by_okey else ruleset.pairs
    else:
        amount = ruleset.okey if by_okey else ruleset.normal
    if colour(face(indicator)) in (RED, BLACK):
        amount *= ruleset.colour
    gain = {"down": 0, "up": amount, "pot": amount * (len(seats) - 1)}[ruleset.count]
    loss = 0 if ruleset.count == "up" else -amount
    return by_seat(seats, {seat: gain if seat == finished.seat else loss for seat in seats})


def show_points(ruleset: Ruleset, seat: int, seats: Sequence[int], standing: Four) -> Four:
    """Score changes when `seat` shows the indicator; fields `bonus`, `bonusmin`, `count`."""
    if ruleset.count == "up":
        return by_seat(seats, {seat: ruleset.bonus})
    paying = [other for other in seats if other != seat and standing[other] >= ruleset.bonusmin]
    if ruleset.bonusmin == 0:
        paying = [other for other in seats if other != seat]
    return by_seat(seats, dict.fromkeys(paying, -ruleset.bonus))


def by_seat(seats: Sequence[int], points: dict[int, int]) -> Four:
    """Points by seat as a tuple of four."""
    one, two, three, four = (points.get(seat, 0) if seat in seats else 0 for seat in range(4))
    return one, two, three, four


def match_end(ruleset: Ruleset, number: int, scores: Four, seats: Sequence[int]) -> int | None:
    """Reason why the match ends after deal `number`, or None (tested in the order of FAIRNESS 5)."""
    if ruleset.count == "pot":
        return SINGLE_DEAL
    if ruleset.count == "down" and any(scores[seat] <= 0 for seat in seats):
        return SCORE
    if ruleset.count == "up" and any(scores[seat] >= ruleset.points for seat in seats):
        return TARGET
    return DEALS_LIMIT if number >= ruleset.deals else None


def ranks(scores: Four, seats: Sequence[int], forfeiter: int | None = None) -> Four:
    """Ranks by score, ties together; a seat that forfeits is last and does not count for the others."""
    ranked = [seat for seat in seats if seat != forfeiter]
    places = {seat: 1 + sum(scores[other] > scores[seat] for other in ranked) for seat in ranked}
    if forfeiter is not None:
        places[forfeiter] = len(seats)
    return by_seat(seats, places)

"""Which matches count for ratings and the weekly board, and what the beginning and the end of a match mean for them and
for çekirdek (RULES 9): pure functions from a table to the effects of its rows."""

from dataclasses import replace
from typing import Final

from okey.play import stakes
from okey.play.opening import SEATS, Opening, Options
from okey.play.ports import Effect, Held, Paid, Rated
from okey.play.stakes import Payout
from okey.rules.events import ALL_LEFT, FINISH, FORFEIT, MATCH_CANCELLED
from okey.rules.ruleset import GOALS, PRESETS, Ruleset
from okey.rules.state import State

DAILY: Final = 5
"""Matches a day of the same two persons that count."""
_UNCHANGED: Final = (*PRESETS.values(), replace(PRESETS["klasik"], points=10))
QUICK_RULES: Final = frozenset(rules.text for rules in _UNCHANGED)
"""The rules of quick match: the presets as they come, so that many find one another."""
RATED_RULES: Final = frozenset(
    replace(rules, seats=seats, points=GOALS["standard"][seats] if rules.count == "up" else rules.points).text
    for rules in _UNCHANGED
    for seats in SEATS
)
"""The rules of rated tables: the same for two to four."""
MOST_STAKE: Final = 1000
"""Most çekirdek that may be asked for a match."""


def may_be_rated(rules: Ruleset) -> bool:
    """Whether a table by these rules can be rated: an unchanged preset, and whoever is away loses."""
    return rules.text in RATED_RULES and rules.absent == "clock"


def may_stake(rules: Ruleset, stake: int) -> bool:
    """Whether a table by these rules can be played for so much: a pot for its own stake, any other for an entry."""
    return stake == rules.points if rules.count == "pot" else 0 < stake <= MOST_STAKE


def quick_options(rules: Ruleset, account: bool, balance: int) -> Options:
    """How a person's table of quick match is opened, which is also for whom it looks: persons with an account find one
    another, for a stake where the rules know one and `balance` suffices, and guests one another."""
    stakes_in = account and rules.count == "pot" and balance >= stakes.held(rules, rules.points)
    return Options(listed=True, quick=True, rated=account, stake=rules.points if stakes_in else 0)


def begun(opening: Opening, game: State) -> list[Effect]:
    """With the first deal: what is held of everybody."""
    if not opening.stake or game.number != 1:
        return []
    return [Held(stakes.held(opening.rules, opening.stake), game.seats)]


def ended(opening: Opening, game: State) -> list[Effect]:
    """With the end of a match that was dealt: ratings, the board, and all that was held."""
    found: list[Effect] = []
    if opening.rated and game.match_reason not in (MATCH_CANCELLED, ALL_LEFT):
        found.append(Rated(opening.rules.preset, game.ranks))
    if opening.stake and game.number:
        payout = _payout(opening, game)
        found.append(Paid(tuple(sorted(payout.seats.items())), payout.house))
    return found


def _payout(opening: Opening, game: State) -> Payout:
    rules, stake, seats = opening.rules, opening.stake, game.seats
    last = game.results[-1] if game.results else None
    if last is None or game.match_reason in (MATCH_CANCELLED, ALL_LEFT):
        return stakes.given_back(rules, stake, seats)
    if rules.count != "pot":
        return stakes.entries(stake, seats, [seat for seat in seats if game.ranks[seat] == 1])
    if last.reason == FORFEIT and last.seat is not None:
        return stakes.pot_forfeited(rules, stake, seats, last.seat)
    if last.reason != FINISH:
        return stakes.given_back(rules, stake, seats)
    return stakes.pot(rules, stake, seats, last.changes)

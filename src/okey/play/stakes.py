"""What is held of each seat's çekirdek while a match runs, and how it is paid out at its end (RULES 9).

Amounts are whole çekirdek. Whatever was held is paid out to the last one: to seats, or to the house.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from okey.rules.events import Four
from okey.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Payout:
    """What each seat gets of all that was held, and what falls to the house."""

    seats: dict[int, int]
    house: int = 0


def held(rules: Ruleset, stake: int) -> int:
    """What each seat must have, and what is held of it from the first deal on.

    Where the pot is played for (`count=pot`) a finish may cost several stakes; elsewhere the stake is for entry.
    """
    if rules.count != "pot":
        return stake
    return stake * rules.colour * max(rules.normal, rules.okey, rules.pairs, rules.both)


def given_back(rules: Ruleset, stake: int, seats: Collection[int]) -> Payout:
    """Everybody gets back what was held: a drawn deal, a cancelled table, a fault of the server."""
    return Payout(dict.fromkeys(seats, held(rules, stake)))


def pot(rules: Ruleset, stake: int, seats: Collection[int], changes: Four) -> Payout:
    """A finish: the finisher takes from each other seat as many stakes as that seat lost points."""
    return Payout({seat: held(rules, stake) + stake * changes[seat] for seat in seats})


def pot_forfeited(rules: Ruleset, stake: int, seats: Collection[int], loser: int) -> Payout:
    """The seat that lost on time pays one stake to the house, the others get theirs back."""
    back = given_back(rules, stake, seats).seats
    return Payout(back | {loser: back[loser] - stake}, stake)


def entries(stake: int, seats: Sequence[int], winners: Collection[int]) -> Payout:
    """The winners share the entry stakes of all; what does not divide goes to them one by one, by seat."""
    share, rest = divmod(stake * len(seats), len(winners))
    won = {seat: share + (place < rest) for place, seat in enumerate(sorted(winners))}
    return Payout({seat: won.get(seat, 0) for seat in seats})

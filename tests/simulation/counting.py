"""What the judge demands of tables that count: nobody sits who may not, and çekirdek is neither made nor lost."""

from __future__ import annotations

from dataclasses import dataclass

from okey.play import stakes
from okey.play.drawing import mark
from okey.play.ports import Effect, Held, Paid, Rated
from okey.play.seating import Seating
from okey.play.standing import Standing
from okey.rules.events import ALL_LEFT, COMPUTER, MATCH_CANCELLED
from tests.simulation.world import Violation


@dataclass(frozen=True)
class Members:
    """Who has an account, and in which browser."""

    browsers: dict[bytes, bytes]

    def sits(self, before: Seating, after: Seating, at: int) -> None:
        """Somebody has sat down."""
        made, person = before.invitation, next(iter(set(after.people) - set(before.people)))
        options = made.options
        _need(not options.members or person in self.browsers, "a guest sits at a table for persons with an account")
        _need(not options.drawn or after.seat_of(person) == before.drawn(person, at), "a seat was chosen, not drawn")
        if options.rated:
            marks = [mark(made.table, self.browsers[each]) for each in after.people]
            _need(len(set(marks)) == len(marks), "one browser has two seats at a rated table")
        _need(not options.people_only or COMPUTER not in after.kinds, "a computer sits where it counts")


def settled(standing: Standing, effects: list[Effect], kept: int) -> None:
    """A table that was opened has the effects it must have by now; `kept` is what it holds."""
    opening, game = standing.opening, standing.game
    over, cancelled = game.phase == "over", game.match_reason in (MATCH_CANCELLED, ALL_LEFT)
    held = [effect for effect in effects if isinstance(effect, Held)]
    paid = [effect for effect in effects if isinstance(effect, Paid)]
    rated = [effect for effect in effects if isinstance(effect, Rated)]
    plays = opening.stake > 0 and game.number > 0
    amount = stakes.held(opening.rules, opening.stake)
    _need(held == [Held(amount, game.seats)] * plays, "what a match is played for was not held once, at its first deal")
    _need(len(paid) == (plays and over), "what was held was not paid out once, at the end")
    _need(kept == (0 if over or not plays else amount * len(game.seats)), "a table holds too much or too little")
    counts = opening.rated and over and not cancelled
    _need(rated == [Rated(opening.rules.preset, game.ranks)] * counts, "a match counts that must not, or does not")
    if cancelled and paid:
        _need(paid[0].house == 0 and {each for _, each in paid[0].shares} == {amount}, "not everything was given back")
    _need(not (standing.short and game.number), "a match was called off for a purse after its first deal")


def _need(condition: object, breach: str) -> None:
    if not condition:
        raise Violation(breach)

"""From the log of a finished match of several people to what it adds to the figures of each: pure functions.

`played` folds the log once; whoever counts something of a match (`figures` here, the company of players elsewhere)
reads the steps it holds and no log.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from okey.play.gathering import gathered
from okey.play.invitation import Vault, is_fair
from okey.play.opening import Opening
from okey.play.ports import LogRow, TableId
from okey.play.standing import Standing, Step, advance, dealt_from
from okey.rules.events import ALL_LEFT, MATCH_CANCELLED, PAIRS, PERSON, DealEnded, Finished, Four, MatchEnded
from okey.rules.tiles import is_okey
from okey.solver import distance

SEVERAL: Final = 2
"""Fewest persons of a match that counts; alone against computers nothing does."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished match of at least two persons."""

    table: TableId
    people: Mapping[int, bytes]
    """The persons by seat."""
    start: Standing
    """Before the first deal."""
    steps: tuple[Step, ...]
    """Every row from there on, each with the standing after it; deals and racks are whole."""

    @property
    def opening(self) -> Opening:
        """Rules and seats."""
        return self.start.opening

    @property
    def ranks(self) -> Four:
        """Final places, 1 is best; 0 for an empty seat."""
        return self.ended.standing.game.ranks

    @property
    def ended(self) -> Step:
        """The end of the match; people may come and go after it."""
        return next(step for step in reversed(self.steps) if isinstance(step.event, MatchEnded))


@dataclass(frozen=True, slots=True)
class Figures:
    """What a match adds to the figures of one person."""

    won: bool
    """First, alone or with others, and somebody was placed behind."""
    deals: int = 0
    """Deals that were played."""
    normal: int = 0
    okey: int = 0
    pairs: int = 0
    both: int = 0
    """Own finishes by kind."""
    others: int = 0
    """Deals that somebody else finished."""
    distance: int = 0
    """Sum of the own hand's distance at those moments."""


def played(table: TableId, rows: Sequence[LogRow], vault: Vault, people: Mapping[int, bytes]) -> Played | None:
    """The match of an ended table at which `people` sit; None unless it was played out by several of them.

    `people` come from the list of seats and not from the log: who has deleted an account is somebody else there.
    """
    if len(people) < SEVERAL or not rows or not is_fair(rows[0]):
        return None
    seating, rest = gathered(table, rows, vault)
    if not seating.opened:
        return None
    start = standing = dealt_from(seating.opening(), seating.seq, seating.at)
    steps = []
    for row in rest:
        step = advance(standing, row)
        steps.append(step)
        standing = step.standing
    if standing.game.phase != "over" or standing.game.match_reason in (MATCH_CANCELLED, ALL_LEFT):
        return None
    seated = {seat: person for seat, person in people.items() if start.opening.kinds[seat] == PERSON}
    return Played(table, seated, start, tuple(steps)) if len(seated) >= SEVERAL else None


def figures(match: Played) -> dict[int, Figures]:
    """By seat of a person."""
    ranks = [match.ranks[seat] for seat in match.start.game.seats]
    found = {seat: Figures(match.ranks[seat] == 1 and max(ranks) > 1) for seat in match.people}
    for step in match.steps:
        if isinstance(step.event, DealEnded):
            found = {seat: replace(each, deals=each.deals + 1) for seat, each in found.items()}
        elif isinstance(step.event, Finished):
            found = {seat: _finished(each, seat, step.event, step.standing) for seat, each in found.items()}
    return found


def _finished(before: Figures, seat: int, event: Finished, standing: Standing) -> Figures:
    """After a finish, of this seat or another; what a computer does for a person is not that person's."""
    deal = standing.game.deal
    if deal is None or standing.game.control[seat] != PERSON:
        return before
    if seat != event.seat:
        away = distance(deal.racks[seat], deal.okey).best
        return replace(before, others=before.others + 1, distance=before.distance + away)
    by_okey = is_okey(event.tile, deal.okey)
    if event.kind == PAIRS:
        return replace(before, both=before.both + 1) if by_okey else replace(before, pairs=before.pairs + 1)
    return replace(before, okey=before.okey + 1) if by_okey else replace(before, normal=before.normal + 1)

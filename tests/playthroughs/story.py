"""A match played by fixed habits and told as text.

The decks come from a seeded generator. In each deal one seat lacks a single tile of a complete hand; it comes from the
pile or from the seat before. The twin is shown when it can be, pairs are declared when they are collected. The first
deal of four seats is played without a plan until the pile is empty; the third of three is lost on time. Programs that
arrange tiles have no say: under `manual` the seat lays its own groups.
"""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from okey.rules.actions import DeclarePairs, Draw, Finish, Row, ShowIndicator, StartDeal, Take, Throw, TimeOut
from okey.rules.events import (
    Automatic,
    DealEnded,
    Dealt,
    Declared,
    Drawn,
    Event,
    Finished,
    MatchEnded,
    Shown,
    Taken,
    Thrown,
)
from okey.rules.faults import Fault
from okey.rules.match import decide, evolve, lay, legal, new_match
from okey.rules.ruleset import PRESETS, Ruleset
from okey.rules.text import face_text, tile_text
from okey.rules.tiles import face, okey_face
from okey.rules.view import View, view
from tests.strategies import SEATED, Groups, complete_hand, filled, joker_throws, line_of, start_deal

FOLDER = Path(__file__).parent
SHORT: dict[str, Any] = {"down": 8, "up": {2: 9, 3: 6, 4: 5}, "pot": 10}
"""Points of a short match."""


def short(preset: str, seats: int) -> Ruleset:
    """The preset with few points to play for."""
    base = PRESETS[preset].with_seats(seats)
    points = SHORT[base.count]
    return replace(base, points=points[seats] if isinstance(points, dict) else points)


def tell(preset: str, seats: int) -> str:
    """The whole match."""
    return "\n".join(Story(short(preset, seats)).lines()) + "\n"


class Story:
    """The match as it is played, and the lines told so far."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.random = Random(f"{ruleset.preset} {ruleset.seats}")
        kinds = SEATED[ruleset.seats]
        self.roller = next(seat for seat in (3, 2) if kinds[seat])
        self.state = new_match(ruleset, kinds, self.roller)
        self.plans: dict[int, Groups] = {}
        self.gifts: dict[int, int] = {}
        self.told: list[str] = []
        self.number = 0

    def lines(self) -> list[str]:
        kinds = " ".join(map(str, self.state.kinds))
        self.told = [self.ruleset.text, f"kinds {kinds}, seat {self.roller} won the first roll", *self.standing()]
        while not self.state.match_reason:
            self.act(*self.next_action())
        return self.told

    # what the seats do

    def next_action(self) -> tuple[int | None, Any]:
        state = self.state
        deal = state.deal
        if state.phase == "between" or deal is None:
            return None, self.deal()
        for seat in state.seats:
            actions = legal(state, seat)
            if ShowIndicator() in actions:
                return seat, ShowIndicator()
            if DeclarePairs() in actions and len(self.plans.get(seat, ())) == 7:
                return seat, DeclarePairs()
        seat = deal.turn
        if seat in self.gifts and state.phase == "throw":
            return seat, Throw(self.gifts.pop(seat))
        if self.may_sleep(seat) and self.random.random() < 0.15:
            return None, TimeOut()
        kept = {tile for group in self.plans.get(seat, ()) for tile in group}
        if state.phase == "draw":
            offered = deal.discards[state.previous(seat)][-1]
            return seat, Take() if offered in kept or not deal.pile else Draw()
        spare = [tile for tile in deal.racks[seat] if tile not in kept]
        if len(spare) == 1 and kept:
            return seat, self.finish(seat, spare[0])
        return seat, Throw(self.random.choice(spare) if self.plans else spare[-1])

    def may_sleep(self, seat: int) -> bool:
        """Whether a person may let the time run out: one that the deal does not need, or one that loses the match."""
        if self.state.control[seat] != 1:
            return False
        if self.ruleset.late == "forfeit":
            return self.ruleset.seats == 3 and self.state.number == 3
        return seat not in self.plans and seat not in self.gifts

    def deal(self) -> StartDeal:
        """The deal in which one seat is to finish: `plans` says who and how, `gifts` who throws the missing tile."""
        state, random = self.state, self.random
        self.plans, self.gifts = {}, {}
        if state.number == 0 and self.ruleset.seats == 4:
            return start_deal(state, {}, "b12a", seed=len(self.ruleset.preset))
        order = [seat for step in range(4) if state.kinds[seat := (state.next_starter + step) % 4]]
        place = random.randrange(len(order)) if random.random() < 0.2 else random.randrange(1, len(order))
        winner = order[place]
        indicator = random.randrange(104)
        okey = okey_face(indicator)
        groups: Groups = ((indicator,),)
        while any(indicator in group for group in groups):
            groups = complete_hand(okey, random, random.choice((0, 0, 1)), pairs=random.random() < 0.4)
        self.plans = {winner: groups}
        hand = random.sample([tile for group in groups for tile in group], 14)
        missing = next(tile for tile in hand if tile >> 1 != okey)
        hand.remove(missing)
        racks: dict[int, list[int]] = {seat: [] for seat in state.seats}
        racks[winner] = [*hand, 2 * okey + 1] if random.random() < 0.4 else hand
        front: list[int] = []
        if place == 0:
            racks[winner].append(missing)
        elif random.random() < 0.5:
            self.gifts = {order[place - 1]: missing}
            racks[order[place - 1]] = [missing]
        else:
            used = {indicator, missing, *racks[winner]}
            before = place - 1 + len(order) * random.randrange(2)
            front = [*random.sample([tile for tile in range(104) if tile not in used], before), missing]
        if indicator ^ 1 not in {missing, *racks[winner], *front} and random.random() < 0.6:
            racks[random.choice([seat for seat in state.seats if len(racks[seat]) < 14])].append(indicator ^ 1)
        full, pile = filled(racks, front, indicator, state.next_starter, random)
        dice = (random.randint(1, 6), random.randint(1, 6))
        line = line_of(full, pile, indicator, state.next_starter, dice)
        return StartDeal(line, (*joker_throws(line, random), dice))

    def finish(self, seat: int, tile: int) -> Finish:
        """Under `manual` the first try leaves no gap between the first two groups, the second is right."""
        groups = self.plans[seat]
        if self.ruleset.arrange == "auto":
            return Finish(tile)
        if any("refused arrangement" in line for line in self.told[-12:]):
            return Finish(tile, lay(groups, tile))
        return Finish(tile, (Row((*groups[0], *groups[1])), *lay(groups[2:], tile)))

    # how it is told

    def act(self, seat: int | None, action: Any) -> None:
        self.number += 1
        who = "table" if seat is None else f"seat {seat}"
        head = f"{self.number:>4}  {who} {action_text(action)}"
        answer = decide(self.state, seat, action)
        if isinstance(answer, Fault):
            self.told.append(f"{head} -> refused {fault_text(answer)}")
            return
        for event in answer:
            self.state = evolve(self.state, event)
        self.told.append(f"{head} -> {' | '.join(map(event_text, answer))}")
        self.told += self.standing(full=isinstance(action, StartDeal))

    def standing(self, full: bool = False) -> list[str]:
        """The state in one line, and one for each seat that may do something or has just been dealt to."""
        open_to_all = view(self.state, None)
        found = [f"      {view_text(open_to_all)}"]
        for seat in self.state.seats:
            seen = view(self.state, seat)
            assert replace(seen, viewer=None, rack=(), can=()) == replace(open_to_all, can=())
            actions = legal(self.state, seat)
            assert {word.split()[0] for word in map(action_text, actions)} <= set(seen.can)
            if full:
                found.append(f"      {seat} holds {tiles_text(seen.rack)}")
            if actions:
                found.append(f"      {seat} may {legal_text(actions)}")
        if full and self.state.deal is not None:
            found.append(f"      pile {tiles_text(self.state.deal.pile)}")
        return found


def tiles_text(tiles: Iterable[int]) -> str:
    return " ".join(map(tile_text, tiles))


def groups_text(groups: Groups) -> str:
    return " . ".join(map(tiles_text, groups))


def action_text(action: Any) -> str:
    match action:
        case Throw(tile):
            return f"throw {tile_text(tile)}"
        case Finish(tile, rows):
            laid = (
                ""
                if rows is None
                else " / ".join(tiles_text(tile for tile in row.slots if tile is not None) for row in rows)
            )
            return f"finish {tile_text(tile)} {laid}".rstrip()
        case StartDeal(_, dice):
            return f"deal {' '.join(f'{one}-{two}' for one, two in dice)}"
        case ShowIndicator():
            return "show"
        case DeclarePairs():
            return "declare"
        case TimeOut():
            return "time out"
    return type(action).__name__.lower()


def legal_text(actions: Iterable[Any]) -> str:
    """`draw, take`, or the tiles that may be thrown and those that finish."""
    groups: dict[str, list[str]] = {}
    for action in actions:
        word, *tile = action_text(action).split()
        groups.setdefault(word, []).extend(tile[:1])
    return ", ".join(" ".join([word, *found]) for word, found in groups.items())


def event_text(event: Event) -> str:
    match event:
        case Dealt(seat, starter, indicator, (one, two)):
            return f"dealt by {seat}, {starter} starts, indicator {tile_text(indicator)}, dice {one}-{two}"
        case Shown(seat, tile) | Taken(seat, tile) | Thrown(seat, tile):
            return f"{type(event).__name__.lower()} {seat} {tile_text(tile)}"
        case Drawn(seat) | Automatic(seat) | Declared(seat):
            return f"{type(event).__name__.lower()} {seat}"
        case Finished(seat, kind, tile):
            return f"finished {seat} with {('melds', 'pairs')[kind - 1]}, thrown {tile_text(tile)}"
        case DealEnded(seat, reason, changes):
            return f"deal ended {seat} reason {reason} changes {four_text(changes)}"
        case MatchEnded(seat, reason, scores, ranks):
            return f"match ended {seat} reason {reason} scores {four_text(scores)} ranks {four_text(ranks)}"
    raise AssertionError(event)


def four_text(four: Iterable[int]) -> str:
    return " ".join(map(str, four))


def fault_text(fault: Fault) -> str:
    located = [f"{one.code} row {one.row} {one.start}-{one.end}" for one in fault.blocks]
    return " ".join([fault.code, *(f"{name}={value}" for name, value in fault.params.items()), *located])


def view_text(seen: View) -> str:
    """What everyone sees."""
    parts = [f"{seen.phase} {'-' if seen.turn is None else seen.turn}", f"scores {four_text(seen.scores)}"]
    if seen.phase in ("draw", "throw"):
        tops = " ".join(tile_text(heap[-1]) if heap else "-" for heap in seen.discards)
        counts = four_text(map(len, seen.discards))
        parts += [
            f"pile {seen.pile}",
            f"racks {four_text(seen.sizes)}",
            f"tops {tops} of {counts}",
            f"move {seen.moves}",
        ]
        parts += [f"shown by {seen.shown}"] if seen.shown is not None else []
        parts += [f"pairs {' '.join(str(s) for s in range(4) if seen.declared[s])}"] if any(seen.declared) else []
        parts += ["last lap"] if seen.lap else []
    elif seen.results:
        result = seen.results[-1]
        parts += [f"deal {result.deal} of {result.starter}, indicator {face_text(face(result.indicator))}"]
        parts += [f"shows {four_text(result.shows)}"] if any(result.shows) else []
        if result.kind:
            laid = result.groups if "arrange=manual" in seen.rules else (tuple(sorted(sum(result.groups, ()))),)
            parts += [f"laid {groups_text(laid)}"]
        parts += [f"ranks {four_text(seen.ranks)}"] if seen.match_reason else []
    return ", ".join(parts)

"""Whole matches, played by the engine and by the naive game side by side (`Both` compares every step)."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from okey.rules import events as ev
from okey.rules.actions import (
    Cancel,
    DeclarePairs,
    Draw,
    Finish,
    Row,
    SetControl,
    ShowIndicator,
    Take,
    Throw,
    TimeOut,
)
from okey.rules.faults import Fault
from okey.rules.match import decide, lay, legal
from okey.rules.ruleset import PRESETS, Ruleset
from okey.rules.tiles import okey_face
from okey.rules.view import view
from tests.rules import naive
from tests.rules.both import VIEWERS, Both, encoded, hidden_swapped
from tests.strategies import SEATED, TABLES, Groups, random_deal, random_rules, seeds


class Match:
    """A match driven by one stream of random numbers: seats that want to finish, and every rare thing now and then."""

    def __init__(self, ruleset: Ruleset, random: Random, may_lose: bool = False) -> None:
        self.random = random
        self.may_time_out = ruleset.late == "auto" or may_lose
        kinds = SEATED[ruleset.seats]
        self.both = Both(ruleset, kinds, random.choice([seat for seat in range(4) if kinds[seat]]))
        self.plans: dict[int, Groups] = {}

    def play(self, steps: int = 3000) -> Both:
        """To the end of the match."""
        for _ in range(steps):
            if self.both.state.match_reason:
                return self.both
            self.step()
        self.ask(None, Cancel(self.random.random() < 0.5))
        return self.both

    def ask(self, seat: int | None, action: object) -> object:
        return self.both.ask(seat, action)

    def step(self) -> None:
        game, random = self.both.game, self.random
        if self.both.state.phase == "between":
            action, self.plans = random_deal(self.both.state, random)
            assert not isinstance(self.ask(None, action), Fault)
            return
        self.now_and_then()
        phase, seat = self.both.state.phase, game.turn
        if phase == "draw":
            offered = game.heaps[game.before(seat)][-1]
            wanted = offered not in spare_tiles(self.plans, seat, [offered]) or not game.pile
            self.ask(seat, Take() if wanted or random.random() < 0.1 else Draw())
            return
        if phase != "throw":
            return
        rack = game.racks[seat]
        spare = spare_tiles(self.plans, seat, rack)
        if len(spare) == 1 and self.finish(seat, spare[0]):
            return
        if random.random() < 0.02:
            self.ask(seat, Finish(random.choice(rack), (Row(tuple(rack)),)))
        self.ask(seat, Throw(random.choice(spare)))

    def finish(self, seat: int, tile: int) -> bool:
        """Finish as the engine's own list of actions says; False when the seat would rather play on."""
        if self.random.random() < 0.2:
            return False
        rest = tuple(one for one in self.both.game.racks[seat] if one != tile)
        okey = self.both.game.okey
        pairs = naive.seven_pairs(rest, okey)
        melds = naive.all_melds(rest, okey) and seat not in self.both.game.on_pairs
        ways = [action for action in legal(self.both.state, seat) if isinstance(action, Finish) and action.tile == tile]
        assert bool(ways) == (pairs or melds)
        return bool(ways) and not isinstance(self.ask(seat, ways[0]), Fault)

    def now_and_then(self) -> None:
        random, state = self.random, self.both.state
        seat = random.choice(state.seats)
        chance = random.random()
        if self.both.game.moves < 2 and chance < 0.3:
            for one in state.seats:
                self.ask(one, ShowIndicator())
        elif chance < 0.01:
            self.ask(seat, DeclarePairs())
        elif chance < 0.03:
            self.ask(None, SetControl(seat, random.choice((1, 2))))
        elif chance < 0.04 and self.may_time_out:
            self.ask(None, TimeOut())
        elif chance < 0.08:
            self.look()
        elif chance < 0.1:
            self.ask(random.choice((*range(5), None)), random.choice((Draw(), Take(), Throw(3), Finish(3), 5)))

    def look(self) -> None:
        """Exchange what each viewer cannot see: the view and all answers to that viewer stay the same."""
        state = self.both.state
        for viewer in VIEWERS:
            seated = viewer if viewer in state.seats else None
            swapped = hidden_swapped(state, seated, self.random)
            assert encoded(view(swapped, viewer)) == encoded(view(state, viewer))
            if seated is not None:
                assert legal(swapped, seated) == legal(state, seated)
                for action in (
                    Draw(),
                    Take(),
                    ShowIndicator(),
                    DeclarePairs(),
                    Throw(3),
                    Finish(view(state, seated).rack[0]),
                ):
                    assert decide(swapped, seated, action) == decide(state, seated, action)


def spare_tiles(plans: dict[int, Groups], seat: int, rack: list[int]) -> list[int]:
    """The tiles of a rack that the seat's plan has no use for."""
    kept = {tile for group in plans.get(seat, ()) for tile in group}
    return [tile for tile in rack if tile not in kept]


def outcome(both: Both) -> Counter[str]:
    """What happened in a match: events by name, ends by reason, finishes by kind and by a real okey."""
    found = Counter(type(event).__name__ for event in both.log)
    okey = -1
    for event in both.log:
        if isinstance(event, ev.Dealt):
            okey = okey_face(event.indicator)
        elif isinstance(event, ev.Finished) and event.tile >> 1 == okey:
            found[f"okey {event.kind}"] += 1
    found.update(f"deal {event.reason}" for event in both.log if isinstance(event, ev.DealEnded))
    found.update(f"match {event.reason}" for event in both.log if isinstance(event, ev.MatchEnded))
    found.update(f"kind {event.kind}" for event in both.log if isinstance(event, ev.Finished))
    return found


def check_ends(both: Both) -> None:
    """The order of ends, and that the changes of all deals add up to the final scores."""
    state = both.state
    assert isinstance(both.log[-1], ev.MatchEnded)
    assert sum(isinstance(event, ev.MatchEnded) for event in both.log) == 1
    start = state.ruleset.points if state.ruleset.count == "down" else 0
    totals = [start if kind else 0 for kind in state.kinds]
    for event in both.log:
        if isinstance(event, ev.DealEnded):
            totals = [one + change for one, change in zip(totals, event.changes, strict=True)]
    assert tuple(totals) == state.scores == both.log[-1].scores
    for before, after in zip(both.log, both.log[1:], strict=False):
        if isinstance(before, ev.Finished):
            assert isinstance(after, ev.DealEnded)
        if isinstance(before, ev.Automatic):
            assert isinstance(after, ev.Drawn | ev.Taken | ev.Thrown)
    for last, result in zip(state.results, state.results[1:], strict=False):
        by_finisher = state.ruleset.start == "finisher" and last.kind
        assert result.starter == (last.seat if by_finisher else state.next(last.starter))


@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_whole_matches_of_every_preset(preset: str, seats: int) -> None:
    """The presets as they are, from their full points."""
    both = Match(PRESETS[preset].with_seats(seats), Random(f"{preset} {seats}")).play()
    check_ends(both)
    assert outcome(both)["Finished"] or preset == "ikramiye"


@settings(max_examples=80)
@given(seeds)
def test_matches_of_any_rules(seed: int) -> None:
    """Presets changed at random, with time-outs, computers for absent persons, claims, cancelling."""
    random = Random(seed)
    check_ends(Match(random_rules(random), random, may_lose=random.random() < 0.5).play(random.choice((20, 200, 3000))))


@pytest.mark.soak
@pytest.mark.parametrize("block", range(10))
def test_many_matches_of_any_rules(block: int) -> None:
    for seed in range(300):
        random = Random(f"soak {block} {seed}")
        check_ends(Match(random_rules(random), random, may_lose=random.random() < 0.5).play())


def test_the_random_matches_reach_everything() -> None:
    """A guard for the tests above: every event and every end is met."""
    happened: Counter[str] = Counter()
    for seed in range(60):
        random = Random(seed)
        happened += outcome(
            Match(random_rules(random), random, may_lose=random.random() < 0.5).play(random.choice((60, 3000)))
        )
    wanted = [event.__name__ for event in ev.Event.__args__] + ["kind 1", "kind 2", "okey 1", "okey 2"]
    wanted += [f"deal {reason}" for reason in (1, 2, 3, 4, 5)]
    wanted += [f"match {reason}" for reason in (1, 2, 3, 4, 5, 6, 7)]
    assert [name for name in wanted if not happened[name]] == []


class Machine(RuleBasedStateMachine):
    """Any action by anybody at any moment, right or wrong; `Both` holds the invariants after every step."""

    both: Both

    @initialize(seed=seeds)
    def begin(self, seed: int) -> None:
        self.random = Random(seed)
        match = Match(random_rules(self.random), self.random)
        self.both, self.plans = match.both, match.plans

    @precondition(lambda self: self.both.state.phase == "between")
    @rule()
    def deal(self) -> None:
        action, self.plans = random_deal(self.both.state, self.random)
        self.both.ask(None, action)

    @precondition(lambda self: self.both.state.phase == "draw")
    @rule(take=st.booleans())
    def get(self, take: bool) -> None:
        self.both.ask(self.both.state.turn, Take() if take else Draw())

    @precondition(lambda self: self.both.state.phase == "throw")
    @rule(place=st.integers(0, 14))
    def throw(self, place: int) -> None:
        seat = self.both.game.turn
        rack = self.both.game.racks[seat]
        spare = spare_tiles(self.plans, seat, rack)
        self.both.ask(seat, Throw((spare or rack)[place % len(spare or rack)]))

    @precondition(lambda self: self.both.state.phase == "throw")
    @rule(place=st.integers(0, 14), rows=st.booleans())
    def claim(self, place: int, rows: bool) -> None:
        seat = self.both.game.turn
        rack = self.both.game.racks[seat]
        laid = lay((tuple(rack[:7]), tuple(rack[7:14])), rack[14]) if rows else None
        self.both.ask(seat, Finish(rack[place], laid))

    @precondition(lambda self: self.both.state.phase == "throw")
    @rule()
    def finish(self) -> None:
        seat = self.both.game.turn
        for action in legal(self.both.state, seat):
            if isinstance(action, Finish):
                assert not isinstance(self.both.ask(seat, action), Fault)
                break

    @rule(
        seat=st.sampled_from((0, 1, 2, 3, 4, None)),
        action=st.sampled_from((Draw(), Take(), ShowIndicator(), DeclarePairs(), TimeOut(), Throw(5), Finish(7), None)),
    )
    def anything(self, seat: int | None, action: object) -> None:
        if action != TimeOut() or self.both.state.ruleset.late == "auto":
            self.both.ask(seat, action)

    @rule(seat=st.integers(0, 3), controller=st.sampled_from((1, 2)))
    def control(self, seat: int, controller: int) -> None:
        self.both.ask(None, SetControl(seat, controller))  # type: ignore[arg-type]

    @rule(all_left=st.booleans(), really=st.integers(0, 30))
    def cancel(self, all_left: bool, really: int) -> None:
        if not really:
            self.both.ask(None, Cancel(all_left))
            check_ends(self.both)

    @precondition(lambda self: self.both.state.deal is not None)
    @rule(viewer=st.sampled_from(VIEWERS))
    def look(self, viewer: int | None) -> None:
        state = self.both.state
        swapped = hidden_swapped(state, viewer if viewer in state.seats else None, self.random)
        assert encoded(view(swapped, viewer)) == encoded(view(state, viewer))


TestMachine = Machine.TestCase
TestMachine.settings = settings(max_examples=60, stateful_step_count=50)

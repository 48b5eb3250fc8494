"""The fast way to play a deal is the rules' way: same positions, same answers, same outcome."""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from random import Random

import pytest

from okey.bots import LEVELS, Bot, Position, Stream
from okey.bots.greedy import Greedy
from okey.bots.playing import IllegalAction, Outcome, advance, begin, by_rules, fast, seats_of
from okey.fair.deal import start_deal
from okey.rules.actions import DeclarePairs, Draw, Finish, SeatAction, StartDeal, Throw
from okey.rules.events import FINISH, MOVE_LIMIT, PILE
from okey.rules.match import new_match
from okey.rules.ruleset import Ruleset
from tests.strategies import TABLES, random_deal, rules
from tests.strategies import start_deal as dealing


@dataclass
class Watched:
    """A bot whose every position and answer is written down."""

    bot: Bot
    seen: list[tuple[Position, SeatAction]] = field(default_factory=list)
    version: str = "watched"

    def decide(self, position: Position, stream: Stream) -> SeatAction:
        before = deepcopy(position)
        action = self.bot.decide(position, stream)
        self.seen.append((before, action))
        return action


def both(ruleset: Ruleset, start: StartDeal, bots: Sequence[Bot]) -> Outcome:
    """Play one deal both ways and compare everything."""
    outcomes, books = [], []
    for way in (by_rules, fast):
        watched = [Watched(bot) for bot in bots]
        outcomes.append(way(ruleset, start, watched, [Random(seat) for seat in range(4)]))
        books.append([one.seen for one in watched])
    assert outcomes[0] == outcomes[1]
    assert books[0] == books[1]
    return outcomes[0]


@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_both_ways_agree(preset: str, seats: int) -> None:
    random = Random(f"{preset} {seats}")
    ruleset = rules(preset, seats)
    table = new_match(ruleset, seats_of(ruleset), 0)
    bots = list(LEVELS.values())
    kinds = set()
    for number in range(6):
        random.shuffle(bots)
        start = start_deal(random.randbytes(32), 1) if number % 2 else random_deal(table, random)[0]
        kinds.add(both(ruleset, start, [*bots, LEVELS["orta"]]).kind)
    assert 1 in kinds


def test_the_whole_pile_and_the_last_lap_agree() -> None:
    """Bots that slip most of the time hardly ever finish."""
    lazy = Greedy("lazy", slip=0.5)
    outcomes = []
    for preset in ("klasik", "usta"):
        for number in range(4):
            start = start_deal(bytes([number]) * 32, 1)
            outcomes.append(both(rules(preset), start, [lazy] * 4))
    assert PILE in {outcome.reason for outcome in outcomes}
    assert FINISH in {outcome.reason for outcome in outcomes}


def test_declared_pairs_agree() -> None:
    ruleset = rules("usta")
    table = new_match(ruleset, seats_of(ruleset), 3)
    start = dealing(table, {0: "r1 r1 y3 y3 b6 b6 k9 k9 y11 y11 b13 b13 r10 y7 k4"}, "r4a")
    watched = Watched(LEVELS["zor"])
    fast(replace(ruleset, start="roller"), start, [watched] * 4, [Random()] * 4)
    assert any(isinstance(action, DeclarePairs) for _, action in watched.seen)
    assert both(replace(ruleset, start="roller"), start, [LEVELS["zor"]] * 4).reason == FINISH


def test_the_move_limit_agrees() -> None:
    outcome = both(rules("rummy", moves=5), start_deal(bytes(32), 1), [LEVELS["orta"]] * 4)
    assert (outcome.reason, outcome.moves, outcome.seat) == (MOVE_LIMIT, 5, None)


@dataclass(frozen=True)
class Liar:
    """Claims a finish at once."""

    version: str = "liar"

    def decide(self, position: Position, stream: Stream) -> SeatAction:
        if "throw" not in position.can:
            return Draw()
        return Finish(position.rack[0]) if position.turn else Throw(max(position.rack, key=lambda tile: -tile))


def test_wrong_answers_are_refused_both_ways() -> None:
    start = start_deal(bytes(32), 1)
    for way in (by_rules, fast):
        with pytest.raises(IllegalAction):
            way(rules(), start, [Liar()] * 4, [Random()] * 4)


def test_a_wrong_deck_is_refused_both_ways() -> None:
    start = StartDeal((1, 2, 3), ((1, 1),))
    for way in (by_rules, fast):
        with pytest.raises(IllegalAction, match="bad_deck"):
            way(rules(), start, [Liar()] * 4, [Random()] * 4)
    state = begin(rules(), start_deal(bytes(32), 1))
    with pytest.raises(IllegalAction, match="not_your_turn"):
        advance(state, 3, Draw())

"""The matches whose records lie in tests/vectors/records, each with an event, an ending or a rule of its own.

    python -m tests.record.matches

plays them again. They are kept as files because bots may change what they play, and records must not.
"""

from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from okey.record.model import write_record
from okey.rules.actions import Finish, ShowIndicator
from okey.rules.match import lay
from tests.record.maker import Habits, Match, rules
from tests.strategies import random_rules

FOLDER = Path(__file__).parents[1] / "vectors" / "records"
USTA: dict[str, Any] = {
    "arrange": "manual",
    "declare": "yes",
    "penalty": 1,
    "absent": "computer",
    "late": "auto",
    "points": 6,
    "bonusmin": 3,
    "colour": 2,
    "deals": 2,
    "move": 5,
    "reserve": 20,
}
RESTLESS = Habits(sleep=0.05, claim=0.1, declare=0.02, leave=0.03)
PLAIN = Habits(level=None)


def played() -> dict[str, Match]:
    """All of them; the names of the matches were chosen for short deals."""
    made = {
        "klasik": Match("k383", rules(deals=2)).play(),
        "usta": Match("u285", rules("usta", 3, **USTA), (1, 2, 0, 1), RESTLESS).play(),
        "short usta": Match("u5", rules("usta", 3, **USTA), (1, 2, 0, 1), RESTLESS).play(),
        "rummy": Match("r1", rules("rummy", 3, penalty=1, deals=2, points=30), (1, 2, 0, 1), RESTLESS).play(),
        "ikramiye": Match("pot", rules("ikramiye", 2)).play(),
        "lap": Match("lap", rules("klasik", 4, deals=1, moves=150), (1, 1, 1, 2), PLAIN).play(),
        "pile": Match("pile", rules("kahvehane", 4, deals=1), (1, 1, 1, 2), PLAIN).play(),
        "target": Match("t85", rules("rummy", 2, points=3)).play(),
        "moves": Match("moves", rules("klasik", 4, deals=2, moves=6), (1, 1, 1, 2), PLAIN).play(),
        "pairs": Match("p", rules("usta", 2, deals=1, arrange="auto"), (1, 0, 1, 0), Habits(declare=0.3)).play(),
        "tiny": Match("tiny", rules("kahvehane", 2, deals=2, moves=3), habits=PLAIN).play(),
        "drawn twin": Match("d36", rules("kahvehane", 2, deals=1, moves=2), habits=PLAIN).play(),
        "spared": spared("s16"),
        "stopped": Match("stopped", rules("klasik", 2), habits=PLAIN).play(moves=3).cancel(),
        "all left": Match("left", rules("rummy", 2, moves=2), habits=PLAIN).play(deals=1).cancel(True),
        "forfeit": Match("forfeit", rules("klasik", 3, deals=2, moves=4), (1, 1, 0, 1), PLAIN).play(deals=1),
        "pot forfeit": Match("pot forfeit", rules("ikramiye", 2), habits=PLAIN).play(moves=2),
    }
    made["forfeit"].play(moves=2).time_out()
    made["pot forfeit"].time_out()
    return made


def spared(name: str) -> Match:
    """The starter claims wrongly and so falls below `bonusmin`; the other seat shows, and the starter pays nothing."""
    low = rules("usta", 2, points=3, bonusmin=3, penalty=1, deals=1, moves=2)
    match = Match(name, low, habits=PLAIN)
    match.deal()
    state = match.state
    assert state.deal is not None
    starter = state.deal.turn
    tile, *rest = state.deal.racks[starter]
    match.do(starter, Finish(tile, lay((tuple(rest),), tile)))
    match.do(2 - starter, ShowIndicator())
    return match.play()


def random_match(number: int) -> Match:
    """A match under random rules with restless seats; some are cancelled on the way."""
    random = Random(number)
    base = random_rules(random)
    kinds = random.choice([kinds for kinds in KINDS if sum(map(bool, kinds)) == base.seats])
    habits = Habits(
        level=random.choice((None, "orta", "kolay")),
        sleep=random.choice((0, 0.05)) if base.late == "auto" else random.choice((0, 0.002)),
        claim=random.choice((0, 0.1)),
        declare=random.choice((0, 0.01)),
        leave=random.choice((0, 0.02)),
        show=random.random() < 0.8,
        take=random.random() < 0.2,
    )
    quick = replace(base, deals=min(base.deals, 3), move=random.choice((3, 30)), reserve=random.choice((0, 10, 60)))
    match = Match(f"random {number}", quick, kinds, habits)
    if random.random() < 0.2:
        match.play(moves=random.randrange(1, 30))
        return match if match.state.match_reason else match.cancel(random.random() < 0.5)
    return match.play()


KINDS = [kinds for kinds in product((0, 1, 2), repeat=4) if 1 in kinds and sum(map(bool, kinds)) > 1]
"""Kinds of all tables with a person."""


def path(name: str) -> Path:
    return FOLDER / f"{name.replace(' ', '-')}.okey.json"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, match in played().items():
        path(name).write_bytes(write_record(match.record()))
        print(name, len(match.log))

"""The matches whose records lie in tests/vectors/records, each with an event, an ending or a rule of its own.

    python -m tests.record.matches

plays them again. They are kept as files because bots may change what they play, and records must not.
"""

from pathlib import Path
from typing import Any

from okey.record.model import write_record
from tests.record.maker import Habits, Match, rules

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
        "stopped": Match("stopped", rules("klasik", 2), habits=PLAIN).play(moves=3).cancel(),
        "all left": Match("left", rules("rummy", 2, moves=2), habits=PLAIN).play(deals=1).cancel(True),
        "forfeit": Match("forfeit", rules("klasik", 3, deals=2, moves=4), (1, 1, 0, 1), PLAIN).play(deals=1),
        "pot forfeit": Match("pot forfeit", rules("ikramiye", 2), habits=PLAIN).play(moves=2),
    }
    made["forfeit"].play(moves=2).time_out()
    made["pot forfeit"].time_out()
    return made


def path(name: str) -> Path:
    return FOLDER / f"{name.replace(' ', '-')}.okey.json"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, match in played().items():
        path(name).write_bytes(write_record(match.record()))
        print(name, len(match.log))

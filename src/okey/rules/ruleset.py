"""A rule set as a frozen value with one canonical text, `okey-rules/1` (FAIRNESS appendix A)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, Self

HEADER: Final = "okey-rules/1"

_WORDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "preset": ("klasik", "kahvehane", "ikramiye", "usta", "rummy"),
        "start": ("rotate", "roller", "finisher"),
        "count": ("down", "up", "pot"),
        "show": ("none", "dealt", "throw", "draw"),
        "arrange": ("auto", "manual"),
        "declare": ("no", "yes"),
        "discards": ("all", "top"),
        "exhaust": ("lap", "turn"),
        "late": ("forfeit", "auto"),
        "absent": ("clock", "computer"),
    }
)
_RANGES: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {
        "seats": (2, 4),
        "points": (1, 100),
        "normal": (1, 100),
        "okey": (1, 100),
        "pairs": (1, 100),
        "both": (1, 100),
        "colour": (1, 2),
        "bonus": (0, 100),
        "bonusmin": (0, 100),
        "moves": (1, 150),
        "deals": (1, 100),
        "penalty": (0, 100),
        "move": (1, 3600),
        "reserve": (0, 3600),
    }
)
_POT_RANGES: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {
        "points": (1, 1_000_000),
        "normal": (1, 2),
        "okey": (1, 2),
        "pairs": (1, 2),
        "both": (1, 2),
        "colour": (1, 1),
        "deals": (1, 1),
        "penalty": (0, 0),
    }
)


class RulesetError(ValueError):
    """A rule set that cannot be: `field` names the key, `why` is `word`, `range`, `order`, `conflict` or `text`."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field
        self.why = why


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """Every rule of a table as a field; the fields and their values are those of `okey-rules/1`, in its order.

    Raises `RulesetError` with the field named when the values do not fit together.
    """

    preset: str
    """Label only: the preset the table was made from."""
    seats: int
    """Occupied seats, 2..4."""
    start: str
    """Who starts: `rotate`, `roller` (the first deal too) or `finisher` (RULES 3)."""
    count: str
    """`down` from the start points, `up` to a target, or `pot`."""
    points: int
    """Start points (down), target (up) or stake (pot)."""
    normal: int
    """Points of a normal finish."""
    okey: int
    """Points of a finish by throwing an okey."""
    pairs: int
    """Points of a pairs finish."""
    both: int
    """Points of a pairs finish by throwing an okey."""
    colour: int
    """Factor of the finish when the indicator is red or black."""
    show: str
    """Window for showing the indicator: `none`, `dealt`, `throw` or `draw` (RULES 7)."""
    bonus: int
    """Points for showing the indicator; 0 if and only if `show` is `none`."""
    bonusmin: int
    """The bonus is not taken from a seat below this score."""
    arrange: str
    """Whether the program finds the arrangement (`auto`) or the rack as laid counts (`manual`)."""
    declare: str
    """Whether pairs may be declared."""
    discards: str
    """Whether `all` discards are shown or only the `top` ones."""
    exhaust: str
    """Empty pile: one more `lap`, or the deal ends with the `turn`."""
    moves: int
    """Move limit of a deal."""
    deals: int
    """The match ends with this deal at the latest."""
    penalty: int
    """Points for a wrong claim to finish."""
    move: int
    """Seconds for a turn."""
    reserve: int
    """Seconds of reserve for the match."""
    late: str
    """Time out: `forfeit` the match, or the program plays (`auto`)."""
    absent: str
    """Absence: the `clock` runs on, or a `computer` plays."""

    def __post_init__(self) -> None:
        for name, words in _WORDS.items():
            if getattr(self, name) not in words:
                raise RulesetError(name, "word")
        ranges = {**_RANGES, **(_POT_RANGES if self.count == "pot" else {})}
        for name, (low, high) in ranges.items():
            number = getattr(self, name)
            if type(number) is not int or not low <= number <= high:
                raise RulesetError(name, "range")
        for name, low in (("okey", self.normal), ("pairs", self.normal), ("both", max(self.okey, self.pairs))):
            if getattr(self, name) < low:
                raise RulesetError(name, "order")
        if self.count == "pot" and self.show != "none":
            raise RulesetError("show", "conflict")
        if (self.bonus == 0) != (self.show == "none"):
            raise RulesetError("bonus", "conflict")
        if self.bonusmin and (self.count != "down" or self.show == "none"):
            raise RulesetError("bonusmin", "conflict")

    @property
    def text(self) -> str:
        """The canonical text; its bytes are what a fair deal hashes."""
        return _text(self)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a canonical text. Any other text raises `RulesetError`."""
        head, *parts = text.split(";")
        if head != HEADER or len(parts) != len(KEYS):
            raise RulesetError("text", "text")
        values: dict[str, Any] = {}
        for name, part in zip(KEYS, parts, strict=True):
            key, _, value = part.partition("=")
            if key != name:
                raise RulesetError(name, "text")
            values[name] = value if name in _WORDS else _number(name, value)
        return cls(**values)

    def with_seats(self, seats: int) -> "Ruleset":
        """The same rules for another number of seats; a `rummy` target follows the seats (RULES 9)."""
        points = self.points
        if self.count == "up":
            length = next((name for name, goals in GOALS.items() if goals[self.seats] == points), None)
            points = GOALS[length][seats] if length and seats in GOALS[length] else points
        return replace(self, seats=seats, points=points)


@lru_cache(maxsize=256)  # every view holds the text
def _text(ruleset: Ruleset) -> str:
    return ";".join((HEADER, *(f"{name}={getattr(ruleset, name)}" for name in KEYS)))


def _number(name: str, value: str) -> int:
    if not (value.isascii() and value.isdigit()) or len(value) > 7 or (value[0] == "0" and value != "0"):
        raise RulesetError(name, "text")
    return int(value)


KEYS: Final[tuple[str, ...]] = tuple(field.name for field in fields(Ruleset))

GOALS: Final[Mapping[str, Mapping[int, int]]] = MappingProxyType(
    {
        "standard": MappingProxyType({4: 8, 3: 10, 2: 15}),
        "short": MappingProxyType({4: 5, 3: 6, 2: 9}),
        "long": MappingProxyType({4: 13, 3: 16, 2: 24}),
    }
)
"""Targets of `rummy` by length and seats (RULES 9)."""

_KLASIK: Final = Ruleset(
    preset="klasik",
    seats=4,
    start="rotate",
    count="down",
    points=20,
    normal=2,
    okey=4,
    pairs=4,
    both=8,
    colour=1,
    show="throw",
    bonus=1,
    bonusmin=0,
    arrange="auto",
    declare="no",
    discards="all",
    exhaust="lap",
    moves=120,
    deals=100,
    penalty=0,
    move=30,
    reserve=120,
    late="forfeit",
    absent="clock",
)

PRESETS: Final[Mapping[str, Ruleset]] = MappingProxyType(
    {
        "klasik": _KLASIK,
        "kahvehane": replace(
            _KLASIK, preset="kahvehane", show="dealt", arrange="manual", discards="top", exhaust="turn"
        ),
        "ikramiye": replace(
            _KLASIK,
            preset="ikramiye",
            count="pot",
            points=10,
            normal=1,
            okey=2,
            pairs=2,
            both=2,
            show="none",
            bonus=0,
            arrange="manual",
            exhaust="turn",
            deals=1,
        ),
        "usta": replace(
            _KLASIK,
            preset="usta",
            start="finisher",
            pairs=8,
            both=16,
            arrange="manual",
            declare="yes",
            discards="top",
            exhaust="turn",
        ),
        "rummy": replace(
            _KLASIK,
            preset="rummy",
            start="roller",
            count="up",
            points=8,
            normal=3,
            okey=6,
            pairs=6,
            both=6,
            show="draw",
            exhaust="turn",
            move=45,
            reserve=0,
            late="auto",
        ),
    }
)
"""The five published rule sets; `klasik` is the default."""

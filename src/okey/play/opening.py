"""The first row of a table: its rules, who sits where, and the secrets everything hidden follows from."""

import json
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, Self, TypeAlias

from okey.rules.events import COMPUTER, PERSON, Four
from okey.rules.ruleset import Ruleset

Level: TypeAlias = Literal["kolay", "orta", "zor"]
LEVELS: Final[tuple[Level, ...]] = ("kolay", "orta", "zor")
SEATS: Final = {2: (0, 2), 3: (0, 1, 3), 4: (0, 1, 2, 3)}
"""Occupied seats by their number (RULES 2)."""
ALONE_MOVE: Final = 600
"""Seconds for a turn against the computer (RULES 10)."""


class Secret:
    """Bytes that never print: no text of this type tells what it holds."""

    __slots__ = ("_value",)

    def __init__(self, value: bytes) -> None:
        self._value = value

    def open(self) -> bytes:
        """The bytes themselves."""
        return self._value

    def __repr__(self) -> str:
        return "Secret"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and self._value == other._value

    def __hash__(self) -> int:
        return hash(Secret)

    def __reduce__(self) -> Any:
        raise TypeError("a secret is not pickled")


@dataclass(frozen=True, slots=True)
class Options:
    """How a table for several people was opened; shown to everybody before they sit."""

    listed: bool = False
    """In the lobby."""
    watch: bool = True
    """Open to watchers."""
    chat: bool = False
    """With free words; never in the lobby."""
    quick: bool = False
    """By quick match: nobody leads it, and computers take free places only when everybody wants them."""
    rated: bool = False
    """For persons with an account, on seats that the server draws; it counts when no computer sits."""
    stake: int = 0
    """Çekirdek that each puts in, for persons with an account who have it; nothing when a computer sits."""

    @property
    def drawn(self) -> bool:
        """Whether the server draws the seats."""
        return self.quick or self.rated

    @property
    def members(self) -> bool:
        """Whether only persons with an account may sit."""
        return self.rated or self.stake > 0

    @property
    def people_only(self) -> bool:
        """Whether no computer may sit; by quick match it may, where everybody wants it, and then nothing counts."""
        return self.members and not self.quick


PRIVATE: Final = Options()


@dataclass(frozen=True, slots=True)
class Seat:
    """One occupied seat: a `person` (its id) or, with None, a computer of `level`."""

    name: str
    person: bytes | None = None
    level: Level | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """What proves the deals of a table that was opened by okey-fair/1; values as in its record (docs/fairness.md)."""

    table: bytes
    public_key: bytes
    seed: Secret
    """S, opened at the end."""
    commit: bytes
    """C_S."""
    created: int
    listed: int
    list_hash: bytes
    commits: tuple[bytes, ...]
    values: tuple[bytes | None, ...]


@dataclass(frozen=True, slots=True)
class Opening:
    """A table as it was opened. Kinds and names never change during the match."""

    rules: Ruleset
    seats: tuple[Seat | None, ...]
    alone: bool
    """One person against computers: the clock stands still while that person is away (RULES 10)."""
    hints: bool
    key: Secret
    """The master key K of all rolls, decks and dice (FAIRNESS 4)."""
    bots: Secret
    """The seed of the computers' own choices; never mixed with K."""
    proof: Proof | None = None
    """None at a table of the old kind, whose key the server drew alone."""
    rated: bool = False
    """Whether the match counts for ratings and the weekly board."""
    stake: int = 0
    """Çekirdek that each puts in."""

    @property
    def kinds(self) -> Four:
        """0 empty, 1 person, 2 computer by seat."""
        one, two, three, four = (
            0 if seat is None else PERSON if seat.person is not None else COMPUTER for seat in self.seats
        )
        return one, two, three, four

    @property
    def people(self) -> tuple[bytes | None, ...]:
        """The person on each seat."""
        return tuple(seat.person if seat else None for seat in self.seats)

    @property
    def level(self) -> str:
        """The level of the computers, empty without one."""
        return next((seat.level for seat in self.seats if seat and seat.level), "")

    def seat_of(self, person: bytes) -> int | None:
        """Where `person` sits."""
        return self.people.index(person) if person in self.people else None

    def encode(self) -> bytes:
        """The body of the first row."""
        seats = [
            seat and {"name": seat.name, "person": seat.person.hex() if seat.person else None, "level": seat.level}
            for seat in self.seats
        ]
        values = {
            "rules": self.rules.text,
            "seats": seats,
            "alone": self.alone,
            "hints": self.hints,
            "key": self.key.open().hex(),
            "bots": self.bots.open().hex(),
        }
        return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()

    @classmethod
    def decode(cls, body: bytes) -> Self:
        """Read the body of the first row."""
        values = json.loads(body)
        seats = tuple(
            seat and Seat(seat["name"], bytes.fromhex(seat["person"]) if seat["person"] else None, seat["level"])
            for seat in values["seats"]
        )
        return cls(
            rules=Ruleset.parse(values["rules"]),
            seats=seats,
            alone=values["alone"],
            hints=values["hints"],
            key=Secret(bytes.fromhex(values["key"])),
            bots=Secret(bytes.fromhex(values["bots"])),
        )


def calm(rules: Ruleset) -> Ruleset:
    """The clock of RULES 10 against the computer: ten minutes a move, no reserve, the program moves at a time-out."""
    return replace(rules, move=ALONE_MOVE, reserve=0, late="auto", absent="clock")

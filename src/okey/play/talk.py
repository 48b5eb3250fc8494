"""What people at a table may say to each other: fixed phrases and reactions, in every reader's own language, and free
words where the table allows them."""

import unicodedata
from collections import deque
from typing import Final, Literal, TypeAlias, get_args

from okey.rules.faults import Fault

Phrase: TypeAlias = Literal[
    "selam",
    "kolay_gelsin",
    "iyi_oyunlar",
    "guzel_el",
    "tebrikler",
    "tesekkurler",
    "bol_sans",
    "bir_dakika",
    "geldim",
    "hadi",
    "eyvah",
    "gule_gule",
    "alkis",
    "gulme",
    "saskin",
    "dusunme",
]
PHRASES: Final[tuple[Phrase, ...]] = get_args(Phrase)
LONGEST: Final = 200
"""Characters of free words, normalised."""
MARKS: Final = 2
"""Accents that may stand on one letter."""
EVERY: Final = 1_000
"""Milliseconds between two words of one person."""
MOST, MINUTE = 10, 60_000
"""Words of one person in so many milliseconds."""
LOOKS: Final = dict.fromkeys((0xFE0E, 0xFE0F))
"""Choose between two looks of one sign; without them it says the same."""
FORBIDDEN: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
"""Categories that steer, hide or are nothing: controls, directions, joiners, surrogates, private and unassigned."""
SELECTORS: Final = (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
BLANK: Final = frozenset((0x034F, 0x115F, 0x1160, 0x1680, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, *SELECTORS))
"""Letters and marks that show nothing, whatever their category says."""


def read_text(text: str) -> str | Fault:
    """Free words as they are passed on: NFKC, trimmed, 1 to 200 characters; `bad_text` when anything is hidden."""
    plain = unicodedata.normalize("NFKC", text.translate(LOOKS)).strip(" ")
    marks = 0
    for character in plain:
        kind = unicodedata.category(character)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind in FORBIDDEN or ord(character) in BLANK or marks > MARKS:
            return Fault("bad_text")
    return plain if 1 <= len(plain) <= LONGEST else Fault("bad_text")


class Pace:
    """How fast the people of one table may speak: once a second, and ten times a minute."""

    def __init__(self) -> None:
        self._spoke: dict[bytes, deque[int]] = {}

    def take(self, person: bytes, now: int) -> bool:
        """Whether `person` may speak at `now`; if so, it counts."""
        spoke = self._spoke.setdefault(person, deque(maxlen=MOST))
        if spoke and now - spoke[-1] < EVERY:
            return False
        if len(spoke) == MOST and now - spoke[0] < MINUTE:
            return False
        spoke.append(now)
        return True

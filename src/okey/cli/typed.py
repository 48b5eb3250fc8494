"""Reading what a person types at the terminal table, in Turkish or English, with or without the Turkish letters.

Colours are typed as beginnings of their words (`kı`, `kır`, `sa`, `ye`, `ma`, `si`; `re`, `yel`, `blu`, `bla`) or,
after an English command, as the letters of the notation (`r y b k`). A Turkish initial alone is never guessed: `s` may
be sarı or siyah, and `k` is kırmızı to a Turkish reader and black in the notation.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from okey.cli.words import Lang
from okey.rules.tiles import FALSE_JOKER, Face

Verb: TypeAlias = Literal[
    "draw", "take", "throw", "finish", "show", "declare", "arrange", "arrange_pairs", "undo", "hand", "table",
    "discards", "score", "last", "clock", "hint", "help", "lang", "next", "quit", "yes", "no",
]  # fmt: skip

OKEY: Final = "okey"
"""Typed for a real okey, whatever its face."""


class TypedError(ValueError):
    """Something typed that cannot be read: a key of the catalogue and its parameters."""

    def __init__(self, key: str, **params: str) -> None:
        super().__init__(key)
        self.key = key
        self.params = params


class ColourQuestion(TypedError):
    """A colour that is not clear: the letters typed, the number after them, and the colours it may be."""

    def __init__(self, letters: str, number: str, colours: tuple[int, ...]) -> None:
        super().__init__("which_colour", text=letters)
        self.letters = letters
        self.number = number
        self.colours = colours

    def answered(self, line: str, answer: str) -> str | None:
        """`line` with the answer in the place of the letters; None when the answer is no colour (or tile) either."""
        match = re.fullmatch(rf"([a-z]{{2,}})\s*({self.number})?", fold(answer).strip())
        if match is None or len(_colours(match[1])) != 1:
            return None
        return re.sub(rf"\b{self.letters}\s*{self.number}\b", f"{match[1]}{self.number}", fold(line), count=1)


@dataclass(frozen=True, slots=True)
class Typed:
    """One line: the command, the language of its word, and what followed."""

    verb: Verb
    lang: Lang
    groups: tuple[tuple[str, ...], ...] = ()
    """Words after the command, parted by `/` or `|`; folded."""

    @property
    def words(self) -> tuple[str, ...]:
        """All words after the command."""
        return tuple(word for group in self.groups for word in group)


_FOLD: Final = str.maketrans({"ı": "i", "İ": "i", "I": "i"})


def fold(text: str) -> str:
    """Lower case without marks, for matching only: `ÇİFT`, `çift` and `cift` are the same (UX, writing rules)."""
    plain = unicodedata.normalize("NFD", text.translate(_FOLD).lower())
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).translate(_FOLD)


_COMMANDS: Final[tuple[tuple[Verb, str, str], ...]] = (
    ("draw", "cek", "draw d"),
    ("take", "al", "take"),
    ("throw", "at", "throw discard"),
    ("finish", "bitir bit", "finish"),
    ("show", "goster gosterge", "show indicator"),
    ("declare", "cifte", "declare"),
    ("arrange_pairs", "cift ciftdiz", "pairs"),
    ("arrange", "diz dizil", "arrange lay"),
    ("undo", "geri", "undo"),
    ("hand", "el elim", "hand rack"),
    ("table", "masa", "table"),
    ("discards", "atilanlar atilan", "discards"),
    ("score", "puan puanlar skor", "score scores"),
    ("last", "son", "last"),
    ("clock", "saat sure", "clock time"),
    ("hint", "ipucu", "hint"),
    ("help", "yardim ?", "help"),
    ("lang", "dil", "lang language"),
    ("next", "devam sonraki", "next"),
    ("quit", "cik cikis", "quit exit q"),
    ("yes", "evet e", "yes y"),
    ("no", "hayir h", "no n"),
)
"""Command, its Turkish words, its English words."""
_VERBS: Final[Mapping[str, tuple[Verb, Lang]]] = MappingProxyType(
    {word: (verb, "tr") for verb, words, _ in _COMMANDS for word in words.split()}
    | {word: (verb, "en") for verb, _, words in _COMMANDS for word in words.split()}
)


def parse(line: str) -> Typed | None:
    """Read a line; None for an empty one. Raises `TypedError` when the first word is no command."""
    words = fold(line).replace("/", " / ").replace("|", " / ").replace(",", " ").split()
    if not words:
        return None
    first, *rest = words
    known = _VERBS.get(first)
    if known is None:
        raise TypedError("unknown_command", text=" ".join(line.split())[:40])
    verb, lang = known
    if verb == "arrange" and rest in (["pairs"], ["cift"]):
        return Typed("arrange_pairs", lang)
    if verb in ("declare", "show", "arrange_pairs"):
        rest = []  # "çifte git", "gösterge göster", "çift diz"
    groups: list[list[str]] = [[]]
    for word in rest:
        if word == "/":
            groups.append([])
        else:
            groups[-1].append(word)
    return Typed(verb, lang, tuple(tuple(group) for group in groups if group))


_COLOUR_WORDS: Final = (
    ("kirmizi", 0), ("sari", 1), ("yesil", 1), ("turuncu", 1), ("mavi", 2), ("siyah", 3),
    ("red", 0), ("yellow", 1), ("green", 1), ("orange", 1), ("blue", 2), ("black", 3),
)  # fmt: skip
_LETTERS: Final = "rybk"
_INITIALS: Final = "ksmyt"
_TILE: Final = re.compile(r"([a-z]+)(\d+)[ab]?")
_JOKERS: Final = frozenset({"f", "fa", "fb", "sahte", "false", "joker", "yalanci"})
_OKEYS: Final = frozenset({"o", "okey"})


def faces(words: tuple[str, ...], lang: Lang) -> tuple[Face | str, ...]:
    """The tiles that folded `words` name: faces, 52 for the false joker, `OKEY` for a real okey.

    `kırmızı 5` may be two words. Raises `TypedError`, or `ColourQuestion` for a colour that is not clear.
    """
    found: list[Face | str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word in _JOKERS:
            found.append(FALSE_JOKER)
            if rest and rest[0] in {"okey", "joker"}:
                rest.pop(0)
        elif word in _OKEYS:
            found.append(OKEY)
        else:
            if word.isalpha() and rest and rest[0].isdigit():
                word += rest.pop(0)
            found.append(_face(word, lang))
    return tuple(found)


def _face(word: str, lang: Lang) -> Face:
    match = _TILE.fullmatch(word)
    if match is None or not 1 <= int(match[2][:4]) <= 13:
        raise TypedError("unknown_typed", text=word[:20])
    name, number = match[1], match[2]
    if len(name) == 1 and name in _LETTERS and (lang == "en" or name not in _INITIALS):
        return 13 * _LETTERS.index(name) + int(number) - 1
    colours = _colours(name)
    if not colours:
        raise TypedError("unknown_typed", text=word[:20])
    if len(name) == 1 or len(colours) > 1:
        raise ColourQuestion(name, number, colours)
    return 13 * colours[0] + int(number) - 1


def _colours(name: str) -> tuple[int, ...]:
    """The colours whose words begin with `name`, and the one it is in the notation."""
    meant = [colour for known, colour in _COLOUR_WORDS if known.startswith(name)]
    return tuple(dict.fromkeys(meant + ([_LETTERS.index(name)] if name in _LETTERS else [])))

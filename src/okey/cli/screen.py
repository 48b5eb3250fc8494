"""Tiles and text for the terminal: ivory tiles in their colour, always with their mark: colour is never needed."""

import sys
from collections.abc import Iterable, Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from okey.cli.words import COLOURS, PREFIXES, Lang
from okey.rules.text import FACE_NAMES, LETTERS
from okey.rules.tiles import FALSE_JOKER, Face, Tile, is_okey

MARKS: Final = "◆▲●■"
STAR: Final = "★"
_INKS: Final = ("#b3001b", "#c07a00", "#1e5fd6", "#16181d")
_IVORY: Final = "on #fbf6e9"
_OKEY_INK: Final = "underline"
WIDEST: Final = 80


def console(plain: bool = False) -> Console:
    """A console on the standard output, at most 80 columns wide; `NO_COLOR` and pipes give plain text."""
    made = Console(file=sys.stdout, highlight=False, no_color=True if plain else None, soft_wrap=False)
    made.width = min(made.width, WIDEST)
    return made


def face_name(face: Face, lang: Lang) -> str:
    """A face as it is typed at the terminal table: `kı5` or `r5`; `F` for the false joker."""
    return "F" if face == FALSE_JOKER else f"{PREFIXES[lang][face // 13]}{face % 13 + 1}"


def tile(tile: Tile, okey: Face | None, lang: Lang) -> Text:
    """A tile: mark, colour and number; a real okey in brackets, a false joker as the star with what it stands for."""
    shown = tile >> 1
    if shown == FALSE_JOKER:
        name = STAR if okey is None else f"{STAR}{face_name(okey, lang)}"
        return Text(name, style=f"bold {_INKS[3 if okey is None else okey // 13]} {_IVORY}")
    text = Text(f"{MARKS[shown // 13]}{face_name(shown, lang)}", style=f"bold {_INKS[shown // 13]} {_IVORY}")
    if okey is not None and is_okey(tile, okey):
        text.stylize(_OKEY_INK)
        return Text.assemble("(", text, ")")
    return text


def notation(name: str) -> Text:
    """A tile given in the notation (`r5`, `F`), with its mark."""
    if name not in FACE_NAMES or name == "F":
        return Text(f"{STAR}F" if name == "F" else name, style="bold")
    colour = LETTERS.index(name[0])
    return Text(f"{MARKS[colour]}{name}", style=f"bold {_INKS[colour]} {_IVORY}")


def joined(parts: Iterable[Text | str], gap: str = " ") -> Text:
    """Parts with a gap between them."""
    return Text(gap).join(part if isinstance(part, Text) else Text(part) for part in parts)


def filled(parts: Iterable[Text], gap: str = "   ") -> list[Text]:
    """Parts in lines of at most `WIDEST` columns; a part is only broken when it is longer than a line."""
    lines: list[Text] = []
    for part in parts:
        if lines and lines[-1].cell_len + len(gap) + part.cell_len <= WIDEST:
            lines[-1].append(gap).append_text(part)
        else:
            lines.append(part.copy())
    return lines


def tiles(held: Sequence[Tile], okey: Face | None, lang: Lang) -> Text:
    """Tiles with a space between them."""
    return joined(tile(each, okey, lang) for each in held)


def colour_name(colour: int, lang: Lang) -> str:
    """`kırmızı` or `red`."""
    return COLOURS[lang][colour]

"""Names of persons: one rule for all of them, and the key by which two names are taken for one another."""

import re
import unicodedata
from typing import Final

from okey.rules.faults import Fault

SHORTEST, LONGEST = 2, 20
"""Characters of a name."""
_LATIN: Final = frozenset(
    [chr(code) for code in range(0x41, 0x180) if chr(code).isalpha() and chr(code) not in "ªºĸŉſ"] + list("ȘșȚț")
)
"""ASCII, Latin-1 and Latin Extended-A: every letter of Turkish and its neighbours, no letters of phonetics."""
_MARKS: Final = frozenset(" .-_'’")
_SPECIAL: Final = str.maketrans(
    {"ı": "i", "ø": "o", "Ø": "o", "ł": "l", "Ł": "l", "đ": "d", "Đ": "d", "ħ": "h", "Ħ": "h", "ŧ": "t", "Ŧ": "t"}
    | {"æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ß": "ss", "þ": "p", "Þ": "p", "ð": "d", "Ð": "d", "ŋ": "n"}
    | {"Ŋ": "n", "ŀ": "l", "Ŀ": "l"}
)
_CYRILLIC: Final = str.maketrans("АВЕКМНОРСТУХІЅЈЗЬҮаеорсухіѕјкмтнвгпзьү", "abekmhopctyxisj3byaeopcyxisjkmthbrn3by")
_GREEK: Final = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβεηικνορτυχγω", "abezhikmnoptyxabenikvoptuxyw")
_ALIKE: Final = str.maketrans("l10|", "iioi")
_RESERVED: Final = (
    *("admin", "administrator", "yönetici", "moderatör", "moderator", "sistem", "system", "sunucu", "server"),
    *("bilgisayar", "computer", "bot", "robot", "kolay", "orta", "zor", "easy", "medium", "hard", "okey", "destek"),
    *("support", "misafir", "guest", "silinmiş oyuncu", "deleted player", "oyuncu", "player"),
)


def read_name(text: str) -> str | Fault:
    """The name that was typed, in NFC. `bad_name` with `why`: length, space, character, scripts, reserved."""
    name = unicodedata.normalize("NFC", text)
    if not SHORTEST <= len(name) <= LONGEST:
        return _bad("length")
    if name != name.strip(" ") or "  " in name:
        return _bad("space")
    scripts = {_script(each) for each in name} - {""}
    if "?" in scripts or not any(each.isalpha() for each in name):
        return _bad("character")
    if len(scripts) > 1:
        return _bad("scripts")
    return _bad("reserved") if _RESERVED_KEYS.fullmatch(fold(name)) else name


def fold(name: str) -> str:
    """What a name looks like: two names with the same key cannot sit at one table.

    Case is folded by hand: I, İ, ı and i are one letter, on every machine and in every locale.
    """
    text = unicodedata.normalize("NFKD", name.translate(_SPECIAL))
    text = "".join(each for each in text if not "\u0300" <= each <= "\u036f")
    text = text.translate(_CYRILLIC).translate(_GREEK).casefold().translate(_ALIKE)
    text = "".join(each for each in text if each not in _MARKS and each != "\0")  # no database looks for a NUL
    return text.replace("rn", "m").replace("vv", "w")


def _script(each: str) -> str:
    """The script of a character, empty for those of every script, `?` when it may not stand in a name."""
    if each in _MARKS or "0" <= each <= "9":
        return ""
    if each in _LATIN:
        return "LATIN"
    script = unicodedata.name(each, "?").split()[0].split("-")[0]
    letter = unicodedata.category(each) in ("Lu", "Ll", "Lo", "Mc", "Mn")
    plain = unicodedata.normalize("NFKC", each) == each
    return script if letter and plain and script not in ("LATIN", "COMBINING", "VARIATION") else "?"


def _bad(why: str) -> Fault:
    return Fault("bad_name", {"why": why})


_RESERVED_KEYS: Final = re.compile(f"(?:{'|'.join(re.escape(fold(word)) for word in _RESERVED)})[io0-9]*")

"""Short codes of tables: six characters that can be read out, heard and typed without mistaking one for another."""

from collections.abc import Callable
from typing import Final

ALPHABET: Final = "ABCDEFGHJKLMNPRSTUVYZ23456789"
"""Without I, O, 0 and 1, which look alike, and Q, W and X, which the Turkish alphabet does not have."""
LENGTH: Final = 6
_FAIR: Final = 256 - 256 % len(ALPHABET)
"""Bytes from here on would make the first characters likelier."""


def new_code(token: Callable[[int], bytes]) -> str:
    """A code drawn from `token(size)`, random bytes; every code is equally likely."""
    code = ""
    while len(code) < LENGTH:
        code += "".join(ALPHABET[byte % len(ALPHABET)] for byte in token(LENGTH) if byte < _FAIR)
    return code[:LENGTH]


def read_code(text: str) -> str | None:
    """The code that was typed, in either case (ASCII only, so that no Turkish i becomes one); None when it is none."""
    code = "".join(chr(ord(each) - 32) if "a" <= each <= "z" else each for each in text)
    return code if len(code) == LENGTH and all(each in ALPHABET for each in code) else None

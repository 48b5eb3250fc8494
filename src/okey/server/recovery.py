"""Recovery codes: 80 bits each, written so that they can be read from paper and typed without a mistake.

`K7QM-3XWD-9HAT-VE42`: sixteen capitals and digits in groups of four, without 0 and O, 1 and I. Small letters are read
as well; an L that was taken for 1 or for some I is read as the L it must have been.
"""

import hashlib
from collections.abc import Callable
from typing import Final

ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""32 signs."""
CODES: Final = 10
_BYTES: Final = 10
_LENGTH: Final = 16
_GROUP: Final = 4
_MISREAD: Final = str.maketrans("1|Iiİı", "LLLLLL")
_BETWEEN: Final = frozenset(" -\u2010\u2011\u2012\u2013\u2014\t\n")


def new_codes(token: Callable[[int], bytes]) -> dict[str, bytes]:
    """Ten codes, drawn from `token(size)`, random bytes, and what is stored of each."""
    codes = [_signs(int.from_bytes(token(_BYTES))) for _ in range(CODES)]
    return {"-".join(code[at : at + _GROUP] for at in range(0, _LENGTH, _GROUP)): _digest(code) for code in codes}


def code_digest(text: str) -> bytes | None:
    """What is stored of a code, as it was typed: in either case (of ASCII only, so that no Turkish i becomes a letter
    of ours), with or without what stands between its groups. None when it is no code."""
    signs = (each for each in text.translate(_MISREAD) if each not in _BETWEEN)
    code = "".join(chr(ord(each) - 32) if "a" <= each <= "z" else each for each in signs)
    if len(code) != _LENGTH or any(each not in ALPHABET for each in code):
        return None
    return _digest(code)


def _digest(code: str) -> bytes:
    return hashlib.sha256(code.encode()).digest()


def _signs(number: int) -> str:
    return "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(_LENGTH)))

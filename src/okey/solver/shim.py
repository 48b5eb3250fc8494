"""What `kernel.py` needs of Cython when it runs as ordinary Python.

The compiled copy of the kernel imports `cython` in this module's place. The names here do nothing but keep the same
source valid: types are Python's own, decorators give the function back, `declare` makes zeroed arrays.
"""

import builtins
import re
from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

compiled: Final = False
int: TypeAlias = builtins.int
ulonglong: TypeAlias = builtins.int
p_uchar: TypeAlias = bytes

_ARRAY: Final = re.compile(r"(signed char|unsigned char|unsigned short|unsigned int|int)\[(\d+)\]")
_CODES: Final = {"signed char": ("b", 1), "unsigned char": ("B", 1), "unsigned short": ("H", 2), "unsigned int": ("I", 4), "int": ("i", 4)}
_LIST_LIMIT: Final = 4096


def declare(kind: str) -> Any:
    """Zeroed storage for a C array: a list when short, else memory that the system hands out page by page."""
    match = _ARRAY.fullmatch(kind)
    if match is None:
        raise TypeError(f"no array: {kind!r}")
    length = builtins.int(match[2])
    if length <= _LIST_LIMIT:
        return [0] * length
    code, size = _CODES[match[1]]
    return memoryview(bytearray(length * size)).cast("B").cast(code)


def cfunc(function: F) -> F:
    """A function for the kernel alone."""
    return function


def ccall(function: F) -> F:
    """A function for the kernel and for Python."""
    return function


def exceptval(*, check: bool) -> Callable[[F], F]:
    """The function raises nothing (`check=False`)."""
    return cfunc


def boundscheck(check: bool) -> Callable[[F], F]:
    """Whether indices are checked."""
    return cfunc


def wraparound(check: bool) -> Callable[[F], F]:
    """Whether negative indices count from the end."""
    return cfunc

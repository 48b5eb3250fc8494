"""What `kernel.py` needs of Cython when it runs as ordinary Python.

The compiled copy of the kernel imports `cython` in this module's place. The names here do nothing but keep the same
source valid: types are Python's own, decorators give the function back, `declare` makes zeroed arrays.
"""

import builtins
import re
from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Any, Final, Literal, TypeAlias, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

compiled: Final = False
int: TypeAlias = builtins.int
ulonglong: TypeAlias = builtins.int
p_uchar: TypeAlias = Any
void: TypeAlias = None

_ARRAY: Final = re.compile(r"([a-z ]+)\[(\d+)\]")
_CODES: Final[dict[str, Literal["b", "B", "H", "I", "i"]]] = {
    "signed char": "b",
    "unsigned char": "B",
    "unsigned short": "H",
    "unsigned int": "I",
    "int": "i",
}
_LONGEST_LIST: Final = 4096
_ALONE: Final = Lock()


def declare(kind: Any, value: Any = None) -> Any:
    """A variable with its value, or zeroed storage for an array such as `int[52]`.

    A long array is memory that the system hands out page by page as it is used.
    """
    if not isinstance(kind, str):
        return value
    match = _ARRAY.fullmatch(kind)
    if match is None:
        raise TypeError(f"no array: {kind!r}")
    code = _CODES[match[1]]
    length = builtins.int(match[2])
    if length <= _LONGEST_LIST:
        return [0] * length
    size = memoryview(b"").cast(code).itemsize
    return memoryview(bytearray(length * size)).cast(code)


def cfunc(function: F) -> F:
    """A function for the kernel alone."""
    return function


def ccall(function: F) -> F:
    """A function for the kernel and for Python: one call at a time, as the interpreter's lock has it when compiled."""

    @wraps(function)
    def alone(*values: Any) -> Any:
        with _ALONE:
            return function(*values)

    return cast(F, alone)


def exceptval(*, check: bool) -> Callable[[F], F]:
    """The function raises nothing (`check=False`)."""
    return cfunc


def boundscheck(check: bool) -> Callable[[F], F]:
    """Whether indices are checked."""
    return cfunc


def wraparound(check: bool) -> Callable[[F], F]:
    """Whether negative indices count from the end."""
    return cfunc

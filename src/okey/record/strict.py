"""Strict JSON: one reading, the same everywhere, or none (FAIRNESS 7)."""

import json
import re
from typing import Any, Final

MAX_BYTES: Final = 8 * 2**20
MAX_DEPTH: Final = 4
MAX_NUMBER: Final = 2**53 - 1
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)


class StrictError(ValueError):
    """The bytes are no strict JSON object."""


def parse(data: bytes) -> dict[str, Any]:
    """Read one object: UTF-8 without BOM, no repeated keys, numbers only `0` or digits, no true or false.

    Raises `StrictError` for everything else, also for what is too large or too deep.
    """
    if len(data) > MAX_BYTES:
        raise StrictError("too large")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise StrictError("not UTF-8") from None
    _depth(text)
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_number,
            parse_float=_refuse,
            parse_constant=_refuse,
        )
    except (ValueError, RecursionError) as fault:
        raise StrictError(str(fault)) from None
    if not isinstance(value, dict):
        raise StrictError("not an object")
    _plain(value)
    return value


def _depth(text: str) -> None:
    """Refuse more than four levels before the parser goes down."""
    depth = 0
    for letter in _STRING.sub("", text):
        if letter in "{[":
            depth += 1
            if depth > MAX_DEPTH:
                raise StrictError("too deep")
        elif letter in "}]":
            depth -= 1


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise StrictError("repeated key")
    return found


def _number(digits: str) -> int:
    if digits.startswith("-") or len(digits) > 16 or int(digits) > MAX_NUMBER:
        raise StrictError("number")
    return int(digits)


def _refuse(text: str) -> None:
    raise StrictError(f"number {text[:20]}")


def _plain(value: object) -> None:
    """Refuse true, false and lone surrogates, wherever they stand."""
    match value:
        case bool():
            raise StrictError("true or false")
        case str():
            if any("\ud800" <= letter <= "\udfff" for letter in value):
                raise StrictError("lone surrogate")
        case dict():
            for key, inner in value.items():
                _plain(key)
                _plain(inner)
        case list():
            for inner in value:
                _plain(inner)

"""Seats that the server draws, so that nobody chooses beside whom to sit (SECURITY T8)."""

import hmac
from collections.abc import Collection
from hashlib import sha256
from typing import Final

from okey.play.ports import TableId

SEAT: Final = b"okey/seat"
BROWSER: Final = b"okey/browser"
BROWSER_BYTES: Final = 16


def draw(secret: bytes, person: bytes, free: Collection[int]) -> int | None:
    """The place of `person` among those that are free; None when none is.

    Everybody has an order of places at a table, and takes the first free one: to leave and come back draws nothing new.
    """
    return min(free, key=lambda seat: hmac.digest(secret, SEAT + person + bytes([seat]), "sha256"), default=None)


def mark(table: TableId, browser: bytes) -> bytes:
    """What tells at one table whether two persons use one browser, and at no other whose it is."""
    return sha256(BROWSER + table + browser).digest()[:BROWSER_BYTES]

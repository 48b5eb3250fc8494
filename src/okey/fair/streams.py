"""The random streams of okey-fair/1: bytes that follow from the master key K and from nothing else (FAIRNESS 4)."""

import hmac
from typing import Final

KEY_BYTES: Final = 32
ROLL, DECK, DICE = 1, 2, 3
"""Purposes of a stream; the roll has number 0, deck and dice the number of their deal."""


def tag(name: str) -> bytes:
    """T(name): what begins every message of the protocol, so that no message can be taken for another."""
    return b"okey-fair/1/" + name.encode("ascii") + b"\0"


def mac(key: bytes, message: bytes) -> bytes:
    """M(key, message): HMAC-SHA256."""
    return hmac.digest(key, message, "sha256")


class Stream:
    """Numbers drawn from the stream (purpose, number) of one key; each byte is used once."""

    def __init__(self, key: bytes, purpose: int, number: int) -> None:
        if len(key) != KEY_BYTES:
            raise ValueError(f"the key has {len(key)} bytes, not {KEY_BYTES}")
        self._key = key
        self._head = tag("stream") + purpose.to_bytes(1, "big") + number.to_bytes(4, "big")
        self._block = 0
        self._bytes = iter(b"")

    def byte(self) -> int:
        """The next byte of the joined blocks."""
        for value in self._bytes:
            return value
        self._bytes = iter(mac(self._key, self._head + self._block.to_bytes(4, "big")))
        self._block += 1
        return next(self._bytes)

    def below(self, n: int) -> int:
        """A number 0..n-1, all equally likely: bytes that would favour some are refused. n is 1..256 (`ValueError`)."""
        if not 1 <= n <= 256:
            raise ValueError(f"below({n}): n must be 1..256")
        limit = 256 - 256 % n
        value = self.byte()
        while value >= limit:
            value = self.byte()
        return value % n

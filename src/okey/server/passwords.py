"""Passwords: which may be taken, and their argon2id hashes, made in threads of their own.

A password is 8 to 128 characters long; there is no rule what it is made of. Nothing is trimmed and no case changed; it
is brought to Unicode's form NFC only, so that `ş` is the same from every keyboard. Refused are the common ones (those
of zxcvbn's list of 30,000) and those that are nothing but the own name, or a word of this site, and a number.

Hashes take 19 MiB, two passes and one lane each (OWASP's advice for argon2id), about 30 ms; two are worked out at once,
and 64 more may wait.
"""

import asyncio
import re
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from okey.play.names import fold
from okey.rules.faults import Fault

T = TypeVar("T")
SHORTEST, LONGEST = 8, 128
THREADS: Final = 2
WAITING: Final = 64
HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
_WORDS: Final = ("okey", "istaka", "sifre", "parola", "password")


class BusyError(Exception):
    """Too many passwords wait to be hashed."""


class Passwords:
    """Hashes in a few threads, so that neither the event loop nor the memory feels how many come in at once."""

    def __init__(self, hasher: PasswordHasher = HASHER) -> None:
        self._hasher = hasher
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="okey-passwords")
        self._inside = 0

    @property
    def inside(self) -> int:
        """How many are worked out or wait."""
        return self._inside

    async def refused(self, password: str, name: str) -> Fault | None:
        """Why a person called `name` may not take this password. Raises `BusyError`."""
        return await self._run(lambda: refused(password, name))

    async def hash(self, password: str) -> str:
        """What is stored of a password. Raises `BusyError`."""
        return await self._run(lambda: self._hasher.hash(_form(password)))

    async def matches(self, password: str, known: str | None) -> bool:
        """Whether `password` has the hash `known`. It takes as long when there is none. Raises `BusyError`."""
        return await self._run(lambda: self._matches(password, known))

    async def renewed(self, password: str, known: str) -> str | None:
        """A new hash of a password whose hash `known` was made with other parameters; None when it is as it should be.
        Raises `BusyError`."""
        if not self._hasher.check_needs_rehash(known):
            return None
        return await self.hash(password)

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _run(self, work: Callable[[], T]) -> T:
        if self._inside >= THREADS + WAITING:
            raise BusyError
        self._inside += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._inside -= 1

    def _matches(self, password: str, known: str | None) -> bool:
        if known is None:
            self._hasher.hash(_form(password))
            return False
        try:
            return self._hasher.verify(known, _form(password))
        except (VerificationError, InvalidHashError):
            return False


def refused(password: str, name: str) -> Fault | None:
    """Why a person called `name` may not take this password: `password_short`, `password_long`, `password_common`."""
    text = _form(password)
    if len(text) < SHORTEST:
        return Fault("password_short", {"least": SHORTEST})
    if len(text) > LONGEST:
        return Fault("password_long", {"most": LONGEST})
    words = "|".join(re.escape(fold(word)) for word in (name, *_WORDS) if fold(word))
    own = re.fullmatch(f"(?:{words})+[io0-9]*", fold(text))
    return Fault("password_common", {}) if own or text.lower() in _common() else None


@cache
def _common() -> frozenset[str]:
    """The common passwords that are long enough to be asked about."""
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset(word for word in FREQUENCY_LISTS["passwords"] if len(word) >= SHORTEST)


def _form(password: str) -> str:
    return unicodedata.normalize("NFC", password)

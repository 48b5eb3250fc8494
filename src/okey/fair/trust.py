"""Which public keys are trusted for which tables (FAIRNESS 3, Keys)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from okey.fair.messages import key_change_message
from okey.fair.signing import verify

BUILT_IN: Final[tuple[bytes, ...]] = ()
"""Public keys that every copy of this program trusts; a site adds its own (FAIRNESS 3, Keys)."""


@dataclass(frozen=True, slots=True)
class KeyChange:
    """From `valid_from_ms` on `new` signs instead of `old`, which signed this."""

    old: bytes
    new: bytes
    valid_from_ms: int
    signature: bytes

    @property
    def signed(self) -> bool:
        """Whether the old key signed it."""
        return verify(self.old, key_change_message(self.old, self.new, self.valid_from_ms), self.signature)


class Keyring:
    """Trusted keys with the times for which they are: from the first moment (inclusive) to the last (exclusive).

    `changes` are signed changes known beforehand. One counts only if its old key is trusted when it becomes valid and
    has no other change that counts yet; a new key met before keeps its own times.
    """

    def __init__(self, keys: Iterable[bytes], changes: Iterable[KeyChange] = ()) -> None:
        self._keys, self._changes = tuple(keys), tuple(changes)
        self._times: dict[bytes, tuple[int, int | None]] = dict.fromkeys(self._keys, (0, None))
        for change in self._changes:
            begin, end = self._times.get(change.old, (0, 0))
            if end is None and begin <= change.valid_from_ms and change.signed:
                self._times[change.old] = (begin, change.valid_from_ms)
                self._times.setdefault(change.new, (change.valid_from_ms, None))

    def after(self, changes: Iterable[KeyChange]) -> "Keyring":
        """A keyring that counts `changes` too, after the ones it knows."""
        return Keyring(self._keys, (*self._changes, *changes))

    def trusts(self, key: bytes, created_ms: int) -> bool:
        """Whether `key` may have signed a table created then."""
        begin, end = self._times.get(key, (0, 0))
        return begin <= created_ms and (end is None or created_ms < end)

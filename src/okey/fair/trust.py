"""Which public keys are trusted for which tables (FAIRNESS 3, Keys)."""

from collections.abc import Iterable
from dataclasses import dataclass

from okey.fair.messages import key_change_message
from okey.fair.signing import verify


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
    """Trusted keys with the times for which they are: from the first moment (inclusive) to the last (exclusive)."""

    def __init__(self, keys: Iterable[bytes], changes: Iterable[KeyChange] = ()) -> None:
        self._times: dict[bytes, tuple[int, int | None]] = dict.fromkeys(keys, (0, None))
        for change in changes:
            self.follow(change)

    def follow(self, change: KeyChange) -> None:
        """Count a signed change: only if its old key is trusted then and has no other change that counts yet."""
        begin, end = self._times.get(change.old, (0, 0))
        if end is None and begin <= change.valid_from_ms and change.signed:
            self._times[change.old] = (begin, change.valid_from_ms)
            self._times.setdefault(change.new, (change.valid_from_ms, None))

    def trusts(self, key: bytes, created_ms: int) -> bool:
        """Whether `key` may have signed a table created then."""
        begin, end = self._times.get(key, (0, 0))
        return begin <= created_ms and (end is None or created_ms < end)

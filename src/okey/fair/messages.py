"""The bytes that are hashed on the way to the master key, and the hash chain of the log (FAIRNESS 3).

Per seat, `None` stands for the 32 zero bytes of a seat without a commitment or value: empty, or a computer.
"""

import hashlib
from collections.abc import Sequence
from typing import Final

from okey.fair.streams import mac, tag

Z: Final = bytes(32)
SEAL_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
SEATS: Final = 4


def digest(message: bytes) -> bytes:
    """H(message): SHA-256."""
    return hashlib.sha256(message).digest()


def rules_hash(text: bytes) -> bytes:
    """R: hash of the bytes of a rules text, its length before it."""
    return digest(tag("rules") + len(text).to_bytes(4, "big") + text)


def server_commit(table_id: bytes, rules: bytes, seed: bytes) -> bytes:
    """C_S: the server's fingerprint of its seed, for this table and the rules hash `rules`."""
    return digest(tag("server-commit") + table_id + rules + seed)


def player_commit(table_id: bytes, commit: bytes, seat: int, value: bytes) -> bytes:
    """C_i: a person's fingerprint of his value, for his seat at the table with the server's `commit`."""
    return digest(tag("player-commit") + table_id + commit + seat.to_bytes(1, "big") + value)


def list_bytes(
    table_id: bytes, rules: bytes, commit: bytes, kinds: Sequence[int], commits: Sequence[bytes | None]
) -> bytes:
    """L: the frozen list of seats, 241 bytes; LH is its `digest`."""
    seats = b"".join(bytes((seat, kinds[seat])) + (commits[seat] or Z) for seat in range(SEATS))
    return tag("commit-list") + table_id + rules + commit + bytes((SEATS,)) + seats


def master_key(seed: bytes, list_hash: bytes, kinds: Sequence[int], values: Sequence[bytes | None]) -> bytes:
    """K: everything dealt in the match follows from these 32 bytes."""
    seats = b"".join(bytes((kinds[seat],)) + (values[seat] or Z) for seat in range(SEATS))
    return mac(seed, tag("master") + list_hash + bytes((SEATS,)) + seats)


def first_head(table_id: bytes, list_hash: bytes, commit: bytes) -> bytes:
    """head_0, before any event."""
    return digest(tag("log0") + table_id + list_hash + commit)


def next_head(head: bytes, event: bytes) -> bytes:
    """head_n from head_(n-1) and the bytes of event n."""
    return digest(tag("log") + head + len(event).to_bytes(4, "big") + event)


def seal(list_hash: bytes, head: bytes) -> str:
    """Sixteen letters to compare by voice: the first 80 bits of a hash of the head."""
    bits = int.from_bytes(digest(tag("seal") + list_hash + head)[:10], "big")
    return "".join(SEAL_LETTERS[bits >> shift & 31] for shift in range(75, -1, -5))


# --- what the server signs


def open_message(table_id: bytes, rules: bytes, commit: bytes, created_ms: int) -> bytes:
    """open: the table, its rules hash and the server's commitment, before any seat is taken."""
    return tag("open") + table_id + rules + commit + _u64(created_ms)


def list_message(list_hash: bytes, listed_ms: int) -> bytes:
    """list: the frozen list, by its hash."""
    return tag("list") + list_hash + _u64(listed_ms)


def receipt_message(list_hash: bytes, seat: int, value: bytes) -> bytes:
    """receipt: the server has the value of `seat` for this list."""
    return tag("receipt") + list_hash + bytes((seat,)) + digest(value)


def opening_message(list_hash: bytes, kinds: Sequence[int], values: Sequence[bytes | None]) -> bytes:
    """opening: all values of the list."""
    seats = b"".join(bytes((kinds[seat],)) + (values[seat] or Z) for seat in range(SEATS))
    return tag("opening") + list_hash + bytes((SEATS,)) + seats


def head_message(table_id: bytes, n: int, head: bytes) -> bytes:
    """head: the hash chain after event `n`."""
    return tag("head") + table_id + n.to_bytes(4, "big") + head


def reveal_message(table_id: bytes, seed: bytes, n: int, head: bytes | None) -> bytes:
    """reveal: the seed, and the last event's number and head; `None` without a list."""
    return tag("reveal") + table_id + seed + n.to_bytes(4, "big") + (head or Z)


def key_change_message(old: bytes, new: bytes, valid_from_ms: int) -> bytes:
    """key change: from `valid_from_ms` on the key `new` signs."""
    return tag("new-key") + old + new + _u64(valid_from_ms)


def next_outcome(
    chain: bytes, table_id: bytes, commit: bytes, seed: bytes, list_hash: bytes | None, outcome: int
) -> bytes:
    """chain_n of the public list of outcomes, from chain_(n-1); chain_0 is `Z`."""
    return digest(tag("outcome") + chain + table_id + commit + seed + (list_hash or Z) + bytes((outcome,)))


def outcome_line(n: int, chain: bytes) -> bytes:
    """outcome line n, from 1."""
    return tag("outcome-line") + _u64(n) + chain


def _u64(number: int) -> bytes:
    return number.to_bytes(8, "big")

"""The secrets of a site as files of mode 0600 beside its database: the keys that sign, and the key that seals seeds.

    signing-keys.json    private keys, oldest first; tables that are open end with the key they began with
    key-changes.json     public: each new key announced by the one before (FAIRNESS 3)
    seed.key             32 bytes that encrypt the seeds in the database

None of them belongs into a back-up of the database.
"""

import contextlib
import hmac
import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from okey.fair.messages import key_change_message
from okey.fair.signing import Signer
from okey.fair.trust import KeyChange

SIGNING_FILE: Final = "signing-keys.json"
CHANGES_FILE: Final = "key-changes.json"
SEED_FILE: Final = "seed.key"
KEY_BYTES: Final = 32
_NONCE: Final = 12
_FORM: Final = b"\1"


class KeyFileError(Exception):
    """A key file cannot be used: it is damaged, or others may read it. The message names the file."""


@dataclass(frozen=True, slots=True)
class SigningKeys:
    """The keys that sign for a site, and how each was announced."""

    signers: tuple[Signer, ...]
    """Oldest first."""
    changes: tuple[KeyChange, ...]

    @property
    def current(self) -> Signer:
        """The key for new tables: the one announced last."""
        return self.of(self.changes[-1].new) if self.changes else self.signers[0]

    def of(self, public: bytes) -> Signer:
        """The key with this public key; `KeyError` when the site does not have it."""
        for signer in self.signers:
            if signer.public == public:
                return signer
        raise KeyError(public.hex())


def signing_keys(folder: Path) -> SigningKeys:
    """The keys of the site in `folder`; the first one is made when there is none. Raises `KeyFileError`."""
    path = folder / SIGNING_FILE
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        _create(path, _private_text([secrets.token_bytes(KEY_BYTES)]))
    return _read_keys(folder)


def known_keys(folder: Path) -> SigningKeys | None:
    """The keys of the site in `folder`, None when it has none. Raises `KeyFileError`."""
    return _read_keys(folder) if (folder / SIGNING_FILE).exists() else None


def rotate(folder: Path, now_ms: int) -> SigningKeys:
    """Make a new key, which the old one announces for tables created from `now_ms` on. Raises `KeyFileError`.

    A server that is running goes on with the old key: it has to be started again.
    """
    keys = signing_keys(folder)
    if keys.changes and now_ms <= keys.changes[-1].valid_from_ms:
        raise KeyFileError(f"{folder / CHANGES_FILE}: the last change is not earlier than now")
    privates = [*_privates(folder / SIGNING_FILE), secrets.token_bytes(KEY_BYTES)]
    old, new = keys.current, Signer(privates[-1])
    signature = old.sign(key_change_message(old.public, new.public, now_ms))
    changes = (*keys.changes, KeyChange(old.public, new.public, now_ms, signature))
    _replace(folder / SIGNING_FILE, _private_text(privates))
    _replace(folder / CHANGES_FILE, _changes_text(changes), mode=0o644)
    return _read_keys(folder)


class SeedBox:
    """Seals the seeds of tables for the database (AES-256-GCM), each for its table. It never prints its key."""

    __slots__ = ("_cipher",)

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)

    def seal(self, table_id: bytes, seed: bytes) -> bytes:
        """The seed, encrypted."""
        nonce = secrets.token_bytes(_NONCE)
        return _FORM + nonce + self._cipher.encrypt(nonce, seed, table_id)

    def open(self, table_id: bytes, sealed: bytes) -> bytes:
        """The seed again. Raises `KeyFileError` when it was sealed with another key or for another table."""
        nonce, box = sealed[1 : 1 + _NONCE], sealed[1 + _NONCE :]
        try:
            if sealed[:1] == _FORM:
                return self._cipher.decrypt(nonce, box, table_id)
        except (InvalidTag, ValueError):
            pass
        raise KeyFileError("a seed does not open: it was sealed with another key or for another table")

    def __repr__(self) -> str:
        return "SeedBox"

    def __reduce__(self) -> Any:
        raise TypeError("a seed box is not pickled")


def seed_box(folder: Path) -> SeedBox:
    """The box of the site in `folder`; its key is made when there is none. Raises `KeyFileError`."""
    return SeedBox(_seed_key(folder))


def challenge_box(folder: Path) -> SeedBox:
    """A box for the challenges of passkeys; its key follows from that of the seeds, and opens none of them."""
    return SeedBox(hmac.digest(_seed_key(folder), b"okey challenges of passkeys", "sha256"))


def _seed_key(folder: Path) -> bytes:
    path = folder / SEED_FILE
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        _create(path, secrets.token_bytes(KEY_BYTES))
    key = _private(path)
    if len(key) != KEY_BYTES:
        raise KeyFileError(f"{path}: not a key of {KEY_BYTES} bytes")
    return key


# --- files


def _read_keys(folder: Path) -> SigningKeys:
    signers = tuple(Signer(private) for private in _privates(folder / SIGNING_FILE))
    path = folder / CHANGES_FILE
    if not path.exists():
        return SigningKeys(signers, ())
    try:
        changes = tuple(
            KeyChange(
                bytes.fromhex(change["old"]),
                bytes.fromhex(change["new"]),
                change["valid_from_ms"],
                bytes.fromhex(change["sig"]),
            )
            for change in json.loads(path.read_text(encoding="ascii"))
        )
        keys = SigningKeys(signers, changes)
        _ = keys.current  # its private key must be there
    except (ValueError, KeyError, TypeError):
        raise KeyFileError(f"{path}: damaged") from None
    return keys


def _privates(path: Path) -> list[bytes]:
    try:
        privates = [bytes.fromhex(text) for text in json.loads(_private(path))]
    except (ValueError, TypeError):
        raise KeyFileError(f"{path}: damaged") from None
    if not privates or any(len(private) != KEY_BYTES for private in privates):
        raise KeyFileError(f"{path}: damaged")
    return privates


def _private(path: Path) -> bytes:
    """The bytes of a file that nobody else may read."""
    if os.name == "posix" and path.stat().st_mode & 0o077:
        raise KeyFileError(f"{path}: others may read it; chmod 600")
    return path.read_bytes()


def _private_text(privates: list[bytes]) -> bytes:
    return (json.dumps([private.hex() for private in privates]) + "\n").encode()


def _changes_text(changes: tuple[KeyChange, ...]) -> bytes:
    values = [
        {"old": c.old.hex(), "new": c.new.hex(), "valid_from_ms": c.valid_from_ms, "sig": c.signature.hex()}
        for c in changes
    ]
    return (json.dumps(values, indent=1) + "\n").encode()


def _create(path: Path, data: bytes) -> None:
    """Write a new file whole or not at all; one that somebody else has made meanwhile stays."""
    fresh = _write(path, data, 0o600)
    with contextlib.suppress(FileExistsError):
        os.link(fresh, path)
    fresh.unlink()


def _replace(path: Path, data: bytes, mode: int = 0o600) -> None:
    os.replace(_write(path, data, mode), path)


def _write(path: Path, data: bytes, mode: int) -> Path:
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    file = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(file, "wb") as out:
        out.write(data)
        out.flush()
        os.fsync(file)
    return fresh

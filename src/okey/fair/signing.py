"""Ed25519 for the messages of the protocol: one object that signs, one function that checks (FAIRNESS 2).

The check is the one of RFC 8032, 5.1.7, without the factor 8, with canonical keys only.
"""

from typing import Any, Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from okey.fair.streams import tag

PRIME: Final = 2**255 - 19
_SIGNED: Final = ("open", "list", "receipt", "opening", "head", "reveal", "new-key", "outcome-line")


class Signer:
    """Holds a private key (32 bytes) and signs tagged messages of the protocol, nothing else. It never prints."""

    __slots__ = ("_key", "_tags", "public")

    def __init__(self, private: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(private)
        self._tags = tuple(tag(name) for name in _SIGNED)
        self.public: bytes = self._key.public_key().public_bytes_raw()
        """The public key, 32 bytes."""

    def sign(self, message: bytes) -> bytes:
        """The signature, 64 bytes. Raises `ValueError` for a message without a tag of the protocol."""
        if not message.startswith(self._tags):
            raise ValueError("only messages of the protocol are signed")
        return self._key.sign(message)

    def __repr__(self) -> str:
        return f"Signer({self.public.hex()})"

    def __reduce__(self) -> Any:
        raise TypeError("a signer is not pickled")


def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether `signature` (64 bytes) of `message` is by the key `public` (32 bytes)."""
    y = int.from_bytes(public, "little") & (2**255 - 1)
    if y >= PRIME or (y in (1, PRIME - 1) and public[31] & 0x80):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True

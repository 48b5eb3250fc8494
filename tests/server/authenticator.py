"""An authenticator in software: P-256 keys, and what a browser would make of them."""

from __future__ import annotations

import hashlib
import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, ATTESTED = 1, 4, 64


def text(value: bytes) -> str:
    """Bytes as WebAuthn's JSON has them."""
    return urlsafe_b64encode(value).rstrip(b"=").decode()


def raw(value: str) -> bytes:
    """The bytes again."""
    return urlsafe_b64decode(value + "===")


@dataclass
class Authenticator:
    """A device with a browser at `origin`. Its keys are found without a name; what it says can be made wrong."""

    origin: str = "http://localhost:8000"
    counts: bool = True
    """Whether it counts its signatures; many do not."""
    flags: int = PRESENT | VERIFIED
    keys: dict[bytes, tuple[ec.EllipticCurvePrivateKey, bytes, str]] = field(default_factory=dict)
    """By the id of the credential: key, user handle, host."""
    signed: int = 0

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """`navigator.credentials.create`, as JSON."""
        assert options["authenticatorSelection"]["residentKey"] == "required"
        assert any(kind["alg"] == -7 for kind in options["pubKeyCredParams"])
        known = {raw(each["id"]) for each in options["excludeCredentials"]}
        assert known.isdisjoint(self.keys), "InvalidStateError"
        name, key, host = os.urandom(16), ec.generate_private_key(ec.SECP256R1()), options["rp"]["id"]
        self.keys[name] = (key, raw(options["user"]["id"]), host)
        public = key.public_key().public_numbers()
        cose = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: public.x.to_bytes(32), -3: public.y.to_bytes(32)})
        attested = bytes(16) + len(name).to_bytes(2) + name + cose
        data = self._data(host, self.flags | ATTESTED) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options)
        return self._credential(name, {"clientDataJSON": text(client), "attestationObject": text(attestation)})

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """`navigator.credentials.get`, as JSON."""
        allowed = [raw(each["id"]) for each in options.get("allowCredentials", [])] or list(self.keys)
        name = next(name for name in allowed if name in self.keys and self.keys[name][2] == options["rpId"])
        key, handle, host = self.keys[name]
        data, client = self._data(host, self.flags), self._client("webauthn.get", options)
        signature = key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._credential(
            name,
            {
                "clientDataJSON": text(client),
                "authenticatorData": text(data),
                "signature": text(signature),
                "userHandle": text(handle),
            },
        )

    def _data(self, host: str, flags: int) -> bytes:
        self.signed += self.counts
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + self.signed.to_bytes(4)

    def _client(self, kind: str, options: dict[str, Any]) -> bytes:
        found = {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps(found).encode()

    def _credential(self, name: bytes, response: dict[str, str]) -> dict[str, Any]:
        return {
            "id": text(name),
            "rawId": text(name),
            "type": "public-key",
            "response": response,
            "clientExtensionResults": {},
            "authenticatorAttachment": "platform",
        }

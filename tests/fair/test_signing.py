import copy
import pickle

import pytest

from okey.fair.messages import head_message
from okey.fair.signing import Signer, verify
from tests.fair.vectors import SIGNATURES

SEED = bytes(range(32))
MESSAGE = head_message(bytes(16), 1, bytes(32))


def test_a_signer_signs_the_messages_of_the_protocol_only() -> None:
    signer = Signer(SEED)
    assert verify(signer.public, MESSAGE, signer.sign(MESSAGE))
    for message in (
        b"",
        b"head",
        MESSAGE[1:],
        b"okey-fair/1/heads\0",
        b"okey-fair/1/master\0",
        b"okey-fair/1/stream\0",
    ):
        with pytest.raises(ValueError, match="protocol"):
            signer.sign(message)


def test_a_signer_never_tells_its_key() -> None:
    signer = Signer(SEED)
    for text in (repr(signer), str(signer), f"{signer}", repr([signer])):
        assert SEED.hex() not in text
        assert signer.public.hex() in text
    for leak in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="not pickled"):
            leak(signer)


@pytest.mark.parametrize("place", range(len(SIGNATURES)))
def test_signatures_at_the_borders_of_the_standard(place: int) -> None:
    public, message, signature, good = SIGNATURES[place]
    assert verify(public, message, signature) is good


def test_every_bit_of_a_signature_counts() -> None:
    signer = Signer(SEED)
    signature = signer.sign(MESSAGE)
    for bit in range(512):
        changed = bytearray(signature)
        changed[bit // 8] ^= 1 << bit % 8
        assert not verify(signer.public, MESSAGE, bytes(changed))

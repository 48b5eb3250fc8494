"""What a browser needs to make and to show a passkey, and whether what it says then is true (WebAuthn).

A passkey stands for a password, so it is asked to know its person (by a PIN, a finger, a face) and to be found without
a name. To be loaded and called in threads only: both take a while.
"""

from collections.abc import Iterable
from typing import Any, Final

from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import (
    base64url_to_bytes,
    decode_credential_public_key,
    decoded_public_key_to_cryptography,
    options_to_json_dict,
    parse_client_data_json,
)
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from okey.storage.accounts import Passkey
from okey.storage.store import Person

SITE_NAME: Final = "Okey"
TIMEOUT_MS: Final = 300_000
"""So long a browser may wait for its person."""
_VERIFIED: Final = UserVerificationRequirement.REQUIRED
_RESIDENT: Final = AuthenticatorSelectionCriteria(
    resident_key=ResidentKeyRequirement.REQUIRED, user_verification=_VERIFIED
)


def to_make(host: str, person: bytes, name: str, challenge: bytes, known: Iterable[Passkey]) -> dict[str, Any]:
    """What a browser needs to make a passkey for a person who has the `known` ones: creation options as JSON."""
    options = generate_registration_options(
        rp_id=host,
        rp_name=SITE_NAME,
        user_name=name,
        user_id=person,
        challenge=challenge,
        timeout=TIMEOUT_MS,
        authenticator_selection=_RESIDENT,
        exclude_credentials=_descriptors(known),
    )
    return options_to_json_dict(options)


def to_show(host: str, challenge: bytes, known: Iterable[Passkey]) -> dict[str, Any]:
    """What a browser needs to show a passkey, one of the `known` ones if there are any: request options as JSON."""
    options = generate_authentication_options(
        rp_id=host,
        challenge=challenge,
        timeout=TIMEOUT_MS,
        allow_credentials=_descriptors(known),
        user_verification=_VERIFIED,
    )
    return options_to_json_dict(options)


def challenge_of(credential: dict[str, Any]) -> bytes:
    """The challenge that a credential says it answers. Raises anything at all when it is none."""
    return parse_client_data_json(base64url_to_bytes(credential["response"]["clientDataJSON"])).challenge


def made(credential: dict[str, Any], challenge: bytes, host: str, origin: str, label: str) -> Passkey:
    """The passkey that a browser has made. Raises anything at all when it has not."""
    found = verify_registration_response(
        credential=credential,
        expected_challenge=challenge,
        expected_rp_id=host,
        expected_origin=origin,
        require_user_verification=True,
    )
    decoded_public_key_to_cryptography(decode_credential_public_key(found.credential_public_key))  # it can be used
    return Passkey(found.credential_id, found.credential_public_key, found.sign_count, label)


def shown(
    credential: dict[str, Any], challenge: bytes, host: str, origin: str, key: Passkey, person: Person
) -> Passkey:
    """The passkey `key` of `person`, with its new sign count, once a browser has shown it. Raises anything at all when
    it has not."""
    handle = credential["response"].get("userHandle")
    if handle is not None and base64url_to_bytes(handle) != person.id:
        raise ValueError("the passkey says that it is another person's")
    found = verify_authentication_response(
        credential=credential,
        expected_challenge=challenge,
        expected_rp_id=host,
        expected_origin=origin,
        credential_public_key=key.public_key,
        credential_current_sign_count=key.sign_count,
        require_user_verification=True,
    )
    return Passkey(key.id, key.public_key, found.new_sign_count, key.label)


def _descriptors(keys: Iterable[Passkey]) -> list[PublicKeyCredentialDescriptor]:
    return [PublicKeyCredentialDescriptor(id=key.id) for key in keys]

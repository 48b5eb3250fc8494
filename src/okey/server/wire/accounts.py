"""Bodies of the REST paths of accounts and sessions."""

from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

Typed: TypeAlias = Annotated[str, Meta(max_length=200)]
"""A name or a code as it was typed."""
Secret: TypeAlias = Annotated[str, Meta(max_length=1000)]
"""A password as it was typed; what is too long for one is said by a fault."""
Label: TypeAlias = Annotated[str, Meta(max_length=40)]


class SignUp(Struct, forbid_unknown_fields=True, frozen=True):
    """An account with a password for who has played as a guest."""

    name: Typed
    password: Secret


class SignUpName(Struct, forbid_unknown_fields=True, frozen=True):
    """The name of an account that is going to be opened with a passkey."""

    name: Typed


class SignUpPasskey(Struct, forbid_unknown_fields=True, frozen=True):
    """An account with a passkey; `credential` as the browser made it (`toJSON`), `label` empty: the kind of browser."""

    name: Typed
    credential: dict[str, Any]
    label: Label


class SignedUp(Struct, frozen=True):
    """The new account, and its recovery codes, which are shown this once."""

    name: str
    codes: list[str]


class SignIn(Struct, forbid_unknown_fields=True, frozen=True):
    """A name and a password."""

    name: Typed
    password: Secret


class SignInPasskey(Struct, forbid_unknown_fields=True, frozen=True):
    """A passkey; `credential` as the browser made it (`toJSON`)."""

    credential: dict[str, Any]


class Recovery(Struct, forbid_unknown_fields=True, frozen=True):
    """A recovery code, and the password to be."""

    name: Typed
    code: Typed
    password: Secret


class SignedIn(Struct, frozen=True):
    """Whose session it is now."""

    name: str


class Proof(Struct, forbid_unknown_fields=True, frozen=True):
    """The password once more."""

    password: Secret


class NewPassword(Struct, forbid_unknown_fields=True, frozen=True):
    """Another password; `current` null where a proof was given within ten minutes."""

    current: Secret | None
    password: Secret


class Privacy(Struct, forbid_unknown_fields=True, frozen=True):
    """Whether the profile is hidden from others."""

    private: bool


class NewPasskey(Struct, forbid_unknown_fields=True, frozen=True):
    """One more passkey; `credential` as the browser made it (`toJSON`), `label` empty: the kind of browser."""

    credential: dict[str, Any]
    label: Label


class Codes(Struct, frozen=True):
    """New recovery codes, which are shown this once; the old ones are gone."""

    codes: list[str]


class PasskeyShown(Struct, frozen=True):
    """A passkey of mine."""

    id: str
    label: str
    created_at: int
    used_at: int


class AccountShown(Struct, frozen=True):
    """My account: whether it has a password, its passkeys, and how many recovery codes are left."""

    name: str
    created_at: int
    password: bool
    passkeys: list[PasskeyShown]
    codes_left: int
    private: bool


class SessionShown(Struct, frozen=True):
    """A session of mine; `label` is the kind of browser."""

    id: str
    label: str
    created_at: int
    seen_at: int
    current: bool

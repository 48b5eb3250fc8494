"""REST of passkeys: opening an account with one, signing in without a name, adding, removing.

A challenge is sealed for the session that asks for it and for five minutes, so no node keeps any; whatever it leads to
ends that session (`okey.server.entrance`), so it works once. A passkey belongs to the host name of the site's origin.
At home, without an origin, that can be `localhost` only: an address like 127.0.0.1 is none that browsers allow.
"""

import asyncio
import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, TypeVar
from urllib.parse import urlsplit

from litestar import Response, delete, post
from litestar.params import FromPath, JSONBody

from okey.server import wire
from okey.server.asking import Asked, Asking, ProblemError, label_of, strictly
from okey.server.entrance import Entrance, stored
from okey.server.gate import Scope, header
from okey.server.settings import Settings, is_address
from okey.server.site import Site
from okey.storage.accounts import Passkey
from okey.storage.keys import KeyFileError
from okey.storage.store import Person, Session

T = TypeVar("T")
Purpose: TypeAlias = Literal["make", "show"]
CHALLENGE_MS: Final = 300_000
_TIME_BYTES: Final = 8


@dataclass(frozen=True, slots=True)
class Party:
    """Whose the passkeys are: a host name, and the origin of the pages that may ask for them."""

    host: str
    origin: str


def party(scope: Scope, settings: Settings) -> Party:
    """The party of a request; `passkey_host` where the site has no name that can hold passkeys."""
    origin = settings.origin or f"http://{header(scope, b'host')}"
    host = urlsplit(origin).hostname or ""
    if not host or is_address(host) or (settings.origin is None and host != "localhost"):
        raise ProblemError(400, "passkey_host")
    return Party(host, origin)


def shown(key: Passkey) -> wire.PasskeyShown:
    """A passkey as its owner sees it."""
    return wire.PasskeyShown(_text(key.id), key.label, key.created_at, key.used_at)


class Ceremonies:
    """The two that there are: a browser makes a passkey, or shows one."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def to_make(
        self, request: Asked, session: Session, name: str, known: Iterable[Passkey] = ()
    ) -> dict[str, Any]:
        """What a browser needs to make a passkey for the person of `session`."""
        whose, challenge = self._party(request), self._challenge(session, "make")

        def options() -> dict[str, Any]:
            from okey.server import credentials

            return credentials.to_make(whose.host, session.person.id, name, challenge, known)

        return await asyncio.to_thread(options)

    async def to_show(self, request: Asked, session: Session) -> dict[str, Any]:
        """What a browser needs to show a passkey: one of the person of `session`, or of anybody if that is a guest."""
        whose, challenge = self._party(request), self._challenge(session, "show")

        def options() -> dict[str, Any]:
            from okey.server import credentials

            account = self._site.accounts.account(session.person.id)
            return credentials.to_show(whose.host, challenge, account.passkeys if account else ())

        return await asyncio.to_thread(options)

    async def made(self, request: Asked, session: Session, asked: wire.SignUpPasskey | wire.NewPasskey) -> Passkey:
        """The passkey that the browser of `session` has made; `passkey_failed`."""
        whose, label = self._party(request), asked.label or label_of(request)
        if not label.isprintable():
            raise ProblemError(400, "bad_request")

        def check() -> Passkey:
            from okey.server import credentials

            challenge = self._answered(credentials.challenge_of(asked.credential), session, "make")
            return credentials.made(asked.credential, challenge, whose.host, whose.origin, label)

        key = await _checked(check)
        if key is None:
            raise ProblemError(400, "passkey_failed")
        return key

    async def shown(self, request: Asked, session: Session, credential: dict[str, Any]) -> tuple[Person, Passkey, int]:
        """The passkey that the browser of `session` has shown, whose it is, and its sign count before;
        `sign_in_failed`."""
        whose = self._party(request)
        found = await asyncio.to_thread(self._site.accounts.passkey, _bytes(credential.get("rawId")))
        if found is None:
            raise ProblemError(401, "sign_in_failed")
        person, key = found

        def check() -> Passkey:
            from okey.server import credentials

            challenge = self._answered(credentials.challenge_of(credential), session, "show")
            return credentials.shown(credential, challenge, whose.host, whose.origin, key, person)

        now = await _checked(check)
        if now is None:
            raise ProblemError(401, "sign_in_failed")
        return person, now, key.sign_count

    def _party(self, request: Asked) -> Party:
        return party(request.scope, self._site.settings)

    def _challenge(self, session: Session, purpose: Purpose) -> bytes:
        """A challenge for a session that is good for five minutes."""
        until = self._site.clock.now() + CHALLENGE_MS
        return self._site.challenges.seal(_context(session, purpose), until.to_bytes(_TIME_BYTES))

    def _answered(self, challenge: bytes, session: Session, purpose: Purpose) -> bytes:
        """The challenge, if it is one of this session that is still good; `ValueError` else."""
        try:
            until = int.from_bytes(self._site.challenges.open(_context(session, purpose), challenge))
        except KeyFileError:
            raise ValueError("another's challenge") from None
        if until < self._site.clock.now():
            raise ValueError("a challenge of long ago")
        return challenge


def routes(site: Site, asking: Asking) -> list[Any]:
    """Everything about passkeys."""
    entrance, ceremonies = Entrance(site), Ceremonies(site)

    @post("/api/account/passkey/options", status_code=200, summary="What a browser needs to make a first passkey")
    async def sign_up_options(request: Asked, data: JSONBody[wire.SignUpName]) -> Response[dict[str, Any]]:
        asked = await strictly(request, wire.SignUpName)
        party(request.scope, site.settings)
        await asking.stranger(request)
        name = await entrance.new_name(asked.name)
        session, headers = await asking.visitor(request)
        return Response(await ceremonies.to_make(request, session, name), headers=headers)

    @post("/api/account/passkey", summary="An account with a passkey, for who has played as a guest")
    async def sign_up(request: Asked, data: JSONBody[wire.SignUpPasskey]) -> Response[wire.SignedUp]:
        asked = await strictly(request, wire.SignUpPasskey)
        session = await asking.stranger(request)
        if session is None:
            raise ProblemError(400, "passkey_failed")
        name = await entrance.new_name(asked.name)
        entrance.register(request)
        return await entrance.open(request, session, name, await ceremonies.made(request, session, asked))

    @post("/api/session/passkey/options", status_code=200, summary="What a browser needs to show a passkey")
    async def sign_in_options(request: Asked) -> Response[dict[str, Any]]:
        party(request.scope, site.settings)
        session, headers = await asking.visitor(request)
        return Response(await ceremonies.to_show(request, session), headers=headers)

    @post("/api/session/passkey", status_code=200, summary="Sign in, or give a proof, with a passkey")
    async def sign_in(request: Asked, data: JSONBody[wire.SignInPasskey]) -> Response[wire.SignedIn]:
        asked = await strictly(request, wire.SignInPasskey)
        entrance.knock(request)
        session = await asking.session(request)
        if session is None:
            raise ProblemError(401, "sign_in_failed")
        person, key, before = await ceremonies.shown(request, session, asked.credential)
        token, start = entrance.start(request, session)
        if not await stored(site.accounts.begin_with, person.id, key.id, (before, key.sign_count), start):
            raise ProblemError(401, "sign_in_failed")
        return Response(wire.SignedIn(person.name), headers=entrance.entered(token, person.id, session))

    @post("/api/account/passkeys/options", status_code=200, summary="What a browser needs to make one more passkey")
    async def add_options(request: Asked) -> dict[str, Any]:
        session = await asking.proved(request)
        mine = await asyncio.to_thread(site.accounts.account, session.person.id)
        return await ceremonies.to_make(request, session, session.person.name, mine.passkeys if mine else ())

    @post("/api/account/passkeys", summary="One more passkey")
    async def add(request: Asked, data: JSONBody[wire.NewPasskey]) -> Response[wire.PasskeyShown]:
        asked = await strictly(request, wire.NewPasskey)
        session = await asking.proved(request)
        key = await ceremonies.made(request, session, asked)
        token, start = entrance.start(request, session)
        fault = await stored(site.accounts.add_passkey, session.person.id, key, start)
        if fault is not None:
            raise ProblemError(409, fault)
        answer = wire.PasskeyShown(_text(key.id), key.label, start.at, start.at)
        headers = entrance.entered(token, session.person.id, session)
        return Response(answer, status_code=201, headers=headers)

    @delete("/api/account/passkeys/{key:str}", summary="One passkey less; not the last way in")
    async def remove(request: Asked, key: FromPath[str]) -> None:
        session = await asking.proved(request)
        fault = await asyncio.to_thread(site.accounts.remove_passkey, session.person.id, _bytes(key))
        if fault is not None:
            raise ProblemError(404 if fault == "not_found" else 409, fault)

    return [sign_up_options, sign_up, sign_in_options, sign_in, add_options, add, remove]


async def _checked(check: Callable[[], T]) -> T | None:
    """What a check of something foreign gives, None when it fails. What comes is anybody's: JSON in base64 in JSON, and
    CBOR; the ways in which it can be wrong have no common name."""
    try:
        return await asyncio.to_thread(check)
    except Exception:
        return None


def _context(session: Session, purpose: Purpose) -> bytes:
    return f"{purpose} {session.person.id.hex()} {session.digest.hex()}".encode()


def _text(key_id: bytes) -> str:
    return urlsafe_b64encode(key_id).rstrip(b"=").decode()


def _bytes(text: Any) -> bytes:
    """The id of a credential; empty, which is nobody's, for what is none."""
    try:
        return urlsafe_b64decode(f"{text}===") if isinstance(text, str) else b""
    except (binascii.Error, ValueError):
        return b""

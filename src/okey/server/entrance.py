"""What all ways into an account have in common: how often one may try, and the session they lead to.

There is a new token whenever an account is opened, and a password, a passkey or a recovery code was shown; the one
before is worth nothing from then on. What was bound to it can be used once only.
"""

import asyncio
import secrets
import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from litestar import Response

from okey.play.names import fold, read_name
from okey.rules.faults import Fault
from okey.server import wire
from okey.server.asking import Asked, ProblemError, cookie, label_of
from okey.server.gate import Token, client, network
from okey.server.recovery import new_codes
from okey.server.site import Site, new_id
from okey.storage.accounts import Passkey, SessionEndedError, Start
from okey.storage.store import Session

P = ParamSpec("P")
T = TypeVar("T")


class Entrance:
    """The way in of one site. Tries are counted by this node."""

    def __init__(self, site: Site) -> None:
        self._site = site

    # --- how often

    def knock(self, request: Asked, key: str | None = None) -> None:
        """Count one more try from where `request` comes, and for the account whose name has this key. Unknown names
        are counted as well, so that nobody learns from it which there are."""
        doorkeeper, now = self._site.doorkeeper, time.monotonic()
        wait = doorkeeper.address_tries.take(self._network(request), now)
        if not wait and key is not None:
            wait = doorkeeper.account_tries.take(key, now)
        if wait:
            raise ProblemError(429, "too_many_tries", seconds=int(wait) + 1)

    def register(self, request: Asked) -> None:
        """Count one more account from where `request` comes."""
        if self._site.doorkeeper.accounts.take(self._network(request), time.monotonic()):
            raise ProblemError(429, "too_fast")

    def forgive(self, key: str) -> None:
        """The last try for the account whose name has this key was right."""
        self._site.doorkeeper.account_tries.forget(key)

    # --- what was typed

    async def new_name(self, text: str) -> str:
        """A name that nobody has, for an account; `bad_name`, `name_taken`."""
        name = read_name(text)
        if isinstance(name, Fault):
            raise ProblemError(400, name.code, **name.params)
        if await asyncio.to_thread(self._site.accounts.owns, fold(name)):
            raise ProblemError(409, "name_taken")
        return name

    async def may_take(self, password: str, name: str) -> None:
        """Whether a person called `name` may take this password; `password_short`, `_long`, `_common`."""
        fault = await self._site.passwords.refused(password, name)
        if fault is not None:
            raise ProblemError(400, fault.code, **fault.params)

    # --- inside

    async def open(self, request: Asked, guest: Session, name: str, way: str | Passkey) -> Response[wire.SignedUp]:
        """An account for a guest, with a password's hash or a passkey as the way in."""
        codes = new_codes(secrets.token_bytes)
        token, start = self.start(request, guest)
        person = guest.person.id
        fault = await stored(self._site.accounts.open, person, name, fold(name), way, codes.values(), start)
        if fault is not None:
            raise ProblemError(409, fault)
        headers = self.entered(token, person, guest)
        return Response(wire.SignedUp(name, list(codes)), status_code=201, headers=headers)

    def start(self, request: Asked, old: Session | None) -> tuple[Token, Start]:
        """A session to be, in the browser that asks and in place of its `old` one."""
        token, digest = Token.new(), None if old is None else old.digest
        browser = new_id() if old is None else old.browser
        return token, Start(token.digest, browser, label_of(request), self._site.clock.now(), digest)

    def entered(self, token: Token, person: bytes, old: Session | None) -> dict[str, str]:
        """The session has begun: end what its browser's `old` one held; the header with the new cookie. Sockets of the
        same person may come back with it."""
        if old is not None:
            self._site.sockets.end([old.digest], back=old.person.id == person)
        return cookie(token, self._site.settings)

    def _network(self, request: Asked) -> str:
        return network(client(request.scope, self._site.settings))


async def stored(work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """What a call of the storage gives, from a thread; `signed_out` when the session that asks has ended meanwhile."""
    try:
        return await asyncio.to_thread(work, *args, **named)
    except SessionEndedError:
        raise ProblemError(401, "signed_out") from None

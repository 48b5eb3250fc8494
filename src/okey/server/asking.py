"""What every REST path has in common: who asks, strict bodies, and errors as a code with parameters."""

import time
from pathlib import Path
from traceback import extract_tb
from typing import Any, Final, TypeAlias, TypeVar

import msgspec
from litestar import Request, Response

from okey.rules.ruleset import Ruleset, RulesetError
from okey.server import wire
from okey.server.browsers import browser_label
from okey.server.gate import Token, client, header, write_cookie
from okey.server.settings import Settings
from okey.server.site import Site
from okey.storage.store import Person, Session

T = TypeVar("T")
PLACES: Final = 8
"""So many lines of a fault's way are told, the last ones."""
PROOF_MS: Final = 600_000
"""So long a password or a passkey that was shown counts as a proof."""
Asked: TypeAlias = Request[Any, Any, Any]


class ProblemError(Exception):
    """An answer that is an error."""

    def __init__(self, status: int, code: str, **params: Any) -> None:
        super().__init__(code)
        self.status = status
        self.problem = wire.Problem(code, params)


class Asking:
    """Who asks, and whether they may."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def session(self, request: Asked) -> Session | None:
        """The session of a request, if it has one."""
        return await self._site.session(request.scope)

    async def member(self, request: Asked) -> Session:
        """The session of a person with an account; `account_needed` otherwise."""
        session = await self.session(request)
        if session is None or not session.person.account:
            raise ProblemError(401, "account_needed")
        return session

    async def stranger(self, request: Asked) -> Session | None:
        """The session of somebody without an account, if there is one; `already` for others."""
        session = await self.session(request)
        if session is not None and session.person.account:
            raise ProblemError(409, "already")
        return session

    async def proved(self, request: Asked) -> Session:
        """The session of a person with an account who has shown a password or a passkey within ten minutes;
        `prove_again` otherwise."""
        session = await self.member(request)
        if self._site.clock.now() - session.proved_at > PROOF_MS:
            raise ProblemError(403, "prove_again")
        return session

    async def known(self, request: Asked) -> tuple[Person, dict[str, str]]:
        """The person of a request, with the header that sets the cookie of a new one."""
        session, headers = await self.visitor(request)
        return session.person, headers

    async def may_open(self, person: Person) -> None:
        """Whether `person` may open one more table now; `full`, `too_fast` or `too_many_tables` otherwise."""
        site = self._site
        if site.doorkeeper.full:
            raise ProblemError(503, "full")
        if not site.doorkeeper.tables.take(person.id, time.monotonic()):
            raise ProblemError(429, "too_fast")
        if len(await site.running(person)) >= site.settings.tables_per_guest:
            raise ProblemError(409, "too_many_tables", n=site.settings.tables_per_guest)

    async def visitor(self, request: Asked) -> tuple[Session, dict[str, str]]:
        """The session of a request, with the header that sets the cookie of a new one."""
        session = await self.session(request)
        if session is not None:
            return session, {}
        site = self._site
        if site.doorkeeper.full:
            raise ProblemError(503, "full")
        if not site.doorkeeper.guests.take(client(request.scope, site.settings), time.monotonic()):
            raise ProblemError(429, "too_fast")
        session, token = await site.new_guest(label_of(request))
        return session, cookie(token, site.settings)


def read_rules(text: str) -> Ruleset:
    """The rules of a new table; `bad_rules` when the text is of none."""
    try:
        return Ruleset.parse(text)
    except RulesetError as error:
        raise ProblemError(400, "bad_rules", field=error.field, why=error.why) from error


def label_of(request: Asked) -> str:
    """The kind of browser that asks."""
    return browser_label(header(request.scope, b"user-agent") or "")


def cookie(token: Token, settings: Settings) -> dict[str, str]:
    """The header that gives a browser its session."""
    return {"set-cookie": write_cookie(token, settings)}


async def strictly(request: Asked, kind: type[T]) -> T:
    """The body once more: Litestar takes `1` for true and `"3"` for 3, we do not."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except msgspec.MsgspecError as error:
        raise ProblemError(400, "bad_request") from error


def place_of(fault: BaseException) -> str:
    """A fault for the logs: its kind, and where in this package it came up. Its text may hold what somebody typed."""
    places = [f"{Path(frame.filename).stem}:{frame.lineno}" for frame in extract_tb(fault.__traceback__)[-PLACES:]]
    return f"{type(fault).__name__} at {' '.join(places)}"


def answer(status: int, problem: wire.Problem) -> Response[wire.Problem]:
    """An error."""
    return Response(problem, status_code=status, headers={"cache-control": "no-store"})

"""What every REST path has in common: who asks, strict bodies, and errors as a code with parameters."""

import time
from typing import Any, TypeAlias, TypeVar

import msgspec
from litestar import Request, Response

from okey.server import wire
from okey.server.browsers import browser_label
from okey.server.gate import Token, client, header, write_cookie
from okey.server.settings import Settings
from okey.server.site import Site
from okey.storage.store import Person, Session

T = TypeVar("T")
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

    async def known(self, request: Asked) -> tuple[Person, dict[str, str]]:
        """The person of a request, with the header that sets the cookie of a new one."""
        session = await self.session(request)
        if session is not None:
            return session.person, {}
        site = self._site
        if site.doorkeeper.full:
            raise ProblemError(503, "full")
        if not site.doorkeeper.guests.take(client(request.scope, site.settings), time.monotonic()):
            raise ProblemError(429, "too_fast")
        person, token = await site.new_guest(label_of(request))
        return person, cookie(token, site.settings)


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


def answer(status: int, problem: wire.Problem) -> Response[wire.Problem]:
    """An error."""
    return Response(problem, status_code=status, headers={"cache-control": "no-store"})

"""REST of sessions: sign out, list them, end them.

A session ends 30 days after it was seen last, and 180 days after it began; a person may have any number.
"""

import asyncio
from typing import Any

from litestar import Response, delete, get
from litestar.params import FromPath

from okey.server import wire
from okey.server.asking import Asked, Asking, ProblemError, cookie, label_of
from okey.server.site import Site
from okey.storage.accounts import SHOWN_BYTES


def routes(site: Site, asking: Asking) -> list[Any]:
    """Sign out, list, end."""

    @delete("/api/session", summary="Sign out: another guest in the same browser")
    async def sign_out(request: Asked) -> Response[None]:
        session = await asking.member(request)
        await asyncio.to_thread(site.accounts.end, session.person.id, session.digest[:SHOWN_BYTES])
        site.sockets.end([session.digest])
        _, token = await site.new_guest(label_of(request), session.browser)
        return Response(None, status_code=204, headers=cookie(token, site.settings))

    @get("/api/sessions", summary="My sessions, the one seen last first")
    async def sessions(request: Asked) -> list[wire.SessionShown]:
        session = await asking.member(request)
        return [
            wire.SessionShown(
                seen.digest[:SHOWN_BYTES].hex(),
                seen.label,
                seen.created_at,
                seen.seen_at,
                seen.digest == session.digest,
            )
            for seen in await asyncio.to_thread(site.accounts.sessions, session.person.id, site.clock.now())
        ]

    @delete("/api/sessions/{name:str}", summary="End one of my sessions")
    async def end(request: Asked, name: FromPath[str]) -> None:
        session = await asking.member(request)
        try:
            ended = await asyncio.to_thread(site.accounts.end, session.person.id, bytes.fromhex(name))
        except ValueError:
            ended = None
        if ended is None:
            raise ProblemError(404, "not_found")
        site.sockets.end([ended])

    @delete("/api/sessions", summary="End all my sessions but this one")
    async def end_others(request: Asked) -> None:
        session = await asking.member(request)
        site.sockets.end(await asyncio.to_thread(site.accounts.end_others, session.person.id, session.digest))

    return [sign_out, sessions, end, end_others]

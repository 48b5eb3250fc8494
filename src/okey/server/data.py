"""REST of a person's own data: all of it as one file, and the deletion of the account, at once."""

import asyncio
import secrets
import time
from typing import Any, Final

import msgspec
from litestar import Response, delete, get

from okey.server.asking import Asked, Asking, ProblemError, cookie, label_of
from okey.server.errands import LOOK_SECONDS
from okey.server.gate import HOUR, Tries
from okey.server.site import ID_BYTES, Site
from okey.storage.erasure import Erasure, export

EXPORTS: Final = 30
"""In an hour, of one person."""
LEAVE_TRIES: Final = 40
LEAVE_STEP: Final = 0.05
"""Seconds between two looks whether the tables are left."""


def routes(site: Site, asking: Asking) -> list[Any]:
    """Export and deletion."""
    exports = Tries(EXPORTS, HOUR)

    @get("/api/account/data", summary="All data about me, as one file")
    async def own(request: Asked) -> Response[bytes]:
        session = await asking.member(request)
        if exports.take(session.person.id.hex(), time.monotonic()):
            raise ProblemError(429, "too_fast")
        found = await asyncio.to_thread(export, site.database.engine, session.person.id, site.clock.now())
        name = 'attachment; filename="okey.json"'
        body = msgspec.json.format(msgspec.json.encode(found), indent=1)
        return Response(body, media_type="application/json", headers={"content-disposition": name})

    @delete("/api/account", status_code=204, summary="Delete my account, now and for good")
    async def erase(request: Asked) -> Response[None]:
        session = await asking.proved(request)
        if not await forget(site, session.person.id):
            raise ProblemError(401, "account_needed")
        _, token = await site.new_guest(label_of(request))
        return Response(None, status_code=204, headers=cookie(token, site.settings))

    return [own, erase]


async def forget(site: Site, person: bytes) -> bool:
    """Delete an account: sockets close, tables alone with computers and places in waiting rooms are given up, and a
    ghost stands where the person stood. False when there is none."""
    erasure, ghost = Erasure(site.database.engine), secrets.token_bytes(ID_BYTES)
    site.sockets.end(await asyncio.to_thread(site.accounts.end_others, person, None))
    await _leave(site, erasure, person)
    if not await asyncio.to_thread(erasure.erase, person, ghost, site.clock.now()):
        return False
    site.sockets.end([each.digest for each in site.sockets.sessions if each.person.id == person])
    await site.errandry.step()
    shared = site.settings.database is not None
    await asyncio.sleep(2 * LOOK_SECONDS if shared else LEAVE_STEP)  # until the tables are read anew, on all nodes
    await asyncio.to_thread(erasure.sweep, person, ghost)
    return True


async def _leave(site: Site, erasure: Erasure, person: bytes) -> None:
    """Give up what does not go on without the person; a match among others goes on under its clock."""
    for place in await asyncio.to_thread(erasure.places, person):
        if place.waiting:
            site.hub.withdraw(place.table, person)
        elif place.lonely:
            site.hub.close(place.table)
    for _ in range(LEAVE_TRIES):
        places = await asyncio.to_thread(erasure.places, person)
        if not any(place.lonely or place.waiting for place in places):
            return
        await asyncio.sleep(LEAVE_STEP)

"""REST of what a host has to say, and of whether this node may be sent people.

There is no page for hosts: their tools are commands on the machine (`okey admin`), and nothing of them is reachable
from outside.
"""

import asyncio
from typing import Any

from litestar import Response, get

from okey.server import wire
from okey.server.asking import Asking
from okey.server.site import Site
from okey.storage.host import Host


def routes(site: Site, asking: Asking) -> list[Any]:
    """Readiness and announcements."""

    @get("/api/ready", summary="Whether this node may be sent people: 503 while it cannot")
    async def ready() -> Response[wire.Ready]:
        found = await site.ready()
        return Response(wire.Ready(found), status_code=200 if found else 503)

    @get("/api/announcements", summary="What the host tells everybody, the latest first")
    async def announcements() -> list[wire.Announcement]:
        told = await asyncio.to_thread(Host(site.database.engine).announcements, site.clock.now())
        return [wire.Announcement(each.id.hex(), each.at, each.until, each.tr, each.en) for each in told]

    return [ready, announcements]

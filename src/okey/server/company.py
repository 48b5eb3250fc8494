"""REST about company: whom one follows and blocks, challenges, notices, reports.

Whoever is blocked is not told: to that person the other is not found.
"""

import asyncio
import time
from dataclasses import replace
from typing import Any, Final

from litestar import Response, delete, get, post, put
from litestar.params import FromPath, JSONBody

from okey.play.opening import PRIVATE
from okey.rules.ruleset import Ruleset
from okey.server import wire
from okey.server.asking import Asked, Asking, ProblemError, read_rules, strictly
from okey.server.gate import HOUR, Rates, Tries
from okey.server.site import QUICK_LEVEL, Site
from okey.storage.company import CHALLENGE, Company
from okey.storage.store import Person

CHALLENGES: Final = 20
"""In an hour, of one person."""
REPORTS: Final = 10
"""In an hour, of one person."""
CHANGES: Final = 60
"""Whom one follows and blocks changes at most so often in a minute."""
BESIDE: Final = {2: 2, 3: 1, 4: 2}
"""By the number of seats, the place of the one who is challenged: opposite where that can be."""


class Acquaintance:
    """What the paths about company do, and how often."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._challenges = Tries(CHALLENGES, HOUR)
        self._reports = Tries(REPORTS, HOUR)
        self._changes = Rates(CHANGES, 60.0)

    @property
    def store(self) -> Company:
        """What is on the disk."""
        return Company(self._site.database.engine)

    async def other(self, person: Person, name: str) -> Person:
        """The person with an account and this name, who is somebody else; one change is counted."""
        if not self._changes.take(person.id, time.monotonic()):
            raise ProblemError(429, "too_fast")
        found = await asyncio.to_thread(self.store.named, name)
        if found is None:
            raise ProblemError(404, "not_found")
        if found.id == person.id:
            raise ProblemError(400, "yourself")
        return found

    async def challenge(self, person: Person, name: str, rules: Ruleset) -> tuple[bytes, str]:
        """A private table with a place for the person with this name, who is told; its id and its code."""
        other = await self.other(person, name)
        if await asyncio.to_thread(self.store.blocks, other.id, person.id):
            raise ProblemError(404, "not_found")
        if await asyncio.to_thread(self.store.blocks, person.id, other.id):
            raise ProblemError(409, "blocked")
        if self._challenges.take(person.id.hex(), time.monotonic()):
            raise ProblemError(429, "too_fast")
        kept: list[Person | None] = [None] * 4
        kept[0], kept[BESIDE[rules.seats]] = person, other
        table, code = await self._site.open_room(person, rules, QUICK_LEVEL, replace(PRIVATE, chat=True), kept)
        body = {"name": person.name, "table": table.hex(), "code": code, "preset": rules.preset}
        await asyncio.to_thread(self.store.tell, other.id, CHALLENGE, body, self._site.clock.now())
        return table, code

    async def reported(self, asked: wire.NewReport) -> bytes:
        """Whom a report is about."""
        if asked.name is None and (asked.table is None or asked.seat is None):
            raise ProblemError(400, "bad_request")
        if asked.table is not None:
            table = bytes.fromhex(asked.table)
            found = await asyncio.to_thread(self.store.sitting, table, asked.seat, asked.name)
            if found is not None:
                return found
        named = None if asked.name is None else await asyncio.to_thread(self.store.named, asked.name)
        if named is None:
            raise ProblemError(404, "not_found")
        return named.id

    async def report(self, person: Person, asked: wire.NewReport) -> None:
        """Tell the host."""
        if self._reports.take(person.id.hex(), time.monotonic()):
            raise ProblemError(429, "too_fast")
        reported = await self.reported(asked)
        table = None if asked.table is None else bytes.fromhex(asked.table)
        now = self._site.clock.now()
        await asyncio.to_thread(self.store.report, person.id, reported, table, asked.why, asked.words, now)


def routes(site: Site, asking: Asking) -> list[Any]:
    """Follow, block, challenge, notices, reports."""
    acquaintance = Acquaintance(site)

    @get("/api/company", summary="Whom I follow, with the tables at which they sit, and whom I block")
    async def shown(request: Asked) -> wire.Company:
        person = (await asking.member(request)).person
        store = acquaintance.store
        following = [
            wire.Followed(one.name, None if one.table is None else one.table.hex(), one.preset)
            for one in await asyncio.to_thread(store.following, person.id)
        ]
        return wire.Company(following, await asyncio.to_thread(store.blocked, person.id))

    @put("/api/follows/{name:str}", status_code=204, summary="Follow somebody")
    async def follow(request: Asked, name: FromPath[str]) -> None:
        person = (await asking.member(request)).person
        other = await acquaintance.other(person, name)
        fault = await asyncio.to_thread(acquaintance.store.follow, person.id, other.id, site.clock.now())
        if fault is not None:
            raise ProblemError(404 if fault == "not_found" else 409, fault)

    @delete("/api/follows/{name:str}", summary="Follow somebody no longer")
    async def unfollow(request: Asked, name: FromPath[str]) -> None:
        person = (await asking.member(request)).person
        other = await acquaintance.other(person, name)
        await asyncio.to_thread(acquaintance.store.unfollow, person.id, other.id)

    @put("/api/blocks/{name:str}", status_code=204, summary="Want nothing to do with somebody")
    async def block(request: Asked, name: FromPath[str]) -> None:
        person = (await asking.member(request)).person
        other = await acquaintance.other(person, name)
        fault = await asyncio.to_thread(acquaintance.store.block, person.id, other.id, site.clock.now())
        if fault is not None:
            raise ProblemError(409, fault)

    @delete("/api/blocks/{name:str}", summary="Block somebody no longer")
    async def unblock(request: Asked, name: FromPath[str]) -> None:
        person = (await asking.member(request)).person
        other = await acquaintance.other(person, name)
        await asyncio.to_thread(acquaintance.store.unblock, person.id, other.id)

    @post("/api/challenges", summary="A private table with a place kept for somebody, who is told")
    async def challenge(request: Asked, data: JSONBody[wire.NewChallenge]) -> Response[wire.RoomCreated]:
        asked = await strictly(request, wire.NewChallenge)
        rules = read_rules(asked.rules)
        person = (await asking.member(request)).person
        await asking.may_open(person)
        table, code = await acquaintance.challenge(person, asked.name, rules)
        return Response(wire.RoomCreated(table.hex(), code), status_code=201)

    @get("/api/notices", summary="What waits to be told, the latest first")
    async def notices(request: Asked) -> list[wire.Notice]:
        person = (await asking.member(request)).person
        waiting = await asyncio.to_thread(acquaintance.store.notices, person.id, site.clock.now())
        return [wire.Notice(each.id.hex(), each.at, each.kind, each.body) for each in waiting]

    @delete("/api/notices/{notice:str}", summary="Put a notice away")
    async def put_away(request: Asked, notice: FromPath[str]) -> None:
        person = (await asking.member(request)).person
        try:
            found = await asyncio.to_thread(acquaintance.store.put_away, person.id, bytes.fromhex(notice))
        except ValueError:
            found = False
        if not found:
            raise ProblemError(404, "not_found")

    @post("/api/reports", status_code=204, summary="Report somebody to the host")
    async def report(request: Asked, data: JSONBody[wire.NewReport]) -> Response[None]:
        asked = await strictly(request, wire.NewReport)
        person, headers = await asking.known(request)
        await acquaintance.report(person, asked)
        return Response(None, status_code=204, headers=headers)

    return [shown, follow, unfollow, block, unblock, challenge, notices, put_away, report]

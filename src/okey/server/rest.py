"""REST: who I am, new tables, presets, hands, health. Errors are a code with parameters."""

import asyncio
import time
from collections.abc import Mapping
from typing import Any, Final, TypeVar

from litestar import Litestar, Response, get, post, put
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath, FromQuery, JSONBody

from okey import __version__
from okey.fair.messages import outcome_line
from okey.play.names import read_name
from okey.play.opening import Options
from okey.play.rated import MOST_STAKE, QUICK_RULES, may_be_rated, may_stake
from okey.rules.faults import Fault
from okey.rules.ruleset import PRESETS, Ruleset
from okey.server import accounts, company, data, host, passkeys, people, sessions, wire
from okey.server.asking import Asked, Asking, ProblemError, answer, place_of, read_rules, strictly
from okey.server.gate import same_origin
from okey.server.passwords import BusyError
from okey.server.settings import Settings
from okey.server.site import Site
from okey.solver import KERNEL
from okey.solver.report import HandError, report_tiles
from okey.storage.store import Person

T = TypeVar("T")
MAX_BODY: Final = 16 * 1024
LAST_LINE: Final = 2**31 - 1
"""No line of the list of outcomes has a greater number."""
_CODES: Final[Mapping[int, str]] = {
    400: "bad_request",
    403: "forbidden",
    404: "not_found",
    405: "bad_method",
    413: "too_large",
    415: "bad_type",
}


def build(site: Site) -> Litestar:
    """The REST part of `site`; its lifespan starts and stops the site."""
    asking = Asking(site)

    async def opening(request: Asked) -> tuple[Person, dict[str, str]]:
        """The person who may open one more table now."""
        person, headers = await asking.known(request)
        await asking.may_open(person)
        return person, headers

    @get("/api/me", summary="Who I am, and my running matches")
    async def me(request: Asked) -> Response[wire.Me]:
        person, headers = await asking.known(request)
        tables = [
            wire.OpenTable(
                running.table.hex(),
                running.preset,
                running.level,
                running.deal,
                running.scores,
                running.at,
                running.seat,
                running.people,
            )
            for running in await site.running(person)
        ]
        notices = await asyncio.to_thread(site.accounts.notices, person.id)
        return Response(wire.Me(person.name, not person.account, tables, notices), headers=headers)

    @put("/api/me", summary="A new name; where I sit already, the old one stays")
    async def rename(request: Asked, data: JSONBody[wire.Rename]) -> Response[wire.Renamed]:
        asked = await strictly(request, wire.Rename)
        person, headers = await asking.known(request)
        name = read_name(asked.name)
        if isinstance(name, Fault):
            raise ProblemError(400, name.code, **name.params)
        if not await site.rename(person, name):
            raise ProblemError(409, "name_taken")
        return Response(wire.Renamed(name), headers=headers)

    @post("/api/tables", summary="A new match against the computer")
    async def tables(request: Asked, data: JSONBody[wire.NewTable]) -> Response[wire.TableCreated]:
        asked = await strictly(request, wire.NewTable)
        rules = read_rules(asked.rules)
        person, headers = await opening(request)
        table = await site.open_table(person, rules, asked.level, asked.hints)
        return Response(wire.TableCreated(table.hex()), status_code=201, headers=headers)

    @post("/api/rooms", summary="A new table for several people")
    async def rooms(request: Asked, data: JSONBody[wire.NewRoom]) -> Response[wire.RoomCreated]:
        asked = await strictly(request, wire.NewRoom)
        rules = read_rules(asked.rules)
        person, headers = await opening(request)
        options = _options(asked, rules, person)
        table, code = await site.open_room(person, rules, asked.level, options)
        return Response(wire.RoomCreated(table.hex(), code), status_code=201, headers=headers)

    @post("/api/quick", summary="A table with whoever else looks for a match by these rules")
    async def quick(request: Asked, data: JSONBody[wire.QuickMatch]) -> Response[wire.TableCreated]:
        asked = await strictly(request, wire.QuickMatch)
        rules = read_rules(asked.rules)
        if rules.text not in QUICK_RULES:
            raise ProblemError(400, "bad_rules", field="preset", why="changed")
        person, headers = await opening(request)
        table = await site.quick_match(person, rules)
        return Response(wire.TableCreated(table.hex()), status_code=201, headers=headers)

    @get("/api/codes/{code:str}", summary="The table with a short code")
    async def codes(request: Asked, code: FromPath[str]) -> Response[wire.RoomFound]:
        person, headers = await asking.known(request)
        if not site.doorkeeper.codes.take(person.id, time.monotonic()):
            raise ProblemError(429, "too_fast")
        table = await site.find_room(code)
        if table is None:
            raise ProblemError(404, "code_unknown")
        return Response(wire.RoomFound(table.hex()), headers=headers)

    @get("/api/presets", summary="Canonical texts of the published rule sets", sync_to_thread=False)
    def presets() -> dict[str, str]:
        return {name: rules.text for name, rules in PRESETS.items()}

    @post("/api/hand", status_code=200, summary="What a hand is: as `okey hand --json`")
    async def hand(request: Asked, data: JSONBody[wire.HandQuestion]) -> dict[str, Any]:
        asked = await strictly(request, wire.HandQuestion)
        try:
            return await asyncio.to_thread(report_tiles, asked.indicator, asked.tiles)
        except HandError as error:
            raise ProblemError(400, error.code, tile=error.tile) from error

    @get("/api/tables/{table:str}/record", summary="The record of an ended match, for its players")
    async def record(request: Asked, table: FromPath[str]) -> Response[bytes]:
        session = await asking.session(request)
        found = None if session is None else await site.record(session.person, table)
        if found is None:
            raise ProblemError(404, "not_found")
        name = f'attachment; filename="{table}.okey.json"'
        return Response(found, media_type="application/json", headers={"content-disposition": name})

    @get("/api/keys", summary="The public keys of this site, and how each was announced", sync_to_thread=False)
    def keys() -> wire.Keys:
        changes = [
            wire.KeyChange(each.old.hex(), each.new.hex(), each.valid_from_ms, each.signature.hex())
            for each in site.keys.changes
        ]
        return wire.Keys([each.public.hex() for each in site.keys.signers], changes)

    @get("/api/outcomes", summary="The public list of outcomes: every table that was opened has one line")
    async def outcomes(after: FromQuery[int] = 0) -> list[wire.OutcomeLine]:
        return [
            wire.OutcomeLine(
                line.n,
                line.table.hex(),
                line.commit.hex(),
                line.seed.hex(),
                line.list_hash.hex() if line.list_hash else None,
                line.outcome,
                line.chain.hex(),
                site.keys.current.public.hex(),
                site.keys.current.sign(outcome_line(line.n, line.chain)).hex(),
            )
            for line in await site.outcomes(min(max(after, 0), LAST_LINE))
        ]

    @get("/api/statistics", summary="Public counts over all ended matches, and what chance says about them")
    async def statistics() -> wire.Statistics:
        return await site.counting.answer()

    @get("/api/health", summary="Whether the server answers", sync_to_thread=False)
    def health() -> wire.Health:
        return wire.Health(True, KERNEL)

    def before(request: Asked) -> None:
        if request.method not in ("GET", "HEAD", "OPTIONS") and not same_origin(request.scope, site.settings):
            raise ProblemError(403, "wrong_origin")

    def failed(request: Asked, fault: Exception) -> Response[wire.Problem]:
        path = request.scope.get("path_template", "")  # what was asked for may hold a name
        site.trace("request_failed", path=path, fault=place_of(fault))
        return answer(500, wire.Problem("failed", {}))

    return Litestar(
        [
            *(me, rename, tables, rooms, quick, codes, presets, hand, record, keys, outcomes, statistics, health),
            *accounts.routes(site, asking),
            *passkeys.routes(site, asking),
            *sessions.routes(site, asking),
            *people.routes(site, asking),
            *company.routes(site, asking),
            *data.routes(site, asking),
            *host.routes(site, asking),
        ],
        on_startup=[site.start],
        on_shutdown=[site.stop],
        before_request=before,
        exception_handlers={
            ProblemError: lambda _, fault: answer(fault.status, fault.problem),
            HTTPException: lambda _, fault: answer(
                fault.status_code, wire.Problem(_CODES.get(fault.status_code, "failed"), {})
            ),
            BusyError: lambda *_: answer(503, wire.Problem("busy", {})),
            RecursionError: lambda _, fault: answer(400, wire.Problem("bad_request", {})),
            Exception: failed,
        },
        request_max_body_size=MAX_BODY,
        cache_control=CacheControlHeader(no_store=True),
        openapi_config=OpenAPIConfig(
            title="Okey", version=__version__, path="/schema", render_plugins=[JsonRenderPlugin(path="/openapi.json")]
        ),
        logging_config=None,
    )


def openapi() -> dict[str, Any]:
    """The OpenAPI description of the REST paths."""
    from pathlib import Path

    return build(Site(Settings(data=Path("okey-data")))).openapi_schema.to_schema()


def _options(asked: wire.NewRoom, rules: Ruleset, founder: Person) -> Options:
    """How a new table is opened."""
    if (asked.rated or asked.stake) and not founder.account:
        raise ProblemError(401, "account_needed")
    if asked.listed and asked.chat:
        raise ProblemError(400, "bad_request")
    if asked.rated and not (asked.listed and may_be_rated(rules)):
        raise ProblemError(400, "not_rated")
    if asked.stake and not may_stake(rules, asked.stake):
        raise ProblemError(400, "bad_stake", most=MOST_STAKE)
    return Options(asked.listed, asked.watch, asked.chat, rated=asked.rated, stake=asked.stake)

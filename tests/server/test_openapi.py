"""Whatever the description of the REST paths allows, and much that it does not: never a fault of the server."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlencode, urlsplit

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed
from hypothesis import settings as pace
from schemathesis import Case, GenerationMode
from schemathesis.schemas import APIOperation

from okey.rules.ruleset import PRESETS
from okey.server import rest
from tests.server.asgi import Answer, Client, settings
from tests.server.test_company import Person

BASE: Final = "http://127.0.0.1:8000"
CI_CASES: Final = 5
SOAK_CASES: Final = 100
TEXTS: Final = [rules.text for rules in PRESETS.values()]
SLOW: Final = ("POST /api/recovery", "DELETE /api/account")
"""Half a second each, on purpose or for leaving tables: fewer cases in CI."""


def operations() -> Iterator[APIOperation[Any, Any, Any]]:
    """Every path and method. Bodies have no other fields than the described ones, as the server demands; where rules
    are asked for, half of the good ones are some: no random text ever is."""
    described = rest.openapi()
    for schema in described["components"]["schemas"].values():
        if schema.get("type") == "object" and "properties" in schema:
            schema["additionalProperties"] = False
            if (rules := schema["properties"].get("rules")) is not None:
                schema["properties"]["rules"] = {"anyOf": [rules, {"enum": TEXTS}]}
    for found in schemathesis.openapi.from_dict(described).get_all_operations():
        yield found.ok()


def cases(operation: APIOperation[Any, Any, Any], mode: GenerationMode, number: int) -> list[Case]:
    """So many requests that fit the description, or do not."""
    made: list[Case] = []
    if not operation.body and not operation.path_parameters and not operation.query:  # nothing to vary
        return [operation.Case()] if mode is GenerationMode.POSITIVE else []
    if not operation.body and not operation.query and mode is GenerationMode.NEGATIVE:
        return []  # any text may stand in a path

    @seed(number)
    @pace(
        max_examples=number,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def collect(case: Case) -> None:
        made.append(case)

    collect()
    return made


async def send(person: Person, case: Case) -> Answer:
    """One request as the browser of a person sends it."""
    asked = case.as_transport_kwargs(base_url=BASE)
    path = unquote(urlsplit(asked["url"]).path, errors="replace")
    query = urlencode(asked.get("params") or {}, doseq=True, errors="replace")
    body = json.dumps(asked["json"]).encode() if "json" in asked else asked.get("data") or b""
    person.client.cookie = person.cookie
    raw = body if isinstance(body, bytes) else str(body).encode("utf-8", "replace")
    return await person.client.request(asked["method"], f"{path}?{query}" if query else path, raw)


async def storm(folder: Path, number: int) -> Counter[int]:
    """Every path, asked by a member and by a guest: how often each status came. Nothing is the server's fault."""
    statuses: Counter[int] = Counter()
    names = count()
    wide = {"accounts_per_hour": 100_000, "guests_per_minute": 1_000_000, "tries_per_address": 1_000_000}
    async with Client(settings(folder, **wide)) as client:
        member, guest = Person(client), Person(client)
        await guest.ask("GET", "/api/me")
        for operation in operations():
            if (await member.ask("GET", "/api/account")).status != 200:
                member = Person(client)
                await member.sign_up(f"Üye {next(names)}a")
            share = 1 if operation.label in SLOW and number == CI_CASES else number
            for mode in GenerationMode:
                for case in cases(operation, mode, share):
                    for person in (member, guest):
                        answer = await send(person, case)
                        statuses[answer.status] += 1
                        told = operation.label, answer.status, case.path_parameters, case.query, case.body
                        assert answer.status < 500 or answer.json()["code"] in ("busy", "full"), told
                        if answer.status >= 400:
                            assert set(answer.json()) == {"code", "params"}, told
        assert client.app.site.metrics.faults.collect()[0].samples == []
    return statuses


async def test_no_request_is_the_servers_fault(tmp_path: Path) -> None:
    statuses = await storm(tmp_path, CI_CASES)
    assert statuses[200] > 20
    assert {200, 201, 204, 400, 401, 404} <= set(statuses)


@pytest.mark.soak
async def test_no_request_of_many_is_the_servers_fault(tmp_path: Path) -> None:
    statuses = await storm(tmp_path, SOAK_CASES)
    print(dict(statuses))
    assert {200, 201, 204, 400, 401, 404} <= set(statuses)

"""The lobby, quick match and names over real sockets and REST."""

from __future__ import annotations

import json
from dataclasses import replace

from okey.rules.ruleset import PRESETS
from tests.server.client import Browser
from tests.server.process import ServerProcess
from tests.server.test_live import until

RULES = PRESETS["klasik"].text


async def test_tables_appear_in_the_lobby(server: ServerProcess) -> None:
    async with Browser(server.base) as ada, ada.socket() as socket:
        await socket.send(json.dumps({"t": "lobby"}))
        assert (await until(socket, "lobby"))["tables"] == []
        made = await ada.http.post("/api/quick", json={"rules": RULES})
        shown = (await until(socket, "lobby"))["tables"]
        assert [table["table"] for table in shown] == [made.json()["table"]]
        assert (shown[0]["free"], shown[0]["options"]["quick"]) == (4, True)


async def test_two_who_look_for_a_match_find_each_other(server: ServerProcess) -> None:
    async with Browser(server.base) as ada, Browser(server.base) as ben:
        tables = [(await each.http.post("/api/quick", json={"rules": RULES})).json() for each in (ada, ben)]
        assert tables[0] == tables[1]
        changed = replace(PRESETS["klasik"], points=7).text
        assert (await ada.http.post("/api/quick", json={"rules": changed})).status_code == 400


async def test_a_name_is_changed_by_one_rule(server: ServerProcess) -> None:
    async with Browser(server.base) as ada:
        assert (await ada.http.put("/api/me", json={"name": "Işıl"})).json() == {"name": "Işıl"}
        assert (await ada.http.get("/api/me")).json()["name"] == "Işıl"
        refused = await ada.http.put("/api/me", json={"name": "ADMİN"})
        assert refused.json() == {"code": "bad_name", "params": {"why": "reserved"}}

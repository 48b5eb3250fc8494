"""Order of publication under `kill -9` at each step (FAIRNESS 12.5), from the open message to the reveal.

Every person keeps every frame of every socket, over all deaths of the server, and whoever dies is at one exact row: one
server before it is stored, the next one after, when nobody has heard of it.
"""

from __future__ import annotations

import asyncio
import json
import math
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from okey.fair.messages import master_key, rules_hash, server_commit
from okey.fair.trust import Keyring
from okey.play.ports import LogRow
from okey.record.verify import verify
from okey.rules.ruleset import PRESETS, Ruleset
from okey.storage.keys import signing_keys
from tests.patience import within
from tests.server.child import step_of
from tests.server.client import Browser, Player
from tests.server.process import ForkedServer
from tests.server.proof import Opening
from tests.server.test_kill import rows_of

SHORT: Final = replace(PRESETS["rummy"], moves=4, deals=1)
"""A match of four moves: a deal, a move limit, a reveal."""
STEPS: Final = ("open", "sit", "fill", "list", "contribution", "opening", "game-1", "game-5", "game-7", "game-9")
"""The rows that publish something, as `tests.server.child.step_of` names them: 1 deal, 5 discard, 7 and 9 the ends."""
FALLS: Final = tuple(f"{when} {step}" for step in STEPS for when in ("before", "after"))
ONCE: Final = ("open", "list", "opening", "game-1", "game-7", "game-9")
"""What a table of one deal may have once."""
STAGES: Final = ("open", "list", "opening", "deal", "reveal")
"""What is told in this order and, when it is told again, never in another form."""
CUT: Final = (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError, httpx.HTTPError)
Frame = dict[str, Any]


@dataclass
class Meeting:
    """A table: its id, once somebody has heard it, and all that its people have heard."""

    rules: Ruleset
    people: int
    table: str = ""

    @property
    def path(self) -> str:
        return "/api/tables" if self.people == 1 else "/api/rooms"

    @property
    def wish(self) -> Frame:
        """What founds it: alone against computers, or a room for friends."""
        made: Frame = {"rules": self.rules.text, "level": "kolay"}
        return made | ({"hints": False} if self.people == 1 else {"listed": False, "watch": True, "chat": False})


class Person:
    """Comes back after every cut until the seed is opened, and keeps every frame, a list for each socket."""

    def __init__(self, base: str, meeting: Meeting, place: int) -> None:
        self.heard: list[list[Frame]] = []
        self.record = b""
        self._browser, self._meeting, self._founder = Browser(base), meeting, place == 0
        self._opening = Opening(None if place == 0 else 2 * place)

    async def run(self) -> None:
        """Play to the end, over as many servers as it takes, and fetch the record."""
        http = self._browser.http
        while not self.record:
            with suppress(*CUT):
                if not http.cookies:
                    await http.get("/api/me")
                elif self._founder and not self._meeting.table:
                    await self._found()
                elif self._meeting.table:
                    await self._sit()
                    answer = await http.get(f"/api/tables/{self._meeting.table}/record")
                    self.record = answer.content if answer.status_code == 200 else b""
            await asyncio.sleep(0.02)
        await http.aclose()

    async def _found(self) -> None:
        answer = await self._browser.http.post(self._meeting.path, json=self._meeting.wish)
        if answer.status_code == 201:
            self._meeting.table = answer.json()["table"]

    async def _sit(self) -> None:
        """One socket, until it is cut or the seed is opened."""
        player, asked, heard = Player(self._meeting.table), "", list[Frame]()
        async with self._browser.socket(open_timeout=5, close_timeout=0.1) as socket:
            self.heard.append(heard)
            await socket.send(player.hello())
            while True:
                frame = json.loads(await within(30, socket.recv()))
                heard.append(frame)
                if frame["t"] == "reveal":
                    return
                if (reply := self._opening.reply(frame)) is not None:
                    await socket.send(reply)
                player.hear(frame)
                text = None if player.over else player.move()
                if text is not None and text != asked:
                    asked = text
                    await socket.send(text)


def stage(frame: Frame) -> str | None:
    """Which of `STAGES` a frame is; a view of a running deal is one too."""
    if frame["t"] == "ev":
        return "deal"
    if frame["t"] == "snap":
        return "deal" if frame["view"]["phase"] == "running" else None
    return frame["t"] if frame["t"] in STAGES else None


def told(people: list[Person]) -> Iterator[tuple[str, str]]:
    """What was said about the table as (what, how): for one `what` there is to be one `how`, whoever heard it when."""
    for frame in (frame for person in people for heard in person.heard for frame in heard):
        match frame["t"]:
            case "open" | "list" | "opening" | "reveal":
                yield frame["t"], json.dumps(frame, sort_keys=True)
            case "ev":
                yield f"event {frame['n']}", frame["raw"]
            case "head":
                yield f"head {frame['n']}", frame["head"] + frame["sig"]


def accounts(heard: list[Frame]) -> list[list[Frame]]:
    """What one socket heard, cut where the table is told from its open message on: at first, and when asked again."""
    begun = [at for at, frame in enumerate(heard) if at == 0 or frame["t"] == "open"]
    return [heard[start:end] for start, end in pairwise([*begun, len(heard)])]


def check_told(people: list[Person], secrets: tuple[str, ...]) -> None:
    """Nothing in two forms, nothing before its time."""
    assert max(Counter(what for what, _ in set(told(people))).values()) == 1
    for person in people:
        for heard in person.heard:
            for account in accounts(heard):
                places = [STAGES.index(found) for frame in account if (found := stage(frame)) is not None]
                assert all(before <= after for before, after in pairwise(places)), account
        early = json.dumps([frame for heard in person.heard for frame in heard if frame["t"] != "reveal"])
        assert not [secret for secret in secrets if secret in early]


def check_table(people: list[Person], rows: list[LogRow], trusted: Keyring) -> None:
    """One table from its frames, its log and its record."""
    steps = Counter(map(step_of, rows))
    cancelled = steps["closed"] == 1  # the dead server kept somebody from opening in time
    once = ("open", "list") if cancelled else ONCE
    assert {step: steps[step] for step in ONCE if steps[step]} == dict.fromkeys(once, 1)
    record = json.loads(people[0].record)
    assert all(person.record == people[0].record for person in people)
    assert verify(people[0].record, trusted).text == ("valid, cancelled" if cancelled else "valid")
    table, seed = bytes.fromhex(record["table_id"]), bytes.fromhex(record["server_seed"])
    said = dict(told(people))
    opened, listed = json.loads(said["open"]), json.loads(said["list"])
    assert server_commit(table, rules_hash(record["rules_text"].encode()), seed).hex() == opened["server_commit"]
    if cancelled:
        check_told(people, (seed.hex(),))
        return
    values = tuple(None if seat["value"] is None else bytes.fromhex(seat["value"]) for seat in record["seats"])
    kinds = tuple(seat["kind"] for seat in record["seats"])
    key = master_key(seed, bytes.fromhex(listed["hash"]), kinds, values)
    check_told(people, (seed.hex(), key.hex()))
    for what, signature in (("open", "open_sig"), ("list", "list_sig"), ("opening", "opening_sig")):
        assert json.loads(said[what])["sig"] == record[signature]
    for number, event in enumerate(record["events"], 1):
        assert said.get(f"event {number}", event) == event


async def fall_again_and_again(data: Path, falls: tuple[str, ...], tables: int) -> Counter[str]:
    """Servers that die at each of `falls` in turn, `tables` tables or more in all; how the matches ended."""
    batch = math.ceil(tables / len(falls))
    meetings: list[list[Person]] = []
    jobs: list[asyncio.Task[None]] = []
    with ForkedServer(data) as server:
        server.kill()
        for fall in falls:
            await asyncio.to_thread(server.start, fall)
            for number in range(len(meetings), len(meetings) + batch):
                meeting = Meeting(replace(SHORT, seats=2 + number % 2 * 2), 1 + (number + 1) % 2)
                people = [Person(server.base, meeting, place) for place in range(meeting.people)]
                meetings.append(people)
                jobs += [asyncio.create_task(person.run()) for person in people]
            await within(60, asyncio.to_thread(server.wait))
        await asyncio.to_thread(server.start)
        await within(60 + tables, asyncio.gather(*jobs))
        server.kill()
    trusted = Keyring([signing_keys(data).current.public])
    stored = rows_of(data)
    for people in meetings:
        check_table(people, stored[bytes.fromhex(json.loads(people[0].record)["table_id"])], trusted)
    for rows in stored.values():
        assert max(count for step, count in Counter(map(step_of, rows)).items() if step in ONCE) == 1
    return Counter(json.loads(people[0].record)["outcome"] for people in meetings)


async def test_killed_once_at_every_step(tmp_path: Path) -> None:
    assert await fall_again_and_again(tmp_path / "data", FALLS[::4] + FALLS[3::4], 10) == {"finished": 10}


@pytest.mark.soak
async def test_killed_at_every_step(tmp_path: Path) -> None:
    assert await fall_again_and_again(tmp_path / "data", FALLS, 40) == {"finished": 40}


@pytest.mark.soak
async def test_killed_at_every_step_of_a_thousand_tables(tmp_path: Path) -> None:
    outcomes = await fall_again_and_again(tmp_path / "data", FALLS, 1000)
    sys.stdout.write(f"\n{dict(outcomes)}, {len(FALLS)} deaths\n")
    assert outcomes.total() == 1000
    assert outcomes["finished"] > 900


def test_a_second_list_and_an_early_seed_are_seen() -> None:
    person = Person.__new__(Person)
    listed = {"t": "list", "hash": "aa", "sig": "bb"}
    person.heard = [[{"t": "open"}, listed], [{"t": "open"}, listed, {"t": "opening"}]]
    check_told([person], ("55",))
    for heard in (
        [listed | {"hash": "ab"}],
        [{"t": "opening"}, listed],
        [{"t": "head", "n": 1, "head": "55", "sig": ""}],
    ):
        person.heard = [[{"t": "open"}, listed], heard]
        with pytest.raises(AssertionError):
            check_told([person], ("55",))

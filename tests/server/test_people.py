"""REST about players: profiles, boards, past matches and their records, ratings, çekirdek."""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from sqlalchemy import insert, select, update

from okey.play.board import POINT, WEEK, week_of
from okey.play.opening import PRIVATE, Options
from okey.play.ports import TableId
from okey.record.model import read_record
from okey.rules.actions import Cancel
from okey.rules.ruleset import PRESETS
from okey.server import people as module
from okey.server import reckoning
from okey.server.reckoning import Reckoning
from okey.storage.purses import DAILY
from okey.storage.results import MINT, move
from okey.storage.schema import account, board, guest
from okey.storage.steps import alone, perform
from tests.play.logs import Made, gathered, match, times_out
from tests.server.visitors import Visitor, visitor

LISTED = Options(listed=True, rated=True)
TWO = replace(PRESETS["klasik"], seats=2, points=10)


@pytest.fixture
async def ada(tmp_path: Path) -> AsyncIterator[Visitor]:
    """A browser with an account, on a site that has forgotten nothing."""
    async with visitor(tmp_path) as made:
        await made.sign_up("Işıl")
        yield made


async def member(first: Visitor, name: str) -> Visitor:
    """Another browser with an account."""
    other = first.another()
    await other.sign_up(name)
    return other


def id_of(site: Visitor, name: str) -> bytes:
    with site.site.database.engine.connect() as connection:
        return connection.execute(select(guest.c.id).where(guest.c.name == name)).scalar_one()


async def store(site: Visitor, made: Made) -> TableId:
    """A whole log with what came of it."""
    assert await site.site.database.log.append(made.table, made.rows, made.effects)
    return made.table


async def played(
    site: Visitor, number: int, seats: dict[int, bytes], options: Options = LISTED, rules: Any = TWO, **how: Any
) -> str:
    """A match on the site, by its own keys; ten minutes ago and later."""
    table = b"t" + number.to_bytes(15, "big")
    at = site.site.clock.now() - 600_000 + number * 10_000
    vault, key = site.site.fairness.vault, site.site.keys.current.public
    made = match(table, rules, seats, options, at=at, vault=vault, key=key, **({"end": times_out} | how))
    return (await store(site, made)).hex()


async def reckon(site: Visitor) -> None:
    job = Reckoning(site.site.database, site.site.fairness.vault, site.site.trace)
    while await job.step():
        pass


def private(site: Visitor, name: str) -> None:
    with site.site.database.engine.begin() as connection:
        connection.execute(update(account).where(account.c.person_id == id_of(site, name)).values(private=1))


# --- profiles


async def test_a_profile_shows_ratings_figures_and_head_to_head(ada: Visitor) -> None:
    ben = await member(ada, "Ben")
    seats = {0: id_of(ada, "Işıl"), 2: id_of(ada, "Ben")}
    table = await played(ada, 1, seats, end=None)
    await reckon(ada)
    found = await ada.told("GET", "/api/players/isil")
    assert (found["name"], found["private"]) == ("Işıl", False)
    assert abs(found["since"] - ada.site.clock.now()) < 60_000
    (rating,) = found["ratings"]
    (tally,) = found["tallies"]
    explained = await ada.told("GET", f"/api/tables/{table}/rating")
    won = explained["ranks"][0] == 1
    assert rating == {"preset": "klasik", "value": 1520.0 if won else 1480.0, "matches": 1, "provisional": True}
    assert (tally["preset"], tally["matches"], tally["wins"]) == ("klasik", 1, int(won))
    other = (await ben.told("GET", "/api/players/Ben"))["tallies"][0]
    finishes = ("normal", "okey", "pairs", "both")
    assert sum(tally[kind] for kind in finishes) == other["others"]
    assert sum(other[kind] for kind in finishes) == tally["others"]
    assert tally["deals"] == other["deals"] >= tally["others"] + other["others"] > 0
    assert (tally["distance"] is None) == (tally["others"] == 0)
    assert all(1 <= each["distance"] <= 14 for each in (tally, other) if each["others"])
    (point,) = await ada.told("GET", "/api/players/ışıl/ratings/klasik")
    assert (point["value"], point["change"]) == (rating["value"], rating["value"] - 1500)
    assert await ada.told("GET", "/api/players/Ben/against") == {"matches": 1, "wins": won, "losses": not won}
    assert await ben.told("GET", "/api/players/isil/against") == {
        "matches": 1,
        "wins": not won,
        "losses": won,
    }


async def test_the_site_itself_counts_what_was_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reckoning, "RECKON_SECONDS", 0.01)
    async with visitor(tmp_path) as ada:
        await ada.sign_up("Işıl")
        await member(ada, "Ben")
        await played(ada, 1, {0: id_of(ada, "Işıl"), 2: id_of(ada, "Ben")})
        for _ in range(1000):
            found = await ada.told("GET", "/api/players/Ben")
            if found["tallies"]:
                break
            await asyncio.sleep(0.01)
    assert [each["matches"] for each in found["tallies"]] == [1]


async def test_a_private_profile_is_like_no_profile_for_everybody_else(ada: Visitor) -> None:
    ben, stranger = await member(ada, "Ben"), ada.another()
    await played(ada, 1, {0: id_of(ada, "Işıl"), 2: id_of(ada, "Ben")})
    private(ada, "Işıl")
    for visitor_ in (ben, stranger):
        for path in ("players/isil", "players/isil/ratings/klasik", "players/isil/against", "matches?player=isil"):
            known = await visitor_.ask("GET", f"/api/{path}")
            unknown = await visitor_.ask("GET", f"/api/{path.replace('isil', 'kimse')}")
            assert known.status in (404, 401)
            assert (known.status, known.body, known.headers) == (unknown.status, unknown.body, unknown.headers)
    assert (await ada.told("GET", "/api/players/isil"))["private"] is True
    assert len(await ada.told("GET", "/api/players/isil/ratings/klasik")) == 1
    assert len(await ada.told("GET", "/api/matches?player=isil")) == 1
    assert len(await stranger.told("GET", "/api/matches?player=Ben")) == 1, "whose list it is decides"


async def test_reading_needs_no_session_and_makes_none(ada: Visitor) -> None:
    stranger = ada.another()
    for path in ("players/isil", "board", "matches?player=isil"):
        answer = await stranger.ask("GET", f"/api/{path}")
        assert answer.status == 200, path
    for path in ("matches", "records", "purse", "players/isil/against"):
        assert (await stranger.ask("GET", f"/api/{path}")).json()["code"] == "account_needed"
    assert (await stranger.ask("POST", "/api/purse/daily")).status == 401
    assert stranger.cookie is None


STRANGE = ("\0", "a\0b", "x" * 300, "Misafir 1234", "..", "silinmiş oyuncu", "'; DROP TABLE guest; --")


async def test_strange_names_and_numbers_are_just_not_found(ada: Visitor) -> None:
    for name in STRANGE:
        for path in ("", "/ratings/klasik", "/against"):
            assert (await ada.ask("GET", f"/api/players/{name}{path}")).status == 404, name
        assert (await ada.ask("GET", f"/api/players/isil/ratings/{name}")).status == 404
        assert (await ada.ask("GET", f"/api/tables/{name}/rating")).status == 404
        assert (await ada.ask("GET", f"/api/matches?player={quote(name)}")).status == 404
        for key in ("opponent", "preset"):
            assert await ada.told("GET", f"/api/matches?{key}={quote(name)}") == []
    assert await ada.told("GET", "/api/matches?opponent=%ED%A0%80") == []
    for before in ("-1", "0", "9" * 30):
        for path in ("matches", "purse", "records"):
            assert (await ada.ask("GET", f"/api/{path}?before={before}")).status == 200
    assert (await ada.ask("GET", "/api/matches?result=perhaps")).status == 400
    assert (await ada.ask("GET", f"/api/board?week=-{'9' * 30}")).status == 200


# --- boards


async def test_the_board_shows_everybody_and_me(ada: Visitor) -> None:
    this = week_of(ada.site.clock.now())
    with ada.site.database.engine.begin() as connection:
        for number in range(1, 120):
            owner = number.to_bytes(16, "big")
            connection.execute(insert(guest).values(id=owner, name=f"P {number}", created_at=1))
            for week in (this, this - 2 * WEEK):
                values = {"week": week, "person_id": owner, "matches": 3, "last_at": week + number}
                connection.execute(insert(board).values(values | {"points": POINT * 30 + 3}))
        mine = {"week": this, "person_id": id_of(ada, "Işıl"), "points": 17, "matches": 1, "last_at": 1}
        connection.execute(insert(board).values(mine))
    found = await ada.told("GET", "/api/board")
    assert (found["week"], found["ends"], found["frozen"]) == (this, this + WEEK, False)
    assert found["rows"][0] == {"place": 1, "name": "P 1", "points": 30.25, "matches": 3}
    assert [row["place"] for row in found["rows"]] == list(range(1, 101))
    assert found["mine"] == {"place": 120, "name": "Işıl", "points": 17 / 12, "matches": 1}
    assert found["weeks"] == [this - 2 * WEEK]
    old = await ada.told("GET", f"/api/board?week={this - 2 * WEEK + 5}")
    assert (old["week"], old["frozen"], old["mine"], len(old["rows"])) == (this - 2 * WEEK, True, None, 100)
    assert (await ada.told("GET", f"/api/board?week={this - WEEK}"))["rows"] == []
    assert (await ada.ask("GET", f"/api/board?week={this + WEEK}")).status == 404
    assert (await ada.another().told("GET", "/api/board"))["mine"] is None
    ada.later(WEEK)
    assert (await ada.told("GET", "/api/board"))["weeks"][0] == this


# --- matches, ratings, records


async def test_past_matches_with_filters_and_why_a_rating_changed_or_not(ada: Visitor) -> None:
    await member(ada, "Ben")
    one, other = id_of(ada, "Işıl"), id_of(ada, "Ben")
    rated = [await played(ada, number, {0: one, 2: other}) for number in range(5)]
    limit = await played(ada, 5, {0: one, 2: other})
    casual = await played(ada, 6, {0: other, 2: one}, PRIVATE, PRESETS["klasik"])
    cancelled = await played(ada, 7, {0: one, 2: other}, end=lambda _: Cancel(all_left=False))
    alone_ = await played(ada, 8, {0: one}, PRIVATE, alone=True)
    vault, key = ada.site.fairness.vault, ada.site.keys.current.public
    running, _ = gathered(b"r" * 16, TWO, {0: one, 2: other}, LISTED, vault=vault, key=key)
    await store(ada, running)

    mine = await ada.told("GET", "/api/matches")
    assert [each["table"] for each in mine] == [alone_, cancelled, casual, limit, *rated[::-1]]
    assert [each["rated"] for each in mine] == [False] * 4 + [True] * 5
    first = mine[-1]
    assert (first["preset"], first["deals"], first["stake"], first["mine"]) == ("klasik", 1, 0, 0)
    assert [seat["name"] for seat in first["seats"]] == ["Işıl", "Ben"]
    assert sorted(seat["rank"] for seat in first["seats"]) == [1, 2]
    assert sorted(seat["change"] for seat in first["seats"]) == [-20.0, 20.0]
    assert [seat["name"] for seat in mine[2]["seats"]] == ["Ben", None, "Işıl", None]
    assert mine[2]["mine"] == 2
    assert [seat["rank"] for seat in mine[1]["seats"]] == [None, None]
    others = await ada.another().told("GET", "/api/matches?player=isil")
    assert [each["table"] for each in others] == [each["table"] for each in mine[1:]], "not those against computers"
    assert [each["table"] for each in await ada.told("GET", "/api/matches?result=cancelled")] == [cancelled]
    won = await ada.told("GET", "/api/matches?result=won&opponent=ben&preset=klasik")
    lost = await ada.told("GET", "/api/matches?result=lost&opponent=Ben")
    assert {each["table"] for each in won + lost} == {limit, casual, *rated}
    assert await ada.told("GET", "/api/matches?opponent=kimse") == []
    assert [each["table"] for each in await ada.told("GET", f"/api/matches?before={mine[6]['at']}")] == rated[1::-1]

    whys = {}
    for table in (rated[0], limit, casual, cancelled, alone_, running.table.hex()):
        whys[table] = (await ada.another().told("GET", f"/api/tables/{table}/rating"))["why"]
    assert list(whys.values()) == [None, "limit", "unrated", "cancelled", "unrated", "running"]
    assert (await ada.ask("GET", f"/api/tables/{'0' * 32}/rating")).status == 404


async def test_a_change_is_explained_game_by_game(ada: Visitor) -> None:
    names = ["Işıl", "Ben", "Can", "Deniz"]
    for name in names[1:]:
        await member(ada, name)
    people = dict(enumerate(id_of(ada, name) for name in names))
    table = await played(ada, 1, people, rules=PRESETS["klasik"])
    found = await ada.told("GET", f"/api/tables/{table}/rating")
    loser = found["ranks"].index(4)
    assert found["preset"] == "klasik"
    assert found["why"] is None
    assert [seat["name"] for seat in found["seats"]] == names
    for seat in found["seats"]:
        assert (seat["before"], seat["matches"], seat["provisional"], seat["k"]) == (1500.0, 0, True, 40)
        assert seat["rank"] == found["ranks"][seat["seat"]]
        assert seat["change"] == pytest.approx(-20.0 if seat["seat"] == loser else 20 / 3, abs=0.002)
        for game in seat["games"]:
            assert (game["expected"], game["k"]) == (0.5, 40.0)
            assert game["result"] == (0.0 if seat["seat"] == loser else 1.0 if game["seat"] == loser else 0.5)
            assert game["change"] == pytest.approx(40 * (game["result"] - 0.5) / 3)
    assert sum(round(1000 * seat["change"]) for seat in found["seats"]) == 0


async def test_all_my_records_come_in_one_file_and_nobody_else_s(ada: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    await member(ada, "Ben")
    one, other = id_of(ada, "Işıl"), id_of(ada, "Ben")
    tables = [await played(ada, number, {0: one, 2: other}) for number in range(2)]
    tables.append(await played(ada, 2, {0: one}, PRIVATE, alone=True))
    await played(ada, 3, {0: other}, PRIVATE, alone=True)
    answer = await ada.ask("GET", "/api/records")
    assert answer.headers["content-type"] == "application/zip"
    assert answer.headers["content-disposition"] == 'attachment; filename="okey.zip"'
    with zipfile.ZipFile(io.BytesIO(answer.body)) as archive:
        assert archive.testzip() is None
        assert sorted(archive.namelist()) == sorted(f"{table}.okey.json" for table in tables)
        for table in tables:
            record = read_record(archive.read(f"{table}.okey.json"))
            assert record.table_id.hex() == table
            alone_one = await ada.ask("GET", f"/api/tables/{table}/record")
            assert archive.read(f"{table}.okey.json") == alone_one.body
    monkeypatch.setattr(module, "RECORDS", 2)
    latest = await ada.ask("GET", "/api/records")
    mine = await ada.told("GET", "/api/matches")
    older = await ada.ask("GET", f"/api/records?before={mine[1]['at']}")
    names = [zipfile.ZipFile(io.BytesIO(each.body)).namelist() for each in (latest, older)]
    assert names == [[f"{each['table']}.okey.json" for each in mine[:2]], [f"{mine[2]['table']}.okey.json"]]
    answers = [(await ada.ask("GET", "/api/records?before=0")).status for _ in range(module.RECORD_FILES)]
    assert answers == [200] * (module.RECORD_FILES - 3) + [429] * 3, "packing is not for nothing"


# --- çekirdek


async def test_the_purse_shows_each_movement_with_its_match(ada: Visitor) -> None:
    await member(ada, "Ben")
    one, other = id_of(ada, "Işıl"), id_of(ada, "Ben")
    table = await played(ada, 1, {0: one, 2: other}, Options(listed=True, stake=30))
    ranks = (await ada.told("GET", f"/api/tables/{table}/rating"))["ranks"]
    won = ranks[0] == 1
    found = await ada.told("GET", "/api/purse")
    assert found["balance"] == (530 if won else 470)
    assert found["daily"] is not won
    hold = next(each for each in found["movements"] if each["kind"] == "hold")
    assert hold | {"at": 0} == {
        "kind": "hold",
        "at": 0,
        "amount": -30,
        "table": table,
        "preset": "klasik",
        "names": ["Işıl", "Ben"],
    }
    kinds = [each["kind"] for each in found["movements"]]
    assert sorted(kinds) == sorted(["welcome", "hold", *["pay"] * won])
    assert sum(each["amount"] for each in found["movements"]) == found["balance"]
    older = await ada.told("GET", f"/api/purse?before={found['movements'][-1]['at']}")
    assert older["movements"] == []
    assert [each["stake"] for each in await ada.told("GET", "/api/matches")] == [30]


async def test_the_handful_of_the_day_comes_once_and_only_to_who_has_little(ada: Visitor) -> None:
    assert (await ada.ask("POST", "/api/purse/daily")).json() == {"code": "no_handful", "params": {"why": "enough"}}
    with alone(ada.site.database.engine) as connection:
        perform(connection, move("hold:test", 1, id_of(ada, "Işıl"), MINT, 100))
    assert (await ada.told("GET", "/api/purse"))["daily"] is True
    assert await ada.told("POST", "/api/purse/daily") == {"balance": 400 + DAILY}
    answer = await ada.ask("POST", "/api/purse/daily")
    assert (answer.status, answer.json()["params"]) == (409, {"why": "taken"})
    assert (await ada.told("GET", "/api/purse"))["daily"] is False
    ada.later(24 * 3_600_000)
    assert await ada.told("POST", "/api/purse/daily") == {"balance": 400 + 2 * DAILY}
    other = await ada.request("POST", "/api/purse/daily", headers=[("origin", "http://elsewhere.example")])
    assert other.status == 403

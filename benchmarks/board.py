"""`okey bench board`: the weekly board of 100,000 players, as the page asks for it and query by query."""

import asyncio
import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from sqlalchemy import Engine, insert, select, update

from okey.play.board import DAY, WEEK, week_of
from okey.server.doors import SystemClock
from okey.storage.database import FILE, sqlite_engine
from okey.storage.migrate import upgrade
from okey.storage.schema import account, board, guest, session
from okey.storage.standings import Standings
from tests.server.asgi import Client, settings

PLAYERS = 100_000
PAST_WEEKS = 8
PAST_PLAYERS = 20_000
TIMES = 30


def run(players: int = PLAYERS) -> dict[str, Any]:
    """Milliseconds, the median and the worst of many: a whole answer of the server to who is last, and its parts."""
    with tempfile.TemporaryDirectory() as folder:
        engine = sqlite_engine(Path(folder) / FILE)
        upgrade(engine)
        this = week_of(SystemClock().now())
        _fill(engine, this, players)
        standings = Standings(engine)
        order = [row.person_id for row in _ranked(engine, this)]
        found: dict[str, Any] = {
            "players": players,
            "first hundred": _timed(lambda: standings.board(this)),
            "place of the first": _timed(lambda: standings.place(this, order[0])),
            "place in the middle": _timed(lambda: standings.place(this, order[players // 2])),
            "place of the last": _timed(lambda: standings.place(this, order[-1])),
            "past weeks": _timed(lambda: standings.weeks(this)),
        }
        last = standings.place(this, order[-1])
        if last is None or last.place < players - 1000:
            raise AssertionError(last)
        engine.dispose()
        return found | {"whole answer": asyncio.run(_answers(Path(folder), order[-1]))}


async def _answers(folder: Path, person: bytes) -> dict[str, float]:
    """The path of the board, for one person's browser."""
    async with Client(settings(folder)) as client:
        await client.request("GET", "/api/me")
        with client.app.site.database.engine.begin() as connection:
            connection.execute(update(session).values(guest_id=person))
        times = []
        for _ in range(TIMES):
            begun = perf_counter()
            answer = await client.request("GET", "/api/board")
            times.append(perf_counter() - begun)
            if answer.status != 200 or answer.json()["mine"] is None:
                raise AssertionError(answer)
        return _of(times)


def _fill(engine: Engine, this: int, players: int) -> None:
    chance = random.Random(100)
    people = [chance.randbytes(16) for _ in range(players)]
    with engine.begin() as connection:
        names = [{"id": one, "name": f"Oyuncu {n}", "created_at": 0} for n, one in enumerate(people)]
        connection.execute(insert(guest), names)
        other = {"created_at": 0, "private": 0, "code_misses": 0, "codes_locked_until": 0}
        keys = [{"person_id": one, "name_key": f"oyuncu{n}"} | other for n, one in enumerate(people)]
        connection.execute(insert(account), keys)
        weeks = [(this, people), *((this - n * WEEK, people[:PAST_PLAYERS]) for n in range(1, PAST_WEEKS + 1))]
        for week, those in weeks:
            rows = []
            for one in those:
                matches = 1 + min(int(chance.expovariate(0.15)), 200)
                points = sum(chance.choice((0, 0, 0, 36)) for _ in range(matches))
                last = week + chance.randrange(6 * DAY) if points else 0
                values = {"week": week, "person_id": one, "points": points, "matches": matches, "last_at": last}
                rows.append(values)
            connection.execute(insert(board), rows)


def _ranked(engine: Engine, week: int) -> Any:
    query = select(board.c.person_id).where(board.c.week == week)
    with engine.connect() as connection:
        return connection.execute(query.order_by(board.c.points.desc(), board.c.matches, board.c.last_at)).all()


def _timed(call: Callable[[], Any]) -> dict[str, float]:
    times = []
    for _ in range(TIMES):
        begun = perf_counter()
        call()
        times.append(perf_counter() - begun)
    return _of(times)


def _of(times: list[float]) -> dict[str, float]:
    return {"median, ms": round(1000 * median(times), 2), "worst, ms": round(1000 * max(times), 2)}

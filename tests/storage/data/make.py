"""Make a saved database of this version: `python -m tests.storage.data.make FILE`.

It holds three guests; one match that is over, one in the middle of a deal with its person connected when the server
was killed, one between two deals, one never begun. Each issue that changes the schema keeps the file made before it
as `vNNNN.db` beside this script, and its upgrade test opens all of them.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from okey.play.messages import Ok
from okey.play.opening import Opening
from okey.play.ports import TableId
from okey.play.standing import Standing
from okey.rules.actions import SeatAction
from okey.rules.view import view
from okey.storage.database import FILE, open_sqlite
from okey.testing import KEY, START, Script, World, opening, person, think

DIGESTS = [bytes([seat]) * 32 for seat in range(3)]


def scripted(world: World, made: Opening, phase: str, moves: int) -> Script:
    """A table played for at least `moves` commands, then on until it is in `phase`."""
    script = Script(made, world)
    socket = script.join()
    for count in range(5000):
        standing = script.table.standing
        assert standing is not None
        if count >= moves and standing.game.phase == phase:
            break
        if standing.game.phase == "over":
            break
        _step(script, socket, standing)
    return script


def _step(script: Script, socket: object, standing: Standing) -> None:
    game = standing.game
    if game.phase == "between":
        action: SeatAction | None = None
    elif game.turn == 0 and game.deal is not None:
        action = think(view(game, 0), "orta", standing.n.to_bytes(4, "big"))
    else:
        script.world.advance(50)
        return
    assert isinstance(script.do(socket, action), Ok)  # type: ignore[arg-type]


async def make(target: Path) -> list[TableId]:
    """Write the database to `target`; the tables in it."""
    world = World(seed=2026)
    scripts = [
        scripted(world, opening("ikramiye", "zor", key=KEY), "over", 0),
        scripted(world, opening("klasik", "orta", key=KEY[::-1]), "throw", 25),
        scripted(world, opening("rummy", "kolay", key=bytes(32)), "between", 25),
        Script(opening("usta", "kolay"), world),
    ]
    with tempfile.TemporaryDirectory() as folder:
        database = await open_sqlite(Path(folder))
        for seat, digest in enumerate(DIGESTS):
            database.store.add_guest(person(seat), f"Misafir {1000 + seat}", digest, START, bytes(16))
        for script in scripts:
            effects = [effect for table, effect in world.log.effects if table == script.id]
            assert await database.log.append(script.id, script.rows, effects)
        await database.close()
        with closing(sqlite3.connect(Path(folder) / FILE)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
            connection.execute("VACUUM INTO ?", (str(target),))
    return [script.id for script in scripts]


def main() -> int:
    """Write the file named on the command line."""
    if len(sys.argv) != 2:
        sys.stderr.write(f"{__doc__}\n")
        return 2
    target = Path(sys.argv[1])
    target.unlink(missing_ok=True)
    for table in asyncio.run(make(target)):
        sys.stdout.write(f"{table.hex()}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

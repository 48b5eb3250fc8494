"""`okey bench log`: rows on disk a second, alone and in groups, on a fresh SQLite file with `synchronous=FULL`."""

import asyncio
import tempfile
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from okey.fair.events import encode
from okey.play.ports import LogRow
from okey.rules.events import Thrown
from okey.storage.database import open_sqlite

BODY = encode(Thrown(2, 13), 1, 1, 0)
SECONDS = 1.0
GROUPS = (1, 8, 64, 512)
"""Tables that append at the same time."""


def run(seconds: float = SECONDS) -> dict[str, Any]:
    """By the number of tables that append at once: rows a second, and CPU microseconds of a row."""
    return asyncio.run(_run(seconds))


async def _run(seconds: float) -> dict[str, Any]:
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        for tables in GROUPS:
            database = await open_sqlite(Path(folder) / str(tables))
            ends = perf_counter() + seconds
            begun, cpu = perf_counter(), process_time()

            async def append(table: bytes, ends: float = ends, log: Any = database.log) -> int:
                seq = 0
                while perf_counter() < ends:
                    seq += 1
                    await log.append(table, [LogRow(seq, seq, None, "game", BODY)])
                return seq

            rows = sum(await asyncio.gather(*(append(number.to_bytes(16, "big")) for number in range(tables))))
            found[f"tables_{tables}"] = {
                "rows_per_s": round(rows / (perf_counter() - begun)),
                "cpu_us_a_row": round((process_time() - cpu) / rows * 1e6, 1),
            }
            await database.close()
    alone, together = found[f"tables_{GROUPS[0]}"], found[f"tables_{GROUPS[-1]}"]
    return {**found, "group_commit_ratio": round(together["rows_per_s"] / alone["rows_per_s"], 1)}

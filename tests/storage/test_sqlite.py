"""The log on SQLite: all or none, first come, and nothing lost whatever is cut off."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from okey.play.ports import Counted, Ended, LogRow, Opened
from okey.storage import sqlite as sqlite_module
from okey.storage.database import FILE, Database, open_sqlite
from okey.storage.sqlite import SqliteLog
from tests.storage.data.make import make

TABLE = b"t" * 16
OPENED = Opened("klasik", "orta", (b"a" * 16, None, None, None), (20, 20, 20, 20))


def row(seq: int, cid: bytes | None = None, seat: int | None = 0, due: int | None = None) -> LogRow:
    return LogRow(seq, 1000 + seq, due, "game", b"body %d" % seq, seat if cid else None, cid)


async def test_what_is_appended_is_read_back(database: Database) -> None:
    rows = [row(1, due=5), row(2, b"12345678"), row(3)]
    assert await database.log.append(TABLE, rows[:1], [OPENED])
    assert await database.log.append(TABLE, rows[1:])
    assert await database.log.read(TABLE) == rows
    assert await database.log.read(TABLE, 2) == rows[2:]
    assert await database.log.read(b"x" * 16) == []


async def test_who_comes_second_changes_nothing(database: Database) -> None:
    assert await database.log.append(TABLE, [row(1)], [OPENED])
    assert await database.log.append(TABLE, [row(2, b"12345678")])
    for rows in ([row(2)], [row(1)], [row(3), row(2)], [row(3, b"12345678")]):
        assert not await database.log.append(TABLE, rows, [Counted(9, (1, 2, 3, 4)), Ended()])
    assert [kept.seq for kept in await database.log.read(TABLE)] == [1, 2]
    assert database.store.running(b"a" * 16)[0].deal == 0
    assert await database.log.append(TABLE, [row(3, b"12345678", seat=1)]), "an id counts for its seat only"


async def test_one_clash_in_a_group_harms_no_other(database: Database) -> None:
    names = [bytes([number]) * 16 for number in range(40)]
    for name in names:
        assert await database.log.append(name, [row(1)])
    answers = await asyncio.gather(
        *(database.log.append(name, [row(1 if number % 7 == 0 else 2)]) for number, name in enumerate(names))
    )
    assert answers == [number % 7 != 0 for number in range(40)]
    for number, name in enumerate(names):
        assert len(await database.log.read(name)) == (1 if number % 7 == 0 else 2)


async def test_of_many_appends_of_one_row_one_wins(database: Database) -> None:
    assert await database.log.append(TABLE, [row(1)])
    answers = await asyncio.gather(*(database.log.append(TABLE, [row(2)]) for _ in range(50)))
    assert sum(answers) == 1


async def test_what_was_appended_just_before_the_log_is_closed_is_written(database: Database) -> None:
    """What is appended in one turn of the loop is handed to the writer together, at the end of it."""
    appends = [asyncio.create_task(database.log.append(TABLE, [row(seq)])) for seq in range(1, 6)]
    await asyncio.sleep(0)
    await database.log.close()
    assert await asyncio.gather(*appends) == [True] * 5


async def test_what_comes_in_one_turn_is_stored_in_one_group(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    groups: list[int] = []
    commit = sqlite_module._commit

    def counted(connection: sqlite3.Connection, group: list[sqlite_module._Append]) -> list[sqlite_module._Outcome]:
        groups.append(len(group))
        return commit(connection, group)

    monkeypatch.setattr(sqlite_module, "_commit", counted)
    names = [bytes([number]) * 16 for number in range(30)]
    await asyncio.gather(*(database.log.append(name, [row(1)]) for name in names))
    assert groups == [30]


async def test_two_logs_on_one_file_are_two_nodes(database: Database, tmp_path: Path) -> None:
    other = SqliteLog(tmp_path / "data" / FILE)
    try:
        assert await database.log.append(TABLE, [row(1)])
        answers = await asyncio.gather(
            *(log.append(TABLE, [row(seq)]) for seq in range(2, 30) for log in (database.log, other))
        )
        assert sum(answers) == 28
        assert await database.log.read(TABLE) == await other.read(TABLE)
    finally:
        await other.close()


async def test_effects_are_done_once_with_their_rows(database: Database) -> None:
    guest = b"a" * 16
    database.store.add_guest(guest, "Misafir 1", b"d" * 32, 1, b"b" * 16)
    assert await database.log.append(TABLE, [row(1, due=7)], [OPENED])
    assert await database.log.waiting() == [TABLE]
    assert await database.log.append(TABLE, [row(2)], [Counted(1, (20, 18, 18, 18))])
    assert await database.log.waiting() == []
    (running,) = database.store.running(guest)
    assert (running.table, running.deal, running.scores, running.at) == (TABLE, 1, (20, 18, 18, 18), 1002)
    assert await database.log.append(TABLE, [row(3, due=9)], [Ended()])
    assert database.store.running(guest) == []
    assert await database.log.waiting() == []


async def test_a_person_sits_once_at_a_table(database: Database) -> None:
    twice = Opened("klasik", "orta", (b"a" * 16, b"a" * 16, None, None), (0, 0, 0, 0))
    assert not await database.log.append(TABLE, [row(1)], [twice])
    assert await database.log.read(TABLE) == []


async def test_a_disk_error_is_no_answer_and_nothing_is_tried_again(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await database.log.append(TABLE, [row(1)])
    tries: list[int] = []

    def fails(connection: sqlite3.Connection, group: Sequence[object]) -> None:
        tries.append(len(group))
        raise sqlite3.OperationalError("disk I/O error")

    with monkeypatch.context() as patch:
        patch.setattr(sqlite_module, "_transact", fails)
        with pytest.raises(OSError, match="disk I/O error"):
            await database.log.append(TABLE, [row(2)])
    assert tries == [1]
    assert await database.log.append(TABLE, [row(2)])


async def test_a_full_disk_leaves_a_whole_log(database: Database, tmp_path: Path) -> None:
    assert await database.log.append(TABLE, [row(1)], [OPENED])
    big = LogRow(2, 1, None, "game", b"x" * 50_000_000)
    writer = database.log
    assert isinstance(writer, SqliteLog)
    with closing(sqlite3.connect(tmp_path / "data" / FILE)) as connection:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
    original = sqlite_module.connect

    def small(path: Path) -> sqlite3.Connection:
        made = original(path)
        made.execute(f"PRAGMA max_page_count={pages + 10}")
        return made

    sqlite_module.connect = small
    try:
        fresh = SqliteLog(tmp_path / "data" / FILE)
        with pytest.raises(OSError, match="full"):
            await fresh.append(TABLE, [big])
        assert [kept.seq for kept in await fresh.read(TABLE)] == [1]
        assert await fresh.append(TABLE, [row(2)])
        await fresh.close()
    finally:
        sqlite_module.connect = original


async def test_a_closed_log_says_so(tmp_path: Path) -> None:
    database = await open_sqlite(tmp_path)
    await database.close()
    with pytest.raises(OSError, match="closed"):
        await database.log.append(TABLE, [row(1)])


async def test_what_waits_is_written_before_closing(tmp_path: Path) -> None:
    database = await open_sqlite(tmp_path)
    waiting = [asyncio.ensure_future(database.log.append(bytes([n]) * 16, [row(1)])) for n in range(100)]
    await asyncio.sleep(0)
    await database.close()
    assert all(await asyncio.gather(*waiting))
    again = await open_sqlite(tmp_path)
    assert all([len(await again.log.read(bytes([n]) * 16)) == 1 for n in range(100)])
    await again.close()


def rows_in(folder: Path) -> dict[bytes, list[int]]:
    found: dict[bytes, list[int]] = {}
    with closing(sqlite3.connect(folder / FILE)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        for table, seq in connection.execute("SELECT table_id, seq FROM event ORDER BY table_id, seq"):
            found.setdefault(table, []).append(seq)
    return found


async def test_a_copy_at_any_moment_holds_all_that_was_acknowledged(database: Database, tmp_path: Path) -> None:
    """A crash leaves the files as they are at that moment: the copy opens, no batch is torn, nothing answered lacks."""
    source = tmp_path / "data"
    acknowledged: dict[bytes, int] = {}

    async def writing(table: bytes) -> None:
        for step in range(60):
            first = 1 + 3 * step
            assert await database.log.append(table, [row(first), row(first + 1), row(first + 2)])
            acknowledged[table] = first + 2

    jobs = [asyncio.create_task(writing(bytes([number]) * 16)) for number in range(4)]
    copies = 0
    while not all(job.done() for job in jobs):
        known = dict(acknowledged)
        copy = tmp_path / f"copy{copies}"
        copy.mkdir()
        for name in (FILE, FILE + "-wal"):
            if (source / name).exists():
                shutil.copy(source / name, copy / name)
        copies += 1
        found = await asyncio.to_thread(rows_in, copy)
        for table, last in known.items():
            assert found[table][:last] == list(range(1, last + 1))
        assert all(len(seqs) % 3 == 0 for seqs in found.values()), "a batch is torn"
        await asyncio.sleep(0.005)
    await asyncio.gather(*jobs)
    assert copies > 3


async def test_a_write_ahead_log_cut_at_any_length_loses_whole_batches_only(database: Database, tmp_path: Path) -> None:
    source = tmp_path / "data"
    for step in range(12):
        assert await database.log.append(TABLE, [row(1 + 3 * step), row(2 + 3 * step), row(3 + 3 * step)])
    whole = (source / (FILE + "-wal")).read_bytes()
    counts = set()
    lengths = [*range(0, len(whole), 4001), len(whole) - 1, len(whole)]
    for place, length in enumerate(lengths):
        copy = tmp_path / f"cut{place}"
        copy.mkdir()
        shutil.copy(source / FILE, copy / FILE)
        (copy / (FILE + "-wal")).write_bytes(whole[:length])
        with closing(sqlite3.connect(copy / FILE)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            there = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'event'").fetchone()
            seqs = [seq for (seq,) in connection.execute("SELECT seq FROM event ORDER BY seq")] if there else []
        assert seqs == list(range(1, len(seqs) + 1))
        assert len(seqs) % 3 == 0
        counts.add(len(seqs))
    assert max(counts) == 36
    assert len(counts) > 3


async def test_a_flipped_bit_in_the_tail_is_noticed(database: Database, tmp_path: Path) -> None:
    source = tmp_path / "data"
    for seq in range(1, 9):
        assert await database.log.append(TABLE, [row(seq)])
    whole = bytearray((source / (FILE + "-wal")).read_bytes())
    whole[-100] ^= 1
    copy = tmp_path / "flipped"
    copy.mkdir()
    shutil.copy(source / FILE, copy / FILE)
    (copy / (FILE + "-wal")).write_bytes(whole)
    seqs = rows_in(copy)[TABLE]
    assert seqs == list(range(1, len(seqs) + 1))
    assert len(seqs) < 8


async def test_the_log_is_written_through(tmp_path: Path) -> None:
    with closing(sqlite_module.connect(tmp_path / "x.db")) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)


async def test_the_maker_of_saved_databases_works(tmp_path: Path) -> None:
    tables = await make(tmp_path / "saved.db")
    assert len(set(tables)) == 4


async def test_a_code_finds_its_table_until_it_ends_and_is_given_once(database: Database) -> None:
    coded = Opened("klasik", "orta", (None,) * 4, (20, 20, 20, 20), "ABCDEF")
    assert await database.log.append(TABLE, [row(1)], [coded])
    assert database.store.table_of("ABCDEF") == TABLE
    assert database.store.table_of("ABCDEG") is None
    assert not await database.log.append(b"u" * 16, [row(1)], [coded])
    assert await database.log.read(b"u" * 16) == []
    assert await database.log.append(TABLE, [row(2)], [Ended()])
    assert database.store.table_of("ABCDEF") is None
    assert await database.log.append(b"u" * 16, [row(1)], [coded])

"""The contract of a log, kept by both drivers: all or none, first come, effects with their rows, one chain."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from okey.fair.messages import Z, next_outcome
from okey.play.ports import Advert, Counted, Ended, Filled, LogRow, Opened, Outcome, Seated, Watched
from okey.storage.database import Database

TABLE = b"t" * 16
ADA, BOB = b"a" * 16, b"b" * 16
OPENED = Opened("klasik", "orta", (ADA, None, None, None), (20, 20, 20, 20))


def row(seq: int, cid: bytes | None = None, seat: int | None = 0, due: int | None = None) -> LogRow:
    return LogRow(seq, 1000 + seq, due, "game", b"body %d" % seq, seat if cid else None, cid)


async def test_what_is_appended_is_read_back(either: Database) -> None:
    rows = [row(1, due=5), row(2, b"12345678"), LogRow(3, 1_767_225_600_000, None, "presence", b"\x00\xff")]
    assert await either.log.append(TABLE, rows[:1], [OPENED])
    assert await either.log.append(TABLE, rows[1:])
    assert await either.log.read(TABLE) == rows
    assert await either.log.read(TABLE, 2) == rows[2:]
    assert await either.log.read(b"x" * 16) == []


async def test_of_what_rows_hold_only_what_is_asked_for_is_read(either: Database) -> None:
    """However often somebody comes and goes, which is written too, a browser that asks for moves costs no more."""
    rows = [LogRow(seq, seq, None, "presence" if seq % 3 else "game", b"%d" % seq, None, None) for seq in range(1, 31)]
    assert await either.log.append(TABLE, rows, [OPENED])
    assert await either.log.bodies(TABLE, "game", 0, 100) == [b"%d" % seq for seq in range(3, 31, 3)]
    assert await either.log.bodies(TABLE, "game", 2, 3) == [b"9", b"12", b"15"]
    assert await either.log.bodies(TABLE, "game", 9, 3) == [b"30"]
    assert await either.log.bodies(TABLE, "game", 10, 3) == []
    assert await either.log.bodies(b"x" * 16, "game", 0, 3) == []


async def test_who_comes_second_changes_nothing(either: Database) -> None:
    assert await either.log.append(TABLE, [row(1)], [OPENED])
    assert await either.log.append(TABLE, [row(2, b"12345678")])
    for rows in ([row(2)], [row(1)], [row(3), row(2)], [row(3, b"12345678")]):
        assert not await either.log.append(TABLE, rows, [Counted(9, (1, 2, 3, 4)), Ended()])
    assert [kept.seq for kept in await either.log.read(TABLE)] == [1, 2]
    assert either.store.running(ADA)[0].deal == 0
    assert await either.log.append(TABLE, [row(3, b"12345678", seat=1)]), "an id counts for its seat only"


async def test_one_clash_in_a_group_harms_no_other(either: Database) -> None:
    names = [bytes([number]) * 16 for number in range(40)]
    assert all(await asyncio.gather(*(either.log.append(name, [row(1)]) for name in names)))
    answers = await asyncio.gather(
        *(either.log.append(name, [row(1 if number % 7 == 0 else 2)]) for number, name in enumerate(names))
    )
    assert answers == [number % 7 != 0 for number in range(40)]
    for number, name in enumerate(names):
        assert len(await either.log.read(name)) == (1 if number % 7 == 0 else 2)


async def test_of_many_appends_of_one_row_one_wins(nodes: tuple[Database, Database]) -> None:
    assert await nodes[0].log.append(TABLE, [row(1)])
    answers = await asyncio.gather(*(node.log.append(TABLE, [row(2)]) for _ in range(25) for node in nodes))
    assert sum(answers) == 1


async def test_two_nodes_write_many_tables_at_once(nodes: tuple[Database, Database]) -> None:
    """In opposite orders, so that who did not keep to one order would wait in a circle."""
    tables = [bytes([number]) * 16 for number in range(12)]
    for table in tables:
        assert await nodes[0].log.append(table, [row(1)], [OPENED])
    answers = await asyncio.gather(
        *(nodes[0].log.append(table, [row(seq)]) for seq in range(2, 8) for table in tables),
        *(nodes[1].log.append(table, [row(seq)]) for seq in range(2, 8) for table in reversed(tables)),
    )
    assert sum(answers) == 6 * len(tables)
    for table in tables:
        assert [kept.seq for kept in await nodes[1].log.read(table)] == list(range(1, 8))
    assert nodes[1].store.last_rows(tables[:2]) == dict.fromkeys(tables[:2], 7)


async def test_effects_are_done_once_with_their_rows(either: Database) -> None:
    either.store.add_guest(ADA, "Misafir 1", b"d" * 32, 1, b"b" * 16)
    assert await either.log.append(TABLE, [row(1, due=7)], [OPENED])
    assert await either.log.waiting() == [TABLE]
    assert either.store.overdue(8) == [TABLE]
    assert either.store.overdue(7) == []
    assert await either.log.append(TABLE, [row(2)], [Counted(1, (20, 18, 18, 18))])
    assert await either.log.waiting() == []
    (running,) = either.store.running(ADA)
    assert (running.table, running.deal, running.scores, running.at) == (TABLE, 1, (20, 18, 18, 18), 1002)
    assert await either.log.append(TABLE, [row(3, due=9)], [Ended()])
    assert either.store.running(ADA) == []
    assert await either.log.waiting() == []


async def test_the_lobby_follows_the_rows(either: Database) -> None:
    either.store.add_guest(BOB, "Bob", b"d" * 32, 1, b"b" * 16)
    made = Opened("klasik", "orta", (None,) * 4, (20,) * 4, "ABCDEF", Advert("rules", 4, True, True))
    assert await either.log.append(TABLE, [row(1)], [made])
    assert either.store.table_of("ABCDEF") == TABLE
    assert await either.log.append(TABLE, [row(2)], [Seated(2, BOB)])
    assert either.store.waiting_quick("rules", ADA, False, 0) == TABLE
    assert await either.log.append(TABLE, [row(3)], [Filled(3), Watched(False)])
    assert either.store.waiting_quick("rules", ADA, False, 0) is None
    (shown,) = either.store.lobby()
    assert (shown.people, shown.computers, shown.watch, shown.quick) == (("Bob",), 3, False, True)
    assert not await either.log.append(b"u" * 16, [row(1)], [made]), "the code is taken"
    assert await either.log.append(TABLE, [row(4)], [Seated(2, None), Ended()])
    assert either.store.lobby() == []
    assert await either.log.append(b"u" * 16, [row(1)], [made])


async def test_a_person_sits_once_at_a_table(either: Database) -> None:
    twice = Opened("klasik", "orta", (ADA, ADA, None, None), (0, 0, 0, 0))
    assert not await either.log.append(TABLE, [row(1)], [twice])
    assert await either.log.read(TABLE) == []


async def test_the_list_of_outcomes_is_one_chain_whoever_writes_it(nodes: tuple[Database, Database]) -> None:
    tables = [bytes([number]) * 16 for number in range(40)]
    answers = await asyncio.gather(
        *(
            nodes[number % 2].log.append(table, [row(1)], [Outcome(b"c" * 32, table * 2, None, 1)])
            for number, table in enumerate(tables)
        )
    )
    assert all(answers)
    lines = nodes[0].store.outcomes(0)
    assert [line.n for line in lines] == list(range(1, 41))
    assert {line.table for line in lines} == set(tables)
    chain = Z
    for line in lines:
        chain = next_outcome(chain, line.table, line.commit, line.seed, line.list_hash, line.outcome)
        assert line.chain == chain


async def test_what_waits_is_written_before_closing(either: Database) -> None:
    waiting = [asyncio.ensure_future(either.log.append(bytes([n]) * 16, [row(1)])) for n in range(100)]
    await asyncio.sleep(0)
    await either.log.close()
    assert all(await asyncio.gather(*waiting))
    with pytest.raises(OSError, match="closed"):
        await either.log.append(TABLE, [row(1)])


async def test_what_is_counted_and_purged_is_so_on_both(either: Database) -> None:
    assert either.store.count(0, 3, "{}")
    assert not either.store.count(0, 3, "{}"), "another was faster"
    assert either.store.counted() == (3, "{}")
    assert await either.log.append(TABLE, [row(1)], [OPENED])
    assert either.store.purge(10**13) == 1
    assert await either.log.read(TABLE) == []


async def test_a_fault_nobody_foresaw_is_told_and_the_writer_goes_on(either: Database) -> None:
    impossible: Any = None
    async with asyncio.timeout(60):
        with pytest.raises(OSError, match="cannot be written"):
            await either.log.append(TABLE, [row(1)], [Counted(1, impossible)])
        assert await either.log.append(TABLE, [row(1)])

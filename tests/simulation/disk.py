"""A disk that keeps what is synced apart from what is not, and a log on it: one record with a check sum an append.

Only synced rows are read, as with a database that shows committed transactions. When the server is killed, the rest
may be gone, be there, be torn, have a flipped bit, or be there twice; `recover` reads it as a restart does.
"""

from __future__ import annotations

import random
import struct
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass, field

import msgspec

from okey.play.ports import Effect, Ended, Held, LogRow, Opened, Paid, Seated, ShortError, TableId
from okey.testing import Later
from tests.simulation.weather import Weather
from tests.simulation.world import Process, Town, Violation

PAUSE = (0.3, 3.0)
LONG = (50.0, 3000.0)
HOUSE = bytes(16)
"""Milliseconds of a write, and of a slow one."""
HEAD = struct.Struct(">III")
"""Length, number of the record, check sum."""


@dataclass
class Record:
    """One append."""

    number: int
    table: TableId
    rows: Sequence[LogRow]
    effects: Sequence[Effect]

    def encode(self) -> bytes:
        """The bytes of its rows; the effects lie beside them."""
        body = msgspec.msgpack.encode((self.table, [astuple(row) for row in self.rows]))
        return HEAD.pack(len(body), self.number, zlib.crc32(body, self.number)) + body


@dataclass
class Tale:
    """Everything synced about one table."""

    rows: list[LogRow] = field(default_factory=list)
    cids: dict[tuple[int | None, bytes], int] = field(default_factory=dict)
    effects: list[tuple[int, Effect]] = field(default_factory=list)
    """With the row they came with."""
    ended: bool = False

    @property
    def people(self) -> dict[int, bytes]:
        """Who sits where."""
        found: dict[int, bytes] = {}
        for _, effect in self.effects:
            if isinstance(effect, Seated) and effect.person is None:
                found.pop(effect.seat, None)
            elif isinstance(effect, Seated) and effect.person is not None:
                found[effect.seat] = effect.person
        return found


class Disk:
    """The platters: they outlive every process."""

    def __init__(self, town: Town, weather: Weather) -> None:
        self.town = town
        self.weather = weather
        self.chance = random.Random(f"disk {town.seed}")
        self.tales: dict[TableId, Tale] = {}
        self.codes: dict[str, TableId] = {}
        self.changed: set[TableId] = set()
        """Tables with rows the judge has not seen."""
        self.rival: Callable[[TableId], None] = _nobody
        """Called when another node is to write at a table first."""
        self.purses: dict[bytes, int] = {}
        """Çekirdek of persons, of tables, and of the house."""
        self.full_until = 0.0
        self._records = 0
        self._tail: list[Record] = []
        """Records written and not yet synced."""

    def rows(self, table: TableId) -> list[LogRow]:
        """What is synced."""
        return self.tales[table].rows if table in self.tales else []

    def write(self, table: TableId, rows: Sequence[LogRow], effects: Sequence[Effect]) -> None:
        """Into the tail."""
        self._records += 1
        self._tail.append(Record(self._records, table, tuple(rows), tuple(effects)))

    def forget(self) -> None:
        """What was not synced is not there."""
        self._tail.clear()

    def sync(self) -> list[bool | ShortError]:
        """The tail is safe; which of its records were stored (the others clash with older ones, or with a purse)."""
        tail, self._tail = self._tail, []
        return [self._tried(each.table, each.rows, each.effects) for each in tail]

    def _tried(self, table: TableId, rows: Sequence[LogRow], effects: Sequence[Effect]) -> bool | ShortError:
        try:
            return self.store(table, rows, effects)
        except ShortError as fault:
            self.town.struck("purse empty")
            return fault

    def store(self, table: TableId, rows: Sequence[LogRow], effects: Sequence[Effect]) -> bool:
        """All rows and effects or, when a number, a command or a code is known, or a purse too empty, none."""
        tale = self.tales.get(table) or Tale()
        if rows[0].seq != len(tale.rows) + 1 or not self._new(tale, rows):
            return False
        codes = [effect.code for effect in effects if isinstance(effect, Opened) and effect.code]
        if any(code in self.codes for code in codes):
            return False
        self.purses = self._moved(table, tale, effects)
        self.tales[table] = tale
        tale.rows.extend(rows)
        for row in rows:
            if row.cid is not None:
                tale.cids[row.cid_seat, row.cid] = row.seq
        tale.effects.extend((rows[-1].seq, effect) for effect in effects)
        self.codes.update(dict.fromkeys(codes, table))
        if any(isinstance(effect, Ended) for effect in effects):
            tale.ended = True
            self.codes = {code: kept for code, kept in self.codes.items() if kept != table}
        self.changed.add(table)
        return True

    def _moved(self, table: TableId, tale: Tale, effects: Sequence[Effect]) -> dict[bytes, int]:
        """The purses after `effects`."""
        purses = dict(self.purses)

        def move(payer: bytes, payee: bytes, amount: int) -> None:
            purses[payer] = purses.get(payer, 0) - amount
            purses[payee] = purses.get(payee, 0) + amount

        for effect in effects:
            if isinstance(effect, Held):
                for seat in effect.seats:
                    move(tale.people[seat], table, effect.amount)
            elif isinstance(effect, Paid):
                for seat, amount in effect.shares:
                    move(table, tale.people[seat], amount)
                move(table, HOUSE, effect.house)
        if purses.get(table, 0) < 0:
            raise Violation("a table pays more than it holds")
        if any(amount < 0 for amount in purses.values()):
            raise ShortError("balance")
        return purses

    def _new(self, tale: Tale, rows: Sequence[LogRow]) -> bool:
        return not any(row.cid is not None and (row.cid_seat, row.cid) in tale.cids for row in rows)

    def crash(self) -> None:
        """The power goes: whatever became of the tail, what can be read of it is the log from now on."""
        effects = {each.number: each.effects for each in self._tail}
        tail = b"".join(each.encode() for each in self._tail)
        self._tail = []
        if not tail:
            return
        fate = self.chance.choice(("lost", "lost", "kept", "torn", "torn", "flipped", "twice"))
        self.town.struck(f"tail {fate}")
        if fate == "lost":
            return
        if fate == "torn":
            tail = tail[: self.chance.randrange(1, len(tail))]
        elif fate == "flipped":
            place = self.chance.randrange(len(tail))
            tail = tail[:place] + bytes([tail[place] ^ 1 << self.chance.randrange(8)]) + tail[place + 1 :]
        elif fate == "twice":
            tail += tail
        for number, table, rows in self.recover(tail):
            self._tried(table, rows, effects.get(number, ()))

    def recover(self, tail: bytes) -> Iterator[tuple[int, TableId, list[LogRow]]]:
        """The records of `tail` up to the first that is not whole, each once."""
        seen: set[int] = set()
        while len(tail) >= HEAD.size:
            length, number, check = HEAD.unpack_from(tail)
            body = self.whole(tail[HEAD.size : HEAD.size + length], length, number, check)
            if body is None:
                return
            tail = tail[HEAD.size + length :]
            if number not in seen:
                seen.add(number)
                table, rows = msgspec.msgpack.decode(body)
                yield number, table, [LogRow(*row) for row in rows]

    def whole(self, body: bytes, length: int, number: int, check: int) -> bytes | None:
        """A record if it is all there, as it was written."""
        return body if len(body) == length and zlib.crc32(body, number) == check else None


@dataclass
class _Append:
    table: TableId
    rows: Sequence[LogRow]
    effects: Sequence[Effect]
    done: Later


class DiskLog:
    """`okey.play.ports.Log` of one process on the disk: one writer, which takes all that waits into one sync."""

    def __init__(self, disk: Disk, process: Process, die: Callable[[], None]) -> None:
        self._disk = disk
        self._process = process
        self._die = die
        self._queue: deque[_Append] = deque()
        self._writing = False

    async def append(self, table: TableId, rows: Sequence[LogRow], effects: Sequence[Effect] = ()) -> bool:
        """See `okey.play.ports.Log`."""
        disk = self._disk
        if disk.town.time < disk.full_until:
            raise OSError("no space left on device")
        waiting = _Append(table, rows, effects, Later(disk.town))
        self._queue.append(waiting)
        if not self._writing:
            self._writing = True
            self._process.thread(self._write())
        stored: bool = await waiting.done
        return stored

    async def read(self, table: TableId, after: int = 0) -> list[LogRow]:
        """See `okey.play.ports.Log`."""
        await self._disk.town.turn()
        if self._disk.chance.random() < self._disk.weather.read_fails:
            self._disk.town.struck("read failed")
            raise OSError("input/output error")
        return self._disk.rows(table)[after:]

    async def bodies(self, table: TableId, kind: str, after: int, most: int) -> list[bytes]:
        """See `okey.play.ports.Log`."""
        return [row.body for row in await self.read(table) if row.kind == kind][after : after + most]

    async def balance(self, person: bytes) -> int:
        """See `okey.play.ports.Purses`."""
        await self._disk.town.turn()
        if self._disk.chance.random() < self._disk.weather.read_fails:
            self._disk.town.struck("read failed")
            raise OSError("input/output error")
        return self._disk.purses.get(person, 0)

    async def waiting(self) -> list[TableId]:
        """See `okey.play.ports.Log`."""
        await self._disk.town.turn()
        return [table for table, tale in self._disk.tales.items() if not tale.ended and tale.rows[-1].due is not None]

    async def _write(self) -> None:
        disk, weather = self._disk, self._disk.weather
        while self._queue:
            group = list(self._queue)
            self._queue.clear()
            for each in group:
                disk.write(each.table, each.rows, each.effects)
            for each in group:
                if disk.chance.random() < weather.rival:
                    disk.rival(each.table)
            if disk.chance.random() < weather.kill_at_write:
                disk.town.struck("killed at a write")
                disk.town.doom = self._die
            slow = disk.chance.random() < weather.slow_disk
            if slow:
                disk.town.struck("slow write")
            await self._pause(LONG if slow else PAUSE)
            if disk.chance.random() < weather.disk_full:
                disk.town.struck("full")
                disk.full_until = disk.town.time + disk.chance.uniform(100, 20_000)
                disk.forget()
                self._answer(group, OSError("no space left on device"))
            elif disk.chance.random() < weather.sync_fails:
                disk.town.struck("sync failed")
                if disk.chance.random() < 0.5:
                    disk.sync()
                disk.forget()
                self._answer(group, OSError("input/output error"))
            else:
                for each, stored in zip(group, disk.sync(), strict=True):
                    if isinstance(stored, ShortError):
                        each.done.answer(fault=stored)
                    else:
                        each.done.answer(stored)
        self._writing = False

    async def _pause(self, span: tuple[float, float]) -> None:
        later = Later(self._disk.town)
        self._process.call_later(self._disk.chance.uniform(*span) / 1000, later.answer)
        await later

    def _answer(self, group: Sequence[_Append], fault: OSError) -> None:
        for each in group:
            each.done.answer(fault=fault)


def _nobody(_: TableId) -> None:
    """No other node writes."""

"""For tests of tables: a world with its own time, a log in memory, sockets that remember, and a table to script.

    world = World()
    hub = Hub(world.ports, think=..., pace=0)
    ...
    world.run()                 everything that can happen now
    world.advance(10_000)       ten seconds later

Nothing here waits, and nothing depends on the machine: the same script gives the same frames.
"""

import hashlib
import heapq
import random
from collections import deque
from collections.abc import Callable, Coroutine, Generator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, TypeVar

from okey.bots import choose
from okey.bots.contract import check_bots as check_bots
from okey.play.commands import Do, Leave
from okey.play.hub import TABLE_BYTES, Hub
from okey.play.messages import Bye, Ev, Message, No, Ok, Snap
from okey.play.opening import SEATS, Level, Opening, Seat, Secret, calm
from okey.play.ports import Effect, LogRow, Opened, Ports, TableId
from okey.play.standing import OPEN, begin
from okey.play.table import Table
from okey.rules.actions import SeatAction
from okey.rules.ruleset import PRESETS, Ruleset
from okey.rules.view import View

T = TypeVar("T")
START = 1_767_225_600_000
"""When a world begins, Unix ms."""
MOST_STEPS = 100_000
PERSON = b"p" * 16
KEY = bytes(range(32))
BOTS = bytes(range(32, 64))


class Later:
    """An answer that is not there yet; a coroutine awaits it."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._waiting: Coroutine[Any, Any, None] | None = None
        self._answer: tuple[Any, BaseException | None] | None = None

    def answer(self, value: Any = None, fault: BaseException | None = None) -> None:
        """Let the coroutine go on, with `value` or with `fault` raised in it. Once."""
        self._answer = value, fault
        if self._waiting is not None:
            self._world.ready.append(self._waiting)
            self._waiting = None

    def __await__(self) -> Generator["Later", None, Any]:
        while self._answer is None:
            yield self
        value, fault = self._answer
        if fault is not None:
            raise fault
        return value

    def hold(self, job: Coroutine[Any, Any, None]) -> None:
        """The coroutine that waits."""
        self._waiting = job


class NeverAnswers(Exception):
    """Raised by work that is to hang until its deadline."""


class Livelock(RuntimeError):
    """Without time passing, things go on and on."""


@dataclass(slots=True)
class Timer:
    """A call that was put off."""

    call: Callable[[], None]
    wanted: bool = True

    def cancel(self) -> None:
        """See `okey.play.ports.Handle`."""
        self.wanted = False


class World:
    """Clock, scheduler and randomness of `okey.play.ports` with a time of its own; `log` is the disk."""

    def __init__(self, seed: int = 1, chance: random.Random | None = None) -> None:
        self.chance = chance
        """With it, whoever could go on next is chosen at random."""
        self.time = float(START)
        self.ready: deque[Coroutine[Any, Any, None]] = deque()
        self.told: list[tuple[str, dict[str, Any]]] = []
        self.log = MemoryLog(self)
        self.purses: dict[bytes, int] = {}
        """What people have, in çekirdek."""
        self._timers: list[tuple[float, int, Timer]] = []
        """Due, in this order of those due at once."""
        self._order = count()
        self._seed = seed
        self._tokens = count()

    @property
    def ports(self) -> Ports:
        """All doors of this world."""
        return Ports(self, self, self.log, self, self.tell, purses=self)

    def now(self) -> int:
        """See `okey.play.ports.Clock`."""
        return int(self.time)

    def call_later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """See `okey.play.ports.Scheduler`."""
        timer = Timer(call)
        heapq.heappush(self._timers, (self.time + 1000 * seconds, next(self._order), timer))
        return timer

    def spawn(self, job: Coroutine[Any, Any, None]) -> None:
        """See `okey.play.ports.Scheduler`."""
        self.ready.append(job)

    async def work(self, call: Callable[..., T], *arguments: Any, within: float) -> T:
        """See `okey.play.ports.Scheduler`: done at once, one turn later; `NeverAnswers` runs into the deadline."""
        await self.turn()
        try:
            return call(*arguments)
        except NeverAnswers:
            late = Later(self)
            self.call_later(within, lambda: late.answer(fault=TimeoutError()))
            await late
            raise

    def token(self, size: int) -> bytes:
        """See `okey.play.ports.Randomness`: different every time, the same in every run."""
        text = f"{self._seed}/{next(self._tokens)}".encode()
        return hashlib.shake_256(text).digest(size)

    async def balance(self, person: bytes) -> int:
        """See `okey.play.ports.Purses`."""
        await self.turn()
        return self.purses.get(person, 0)

    def tell(self, event: str, **fields: Any) -> None:
        """See `okey.play.ports.Trace`."""
        self.told.append((event, fields))

    def turn(self) -> Later:
        """Something to await that lets all others go first."""
        return _Turn(self)

    def run(self) -> None:
        """Let everything happen that can happen without time passing. `Livelock` when that never ends."""
        for _ in range(MOST_STEPS):
            if self.ready:
                self.step()
            elif not self._timers or self._timers[0][0] > self.time:
                return
            else:
                _, _, timer = heapq.heappop(self._timers)
                if timer.wanted:
                    timer.call()
        raise Livelock

    def step(self) -> None:
        """Let one of those that can go on do so, up to the next thing it waits for."""
        if self.chance is not None:
            self.ready.rotate(self.chance.randrange(len(self.ready)))
        self._step(self.ready.popleft())

    def advance(self, milliseconds: float) -> None:
        """Let time pass, and everything happen that falls into it."""
        end = self.time + milliseconds
        self.run()
        while self._timers and self._timers[0][0] <= end:
            self.time = max(self.time, self._timers[0][0])
            self.run()
        self.time = end
        self.run()

    def kill(self) -> None:
        """Everything that was going on is gone; the log stays."""
        for job in self.ready:
            job.close()
        self.ready.clear()
        self._timers.clear()

    def _step(self, job: Coroutine[Any, Any, None]) -> None:
        try:
            later = job.send(None)
        except StopIteration:
            return
        later.hold(job)


class _Turn(Later):
    """Goes on at the end of the queue."""

    def hold(self, job: Coroutine[Any, Any, None]) -> None:
        """The coroutine that waits."""
        self.answer()
        self._world.ready.append(job)


class MemoryLog:
    """`okey.play.ports.Log` in memory. `before` is called before each append: to write first, or to raise."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.tables: dict[TableId, list[LogRow]] = {}
        self.effects: list[tuple[TableId, Effect]] = []
        self.before: Callable[[TableId, Sequence[LogRow]], None] | None = None

    async def append(self, table: TableId, rows: Sequence[LogRow], effects: Sequence[Effect] = ()) -> bool:
        """See `okey.play.ports.Log`."""
        await self._world.turn()
        if self.before is not None:
            self.before(table, rows)
        won = self.write(table, rows, effects)
        await self._world.turn()
        return won

    def write(self, table: TableId, rows: Sequence[LogRow], effects: Sequence[Effect] = ()) -> bool:
        """Append now, as another node would."""
        kept = self.tables.setdefault(table, [])
        known = {(row.cid_seat, row.cid) for row in kept if row.cid is not None}
        if rows[0].seq != len(kept) + 1 or any((row.cid_seat, row.cid) in known for row in rows):
            return False
        kept.extend(rows)
        self.effects.extend((table, effect) for effect in effects)
        return True

    async def read(self, table: TableId, after: int = 0) -> list[LogRow]:
        """See `okey.play.ports.Log`."""
        await self._world.turn()
        return self.tables.get(table, [])[after:]

    async def bodies(self, table: TableId, kind: str, after: int, most: int) -> list[bytes]:
        """See `okey.play.ports.Log`."""
        return [row.body for row in await self.read(table) if row.kind == kind][after : after + most]

    async def waiting(self) -> list[TableId]:
        """See `okey.play.ports.Log`."""
        await self._world.turn()
        return [table for table, rows in self.tables.items() if rows and rows[-1].due is not None]


class MemorySocket:
    """A socket that keeps what it was told."""

    def __init__(self) -> None:
        self.heard: list[Message] = []
        self.farewell: Bye | None = None

    def send(self, message: Message) -> None:
        """See `okey.play.ports.Socket`."""
        if self.farewell is None:
            self.heard.append(message)

    def close(self, farewell: Message) -> None:
        """See `okey.play.ports.Socket`."""
        self.send(farewell)
        if self.farewell is None and isinstance(farewell, Bye):
            self.farewell = farewell

    def take(self) -> list[Message]:
        """What was heard since the last call."""
        heard, self.heard = self.heard, []
        return heard


def think(view: View, level: str, seed: bytes) -> SeatAction:
    """The computers of the library, in this process."""
    return choose(view, level, random.Random(seed))


@dataclass(frozen=True, slots=True)
class Player:
    """A person about to sit."""

    person: bytes
    name: str


def against_computer(
    rules: Ruleset, player: Player, level: Level, names: tuple[str, str, str], hints: bool, key: bytes, bots: bytes
) -> Opening:
    """A table for one person, who sits on seat 0, and computers on the other seats, named `names` in order.

    The clock is that of RULES 10: ten minutes a move, no reserve, the program moves at a time-out.
    """
    placed: list[Seat | None] = [None] * 4
    first, *others = SEATS[rules.seats]
    placed[first] = Seat(player.name, person=player.person)
    for seat, name in zip(others, names, strict=False):
        placed[seat] = Seat(name, level=level)
    return Opening(calm(rules), tuple(placed), alone=True, hints=hints, key=Secret(key), bots=Secret(bots))


def first_row(opening: Opening, at: int) -> LogRow:
    """The row that opens a table."""
    return LogRow(1, at, None, OPEN, opening.encode())


async def open_table(ports: Ports, made: Opening) -> TableId:
    """A new table of the kind that proves nothing, as sites of old opened them."""
    table = ports.randomness.token(TABLE_BYTES)
    row = first_row(made, ports.clock.now())
    effect = Opened(made.rules.preset, made.level, made.people, begin(row).game.scores)
    if not await ports.log.append(table, [row], [effect]):
        raise OSError("the id of a new table is taken")
    return table


def opening(
    rules: Ruleset | str = "klasik", level: Level = "kolay", people: int = 1, key: bytes = KEY, bots: bytes = BOTS
) -> Opening:
    """A table of one person against computers, or of so many people (`person(0)`, `person(1)`, ...)."""
    ruleset = PRESETS[rules] if isinstance(rules, str) else rules
    made = against_computer(ruleset, Player(person(0), "Ada"), level, ("K 1", "K 2", "K 3"), False, key, bots)
    if people == 1:
        return made
    seats = [
        Seat(f"P {seat}", person=person(seat)) if made.seats[seat] and seat < people else made.seats[seat]
        for seat in range(4)
    ]
    return replace(made, rules=ruleset, seats=tuple(seats), alone=False, key=Secret(key), bots=Secret(bots))


def person(seat: int) -> bytes:
    """The id of the person on `seat` of `opening`."""
    return bytes([seat]) + PERSON[1:]


class Script:
    """One table in a world, played by hand: who says what, and what everybody hears."""

    def __init__(
        self,
        made: Opening | None = None,
        world: World | None = None,
        computers: Callable[[View, str, bytes], Any] = think,
        pace: float = 0.0,
    ) -> None:
        self.world = world or World()
        self.computers = computers
        self.pace = pace
        self.hub = Hub(self.world.ports, computers, pace)
        self.opening = made or opening()
        self.id = self.world.token(16)
        opened = Opened(self.opening.rules.preset, self.opening.level, self.opening.people, (0, 0, 0, 0))
        self.world.log.write(self.id, [first_row(self.opening, self.world.now())], [opened])
        self._cids = count(1)

    def join(self, seat: int = 0, after: int | None = None) -> MemorySocket:
        """The person of `seat` comes with a new socket."""
        socket = MemorySocket()
        self.hub.join(self.id, person(seat), socket, after)
        self.world.run()
        return socket

    def leave(self, socket: MemorySocket) -> None:
        """A socket is cut."""
        self.table.post(Leave(socket))
        self.world.run()

    def do(
        self, socket: MemorySocket, action: SeatAction | None, at: int | None = None, cid: bytes | None = None
    ) -> Ok | No | None:
        """A command and its answer; by default meant for the table as it stands, with an id of its own."""
        named = self.post(socket, action, at, cid)
        self.world.run()
        answers = [message for message in socket.heard if isinstance(message, Ok | No) and message.cid == named]
        return answers[-1] if answers else None

    def post(
        self, socket: MemorySocket, action: SeatAction | None, at: int | None = None, cid: bytes | None = None
    ) -> bytes:
        """A command into the mailbox, not yet worked off; its id."""
        named = cid or next(self._cids).to_bytes(8, "big")
        self.table.post(Do(socket, named, self.seq if at is None else at, action))
        return named

    def restart(self) -> None:
        """The server is killed, and another one takes up the log."""
        self.world.kill()
        self.hub = Hub(self.world.ports, self.computers, self.pace)
        self.world.spawn(self.hub.start())
        self.world.run()

    @property
    def table(self) -> Table:
        """The table in memory."""
        return self.hub._table(self.id)

    @property
    def seq(self) -> int:
        """The last row."""
        return len(self.rows)

    @property
    def rows(self) -> list[LogRow]:
        """The log."""
        return self.world.log.tables[self.id]


def events_of(messages: Sequence[Message]) -> list[Ev]:
    """The game events among `messages`."""
    return [message for message in messages if isinstance(message, Ev)]


def snap_of(messages: Sequence[Message]) -> Snap:
    """The last whole table among `messages`."""
    return [message for message in messages if isinstance(message, Snap)][-1]

"""The doors of a table to the outside: clock, scheduler, network, disk, randomness, and hints to other nodes.

Nothing in `okey.play` reaches time, tasks, sockets, files or random numbers in any other way, so a simulation can
stand behind all of them and drive whole tables from one seed.
"""

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from okey.play.messages import Message
from okey.rules.events import Four

T = TypeVar("T")

TableId: TypeAlias = bytes
"""16 random bytes; 32 hex digits in addresses and frames."""


class Clock(Protocol):
    """Time of day."""

    def now(self) -> int:
        """Unix time in milliseconds."""


class Handle(Protocol):
    """A call that was put off."""

    def cancel(self) -> None:
        """Do not make the call; without effect when it was made."""


class Scheduler(Protocol):
    """When things run."""

    def call_later(self, seconds: float, call: Callable[[], None]) -> Handle:
        """Make `call` after `seconds`."""

    def spawn(self, job: Coroutine[Any, Any, None]) -> None:
        """Run `job` from now on, on its own."""

    def work(self, call: Callable[..., T], *arguments: Any, within: float) -> Awaitable[T]:
        """The answer of a pure function, computed off the loop; `TimeoutError` when it takes longer than `within` s."""


class Socket(Protocol):
    """One connection of the network."""

    def send(self, message: Message) -> None:
        """Queue a message; never waits, never raises. A socket whose queue is full closes itself."""

    def close(self, farewell: Message) -> None:
        """Send a last message and close."""


@dataclass(frozen=True)
class LogRow:
    """One row of a table's log. A command may be several rows; its id stands on the last of them."""

    seq: int
    """From 1, without gaps."""
    at: int
    """When, Unix ms; never falls within a table."""
    due: int | None
    """When the table has to act by itself next, Unix ms."""
    kind: str
    """`game`: the bytes of a game event; any other kind: JSON."""
    body: bytes
    cid_seat: int | None = None
    cid: bytes | None = None


@dataclass(frozen=True, slots=True)
class Advert:
    """How a table is shown in the lobby while it runs."""

    rules: str
    """Canonical text."""
    seats: int
    watch: bool
    quick: bool
    """Made by quick match."""
    rated: bool = False
    stake: int = 0


@dataclass(frozen=True, slots=True)
class Opened:
    """Effect: a match began; `people` are the persons by seat (their id) or None."""

    preset: str
    level: str
    people: tuple[bytes | None, ...]
    scores: Four
    code: str = ""
    """The short code people find the table by until it ends; no two running tables have the same."""
    advert: Advert | None = None
    """None: not in the lobby."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Effect: deal number `deal` began or ended, with these scores."""

    deal: int
    scores: Four


@dataclass(frozen=True, slots=True)
class Ended:
    """Effect: the match is over; `ranks` by seat when it was played out, 0 for an empty seat."""

    ranks: Four | None = None


@dataclass(frozen=True, slots=True)
class Seated:
    """Effect: `person` sits on `seat`, None: nobody any more."""

    seat: int
    person: bytes | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """Effect: one line of the public list of outcomes; the seed is public from here on (docs/fairness.md)."""

    commit: bytes
    seed: bytes
    list_hash: bytes | None
    outcome: int
    """0 finished, 1 cancelled before the list, 2 after it, 3 in play."""


@dataclass(frozen=True, slots=True)
class Filled:
    """Effect: so many computers took the free places."""

    computers: int


@dataclass(frozen=True, slots=True)
class Watched:
    """Effect: others may watch, or no longer."""

    on: bool


@dataclass(frozen=True, slots=True)
class Rated:
    """Effect: a match that counts for ratings and the weekly board ended with these ranks, 0 for an empty seat.

    It does not count beyond `okey.play.rated.DAILY` matches of the same two persons on one day.
    """

    preset: str
    ranks: Four


@dataclass(frozen=True, slots=True)
class Held:
    """Effect: of each of these seats so much çekirdek is held while the match runs. `ShortError` when one has less."""

    amount: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Paid:
    """Effect: what was held is paid out: an amount for each seat, and what falls to the house."""

    shares: tuple[tuple[int, int], ...]
    house: int = 0


Effect: TypeAlias = Opened | Counted | Ended | Seated | Filled | Watched | Outcome | Rated | Held | Paid


class ShortError(OSError):
    """Nothing was stored: a person has less çekirdek than was to be held."""


MOST_OTHERS: Final = 20_000
"""Rows of a table that are no moves: that somebody came, went, sat down, let others watch. Whoever takes the table up
reads them all, so a table with more of them is cancelled."""


class Log(Protocol):
    """The disk."""

    async def append(self, table: TableId, rows: Sequence[LogRow], effects: Sequence[Effect] = ()) -> bool:
        """Store `rows` and their effects, all or none, so that they outlive a crash.

        False when another row has one of these numbers, or the command id is known: nothing was stored.
        Raises `ShortError` when an effect would take what a person does not have: nothing was stored.
        Raises another `OSError` when it is unknown whether they are stored.
        """

    async def read(self, table: TableId, after: int = 0) -> list[LogRow]:
        """The rows above `after`, in order; none for an unknown table."""

    async def bodies(self, table: TableId, kind: str, after: int, most: int) -> list[bytes]:
        """What the rows of one kind hold, in order: without the first `after` of them, and `most` at most."""

    async def waiting(self) -> list[TableId]:
        """The tables of running matches that have to act by themselves."""


class Randomness(Protocol):
    """The operating system's generator."""

    def token(self, size: int) -> bytes:
        """`size` random bytes nobody can foresee."""


class Hints(Protocol):
    """The way to the other nodes. A hint may be lost, doubled or late; no tile travels on it."""

    def tell(self, table: TableId, seq: int) -> None:
        """The log of `table` has grown to row `seq`; never waits, never raises."""

    def say(self, table: TableId, words: bytes) -> None:
        """Somebody at `table` said something; never waits, never raises."""


class Alone:
    """The `Hints` of a node that has no others."""

    def tell(self, table: TableId, seq: int) -> None:
        """Nobody to tell."""

    def say(self, table: TableId, words: bytes) -> None:
        """Nobody to tell."""


ALONE: Final = Alone()
ALONE_NODE: Final = 0


class Purses(Protocol):
    """What people have."""

    async def balance(self, person: bytes) -> int:
        """Çekirdek of a person. Raises `OSError` when it cannot be read."""


class NoPurses:
    """Nobody has anything."""

    async def balance(self, person: bytes) -> int:
        """Nothing."""
        return 0


NO_PURSES: Final = NoPurses()


class Trace(Protocol):
    """Where faults are told; not a door: what is told here changes nothing."""

    def __call__(self, event: str, **fields: Any) -> None: ...


@dataclass(frozen=True, slots=True)
class Ports:
    """All doors together."""

    clock: Clock
    scheduler: Scheduler
    log: Log
    randomness: Randomness
    trace: Trace
    hints: Hints = ALONE
    purses: Purses = NO_PURSES
    node: int = ALONE_NODE
    """The number of this node among others on the same log; `ALONE_NODE`: there are none."""

    @property
    def shared(self) -> bool:
        """Whether other nodes may be at the same tables."""
        return self.node != ALONE_NODE

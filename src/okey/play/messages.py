"""What a table says to its sockets, before it becomes bytes. Every message to a viewer is built for that viewer."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from okey.play.opening import Level
from okey.rules.events import Event, Four
from okey.rules.faults import Fault
from okey.rules.tiles import Tile
from okey.rules.view import View


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clock of the turn: `deadline` (Unix ms) while it runs, `left` ms while it stands; `reserve` ms by seat."""

    turn: int | None
    deadline: int | None
    left: int | None
    reserve: Four
    running: bool


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a seat; `level` is None for a person."""

    name: str
    level: Level | None
    connected: bool


Sitters: TypeAlias = tuple[Sitter | None, Sitter | None, Sitter | None, Sitter | None]


@dataclass(frozen=True, slots=True)
class Times:
    """The clocks as of `now` (Unix ms); `next_at`: when the next deal begins by itself."""

    clocks: Clocks
    now: int
    next_at: int | None


@dataclass(frozen=True, slots=True)
class Snap:
    """The whole table as the viewer may see it."""

    seq: int
    view: View
    you: int | None
    seats: Sitters
    times: Times


@dataclass(frozen=True, slots=True)
class News:
    """One game event, as everyone may know it."""

    seq: int
    n: int
    event: Event
    times: Times


@dataclass(frozen=True, slots=True)
class Ev:
    """A game event for one viewer: `tile` it drew, `rack` it was dealt, what it `can` do now."""

    news: News
    tile: Tile | None
    rack: tuple[Tile, ...] | None
    can: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ok:
    """The command is stored; `seq` is its last row."""

    cid: bytes
    seq: int


@dataclass(frozen=True, slots=True)
class No:
    """The command is refused and changed nothing."""

    cid: bytes
    fault: Fault
    seq: int


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is connected now."""

    seats: Sitters
    times: Times


Why: TypeAlias = Literal["taken_over", "unknown_table", "not_seated", "too_fast", "restart", "bad_frame"]


@dataclass(frozen=True, slots=True)
class Bye:
    """The last message. `retry_ms` None: do not come back by yourself."""

    why: Why
    retry_ms: int | None = None


Message: TypeAlias = Snap | Ev | Ok | No | Presence | Bye

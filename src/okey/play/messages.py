"""What a table says to its sockets, before it becomes bytes. Every message to a viewer is built for that viewer."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from okey.play.helpers import Wish
from okey.play.opening import Level, Options
from okey.play.talk import Phrase
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
    watchers: int = 0
    options: Options | None = None
    """How the table was opened; None where one person plays against computers."""
    founder: bool = False
    """Whether the viewer may say who watches."""
    delay: int = 0
    """Milliseconds by which the viewer sees everything later."""


@dataclass(frozen=True, slots=True, eq=False)
class News:
    """One game event, as everyone may know it; one object for all viewers, so that what they share is made once."""

    seq: int
    n: int
    event: Event
    times: Times
    raw: bytes
    """The bytes of the event, which the hash chain is over."""


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
    """Who is connected now, how many watch, and whether others may."""

    seats: Sitters
    times: Times
    watchers: int = 0
    watch: bool = False


# --- the proof of the deals (docs/fairness.md)


@dataclass(frozen=True, slots=True)
class Open:
    """The table before anybody sits: its rules and the server's commitment, signed."""

    table: bytes
    rules: str
    commit: bytes
    created_ms: int
    public_key: bytes
    sig: bytes


@dataclass(frozen=True, slots=True)
class Room:
    """Who sits where before the first deal; `places` belong to the table; `founder`: whether it is the viewer's.

    `code` finds the table, empty at one for a single person; computers on free places would be of `level`.
    `kept`: by seat, the name of the person it is kept for; `wishes`: at a quick match, seats that want computers.
    `drawn`: where the server draws the seats, the only one the viewer may take; None where there is none now.
    """

    seats: Sitters
    you: int | None
    places: tuple[int, ...]
    founder: bool
    code: str
    level: Level
    options: Options
    kept: tuple[str | None, ...] = (None,) * 4
    wishes: tuple[int, ...] = ()
    drawn: int | None = None


@dataclass(frozen=True, slots=True)
class Listed:
    """The frozen list, signed; commitments by seat, None where no person sits."""

    listed_ms: int
    kinds: Four
    commits: tuple[bytes | None, ...]
    hash: bytes
    sig: bytes


@dataclass(frozen=True, slots=True)
class Receipt:
    """The seat's contribution is stored."""

    seat: int
    sig: bytes


@dataclass(frozen=True, slots=True)
class Contributions:
    """The opening: everybody's value, signed."""

    kinds: Four
    values: tuple[bytes | None, ...]
    sig: bytes


@dataclass(frozen=True, slots=True)
class SignedHead:
    """The hash chain after event `n`, signed."""

    n: int
    head: bytes
    sig: bytes


@dataclass(frozen=True, slots=True)
class Reveal:
    """The seed, at the end; `head` None without a list, `outcome` as in the public list."""

    seed: bytes
    n: int
    head: bytes | None
    sig: bytes
    outcome: int


@dataclass(frozen=True, slots=True)
class Chain:
    """The bytes of the events after number `after`, for a browser that has not seen them."""

    after: int
    events: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Successor:
    """The table at which those go on who had opened when this one was cancelled."""

    table: bytes


@dataclass(frozen=True, slots=True)
class RematchAsked:
    """The person on `seat` wants to play again, at `table`."""

    table: bytes
    seat: int


@dataclass(frozen=True, slots=True)
class Said:
    """The person on `seat` said a phrase."""

    seat: int
    phrase: Phrase


@dataclass(frozen=True, slots=True)
class Chatted:
    """The person on `seat` wrote."""

    seat: int
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class AutoSet:
    """What the table does by itself for the viewer's seat from now on."""

    wish: Wish


@dataclass(frozen=True, slots=True)
class Refused:
    """A frame before the first deal was refused and changed nothing."""

    fault: Fault


Why: TypeAlias = Literal[
    "taken_over",
    "unknown_table",
    "not_seated",
    "too_fast",
    "restart",
    "bad_frame",
    "cancelled",
    "removed",
    "full",
    "short",
    "signed_out",
]


@dataclass(frozen=True, slots=True)
class Bye:
    """The last message. `retry_ms` None: do not come back by yourself."""

    why: Why
    retry_ms: int | None = None


Proving: TypeAlias = Open | Room | Listed | Receipt | Contributions | SignedHead | Reveal | Chain | Successor | Refused
Social: TypeAlias = RematchAsked | Said | Chatted | AutoSet
Message: TypeAlias = Snap | Ev | Ok | No | Presence | Bye | Proving | Social

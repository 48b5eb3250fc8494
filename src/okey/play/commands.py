"""What may be put into a table's mailbox."""

from dataclasses import dataclass
from typing import Any, TypeAlias

from okey.play.helpers import Wish
from okey.play.ports import Socket
from okey.play.talk import Phrase
from okey.rules.actions import SeatAction


@dataclass(frozen=True, slots=True)
class Join:
    """A person's socket says hello; it has seen row `after`."""

    socket: Socket
    person: bytes
    after: int | None


@dataclass(frozen=True, slots=True)
class Leave:
    """A socket is gone."""

    socket: Socket


@dataclass(frozen=True, slots=True)
class Do:
    """A seat's action: command id, the row the player saw, the action; None is `next`, ready for the next deal."""

    socket: Socket
    cid: bytes
    at: int
    action: SeatAction | None
    arrived: int | None = None
    """When it arrived, Unix ms; None: when it is handled."""
    lag: int = 0
    """Half the measured round trip of its connection, ms."""


@dataclass(frozen=True, slots=True)
class Sit:
    """A person takes a place, with the commitment to a contribution (32 bytes)."""

    socket: Socket
    seat: int
    name: str
    commit: bytes
    account: bool = False
    """Whether the person has an account."""
    browser: bytes = b""
    """What tells the person's browser from others."""


@dataclass(frozen=True, slots=True)
class Stand:
    """A person leaves the place again."""

    socket: Socket


@dataclass(frozen=True, slots=True)
class Fill:
    """The founder wants computers on the free places."""

    socket: Socket


@dataclass(frozen=True, slots=True)
class Kick:
    """The founder removes the person of this name on `seat`; nobody else who sits there by now."""

    socket: Socket
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Watching:
    """The founder allows or forbids others to watch."""

    socket: Socket
    on: bool


@dataclass(frozen=True, slots=True)
class Rematch:
    """A person wants to play again with the same seats."""

    socket: Socket


@dataclass(frozen=True, slots=True)
class Say:
    """A person says one of the fixed phrases."""

    socket: Socket
    phrase: Phrase


@dataclass(frozen=True, slots=True)
class Chat:
    """A person writes."""

    socket: Socket
    text: str


@dataclass(frozen=True, slots=True)
class Auto:
    """What the table shall do by itself for a person's seat."""

    socket: Socket
    wish: Wish


@dataclass(frozen=True, slots=True)
class Contribute:
    """A person opens the contribution, for the list with this hash only."""

    socket: Socket
    list_hash: bytes
    value: bytes


@dataclass(frozen=True, slots=True)
class Heard:
    """The head a browser has computed itself after event `n`."""

    socket: Socket
    n: int
    head: bytes


@dataclass(frozen=True, slots=True)
class ChainFrom:
    """A browser asks for the bytes of the events after number `after`."""

    socket: Socket
    after: int


@dataclass(frozen=True, slots=True)
class Wake:
    """Something may be due; `due` is what the alarm was set for."""

    due: int | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """Another node may have written up to row `seq`; None: look in any case."""

    seq: int | None = None
    alive: frozenset[int] | None = None
    """The nodes that live, when that is known."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A computer's answer to event `n`; None when it has none."""

    seat: int
    n: int
    move: Any


@dataclass(frozen=True, slots=True)
class Helped:
    """What was planned for a person's seat after event `n`, by a wish of `socket`, is to be played now."""

    socket: Socket
    n: int
    action: SeatAction
    wish: Wish
    then: Wish
    """The wish once it is played."""


@dataclass(frozen=True, slots=True)
class Overheard:
    """Words that were said at this table on another node."""

    words: bytes


@dataclass(frozen=True, slots=True)
class Close:
    """The table is cancelled, and its seed is opened: everybody has left, or it cannot go on."""

    all_left: bool = True


@dataclass(frozen=True, slots=True)
class Withdraw:
    """A person who has deleted the account gives up the place, and the lead, before the list."""

    person: bytes


@dataclass(frozen=True, slots=True)
class Stop:
    """The server goes down."""


Proving: TypeAlias = Sit | Stand | Fill | Kick | Contribute | Heard | ChainFrom
Social: TypeAlias = Watching | Rematch | Say | Chat | Auto
Handled: TypeAlias = Join | Leave | Do | Wake | Look | Moved | Helped | Overheard | Close | Withdraw | Proving | Social
Command: TypeAlias = Handled | Stop

"""What the server sends over `/ws`."""

from typing import Literal, TypeAlias

from msgspec import Struct

from okey.play.talk import Phrase
from okey.rules.view import View
from okey.server.wire.events import AnyEvent
from okey.server.wire.scalars import FourInts, Level, Millis, Seq


class Clocks(Struct, frozen=True):
    """The clock: `deadline` while it runs, `left` ms while it stands; `reserve` ms by seat."""

    turn: int | None
    deadline: Millis | None
    left: Millis | None
    reserve: FourInts
    running: bool


class Sitter(Struct, frozen=True):
    """Who sits there; `level` names a computer's strength and is null for a person."""

    name: str
    level: Level | None
    connected: bool


Sitters: TypeAlias = tuple[Sitter | None, Sitter | None, Sitter | None, Sitter | None]


class FaultBlock(Struct, frozen=True):
    """One block of a laid rack at fault: row and slots count from 1, both ends inside the block."""

    code: str
    row: int
    start: int
    end: int
    params: dict[str, int | str]


class FaultAnswer(Struct, frozen=True):
    """Why an action was refused: a code, its parameters, and for a laid rack the blocks at fault."""

    code: str
    params: dict[str, int | str]
    blocks: list[FaultBlock]


class FromServer(Struct, tag_field="t", frozen=True):
    """A frame of the server; the tag is `t`."""


class Options(Struct, frozen=True):
    """How a table was opened: in the lobby, open to watchers, with free chat, by quick match, for rated matches, for a
    stake in çekirdek."""

    listed: bool
    watch: bool
    chat: bool
    quick: bool
    rated: bool
    stake: int


class Snap(FromServer, tag="snap", frozen=True):
    """The whole table as the viewer may see it, at `seq`; `delay` ms ago for a watcher.

    `options` null: one person against computers; `founder`: whether the viewer may say who watches.
    """

    seq: Seq
    view: View
    you: int | None
    seats: Sitters
    clocks: Clocks
    now: Millis
    next_at: Millis | None
    watchers: int
    options: Options | None
    founder: bool
    delay: Millis


class Ev(FromServer, tag="ev", frozen=True):
    """One game event, number `n` of the match, in row `seq` of the log; `tile` and `rack` are the viewer's own.

    `raw` are its bytes in hex: the hash chain is over these.
    """

    seq: Seq
    n: Seq
    event: AnyEvent
    raw: str
    tile: int | None
    rack: tuple[int, ...] | None
    can: tuple[str, ...]
    clocks: Clocks
    now: Millis
    next_at: Millis | None


class Ok(FromServer, tag="ok", frozen=True):
    """The command is done and stored; `seq` is its last row."""

    id: str
    seq: Seq


class No(FromServer, tag="no", frozen=True):
    """The command is refused; nothing changed."""

    id: str
    fault: FaultAnswer
    seq: Seq


class Presence(FromServer, tag="presence", frozen=True):
    """Who is connected now, how many watch, whether others may, and the clock that follows from it."""

    seats: Sitters
    clocks: Clocks
    now: Millis
    next_at: Millis | None
    watchers: int
    watch: bool


class Pong(FromServer, tag="pong", frozen=True):
    """The server's time."""

    t0: Millis
    now: Millis


class Bye(FromServer, tag="bye", frozen=True):
    """The last frame before the socket is closed; `retry_ms` null: do not come back by yourself."""

    why: Literal[
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
    retry_ms: int | None


class Open(FromServer, tag="open", frozen=True):
    """The table before anybody sits: rules, the server's commitment, its key and signature (docs/fairness.md)."""

    table_id: str
    rules: str
    server_commit: str
    created_ms: Millis
    public_key: str
    sig: str


class Room(FromServer, tag="room", frozen=True):
    """Who sits where before the first deal; `places` belong to the table; `founder`: whether it is the viewer's.

    `code` finds the table, empty at one for a single person; computers on free places would be of `level`.
    `kept`: by seat, the name of the person it is kept for; `wishes`: at a quick match, seats that want computers.
    `drawn`: where the server draws the seats, the only one the viewer may take; null where there is none now.
    """

    seats: Sitters
    you: int | None
    places: list[int]
    founder: bool
    code: str
    level: Level
    options: Options
    kept: tuple[str | None, str | None, str | None, str | None]
    wishes: list[int]
    drawn: int | None


class ListSeat(Struct, frozen=True):
    """One seat of the list: 0 empty, 1 person, 2 computer; zeros where no person sits."""

    kind: int
    commit: str


class Listed(FromServer, tag="list", frozen=True):
    """The frozen list, signed."""

    listed_ms: Millis
    seats: list[ListSeat]
    hash: str
    sig: str


class Receipt(FromServer, tag="receipt", frozen=True):
    """The contribution of a seat is stored."""

    seat: int
    sig: str


class OpenedSeat(Struct, frozen=True):
    """One seat of the opening; zeros where no person sits."""

    kind: int
    value: str


class Opening(FromServer, tag="opening", frozen=True):
    """Everybody's contribution, signed: from here on the decks are fixed."""

    seats: list[OpenedSeat]
    sig: str


class SignedHead(FromServer, tag="head", frozen=True):
    """The hash chain after event `n`, signed."""

    n: Seq
    head: str
    sig: str


class Chain(FromServer, tag="log", frozen=True):
    """The bytes of the events after number `after`, some of them at a time."""

    after: Seq
    events: list[str]


class Reveal(FromServer, tag="reveal", frozen=True):
    """The server's seed, at the end; `head` is null without a list; `outcome` as in the public list."""

    server_seed: str
    n: Seq
    head: str | None
    sig: str
    outcome: int


class Successor(FromServer, tag="successor", frozen=True):
    """This table is about to be cancelled; whoever had opened goes on at that one."""

    table: str


class RematchAsked(FromServer, tag="rematch", frozen=True):
    """The person on `seat` wants to play again, at that table."""

    table: str
    seat: int


class Said(FromServer, tag="say", frozen=True):
    """The person on `seat` said a phrase."""

    seat: int
    phrase: Phrase


class Chatted(FromServer, tag="chat", frozen=True):
    """The person on `seat` wrote."""

    seat: int
    name: str
    text: str


class AutoSet(FromServer, tag="auto", frozen=True):
    """What the server does by itself for the viewer's seat from now on."""

    draw: bool
    throw: bool
    take: str | None


class LobbyTable(Struct, frozen=True):
    """A table anybody may join or watch; `free` places of `seats`, `deal` 0 before the first."""

    table: str
    preset: str
    rules: str
    seats: int
    people: list[str]
    computers: int
    free: int
    deal: int
    watchers: int
    options: Options


class Tables(FromServer, tag="lobby", frozen=True):
    """The lobby as it is now, the latest table first."""

    tables: list[LobbyTable]


class Refused(FromServer, tag="refused", frozen=True):
    """A frame before the first deal was refused; nothing changed."""

    fault: FaultAnswer


Proving: TypeAlias = Open | Room | Listed | Receipt | Opening | SignedHead | Chain | Reveal | Successor | Refused
Social: TypeAlias = RematchAsked | Said | Chatted | AutoSet | Tables
Server: TypeAlias = Snap | Ev | Ok | No | Presence | Pong | Bye | Proving | Social

"""What goes over `/ws` and the REST paths, as strict msgspec structs.

JSON Schema, OpenAPI and the page's TypeScript types are generated from here (`python -m okey.server.schema`).
Every field is always sent; unknown fields are refused; a bool is no int.
"""

from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from okey.rules.view import View

SUBPROTOCOL: Final = "okey.v1"

Seq: TypeAlias = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Millis: TypeAlias = Annotated[int, Meta(ge=0, le=2**53 - 1)]
TileId: TypeAlias = Annotated[int, Meta(ge=0, le=105)]
TableRef: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
CommandRef: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
FourInts: TypeAlias = tuple[int, int, int, int]
Hash: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Level: TypeAlias = Literal["kolay", "orta", "zor"]

# --- what a client asks for


class Asked(Struct, tag_field="a", forbid_unknown_fields=True, frozen=True):
    """An action as it is sent; the tag is `a`."""


class AskDraw(Asked, tag="draw", frozen=True):
    """Draw from the pile."""


class AskTake(Asked, tag="take", frozen=True):
    """Take the previous seat's last discard."""


class AskThrow(Asked, tag="throw", frozen=True):
    """Throw a tile."""

    tile: TileId


class RackRow(Struct, forbid_unknown_fields=True, frozen=True):
    """One row of the rack as it lies; `join` where its last block goes on in the next row."""

    slots: Annotated[list[TileId | None], Meta(max_length=64)]
    join: bool


class AskFinish(Asked, tag="finish", frozen=True):
    """Finish by throwing `tile`; `rows` is the rack as laid, null where the program arranges."""

    tile: TileId
    rows: Annotated[list[RackRow], Meta(max_length=16)] | None


class AskShow(Asked, tag="show", frozen=True):
    """Show the indicator's twin."""


class AskDeclare(Asked, tag="declare", frozen=True):
    """Declare pairs."""


class AskNext(Asked, tag="next", frozen=True):
    """Ready for the next deal; no game event."""


Ask: TypeAlias = AskDraw | AskTake | AskThrow | AskFinish | AskShow | AskDeclare | AskNext


class FromClient(Struct, tag_field="t", forbid_unknown_fields=True, frozen=True):
    """A frame of a client; the tag is `t`."""


class Hello(FromClient, tag="hello", frozen=True):
    """First frame: which table, and the last seq seen (null: from the beginning)."""

    table: TableRef
    after: Seq | None


class Do(FromClient, tag="do", frozen=True):
    """An action with its own id (kept and sent again until answered) and the seq the player saw."""

    id: CommandRef
    at: Seq
    action: Ask


class Ping(FromClient, tag="ping", frozen=True):
    """Asks for the server's time; `t0` comes back."""

    t0: Millis


class Sit(FromClient, tag="sit", frozen=True):
    """Take a place, with the commitment to a contribution that only this browser knows."""

    seat: Annotated[int, Meta(ge=0, le=3)]
    commit: Hash


class Stand(FromClient, tag="stand", frozen=True):
    """Leave the place again, before the list."""


class Fill(FromClient, tag="fill", frozen=True):
    """The founder puts computers on the free places."""


class Kick(FromClient, tag="kick", frozen=True):
    """The founder removes the person on a seat, before the list."""

    seat: Annotated[int, Meta(ge=0, le=3)]


class Contribution(FromClient, tag="contribution", frozen=True):
    """Open the contribution, for the list with this hash and no other."""

    list_hash: Hash
    value: Hash


class Head(FromClient, tag="head", frozen=True):
    """The hash chain after event `n`, as this browser has computed it."""

    n: Seq
    head: Hash


class ChainFrom(FromClient, tag="log", frozen=True):
    """Asks for the bytes of the events after number `after`."""

    after: Seq


Client: TypeAlias = Hello | Do | Ping | Sit | Stand | Fill | Kick | Contribution | Head | ChainFrom

RESERVED_CLIENT: Final = ("say",)
RESERVED_SERVER: Final = ("say",)
"""Tags kept for talk; no other frame may use them."""

# --- game events: their public fields


class PublicEvent(Struct, tag_field="e", frozen=True):
    """A game event as everyone may see it; the tag is `e`."""


class EventDealt(PublicEvent, tag="dealt", frozen=True):
    """A deal began; `seat` is the dealer."""

    seat: int
    starter: int
    indicator: int
    dice: tuple[int, int]


class EventShown(PublicEvent, tag="shown", frozen=True):
    """The indicator's twin was shown."""

    seat: int
    tile: int


class EventDrawn(PublicEvent, tag="drawn", frozen=True):
    """A tile was drawn from the pile."""

    seat: int


class EventTaken(PublicEvent, tag="taken", frozen=True):
    """The previous seat's last discard was taken."""

    seat: int
    tile: int


class EventThrown(PublicEvent, tag="thrown", frozen=True):
    """A tile was thrown."""

    seat: int
    tile: int


class EventFinished(PublicEvent, tag="finished", frozen=True):
    """A seat finished; `kind` 1 melds, 2 pairs."""

    seat: int
    kind: int
    tile: int
    groups: list[list[int]]


class EventDealEnded(PublicEvent, tag="deal_ended", frozen=True):
    """The deal ended."""

    seat: int | None
    reason: int
    changes: FourInts


class EventAutomatic(PublicEvent, tag="automatic", frozen=True):
    """The draw or throw that follows was made because the time was out."""

    seat: int


class EventMatchEnded(PublicEvent, tag="match_ended", frozen=True):
    """The match ended."""

    seat: int | None
    reason: int
    scores: FourInts
    ranks: FourInts


class EventDeclared(PublicEvent, tag="declared", frozen=True):
    """A seat declared pairs."""

    seat: int


class EventControlled(PublicEvent, tag="controlled", frozen=True):
    """From now on a person (1) or a computer (2) plays for the seat."""

    seat: int
    controller: int


class EventClaimed(PublicEvent, tag="claimed", frozen=True):
    """A wrong claim to finish, charged by the house rule."""

    seat: int
    tile: int
    groups: list[list[int]]


AnyEvent: TypeAlias = (
    EventDealt
    | EventShown
    | EventDrawn
    | EventTaken
    | EventThrown
    | EventFinished
    | EventDealEnded
    | EventAutomatic
    | EventMatchEnded
    | EventDeclared
    | EventControlled
    | EventClaimed
)

# --- what the server answers


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


class Snap(FromServer, tag="snap", frozen=True):
    """The whole table as the viewer may see it, at `seq`."""

    seq: Seq
    view: View
    you: int | None
    seats: Sitters
    clocks: Clocks
    now: Millis
    next_at: Millis | None


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
    """Who is connected now, and the clock that follows from it."""

    seats: Sitters
    clocks: Clocks
    now: Millis
    next_at: Millis | None


class Pong(FromServer, tag="pong", frozen=True):
    """The server's time."""

    t0: Millis
    now: Millis


class Bye(FromServer, tag="bye", frozen=True):
    """The last frame before the socket is closed; `retry_ms` null: do not come back by yourself."""

    why: Literal[
        "taken_over", "unknown_table", "not_seated", "too_fast", "restart", "bad_frame", "cancelled", "removed"
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
    """

    seats: Sitters
    you: int | None
    places: list[int]
    founder: bool
    code: str
    level: Level


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


class Refused(FromServer, tag="refused", frozen=True):
    """A frame before the first deal was refused; nothing changed."""

    fault: FaultAnswer


Proving: TypeAlias = Open | Room | Listed | Receipt | Opening | SignedHead | Chain | Reveal | Successor | Refused
Server: TypeAlias = Snap | Ev | Ok | No | Presence | Pong | Bye | Proving

# --- REST


class OpenTable(Struct, frozen=True):
    """A running match of the session, who sits on `seat`."""

    table: str
    preset: str
    level: Level
    deal: int
    scores: FourInts
    at: int
    seat: int


class Me(Struct, frozen=True):
    """Who the session is, and its running matches, the latest first."""

    name: str
    guest: bool
    tables: list[OpenTable]


class NewTable(Struct, forbid_unknown_fields=True, frozen=True):
    """A match against the computer: canonical rules text, level of the computers, whether hints may be shown."""

    rules: Annotated[str, Meta(max_length=1000)]
    level: Level
    hints: bool


class NewRoom(Struct, forbid_unknown_fields=True, frozen=True):
    """A table for several people: canonical rules text, and the level of computers on places that stay free."""

    rules: Annotated[str, Meta(max_length=1000)]
    level: Level


class RoomCreated(Struct, frozen=True):
    """The new table, and the short code that finds it."""

    table: str
    code: str


class RoomFound(Struct, frozen=True):
    """The table with a code."""

    table: str


class TableCreated(Struct, frozen=True):
    """The new table."""

    table: str


class KeyChange(Struct, frozen=True):
    """From `valid_from_ms` on the key `new` signs; signed by `old`."""

    old: str
    new: str
    valid_from_ms: int
    sig: str


class Keys(Struct, frozen=True):
    """Public keys of the site, oldest first, in hex, and how each was announced."""

    keys: list[str]
    changes: list[KeyChange]


class OutcomeLine(Struct, frozen=True):
    """One line of the public list of outcomes (docs/fairness.md); `chain` ties it to all lines before."""

    n: int
    table_id: str
    server_commit: str
    server_seed: str
    list_hash: str | None
    outcome: int
    chain: str
    public_key: str
    sig: str


class StatisticsTest(Struct, frozen=True):
    """One test of the public statistics (docs/statistics.md); without p there were too few cases."""

    name: str
    seat: int | None
    kind: int | None
    of: int
    observed: list[int]
    expected: list[float]
    statistic: float | None
    freedom: int | None
    p: float | None


class Statistics(Struct, frozen=True):
    """Counts over the tables of outcome lines 1 to `counted`, and the tests, each at the same level."""

    counted: int
    level: float
    counts: dict[str, list[int]]
    tests: list[StatisticsTest]


class HandQuestion(Struct, forbid_unknown_fields=True, frozen=True):
    """A hand of 14 or 15 tiles under an indicator, as tile ids."""

    indicator: TileId
    tiles: Annotated[list[TileId], Meta(min_length=14, max_length=15)]


class Health(Struct, frozen=True):
    """The server answers; which kernel the solver runs on."""

    ok: bool
    kernel: str


class Problem(Struct, frozen=True):
    """An error as a code with parameters."""

    code: str
    params: dict[str, Any]

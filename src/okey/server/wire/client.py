"""What a client sends over `/ws`."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from okey.play.talk import Phrase
from okey.server.wire.scalars import CommandRef, Face, Hash, Millis, Seq, TableRef, TileId


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


class Lobby(FromClient, tag="lobby", frozen=True):
    """First frame of a socket that wants the list of tables instead of one table."""


class Ping(FromClient, tag="ping", frozen=True):
    """Asks for the server's time; `t0` comes back. `echo`: the `now` of the last pong, `held` ms ago; null before."""

    t0: Millis
    echo: Millis | None
    held: Millis


class Sit(FromClient, tag="sit", frozen=True):
    """Take a place, with the commitment to a contribution that only this browser knows."""

    seat: Annotated[int, Meta(ge=0, le=3)]
    commit: Hash


class Stand(FromClient, tag="stand", frozen=True):
    """Leave the place again, before the list."""


class Fill(FromClient, tag="fill", frozen=True):
    """The founder puts computers on the free places."""


class Kick(FromClient, tag="kick", frozen=True):
    """The founder removes the person of this name on a seat, before the list; nobody else who sits there by now."""

    seat: Annotated[int, Meta(ge=0, le=3)]
    name: Annotated[str, Meta(max_length=200)]


class Watching(FromClient, tag="watching", frozen=True):
    """The founder allows or forbids others to watch."""

    on: bool


class Rematch(FromClient, tag="rematch", frozen=True):
    """After the match: a new table with the same seats."""


class Say(FromClient, tag="say", frozen=True):
    """One of the fixed phrases and reactions."""

    phrase: Phrase


class Chat(FromClient, tag="chat", frozen=True):
    """Free words, where the table allows them."""

    text: Annotated[str, Meta(max_length=1000)]


class Auto(FromClient, tag="auto", frozen=True):
    """What the server shall do for this seat by itself: draw, throw what was drawn, take this face if it is offered."""

    draw: bool
    throw: bool
    take: Face | None


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


Client: TypeAlias = (
    Hello
    | Lobby
    | Do
    | Ping
    | Sit
    | Stand
    | Fill
    | Kick
    | Watching
    | Rematch
    | Say
    | Chat
    | Auto
    | Contribution
    | Head
    | ChainFrom
)

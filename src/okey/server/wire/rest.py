"""Bodies of the REST paths."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from okey.server.wire.scalars import FourInts, Level, TileId


class OpenTable(Struct, frozen=True):
    """A running match of the session, who sits on `seat`; `people`: at a table for several people, where `level` is
    that of computers which may not come."""

    table: str
    preset: str
    level: Level
    deal: int
    scores: FourInts
    at: int
    seat: int
    people: bool


class Me(Struct, frozen=True):
    """Who the session is, its running matches, the latest first, and how many notices wait."""

    name: str
    guest: bool
    tables: list[OpenTable]
    notices: int


class NewTable(Struct, forbid_unknown_fields=True, frozen=True):
    """A match against the computer: canonical rules text, level of the computers, whether hints may be shown."""

    rules: Annotated[str, Meta(max_length=1000)]
    level: Level
    hints: bool


class NewRoom(Struct, forbid_unknown_fields=True, frozen=True):
    """A table for several people: canonical rules text, the level of computers on places that stay free, and whether
    it is in the lobby, may be watched, and has free chat (a table in the lobby has none). For persons with an account:
    whether its matches are rated (in the lobby, by the unchanged rules of a preset), and the stake in çekirdek, 0 for
    none, by pot rules that of the rules."""

    rules: Annotated[str, Meta(max_length=1000)]
    level: Level
    listed: bool
    watch: bool
    chat: bool
    rated: bool = False
    stake: Annotated[int, Meta(ge=0, le=1_000_000)] = 0


class QuickMatch(Struct, forbid_unknown_fields=True, frozen=True):
    """A match with whoever else looks for one, by the unchanged rules of a preset."""

    rules: Annotated[str, Meta(max_length=1000)]


class Rename(Struct, forbid_unknown_fields=True, frozen=True):
    """A new name."""

    name: Annotated[str, Meta(max_length=200)]


class Renamed(Struct, frozen=True):
    """The name as it is kept."""

    name: str


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


class Ready(Struct, frozen=True):
    """Whether this node may be sent people."""

    ok: bool


class Announcement(Struct, frozen=True):
    """What the host tells everybody until a time (Unix ms), in both languages."""

    id: str
    at: int
    until: int
    tr: str
    en: str


class Problem(Struct, frozen=True):
    """An error as a code with parameters."""

    code: str
    params: dict[str, Any]

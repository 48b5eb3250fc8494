"""Bodies of the REST paths about players: profiles, past matches, ratings, the weekly board, çekirdek."""

from typing import Literal, TypeAlias

from msgspec import Struct

from okey.server.wire.scalars import FourInts

Unrated: TypeAlias = Literal["running", "cancelled", "unrated", "limit"]


class PlayerRating(Struct, frozen=True):
    """A rating in points; `provisional`: it rests on few matches."""

    preset: str
    value: float
    matches: int
    provisional: bool


class PlayerTally(Struct, frozen=True):
    """Figures of the finished matches of several people: deals, finishes by kind, how often somebody else finished, and
    how far away the player was then on average (null: not once)."""

    preset: str
    matches: int
    wins: int
    deals: int
    normal: int
    okey: int
    pairs: int
    both: int
    others: int
    distance: float | None


class Profile(Struct, frozen=True):
    """A player with an account; a private one is shown to nobody else."""

    name: str
    since: int
    private: bool
    ratings: list[PlayerRating]
    tallies: list[PlayerTally]


class RatingPoint(Struct, frozen=True):
    """A rating in points after a match that ended at `at`, and what that changed."""

    at: int
    value: float
    change: float


class Against(Struct, frozen=True):
    """My finished matches with another player: at how many I was placed better, at how many worse."""

    matches: int
    wins: int
    losses: int


class MatchSeat(Struct, frozen=True):
    """An occupied seat of a past match: a computer has no name; a match that was cancelled has no ranks, one that did
    not count has no changes (in rating points)."""

    name: str | None
    rank: int | None
    score: int
    change: float | None


class PastMatch(Struct, frozen=True):
    """A match that was dealt and has ended; `mine` is the place of the player in `seats`, `stake` what was held of each
    (0: nothing)."""

    table: str
    at: int
    preset: str
    deals: int
    seats: list[MatchSeat]
    mine: int
    rated: bool
    stake: int


class BoardRow(Struct, frozen=True):
    """One line of a weekly board."""

    place: int
    name: str
    points: float
    matches: int


class Board(Struct, frozen=True):
    """The board of the week that began at `week`: its first rows, my own row wherever it stands, and the past weeks
    that have a board, the latest first. Once `frozen` it does not change any more."""

    week: int
    ends: int
    frozen: bool
    rows: list[BoardRow]
    mine: BoardRow | None
    weeks: list[int]


class Movement(Struct, frozen=True):
    """Çekirdek that came (`amount` > 0) or went: `welcome`, `daily`, `hold`, `pay`, `closed`; with its match, if any:
    its preset, and who sat there."""

    kind: str
    at: int
    amount: int
    table: str | None
    preset: str | None
    names: list[str]


class Purse(Struct, frozen=True):
    """My çekirdek; `daily`: the handful of today may be taken now."""

    balance: int
    daily: bool
    movements: list[Movement]


class PurseBalance(Struct, frozen=True):
    """My çekirdek after the handful of today."""

    balance: int


class RatingGame(Struct, frozen=True):
    """What one opponent meant for a change: result 1, 0.5 or 0, the share of wins that was expected, the factor of
    this pair, and the points it brought (before rounding)."""

    seat: int
    result: float
    expected: float
    k: float
    change: float


class SeatRating(Struct, frozen=True):
    """How a rating changed: in points before the match, after `matches` rated ones; `k` is the player's own factor."""

    seat: int
    name: str
    rank: int
    before: float
    change: float
    matches: int
    provisional: bool
    k: int
    games: list[RatingGame]


class TableRating(Struct, frozen=True):
    """What a match changed; without seats `why` not: it runs, it was cancelled, it is not for ratings, or two of its
    players had met often enough that day (`limit`)."""

    preset: str
    ranks: FourInts | None
    why: Unrated | None
    seats: list[SeatRating]

"""REST about players: profiles, past matches, ratings, the weekly board, çekirdek.

A private profile is not found, as an unknown name is, by anybody but its owner. What others have seen anyway stays
with them: names at tables, on boards, and the ratings of a rated match.
"""

import asyncio
import datetime as dt
import io
import time
import zipfile
from typing import Any, Final

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery

from okey.play import elo
from okey.play.board import POINT, WEEK, week_of
from okey.play.gathering import gathered
from okey.play.invitation import is_fair
from okey.play.names import LONGEST
from okey.rules.ruleset import PRESETS
from okey.server import wire
from okey.server.asking import Asked, Asking, ProblemError
from okey.server.gate import Rates
from okey.server.site import Site
from okey.server.wire.people import Unrated
from okey.storage.history import History, PastMatch, Result, Sifter
from okey.storage.purses import NotDueError, Purses
from okey.storage.standings import Past, Player, RatedSeat, Standing, Standings, is_frozen
from okey.storage.store import Person, four

RECORDS: Final = 500
"""Most records in one file; older ones come with `before`."""
RECORD_FILES: Final = 8
"""Such files of one person in an hour."""
LATEST: Final = 2**53 - 1
"""Milliseconds: later than anything."""
THOUSAND: Final = 1000


class People:
    """What the paths about players answer."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._packing = asyncio.Semaphore(1)
        self._packs = Rates(RECORD_FILES, 3600.0)

    @property
    def standings(self) -> Standings:
        """Queries about players."""
        return Standings(self._site.database.engine)

    @property
    def history(self) -> History:
        """Queries about past matches."""
        return History(self._site.database.engine)

    @property
    def purses(self) -> Purses:
        """Queries about çekirdek."""
        return Purses(self._site.database.engine)

    @property
    def now(self) -> int:
        """Unix milliseconds."""
        return self._site.clock.now()

    async def player(self, name: str, asker: Person | None) -> Player:
        """The player of this name, if `asker` may see the profile."""
        found = await asyncio.to_thread(self.standings.player, name)
        if found is None or (found.private and (asker is None or asker.id != found.id)):
            raise ProblemError(404, "not_found")
        return found

    async def profile(self, player: Player) -> wire.Profile:
        """Ratings and figures."""
        ratings = await asyncio.to_thread(self.standings.ratings, player.id)
        tallies = await asyncio.to_thread(self.standings.tallies, player.id)
        return wire.Profile(
            player.name,
            player.since,
            player.private,
            [
                wire.PlayerRating(preset, each.value / THOUSAND, each.matches, each.provisional)
                for preset, each in ratings.items()
            ],
            [
                wire.PlayerTally(
                    *(each.preset, each.matches, each.wins, each.deals),
                    *(each.normal, each.okey, each.pairs, each.both, each.others),
                    each.distance / each.others if each.others else None,
                )
                for each in tallies
            ],
        )

    async def matches(self, asked: Sifter) -> list[wire.PastMatch]:
        """A page of past matches."""
        return [_match(each) for each in await asyncio.to_thread(self.history.matches, asked)]

    async def board(self, week: int, person: bytes | None) -> wire.Board:
        """The board of a week that has begun."""
        standings, now = self.standings, self.now
        rows = await asyncio.to_thread(standings.board, week)
        mine = None if person is None else await asyncio.to_thread(standings.place, week, person)
        past = await asyncio.to_thread(standings.weeks, week_of(now))
        return wire.Board(
            week, week + WEEK, is_frozen(week, now), [_row(each) for each in rows], _row(mine) if mine else None, past
        )

    async def purse(self, person: bytes, before: int) -> wire.Purse:
        """What a person has, and how it came."""
        purses = self.purses
        balance = await asyncio.to_thread(purses.balance, person)
        due = await asyncio.to_thread(purses.due, person, self.now)
        found = await asyncio.to_thread(purses.movements, person, before)
        movements = [
            wire.Movement(
                *(each.kind, each.at, each.amount),
                *(None if each.table is None else each.table.hex(), each.preset, list(each.names)),
            )
            for each in found
        ]
        return wire.Purse(balance, due, movements)

    async def rating(self, table: bytes) -> wire.TableRating:
        """What a match changed, or why nothing."""
        past = await asyncio.to_thread(self.standings.past, table)
        if past is None:
            raise ProblemError(404, "not_found")
        changes = await asyncio.to_thread(self.standings.changes, table)
        why = None if changes else await self._why(table, past)
        ranks = None if past.ranks is None else four(past.ranks)
        return wire.TableRating(past.preset, ranks, why, _seats(changes))

    async def _why(self, table: bytes, past: Past) -> Unrated:
        """Why a match changed no rating."""
        if past.ended is None:
            return "running"
        if past.ranks is None:
            return "cancelled"
        rows = await self._site.database.log.read(table)
        if not rows or not is_fair(rows[0]):
            return "unrated"
        seating, _ = gathered(table, rows, self._site.fairness.vault)
        return "limit" if seating.opening().rated else "unrated"

    async def records(self, person: Person, before: int) -> bytes:
        """The latest records of a person that ended before a time, in one file; only one is packed at a time."""
        if not self._packs.take(person.id, time.monotonic()):
            raise ProblemError(429, "too_fast")
        async with self._packing:
            return await self._pack(person, before)

    async def _pack(self, person: Person, before: int) -> bytes:
        tables = await asyncio.to_thread(self.history.ended, person.id, before, RECORDS)
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for table, at in tables:
                record = await self._site.record(person, table.hex())
                if record is not None:
                    await asyncio.to_thread(_add, archive, f"{table.hex()}.okey.json", at, record)
        return packed.getvalue()


def routes(site: Site, asking: Asking) -> list[Any]:
    """The paths about players."""
    people = People(site)

    async def asker(request: Asked) -> Person | None:
        session = await asking.session(request)
        return None if session is None else session.person

    @get("/api/players/{name:str}", summary="The profile of a player with an account")
    async def profile(request: Asked, name: FromPath[str]) -> wire.Profile:
        return await people.profile(await people.player(name, await asker(request)))

    @get("/api/players/{name:str}/ratings/{preset:str}", summary="A rating after each match, oldest first")
    async def ratings(request: Asked, name: FromPath[str], preset: FromPath[str]) -> list[wire.RatingPoint]:
        player = await people.player(name, await asker(request))
        if preset not in PRESETS:
            raise ProblemError(404, "not_found")
        points = await asyncio.to_thread(people.standings.history, player.id, preset)
        return [wire.RatingPoint(at, value / THOUSAND, change / THOUSAND) for at, value, change in points]

    @get("/api/players/{name:str}/against", summary="My finished matches with a player")
    async def against(request: Asked, name: FromPath[str]) -> wire.Against:
        session = await asking.member(request)
        player = await people.player(name, session.person)
        return wire.Against(*await asyncio.to_thread(people.standings.against, session.person.id, player.id))

    @get("/api/matches", summary="Past matches, mine or a player's, the latest first")
    async def matches(
        request: Asked,
        player: FromQuery[str | None] = None,
        preset: FromQuery[str | None] = None,
        opponent: FromQuery[str | None] = None,
        result: FromQuery[Result | None] = None,
        before: FromQuery[int] = LATEST,
    ) -> list[wire.PastMatch]:
        person = await asker(request)
        whose = person.id if person else None
        if player is not None:
            whose = (await people.player(player, person)).id
        if whose is None:
            raise ProblemError(401, "account_needed")
        if opponent is not None and not _is_name(opponent):
            return []
        if preset is not None and preset not in PRESETS:
            return []
        mine = person is not None and person.id == whose
        return await people.matches(Sifter(whose, _time(before), preset, opponent, result, company=not mine))

    @get("/api/records", summary="The records of my matches, in one file")
    async def records(request: Asked, before: FromQuery[int] = LATEST) -> Response[bytes]:
        person = await asker(request)
        if person is None:
            raise ProblemError(401, "account_needed")
        found = await people.records(person, _time(before))
        name = 'attachment; filename="okey.zip"'
        return Response(found, media_type="application/zip", headers={"content-disposition": name})

    @get("/api/board", summary="A weekly board, by default that of this week")
    async def board(request: Asked, week: FromQuery[int | None] = None) -> wire.Board:
        person, this = await asker(request), week_of(people.now)
        wanted = this if week is None else week_of(_time(week))
        if wanted > this:
            raise ProblemError(404, "not_found")
        return await people.board(wanted, None if person is None else person.id)

    @get("/api/purse", summary="My çekirdek, and its movements, the latest first")
    async def purse(request: Asked, before: FromQuery[int] = LATEST) -> wire.Purse:
        session = await asking.member(request)
        return await people.purse(session.person.id, _time(before))

    @post("/api/purse/daily", status_code=200, summary="The handful of çekirdek of today, for who has little")
    async def daily(request: Asked) -> wire.PurseBalance:
        session = await asking.member(request)
        try:
            return wire.PurseBalance(await asyncio.to_thread(people.purses.daily, session.person.id, people.now))
        except NotDueError as fault:
            raise ProblemError(409, "no_handful", why=fault.why) from fault

    @get("/api/tables/{table:str}/rating", summary="What a match changed, and how that came about")
    async def rating(table: FromPath[str]) -> wire.TableRating:
        try:
            wanted = bytes.fromhex(table)
        except ValueError as error:
            raise ProblemError(404, "not_found") from error
        return await people.rating(wanted)

    return [profile, ratings, against, matches, records, board, purse, daily, rating]


def _time(given: int) -> int:
    return min(max(given, 0), LATEST)


def _is_name(text: str) -> bool:
    return len(text) <= LONGEST and text.isprintable()


def _row(standing: Standing) -> wire.BoardRow:
    return wire.BoardRow(standing.place, standing.name, standing.points / POINT, standing.matches)


def _match(match: PastMatch) -> wire.PastMatch:
    seats = [
        wire.MatchSeat(each.name, each.rank, each.score, None if each.change is None else each.change / THOUSAND)
        for each in match.seats
    ]
    return wire.PastMatch(
        match.table.hex(), match.at, match.preset, match.deals, seats, match.mine, match.rated, match.stake
    )


def _seats(changes: list[RatedSeat]) -> list[wire.SeatRating]:
    ratings, ranks = {each.seat: each.before for each in changes}, {each.seat: each.rank for each in changes}
    return [
        wire.SeatRating(
            *(each.seat, each.name, each.rank, each.before.value / THOUSAND, each.change / THOUSAND),
            *(each.before.matches, each.before.provisional, each.before.k),
            [
                wire.RatingGame(game.other, game.result, game.expected, game.k, game.gain)
                for game in elo.games(ratings, ranks, each.seat)
            ],
        )
        for each in changes
    ]


def _add(archive: zipfile.ZipFile, name: str, at: int, record: bytes) -> None:
    date = dt.datetime.fromtimestamp(at / THOUSAND, dt.UTC)
    archive.writestr(zipfile.ZipInfo(name, date.timetuple()[:6]), record, zipfile.ZIP_DEFLATED)

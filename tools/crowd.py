"""People and their matches for the pictures of docs/screenshots: made up, but reckoned as the site reckons.

Ratings, boards and the ledger come from `okey.storage.results`; who won is drawn by lot.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, insert, select, update

from okey.play import board, stakes
from okey.play.names import fold
from okey.play.ports import Held, Paid, Rated
from okey.rules.events import Four
from okey.rules.ruleset import PRESETS
from okey.storage import results
from okey.storage.accounts import WELCOME
from okey.storage.database import FILE, sqlite_engine
from okey.storage.schema import account, block, follow, guest, match, movement, pair, seat, tally
from okey.storage.steps import alone, perform

NAMES: Final = (
    "Işıl Gül Çağrı Ümit Özge Tuğba Serkan Defne Kerem Zeynep Barış Nehir Onur Yasemin Emre Şebnem Volkan Derya"
    " Cansu Mert Pınar Alp Sevgi Rüya Tolga Ayça Doruk İdil Bora Leyla Kaan Nazlı Ege Miray"
)
ABILITY: Final = 0.35
"""How much the better win more often."""
DAY: Final = board.DAY


def fill(data: Path, me: str, now: int, matches: int = 460) -> None:
    """Put people and their matches of the last five weeks into the database of a site where `me` has an account."""
    chance = random.Random(7)
    engine = sqlite_engine(data / FILE)
    with alone(engine) as connection:
        mine = connection.execute(select(guest.c.id).where(guest.c.name == me)).scalar_one()
        people = [mine, *(_person(connection, name, now - 40 * DAY) for name in NAMES.split())]
        _older(connection, mine, now - 40 * DAY)
        moments = sorted(chance.randrange(now - 34 * DAY, now - 600_000) for _ in range(matches))
        for at in moments:
            _match(connection, chance, people, at)
        _figures(connection, chance, people)
        for other in people[1:5]:
            connection.execute(insert(follow).values(person_id=mine, other=other, at=now - 9 * DAY))
        connection.execute(insert(block).values(person_id=mine, other=people[-1], at=now - 9 * DAY))
    engine.dispose()


def _person(connection: Connection, name: str, at: int) -> bytes:
    person = random.Random(name).randbytes(16)
    connection.execute(insert(guest).values(id=person, name=name, created_at=at))
    connection.execute(
        insert(account).values(
            person_id=person, name_key=fold(name), created_at=at, private=0, code_misses=0, codes_locked_until=0
        )
    )
    perform(connection, results.move(f"welcome:{person.hex()}", at, results.MINT, person, WELCOME))
    return person


def _older(connection: Connection, person: bytes, at: int) -> None:
    """An account that was opened at `at`, with its welcome."""
    connection.execute(update(account).where(account.c.person_id == person).values(created_at=at))
    connection.execute(update(movement).where(movement.c.reason == f"welcome:{person.hex()}").values(at=at))


def _match(connection: Connection, chance: random.Random, people: list[bytes], at: int) -> None:
    table = chance.randbytes(16)
    ability = {person: -ABILITY * place / len(people) for place, person in enumerate(people)}
    sat = chance.sample(people, 4)
    if chance.random() < 0.3 and people[0] not in sat:
        sat[chance.randrange(4)] = people[0]
    order = sorted(range(4), key=lambda place: ability[sat[place]] + chance.random(), reverse=True)
    preset = chance.choices(["klasik", "ikramiye", "usta"], [6, 2, 1])[0]
    ranks, scores, deals = _end(chance, preset, order)
    connection.execute(
        insert(match).values(
            table_id=table,
            preset=preset,
            level="orta",
            opened_at=at - 1_500_000,
            ended_at=at,
            deal=deals,
            scores=",".join(map(str, scores)),
            ranks=",".join(map(str, ranks)),
        )
    )
    for place, person in enumerate(sat):
        connection.execute(insert(seat).values(table_id=table, seat=place, guest_id=person))
    rules = PRESETS[preset]
    if rules.count == "pot":
        seats = (0, 1, 2, 3)
        perform(connection, results.held(table, Held(stakes.held(rules, rules.points), seats), at - 60_000))
        payout = stakes.pot(rules, rules.points, seats, scores)
        perform(connection, results.paid(table, Paid(tuple(payout.seats.items()), payout.house), at))
    perform(connection, results.rated(table, Rated(preset, ranks), at))


def _end(chance: random.Random, preset: str, order: list[int]) -> tuple[Four, Four, int]:
    """Ranks, scores, and the number of deals."""
    by_place = {place: rank for rank, place in enumerate(order, 1)}
    if PRESETS[preset].count == "pot":
        worth = chance.choice((1, 1, 1, 2))
        won, lost = 3 * worth, -worth
        first, second, third, last = (won if by_place[place] == 1 else lost for place in range(4))
        ranks = tuple(min(by_place[place], 2) for place in range(4))
        return (ranks[0], ranks[1], ranks[2], ranks[3]), (first, second, third, last), 1
    falls = sorted((chance.randrange(1, 9) for _ in range(3)), reverse=True)
    points = [2 * sum(falls), *(2 * each for each in falls[:2]), -chance.choice((0, 0, 1, 2))]
    first, second, third, last = (points[by_place[place] - 1] for place in range(4))
    rank = [1 + sum(other > each for other in points) for each in points]
    one, two, three, four = (rank[by_place[place] - 1] for place in range(4))
    return (one, two, three, four), (first, second, third, last), chance.randrange(7, 15)


def _figures(connection: Connection, chance: random.Random, people: list[bytes]) -> None:
    """Figures that fit the matches: finishes by kind are drawn, the rest is counted."""
    query = select(match.c.table_id, match.c.preset, match.c.deal, match.c.ranks, seat.c.seat, seat.c.guest_id)
    counts: dict[tuple[bytes, str], list[int]] = {}
    met: dict[tuple[bytes, bytes], list[int]] = {}
    tables: dict[bytes, list[tuple[bytes, int]]] = {}
    for row in connection.execute(query.join(seat, seat.c.table_id == match.c.table_id)):
        rank = int(row.ranks.split(",")[row.seat])
        count = counts.setdefault((row.guest_id, row.preset), [0, 0, 0])
        for place, more in enumerate((1, rank == 1, row.deal)):
            count[place] += more
        tables.setdefault(row.table_id, []).append((row.guest_id, rank))
    for (person, preset), (matches, wins, deals) in counts.items():
        kinds = [sum(chance.random() < share for _ in range(deals)) for share in (0.18, 0.03, 0.04, 0.005)]
        others = max(0, deals - sum(kinds) - deals // 20)
        values = {"person_id": person, "preset": preset, "matches": matches, "wins": wins, "deals": deals}
        values |= dict(zip(("normal", "okey", "pairs", "both"), kinds, strict=True))
        connection.execute(insert(tally).values(**values, others=others, distance=others * 31 // 10))
    for sat in tables.values():
        for person, rank in sat:
            for other, their in sat:
                if person != other:
                    count = met.setdefault((person, other), [0, 0, 0])
                    for place, more in enumerate((1, rank < their, rank > their)):
                        count[place] += more
    none = dict.fromkeys(("discards", "taken", "expected", "variance", "both_left"), 0)
    for (person, other), (matches, wins, losses) in met.items():
        values = {"person_id": person, "other": other, "matches": matches, "wins": wins, "losses": losses}
        connection.execute(insert(pair).values(**values, rated=matches, **none))

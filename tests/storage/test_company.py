"""Following, blocking, notices and reports, on both kinds of database."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine, insert, select

from okey.play.names import fold
from okey.storage import company as stored
from okey.storage.company import CHALLENGE, CHALLENGE_KEPT, NOTICE_KEPT, NOTICES, Company, Followed
from okey.storage.figures import Log
from okey.storage.neighbours import accompanied
from okey.storage.schema import guest, lobby, match, pace, pair, report, seat
from okey.storage.steps import alone, perform
from okey.storage.store import Person
from tests.play.test_company import told
from tests.play.test_gathering import Plain
from tests.play.test_live import begun, move, standing_of
from tests.storage.results import NOW, member, person, rows, table

ADA, BEN, CEM = person(0), person(1), person(2)


@pytest.fixture
def company(engine: Engine) -> Company:
    for number, name in enumerate(("ada", "ben", "cem")):
        member(engine, number, name)
    return Company(engine)


def test_a_person_is_found_by_what_the_name_looks_like(company: Company) -> None:
    assert fold("AdA") == "ada"
    assert company.named("AdA") == Person(ADA, "ada", True)
    assert company.named("nobody") is None


def test_who_follows_sees_the_listed_table_that_was_opened_last_and_no_other(company: Company, engine: Engine) -> None:
    assert company.follow(ADA, BEN, NOW) is None
    assert company.follow(ADA, BEN, NOW) is None
    assert company.follow(ADA, CEM, NOW) is None
    assert company.following(ADA) == [Followed("ben", None, None), Followed("cem", None, None)]
    for number, listed in ((1, True), (2, True), (3, False)):
        _table(engine, number, BEN, listed)
    assert company.following(ADA) == [Followed("ben", table(2), "klasik"), Followed("cem", None, None)]
    company.unfollow(ADA, BEN)
    assert [followed.name for followed in company.following(ADA)] == ["cem"]
    assert company.following(BEN) == []


def test_a_block_ends_following_both_ways_and_takes_challenges_away(company: Company) -> None:
    company.follow(ADA, BEN, NOW)
    company.follow(BEN, ADA, NOW)
    company.tell(ADA, CHALLENGE, {"name": "ben"}, NOW)
    company.tell(ADA, CHALLENGE, {"name": "cem"}, NOW)
    assert company.block(ADA, BEN, NOW) is None
    assert company.following(ADA) == company.following(BEN) == []
    assert (company.blocked(ADA), company.blocked(BEN)) == (["ben"], [])
    assert (company.blocks(ADA, BEN), company.blocks(BEN, ADA)) == (True, False)
    assert [notice.body["name"] for notice in company.notices(ADA, NOW)] == ["cem"]
    assert company.follow(BEN, ADA, NOW) == "not_found", "whoever is blocked is not told"
    assert company.follow(ADA, BEN, NOW) == "blocked"
    company.unblock(ADA, BEN)
    assert company.follow(BEN, ADA, NOW) is None


def test_nobody_follows_or_blocks_without_end(company: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "MOST", 1)
    assert company.follow(ADA, BEN, NOW) is None
    assert company.follow(ADA, CEM, NOW) == "too_many"
    assert company.follow(ADA, BEN, NOW) is None
    assert company.block(CEM, ADA, NOW) is None
    assert company.block(CEM, BEN, NOW) == "too_many"


def test_notices_come_latest_first_once_and_only_their_own_person_puts_them_away(company: Company) -> None:
    company.tell(ADA, "recovered", {}, NOW)
    company.tell(ADA, CHALLENGE, {"name": 'b"%_\\'}, NOW + 1)
    first, second = company.notices(ADA, NOW)
    assert (first.kind, first.body, second.kind) == (CHALLENGE, {"name": 'b"%_\\'}, "recovered")
    assert not company.put_away(BEN, first.id)
    assert company.put_away(ADA, first.id)
    assert not company.put_away(ADA, first.id)
    assert [notice.id for notice in company.notices(ADA, NOW)] == [second.id]


def test_old_notices_go_challenges_first(company: Company) -> None:
    company.tell(ADA, "recovered", {}, NOW)
    company.tell(ADA, CHALLENGE, {"name": "ben"}, NOW)
    assert len(company.notices(ADA, NOW + CHALLENGE_KEPT)) == 2
    assert [notice.kind for notice in company.notices(ADA, NOW + CHALLENGE_KEPT + 1)] == ["recovered"]
    assert company.notices(ADA, NOW + NOTICE_KEPT + 1) == []


def test_the_oldest_notices_make_room(company: Company) -> None:
    for number in range(NOTICES + 2):
        company.tell(ADA, "recovered", {"n": number}, NOW + number)
    kept = [notice.body["n"] for notice in company.notices(ADA, NOW)]
    assert kept == list(range(NOTICES + 1, 1, -1))


def test_a_report_knows_who_sat_there_also_a_guest(company: Company, engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(insert(guest).values(id=person(7), name="Misafir 7", created_at=NOW))
    _table(engine, 1, BEN, False)
    _table(engine, 1, person(7), None, 2)
    assert company.sitting(table(1), 0, None) == BEN
    assert company.sitting(table(1), None, "Misafir 7") == person(7)
    assert company.sitting(table(1), 1, None) is None
    assert company.sitting(table(2), 0, None) is None
    company.report(ADA, BEN, table(1), "talk", "'; DROP TABLE report", NOW)
    assert [each[1:] for each in rows(engine, report)] == [
        (NOW, ADA, BEN, table(1), "talk", "'; DROP TABLE report", None)
    ]


def test_the_figures_of_matches_add_up(company: Company, engine: Engine) -> None:
    site, sockets = begun()
    while standing_of(site).game.phase != "over":
        move(site, sockets)
    people = {0: ADA, 1: BEN, 2: CEM, 3: person(3)}
    log = Log(site.table, site.world.log.tables[site.table], people, 0)
    for _ in range(2):
        with alone(engine) as connection:
            for statement in accompanied(log, Plain()):
                perform(connection, (each for each in [statement]))
    found = told(site)
    fed = next(met.fed for met in found.met if (met.seat, met.other) == (0, 1))
    with engine.connect() as connection:
        met = connection.execute(select(pair).where(pair.c.person_id == ADA, pair.c.other == BEN)).one()
        assert (met.matches, met.discards, met.taken) == (0, 2 * fed.discards, 2 * fed.taken)
        assert (met.useful, met.expected, met.variance) == (2 * fed.useful, 2 * fed.expected, 2 * fed.variance)
        paced = connection.execute(select(pace).where(pace.c.person_id == BEN)).one()
    one = next(paced for paced in found.paced if paced.seat == 1)
    assert (paced.moves, paced.total, paced.squares) == (2 * one.moves, 2 * one.total, 2 * one.squares)


def _table(engine: Engine, number: int, one: bytes, listed: bool | None, place: int = 0) -> None:
    """A running table at which a person sits; None: it is there already."""
    known = {"table_id": table(number), "opened_at": NOW + number}
    shown = {"rules": "", "seats": 4, "computers": 0, "watch": 1, "quick": 0, "rated": 0, "stake": 0}
    with engine.begin() as connection:
        if listed is not None:
            made = {"preset": "klasik", "level": "orta", "deal": 0, "scores": "0,0,0,0"}
            connection.execute(insert(match).values(known | made))
        if listed:
            connection.execute(insert(lobby).values(known | shown))
        connection.execute(insert(seat).values(table_id=table(number), seat=place, guest_id=one))

"""A person's own data: all of it comes out, and nothing of it stays (SECURITY T19)."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from sqlalchemy import Engine, delete, insert

from okey.play.ports import TableId
from okey.storage import erasure as stored
from okey.storage import schema
from okey.storage.company import CHALLENGE, Company
from okey.storage.erasure import GHOST, KEPT, Erasure, Place, export, pseudonymised
from okey.storage.errands import RELOAD, Errands
from okey.storage.results import MINT
from okey.storage.schema import (
    account,
    audit,
    event,
    guest,
    live,
    match,
    metadata,
    pace,
    pair,
    passkey,
    recovery,
    seat,
    session,
    tally,
)
from tests.storage.results import NOW, check_ledger, count, give, member, person, rows, table

ADA, BEN = person(0), person(1)
GHOSTLY = b"g" * 16
NAME = 'Ada "%_\\ Öz'


def log(engine: Engine, number: int, *bodies: tuple[str, Any], running: bool = False, deal: int = 1) -> TableId:
    """The log of a table."""
    with engine.begin() as connection:
        for seq, (kind, body) in enumerate(bodies, 1):
            raw = body if isinstance(body, bytes) else json.dumps(body).encode()
            connection.execute(insert(event).values(table_id=table(number), seq=seq, at=NOW, kind=kind, body=raw))
        values = {"table_id": table(number), "preset": "klasik", "level": "", "opened_at": NOW, "deal": deal}
        connection.execute(insert(match).values(values | {"scores": "0,0,0,0", "ended_at": None if running else NOW}))
        if running:
            connection.execute(insert(live).values(table_id=table(number), seq=len(bodies), at=NOW))
    return table(number)


def sits(engine: Engine, number: int, *people: bytes) -> None:
    with engine.begin() as connection:
        for place, one in enumerate(people):
            connection.execute(insert(seat).values(table_id=table(number), seat=place, guest_id=one))


def lived(engine: Engine) -> None:
    """Ada has done everything a person can do here."""
    member(engine, 0, NAME)
    member(engine, 1, "Ben")
    give(engine, ADA, 500)
    give(engine, BEN, 500)
    count(engine, 1, {0: ADA, 2: BEN}, (1, 0, 2, 0), NOW)
    opened = {"fair": 1, "founder": ADA.hex(), "seed": "00" * 32, "kept": [ADA.hex(), None, BEN.hex(), None]}
    log(
        engine,
        1,
        ("open", opened | {"kept_names": [NAME, None, "Ben", None]}),
        ("sit", {"seat": 0, "person": ADA.hex(), "name": NAME, "commit": "11" * 32, "browser": "22" * 16}),
        ("sit", {"seat": 2, "person": BEN.hex(), "name": "Ben", "commit": "33" * 32, "browser": "44" * 16}),
        ("stand", {"seat": 2, "founder": ADA.hex()}),
        ("founder", {"person": ADA.hex()}),
        ("game", bytes(range(200)) + ADA),
        running=True,
    )
    old = [{"name": NAME, "person": ADA.hex(), "level": None}, {"name": "K 1", "person": None, "level": "orta"}]
    log(engine, 2, ("open", {"rules": "", "seats": old, "key": "55" * 32}))
    sits(engine, 2, ADA)
    friends = Company(engine)
    friends.follow(ADA, BEN, NOW)
    friends.follow(BEN, ADA, NOW)
    friends.tell(ADA, "recovered", {}, NOW)
    friends.tell(BEN, CHALLENGE, {"name": NAME, "table": table(1).hex()}, NOW)
    friends.tell(BEN, CHALLENGE, {"name": "Cem"}, NOW)
    friends.report(ADA, BEN, table(1), "talk", "words", NOW)
    friends.report(BEN, ADA, table(1), "talk", "words of Ben", NOW)
    keys = {"public_key": b"k", "sign_count": 0, "label": "phone", "created_at": NOW, "used_at": NOW}
    seen = {"created_at": NOW, "seen_at": NOW, "label": "Firefox · Linux", "browser": b"w" * 16}
    with engine.begin() as connection:
        connection.execute(insert(passkey).values(id=b"key", person_id=ADA, **keys))
        connection.execute(insert(recovery).values(digest=b"r" * 32, person_id=ADA))
        connection.execute(insert(session).values(digest=b"s" * 32, guest_id=ADA, **seen))
        for one, other in ((ADA, BEN), (BEN, ADA)):
            sums = dict.fromkeys(("wins", "losses", "rated", "discards", "taken", "expected", "variance"), 3)
            connection.execute(insert(pair).values(person_id=one, other=other, matches=1, both_left=0, **sums))
            figures = dict.fromkeys(("wins", "deals", "normal", "okey", "pairs", "both", "others", "distance"), 1)
            connection.execute(insert(tally).values(person_id=one, preset="klasik", matches=1, **figures))
            connection.execute(insert(pace).values(person_id=one, moves=9, total=9, squares=9))
        for number, subject in enumerate((ADA.hex(), NAME)):
            done = {"at": NOW, "who": "host", "task": "sessions", "subject": subject, "outcome": "done"}
            connection.execute(insert(audit).values(id=bytes([number]) * 16, **done))


def traces(engine: Engine, *needles: bytes) -> list[str]:
    """Where in the database one of these stands: every column of every row of every table."""
    found = []
    for kept in metadata.sorted_tables:
        for row in rows(engine, kept):
            for column, value in zip(kept.columns, row, strict=True):
                raw = value if isinstance(value, bytes) else str(value).encode()
                found += [f"{kept.name}.{column.name}: {value!r}" for needle in needles if needle in raw]
    return found


def test_nothing_of_a_person_stays_and_everything_adds_up(engine: Engine) -> None:
    lived(engine)
    needles = (ADA, ADA.hex().encode(), NAME.encode(), json.dumps(NAME)[1:-1].encode(), b"22" * 16)
    game = rows(engine, event)[5][5]
    before, boards = check_ledger(engine), rows(engine, schema.board)
    assert len(traces(engine, *needles)) > 30
    assert Erasure(engine).erase(ADA, GHOSTLY, NOW)
    with engine.begin() as connection:
        connection.execute(delete(event).where(event.c.kind == "game"))
    assert game.endswith(ADA), "the bytes that a record proves are left alone, whatever they are"
    assert traces(engine, *needles) == []
    after = check_ledger(engine)
    assert (after[GHOSTLY], after[BEN], after[MINT]) == (0, before[BEN], -before[BEN])
    assert sorted(row[2:] for row in rows(engine, schema.board)) == sorted(row[2:] for row in boards)
    assert {row[2] for row in rows(engine, schema.rated)} == {GHOSTLY, BEN}
    assert sorted(row[:2] for row in rows(engine, pair)) == sorted([(GHOSTLY, BEN), (BEN, GHOSTLY)])
    assert [(row[0], row[1]) for row in rows(engine, guest)] == [(GHOSTLY, GHOST), (BEN, "Ben")]
    assert [row[3] for row in rows(engine, schema.notice)] == [CHALLENGE]
    assert rows(engine, schema.erasure) == [(hashlib.sha256(ADA).digest(), NOW)]
    assert [(each.task, each.subject) for each in Errands(engine).since(NOW)] == [(RELOAD, table(1).hex())]
    assert [row[0] for row in rows(engine, account)] == [BEN]
    assert rows(engine, schema.report) == []
    assert not Erasure(engine).erase(ADA, GHOSTLY[::-1], NOW), "once"


def test_only_the_person_changes_in_a_row_of_the_log() -> None:
    names = {"kept_names": [NAME, "Ben", None, NAME], "kept": [ADA.hex(), BEN.hex(), None, None]}
    body = {"fair": 1, "founder": ADA.hex(), "seed": ADA.hex() * 2, "code": "ABCDEF", "rules": NAME, **names}
    made = json.loads(pseudonymised(json.dumps(body).encode(), ADA, GHOSTLY))
    kept = {"kept": [GHOSTLY.hex(), BEN.hex(), None, None], "kept_names": [GHOST, "Ben", None, NAME]}
    assert made == body | {"founder": GHOSTLY.hex()} | kept
    other = json.dumps({"person": BEN.hex(), "name": NAME, "browser": "aa"}).encode()
    assert json.loads(pseudonymised(other, ADA, GHOSTLY)) == json.loads(other)


def test_a_sweep_finds_what_was_written_meanwhile(engine: Engine) -> None:
    lived(engine)
    erasure = Erasure(engine)
    assert erasure.erase(ADA, GHOSTLY, NOW)
    log(engine, 3, ("open", {"founder": BEN.hex(), "kept": [ADA.hex()], "kept_names": [NAME]}), running=True)
    sits(engine, 3, BEN, ADA)
    erasure.sweep(ADA, GHOSTLY)
    with engine.begin() as connection:
        connection.execute(delete(event).where(event.c.kind == "game"))
    assert traces(engine, ADA, ADA.hex().encode(), NAME.encode(), json.dumps(NAME)[1:-1].encode()) == []


def test_where_a_person_sits_and_with_whom(engine: Engine) -> None:
    member(engine, 0, NAME)
    for number, people, deal in (
        (0, (ADA,), 0),
        (1, (ADA,), 1),
        (2, (ADA, BEN), 0),
        (3, (ADA, BEN), 2),
        (4, (BEN,), 1),
    ):
        log(engine, number, ("open", {}), running=True, deal=deal)
        sits(engine, number, *people)
        if number > 1:
            with engine.begin() as connection:
                connection.execute(insert(schema.code).values(code=f"ABCDE{number}", table_id=table(number)))
    log(engine, 5, ("open", {}))
    sits(engine, 5, ADA)
    found = Erasure(engine).places(ADA)
    assert sorted(found, key=lambda place: place.table) == [
        Place(table(0), lonely=True, waiting=False),
        Place(table(1), lonely=True, waiting=False),
        Place(table(2), lonely=False, waiting=True),
        Place(table(3), lonely=False, waiting=False),
    ]


def test_the_export_holds_every_kind_of_data_and_no_id_of_others(engine: Engine) -> None:
    lived(engine)
    found = export(engine, ADA, NOW)
    assert json.loads(json.dumps(found)) == found
    assert (found["name"], found["names"], found["balance"]) == (NAME, [NAME], 500)
    assert all(found[kind] for kind in found if kind != "blocks")
    assert found["reports"][0]["words"] == "words", "what others have reported is theirs"
    assert "words of Ben" not in json.dumps(found)
    assert [row["reason"] for row in found["movements"]] == ["welcome"]
    assert BEN.hex() not in json.dumps(found)
    assert found["follows"] == [{"name": "Ben", "at": NOW}]
    told = {each for each in json.dumps(found).split('"') if len(each) > 20}
    assert not {each for each in told if each.startswith("$argon2")}


def test_no_column_was_forgotten() -> None:
    """Every column of bytes that may hold a person is known to the erasure; a new one has to be thought about."""
    columns = [column for kept in metadata.sorted_tables for column in kept.columns if column.name != "table_id"]
    raw = {f"{each.table.name}.{each.name}" for each in columns if isinstance(each.type, schema.LargeBinary)}
    known = {f"{each.table.name}.{each.name}" for each in (*stored._OWN, *stored._SHARED)}
    others = {"guest.id", "event.body", "event.cid", "erasure.digest", "session.digest", "session.browser"}
    others |= {"passkey.id", "passkey.public_key", "recovery.digest", "notice.id", "report.id", "audit.id"}
    others |= {"errand.id", "announcement.id"}
    others |= {f"outcome.{each}" for each in ("server_commit", "server_seed", "list_hash", "chain")}
    assert raw == known | others


def test_all_ghosts_have_one_name_and_each_its_own_id(engine: Engine) -> None:
    lived(engine)
    assert Erasure(engine).erase(ADA, GHOSTLY, NOW)
    assert Erasure(engine).erase(BEN, b"h" * 16, NOW + KEPT + 1)
    assert [row[0] for row in rows(engine, schema.erasure)] == [hashlib.sha256(BEN).digest()], "for three years"
    assert rows(engine, guest) == [(GHOSTLY, GHOST, NOW), (b"h" * 16, GHOST, NOW + KEPT + 1)]
    assert {row[:2] for row in rows(engine, pair)} == {(GHOSTLY, b"h" * 16), (b"h" * 16, GHOSTLY)}
    assert check_ledger(engine)[MINT] == 0

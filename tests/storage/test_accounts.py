"""Accounts on both kinds of database: what is one's own, what is used up, what ends."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Engine, select

from okey.play.names import fold
from okey.storage import schema
from okey.storage.accounts import LOCKED, MISSES, MOST_PASSKEYS, Accounts, Passkey, SessionEndedError, Start
from okey.storage.results import MINT
from okey.storage.store import SESSION_IDLE, Person, Store

NOW = 1_767_225_600_000
ADA, BOB = b"a" * 16, b"b" * 16
BROWSER = b"c" * 16
CODES = [bytes([n]) * 32 for n in range(10)]
HASH = "$argon2id$1"


def token(n: int) -> bytes:
    return n.to_bytes(8) + b"t" * 24


def guest(engine: Engine, person: bytes = ADA, n: int = 1) -> None:
    Store(engine).add_guest(person, "Misafir 1", token(n), NOW, BROWSER)


def start(n: int, old: int | None = None, at: int = NOW) -> Start:
    return Start(token(n), BROWSER, "Firefox · Linux", at, None if old is None else token(old))


def opened(engine: Engine, name: str = "Işıl", way: Any = HASH, person: bytes = ADA, n: int = 1) -> Accounts:
    """An account whose session is `n + 1`."""
    accounts = Accounts(engine)
    guest(engine, person, n)
    assert (
        accounts.open(person, name, fold(name), way, [code[:31] + person[:1] for code in CODES], start(n + 1, n))
        is None
    )
    return accounts


def rows(engine: Engine, *columns: Any) -> list[tuple[Any, ...]]:
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(select(*columns))]


KEY = Passkey(b"key", b"public", 0, "Telefon")


def test_an_account_keeps_the_person_and_brings_a_welcome(engine: Engine) -> None:
    opened(engine)
    session = Store(engine).session_of(token(2), NOW)
    assert session is not None
    assert (session.person, session.browser, session.proved_at) == (Person(ADA, "Işıl", True), BROWSER, NOW)
    assert Store(engine).session_of(token(1), NOW) is None, "the guest's token is worth nothing"
    purse = schema.purse.c
    assert set(rows(engine, purse.owner, purse.balance)) == {(ADA, 500), (MINT, -500)}
    assert rows(engine, schema.movement.c.reason) == [(f"welcome:{ADA.hex()}",)]


def test_an_account_that_is_refused_leaves_no_trace(engine: Engine) -> None:
    accounts = opened(engine, "Ali")
    guest(engine, BOB, 5)
    for name in ("ALİ", "aIi", "A.l.i"):
        assert accounts.open(BOB, name, fold(name), HASH, CODES, start(6, 5)) == "name_taken"
    assert accounts.open(ADA, "Veli", fold("Veli"), HASH, CODES, start(6, 2)) == "already"
    with pytest.raises(SessionEndedError):
        accounts.open(BOB, "Veli", fold("Veli"), HASH, CODES, start(6, 99))
    assert rows(engine, schema.account.c.person_id) == [(ADA,)]
    assert len(rows(engine, schema.recovery.c.digest)) == len(CODES)
    assert len(rows(engine, schema.movement.c.reason)) == 1
    assert Store(engine).session_of(token(5), NOW) is not None


def test_two_who_want_one_name_at_once_get_it_once(engines: tuple[Engine, Engine], engine: Engine) -> None:
    for n in range(8):
        guest(engine, bytes([n]) * 16, 10 + n)

    def wish(n: int) -> str | None:
        accounts = Accounts(engines[n % 2])
        codes = [bytes([n, each]) * 16 for each in range(10)]
        return accounts.open(bytes([n]) * 16, "Ali", fold("Ali"), HASH, codes, start(20 + n, 10 + n))

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(wish, range(8)))
    assert sorted(answers, key=str) == [None, *["name_taken"] * 7]
    assert len(rows(engine, schema.movement.c.reason)) == 1


def test_a_name_is_given_to_one_and_frees_the_old_one(engine: Engine) -> None:
    accounts = opened(engine, "Ali")
    guest(engine, BOB, 5)
    assert not accounts.rename(BOB, "ALİ", fold("ALİ"))
    assert accounts.rename(ADA, "ALİ", fold("ALİ")), "one's own name in another spelling"
    assert accounts.rename(ADA, "Veli", fold("Veli"))
    assert accounts.rename(BOB, "ali", fold("ali"))
    assert accounts.owns(fold("VELİ"))
    assert not accounts.owns(fold("ali")), "a guest's name is nobody's"
    assert accounts.login(fold("a\0li")) is None, "it is no fault of the database"
    assert accounts.login(fold("Veli")) is not None


def test_a_session_follows_another_once(engine: Engine) -> None:
    accounts = opened(engine)
    accounts.begin(ADA, start(3, 2, NOW + 1), "$argon2id$2")
    login = accounts.login(fold("Işıl"))
    assert login is not None
    assert login.password == "$argon2id$2"
    with pytest.raises(SessionEndedError):
        accounts.change_password(ADA, "$argon2id$3", start(4, 2))
    assert accounts.login(fold("Işıl")) == login, "nothing was changed"
    assert [seen.digest for seen in accounts.sessions(ADA, NOW)] == [token(3)]


def test_a_code_works_once_and_ends_all_other_sessions(engine: Engine) -> None:
    accounts = opened(engine)
    accounts.begin(ADA, start(3))
    guest(engine, BOB, 7)
    code, key = CODES[4][:31] + b"a", fold("Işıl")
    assert accounts.recover(key, code, "new", start(8, 7)) == (Person(ADA, "Işıl", True), [token(2), token(3)])
    assert [seen.digest for seen in accounts.sessions(ADA, NOW)] == [token(8)]
    assert accounts.recover(key, code, "newer", start(9)) is None
    login, shown = accounts.login(key), accounts.account(ADA)
    assert login is not None
    assert shown is not None
    assert (login.password, shown.codes_left) == ("new", 9)
    assert [(kind, body) for kind, body in rows(engine, schema.notice.c.kind, schema.notice.c.body)] == [
        ("recovered", "{}")
    ]
    assert accounts.notices(ADA) == 1


def test_a_code_works_from_the_own_session(engine: Engine) -> None:
    accounts = opened(engine)
    assert accounts.recover(fold("Işıl"), CODES[0][:31] + b"a", "new", start(8, 2)) == (Person(ADA, "Işıl", True), [])
    assert [seen.digest for seen in accounts.sessions(ADA, NOW)] == [token(8)]


def test_five_wrong_codes_lock_recovery_for_an_hour(engine: Engine) -> None:
    accounts = opened(engine)
    key, good = fold("Işıl"), CODES[0][:31] + b"a"
    for n in range(MISSES):
        assert accounts.recover(key, (b"x" * 32, None)[n % 2], "new", start(10 + n)) is None
    assert accounts.recover(key, good, "new", start(20, at=NOW + LOCKED - 1)) is None
    assert accounts.recover(key, good, "new", start(20, at=NOW + LOCKED)) is not None


def test_a_code_of_another_account_is_wrong(engine: Engine) -> None:
    accounts = opened(engine)
    opened(engine, "Veli", person=BOB, n=5)
    assert accounts.recover(fold("Işıl"), CODES[0][:31] + b"b", "new", start(30)) is None
    assert accounts.recover(fold("Veli"), CODES[0][:31] + b"b", "new", start(30)) is not None


def test_four_wrong_codes_and_a_right_one_begin_anew(engine: Engine) -> None:
    accounts = opened(engine)
    for each in range(2):
        for n in range(MISSES - 1):
            assert accounts.recover(fold("Işıl"), b"x" * 32, "new", start(10 + n)) is None
        assert accounts.recover(fold("Işıl"), CODES[each][:31] + b"a", "new", start(20 + each)) is not None


def test_new_codes_replace_the_old_ones(engine: Engine) -> None:
    accounts = opened(engine)
    accounts.set_codes(ADA, [b"n" * 32])
    assert accounts.recover(fold("Işıl"), CODES[0][:31] + b"a", "new", start(30)) is None
    assert accounts.recover(fold("Işıl"), b"n" * 32, "new", start(30)) is not None


def test_a_passkey_counts_and_is_used_by_one_at_a_time(engine: Engine) -> None:
    accounts = opened(engine, way=replace(KEY, sign_count=4))
    found = accounts.passkey(b"key")
    assert found is not None
    assert (found[0], found[1].sign_count) == (Person(ADA, "Işıl", True), 4)
    assert accounts.begin_with(ADA, b"key", (4, 9), start(3, 2, NOW + 5))
    assert not accounts.begin_with(ADA, b"key", (4, 9), start(4, 3))
    found = accounts.passkey(b"key")
    assert found is not None
    assert (found[1].sign_count, found[1].used_at) == (9, NOW + 5)
    with pytest.raises(SessionEndedError):
        accounts.begin_with(ADA, b"key", (9, 9), start(5, 2))


def test_a_passkey_belongs_to_one_account(engine: Engine) -> None:
    accounts = opened(engine, way=KEY)
    guest(engine, BOB, 5)
    assert accounts.open(BOB, "Veli", fold("Veli"), KEY, CODES, start(6, 5)) == "passkey_taken"
    assert accounts.add_passkey(ADA, KEY, start(7, 2)) == "passkey_taken"
    assert accounts.remove_passkey(BOB, b"key") == "not_found"


def test_the_last_way_in_stays(engine: Engine) -> None:
    accounts = opened(engine, way=KEY)
    assert accounts.remove_passkey(ADA, b"key") == "last_way_in"
    assert accounts.add_passkey(ADA, replace(KEY, id=b"more"), start(3, 2)) is None
    assert accounts.remove_passkey(ADA, b"key") is None
    assert accounts.remove_passkey(ADA, b"more") == "last_way_in"
    accounts.change_password(ADA, HASH, start(4, 3))
    assert accounts.remove_passkey(ADA, b"more") is None


def test_an_account_has_so_many_passkeys(engine: Engine) -> None:
    accounts = opened(engine)
    for n in range(MOST_PASSKEYS):
        assert accounts.add_passkey(ADA, replace(KEY, id=bytes([n])), start(n + 3, n + 2)) is None
    assert accounts.add_passkey(ADA, KEY, start(90, MOST_PASSKEYS + 2)) == "too_many"


def test_what_an_owner_sees(engine: Engine) -> None:
    accounts = opened(engine, way=KEY)
    shown = accounts.account(ADA)
    assert shown is not None
    assert (shown.name, shown.created_at, shown.password, shown.codes_left) == ("Işıl", NOW, False, 10)
    assert (shown.private, [key.label for key in shown.passkeys]) == (False, ["Telefon"])
    accounts.set_private(ADA, True)
    assert accounts.account(ADA) == replace(shown, private=True)
    assert accounts.account(BOB) is None


def test_sessions_are_listed_and_ended(engine: Engine) -> None:
    accounts = opened(engine)
    for n in range(3, 6):
        accounts.begin(ADA, start(n, at=NOW + n))
    guest(engine, BOB, 9)
    assert [seen.digest for seen in accounts.sessions(ADA, NOW)] == [token(5), token(4), token(3), token(2)]
    assert accounts.sessions(ADA, NOW + 4 + SESSION_IDLE)[0].label == "Firefox · Linux"
    assert len(accounts.sessions(ADA, NOW + 4 + SESSION_IDLE)) == 2, "those that have run out are not shown"
    assert accounts.end(BOB, token(4)[:8]) is None, "not one's own"
    assert accounts.end(ADA, token(4)[:8]) == token(4)
    assert accounts.end(ADA, token(4)[:8]) is None
    assert set(accounts.end_others(ADA, token(3))) == {token(2), token(5)}
    assert [seen.digest for seen in accounts.sessions(ADA, NOW)] == [token(3)]
    assert Store(engine).session_of(token(9), NOW) is not None, "others' sessions go on"


def test_sessions_that_are_gone_are_found(engine: Engine) -> None:
    accounts = opened(engine)
    accounts.begin(ADA, replace(start(3), browser=b"d" * 16))
    known = [Store(engine).session_of(token(n), NOW) for n in (2, 3)]
    sessions = [session for session in known if session is not None]
    assert accounts.gone(sessions) == {}
    accounts.begin(ADA, start(4, 2))
    accounts.end_others(ADA, token(4))
    assert accounts.gone(sessions) == {token(2): True, token(3): False}

"""Accounts over HTTP: opening one, passwords, recovery, and what nobody learns from outside (T15, T17, T18)."""

from __future__ import annotations

import asyncio
import logging
import statistics
import time
from pathlib import Path
from typing import Any

import pytest
import structlog
from sqlalchemy import select

from okey.play.names import read_name
from okey.storage.schema import guest
from tests.play.test_names import ALIKE
from tests.server.visitors import PASSWORD, Visitor, visitor

WRONG = "a quite different one"


pytestmark = pytest.mark.asyncio(loop_scope="module")


# --- guest first


async def test_a_guest_who_opens_an_account_keeps_what_was_played(tmp_path: Path) -> None:
    async with visitor(tmp_path) as guest:
        assert (await guest.told("GET", "/api/me"))["guest"] is True
        table = await guest.table()
        await guest.sign_up()
        me = await guest.told("GET", "/api/me")
    assert (me["name"], me["guest"], me["notices"]) == ("Işıl", False, 0)
    assert [one["table"] for one in me["tables"]] == [table]


async def test_what_an_owner_sees(ada: Visitor) -> None:
    assert len(set(await ada.sign_up())) == 10
    shown = await ada.told("GET", "/api/account")
    assert shown.pop("created_at") > 0
    assert shown == {"name": "Işıl", "password": True, "passkeys": [], "codes_left": 10, "private": False}
    await ada.told("PUT", "/api/account/privacy", {"private": True}, 204)
    assert (await ada.told("GET", "/api/account"))["private"] is True


async def test_an_account_is_opened_without_having_been_here(ada: Visitor) -> None:
    await ada.sign_up()
    assert (await ada.told("GET", "/api/me"))["name"] == "Işıl"


async def test_who_is_refused_an_account_leaves_no_guest_behind(ada: Visitor) -> None:
    for path, body in (("/api/account", {"password": PASSWORD}), ("/api/account/passkey/options", {})):
        assert (await ada.ask("POST", path, {"name": "x", **body})).status == 400
    with ada.site.database.engine.connect() as connection:
        assert connection.execute(select(guest.c.id)).all() == []


async def test_a_person_has_one_account(ada: Visitor) -> None:
    await ada.sign_up()
    answer = await ada.ask("POST", "/api/account", {"name": "Veli", "password": PASSWORD})
    assert (answer.status, answer.json()["code"]) == (409, "already")


async def test_what_belongs_to_an_account_is_not_for_guests(ada: Visitor) -> None:
    await ada.told("GET", "/api/me")
    for method, path, body in (
        ("GET", "/api/account", None),
        ("PUT", "/api/account/password", {"current": None, "password": PASSWORD}),
        ("PUT", "/api/account/privacy", {"private": True}),
        ("POST", "/api/account/codes", None),
        ("POST", "/api/account/passkeys/options", None),
        ("POST", "/api/account/passkeys", {"credential": {}, "label": ""}),
        ("DELETE", "/api/account/passkeys/abcd", None),
        ("POST", "/api/prove", {"password": PASSWORD}),
        ("GET", "/api/sessions", None),
        ("DELETE", "/api/sessions", None),
        ("DELETE", "/api/sessions/0011223344556677", None),
        ("DELETE", "/api/session", None),
    ):
        for cookie in (ada.cookie, None):
            answer = await ada.another(cookie).ask(method, path, body)
            assert (answer.status, answer.json()["code"]) == (401, "account_needed"), path


# --- names


async def test_a_name_is_one_persons_on_every_path(ada: Visitor) -> None:
    await ada.sign_up("İbrahim")
    guest = ada.another()
    for name in ("ibrahim", "IBRAHIM", "ıbrahim", "İbrahİm", "I.brahim", "ibrahirn"):
        answer = await guest.ask("POST", "/api/account", {"name": name, "password": PASSWORD})
        assert (answer.status, answer.json()["code"]) == (409, "name_taken"), name
        answer = await guest.ask("PUT", "/api/me", {"name": name})
        assert (answer.status, answer.json()["code"]) == (409, "name_taken"), name
    assert await ada.told("PUT", "/api/me", {"name": "IBRAHİM"}) == {"name": "IBRAHİM"}
    assert (await ada.sign_in("ibrahim")).status == 200, "any spelling of the name signs in"


@pytest.mark.parametrize("name", ["x", "Admin", "S1stem", "Misafir 1234", "Ali\u200bCan", "\u202eilA", "Ahm\u0435t"])
async def test_a_bad_name_is_refused_on_every_path(ada: Visitor, name: str) -> None:
    for method, path, body in (
        ("POST", "/api/account", {"password": PASSWORD}),
        ("POST", "/api/account/passkey/options", {}),
        ("PUT", "/api/me", {}),
    ):
        answer = await ada.ask(method, path, {"name": name, **body})
        assert (answer.status, answer.json()["code"]) == (400, "bad_name"), path


async def test_of_sixty_pairs_that_look_alike_one_name_is_taken_by_the_other(ada: Visitor) -> None:
    for mine, yours in ALIKE:
        names = [name for name in (mine, yours) if isinstance(read_name(name), str)]
        await ada.another().sign_up(names[0])
        for name in (mine, yours):
            answer = await ada.another().ask("POST", "/api/account", {"name": name, "password": PASSWORD})
            assert answer.json()["code"] == ("name_taken" if name in names else "bad_name"), name
        ada.forget()


async def test_a_renamed_account_is_found_by_its_new_name(ada: Visitor) -> None:
    await ada.sign_up("Ali")
    await ada.told("PUT", "/api/me", {"name": "Veli"})
    assert (await ada.told("GET", "/api/account"))["name"] == "Veli"
    assert (await ada.another().sign_in("Ali")).status == 401
    assert (await ada.another().sign_in("Veli")).json() == {"name": "Veli"}


async def test_a_guest_loses_a_name_that_an_account_takes(ada: Visitor) -> None:
    guest = ada.another()
    await guest.told("PUT", "/api/me", {"name": "Ayşe"})
    assert (await guest.told("GET", "/api/me"))["name"] == "Ayşe"
    await ada.sign_up("AYSE")
    assert (await guest.told("GET", "/api/me"))["name"].startswith("Misafir ")


# --- passwords


async def test_a_bad_password_is_refused_wherever_one_is_set(ada: Visitor) -> None:
    codes = await ada.sign_up()
    for password, code in (("kısa", "password_short"), ("x" * 129, "password_long"), ("password1", "password_common")):
        for method, path, body in (
            ("POST", "/api/account", {"name": "Veli"}),
            ("PUT", "/api/account/password", {"current": PASSWORD}),
            ("POST", "/api/recovery", {"name": "Işıl", "code": codes[0]}),
        ):
            who = ada.another() if method == "POST" else ada
            answer = await who.ask(method, path, {**body, "password": password})
            assert (answer.status, answer.json()["code"]) == (400, code), path
    assert (await ada.told("GET", "/api/account"))["codes_left"] == 10


async def test_nothing_of_a_password_is_changed_but_its_unicode_form(ada: Visitor) -> None:
    await ada.sign_up(password="  Şifrem ÇOK uzun  ")
    for wrong in ("Şifrem ÇOK uzun", "  şifrem çok uzun  ", "  Sifrem COK uzun  ", "  Şifrem ÇOK uzun  "[:-1]):
        assert (await ada.another().sign_in(password=wrong)).status == 401
    assert (await ada.another().sign_in(password="  S\u0327ifrem C\u0327OK uzun  ")).status == 200


async def test_a_hash_of_old_parameters_is_replaced_at_sign_in(ada: Visitor) -> None:
    await ada.sign_up()
    ada.hashing(16)
    assert (await ada.another().sign_in()).status == 200
    login = ada.site.accounts.login("isii")
    assert login is not None
    assert login.password is not None
    assert "m=16,t=1" in login.password
    assert (await ada.another().sign_in()).status == 200


async def test_a_new_password_replaces_the_old_one(ada: Visitor) -> None:
    await ada.sign_up()
    answer = await ada.ask("PUT", "/api/account/password", {"current": WRONG, "password": "another one"})
    assert (answer.status, answer.json()["code"]) == (403, "wrong_password")
    await ada.told("PUT", "/api/account/password", {"current": PASSWORD, "password": "another one"})
    assert (await ada.another().sign_in()).status == 401
    assert (await ada.another().sign_in(password="another one")).status == 200


# --- proofs


async def test_what_needs_a_proof_has_one_for_ten_minutes(ada: Visitor) -> None:
    await ada.sign_up()
    await ada.told("POST", "/api/account/codes", status=201)
    ada.later(599_000)
    await ada.told("POST", "/api/account/codes", status=201)
    ada.later(2_000)
    for method, path, body in (
        ("POST", "/api/account/codes", None),
        ("PUT", "/api/account/password", {"current": None, "password": "another one"}),
        ("POST", "/api/account/passkeys/options", None),
        ("POST", "/api/account/passkeys", {"credential": {}, "label": ""}),
        ("DELETE", "/api/account/passkeys/abcd", None),
    ):
        answer = await ada.ask(method, path, body)
        assert (answer.status, answer.json()["code"]) == (403, "prove_again"), path
    answer = await ada.ask("POST", "/api/prove", {"password": WRONG})
    assert (answer.status, answer.json()["code"]) == (403, "wrong_password")
    await ada.told("POST", "/api/prove", {"password": PASSWORD})
    await ada.told("PUT", "/api/account/password", {"current": None, "password": "another one"})


# --- recovery


async def test_a_code_gives_a_new_password_once(ada: Visitor) -> None:
    codes = await ada.sign_up()
    found = ada.another()
    body = {"name": "IŞIL", "code": codes[3].lower(), "password": "a new password"}
    assert await found.told("POST", "/api/recovery", body) == {"name": "Işıl"}
    assert (await found.told("GET", "/api/account"))["codes_left"] == 9
    assert (await found.told("GET", "/api/me"))["notices"] == 1, "the next visit hears of it"
    assert (await ada.told("GET", "/api/me"))["guest"] is True, "all other sessions have ended"
    answer = await ada.another().ask("POST", "/api/recovery", body)
    assert (answer.status, answer.json()) == (401, {"code": "recovery_failed", "params": {}})
    assert (await ada.another().sign_in()).status == 401
    assert (await ada.another().sign_in(password="a new password")).status == 200


async def test_five_wrong_codes_lock_recovery_for_an_hour(ada: Visitor) -> None:
    codes = await ada.sign_up()
    wrong = {"name": "Işıl", "code": "ZZZZ-ZZZZ-ZZZZ-ZZZZ", "password": "a new password"}
    for _ in range(5):
        await ada.another().told("POST", "/api/recovery", wrong, 401)
    await ada.another().told("POST", "/api/recovery", {**wrong, "code": codes[0]}, 401)
    ada.later(3_601_000)
    await ada.another().told("POST", "/api/recovery", {**wrong, "code": codes[0]}, 200)


async def test_new_codes_replace_the_old_ones(ada: Visitor) -> None:
    old = await ada.sign_up()
    new = (await ada.told("POST", "/api/account/codes", status=201))["codes"]
    assert len({*old, *new}) == 20
    body = {"name": "Işıl", "password": "a new password"}
    await ada.another().told("POST", "/api/recovery", {**body, "code": old[0]}, 401)
    await ada.another().told("POST", "/api/recovery", {**body, "code": new[0]}, 200)


# --- from outside


async def test_unknown_names_and_wrong_secrets_are_answered_alike(ada: Visitor) -> None:
    await ada.sign_up("Ayşe")
    recovery = {"code": "ZZZZ-ZZZZ-ZZZZ-ZZZZ", "password": "a new password"}
    for path, body in (("/api/session", {"password": WRONG}), ("/api/recovery", recovery)):
        known = await ada.another().ask("POST", path, {**body, "name": "Ayşe"})
        unknown = await ada.another().ask("POST", path, {**body, "name": "Fatma"})
        assert (known.status, known.headers, known.body) == (unknown.status, unknown.headers, unknown.body)
        assert known.status == 401


async def test_unknown_names_take_as_long_as_wrong_passwords(ada: Visitor) -> None:
    """Of a thousand tries the medians differ by less than a fifth, where a hash is most of the work."""
    ada.hashing(1024)
    await ada.sign_up("Ayşe")
    times: dict[str, list[float]] = {"Ayşe": [], "Fatma": []}
    guest = ada.another()
    for n in range(1000):
        name = ("Ayşe", "Fatma")[n % 2]
        begun = time.perf_counter()
        assert (await guest.sign_in(name, WRONG)).status == 401
        times[name].append(time.perf_counter() - begun)
    known, unknown = (statistics.median(taken) for taken in times.values())
    assert 0.8 < known / unknown < 1.25, (known, unknown)


async def test_a_recovery_is_answered_no_sooner_when_the_name_is_unknown(
    ada: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("okey.server.accounts.RECOVERY_SECONDS", 0.3)
    await ada.sign_up("Ayşe")
    for name in ("Ayşe", "Fatma"):
        begun = time.perf_counter()
        body = {"name": name, "code": "ZZZZ-ZZZZ-ZZZZ-ZZZZ", "password": "a new password"}
        await ada.another().told("POST", "/api/recovery", body, 401)
        assert time.perf_counter() - begun >= 0.3


# --- how often


async def test_an_account_is_tried_so_often(ada: Visitor) -> None:
    ada.limited(tries_per_account=10)
    await ada.sign_up()
    guest = ada.another()
    for n in range(9):
        guest.peer = f"198.51.100.{n}"
        assert (await guest.sign_in("IŞIL", WRONG)).status == 401
    assert (await guest.sign_in()).status == 200, "the tenth is right, and the nine before are forgiven"
    guest.cookie = None
    for n in range(10):
        assert (await guest.sign_in(("isil", "ışıl")[n % 2], WRONG)).status == 401
    for path, body in (
        ("/api/session", {"name": "Işıl", "password": PASSWORD}),
        ("/api/recovery", {"name": "Işıl", "code": "x", "password": "a new password"}),
    ):
        answer = await guest.ask("POST", path, body)
        assert (answer.status, answer.json()["code"]) == (429, "too_many_tries")
        assert 0 < answer.json()["params"]["seconds"] <= 900
    answer = await ada.ask("POST", "/api/prove", {"password": PASSWORD})
    assert (answer.status, answer.json()["code"]) == (429, "too_many_tries")
    for _ in range(10):
        assert (await guest.sign_in("Nobody", WRONG)).status == 401
    assert (await guest.sign_in("Nobody", WRONG)).status == 429, "unknown names are counted alike"


async def test_an_address_tries_so_often_whatever_the_names(ada: Visitor) -> None:
    ada.limited(tries_per_address=30)
    answers = [(await ada.another().sign_in(f"Kişi {n}", WRONG)).status for n in range(31)]
    assert answers == [401] * 30 + [429]
    assert (await ada.ask("POST", "/api/session/passkey", {"credential": {}})).status == 429
    ada.peer = "198.51.100.1"
    assert (await ada.another().sign_in("Biri", WRONG)).status == 401


async def test_accounts_come_at_a_rate(ada: Visitor) -> None:
    ada.limited(accounts_per_hour=2)
    for n, status in enumerate((201, 201, 429)):
        answer = await ada.another().ask("POST", "/api/account", {"name": f"Ali {n}", "password": PASSWORD})
        assert answer.status == status
    await ada.another().told("POST", "/api/account", {"name": "Ali 9", "password": "kısa"}, 400)


async def test_a_thousand_logins_at_once_do_not_stall_the_loop(ada: Visitor) -> None:
    """They come from a thousand addresses, so that only the hashing holds them back; those that would wait too long are
    sent away. Meanwhile the loop is there for whoever plays: it is mostly back much sooner than one hash takes, and
    never away for long, compared with all of it."""
    ada.hashing(19 * 1024)
    await ada.sign_up()
    costs, gaps, going = [], [0.0], True
    for _ in range(5):
        begun = time.perf_counter()
        await ada.another().sign_in(password=WRONG)
        costs.append(time.perf_counter() - begun)

    async def feel() -> None:
        last = time.perf_counter()
        while going:
            await asyncio.sleep(0.001)
            now = time.perf_counter()
            gaps.append(now - last)
            last = now

    async def login(n: int) -> int:
        guest = ada.another()
        guest.peer = f"10.0.{n // 250}.{n % 250}"
        return (await guest.sign_in(password=WRONG)).status

    begun, feeling, logins = time.perf_counter(), asyncio.create_task(feel()), []
    for n in range(1000):
        logins.append(asyncio.create_task(login(n)))
        if n % 5 == 0:
            await asyncio.sleep(0.001)
    answers = await asyncio.gather(*logins)
    took, going = time.perf_counter() - begun, False
    await feeling
    assert set(answers) == {401, 503}
    assert answers.count(401) >= 66
    assert statistics.median(gaps) < statistics.median(costs) / 2
    assert max(gaps) < took / 3


# --- what is told


async def test_no_secret_is_stored_in_the_clear_or_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    told: list[Any] = []

    def keep(_: Any, method: str, event: dict[str, Any]) -> dict[str, Any]:
        told.append((method, dict(event)))
        raise structlog.DropEvent

    structlog.configure(processors=[keep])
    try:
        async with visitor(tmp_path) as ada:
            codes = await ada.sign_up()
            secrets = [PASSWORD, *codes, *(code.replace("-", "") for code in codes), str(ada.cookie).split("=")[1]]
            assert (await ada.another().sign_in()).status == 200
            assert (await ada.another().sign_in(password=WRONG)).status == 401
            ada.site.database.engine.dispose()
            ada.site.passwords.close()
            assert (await ada.another().sign_in()).status == 500, "a fault inside is logged"
            await ada.another().ask("POST", "/api/recovery", {"name": "Işıl", "code": codes[0], "password": PASSWORD})
    finally:
        structlog.reset_defaults()
    assert told
    files = stored_in(tmp_path)
    out = capfd.readouterr()
    text = f"{told}{caplog.text}{out.out}{out.err}"
    for secret in secrets:
        assert secret not in text
        assert secret.encode() not in files


def stored_in(folder: Path) -> bytes:
    """Everything a site has written."""
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())

"""What accounts are made of: passwords, recovery codes, and how often one may try."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from okey.server.gate import TRY_SECONDS, Tries, network
from okey.server.passwords import HASHER, BusyError, Passwords, refused
from okey.server.recovery import ALPHABET, code_digest, new_codes
from okey.server.settings import Settings
from tests.server.visitors import CHEAP, PASSWORD


@pytest.mark.parametrize(
    ("password", "name", "code"),
    [
        *(("", "Ali", "short"), ("1234567", "Ali", "short"), ("ççççççç", "Ali", "short"), ("x" * 129, "Ali", "long")),
        *(("password", "Ali", "common"), ("12345678", "Ali", "common"), ("PassWord1", "Ali", "common")),
        *(("Işıl Işıl", "Işıl", "common"), ("ISILisil34", "Işıl", "common"), ("okey1234", "Ali", "common")),
        *(("okeyokey", "Ali", "common"), ("sifre2024", "Ali", "common"), ("istaka.okey.1", "Ali", "common")),
    ],
)
def test_passwords_that_are_refused(password: str, name: str, code: str) -> None:
    fault = refused(password, name)
    assert fault is not None
    assert fault.code == f"password_{code}"


@pytest.mark.parametrize(
    "password", ["ççğğşşıı", "x" * 128, "        ", "qzfjwmpx", "correct horse", "okey masası 7", "🀄🀄🀄🀄🀄🀄🀄🀄"]
)
def test_any_characters_make_a_password(password: str) -> None:
    assert refused(password, "Ali") is None


async def test_hashes_are_argon2id_as_documented_and_are_renewed() -> None:
    assert await Passwords().hash(PASSWORD) != await Passwords().hash(PASSWORD)
    assert (await Passwords().hash(PASSWORD)).startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    old = PasswordHasher(time_cost=1, memory_cost=CHEAP, parallelism=1).hash(PASSWORD)
    assert await Passwords().matches(PASSWORD, old)
    renewed = await Passwords().renewed(PASSWORD, old)
    assert renewed is not None
    assert await Passwords().renewed(PASSWORD, renewed) is None
    assert not await Passwords().matches(PASSWORD, "no hash")


def test_codes_have_eighty_bits_that_can_be_read_and_typed() -> None:
    assert len(ALPHABET) ** 16 == 2**80
    assert not set("0Oo1Iıil") & set(ALPHABET)
    codes = new_codes(os.urandom)
    assert len(codes) == 10
    for code, digest in codes.items():
        assert [len(group) for group in code.split("-")] == [4, 4, 4, 4]
        for typed in (code, code.lower(), code.replace("-", ""), f" {code.replace('-', ' ')} ", code.replace("L", "ı")):
            assert code_digest(typed) == digest
    assert list(new_codes(lambda size: b"\xff" * size)) == ["ZZZZ-ZZZZ-ZZZZ-ZZZZ"]
    assert list(new_codes(lambda size: bytes(size - 1) + b"\x21")) == ["2222-2222-2222-2233"]


@pytest.mark.parametrize("typed", ["", "ZZZZ-ZZZZ-ZZZZ-ZZZ", "ZZZZ-ZZZZ-ZZZZ-ZZZZZ", "ZZZZ-ZZZZ-ZZZZ-ZZZ0", "Ş" * 16])
def test_what_is_no_code(typed: str) -> None:
    assert code_digest(typed) is None


def test_tries_are_counted_over_any_stretch_of_time() -> None:
    tries = Tries(3, 60.0)
    assert [tries.take("a", at) for at in (0.0, 10.0, 59.0)] == [0.0, 0.0, 0.0]
    assert tries.take("a", 59.5) == 0.5
    assert tries.take("b", 59.5) == 0.0
    assert tries.take("a", 60.0) == 0.0, "the first one is forgotten"
    assert tries.take("a", 60.0) == 10.0
    tries.forget("a")
    assert tries.take("a", 60.0) == 0.0


def test_keys_without_recent_tries_are_forgotten() -> None:
    tries = Tries(1, 60.0)
    for n in range(10_000):
        tries.take(str(n), 0.0)
    tries.take("new", 100.0)
    assert len(tries._times) == 1


@pytest.mark.parametrize(
    ("address", "whose"),
    [
        *(
            ("192.0.2.7", "192.0.2.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("2001:db8:1:2::9", "2001:db8:1:2::"),
        ),
        *(("::ffff:192.0.2.7", "192.0.2.7"), ("", ""), ("unix", "unix")),
    ],
)
def test_a_subscriber_is_an_address_or_half_of_a_long_one(address: str, whose: str) -> None:
    assert network(address) == whose


def test_the_limits_are_those_that_are_documented() -> None:
    given = Settings(data=Path())
    assert (given.tries_per_account, given.tries_per_address, given.accounts_per_hour) == (10, 30, 30)
    assert TRY_SECONDS == 15 * 60


async def test_who_would_wait_too_long_is_sent_away() -> None:
    passwords = Passwords(PasswordHasher(time_cost=1, memory_cost=CHEAP, parallelism=1))
    async with AsyncExitStack() as stack:
        stack.callback(passwords.close)
        asked = [asyncio.create_task(passwords.matches(PASSWORD, None)) for _ in range(70)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
    assert answers[:66] == [False] * 66
    assert all(isinstance(answer, BusyError) for answer in answers[66:])


def test_a_fault_of_the_database_does_not_repeat_its_values(tmp_path: Path) -> None:
    from sqlalchemy import text
    from sqlalchemy.exc import OperationalError

    from okey.storage.database import sqlite_engine

    with sqlite_engine(tmp_path / "x.db").connect() as connection, pytest.raises(OperationalError) as caught:
        connection.execute(text("SELECT :secret FROM nowhere"), {"secret": PASSWORD})
    assert PASSWORD not in str(caught.value)


def test_the_locale_of_the_machine_changes_nothing() -> None:
    code = """
import locale
try: locale.setlocale(locale.LC_ALL, "")
except locale.Error: pass
from okey.play.names import fold, read_name
from okey.server.passwords import refused
from okey.server.recovery import code_digest, new_codes
names = [fold(name) for name in ("IŞIL", "ışıl", "İLK", "ilk", "DİLEK", "dılek")]
codes = [code_digest(code) for code in ("kılı-kilı-kIli-kLil", "KLLL-KLLL-KLLL-KLLL", "iiii iiii iiii iiiı")]
print(ascii((names, codes, list(new_codes(bytes)), read_name("İbrahim"), refused("PASSWORDI", "Ali"),
  refused("ISILısıl12", "Işıl"), refused("TITANIC1", "Ali"))))
"""
    told = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "LC_ALL": name}, capture_output=True, check=True
        ).stdout
        for name in ("C.UTF-8", "tr_TR.UTF-8")
    }
    assert len(told) == 1
    text = told.pop().decode()
    assert text.startswith("(['isii', 'isii', 'iik', 'iik', 'diiek', 'diiek'], ")
    assert text.count("password_common") == 3
    assert "None" not in text


def test_the_documented_cost_is_the_one_that_is_used() -> None:
    assert (HASHER.memory_cost, HASHER.time_cost, HASHER.parallelism) == (19 * 1024, 2, 1)

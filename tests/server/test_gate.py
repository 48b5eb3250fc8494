"""Cookies, hosts, origins and limits, without a server."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from okey.server.gate import (
    Bucket,
    Doorkeeper,
    Rates,
    Token,
    client,
    cookie_name,
    header,
    known_host,
    read_cookie,
    same_origin,
    write_cookie,
)
from okey.server.headers import security_headers
from okey.server.settings import Settings, SettingsError, is_loopback, workers_here


def settings(**changes: Any) -> Settings:
    return Settings(data=Path("x"), **changes)


def scope(**headers: str) -> dict[str, Any]:
    return {"headers": [(name.encode(), value.encode()) for name, value in headers.items()], "client": ("1.2.3.4", 5)}


HTTPS = settings(host="0.0.0.0", origin="https://okey.example")


def test_cookies_by_scheme() -> None:
    token = Token.new()
    home, public = write_cookie(token, settings()), write_cookie(token, HTTPS)
    assert home == f"okey={token.open()}; Path=/; HttpOnly; Max-Age=15552000; SameSite=Strict"
    assert public == f"__Host-okey={token.open()}; Path=/; HttpOnly; Max-Age=15552000; Secure; SameSite=Lax"
    assert cookie_name(HTTPS) == "__Host-okey"
    for one, text in ((settings(), home), (HTTPS, public)):
        found = read_cookie(scope(cookie=text.split(";")[0]), one)
        assert found is not None
        assert found.digest == token.digest
    assert read_cookie(scope(cookie=home.split(";")[0]), HTTPS) is None, "the plain cookie is none over https"


def test_tokens_never_print_and_never_repeat() -> None:
    token = Token.new()
    assert token.open() not in f"{token} {token!r} {[token]}"
    assert len({Token.new().open() for _ in range(10_000)}) == 10_000
    assert len(token.open()) >= 43
    assert token.open().encode() not in token.digest
    assert b"Token" in pickle.dumps(repr(token))


def test_a_header_sent_twice_is_none() -> None:
    twice = {"headers": [(b"origin", b"a"), (b"origin", b"b")]}
    assert header(twice, b"origin") is None
    assert header({"headers": []}, b"origin") is None


def test_the_address_is_that_of_the_connection() -> None:
    home, public = Settings(data=Path("x")), Settings(data=Path("x"), origin="https://okey.example")
    claimed = scope(**{"x-forwarded-for": "9.9.9.9"})
    assert client(claimed, home) == client(claimed, public) == "1.2.3.4"
    assert client({"headers": [], "client": None}, home) == ""


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("9.9.9.9", "9.9.9.9"),
        ("6.6.6.6, 9.9.9.9", "9.9.9.9"),
        ("2001:db8::1", "2001:db8::1"),
        ("9.9.9.9, nonsense", "127.0.0.1"),
        ("", "127.0.0.1"),
    ],
)
def test_the_proxy_of_this_machine_is_believed_its_last_address(written: str, address: str) -> None:
    passed = {**scope(**{"x-forwarded-for": written}), "client": ("127.0.0.1", 1)}
    assert client(passed, Settings(data=Path("x"), origin="https://okey.example")) == address
    assert client(passed, Settings(data=Path("x"))) == "127.0.0.1"


@pytest.mark.parametrize(
    ("given", "host", "known"),
    [
        (settings(), "127.0.0.1:8000", True),
        (settings(), "localhost", True),
        (settings(), "[::1]:8000", True),
        (settings(), "evil.example", False),
        (settings(), "127.0.0.1.evil.example:80", False),
        (settings(host="0.0.0.0"), "192.168.1.5:8000", True),
        (settings(host="0.0.0.0"), "okey.local", True),
        (HTTPS, "okey.example", True),
        (HTTPS, "evil.example", False),
        (HTTPS, "127.0.0.1:8000", True),
    ],
)
def test_hosts(given: Settings, host: str, known: bool) -> None:
    assert known_host(scope(host=host), given) is known


def test_no_host_is_no_host_of_ours() -> None:
    assert not known_host({"headers": []}, settings())


@pytest.mark.parametrize(
    ("given", "origin", "same"),
    [
        (settings(), "http://127.0.0.1:8000", True),
        (settings(), "https://127.0.0.1:8000", False),
        (settings(), "http://localhost:8000", False),
        (HTTPS, "https://okey.example", True),
        (HTTPS, "http://okey.example", False),
        (HTTPS, "https://okey.example.evil.example", False),
        (HTTPS, "https://127.0.0.1:8000", False),
    ],
)
def test_origins(given: Settings, origin: str, same: bool) -> None:
    assert same_origin(scope(host="127.0.0.1:8000", origin=origin), given) is same


def test_strict_transport_only_over_https() -> None:
    names = dict(security_headers(settings()))
    assert b"strict-transport-security" not in names
    assert dict(security_headers(HTTPS))[b"strict-transport-security"].startswith(b"max-age=31536000")


def test_a_bucket_lets_so_many_through() -> None:
    bucket = Bucket(20, 0.0)
    assert [bucket.take(0.0) for _ in range(25)].count(True) == 20
    assert not bucket.take(0.04)
    assert bucket.take(0.05)
    assert [bucket.take(100.0) for _ in range(25)].count(True) == 20
    steady = Bucket(20, 0.0)
    assert all(steady.take(second / 20) for second in range(1000))


def test_four_sockets_a_session() -> None:
    doors = Doorkeeper(settings())
    assert [doors.enter(b"a", "1", 10.0 * step) for step in range(5)] == [True] * 4 + [False]
    doors.leave(b"a", "1")
    assert doors.enter(b"a", "1", 100.0)
    assert doors.enter(b"b", "1", 100.0)
    assert doors.inside == 5


def test_five_new_sockets_a_second() -> None:
    doors = Doorkeeper(settings())
    for _ in range(5):
        assert doors.enter(b"a", "1", 0.0)
        doors.leave(b"a", "1")
    assert not doors.enter(b"a", "1", 0.1)
    assert doors.enter(b"a", "1", 0.2)


def test_sixty_new_sockets_a_minute() -> None:
    """Who comes and goes at the pace that is allowed for a moment does not fill the log of a table for hours."""
    doors = Doorkeeper(settings())
    entered = 0
    for tick in range(10_000):
        if doors.enter(b"a", "1", tick / 10):
            doors.leave(b"a", "1")
            entered += 1
    assert 1000 < entered <= 60 + 1000
    assert doors.enter(b"b", "1", 0.0)


def test_an_address_may_be_shared_by_three_hundred() -> None:
    doors = Doorkeeper(settings())
    names = [number.to_bytes(4, "big") for number in range(301)]
    assert [doors.enter(name, "1", 0.0) for name in names] == [True] * 300 + [False]
    assert doors.crowded("1")
    assert not doors.crowded("2")
    assert doors.enter(names[300], "1", 0.0, seated=True), "who sits is not refused for the address"
    assert doors.enter(names[300], "2", 0.0)
    doors.leave(names[5], "1")
    doors.leave(names[0], "1")
    assert doors.enter(names[5], "1", 5.0)


def test_the_whole_site_holds_so_many() -> None:
    doors = Doorkeeper(settings(sockets=3))
    assert [doors.enter(name, name.decode(), 0.0) for name in (b"a", b"b", b"c", b"d")] == [True, True, True, False]
    assert doors.full
    assert doors.crowded("new")
    assert doors.enter(b"d", "d", 1.0, seated=True), "who sits is not refused for the site"
    assert [doors.enter(b"d", "d", 2.0, seated=True) for _ in range(4)] == [True, True, True, False]
    for _ in range(4):
        doors.leave(b"d", "d")
    assert doors.full
    doors.leave(b"a", "a")
    assert not doors.full
    assert doors.enter(b"d", "d", 4.0)


def test_the_doorkeeper_forgets() -> None:
    doors = Doorkeeper(settings())
    for number in range(25_000):
        name = number.to_bytes(4, "big")
        assert doors.enter(name, str(number), number / 100)
        doors.leave(name, str(number))
    assert doors.inside == 0
    assert len(doors._new._buckets) < 11_000
    assert not doors._sessions
    assert not doors._addresses


def test_rates_are_kept_by_key() -> None:
    rates = Rates(3, 60.0)
    assert [rates.take("a", 0.0) for _ in range(4)] == [True, True, True, False]
    assert rates.take("b", 0.0)
    assert not rates.take("a", 19.0)
    assert rates.take("a", 20.0)
    assert [rates.take("a", 1000.0) for _ in range(4)] == [True, True, True, False]


@pytest.mark.parametrize(
    "changes",
    [
        {"pace": 0.0, "host": "0.0.0.0"},
        {"pace": 0.5, "host": "192.168.1.5"},
        {"pace": -1.0},
        {"workers": 0},
        {"origin": "okey.example"},
        {"origin": "https://okey.example/"},
        {"origin": "ftp://okey.example"},
    ],
)
def test_settings_that_cannot_be(changes: dict[str, Any]) -> None:
    with pytest.raises(SettingsError):
        settings(**changes)


def test_a_pace_of_zero_works_on_loopback_only() -> None:
    assert settings(pace=0.0).loopback
    assert settings(pace=0.0, host="::1").pace == 0
    assert not is_loopback("0.0.0.0")
    assert not is_loopback("example.org")
    assert workers_here() >= 1

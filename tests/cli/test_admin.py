"""The host's commands on real databases, with a site beside them and without one."""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Engine, insert

from okey.cli.admin import admin as admin_app
from okey.cli.app import run
from okey.cli.office import user
from okey.play.company import LEAST_DISCARDS, LEAST_THROWS
from okey.storage.backup import back_up, read_mark
from okey.storage.company import Company
from okey.storage.database import FILE, sqlite_engine
from okey.storage.erasure import Erasure
from okey.storage.migrate import upgrade
from okey.storage.restore import OLD, in_use
from okey.storage.schema import announcement, audit, guest, pace, pair, rating, report, session
from okey.storage.store import Store
from tests.leaks import Leaks, no_leaks
from tests.server.asgi import Client, settings
from tests.storage.results import NOW, count, member, person, rows

ADA, BEN = person(0), person(1)


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    """A site's database that nobody serves."""
    made = sqlite_engine(tmp_path / FILE)
    upgrade(made)
    member(made, 0, "ada")
    member(made, 1, "ben")
    yield made
    made.dispose()


@pytest.fixture
def admin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    def asked(*words: str) -> tuple[int, str]:
        """The exit code of a command, and what it said."""
        capsys.readouterr()
        code = run(["admin", *words, "--data", str(tmp_path), "--lang", "en"])
        said = capsys.readouterr()
        return code, said.out + said.err

    return asked


Admin = Callable[..., tuple[int, str]]


def test_users_are_listed_and_found_by_what_a_name_looks_like(engine: Engine, admin: Admin) -> None:
    Store(engine).add_guest(person(9), "Misafir 9", b"g" * 32, NOW, b"b" * 16)
    code, said = admin("users")
    assert code == 0
    assert [line.split()[0] for line in said.splitlines()] == ["name", "ada", "ben"]
    assert [line.split()[0] for line in admin("users", "AD")[1].splitlines()] == ["name", "ada"]
    assert admin("users", "%")[1] == "There are none.\n"


def test_all_sessions_of_a_person_end(engine: Engine, admin: Admin) -> None:
    kept = {"created_at": NOW, "seen_at": NOW, "label": "", "browser": b"b" * 16}
    with engine.begin() as connection:
        for number, one in enumerate((ADA, ADA, BEN)):
            connection.execute(insert(session).values(digest=bytes([number]) * 32, guest_id=one, **kept))
    assert admin("sign-out", "Ada") == (0, "Sessions ended: 2\n")
    assert [row[1] for row in rows(engine, session)] == [BEN]
    assert admin("sign-out", "cem")[0] == 1


def test_reports_are_read_and_closed_and_do_not_command_the_terminal(engine: Engine, admin: Admin) -> None:
    Company(engine).report(ADA, BEN, b"t" * 16, "talk", "line\n\x1b[2Jnext", NOW)
    code, said = admin("reports")
    assert (code, len(said.splitlines())) == (0, 2)
    assert "\x1b" not in said
    assert "ada" in said
    name = said.splitlines()[1].split()[0]
    assert admin("close-report", name)[0] == 0
    assert admin("close-report", name)[0] == 1
    assert admin("close-report", "zz")[0] == 1
    assert admin("reports")[1] == "There are none.\n"
    assert len(admin("reports", "--all")[1].splitlines()) == 2
    assert rows(engine, report)[0][-1] is not None


def test_suspects_are_those_beyond_a_threshold(engine: Engine, admin: Admin) -> None:
    assert admin("suspects")[1] == "There are none.\n"
    zero = dict.fromkeys(("wins", "losses", "rated", "taken", "both_left"), 0)
    fed = {"matches": 20, "discards": LEAST_DISCARDS, "useful": 200, "expected": 10**8, "variance": 10**8}
    fair = fed | {"useful": 100, "both_left": 2}
    with engine.begin() as connection:
        connection.execute(insert(pair).values(person_id=ADA, other=BEN, **(zero | fed | {"both_left": 9})))
        connection.execute(insert(pair).values(person_id=BEN, other=ADA, **(zero | fair | {"both_left": 9})))
        for one, squares in ((ADA, 64), (BEN, 65)):
            sums = {"moves": LEAST_THROWS, "total": 8000 * LEAST_THROWS, "squares": squares * 10**6 * LEAST_THROWS}
            connection.execute(insert(pace).values(person_id=one, **sums))
    lines = admin("suspects")[1].splitlines()[1:]
    assert [line.split()[:3] for line in lines] == [
        ["feeding", "ada", "ben"],
        ["leaving", "together", "ada"],
        ["even", "pace", "ada"],
    ]
    assert "0.250" in lines[0]


def test_announcements_have_both_languages_and_an_end(engine: Engine, admin: Admin) -> None:
    assert admin("announce", "Bakım", "Maintenance", "--for", "30m")[0] == 0
    (made,) = rows(engine, announcement)
    assert (made[2] - made[1], made[3:]) == (30 * 60_000, ("Bakım", "Maintenance"))
    for words in (
        ("", "x"),
        ("x", "y" * 301),
        ("x", "y", "--for", "24"),
        ("x", "y", "--for", "-1h"),
        ("x", "y", "--for", "0d"),
    ):
        assert admin("announce", *words)[0] != 0
    assert admin("withdraw")[1] == "Announcements withdrawn: 1\n"
    assert admin("withdraw")[1] == "Announcements withdrawn: 0\n"


def test_statistics_and_ratings_from_the_logs(engine: Engine, admin: Admin, tmp_path: Path) -> None:
    said = admin("statistics")[1]
    assert "accounts" in said
    assert len(said.splitlines()) == 16
    assert admin("recompute-ratings")[0] == 1, "without the keys of a site no log can be read"
    assert run(["keys", "--data", str(tmp_path)]) == 1
    _with_keys(tmp_path)
    assert admin("recompute-ratings") == (0, "Rated matches in the logs: 0. Differences from what is stored: 0.\n")
    count(engine, 1, {0: ADA, 2: BEN}, (1, 0, 2, 0), NOW)
    code, said = admin("recompute-ratings")
    assert (code, "Differences from what is stored: 6." in said) == (1, True)
    assert admin("recompute-ratings", "--write")[0] == 0
    assert rows(engine, rating) == []
    assert admin("recompute-ratings")[0] == 0


def test_what_was_done_stands_in_the_audit_log_under_the_name_of_who_did_it(engine: Engine, admin: Admin) -> None:
    for words in (("users", "ada"), ("sign-out", "ada"), ("announce", "a", "b"), ("suspects",), ("withdraw",)):
        assert admin(*words)[0] == 0
    assert {row[2] for row in rows(engine, audit)} == {user()}
    assert sorted(row[3] for row in rows(engine, audit)) == ["announce", "sign-out", "suspects", "users", "withdraw"]
    assert not any("ada" in row[4] for row in rows(engine, audit)), "an id, which a deletion finds, and no name"
    said = admin("audit")[1].splitlines()
    assert len(said) == 6
    assert len(admin("audit")[1].splitlines()) == 7


def test_a_copy_is_put_in_place_once_it_is_sound(engine: Engine, admin: Admin, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    assert admin("backup", str(copy))[0] == 0
    member(engine, 2, "cem")
    engine.dispose()
    broken, foreign = tmp_path / "broken", tmp_path / "foreign"
    broken.write_bytes(copy.read_bytes()[:5000] + b"x" * 4000)
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE event (n)")
    for file, word in ((broken, "damaged"), (foreign, "no database of Okey"), (tmp_path / "none", "not there")):
        code, said = admin("restore", str(file))
        assert (code, word in said) == (1, True), said
    assert len(rows(engine, guest)) == 3
    engine.dispose()
    code, said = admin("restore", str(copy))
    assert (code, OLD in said) == (0, True)
    assert len(rows(engine, guest)) == 2
    assert Store(engine).written()[1], "the site that starts with it cancels what is open"
    with closing(sqlite3.connect(tmp_path / OLD)) as connection:
        assert connection.execute("SELECT count(*) FROM guest").fetchone() == (3,)
    assert [row[3] for row in rows(engine, audit)] == ["restore"]
    assert not list(tmp_path.glob("*.new*"))


def test_who_was_deleted_does_not_come_back_with_a_copy(engine: Engine, admin: Admin, tmp_path: Path) -> None:
    back_up(tmp_path / FILE, tmp_path / "copy")
    assert Erasure(engine).erase(ADA, b"g" * 16, NOW)
    engine.dispose()
    code, said = admin("restore", str(tmp_path / "copy"))
    assert (code, "deleted again: 1" in said) == (0, True)
    assert [row[1] for row in rows(engine, guest) if row[0] != BEN] == ["silinmiş oyuncu"]
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT digest FROM erasure").scalars().all() == [
            hashlib.sha256(ADA).digest()
        ]


def test_a_damaged_database_can_be_replaced(engine: Engine, admin: Admin, tmp_path: Path) -> None:
    back_up(tmp_path / FILE, tmp_path / "copy")
    engine.dispose()
    (tmp_path / FILE).write_bytes(b"no database at all" * 1000)
    assert admin("restore", str(tmp_path / "copy"))[0] == 0
    assert len(rows(engine, guest)) == 2


def test_commands_that_cannot_be_done_say_so(tmp_path: Path, admin: Admin, capsys: pytest.CaptureFixture[str]) -> None:
    assert admin("users") == (1, f"okey: There is no database: {tmp_path / FILE}\n")
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.execute("CREATE TABLE x (n)")
    assert "okey migrate" in admin("users")[1]
    url = "postgresql://nobody@127.0.0.1:1/none"
    for words in (("backup", "x"), ("restore", "x"), ("users",)):
        assert admin(*words, "--database", url)[0] == 1
    assert run(["admin", "fly"]) == 2
    assert "okey" in capsys.readouterr().err


NAMES = tuple(name for name in admin_app if not name.startswith("-"))


def test_every_command_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(NAMES) == 14
    for name in NAMES:
        assert run(["admin", name, "--help"]) == 0
        out = capsys.readouterr().out
        assert f"Usage: okey admin {name}" in out
        assert "--database" in out


# --- beside a site


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Client]:
    async with Client(settings(tmp_path)) as client:
        yield client


@pytest.fixture
def leaks() -> Iterator[Leaks]:
    with no_leaks() as found:
        yield found


EVERY: tuple[tuple[str, ...], ...] = (
    ("users",),
    ("sign-out", "nobody"),
    ("reports", "--all"),
    ("close-report", "00"),
    ("suspects",),
    ("statistics",),
    ("recompute-ratings",),
    ("announce", "a", "b"),
    ("withdraw",),
    ("audit",),
    ("cancel", "00" * 16),
)


async def test_no_command_tells_a_tile_or_a_seed_of_a_running_game(
    site: Client, admin: Admin, leaks: Leaks, tmp_path: Path
) -> None:
    table = await site.room(running=True)
    outputs = [(await asyncio.to_thread(admin, *words))[1] for words in (*EVERY, ("backup", str(tmp_path / "copy")))]
    standing = site.app.site.hub._table(bytes.fromhex(table)).standing
    assert standing is not None
    deal = standing.game.deal
    assert deal is not None
    racks = [", ".join(map(str, rack)) for rack in deal.racks if rack]
    for said in outputs:
        leaks.scan("admin", said)
        assert not any(rack in said for rack in racks)
    assert leaks.found == []
    assert (await asyncio.to_thread(admin, "restore", str(tmp_path / "copy")))[
        1
    ] == "okey: The site runs; stop it first.\n"
    assert bytes.fromhex(table) in site.app.site.database.store.open_tables()


async def test_a_running_site_cancels_a_table_for_the_host_and_opens_its_seed(site: Client, admin: Admin) -> None:
    table = await site.room(running=True)
    said = await asyncio.to_thread(admin, "cancel", table)
    assert said == (0, "The table is cancelled; its seed is opened in the list of outcomes.\n")
    (line,) = (await site.request("GET", "/api/outcomes")).json()
    assert (line["table_id"], line["outcome"]) == (table, 3)
    assert (await asyncio.to_thread(admin, "cancel", table))[0] == 1


async def test_an_announcement_is_shown_until_its_end(site: Client, admin: Admin) -> None:
    await asyncio.to_thread(admin, "announce", "Bakım", "Maintenance")
    (told,) = (await site.request("GET", "/api/announcements")).json()
    assert (told["tr"], told["en"], told["until"] - told["at"]) == ("Bakım", "Maintenance", 86_400_000)
    await asyncio.to_thread(admin, "withdraw")
    assert (await site.request("GET", "/api/announcements")).json() == []


async def test_without_a_site_a_table_is_cancelled_all_the_same(tmp_path: Path, admin: Admin) -> None:
    async with Client(settings(tmp_path)) as client:
        table = await client.room(running=True)
        assert in_use(tmp_path / FILE)
    assert not in_use(tmp_path / FILE)
    mark = read_mark(tmp_path)
    assert (await asyncio.to_thread(admin, "cancel", table))[0] == 0
    async with Client(settings(tmp_path)) as client:
        (line,) = (await client.request("GET", "/api/outcomes")).json()
        assert (line["table_id"], line["outcome"]) == (table, 3)
        assert client.app.site.database.store.written()[0] > mark


def _with_keys(folder: Path) -> None:
    """Let a site make its keys."""
    from okey.storage.keys import seed_box, signing_keys

    signing_keys(folder)
    seed_box(folder)

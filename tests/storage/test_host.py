"""The host's commands on PostgreSQL: the same queries, and the mark of a restored database."""

from __future__ import annotations

import pytest
from sqlalchemy import insert

from okey.cli.app import run
from okey.play.company import LEAST_DISCARDS
from okey.storage.company import Company
from okey.storage.database import postgres_engine
from okey.storage.migrate import upgrade
from okey.storage.schema import pair
from okey.storage.store import Store
from tests.storage.results import NOW, member, person

EVERY: tuple[tuple[str, ...], ...] = (
    ("users",),
    ("users", "ad"),
    ("sign-out", "ada"),
    ("reports",),
    ("suspects",),
    ("statistics",),
    ("announce", "a", "b"),
    ("withdraw",),
    ("audit",),
)


def test_every_command_works_on_postgresql(postgres_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["admin", "mark-restored", "--database", postgres_url, "--lang", "en"]) == 0
    assert capsys.readouterr().out.split()[-1] == "0", "a new database has no tables"
    engine = postgres_engine(postgres_url)
    upgrade(engine)
    assert Store(engine).written()[1]
    member(engine, 0, "ada")
    member(engine, 1, "ben")
    Company(engine).report(person(0), person(1), None, "talk", "words", NOW)
    fed = dict.fromkeys(("wins", "losses", "rated", "taken", "both_left"), 0)
    fed |= {"matches": 9, "discards": LEAST_DISCARDS, "useful": 200, "expected": 10**8, "variance": 10**8}
    with engine.begin() as connection:
        connection.execute(insert(pair).values(person_id=person(0), other=person(1), **fed))
    engine.dispose()
    said = {}
    for words in EVERY:
        assert run(["admin", *words, "--database", postgres_url, "--lang", "en"]) == 0, words
        said[words] = capsys.readouterr().out
    assert "ben" not in said["users", "ad"]
    assert "words" in said["reports",]
    assert "ada" in said["suspects",]
    assert len(said["audit",].splitlines()) == len(EVERY) + 1, "the mark among them, and its heads"
    for words in (("cancel", "00" * 16), ("backup", "x"), ("restore", "x"), ("sign-out", "cem")):
        assert run(["admin", *words, "--database", postgres_url, "--lang", "en"]) == 1, words

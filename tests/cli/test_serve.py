from pathlib import Path
from typing import Any

import pytest

import okey.server
from okey.cli import main
from okey.storage.database import FILE


def test_serve_hands_its_options_to_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Any, ...]] = []

    def run(*arguments: Any, **named: Any) -> int:
        asked.append((*arguments, named))
        return 7

    monkeypatch.setattr(okey.server, "run", run)
    assert main(["serve"]) == 7
    options = "--host 0.0.0.0 --port 0 --data there --open --origin https://okey.example --workers 3"
    assert main(["serve", *options.split()]) == 7
    free: dict[str, Any] = dict.fromkeys(("pace", "origin", "workers", "database", "nats"))
    assert asked == [
        ("127.0.0.1", 8000, Path("okey-data"), False, free),
        ("0.0.0.0", 0, Path("there"), True, {**free, "origin": "https://okey.example", "workers": 3}),
    ]


def test_migrate_says_in_one_line_that_there_is_no_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / FILE).write_text("no database")
    assert main(["migrate", "--data", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"okey: {tmp_path / FILE} cannot be opened: file is not a database\n"
    assert main(["migrate", "--database", "postgresql://127.0.0.1:1/okey"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("okey: the database cannot be opened: ")
    assert said.count("\n") == 1


def test_migrate_makes_the_database_and_may_be_repeated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "new" / "data"
    assert main(["migrate", "--data", str(folder)]) == 0
    assert main(["migrate", "--data", str(folder)]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == second
    assert first.startswith(f"{folder / 'okey.db'}: schema ")
    assert (folder / "okey.db").is_file()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main(["migrate", "--data", str(tmp_path / "file" / "data")]) == 2
    assert "file" in capsys.readouterr().err

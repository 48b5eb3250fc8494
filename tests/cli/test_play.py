"""Whole matches in the terminal, typed line by line."""

import io
import os
import re
import subprocess
import sys
from dataclasses import replace

import pytest

from okey.cli import main
from okey.cli.words import Lang
from okey.rules.ruleset import PRESETS
from tests.cli.script import Script

SHORT = {"klasik": 5, "kahvehane": 5, "ikramiye": 10, "usta": 5, "rummy": 5}


def run(*options: str, lines: list[str]) -> subprocess.CompletedProcess[str]:
    """`okey play` as a process with these lines on its standard input."""
    return subprocess.run(
        [sys.executable, "-m", "okey.cli", "play", *options],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
        env={**os.environ, "COLUMNS": "80", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"},
    )


@pytest.mark.parametrize("lang", ["tr", "en"])
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_match_of_every_preset_is_played_to_its_end(preset: str, lang: Lang) -> None:
    ruleset = replace(PRESETS[preset], points=SHORT[preset])
    script = Script(ruleset, lang, seed=11).play()
    assert script.session.game.state.phase == "over"
    assert sum(script.session.game.state.ranks) > 0
    lines = script.text.splitlines()
    assert max(map(len, lines)) <= 80
    assert ("Maç bitti." if lang == "tr" else "Match over.") in lines
    assert lines[-1].startswith(("Kazanan", "Birlikte", "Winner", "Joint", "No winner"))
    refused = ("elinde değil", "bitemezsin", "You do not hold", "You cannot finish", "Anlaşılmadı", "Not understood")
    assert not any(word in line for line in lines for word in refused)


@pytest.mark.parametrize("seats", [2, 3])
def test_fewer_seats(seats: int) -> None:
    script = Script(replace(PRESETS["klasik"], points=5).with_seats(seats), "en", seed=4).play()
    assert script.session.game.state.phase == "over"
    assert sum(rank > 0 for rank in script.session.game.state.ranks) == seats


@pytest.mark.parametrize(("preset", "lang"), [("klasik", "tr"), ("usta", "en")])
def test_the_same_lines_and_seed_give_the_same_match_in_a_process(preset: str, lang: Lang) -> None:
    script = Script(replace(PRESETS[preset], points=5), lang, seed=7).play()
    done = run("--rules", preset, "--start", "5", "--seed", "7", "--lang", lang, lines=script.lines)
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout == script.text
    assert "\x1b" not in done.stdout


def typed_in(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lines: list[str], *options: str
) -> str:
    """What `okey play` prints in this process for these lines."""
    text = "".join(f"{line}\n" for line in lines)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))
    assert main(["play", *options]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return said.out


def test_another_seed_is_another_match(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    first = typed_in(monkeypatch, capsys, [], "--seed", "1")
    assert first == typed_in(monkeypatch, capsys, [], "--seed", "1")
    assert first.replace("tohum: 1", "tohum: 2") != typed_in(monkeypatch, capsys, [], "--seed", "2")


def test_a_match_without_a_seed_names_the_one_it_took(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first = typed_in(monkeypatch, capsys, [])
    seed = re.search(r"tohum: (\d+)", first)
    assert seed is not None
    assert typed_in(monkeypatch, capsys, [], "--seed", seed[1]) == first


@pytest.mark.parametrize("lines", [[], ["çek"], ["yardım", "masa"], ["at"], ["çifte git"], ["çık", "çek"]])
def test_the_end_of_the_input_ends_the_match_cleanly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lines: list[str]
) -> None:
    out = typed_in(monkeypatch, capsys, lines, "--seed", "3", "--rules", "usta")
    assert ("Maçtan ayrıldın." if "çık" in lines else "Girdi bitti, maç yarım kaldı.") in out
    assert "Puan  Sen 20" in out.splitlines()[-1]


def test_bytes_that_are_no_text_are_answered() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "okey.cli", "play", "--seed", "3"],
        input=b"\xff\xfe\x00\n\x80 al\ncek\n",
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0
    assert done.stderr == b""


def test_a_terminal_without_the_marks_gets_the_letters() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "okey.cli", "play", "--seed", "3", "--lang", "en"],
        input=b"draw\n",
        capture_output=True,
        check=False,
        timeout=60,
        env={**os.environ, "PYTHONIOENCODING": "ascii:strict"},
    )
    assert done.returncode == 0
    assert b"Your turn" in done.stdout


@pytest.mark.parametrize(
    ("option", "value"), [("--start", "0"), ("--seats", "5"), ("--rules", "poker"), ("--level", "x"), ("--lang", "de")]
)
def test_impossible_options_are_named(capsys: pytest.CaptureFixture[str], option: str, value: str) -> None:
    assert main(["play", option, value]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert option in said.err
    assert len(said.err.splitlines()) == 1

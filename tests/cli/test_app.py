import subprocess
import sys

import pytest

import okey
from okey.cli import main
from okey.cli.app import COMMANDS

NAMES = [*(command.__name__ for command in COMMANDS), "admin"]


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"okey {okey.__version__}\n"


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], []])
def test_help_lists_every_command_with_what_it_does(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    assert main(arguments) == 0
    out = capsys.readouterr().out
    for name in NAMES:
        line = next(line for line in out.splitlines() if f" {name} " in line)
        assert len(line.replace("│", "").split()) > 4


@pytest.mark.parametrize("name", NAMES[:-1])
def test_every_command_explains_itself(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert main([name, "--help"]) == 0
    out = capsys.readouterr().out
    assert f"Usage: okey {name}" in out
    assert "--" in out


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["fly"], "fly"),
        (["--fly"], "--fly"),
        (["hand", "--fly"], "--fly"),
        (["simulate", "--deals", "many"], "--deals"),
        (["serve", "--port"], "--port"),
    ],
)
def test_wrong_use_is_one_line_and_exit_code_two(
    capsys: pytest.CaptureFixture[str], arguments: list[str], named: str
) -> None:
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert named in said.err


def test_a_light_command_loads_no_heavy_parts() -> None:
    heavy = ["rich.console", "litestar", "sqlalchemy", "alembic", "uvicorn", "structlog", "cryptography", "okey.bots"]
    tiles = "r3 r4 r5 r6 k9 b9 y9 y10 y11 y12 y13 k6 k7 b5"
    hand = ["hand", "b4", tiles, "--json"]
    code = f"import sys; from okey.cli import main; main({hand}); print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.splitlines()[-1] == "[]"

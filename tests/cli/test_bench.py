import json
import sys
from pathlib import Path

import pytest

import okey
from okey.cli import main


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout whose package lies in its `src`, with one small benchmark."""
    folder = tmp_path / "benchmarks"
    folder.mkdir()
    (folder / "__init__.py").write_text("", encoding="utf-8")
    (folder / "rules.py").write_text(
        "def run():\n    return {'move, us': 41.26, 'deals': {'orta': 1234.5, 'zor': 7}}\n", encoding="utf-8"
    )
    monkeypatch.setattr(okey, "__file__", str(tmp_path / "src" / "okey" / "__init__.py"))
    monkeypatch.setattr(sys, "path", list(sys.path))
    for name in [name for name in sys.modules if name.split(".")[0] == "benchmarks"]:
        monkeypatch.delitem(sys.modules, name)
    return tmp_path


def test_benchmarks_of_a_checkout_are_run_and_shown(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["rules"] in lines
    assert ["move,", "us", "41.3"] in lines
    assert ["deals,", "orta", "1,234"] in lines
    assert ["deals,", "zor", "7"] in lines


def test_json_is_one_object(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "rules", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["rules"]["deals"]["zor"] == 7
    assert said["about"]["kernel"] in ("compiled", "pure")


def test_a_benchmark_that_is_not_here_is_named(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "rules", "page"]) == 2
    assert "benchmarks/page.py is not here" in capsys.readouterr().err


def test_what_cannot_be_loaded_does_not_stop_the_others(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (checkout / "benchmarks" / "solver.py").write_text("import no_such_part\n", encoding="utf-8")
    assert main(["bench"]) == 1
    said = capsys.readouterr()
    assert "no_such_part" in said.err
    assert "rules" in said.out.splitlines()


def test_outside_a_checkout_it_says_so(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (checkout / "benchmarks" / "rules.py").unlink()
    assert main(["bench"]) == 2
    assert "runs in a checkout" in capsys.readouterr().err

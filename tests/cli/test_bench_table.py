"""`okey bench table` with a handful of tables: everything runs, and what is missing is named."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from benchmarks import boardgame_io, table


def test_a_few_tables_where_node_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    found = table.run(tables=2, moves=10, crowd=3, rate=100.0)
    assert found["boardgame_io"] == "not measured: node is not here"
    assert "times_cheaper_here" not in found
    assert found["in_process"]["moves"] == 20
    assert {name: part["moves"] for name, part in found["server"].items()} == {"first_moves": 4, "warm": 20, "quiet": 4}
    assert all(part["cpu_us_a_move"] > 0 for part in found["server"].values())
    assert (found["crowd"]["sockets"], found["crowd"]["moves"]) == (12, 3 * table.CROWD_MOVES)
    assert 0 < found["crowd"]["answer_p50_ms"] <= found["crowd"]["answer_p99_ms"]


def test_packages_that_do_not_come_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def no_network(command: list[str], **_: Any) -> None:
        raise subprocess.CalledProcessError(1, command, stderr="npm error code ENOTFOUND\nnpm error network\n")

    monkeypatch.setattr(boardgame_io, "FOLDER", tmp_path)
    monkeypatch.setattr(boardgame_io.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(boardgame_io.subprocess, "run", no_network)
    with pytest.raises(boardgame_io.NotHereError, match="npm error network"):
        boardgame_io.install()


def test_the_lock_of_boardgame_io_names_no_registry() -> None:
    lock = json.loads((boardgame_io.FOLDER / "package-lock.json").read_text(encoding="utf-8"))
    packages = [package for path, package in lock["packages"].items() if path]
    assert packages
    assert [package for package in packages if "integrity" not in package or "resolved" in package] == []

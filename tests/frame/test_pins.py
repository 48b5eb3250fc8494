"""The pinned packages: complete, hashed, without addresses, and the same in both lists."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from tools.lint import check_text

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LISTS = ("constraints.txt", "constraints-run.txt", "tools/uv.txt", "tools/node.txt")
NAME = re.compile(r"^([a-z0-9][a-z0-9._-]*)==([^ ;\\]+)", re.MULTILINE)


def names(requirements: list[str]) -> set[str]:
    """The bare package names of requirement lines."""
    return {re.split(r"[<>=;~! \[]", line, maxsplit=1)[0].lower() for line in requirements}


def pinned(name: str) -> set[tuple[str, str]]:
    """Name and version of every pin in a list."""
    return set(NAME.findall((ROOT / name).read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", LISTS)
def test_every_pin_has_hashes_and_no_address(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert list(check_text(name, text)) == []
    entries = re.split(r"\n(?=\S)", text.strip())
    assert entries
    assert [entry for entry in entries if "--hash=sha256:" not in entry] == []


def test_the_run_list_is_part_of_the_whole_list() -> None:
    assert pinned("constraints-run.txt") < pinned("constraints.txt")


def test_all_dependencies_are_pinned() -> None:
    run = names([*PROJECT["project"]["dependencies"], *PROJECT["project"]["optional-dependencies"]["cluster"]])
    groups = PROJECT["dependency-groups"]
    assert run <= {name for name, _ in pinned("constraints-run.txt")}
    assert run | names([*groups["dev"], *groups["build"]]) <= {name for name, _ in pinned("constraints.txt")}


def test_the_tools_of_development_are_not_in_the_run_list() -> None:
    tools = {"pytest", "hypothesis", "mypy", "numpy", "playwright", "ruff", "scipy", "cython", "hatchling"}
    assert tools < {name for name, _ in pinned("constraints.txt")}
    assert not tools & {name for name, _ in pinned("constraints-run.txt")}


def test_the_page_lock_names_no_registry() -> None:
    lock = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))
    packages = [package for path, package in lock["packages"].items() if path]
    assert packages
    assert [package for package in packages if "integrity" not in package or "resolved" in package] == []


def test_no_other_lock_is_kept() -> None:
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert "/uv.lock" in ignored


def test_an_address_in_a_list_is_found() -> None:
    for line in ("--index-url https://example.org/simple", "--find-links wheels", "x @ file:///x.whl"):
        assert list(check_text("constraints.txt", line)), line
    assert list(check_text("web/package-lock.json", '      "resolved": "https://example.org/a.tgz",'))

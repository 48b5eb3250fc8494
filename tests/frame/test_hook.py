"""The build hook: when the page is stale, and what is compiled."""

from __future__ import annotations

import ast
import hashlib
from pathlib import Path

import pytest

from hatch_build import SOLVER, kernel_copy, load_page
from tools import page

ROOT = Path(__file__).parents[2]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small tree with a page that was just built."""
    for name in ("web/package.json", "web/src/main.ts", f"{page.STATIC}/index.html"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    (tmp_path / page.STATIC / page.MARK).write_text(page.digest(tmp_path))
    return tmp_path


def test_a_built_page_is_not_stale(tree: Path) -> None:
    assert not page.stale(tree)


def test_a_changed_source_makes_it_stale(tree: Path) -> None:
    (tree / "web/src/main.ts").write_text("changed")
    assert page.stale(tree)


def test_a_renamed_source_makes_it_stale(tree: Path) -> None:
    (tree / "web/src/main.ts").rename(tree / "web/src/start.ts")
    assert page.stale(tree)


@pytest.mark.parametrize("name", ["web/node_modules/x/index.js", "web/src/main.test.ts", "web/coverage/x.html"])
def test_tests_and_installed_packages_do_not_count(tree: Path, name: str) -> None:
    (tree / name).parent.mkdir(parents=True, exist_ok=True)
    (tree / name).write_text("anything")
    assert not page.stale(tree)


@pytest.mark.parametrize("name", ["index.html", page.MARK])
def test_a_missing_part_makes_it_stale(tree: Path, name: str) -> None:
    (tree / page.STATIC / name).unlink()
    assert page.stale(tree)


def test_never_stale_inside_an_sdist(tree: Path) -> None:
    (tree / "web/src/main.ts").write_text("changed")
    (tree / "PKG-INFO").touch()
    assert not page.stale(tree)


def test_never_stale_without_sources(tmp_path: Path) -> None:
    assert not page.stale(tmp_path)


def test_the_lock_decides_about_the_installed_packages(tree: Path) -> None:
    lock, mark = tree / "web/package-lock.json", tree / page.LOCK_MARK
    lock.write_text("{}")
    mark.parent.mkdir(parents=True)
    assert not page.packages_current(tree)
    mark.write_text(page.lock_digest(tree))
    assert page.packages_current(tree)
    lock.write_text('{"packages": {}}')
    assert not page.packages_current(tree)


def test_the_hook_uses_the_same_page_builder() -> None:
    assert load_page(ROOT).digest(ROOT) == page.digest(ROOT)


def test_the_kernel_copy_is_the_kernel_line_for_line() -> None:
    source = (ROOT / SOLVER / "kernel.py").read_text(encoding="utf-8")
    copy = kernel_copy(source)
    changed = [(old, new) for old, new in zip(source.splitlines(), copy.splitlines(), strict=False) if old != new]
    assert changed == [("from okey.solver import shim as cython", "import cython")]
    last = ast.parse(copy).body[-1]
    assert ast.unparse(last) == f"SOURCE_SHA256 = '{hashlib.sha256(source.encode()).hexdigest()}'"


def test_a_kernel_without_the_shim_is_refused() -> None:
    with pytest.raises(ValueError, match="shim"):
        kernel_copy("import cython\n")

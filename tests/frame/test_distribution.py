"""Source distribution and wheel: complete, and without what does not belong there."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tools import page

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.soak


def build(where: Path, out: Path, target: str, **environment: str) -> Path:
    """Build one distribution of a tree with the tools of this environment."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(out)]
    done = subprocess.run(
        command, cwd=where, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = out.glob("*.tar.gz" if target == "sdist" else "*.whl")
    return built


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, tmp_path_factory.mktemp("sdist"), "sdist")


@pytest.fixture(scope="module")
def unpacked(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (top,) = folder.iterdir()
    return top


def test_the_sdist_carries_the_page_and_nothing_compiled(unpacked: Path) -> None:
    assert (unpacked / page.STATIC / "index.html").exists()
    assert (unpacked / "src/okey/solver/kernel.py").exists()
    assert (unpacked / "tools/page.py").exists()
    for pattern in ("**/_kernel.*", "**/*.so", "**/*.c", "**/node_modules", "**/.venv"):
        assert list(unpacked.glob(pattern)) == [], pattern


def test_a_wheel_from_the_sdist_is_compiled_and_has_the_page(unpacked: Path, tmp_path: Path) -> None:
    (unpacked / "web/src/changed.ts").write_text("export {};\n")  # would make the page stale in a clone
    wheel = build(unpacked, tmp_path, "wheel", OKEY_BUILD_KERNEL="1", PATH="/usr/bin:/bin")
    names = zipfile.ZipFile(wheel).namelist()
    assert "okey/server/static/index.html" in names
    assert len([name for name in names if name.startswith("okey/solver/_kernel.")]) == 1
    assert "none-any" not in wheel.name
    assert [name for name in names if name.startswith(("tests/", "tools/", "web/"))] == []


def test_without_a_compiler_the_wheel_is_pure_python(unpacked: Path, tmp_path: Path) -> None:
    wheel = build(unpacked, tmp_path, "wheel", PATH="", CC="")
    assert wheel.name.endswith("-py3-none-any.whl")
    assert not [name for name in zipfile.ZipFile(wheel).namelist() if "_kernel." in name]


def test_an_installed_wheel_serves_the_page(unpacked: Path, tmp_path: Path) -> None:
    wheel = build(unpacked, tmp_path / "wheel", "wheel", OKEY_BUILD_KERNEL="0")
    inside = tmp_path / "inside"
    zipfile.ZipFile(wheel).extractall(inside)
    code = "import okey, okey.server, pathlib; print(pathlib.Path(okey.server.__file__).with_name('static').is_dir())"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        env={**os.environ, "PYTHONPATH": str(inside)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "True"

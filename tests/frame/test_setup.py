"""The set-up: what it skips, and what makes it work again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import browser, setup


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty clone with an empty environment."""
    (tmp_path / ".venv").mkdir()
    monkeypatch.setattr(setup, "ROOT", tmp_path)
    monkeypatch.setattr(setup, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(setup, "STAMPS", tmp_path / ".venv/.okey")
    for name in ("constraints.txt", "constraints-run.txt"):
        (tmp_path / name).write_text(name)
    return tmp_path


def installed(monkeypatch: pytest.MonkeyPatch, dev: bool) -> list[str]:
    """The list that the packages step installs, [] when it has nothing to do."""
    asked: list[str] = []
    monkeypatch.setattr(setup, "install", lambda *arguments: asked.append(arguments[-1]))
    work = setup.packages(dev)
    if work is not None:
        work()
    return asked


def test_packages_are_installed_once(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert installed(monkeypatch, dev=False) == ["constraints-run.txt"]
    assert installed(monkeypatch, dev=False) == []


def test_the_tools_come_on_top_and_hold_for_both(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, dev=False)
    assert installed(monkeypatch, dev=True) == ["constraints.txt"]
    assert installed(monkeypatch, dev=True) == []
    assert installed(monkeypatch, dev=False) == []


def test_a_changed_list_is_installed_again(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, dev=True)
    (clone / "constraints.txt").write_text("other")
    assert installed(monkeypatch, dev=True) == ["constraints.txt"]


def test_a_failed_step_is_not_noted(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: str) -> None:
        raise setup.SetupError("no network")

    monkeypatch.setattr(setup, "install", fail)
    work = setup.packages(dev=False)
    assert work is not None
    with pytest.raises(setup.SetupError):
        work()
    assert setup.packages(dev=False) is not None


def test_a_changed_kernel_or_another_compiler_installs_again(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "install", lambda *arguments, **environment: None)

    def done_now() -> bool:
        work = setup.kernel()
        if work is not None:
            work()
        return work is not None

    assert done_now()
    assert not done_now()
    kernel = clone / "src/okey/solver/kernel.py"
    kernel.parent.mkdir(parents=True)
    kernel.write_text("x = 1\n")
    assert done_now()
    monkeypatch.setenv("PATH", "")
    assert done_now()
    assert not done_now()


def test_pip_takes_over_when_uv_fails(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[list[str]] = []

    def run(*command: str | Path, **environment: str) -> None:
        commands.append([str(part) for part in command])
        if "uv" in commands[-1][0]:
            raise setup.SetupError("uv: no such index")

    monkeypatch.setattr(setup, "run", run)
    monkeypatch.setattr(setup, "uv", lambda: "uv")
    setup.install("--require-hashes", "-r", "constraints-run.txt")
    assert len(commands) == 2
    assert commands[1][1:3] == ["-m", "pip"]
    assert commands[1][-3:] == ["--require-hashes", "-r", "constraints-run.txt"]


def test_a_failing_command_tells_what_it_printed() -> None:
    with pytest.raises(setup.SetupError, match="what went wrong"):
        setup.run("sh", "-c", "echo what went wrong; exit 3")


def test_the_named_browser_wins_and_must_exist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = tmp_path / "mine"
    mine.touch(mode=0o755)
    monkeypatch.setenv("OKEY_BROWSER", str(mine))
    assert browser.find_browser() == str(mine)
    monkeypatch.setenv("OKEY_BROWSER", str(tmp_path / "nothing"))
    with pytest.raises(FileNotFoundError, match="OKEY_BROWSER"):
        browser.find_browser()


def test_a_browser_is_found_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OKEY_BROWSER", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert browser.find_browser() is None
    (tmp_path / "chromium").touch(mode=0o755)
    assert browser.find_browser() == str(tmp_path / "chromium")

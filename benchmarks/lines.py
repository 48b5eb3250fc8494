"""Processes that are asked a line and answer with one JSON object a line."""

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

ROOT = Path(__file__).parents[1]


class Lines:
    """A process of its own; use as a context. What it says beside JSON is passed over."""

    def __init__(
        self, command: Sequence[str], folder: Path = ROOT, environment: Mapping[str, str] | None = None
    ) -> None:
        path = {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", "PYTHONUNBUFFERED": "1"}
        self._process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, **path, **(environment or {})},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> "Lines":
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self._process.terminate()
        self._process.communicate(timeout=30)

    def said(self, *starts: str) -> str:
        """The next line that begins with one of these."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith(starts):
                return line
        raise RuntimeError(f"{self._process.args!r} ended with {self._process.wait()}")

    def answer(self) -> Any:
        """The next JSON object."""
        return json.loads(self.said("{"))

    def ask(self, line: str = "") -> Any:
        """Say `line`; its answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        return self.answer()


def measured(server: Lines, players: Lines, moves: int, rate: float = 0) -> dict[str, Any]:
    """So many moves at every table, as fast as they go or so many a second: what they cost and how long they took."""
    before = server.ask()
    played = players.ask(f"{moves} {rate:g}")
    spent = server.ask()["cpu_s"] - before["cpu_s"]
    return {
        "moves": played["moves"],
        "moves_per_s": round(played["moves"] / played["seconds"]),
        "cpu_us_a_move": round(spent / played["moves"] * 1e6, 1),
        "server_cores": round(spent / played["seconds"], 2),
        "players_cores": round(played["cpu_s"] / played["seconds"], 2),
        "answer_p50_ms": round(played["p50_ms"], 2),
        "answer_p99_ms": round(played["p99_ms"], 2),
    }


def three_ways(server: Lines, players: Lines, moves: int, quiet: float) -> dict[str, Any]:
    """A server's first moves; warm, `moves` at every table at full speed; and `quiet` moves a second in all."""
    return {
        "first_moves": measured(server, players, max(2, moves // 5)),
        "warm": measured(server, players, moves),
        "quiet": measured(server, players, max(2, moves // 10), quiet),
    }

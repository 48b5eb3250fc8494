"""A real server process on loopback, to start, to stop, and to kill."""

from __future__ import annotations

import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

ROOT = Path(__file__).parents[2]
READY = re.compile(r"Okey: (https?://\S+)")


def free_port() -> int:
    """A port that nobody has right now, below those the system gives to outgoing connections.

    A client that keeps calling a port of that range while the server is down is connected to itself sooner or later,
    and the server finds its port taken.
    """
    while True:
        port = random.randint(15_000, 31_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


def leaks_of(data: Path) -> Path:
    """Where a server on `data` writes down what it should not have said."""
    return data.with_name(data.name + ".leaks")


class ServerProcess:
    """`tests.server.child` on a data folder and a port that stays the same over restarts."""

    def __init__(self, data: Path, *options: str) -> None:
        self.data = data
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.log = data.with_name(data.name + ".log")
        self._options = options
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self.kill()
        self.check_leaks()

    def check_leaks(self) -> None:
        """Nothing secret was said by any server on this data (FAIRNESS 12.7)."""
        file = leaks_of(self.data)
        assert not file.exists(), file.read_text()[:2000]

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start and wait until the address is printed."""
        self._spawn()
        assert self._process is not None
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert READY.search(line), f"{line!r} {self.log.read_text()[-2000:]}"

    def _spawn(self) -> None:
        command = [sys.executable, "-m", "tests.server.child", "--data", str(self.data), "--port", str(self.port)]
        environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", "PYTHONUNBUFFERED": "1"}
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                [*command, *self._options],
                cwd=ROOT,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )

    def kill(self) -> None:
        """`kill -9`, and wait."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """SIGTERM, and wait; the exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, number: int) -> int:
        process = self._process
        if process is None:
            return 0
        if process.poll() is None:
            process.send_signal(number)
        code = process.wait(20)
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()
        self._process = None
        return code

    def children(self) -> list[int]:
        """The processes this server has started and that still live."""
        path = Path(f"/proc/{self.pid}/task/{self.pid}/children")
        return [int(pid) for pid in path.read_text().split()]


class ForkedServer(ServerProcess):
    """The same, loaded once: each start is a fork, so that a harness may kill dozens."""

    def __enter__(self) -> Self:
        super().__init__(self.data, "--fork")
        self._spawn()
        self._pid: int | None = None
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self.kill()
        self._end(signal.SIGKILL)
        self.check_leaks()

    @property
    def pid(self) -> int:
        assert self._pid is not None
        return self._pid

    def start(self, fall: str = "") -> None:
        """Fork a server and wait until its address is printed; `fall`: where it kills itself (`tests.server.child`)."""
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"start {fall}\n")
        process.stdin.flush()
        self._pid = None
        ready = False
        while not ready or self._pid is None:
            line = process.stdout.readline()
            if line.startswith("pid "):
                self._pid = int(line.split()[1])
            ready = ready or READY.search(line) is not None
            if line.strip() in ("", "gone"):
                self._pid = None
                raise AssertionError(f"the server did not start: {self.log.read_text()[-2000:]}")

    def kill(self) -> None:
        """`kill -9` the server, and wait."""
        process = self._process
        if process is None or self._pid is None:
            return
        os.kill(self._pid, signal.SIGKILL)
        self.wait()

    def wait(self) -> None:
        """Wait until the server has ended."""
        assert self._process is not None
        assert self._process.stdout is not None
        while self._process.stdout.readline().strip() not in ("", "gone"):
            pass
        self._pid = None


def gone(pids: list[int], seconds: float = 10.0) -> bool:
    """Whether all these processes have ended within so many seconds."""
    end = time.monotonic() + seconds
    while any(Path(f"/proc/{pid}").exists() for pid in pids):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True

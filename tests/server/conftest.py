"""One server for all tests that only talk to it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from tests.leaks import Leaks, no_leaks
from tests.server.client import Browser
from tests.server.process import ServerProcess


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("server") / "data") as process:
        yield process


@pytest.fixture
async def browser(server: ServerProcess) -> AsyncIterator[Browser]:
    async with Browser(server.base) as made:
        yield made


@pytest.fixture(autouse=True)
def leaks() -> Iterator[Leaks]:
    """Every frame, answer and trace of a test in its own process is searched for secrets (FAIRNESS 12.7)."""
    with no_leaks() as found:
        yield found

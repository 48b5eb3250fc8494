"""One server for all tests that only talk to it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from tests.leaks import Leaks, no_leaks
from tests.server.client import Browser
from tests.server.process import ServerProcess
from tests.server.visitors import Visitor, visitor


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("server") / "data") as process:
        yield process


@pytest.fixture
async def browser(server: ServerProcess) -> AsyncIterator[Browser]:
    async with Browser(server.base) as made:
        yield made


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def people(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Visitor]:
    """A site for all tests of a module that run in its loop."""
    async with visitor(tmp_path_factory.mktemp("people"), "http://localhost:8000") as made:
        yield made


@pytest_asyncio.fixture(loop_scope="module")
async def ada(people: Visitor) -> Visitor:
    """A browser that was never here, on a site where nobody was."""
    people.forget()
    return people.another()


@pytest.fixture(autouse=True)
def leaks() -> Iterator[Leaks]:
    """Every frame, answer and trace of a test in its own process is searched for secrets (FAIRNESS 12.7)."""
    with no_leaks() as found:
        yield found

"""No table tells a secret in any of these tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.leaks import Leaks, no_leaks


@pytest.fixture(autouse=True)
def leaks() -> Iterator[Leaks]:
    """Every frame, answer and trace of a test in its own process is searched for secrets (FAIRNESS 12.7)."""
    with no_leaks() as found:
        yield found

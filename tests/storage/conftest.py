"""An open database in a fresh folder."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from okey.storage.database import Database, open_sqlite


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    made = await open_sqlite(tmp_path / "data")
    yield made
    await made.close()

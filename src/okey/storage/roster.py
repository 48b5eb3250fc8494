"""Which nodes of a site live: each holds a lock of the database, which ends with its connection, so with the node."""

import secrets
from typing import Any, Final

import asyncpg

from okey.storage.postgres import FAILURES, LIMITS

NODES: Final = 0x6F6B6E64
"""The class of the locks; a node's number is the other half of its lock."""
MOST: Final = 2**31 - 1
_SILENCE: Final = {"tcp_keepalives_idle": "5", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "2"}
"""A machine that is gone says no good-bye: after 15 s of silence the server ends its connection."""
_TAKE: Final = "SELECT pg_advisory_lock($1, $2)"
_LIVING: Final = (
    "SELECT objid::bigint FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND objsubid = 2 AND granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


class Roster:
    """The nodes on the database at `url`, this one among them from the first look on."""

    def __init__(self, url: str) -> None:
        self.node: Final = 1 + secrets.randbelow(MOST)
        self._url = url
        self._connection: Any = None

    async def living(self) -> frozenset[int]:
        """The numbers of the nodes that live. Raises `OSError`."""
        try:
            if self._connection is None or self._connection.is_closed():
                self._connection = await asyncpg.connect(self._url, server_settings=_SILENCE, **LIMITS)
                await self._connection.execute(_TAKE, NODES, self.node)
            return frozenset(row[0] for row in await self._connection.fetch(_LIVING, NODES))
        except FAILURES as error:
            self.close()
            raise OSError(f"nobody knows which nodes live: {error}") from error

    def close(self) -> None:
        """This node lives no longer."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()

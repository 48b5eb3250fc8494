"""The open sockets by session: they are closed when their session ends."""

import asyncio
from collections.abc import Iterable
from typing import Final

from okey.play.messages import Bye
from okey.play.ports import Trace
from okey.server.connection import Connection
from okey.server.jobs import again
from okey.storage.accounts import Accounts
from okey.storage.store import Session

LOOK_SECONDS: Final = 2.0
BACK_MS: Final = 300
"""After so long a socket may come back, where its browser has got another session of the same person."""
REMEMBERED: Final = 10_000
"""Sessions that ended last: a socket that was let in by one of them just before is closed as well."""


class Sockets:
    """Which connections each session holds."""

    def __init__(self) -> None:
        self._open: dict[bytes, tuple[Session, set[Connection]]] = {}
        self._ended: dict[bytes, int | None] = {}

    @property
    def sessions(self) -> list[Session]:
        """The sessions that hold a connection."""
        return [session for session, _ in self._open.values()]

    def enter(self, session: Session, connection: Connection) -> None:
        """A connection of a session; it is closed at once when the session has ended meanwhile."""
        self._open.setdefault(session.digest, (session, set()))[1].add(connection)
        if session.digest in self._ended:
            connection.close(Bye("signed_out", self._ended[session.digest]))

    def leave(self, session: Session, connection: Connection) -> None:
        """A connection is gone."""
        _, held = self._open[session.digest]
        held.discard(connection)
        if not held:
            del self._open[session.digest]

    def end(self, digests: Iterable[bytes], back: bool = False) -> None:
        """These sessions have ended: close what they hold. `back`: their browser has another of the same person."""
        retry = BACK_MS if back else None
        for digest in digests:
            self._ended[digest] = retry
            if len(self._ended) > REMEMBERED:
                del self._ended[next(iter(self._ended))]
            _, held = self._open.get(digest, (None, ()))
            for connection in held:
                connection.close(Bye("signed_out", retry))


async def watch_sessions(sockets: Sockets, accounts: Accounts, trace: Trace) -> None:
    """Look every two seconds which sessions other nodes, or the host, have ended, until cancelled."""

    async def look() -> None:
        for digest, back in (await asyncio.to_thread(accounts.gone, sockets.sessions)).items():
            sockets.end([digest], back)

    await again(look, LOOK_SECONDS, trace, "sessions_failed")

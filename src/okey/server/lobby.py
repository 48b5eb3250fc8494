"""The lobby: running tables that are shown to everybody, told to whoever looks whenever they change."""

import asyncio
from collections.abc import Callable
from typing import Final

import msgspec

from okey.play.messages import Bye
from okey.play.ports import TableId
from okey.play.table import RETRY_MS
from okey.server import wire
from okey.server.connection import Connection
from okey.server.jobs import again
from okey.storage.store import Shown, Store

LOOK_SECONDS: Final = 1.0


class Lobby:
    """Reads the database while anybody looks, at most once a second: so it is right on every node."""

    def __init__(self, store: Store, watchers: Callable[[TableId], int], trace: Callable[..., None]) -> None:
        self._store = store
        self._watchers = watchers
        self._trace = trace
        self._shown: dict[Connection, bytes] = {}
        """Who looks, and what each was told last."""
        self._last = b""
        """The frame of the last second, while anybody looks."""
        self._looking = asyncio.Event()

    def enter(self, viewer: Connection) -> None:
        """Somebody looks: the tables come at once when others look already, else as soon as they are read."""
        self._shown[viewer] = b""
        if self._last:
            self._tell(self._last)
        self._looking.set()

    def leave(self, viewer: Connection) -> None:
        """Somebody looks no longer."""
        self._shown.pop(viewer, None)

    def stop(self) -> None:
        """Say good-bye to everybody."""
        for viewer in self._shown:
            viewer.close(Bye("restart", RETRY_MS))
        self._shown.clear()

    async def run(self) -> None:
        """Tell what changed, until cancelled."""
        await again(self._look, LOOK_SECONDS, self._trace, "lobby_failed")

    async def _look(self) -> None:
        await self._looking.wait()
        try:
            self._tell(await self._frame())
        finally:
            if not self._shown:
                self._last = b""
                self._looking.clear()

    async def _frame(self) -> bytes:
        tables = await asyncio.to_thread(self._store.lobby)
        return msgspec.json.encode(wire.Tables([self._table(table) for table in tables]))

    def _table(self, shown: Shown) -> wire.LobbyTable:
        return wire.LobbyTable(
            table=shown.table.hex(),
            preset=shown.preset,
            rules=shown.rules,
            seats=shown.seats,
            people=list(shown.people),
            computers=shown.computers,
            free=shown.seats - shown.computers - len(shown.people),
            deal=shown.deal,
            watchers=self._watchers(shown.table),
            options=wire.Options(not shown.quick, shown.watch, False, shown.quick, shown.rated, shown.stake),
        )

    def _tell(self, frame: bytes) -> None:
        self._last = frame
        for viewer, told in self._shown.items():
            if told != frame:
                viewer.write(frame)
                self._shown[viewer] = frame

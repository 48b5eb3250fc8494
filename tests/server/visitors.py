"""Browsers of one site in this process: each has a cookie of its own, and accounts cost no time."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from argon2 import PasswordHasher
from sqlalchemy import delete

from okey.play.ports import Clock
from okey.server import accounts
from okey.server.doors import SystemClock
from okey.server.gate import Doorkeeper
from okey.server.passwords import Passwords
from okey.server.site import Site
from okey.storage.schema import metadata
from tests.server.asgi import BASE, Answer, Client, settings

CHEAP = 8
"""KiB that a password costs."""
PASSWORD = "kırmızı 5 mavi 7"


class Visitor(Client):
    """A browser. Copies of it are other browsers."""

    peer = "127.0.0.1"

    async def ask(self, method: str, path: str, body: Any = None) -> Answer:
        """A request with a JSON body."""
        text = b"" if body is None else json.dumps(body).encode()
        return await self.request(method, path, text, {"user-agent": "Firefox/140.0 (X11; Linux)"}.items(), self.peer)

    async def told(self, method: str, path: str, body: Any = None, status: int = 200) -> Any:
        """The body of an answer that has this status."""
        answer = await self.ask(method, path, body)
        assert answer.status == status, (answer.status, answer.body)
        return answer.json() if answer.body else None

    async def sign_up(self, name: str = "Işıl", password: str = PASSWORD) -> list[str]:
        """A new account; its recovery codes."""
        made = await self.told("POST", "/api/account", {"name": name, "password": password}, 201)
        assert made["name"] == name
        codes: list[str] = made["codes"]
        return codes

    async def sign_in(self, name: str = "Işıl", password: str = PASSWORD) -> Answer:
        """One try."""
        return await self.ask("POST", "/api/session", {"name": name, "password": password})

    def another(self, cookie: str | None = None) -> Visitor:
        """Another browser of the same site, or a copy of this one's cookie."""
        other = copy(self)
        other.cookie = cookie
        return other

    @property
    def site(self) -> Site:
        """The site."""
        return self.app.site

    def hashing(self, memory: int) -> None:
        """Passwords cost so many KiB from now on."""
        self.site.passwords.close()
        self.site.passwords = Passwords(PasswordHasher(time_cost=1, memory_cost=memory, parallelism=1))

    def limited(self, **limits: int) -> None:
        """Nothing was tried yet, and these limits hold; else there are none."""
        wide: dict[str, Any] = {"tries_per_account": 10**6, "tries_per_address": 10**6, "accounts_per_hour": 10**6}
        self.site.doorkeeper = Doorkeeper(replace(self.site.settings, **(wide | limits)))

    def later(self, milliseconds: int) -> None:
        """So much time has passed."""
        self.site.clock = _Later(self.site.clock, milliseconds)

    def forget(self) -> None:
        """The site is as new, but for tables in memory."""
        with self.site.database.engine.begin() as connection:
            for table in reversed(metadata.sorted_tables):
                if table.name not in ("progress", "reckoned"):
                    connection.execute(delete(table))
        self.site.clock = SystemClock()
        self.hashing(CHEAP)
        self.limited()


@asynccontextmanager
async def visitor(folder: Path, base: str = BASE, **changes: Any) -> AsyncIterator[Visitor]:
    """The first browser of a new site whose passwords are hashed at once and whose recovery does not wait."""
    with patch.object(accounts, "RECOVERY_SECONDS", 0.0):
        async with Visitor(settings(folder, **changes), base) as made:
            made.hashing(CHEAP)
            made.limited()
            yield made


class _Later:
    """A clock so many milliseconds ahead of another."""

    def __init__(self, clock: Clock, ahead: int) -> None:
        self._clock = clock
        self._ahead = ahead

    def now(self) -> int:
        """See `okey.play.ports.Clock.now`."""
        return self._clock.now() + self._ahead

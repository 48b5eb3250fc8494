"""The server of a simulation: its lives one after another over the same disk, and what fails inside it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from okey.fair.signing import Signer
from okey.play.bots import fallback
from okey.play.gathering import Fairness
from okey.play.hub import Hub
from okey.play.invitation import Invitation
from okey.play.opening import PRIVATE, Level, Options, Secret
from okey.play.ports import Ports, TableId
from okey.rules.actions import Finish, SeatAction, Throw
from okey.rules.ruleset import Ruleset
from okey.rules.view import View
from okey.server.settings import Settings
from okey.testing import KEY, NeverAnswers
from okey.testing import think as clever
from tests.simulation.disk import Disk, DiskLog
from tests.simulation.network import Net, Porch
from tests.simulation.weather import Weather
from tests.simulation.world import Injected, Process, Town

SIGNER = Signer(KEY)
SETTINGS = Settings(data=Path("nowhere"))
FAREWELL = 3.0
"""Seconds in which a server that goes down sends what waits."""


class Plain:
    """A vault that hides nothing from the judge."""

    def seal(self, table: bytes, seed: bytes) -> bytes:
        """See `okey.play.invitation.Vault`."""
        return bytes(byte ^ 1 for byte in seed)

    def open(self, table: bytes, sealed: bytes) -> bytes:
        """See `okey.play.invitation.Vault`."""
        return bytes(byte ^ 1 for byte in sealed)


@dataclass(frozen=True)
class Wish:
    """A table somebody wants to open."""

    founder: bytes
    rules: Ruleset
    alone: bool
    level: Level
    options: Options = PRIVATE


class Server:
    """One machine. `net` is None while it is down."""

    def __init__(self, town: Town, disk: Disk, weather: Weather) -> None:
        self.town = town
        self.disk = disk
        self.weather = weather
        self.chance = random.Random(f"server {town.seed}")
        self.arrived: dict[bytes, bytes] = {}
        """Ids of commands that reached the server, with the person who sent them."""
        self.since = town.time
        """Since when it is up."""
        self.net: Net | None = None
        self.hub: Hub | None = None
        self._process: Process | None = None
        self.start()

    def start(self) -> None:
        """A new life: it takes up the tables, then lets people in."""
        process = self._process = Process(self.town)
        log = DiskLog(self.disk, process, self.kill)
        pace = self.chance.choice((0.0, 1.0))
        fairness = Fairness(Vault(self), self._signer, lambda level: tuple(f"{level} {n}" for n in (1, 2, 3)))
        ports = Ports(process, process, log, self.town, self.town.tell, purses=log)
        hub = Hub(ports, self._think, pace, fairness)
        process.spawn(self._open(process, hub))

    async def _open(self, process: Process, hub: Hub) -> None:
        try:
            await hub.start()
        except OSError:
            self.town.doom = self.kill
            return
        self.hub = hub
        self.net = Net(self.town, process, Porch(hub, process, SETTINGS), self.weather, self.arrived)
        self.since = self.town.time

    def kill(self) -> None:
        """The process dies at once; another one comes after up to two minutes."""
        process, net = self._process, self.net
        if process is None or not process.alive:
            return
        process.kill()
        self.disk.crash()
        self.net = self.hub = self._process = None
        if net is not None:
            net.down()
        wait = self.chance.choice((0.0, 1.0, 5.0, 30.0, 120.0)) * self.chance.random()
        self.town.call_later(wait, self.start)

    def deploy(self) -> None:
        """The process says good-bye and ends; the next version takes over its data."""
        if self.hub is None or self.net is None:
            return
        process, net = self._process, self.net
        self.hub.stop()
        self.net = self.hub = None

        def end() -> None:
            if process is not None and process.alive:
                process.kill()
                self.disk.forget()
                net.down()
                self._process = None
                self.town.call_later(self.chance.random() * 5, self.start)

        self.town.call_later(FAREWELL, end)

    def cancel_one(self) -> None:
        """Some task of the server is cancelled."""
        if self._process is not None and self._process.cancel_one(self.chance):
            self.town.struck("task cancelled")

    def open_table(self, wish: Wish, done: Callable[[TableId | None], None]) -> None:
        """Somebody opens a table; `done` hears its id, or None when that failed or the answer was lost."""
        if self.hub is None or self._process is None:
            done(None)
            return
        invitation = Invitation(
            table=self.town.token(16),
            rules=wish.rules,
            founder=wish.founder,
            alone=wish.alone,
            hints=False,
            level=wish.level,
            public_key=SIGNER.public,
            created=self._process.now(),
            seed=Secret(self.town.token(32)),
            bots=Secret(self.town.token(32)),
            code="" if wish.alone else self.town.token(3).hex().upper(),
            options=wish.options,
        )
        self._process.spawn(self._invite(self.hub, invitation, done))

    async def _invite(self, hub: Hub, invitation: Invitation, done: Callable[[TableId | None], None]) -> None:
        try:
            done(await hub.invite(invitation))
        except OSError:
            done(None)

    # --- what fails inside

    def fails(self, what: str) -> None:
        """An internal call that may raise."""
        if self.weather.inner and self.chance.random() < self.weather.inner:
            self.town.struck(f"{what} raised")
            raise Injected(what)

    def _signer(self, public: bytes) -> Signer:
        if public != SIGNER.public:
            raise KeyError(public.hex())
        return Shaky(self)

    def _think(self, view: View, level: str, seed: bytes) -> Any:
        """A computer player that may raise, hang or answer nonsense."""
        chance, weather = random.Random(seed), self.weather
        roll = chance.random()
        if roll < weather.bot_raises:
            self.town.struck("bot raised")
            raise ValueError("no idea")
        roll = chance.random()
        if roll < weather.bot_hangs:
            self.town.struck("bot hung")
            raise NeverAnswers
        roll = chance.random()
        if roll < weather.bot_talks:
            self.town.struck("bot answered nonsense")
            return chance.choice(("draw", 7, None, Throw(chance.randrange(-3, 200)), Finish(105), [], Throw))
        return plain(view, chance) if level == "kolay" else clever(view, level, seed)


class Vault(Plain):
    """A vault that may fail to open."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def open(self, table: bytes, sealed: bytes) -> bytes:
        """See `okey.play.invitation.Vault`."""
        self._server.fails("vault")
        return super().open(table, sealed)


class Shaky(Signer):
    """A signer that may fail."""

    def __init__(self, server: Server) -> None:
        super().__init__(KEY)
        self._server = server

    def sign(self, message: bytes) -> bytes:
        """See `okey.fair.signing.Signer`."""
        self._server.fails("signer")
        return super().sign(message)


def plain(view: View, chance: random.Random) -> SeatAction:
    """A cheap computer player: any legal move."""
    if "throw" in view.can:
        return Throw(chance.choice(view.rack))
    return fallback(view)

"""Counters for the host, in Prometheus' format; they hold numbers and nothing about anybody."""

from collections.abc import Callable, Mapping
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
STORED: Final = {
    "accounts": "Accounts",
    "people": "Persons who are known, guests among them",
    "sessions": "Sessions",
    "running": "Running tables on all nodes",
    "ended": "Lines of the list of outcomes",
    "rated": "Rated matches",
    "movements": "Movements of the ledger",
    "reports": "Open reports",
}
"""Numbers of the database, by their names in `okey.storage.host.Host.statistics`."""

WAYS: Final = {
    "/api/account": "sign_up",
    "/api/account/passkey": "sign_up_passkey",
    "/api/session": "password",
    "/api/session/passkey": "passkey",
    "/api/prove": "proof",
    "/api/recovery": "recovery",
}
"""Ways into an account, by the path that is posted to."""
REFUSED: Final = (400, 401, 403, 404, 409)
LIMITED: Final = (429, 503)


class Metrics:
    """The numbers of one site."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.commands = Counter(
            "okey_commands", "Frames of clients by what became of them", ["kind"], registry=self.registry
        )
        self._commands: dict[str, Counter] = {}
        """By kind: finding them anew for every frame takes longer than counting."""
        self.refused = Counter(
            "okey_sockets_refused", "Sockets refused at the upgrade by reason", ["reason"], registry=self.registry
        )
        self.faults = Counter("okey_faults", "Faults by event", ["event"], registry=self.registry)
        self.signins = Counter(
            "okey_signins", "Ways into an account by kind and outcome", ["way", "outcome"], registry=self.registry
        )
        self.tables = Gauge("okey_tables", "Tables in memory", registry=self.registry)
        self.sockets = Gauge("okey_sockets", "Open sockets", registry=self.registry)
        self.hashing = Gauge("okey_password_queue", "Passwords that are hashed or wait for it", registry=self.registry)
        self.database = Gauge(
            "okey_database_seconds", "How long the smallest question to the database took", registry=self.registry
        )
        self.delay = Histogram(
            "okey_move_seconds",
            "From a command's arrival to its answer",
            buckets=(0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0),
            registry=self.registry,
        )
        self._stored = {
            name: Gauge(f"okey_stored_{name}", text, registry=self.registry) for name, text in STORED.items()
        }

    def watch(self, tables: Callable[[], int], sockets: Callable[[], int], hashing: Callable[[], int]) -> None:
        """Read the gauges from these."""
        self.tables.set_function(tables)
        self.sockets.set_function(sockets)
        self.hashing.set_function(hashing)

    def heard(self, kind: str) -> None:
        """A frame of a client, by what became of it."""
        counter = self._commands.get(kind)
        if counter is None:
            counter = self._commands[kind] = self.commands.labels(kind)
        counter.inc()

    def answered(self, method: str, path: str, status: int) -> None:
        """A REST path was answered; ways into an account are counted."""
        if method == "POST" and path in WAYS:
            outcome = "in" if status < 300 else "refused" if status in REFUSED else "failed"
            self.signins.labels(WAYS[path], "limited" if status in LIMITED else outcome).inc()

    def store(self, numbers: Mapping[str, int], seconds: float) -> None:
        """What the database holds, and how fast it answers."""
        self.database.set(seconds)
        for name, gauge in self._stored.items():
            gauge.set(numbers[name])

    def text(self) -> bytes:
        """The page of numbers."""
        return generate_latest(self.registry)

"""Counters for the host, in Prometheus' format; they hold numbers and nothing about anybody."""

from collections.abc import Callable
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """The numbers of one site."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.commands = Counter(
            "okey_commands", "Frames of clients by what became of them", ["kind"], registry=self.registry
        )
        self.refused = Counter(
            "okey_sockets_refused", "Sockets refused at the upgrade by reason", ["reason"], registry=self.registry
        )
        self.faults = Counter("okey_faults", "Faults by event", ["event"], registry=self.registry)
        self.tables = Gauge("okey_tables", "Tables in memory", registry=self.registry)
        self.sockets = Gauge("okey_sockets", "Open sockets", registry=self.registry)
        self.delay = Histogram(
            "okey_move_seconds",
            "From a command's arrival to its answer",
            buckets=(0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0),
            registry=self.registry,
        )

    def watch(self, tables: Callable[[], int], sockets: Callable[[], int]) -> None:
        """Read the gauges from these."""
        self.tables.set_function(tables)
        self.sockets.set_function(sockets)

    def text(self) -> bytes:
        """The page of numbers."""
        return generate_latest(self.registry)

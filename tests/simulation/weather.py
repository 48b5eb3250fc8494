"""What goes wrong in one run, and how often: some runs have no faults at all, some are terrible, most have a few kinds.

Rates differ from run to run ("swarm"), because a fault that is always there hides what happens without it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, fields


@dataclass
class Weather:
    """Chances. The first group is per virtual minute, all others are for each single call."""

    kill: float = 0.0
    """The server dies and comes back after up to 120 s."""
    deploy: float = 0.0
    """The server says good-bye and another one takes over its data."""
    clock: float = 0.0
    """The clock on the wall is set, forward or back."""
    cancel: float = 0.0
    """A task of the server is cancelled at whatever it waits for."""
    cut: float = 0.0
    """A connection breaks."""
    mute: float = 0.0
    """A connection goes dead without anybody being told."""

    exodus: float = 0.0
    """Everybody leaves a table for good."""
    spend: float = 0.0
    """What somebody has is held at a table of another node, or given back there."""

    kill_at_write: float = 0.0
    sync_fails: float = 0.0
    disk_full: float = 0.0
    read_fails: float = 0.0
    slow_disk: float = 0.0
    rival: float = 0.0
    """Another node has written the next row."""
    twice: float = 0.0
    """A command arrives twice."""
    late: float = 0.0
    """A frame needs seconds."""
    bot_raises: float = 0.0
    bot_hangs: float = 0.0
    bot_talks: float = 0.0
    """A computer player answers nonsense."""
    inner: float = 0.0
    """An internal call raises."""

    @classmethod
    def of(cls, chance: random.Random, storm: bool = False) -> Weather:
        """The weather of one run; in a `storm` every rate is high."""
        mood = 1.0 if storm else chance.random()
        weather = cls()
        if mood < 0.15:
            return weather
        for name, (low, high) in RATES.items():
            weights = (0.0, 0.0, low, high) if mood < 0.85 else (high,)
            setattr(weather, name, chance.choice(weights))
        return weather

    def clear(self) -> None:
        """No more faults."""
        for each in fields(self):
            setattr(self, each.name, 0.0)


RATES = {
    "kill": (0.1, 0.6),
    "deploy": (0.1, 0.4),
    "clock": (0.1, 0.5),
    "cancel": (0.1, 0.5),
    "cut": (0.1, 1.0),
    "mute": (0.05, 0.4),
    "exodus": (0.02, 0.15),
    "kill_at_write": (0.001, 0.01),
    "sync_fails": (0.002, 0.02),
    "disk_full": (0.001, 0.004),
    "read_fails": (0.02, 0.2),
    "slow_disk": (0.01, 0.1),
    "rival": (0.005, 0.05),
    "twice": (0.02, 0.3),
    "late": (0.01, 0.08),
    "bot_raises": (0.05, 0.4),
    "bot_hangs": (0.02, 0.2),
    "bot_talks": (0.05, 0.4),
    "inner": (0.001, 0.01),
    "spend": (2.0, 8.0),
}

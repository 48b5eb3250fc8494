"""Who comes to the tables: honest people, people who sleep, leave, lie, flood, do not read, or watch."""

from __future__ import annotations

import random
from dataclasses import dataclass

from okey.fair.messages import digest
from okey.storage import store
from tests.simulation.notes import Court, Notes
from tests.simulation.server import Server
from tests.simulation.tab import Tab
from tests.simulation.world import Town

SHARED = b"the same browser"
"""In which several persons have accounts."""


@dataclass(frozen=True)
class Habits:
    """What a person does besides playing; chances are per turn to do something."""

    think: tuple[float, float] = (400, 4000)
    """Milliseconds between two things it does."""
    sits: bool = True
    plays: bool = True
    clever: bool = False
    """Plays to finish."""
    honest: bool = True
    """At the end it must know what the server knows."""
    checks: bool = False
    """Checks every signature."""
    copies: int = 1
    """How many times it sends each command."""
    leaves: float = 0.0
    """Goes and does not come back."""
    drops: float = 0.0
    """Cuts its own line and comes back."""
    tabs: float = 0.0
    """Opens the table in a second tab."""
    talks: float = 0.01
    """Says something, has the server play in part, or wants a rematch."""
    lies: float = 0.0
    floods: float = 0.0
    stalls: float = 0.0
    """Stops reading for a while."""


KINDS = {
    "human": Habits(),
    "player": Habits(clever=True, think=(300, 1500)),
    "bot": Habits(clever=True, think=(5, 50)),
    "sleeper": Habits(plays=False),
    "leaver": Habits(leaves=0.02, honest=False),
    "reconnector": Habits(drops=0.1),
    "two tabs": Habits(tabs=0.05),
    "double sender": Habits(copies=4),
    "liar": Habits(lies=0.3, honest=False),
    "flooder": Habits(floods=0.05, honest=False),
    "slow reader": Habits(stalls=0.05, honest=False),
    "deaf flooder": Habits(think=(900, 1200), floods=0.5, stalls=0.1, honest=False),
    "verifier": Habits(checks=True),
    "watcher": Habits(sits=False, plays=False),
}


class Person:
    """One guest and its tabs."""

    def __init__(self, town: Town, server: Server, court: Court, name: str, habits: Habits) -> None:
        self.town = town
        self.server = server
        self.court = court
        self.name = name
        self.habits = habits
        self.chance = random.Random(f"{name} {town.seed}")
        seed = digest(name.encode())
        who = random.Random(f"who is {name} {town.seed}")
        browser = who.choice((seed[16:], seed[16:], SHARED))
        self.session = store.Session(store.Person(seed[:16], name, who.random() < 0.8), seed, browser, 0)
        self.purse = who.choice((10, 30, 60, 200))
        """What the person has at the beginning."""
        self.notes: dict[bytes, Notes] = {}
        self.tabs: list[Tab] = []

    def invited(self, table: bytes) -> None:
        """The person is told of a table, and opens it."""
        if table not in self.notes:
            self.notes[table] = Notes(table)
            self.open_tab(table)

    def open_tab(self, table: bytes) -> None:
        """One more tab with this table."""
        tab = Tab(self, self.notes[table])
        self.tabs.append(tab)
        tab.tick()

    def calm_down(self) -> None:
        """From now on: no mischief; who has left stays away."""
        kept = ("think", "sits", "plays", "clever", "honest", "checks")
        self.habits = Habits(**{name: getattr(self.habits, name) for name in kept}, talks=0.0)
        for tab in self.tabs:
            if tab.line is not None and not tab.line.reading:
                tab.line.read_on()

    def leave(self, table: bytes) -> None:
        """Go, and do not come back to this table."""
        notes = self.notes.get(table)
        if notes is None:
            return
        notes.gone = True
        for tab in self.tabs_of(notes):
            if tab.line is not None:
                tab.line.cut()
                tab.line = None

    def tabs_of(self, notes: Notes) -> list[Tab]:
        """The tabs that show one table."""
        return [tab for tab in self.tabs if tab.notes is notes]

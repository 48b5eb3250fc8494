"""A match of one person against computers in one process: rules, bots and a key, without a screen."""

import hashlib
from collections.abc import Iterator
from random import Random
from typing import Final

from okey.bots import LEVELS
from okey.bots.position import Position
from okey.fair.deal import Roll, roll, start_deal
from okey.play.bots import fallback
from okey.play.opening import SEATS
from okey.rules.actions import Action
from okey.rules.events import COMPUTER, PERSON, Event, Four
from okey.rules.faults import Fault
from okey.rules.match import decide, evolve, new_match
from okey.rules.ruleset import Ruleset
from okey.rules.view import View, view

YOU: Final = 0
"""The seat of the person."""


class Game:
    """The match that follows from a seed and the person's moves; nothing else decides anything."""

    def __init__(self, ruleset: Ruleset, level: str, seed: int) -> None:
        self.bot = LEVELS[level]
        self.key = hashlib.sha256(f"okey-play/{seed}".encode()).digest()
        self.streams = [Random(f"okey-play/{seed}/{seat}") for seat in range(4)]
        seats = SEATS[ruleset.seats]
        one, two, three, four = ((PERSON if seat == YOU else COMPUTER) if seat in seats else 0 for seat in range(4))
        kinds: Four = (one, two, three, four)
        self.first, self.rolls = self._roll(seats)
        self.state = new_match(ruleset, kinds, self.first)

    def _roll(self, seats: tuple[int, ...]) -> tuple[int, tuple[Roll, ...]]:
        return roll(self.key, seats)

    @property
    def view(self) -> View:
        """What the person sees."""
        return view(self.state, YOU)

    def deal(self) -> tuple[Event, ...]:
        """Start the next deal."""
        return self._happen(None, start_deal(self.key, self.state.number + 1))

    def act(self, action: Action) -> tuple[Event, ...] | Fault:
        """Do what the person asks for."""
        events = decide(self.state, YOU, action)
        if not isinstance(events, Fault):
            self._fold(events)
        return events

    def computers(self) -> Iterator[Event]:
        """Let the computers play until it is the person's turn or the deal is over; each event once it has happened."""
        while (seat := self.state.turn) is not None and seat != YOU:
            seen = view(self.state, seat)
            action = self.bot.decide(Position.of(seen), self.streams[seat])
            events = decide(self.state, seat, action)
            if isinstance(events, Fault):
                events = decide(self.state, seat, fallback(seen))
            assert not isinstance(events, Fault), events
            for event in events:
                self._fold((event,))
                yield event

    def _happen(self, seat: int | None, action: Action) -> tuple[Event, ...]:
        events = decide(self.state, seat, action)
        assert not isinstance(events, Fault), events
        self._fold(events)
        return events

    def _fold(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self.state = evolve(self.state, event)

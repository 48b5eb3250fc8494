"""One run: a site, its people and its weather, first with faults (safety), then without (liveness)."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final
from unittest.mock import patch

from okey.fair.trust import Keyring
from okey.play import steps
from okey.play.bots import fallback
from okey.play.gathering import Fairness
from okey.play.opening import PRIVATE, Level, Options
from okey.play.recording import record_of
from okey.play.standing import MOST_LAG, play
from okey.record.model import write_record
from okey.record.verify import verify
from okey.rules.actions import TimeOut
from okey.rules.faults import Fault
from okey.rules.match import decide
from okey.rules.ruleset import PRESETS, Ruleset
from okey.rules.view import view
from okey.server.connection import Connection
from tests.simulation.counting import Members
from tests.simulation.disk import HOUSE, Disk
from tests.simulation.evidence import evidence_of
from tests.simulation.judge import Judge, need
from tests.simulation.network import town_time
from tests.simulation.people import KINDS, Person
from tests.simulation.server import SIGNER, Plain, Server, Wish
from tests.simulation.weather import Weather
from tests.simulation.world import Town, Violation

MINUTES = 5.0
"""Virtual minutes with faults."""
CALM = 5.0
"""Virtual minutes without, in which everything has to move on."""
WATCH = 5_000
"""Virtual milliseconds between two looks at what is due."""
LEVELS: Final[tuple[Level, ...]] = ("kolay", "kolay", "kolay", "orta")
FAIRNESS = Fairness(Plain(), lambda public: SIGNER, lambda level: ())


@dataclass(frozen=True)
class Result:
    """What came of a run."""

    trace: str
    """A digest of everything that was stored and sent, with its times."""
    virtual_ms: float
    faults: Counter[str]
    checks: int
    rows: int
    frames: int
    matches: int
    """Matches that came to their end and were verified."""


class Simulation:
    """The world of one seed."""

    def __init__(self, seed: int, storm: bool = False, minutes: float = MINUTES) -> None:
        self.minutes = minutes
        self.chance = random.Random(f"simulation {seed}")
        self.fortune = random.Random(f"fortune {seed}")
        """For what has to do with çekirdek: worlds without it are as they would be if there were none."""
        self.counting = self.fortune.random() < 0.4
        """Whether tables are founded that count."""
        self.town = Town(seed)
        self.weather = Weather.of(random.Random(f"weather {seed}"), storm)
        self.disk = Disk(self.town, self.weather)
        self.server = Server(self.town, self.disk, self.weather)
        self.judge = Judge(self.town, self.disk, self.server)
        self.people = [self._person(number) for number in range(self.chance.randrange(2, 7))]
        who = [person.session for person in self.people]
        self.judge.members = Members({each.person.id: each.browser for each in who if each.person.account})
        self.disk.purses = {person.session.person.id: person.purse for person in self.people}
        self.frames = 0
        self.matches = 0
        self._digest = hashlib.sha256()
        self.town.after = self.judge.look
        self.disk.rival = self._rival

    def run(self) -> Result:
        """Play it. Raises `Violation`."""
        with ExitStack() as patches:
            patches.enter_context(town_time(self.town))
            patches.enter_context(patch.object(steps, "decide", self._shaky(decide)))
            patches.enter_context(patch.object(Connection, "write", self._traced(Connection.write)))
            begun = self.town.time
            self._open_tables()
            self._strike()
            self._watch()
            self.town.advance(self.minutes * 60_000)
            self._settle()
            self._verify()
        for table in self.disk.tales.values():
            for row in table.rows:
                self._digest.update(repr(row).encode())
        return Result(
            self._digest.hexdigest(),
            self.town.time - begun,
            self.town.faults,
            self.judge.checks,
            sum(docket.read for docket in self.judge.dockets.values()),
            self.frames,
            self.matches,
        )

    # --- who plays what

    def _person(self, number: int) -> Person:
        kinds = list(KINDS)
        weights = [4 if kind in ("human", "player", "verifier") else 1 for kind in kinds]
        kind = self.chance.choices(kinds, weights)[0]
        return Person(self.town, self.server, self.judge, f"{kind} {number}", KINDS[kind])

    def _open_tables(self) -> None:
        for number in range(self.chance.choice((1, 2, 2, 3, 4))):
            founder = self.chance.choice(self.people)
            alone = self.chance.random() < 0.25
            rules, level = self._rules(), self.chance.choice(LEVELS)
            options = PRIVATE if alone else self._options(founder, rules)
            if options.rated:
                rules = replace(rules, absent="clock")
            wish = Wish(founder.session.person.id, rules, alone, level, options)
            self._open(founder, wish, self.chance.uniform(0, 40 * self.minutes) if number else 0.0)

    def _rules(self) -> Ruleset:
        chance = self.chance
        rules = PRESETS[chance.choice(tuple(PRESETS))]
        deals = 1 if rules.count == "pot" else chance.choice((1, 2, 3))
        return replace(
            rules,
            seats=chance.choice((2, 2, 3, 4)),
            deals=deals,
            moves=chance.choice((8, 20, 40)),
            move=chance.choice((8, 15)),
            reserve=chance.choice((0, 10)),
            late=chance.choice(("forfeit", "auto")),
            absent=chance.choice(("clock", "computer")),
        )

    def _options(self, founder: Person, rules: Ruleset) -> Options:
        """How a table for several is opened: by its code only or, in some worlds, to count, or by quick match."""
        chance, member = self.fortune, founder.session.person.account
        if not self.counting or chance.random() < 0.2:
            return PRIVATE
        stake = rules.points if rules.count == "pot" else chance.choice((5, 25))
        rated, staked = member and chance.random() < 0.7, member and chance.random() < 0.7
        return Options(True, quick=chance.random() < 0.4, rated=rated, stake=stake if staked else 0)

    def _open(self, founder: Person, wish: Wish, after: float) -> None:
        """The founder asks until the table is there, then tells the others."""
        heard: list[bytes] = []

        def done(table: bytes | None) -> None:
            if table is not None and not heard:
                heard.append(table)
                founder.invited(table)
                for person in self.people:
                    if person is not founder and not wish.alone and self.chance.random() < 0.8:
                        self.town.call_later(self.chance.uniform(0, 10), partial(person.invited, table))

        def ask() -> None:
            if not heard:
                self.server.open_table(wish, done)
                self.town.call_later(8, ask)

        self.town.call_later(after, ask)

    # --- what goes wrong

    def _strike(self) -> None:
        strikes: dict[str, Callable[[], None]] = {
            "kill": self.server.kill,
            "deploy": self.server.deploy,
            "clock": self._set_clock,
            "cancel": self.server.cancel_one,
            "cut": lambda: self._line(lambda line: line.broken()),
            "mute": lambda: self._line(lambda line: line.mute()),
            "exodus": self._leave_together,
        }
        for what, strike in strikes.items():
            self._repeat(what, strike, self.chance)
        if self.counting:
            self._repeat("spend", self._spend, self.fortune)

    def _repeat(self, what: str, strike: Callable[[], None], chance: random.Random) -> None:
        """Again and again, at random, as often as the weather says."""
        rate = getattr(self.weather, what)
        if not rate:
            return

        def again() -> None:
            if getattr(self.weather, what):
                self.town.struck(what)
                strike()
                self._repeat(what, strike, chance)

        self.town.call_later(chance.expovariate(rate) * 60, again)

    def _set_clock(self) -> None:
        self.town.set_clock(self.chance.choice((-60_000, -5_000, -1, 1, 5_000, 60_000)))

    def _spend(self) -> None:
        """Somebody's purse is empty from now on, or no longer."""
        purses, person = self.disk.purses, self.fortune.choice(self.people)
        own, house = purses[person.session.person.id], purses.get(HOUSE, 0)
        amount = own or -min(house, person.purse)
        purses |= {person.session.person.id: own - amount, HOUSE: house + amount}

    def _leave_together(self) -> None:
        """Everybody leaves one of the tables."""
        tables = sorted(self.judge.dockets)
        if tables:
            table = self.chance.choice(tables)
            for person in self.people:
                person.leave(table)

    def _rival(self, table: bytes) -> None:
        """Another node makes the next move of the table: that of a computer, or the time-out."""
        self.judge.look()
        standing = self.judge.dockets[table].standing if table in self.judge.dockets else None
        if standing is None or standing.game.turn is None:
            return
        seat, now = standing.computer, self.town.now()
        if seat is not None:
            events = decide(standing.game, seat, fallback(view(standing.game, seat)))
        elif standing.clock.deadline is not None and standing.clock.deadline + MOST_LAG <= now:
            events = decide(standing.game, None, TimeOut())
        else:
            return
        if not isinstance(events, Fault):
            self.town.struck("another node")
            written = play(standing, events, now)
            self.disk.store(table, [step.row for step in written], steps.effects(written))

    def _line(self, strike: Callable[[Any], None]) -> None:
        if self.server.net is not None and self.server.net.lines:
            strike(self.chance.choice(self.server.net.lines))

    def _shaky(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def shaky(*arguments: Any) -> Any:
            self.server.fails(call.__name__)
            return call(*arguments)

        return shaky

    def _traced(self, write: Callable[..., None]) -> Callable[..., None]:
        def traced(connection: Connection, frame: bytes) -> None:
            self.frames += 1
            self._digest.update(b"%d" % self.town.time)
            self._digest.update(frame)
            write(connection, frame)

        return traced

    def _watch(self) -> None:
        """What is due has to be done while the server is up; while it is not, nothing can be expected."""
        well_since = max(self.server.since, self.disk.full_until)
        if self.server.net is not None and self.town.time - well_since > 2 * WATCH:
            self.judge.watch(WATCH)
        self.town.call_later(WATCH / 1000, self._watch)

    # --- when nothing goes wrong any more

    def _settle(self) -> None:
        self.weather.clear()
        for person in self.people:
            person.calm_down()
        before = {table: docket.n for table, docket in self.judge.dockets.items()}
        for _ in range(int(CALM * 60_000 / WATCH)):
            self.town.advance(WATCH)
            waiting = self._waiting(before)
            if not waiting:
                return
        raise Violation(f"liveness: {'; '.join(waiting)}")

    def _waiting(self, before: dict[bytes, int]) -> list[str]:
        """What still has to happen."""
        found: list[str] = []
        if self.server.net is None:
            found.append("the server is down")
        for table, docket in self.judge.dockets.items():
            name, standing = table.hex()[:6], docket.standing
            if docket.ended:
                continue
            if standing is None:
                seating = docket.seating
                if seating is not None and (seating.listed is not None or not seating.free):
                    found.append(f"{name}: the list is not opened")
            elif docket.n <= before.get(table, 0) and not (standing.away and standing.due is None):
                found.append(f"{name}: nothing has happened since event {docket.n}")
        for person in self.people:
            if person.habits.honest:
                found += self._behind(person)
        return found

    def _behind(self, person: Person) -> list[str]:
        """Where an honest person's head is not the one of the table."""
        found: list[str] = []
        for table, notes in person.notes.items():
            docket = self.judge.dockets.get(table)
            standing = docket.standing if docket is not None else None
            if docket is None or standing is None or notes.gone or notes.seat is None or not standing.n:
                continue
            if any(tab.line is not None for tab in person.tabs_of(notes) if not tab.finished):
                if notes.heads.get(standing.n) != standing.head:
                    found.append(f"{person.name} is at event {notes.top} of {standing.n} of {table.hex()[:6]}")
                elif notes.pending is not None and not docket.ended:
                    found.append(f"{person.name} waits for an answer")
            else:
                found.append(f"{person.name} is not connected to {table.hex()[:6]}")
        return found

    def _verify(self) -> None:
        """Every match that has ended has a record, and it is valid, for those too who kept what they were told. No
        çekirdek was made or lost."""
        need(
            sum(self.disk.purses.values()) == sum(person.purse for person in self.people),
            "çekirdek was made or lost",
        )
        keys = Keyring([SIGNER.public])
        for table, docket in self.judge.dockets.items():
            record = record_of(table, self.disk.rows(table), FAIRNESS, (), "simulation")
            need((record is not None) == docket.ended, "a table has a record when it has ended")
            if record is None:
                continue
            self.matches += docket.standing is not None
            data = write_record(record)
            for person in self.people:
                notes = person.notes.get(table)
                evidence = evidence_of(notes) if notes is not None and person.habits.checks else None
                if evidence is not None or person is self.people[0]:
                    verdict = verify(data, keys, evidence)
                    need(verdict.text in ("valid", "valid, cancelled"), f"I10: the record is {verdict.text}")


def run(seed: int, storm: bool = False) -> Result:
    """Play the world of `seed`; a violation names it."""
    simulation = Simulation(seed, storm)
    try:
        return simulation.run()
    except Exception as fault:
        fault.add_note(f"python -m tests.simulation {'storm ' if storm else ''}{seed}")
        raise
    finally:
        simulation.town.kill()

"""Makes whole matches and their records: the rules engine played by bots or by fixed habits, signed by the test key.

Everything follows from the name of a match, so records are the same on every machine.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from okey.bots import LEVELS, Bot, Position
from okey.fair.chain import Chain
from okey.fair.deal import roll, start_deal
from okey.fair.events import Entry, decode, encode
from okey.fair.messages import (
    Z,
    digest,
    list_bytes,
    master_key,
    player_commit,
    receipt_message,
    rules_hash,
    server_commit,
)
from okey.fair.signing import Signer
from okey.fair.trust import Keyring
from okey.record.build import Facts, build, signed_head
from okey.record.model import (
    AFTER_LIST,
    BEFORE_LIST,
    EVIDENCE,
    FINISHED,
    IN_PLAY,
    Computer,
    Record,
    RecordSeat,
    write_record,
)
from okey.rules.actions import (
    Cancel,
    DeclarePairs,
    Draw,
    Finish,
    SetControl,
    ShowIndicator,
    Take,
    Throw,
    TimeOut,
)
from okey.rules.clock import Clock
from okey.rules.events import Event
from okey.rules.match import decide, evolve, lay, new_match
from okey.rules.ruleset import PRESETS, Ruleset
from okey.rules.view import view

SIGNER: Final = Signer(bytes(range(32)))
"""The key of the shared vectors."""
OTHER: Final = Signer(b"\x77" * 32)
KEYS: Final = Keyring([SIGNER.public])
CREATED: Final = 1_767_225_600_000
LISTED: Final = CREATED + 30_000
NAMES: Final = ("Ada", "Baran", "Ceren", "Deniz")


def rules(preset: str = "klasik", seats: int = 2, **fields: Any) -> Ruleset:
    """A preset with some fields changed."""
    return replace(PRESETS[preset].with_seats(seats), **fields)


def bytes_of(name: str, size: int = 32) -> bytes:
    return hashlib.sha256(name.encode()).digest()[:size]


@dataclass(frozen=True, slots=True)
class Habits:
    """How the seats play: chances at a turn, and who chooses the tiles."""

    level: str | None = "orta"
    """None: nobody finishes; the latest tile that is no okey is thrown."""
    sleep: float = 0.0
    claim: float = 0.0
    declare: float = 0.0
    leave: float = 0.0
    show: bool = True
    take: bool = False
    """Without a level: take whenever something lies there."""


class Match:
    """A match as it is played; `facts` and `record` at any moment."""

    def __init__(
        self,
        name: str,
        ruleset: Ruleset,
        kinds: Sequence[int] = (1, 0, 1, 0),
        habits: Habits | None = None,
        values: Mapping[int, bytes] | None = None,
    ) -> None:
        self.name, self.ruleset, self.kinds = name, ruleset, tuple(kinds)
        self.habits = habits or Habits()
        self.random = Random(name)
        self.table_id, self.seed = bytes_of(f"{name} table", 16), bytes_of(f"{name} seed")
        self.values = [bytes_of(f"{name} value {s}") if kind == 1 else None for s, kind in enumerate(kinds)]
        for seat, value in (values or {}).items():
            self.values[seat] = value
        self.commit = server_commit(self.table_id, rules_hash(ruleset.text.encode()), self.seed)
        self.commits = [
            Z if value is None else player_commit(self.table_id, self.commit, seat, value)
            for seat, value in enumerate(self.values)
        ]
        hashed = rules_hash(ruleset.text.encode())
        self.listed = digest(list_bytes(self.table_id, hashed, self.commit, kinds, self.commits))
        self.key = master_key(self.seed, self.listed, kinds, self.values)
        occupied = [seat for seat in range(4) if kinds[seat]]
        self.state = new_match(ruleset, self.kinds, roll(self.key, occupied)[0])  # type: ignore[arg-type]
        self.clock = Clock.of(ruleset, self.state.kinds)
        self.t_ms = 0
        self.log: list[Entry] = []

    # --- playing

    def do(self, seat: int | None, action: Any, wait: int | None = None) -> None:
        """Play an action, which must be accepted, `wait` ms after the last one."""
        self.t_ms += self.random.randrange(500, 4000) if wait is None else wait
        events = decide(self.state, seat, action)
        assert isinstance(events, tuple), (action, events)
        for event in events:
            self.state = evolve(self.state, event)
            self.clock = self.clock.tick(event, self.state.turn, self.t_ms)
            self.log.append(Entry(len(self.log) + 1, self.state.number, self.t_ms, event))

    def deal(self) -> None:
        self.do(None, start_deal(self.key, self.state.number + 1))

    def time_out(self) -> None:
        """The time of the turn runs out."""
        deadline = self.clock.deadline
        assert deadline is not None
        self.do(None, TimeOut(), max(0, deadline - self.t_ms))

    def step(self) -> None:
        """One action by the habits."""
        state, habits, chance = self.state, self.habits, self.random.random
        if state.phase == "between":
            self.deal()
            return
        deal, seat = state.deal, state.turn
        assert deal is not None
        assert seat is not None
        for other in state.seats:
            seen = view(state, other).can
            if habits.show and "show" in seen:
                self.do(other, ShowIndicator())
                return
            if "declare" in seen and chance() < habits.declare:
                self.do(other, DeclarePairs())
                return
        if self.ruleset.absent == "computer" and chance() < habits.leave:
            person = self.random.choice([s for s in state.seats if self.kinds[s] == 1])
            self.do(None, SetControl(person, 2 if state.control[person] == 1 else 1))
            return
        if state.control[seat] == 1 and chance() < habits.sleep:
            self.time_out()
            return
        if "throw" in view(state, seat).can and self.ruleset.penalty and not deal.claimed and chance() < habits.claim:
            tile = deal.racks[seat][-1]
            rest = tuple(t for t in deal.racks[seat] if t != tile)
            self.do(seat, Finish(tile, lay((rest,), tile)))
            return
        self.do(seat, self.choose(seat))

    def choose(self, seat: int) -> Any:
        state, deal = self.state, self.state.deal
        assert deal is not None
        if self.habits.level is None:
            if deal.full:
                return Throw([tile for tile in deal.racks[seat] if tile >> 1 != deal.okey][-1])
            takes = self.habits.take and deal.discards[state.previous(seat)]
            return Draw() if deal.pile and not takes else Take()
        bot: Bot = LEVELS[self.habits.level]
        return bot.decide(Position.of(view(state, seat)), self.random)

    def play(self, deals: int | None = None, moves: int | None = None) -> "Match":
        """Play on to the end, or till so many deals have ended, or so many moves of the current deal are made."""
        while not self.state.match_reason:
            deal = self.state.deal
            if deals is not None and len(self.state.results) >= deals and self.state.phase == "between":
                break
            if moves is not None and deal is not None and not deal.ended and deal.moves >= moves and not deal.full:
                break
            self.step()
        return self

    def cancel(self, all_left: bool = False) -> "Match":
        self.do(None, Cancel(all_left))
        return self

    # --- files

    @property
    def outcome(self) -> str:
        return IN_PLAY if self.state.match_reason in (5, 6) else FINISHED

    def seats(self, closed: Iterable[int] = ()) -> tuple[RecordSeat, ...]:
        closed = set(closed)
        return tuple(
            RecordSeat(kind, NAMES[s] if kind else None, self.commits[s], None if s in closed else self.values[s])
            for s, kind in enumerate(self.kinds)
        )

    def facts(self, outcome: str | None = None, closed: Iterable[int] = ()) -> Facts:
        """What the log of the table holds; `closed` are persons that did not open."""
        closed = tuple(closed)
        outcome = outcome or self.outcome
        listed = outcome != BEFORE_LIST
        return Facts(
            table_id=self.table_id,
            created_ms=CREATED,
            rules_text=self.ruleset.text,
            seed=self.seed,
            outcome=outcome,
            listed_ms=LISTED if listed else None,
            seats=self.seats(closed) if listed else None,
            opened=listed and not closed,
            events=tuple(raw(entry) for entry in self.log) if outcome in (FINISHED, IN_PLAY) else (),
            computers=tuple(Computer("1", "orta") if listed and kind == 2 else None for kind in self.kinds),
            software="okey test data",
        )

    def record(self, outcome: str | None = None, closed: Iterable[int] = ()) -> Record:
        return build(SIGNER, self.facts(outcome, closed))


def raw(entry: Entry) -> bytes:
    return encode(entry.event, entry.seq, entry.deal, entry.t_ms)


def facts_of(record: Record) -> Facts:
    """The facts of a record, to be changed and signed again."""
    return Facts(
        table_id=record.table_id,
        created_ms=record.created_ms,
        rules_text=record.rules_text,
        seed=record.server_seed,
        outcome=record.outcome,
        listed_ms=record.listed_ms,
        seats=record.seats,
        opened=record.opening_sig is not None,
        events=record.events,
        computers=record.computers,
        key_changes=record.key_changes,
        software=record.software,
    )


def signed_again(record: Record, signer: Signer = SIGNER, **changes: Any) -> Record:
    """The record with some facts changed and every signature made anew."""
    return build(signer, replace(facts_of(record), **changes))


def entries(record: Record) -> list[Entry]:
    return [decode(event) for event in record.events]


def renumbered(log: Iterable[Entry]) -> tuple[bytes, ...]:
    """The events with numbers from 1."""
    return tuple(raw(replace(entry, seq=number)) for number, entry in enumerate(log, 1))


def with_events(record: Record, log: Iterable[Entry], **changes: Any) -> Record:
    """The record with other events, renumbered and signed again."""
    return signed_again(record, events=renumbered(log), **changes)


def event_at(log: Sequence[Entry], kind: type, skip: int = 0, where: Callable[[Any], bool] = lambda event: True) -> int:
    """Place of the event of this type that comes after `skip` others that fit."""
    return [place for place, entry in enumerate(log) if isinstance(entry.event, kind) and where(entry.event)][skip]


def put(log: Sequence[Entry], place: int, event: Event, t_ms: int | None = None) -> list[Entry]:
    """The log with the event at `place` replaced, at its time or another one."""
    old = log[place]
    return [*log[:place], Entry(old.seq, old.deal, old.t_ms if t_ms is None else t_ms, event), *log[place + 1 :]]


def insert(log: Sequence[Entry], place: int, *events: Event) -> list[Entry]:
    """The log with events put in before `place`, at the time of the one before."""
    before = log[place - 1]
    return [*log[:place], *(Entry(0, before.deal, before.t_ms, event) for event in events), *log[place:]]


def evidence_of(record: Record, seat: int, numbers: Iterable[int] = (), signer: Signer = SIGNER) -> dict[str, Any]:
    """The evidence file of `seat` as JSON values, with the heads of these numbers."""
    hashed = rules_hash(record.rules_text.encode())
    own = record.seats[seat].value if record.seats else bytes_of("lost")
    values: dict[str, Any] = {
        "protocol": EVIDENCE,
        "public_key": signer.public.hex(),
        "table_id": record.table_id.hex(),
        "created_ms": record.created_ms,
        "rules_text": record.rules_text,
        "server_commit": record.server_commit.hex(),
        "open_sig": record.open_sig.hex(),
        "seat": seat,
        "value": (own or Z).hex(),
        "listed_ms": None,
        "list": None,
        "list_sig": None,
        "receipt_sig": None,
        "opening": None,
        "opening_sig": None,
        "heads": [],
    }
    if record.seats is None or record.list_sig is None:
        return values
    kinds = [s.kind for s in record.seats]
    commits = [s.commit for s in record.seats]
    listed = digest(list_bytes(record.table_id, hashed, record.server_commit, kinds, commits))
    values |= {
        "listed_ms": record.listed_ms,
        "list": [{"kind": s.kind, "commit": s.commit.hex()} for s in record.seats],
        "list_sig": record.list_sig.hex(),
        "receipt_sig": signer.sign(receipt_message(listed, seat, own)).hex() if own else None,
    }
    if record.opening_sig is not None:
        values |= {
            "opening": [{"kind": s.kind, "value": (s.value or Z).hex()} for s in record.seats],
            "opening_sig": record.opening_sig.hex(),
        }
    chain = Chain.start(record.table_id, listed, record.server_commit)
    wanted = set(numbers)
    heads = []
    for event in (None, *record.events):
        chain = chain if event is None else chain.add(event)
        if chain.n in wanted:
            head = signed_head(signer, chain)
            heads.append({"seq": head.seq, "head": head.head.hex(), "sig": head.sig.hex()})
    return values | {"heads": heads}


def data_of(values: dict[str, Any]) -> bytes:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()


def values_of(record: Record) -> dict[str, Any]:
    """The record file as JSON values."""
    values: dict[str, Any] = json.loads(write_record(record))
    return values


def cancelled_early(name: str, kinds: Sequence[int] = (1, 0, 1, 0)) -> dict[str, Record]:
    """The three forms of a table that was cancelled before its first deal."""
    match = Match(name, rules(), kinds)
    return {
        "before list": match.record(BEFORE_LIST),
        "after list": match.record(AFTER_LIST, closed=(2,)),
        "after opening": match.record(AFTER_LIST),
    }

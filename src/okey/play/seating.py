"""Before the first deal: who sits where, what they committed to, and the list that fixes it (docs/fairness.md).

A fold of the first rows of a table's log, as pure as the match that follows it:

    open -> sit, stand, fill, founder ... -> list -> contribution ... -> opening -> the match
                        \\-> closed         \\-> closed
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

from okey.fair.messages import Z, digest, list_bytes, master_key, player_commit
from okey.play.commands import Sit
from okey.play.drawing import draw, mark
from okey.play.invitation import EMPTY_LIMIT, WAIT_LIMIT, Invitation, Vault
from okey.play.names import fold
from okey.play.opening import LEVELS, SEATS, Level, Opening, Proof, Seat, Secret
from okey.play.ports import MOST_OTHERS, Effect, Ended, Filled, LogRow, Outcome, Seated, TableId, Watched
from okey.play.stakes import held
from okey.rules.events import COMPUTER, PERSON, Four
from okey.rules.faults import Fault

SIT, STAND, FILL, FOUNDER, LIST, CONTRIBUTION, OPENING, CLOSED, WATCHING, WISH, PRESENCE = (
    "sit",
    "stand",
    "fill",
    "founder",
    "list",
    "contribution",
    "opening",
    "closed",
    "watching",
    "wish",
    "presence",
)
BEFORE_LIST, AFTER_LIST = 1, 2
"""Outcomes of a table that was cancelled before its first deal."""
OPEN_LIMIT: Final = 10_000
"""Milliseconds from the list in which every person has to open the contribution."""
AWAY_LIMIT: Final = 60_000
"""Milliseconds after which a person who is not connected gives up the place, and the table, before the list."""
KEPT_LIMIT: Final = 60_000
"""Milliseconds for which the seats of a rematch are kept."""
NOBODY: Final = (None,) * 4
WISH_AFTER: Final = 15_000
"""Milliseconds a person sits at a table of quick match before computers may be wished for."""


@dataclass(frozen=True, slots=True)
class Chair:
    """Who sits: a person with a commitment, and a value once opened, or a computer of `level`."""

    name: str
    person: bytes | None = None
    level: Level | None = None
    commit: bytes = Z
    value: bytes | None = None
    since: int = 0
    """When the person sat down."""
    browser: bytes = b""
    """At a table for rated matches: what two persons of one browser have in common."""

    @property
    def kind(self) -> int:
        """1 person, 2 computer."""
        return PERSON if self.person is not None else COMPUTER


Chairs: TypeAlias = tuple[Chair | None, ...]


@dataclass(frozen=True, slots=True)
class Seating:
    """Everything known about a table between its opening and its first deal."""

    invitation: Invitation
    chairs: Chairs
    seq: int
    at: int
    founder: bytes
    """Who may fill the table and remove people: who opened it, or to whom it was handed."""
    removed: tuple[bytes, ...] = ()
    """Persons the founder has removed; they do not come back."""
    listed: int | None = None
    """listed_ms."""
    opened: bool = False
    closed: int | None = None
    successor: TableId | None = None
    """The table at which those go on who had opened when this one was cancelled."""
    watch: bool = True
    """Whether others may watch the match."""
    wishes: tuple[int, ...] = ()
    """At a table of quick match, the seats that want computers on the free places, in the order they said so."""
    here: Mapping[bytes, int] = field(default_factory=dict)
    """Beside other nodes: to which of them those are connected who sit or lead the table."""

    @property
    def places(self) -> tuple[int, ...]:
        """The seats that may be taken."""
        return SEATS[self.invitation.rules.seats]

    @property
    def free(self) -> tuple[int, ...]:
        """The places nobody has taken."""
        return tuple(seat for seat in self.places if self.chairs[seat] is None)

    @property
    def kinds(self) -> Four:
        """0 empty, 1 person, 2 computer."""
        one, two, three, four = (chair.kind if chair else 0 for chair in self.chairs)
        return one, two, three, four

    @property
    def commits(self) -> tuple[bytes | None, ...]:
        """Commitments by seat."""
        return tuple(chair.commit if chair and chair.person else None for chair in self.chairs)

    @property
    def values(self) -> tuple[bytes | None, ...]:
        """Opened contributions by seat."""
        return tuple(chair.value if chair else None for chair in self.chairs)

    @property
    def list_hash(self) -> bytes:
        """LH of the chairs as they are."""
        invitation = self.invitation
        return digest(list_bytes(invitation.table, invitation.rules_hash, invitation.commit, self.kinds, self.commits))

    @property
    def complete(self) -> bool:
        """Whether every person of the list has opened."""
        return self.listed is not None and all(
            chair.value is not None for chair in self.chairs if chair and chair.person
        )

    @property
    def due(self) -> int | None:
        """When the table is cancelled if nothing happens before."""
        if self.opened or self.closed is not None:
            return None
        if self.listed is not None:
            return self.listed + OPEN_LIMIT
        return self.at + (WAIT_LIMIT if self.invitation.alone or self.people else EMPTY_LIMIT)

    @property
    def people(self) -> tuple[bytes, ...]:
        """The persons who sit, by seat."""
        return tuple(chair.person for chair in self.chairs if chair and chair.person is not None)

    @property
    def opened_by(self) -> tuple[bytes, ...]:
        """The persons who have opened their contribution, by seat."""
        return tuple(chair.person for chair in self.chairs if chair and chair.person and chair.value is not None)

    def kept(self, now: int) -> tuple[bytes | None, ...]:
        """By seat, the person a free place is kept for; where seats are drawn it is any of the free places."""
        if self.invitation.options.drawn:
            return NOBODY
        awaited = self.awaited(now)
        return tuple(
            person if self.chairs[seat] is None and person in awaited else None
            for seat, person in enumerate(self.invitation.kept)
        )

    def awaited(self, now: int) -> tuple[bytes, ...]:
        """The persons for whom there is still a place, whoever else comes."""
        made = self.invitation
        if now >= made.created + KEPT_LIMIT:
            return ()
        return tuple(person for person in made.kept if person is not None and person not in self.people)

    def drawn(self, person: bytes, now: int) -> int | None:
        """Where the server draws the seats, the only place `person` may take; None when there is none now."""
        made, free = self.invitation, self.free
        if not made.options.drawn or self.listed is not None or self.seat_of(person) is not None:
            return None
        awaited = self.awaited(now)
        if person not in awaited and len(free) <= len(awaited):
            return None
        return draw(made.bots.open(), person, free)

    @property
    def worn(self) -> bool:
        """Whether the log has so many rows that the table has to end."""
        return self.seq > MOST_OTHERS

    @property
    def agreed(self) -> bool:
        """Whether computers come by themselves: everybody wants them, or all are back whose places were kept."""
        people, kept = self.people, [person for person in self.invitation.kept if person is not None]
        if not self.free or not people or self.invitation.options.people_only:
            return False
        return len(self.wishes) == len(people) or (kept != [] and all(person in people for person in kept))

    def heir(self) -> bytes | None:
        """To whom the table goes when its founder leaves: the next person in the order of seats."""
        seat = self.seat_of(self.founder)
        order = range(4) if seat is None else range(seat + 1, seat + 4)
        heirs = (self.chairs[each % 4] for each in order)
        return next((chair.person for chair in heirs if chair and chair.person), None)

    def seat_of(self, person: bytes) -> int | None:
        """Where `person` sits."""
        return next((seat for seat, chair in enumerate(self.chairs) if chair and chair.person == person), None)

    def opening(self) -> Opening:
        """The match that begins: its key follows from the seed, the list and all contributions."""
        invitation, listed = self.invitation, self.list_hash
        key = master_key(invitation.seed.open(), listed, self.kinds, self.values)
        proof = Proof(
            table=invitation.table,
            public_key=invitation.public_key,
            seed=invitation.seed,
            commit=invitation.commit,
            created=invitation.created,
            listed=self.listed or 0,
            list_hash=listed,
            commits=tuple(commit or Z for commit in self.commits),
            values=self.values,
        )
        seats = tuple(None if chair is None else Seat(chair.name, chair.person, chair.level) for chair in self.chairs)
        options, people_only = invitation.options, COMPUTER not in self.kinds
        return Opening(
            invitation.rules,
            seats,
            invitation.alone,
            invitation.hints,
            Secret(key),
            invitation.bots,
            proof,
            rated=options.rated and people_only,
            stake=options.stake if people_only else 0,
        )


# --- what people and the table do: the body of the next row, or why not

Body: TypeAlias = dict[str, Any]


def sit(seating: Seating, person: bytes, asked: Sit, balance: int, now: int) -> Body | Fault:
    """Take a place with a commitment (32 bytes); one that was used at this table before is refused.

    No two who sit have names that look alike; a place that is kept for somebody else is not free yet. `balance` is the
    person's çekirdek, of which what may be lost at the table must be there.
    """
    seat, commit = asked.seat, asked.commit
    if seating.listed is not None or seating.closed is not None:
        return Fault("table_full")
    if seating.invitation.alone and person != seating.invitation.founder:
        return Fault("not_seated")
    if person in seating.removed:
        return Fault("removed")
    if seating.seat_of(person) is not None:
        return Fault("already_seated")
    fault = _unfit(seating, asked, balance)
    if fault is not None:
        return fault
    if seat not in seating.free or (seating.invitation.alone and seat != seating.places[0]):
        return Fault("seat_taken")
    if seating.kept(now)[seat] not in (None, person):
        return Fault("seat_taken")
    made = seating.invitation
    if made.options.drawn and seat != seating.drawn(person, now):
        return Fault("seat_drawn")
    if fold(asked.name) in [fold(chair.name) for chair in seating.chairs if chair and chair.person]:
        return Fault("name_taken")
    if commit == Z or commit in seating.commits:
        return Fault("commit_known")
    body: Body = {"seat": seat, "person": person.hex(), "name": asked.name, "commit": commit.hex()}
    return body | {"browser": mark(made.table, asked.browser).hex()} if made.options.rated else body


def _unfit(seating: Seating, asked: Sit, balance: int) -> Fault | None:
    """What is missing for a place at a table that may count; None: nothing."""
    made = seating.invitation
    options = made.options
    if options.members and not asked.account:
        return Fault("account_needed")
    if options.stake and balance < (needed := held(made.rules, options.stake)):
        return Fault("not_enough", {"needed": needed})
    if options.rated and mark(made.table, asked.browser) in [chair.browser for chair in seating.chairs if chair]:
        return Fault("same_browser")
    return None


def stand(seating: Seating, person: bytes) -> Body | Fault:
    """Leave the place again; the commitment goes too. A founder hands the table to the next person, if there is one."""
    seat = seating.seat_of(person)
    if seat is None or seating.listed is not None or seating.closed is not None:
        return Fault("not_seated")
    heir = seating.heir() if person == seating.founder else None
    return {"seat": seat} if heir is None else {"seat": seat, "founder": heir.hex()}


def kick(seating: Seating, person: bytes, seat: int, name: str) -> Body | Fault:
    """The founder removes the person of this name before the list; whoever was removed does not come back."""
    if person != seating.founder or seating.invitation.options.quick:
        return Fault("founder_only")
    chair = seating.chairs[seat]
    if seating.listed is not None or chair is None or chair.person in (None, person) or chair.name != name:
        return Fault("not_seated")
    return {"seat": seat, "removed": True}


def hand_over(seating: Seating, person: bytes) -> Body | Fault:
    """A founder who does not sit gives the table to the next person, if there is one."""
    heir = seating.heir()
    if person != seating.founder or heir is None or seating.listed is not None:
        return Fault("founder_only")
    return {"person": heir.hex()}


def fill(seating: Seating, person: bytes, names: Callable[[str], Iterable[str]]) -> Body | Fault:
    """The founder puts computers on all free places; at least one person sits."""
    if person != seating.founder or seating.invitation.options.quick:
        return Fault("founder_only")
    if seating.invitation.options.people_only:
        return Fault("people_only")
    if seating.listed is not None or not seating.free or PERSON not in seating.kinds:
        return Fault("table_full")
    return computers(seating, names)


def wish(seating: Seating, person: bytes, now: int) -> Body | Fault | None:
    """At a table of quick match: a person wants computers on the free places; None when that was said before."""
    seat = seating.seat_of(person)
    chair = None if seat is None else seating.chairs[seat]
    if seat is None or chair is None:
        return Fault("not_seated")
    if seating.listed is not None or seating.closed is not None:
        return Fault("table_full")
    if now < chair.since + WISH_AFTER:
        return Fault("too_early", {"ms": chair.since + WISH_AFTER - now})
    return None if seat in seating.wishes else {"seat": seat}


def agree(seating: Seating, names: Callable[[str], Iterable[str]]) -> Body | None:
    """Computers on the free places, once nobody is waited for."""
    if seating.listed is not None or seating.closed is not None or not seating.agreed:
        return None
    return computers(seating, names)


def computers(seating: Seating, names: Callable[[str], Iterable[str]]) -> Body:
    """Computers on all free places, named in order by level."""
    chosen = dict(zip(seating.free, names(seating.invitation.level), strict=False))
    return {"level": seating.invitation.level, "names": {str(seat): name for seat, name in chosen.items()}}


def watching(seating: Seating, person: bytes, on: bool) -> Body | Fault | None:
    """The founder says whether others may watch; None when it is so already."""
    if person != seating.founder or seating.closed is not None or seating.invitation.options.quick:
        return Fault("founder_only")
    return None if seating.watch == on else {"on": on}


def contribute(seating: Seating, person: bytes, list_hash: bytes, value: bytes) -> Body | Fault | None:
    """Open a contribution for this list; None when the same one was opened before."""
    seat = seating.seat_of(person)
    chair = None if seat is None else seating.chairs[seat]
    if seat is None or chair is None or seating.listed is None or seating.closed is not None:
        return Fault("not_seated")
    if list_hash != seating.list_hash:
        return Fault("other_list")
    invitation = seating.invitation
    if player_commit(invitation.table, invitation.commit, seat, value) != chair.commit:
        return Fault("contribution")
    return None if chair.value is not None else {"seat": seat, "value": value.hex()}


def freeze(seating: Seating) -> Body | None:
    """The list, once all places are taken."""
    return None if seating.free or seating.listed is not None or seating.closed is not None else {}


def open_all(seating: Seating) -> Body | None:
    """The opening, once every person has opened."""
    return {} if seating.complete and not seating.opened and seating.closed is None else None


def close(seating: Seating, successor: TableId | None) -> Body | None:
    """The end before the first deal, unless everybody has opened: then the match begins.

    Those who have opened go on at the successor, at a table for several.
    """
    if seating.closed is not None or seating.opened or seating.complete:
        return None
    body: Body = {"outcome": BEFORE_LIST if seating.listed is None else AFTER_LIST}
    if successor is not None and not seating.invitation.alone and seating.opened_by:
        body["successor"] = successor.hex()
    return body


def came(seating: Seating, person: bytes, node: int) -> Body | None:
    """A person who sits or leads the table is connected to `node`; None when that is known."""
    concerned = person == seating.founder or seating.seat_of(person) is not None
    known = seating.here.get(person) == node or seating.closed is not None or seating.opened
    return {"person": person.hex(), "node": node} if concerned and not known else None


def went(seating: Seating, person: bytes, node: int) -> Body | None:
    """A person is connected to `node` no longer; None for one who is at another by now."""
    known = seating.here.get(person) != node or seating.closed is not None or seating.opened
    return None if known else {"person": person.hex(), "node": None}


def effects(seating: Seating, kind: str, body: Body) -> list[Effect]:
    """What the lists of matches have to know of the next row."""
    if kind == SIT:
        return [Seated(body["seat"], bytes.fromhex(body["person"]))]
    if kind == STAND:
        return [Seated(body["seat"], None)]
    if kind == FILL:
        return [Filled(len(body["names"]))]
    if kind == WATCHING:
        return [Watched(body["on"])]
    if kind == CLOSED:
        made = seating.invitation
        listed = seating.list_hash if seating.listed is not None else None
        return [Ended(), Outcome(made.commit, made.seed.open(), listed, body["outcome"])]
    return []


# --- the fold


def begin(table: TableId, row: LogRow, vault: Vault) -> Seating:
    """The table after its first row."""
    invitation = Invitation.read(table, row, vault)
    watch = invitation.options.watch and not invitation.alone
    return Seating(invitation, (None,) * 4, 1, row.at, invitation.founder, watch=watch)


def advance(seating: Seating, row: LogRow) -> Seating:
    """The table after the next row. Raises `KeyError` for a kind that does not belong here."""
    return replace(_ROWS[row.kind](seating, json.loads(row.body), row.at), seq=row.seq, at=row.at)


def next_row(seating: Seating, kind: str, body: Body, now: int) -> tuple[LogRow, Seating]:
    """The row that writes `body` at `now`, and the table after it."""
    row = LogRow(seating.seq + 1, max(now, seating.at), None, kind, json.dumps(body, ensure_ascii=False).encode())
    after = advance(seating, row)
    return replace(row, due=after.due), after


def _put(seating: Seating, seat: int, chair: Chair | None) -> Seating:
    chairs = tuple(chair if place == seat else old for place, old in enumerate(seating.chairs))
    return replace(seating, chairs=chairs)


def _sit(seating: Seating, body: Body, at: int) -> Seating:
    person, commit = bytes.fromhex(body["person"]), bytes.fromhex(body["commit"])
    chair = Chair(body["name"], person, commit=commit, since=at, browser=bytes.fromhex(body.get("browser", "")))
    return _put(seating, body["seat"], chair)


def _stand(seating: Seating, body: Body, _: int) -> Seating:
    chair = seating.chairs[body["seat"]]
    if chair is not None and chair.person is not None and body.get("removed"):
        seating = replace(seating, removed=(*seating.removed, chair.person))
    founder = bytes.fromhex(body["founder"]) if "founder" in body else seating.founder
    wishes = tuple(seat for seat in seating.wishes if seat != body["seat"])
    return replace(_put(seating, body["seat"], None), founder=founder, wishes=wishes)


def _present(seating: Seating, body: Body, _: int) -> Seating:
    person, node = bytes.fromhex(body["person"]), body["node"]
    others = {other: where for other, where in seating.here.items() if other != person}
    return replace(seating, here=others if node is None else {**others, person: node})


def _closed(seating: Seating, body: Body, _: int) -> Seating:
    successor = bytes.fromhex(body["successor"]) if "successor" in body else None
    return replace(seating, closed=body["outcome"], successor=successor)


def _fill(seating: Seating, body: Body, _: int) -> Seating:
    level = next(level for level in LEVELS if level == body["level"])
    for seat, name in body["names"].items():
        seating = _put(seating, int(seat), Chair(name, level=level))
    return seating


def _contribution(seating: Seating, body: Body, _: int) -> Seating:
    chair = seating.chairs[body["seat"]]
    if chair is None:
        raise KeyError("chair")
    return _put(seating, body["seat"], replace(chair, value=bytes.fromhex(body["value"])))


_ROWS: Final[Mapping[str, Callable[[Seating, Body, int], Seating]]] = {
    SIT: _sit,
    STAND: _stand,
    FOUNDER: lambda seating, body, _: replace(seating, founder=bytes.fromhex(body["person"])),
    FILL: _fill,
    LIST: lambda seating, _, at: replace(seating, listed=at),
    CONTRIBUTION: _contribution,
    WISH: lambda seating, body, _: replace(seating, wishes=(*seating.wishes, body["seat"])),
    WATCHING: lambda seating, body, _: replace(seating, watch=body["on"]),
    PRESENCE: _present,
    OPENING: lambda seating, _, __: replace(seating, opened=True),
    CLOSED: _closed,
}

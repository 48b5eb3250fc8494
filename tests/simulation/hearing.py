"""What a tab hears, and what it makes of it: it knows only what its frames say.

It keeps what a browser keeps, and says `Violation` when the server breaks a promise that can be seen from outside.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from okey.fair.messages import (
    Z,
    digest,
    first_head,
    head_message,
    list_bytes,
    list_message,
    next_head,
    open_message,
    opening_message,
    player_commit,
    receipt_message,
    reveal_message,
    rules_hash,
    server_commit,
)
from okey.fair.signing import verify
from tests.simulation.lies import NEXT
from tests.simulation.network import Line
from tests.simulation.notes import Frame, Notes
from tests.simulation.server import SIGNER
from tests.simulation.world import Violation

if TYPE_CHECKING:
    from tests.simulation.people import Person


class Hearing:
    """The half of a tab that listens."""

    def __init__(self, person: Person, notes: Notes) -> None:
        self.person = person
        self.town = person.town
        self.chance = person.chance
        self.notes = notes
        self.line: Line | None = None
        self.seq = 0
        self.rack: list[int] = []
        self.can: tuple[str, ...] = ()
        self.phase = ""
        self.indicator: int | None = None
        self.manual = False
        self.ready_for = -1
        self.deal = 0
        self.refused_finish = -1
        self.last_n: int | None = None
        self.room: Frame | None = None
        self.finished = False
        """The tab does not come back by itself."""
        self.waits_until = 0.0
        self.heard_since: list[str] = []
        self.asked_from = -1
        self.heard_at = self.pinged_at = 0.0

    def say(self, frame: Frame, cid: bytes | None = None) -> None:
        """Send a frame."""
        if self.line is not None:
            self.line.say(msgspec.json.encode(frame).decode(), cid)

    def hear(self, text: str) -> None:
        """See `tests.simulation.network.Listener`."""
        frame = msgspec.json.decode(text)
        self.heard_at = self.town.time
        self.heard_since.append(frame["t"])
        heard: Callable[[Frame], None] | None = getattr(self, f"_hear_{frame['t']}", None)
        if heard is not None:
            heard(frame)

    def _same(self, name: str, frame: Frame) -> bool:
        """Keep what is said once for all; a second one that differs is a breach. Whether it is new."""
        kept = getattr(self.notes, name)
        if kept is None:
            setattr(self.notes, name, frame)
            return True
        if kept != frame:
            raise Violation(f"I8: {name} was said in two ways")
        return False

    def _signed(self, message: bytes, sig: str) -> None:
        if self.person.habits.checks and not verify(SIGNER.public, message, bytes.fromhex(sig)):
            raise Violation("a signature is wrong")

    def _hear_open(self, frame: Frame) -> None:
        table = self.notes.table
        if frame["table_id"] != table.hex():
            raise Violation("I8: another table than the one that was asked for")
        if self._same("opened", frame):
            hashed = rules_hash(frame["rules"].encode())
            commit = bytes.fromhex(frame["server_commit"])
            self._signed(open_message(table, hashed, commit, frame["created_ms"]), frame["sig"])
            self.manual = "arrange=manual" in frame["rules"]

    def _hear_room(self, frame: Frame) -> None:
        self.room = frame
        self.notes.seat = frame["you"]

    def _hear_list(self, frame: Frame) -> None:
        notes = self.notes
        new = self._same("listed", frame)
        opened, seats = notes.opened, frame["seats"]
        if opened is None:
            raise Violation("a list before the open message")
        commit = bytes.fromhex(opened["server_commit"])
        if new:
            kinds = [seat["kind"] for seat in seats]
            commits = [bytes.fromhex(seat["commit"]) for seat in seats]
            hashed = rules_hash(opened["rules"].encode())
            if digest(list_bytes(notes.table, hashed, commit, kinds, commits)).hex() != frame["hash"]:
                raise Violation("I8: the list has another hash")
            self._signed(list_message(bytes.fromhex(frame["hash"]), frame["listed_ms"]), frame["sig"])
            notes.heads = {0: first_head(notes.table, bytes.fromhex(frame["hash"]), commit)}
            self._extend()
        mine = [
            seat
            for seat, value in notes.values.items()
            if seats[seat]["commit"] == player_commit(notes.table, commit, seat, value).hex()
        ]
        if len(mine) > 1:
            raise Violation("I8: one person on two seats")
        if mine:
            notes.seat = mine[0]
            if notes.receipt is None:
                self.say({"t": "contribution", "list_hash": frame["hash"], "value": notes.values[mine[0]].hex()})
        elif notes.seat is not None and self.person.habits.honest:
            raise Violation("I8: a list without my commitment")

    def _hear_receipt(self, frame: Frame) -> None:
        notes = self.notes
        if notes.listed is None or frame["seat"] != notes.seat:
            raise Violation("a receipt for another seat")
        notes.receipt = frame["sig"]
        message = receipt_message(bytes.fromhex(notes.listed["hash"]), frame["seat"], notes.values[frame["seat"]])
        self._signed(message, frame["sig"])

    def _hear_opening(self, frame: Frame) -> None:
        notes = self.notes
        if not self._same("opening", frame):
            return
        if notes.listed is None:
            raise Violation("an opening before the list")
        kinds = [seat["kind"] for seat in frame["seats"]]
        values = [bytes.fromhex(seat["value"]) for seat in frame["seats"]]
        if kinds != [seat["kind"] for seat in notes.listed["seats"]]:
            raise Violation("I8: other kinds in the opening than in the list")
        if notes.seat is not None and values[notes.seat] != notes.values[notes.seat]:
            raise Violation("I8: another contribution in my place")
        plain = [None if value == Z else value for value in values]
        self._signed(opening_message(bytes.fromhex(notes.listed["hash"]), kinds, plain), frame["sig"])

    def _hear_snap(self, frame: Frame) -> None:
        view = frame["view"]
        self.person.court.shown(self.notes.table, self.person.session.person.id, frame)
        self.seq, self.rack, self.can = frame["seq"], list(view["rack"]), tuple(view["can"])
        self.phase, self.indicator, self.deal = view["phase"], view["indicator"], view["deal"]
        self.last_n = None
        self.notes.over = self.phase == "over"

    def _hear_ev(self, frame: Frame) -> None:
        if self.last_n is not None and frame["n"] != self.last_n + 1 and self.person.habits.honest:
            raise Violation("I4: an event was left out, or sent twice")
        self.person.court.shown(self.notes.table, self.person.session.person.id, frame)
        self.seq, self.last_n, self.can = frame["seq"], frame["n"], tuple(frame["can"])
        self._raw(frame["n"], frame["raw"])
        event, seat = frame["event"], self.notes.seat
        mine = event.get("seat") == seat
        match event["e"]:
            case "dealt":
                self.rack, self.phase = list(frame["rack"] or ()), "draw"
                self.indicator, self.deal = event["indicator"], self.deal + 1
            case "drawn" if mine:
                self.rack.append(frame["tile"])
            case "taken" if mine:
                self.rack.append(event["tile"])
            case "thrown" if mine:
                if event["tile"] in self.rack:
                    self.rack.remove(event["tile"])
            case "deal_ended":
                self.phase = "between"
            case "match_ended":
                self.phase, self.notes.over = "over", True

    def _raw(self, n: int, raw: str) -> None:
        if self.notes.raws.setdefault(n, raw) != raw:
            raise Violation("I8: one event with two contents")
        self._extend()

    def _extend(self) -> None:
        notes = self.notes
        while notes.heads and notes.top + 1 in notes.raws:
            notes.heads[notes.top + 1] = next_head(notes.heads[notes.top], bytes.fromhex(notes.raws[notes.top + 1]))
        for n in [n for n in notes.signed if n in notes.heads]:
            if notes.signed[n][0] != notes.heads[n].hex():
                raise Violation(f"I4: the signed head of event {n} is not the one of the events")
        known = max(max(notes.signed, default=0), max(notes.raws, default=0))
        if known > notes.top >= 0 and self.asked_from != notes.top:
            self.asked_from = notes.top
            self.say({"t": "log", "after": notes.top})

    def _hear_head(self, frame: Frame) -> None:
        notes, n = self.notes, frame["n"]
        known = notes.signed.setdefault(n, (frame["head"], frame["sig"]))
        if known[0] != frame["head"]:
            raise Violation("I4: two heads of one event")
        self._signed(head_message(notes.table, n, bytes.fromhex(frame["head"])), frame["sig"])
        self._extend()

    def _hear_log(self, frame: Frame) -> None:
        for n, raw in enumerate(frame["events"], frame["after"] + 1):
            self._raw(n, raw)

    def _hear_ok(self, frame: Frame) -> None:
        cid = bytes.fromhex(frame["id"])
        pending = self.notes.pending
        if pending is not None and pending[0] == cid:
            self.notes.pending = None
        if cid.startswith(NEXT):
            return
        if self.notes.acknowledged.setdefault(cid, frame["seq"]) != frame["seq"]:
            raise Violation("I6: one command acknowledged as two rows")
        self.person.court.acknowledged(self.notes.table, cid, frame["seq"])

    def _hear_no(self, frame: Frame) -> None:
        cid = bytes.fromhex(frame["id"])
        self.person.court.refused(self.notes.table, cid, frame["fault"]["code"])
        pending = self.notes.pending
        if pending is not None and pending[0] == cid:
            self.notes.pending = None
            if pending[1]["a"] == "finish":
                self.refused_finish = self.seq

    def _hear_reveal(self, frame: Frame) -> None:
        notes = self.notes
        self.person.court.revealed(notes.table)
        opened, seed = notes.opened, bytes.fromhex(frame["server_seed"])
        if opened is None:
            raise Violation("a seed before the open message")
        commit = server_commit(notes.table, rules_hash(opened["rules"].encode()), seed)
        if commit.hex() != opened["server_commit"]:
            raise Violation("I8: the seed is not the one that was committed to")
        head = None if frame["head"] is None else bytes.fromhex(frame["head"])
        self._signed(reveal_message(notes.table, seed, frame["n"], head), frame["sig"])
        if frame["n"] in notes.heads and notes.heads[frame["n"]] != (head or notes.heads[0]):
            raise Violation("I4: the last head is not the one of the events")
        notes.over = True
        self._same("reveal", frame)

    def _hear_successor(self, frame: Frame) -> None:
        self._goes_on(bytes.fromhex(frame["table"]))

    def _hear_rematch(self, frame: Frame) -> None:
        self._goes_on(bytes.fromhex(frame["table"]))

    def _goes_on(self, table: bytes) -> None:
        if not self.person.court.exists(table):
            raise Violation("I5: people were told of a table that is not stored")
        self.person.invited(table)

    def _hear_bye(self, frame: Frame) -> None:
        why, notes, person = frame["why"], self.notes, self.person
        if frame["retry_ms"] is not None:
            self.waits_until = self.town.time + frame["retry_ms"]
            return
        listed = notes.listed is not None and notes.seat is not None
        others = any(not tab.finished for tab in person.tabs_of(notes) if tab is not self)
        if why == "taken_over" and person.habits.honest and not others:
            raise Violation("a tab was taken over by nobody")
        if why == "unknown_table" and person.court.exists(notes.table):
            raise Violation("I5: a table that was opened is not known")
        if why == "not_seated" and listed and person.habits.sits:
            raise Violation("who sits is told it does not")
        if why in ("cancelled", "short") and "open" in self.heard_since and "reveal" not in self.heard_since:
            raise Violation("I8: a table was cancelled and its seed not opened")
        if why == "bad_frame" and person.habits.honest:
            raise Violation("an honest frame was called bad")
        if why in ("taken_over", "unknown_table", "not_seated", "cancelled", "removed", "short"):
            self.finished = True
            notes.gone = notes.gone or why != "taken_over"
            notes.over = notes.over or why in ("cancelled", "short")

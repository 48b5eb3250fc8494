"""One tab at one table: connects, and does what its person does."""

from __future__ import annotations

from okey.fair.messages import player_commit
from okey.rules.tiles import okey_face
from okey.solver import best_throw, finishes
from tests.simulation.hearing import Hearing
from tests.simulation.lies import command_id, flood, lie
from tests.simulation.notes import Frame

MOST_TABLES = 4
"""With so many tables a person wants no rematch."""
PING = 4_000
SILENCE = 14_000
"""Milliseconds between two pings, and after which a tab that hears nothing gives its line up."""


class Tab(Hearing):
    """A tab from its opening to its end."""

    def tick(self) -> None:
        """Do something, and again after a while, until there is nothing more to do."""
        if self.finished or self.notes.gone:
            return
        self.act()
        self.town.call_later(self.chance.uniform(*self.person.habits.think) / 1000, self.tick)

    def act(self) -> None:
        """One thing."""
        if self.line is None:
            self._connect()
            return
        habits, chance, line = self.person.habits, self.chance, self.line
        if chance.random() < habits.leaves:
            self.person.leave(self.notes.table)
            return
        if chance.random() < habits.drops:
            line.cut()
            self.lost()
            return
        if chance.random() < habits.tabs:
            self.person.open_tab(self.notes.table)
            return
        if habits.stalls and chance.random() < habits.stalls:
            line.stall()
            self.town.call_later(chance.uniform(1, 40), line.read_on)
        if chance.random() < habits.floods:
            for text, each in flood(chance, self.seq):
                line.say(text, each)
        if chance.random() < habits.lies:
            text, cid = lie(chance, self.notes.table, self.seq)
            line.say(text, cid)
        if line.reading and self.town.time > self.heard_at + SILENCE:
            line.cut()
            self.lost()
            return
        if self.town.time > self.pinged_at + PING:
            self.pinged_at = self.town.time
            self.say({"t": "ping", "t0": int(self.town.time), "echo": None, "held": 0})
        if chance.random() < habits.talks:
            self.say(self._words())
        if self.notes.pending is None:
            self.notes.pending = self._choose()
            if self.notes.pending is not None:
                for _ in range(habits.copies):
                    self._send_pending()
        if self.room is not None and self.notes.listed is None:
            self._in_the_room(self.room)

    def _connect(self) -> None:
        net = self.person.server.net
        if net is None or self.town.time < self.waits_until:
            return
        self.line = net.connect(self.person.session, self)
        self.last_n = None
        self.heard_at = self.town.time
        self.heard_since = []
        self.asked_from = -1
        resume = self.seq and self.notes.top >= 0 and self.chance.random() < 0.5
        self.say({"t": "hello", "table": self.notes.table.hex(), "after": self.seq if resume else None})
        self._send_pending()

    def lost(self) -> None:
        """See `tests.simulation.network.Listener`."""
        self.line = None
        self.can = ()
        self.waits_until = max(self.waits_until, self.town.time + self.chance.uniform(50, 2500))

    def _send_pending(self) -> None:
        if self.notes.pending is not None:
            cid, action, at = self.notes.pending
            self.say({"t": "do", "id": cid.hex(), "at": at, "action": action}, cid)

    # --- what is done

    def _choose(self) -> tuple[bytes, Frame, int] | None:
        action = self._action() if self.person.habits.plays else None
        return None if action is None else (command_id(self.chance, action["a"]), action, self.seq)

    def _action(self) -> Frame | None:
        chance, can = self.chance, self.can
        if "show" in can and chance.random() < 0.3:
            return {"a": "show"}
        if "declare" in can and chance.random() < 0.01:
            return {"a": "declare"}
        if "throw" in can and len(self.rack) == 15:
            return self._throw()
        if "draw" in can and ("take" not in can or chance.random() < 0.7):
            return {"a": "draw"}
        if "take" in can:
            return {"a": "take"}
        if self.phase == "between" and self.ready_for != self.deal and self.seq:
            self.ready_for = self.deal
            return {"a": "next"}
        return None

    def _throw(self) -> Frame:
        if not self.person.habits.clever or self.indicator is None:
            return {"a": "throw", "tile": self.chance.choice(self.rack)}
        okey = okey_face(self.indicator)
        ends = finishes(self.rack, okey) if self.refused_finish != self.seq else {}
        if ends and not self.manual:
            return {"a": "finish", "tile": next(iter(ends)), "rows": None}
        return {"a": "throw", "tile": best_throw(self.rack, okey, self.indicator).tile}

    def _words(self) -> Frame:
        if self.notes.over and len(self.person.notes) < MOST_TABLES:
            return {"t": "rematch"}
        helped = {"t": "auto", "draw": self.chance.random() < 0.5, "throw": self.chance.random() < 0.2, "take": None}
        return self.chance.choice(({"t": "say", "phrase": "hadi"}, helped))

    def _in_the_room(self, room: Frame) -> None:
        free = [seat for seat in room["places"] if room["seats"][seat] is None]
        options = room["options"]
        if (options["quick"] or options["rated"]) and self.person.habits.honest and room["you"] is None:
            free = [room["drawn"]] if room["drawn"] is not None else []
        if room["you"] is None and self.person.habits.sits and free:
            for _ in range(self.person.habits.copies):
                self._sit(self.chance.choice(free))
        elif room["you"] is not None and (room["founder"] or options["quick"]) and free and self.chance.random() < 0.15:
            self.say({"t": "fill"})

    def _sit(self, seat: int) -> None:
        opened, notes = self.notes.opened, self.notes
        if opened is None:
            return
        value = notes.values.setdefault(seat, self.chance.randbytes(32))
        commit = player_commit(notes.table, bytes.fromhex(opened["server_commit"]), seat, value)
        self.say({"t": "sit", "seat": seat, "commit": commit.hex()})

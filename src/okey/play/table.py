"""One table: a mailbox, the standing at row N, sockets.

A step: a known command id repeats the old answer; `decide`; append the next rows; won: acknowledge and tell everybody;
lost: read what came, fold, decide again. Only what the log holds is acknowledged or shown. A fault while deciding
refuses the command; any other drops the table from memory, and the log tells the truth to whoever comes back.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

from okey.play.bots import Computers, Question
from okey.play.clocks import Alarms
from okey.play.commands import (
    Auto,
    ChainFrom,
    Chat,
    Close,
    Command,
    Contribute,
    Do,
    Fill,
    Heard,
    Join,
    Kick,
    Leave,
    Look,
    Moved,
    Proving,
    Rematch,
    Say,
    Sit,
    Stand,
    Stop,
    Wake,
    Watching,
)
from okey.play.gathering import Fairness, Gathering, gathered
from okey.play.messages import Bye, News, No, Ok, Presence, Refused, Snap, Times
from okey.play.ports import LogRow, Ports, Socket, TableId
from okey.play.seating import Seating, is_fair
from okey.play.standing import (
    GRACE,
    LogError,
    Standing,
    Step,
    advance,
    begin,
    dealt_from,
    presence,
    restart,
)
from okey.play.steps import (
    Steps,
    cancelled,
    dealt,
    done,
    effects,
    fallen_back,
    for_viewer,
    handed_back,
    moved,
    taken_over,
    timed_out,
)
from okey.play.witness import NO_PROOF, Witness, chain
from okey.rules.actions import SeatAction
from okey.rules.events import (
    COMPUTER,
    MatchEnded,
)
from okey.rules.faults import Fault
from okey.rules.match import can
from okey.rules.view import view

WINDOW: Final = 256
"""Steps kept for those who come back; who missed more gets the whole table."""
RETRY_MS: Final = 1000
AGAIN: Final = 1.0
"""Seconds after which a table looks again what is due when a command failed."""
KEEP: Final = 60.0
"""Seconds a table nobody is connected to stays in memory."""


class Table:
    """A table in memory. Everything that happens to it comes through `post`, one after another."""

    def __init__(
        self,
        table: TableId,
        ports: Ports,
        computers: Computers,
        alarms: Alarms,
        retire: Callable[["Table"], None],
        fairness: Fairness | None = None,
    ) -> None:
        self.id = table
        self._ports = ports
        self._computers = computers
        self._alarms = alarms
        self._retire = retire
        self._fairness = fairness
        self._gathering: Gathering | None = None
        self._witness: Witness | None = None
        self._mailbox: deque[Command] = deque()
        self._busy = False
        self._gone = False
        self._standing: Standing | None = None
        self._answers: dict[tuple[int, bytes], int] = {}
        self._recent: deque[Step] = deque(maxlen=WINDOW)
        self._sockets: dict[Socket, int] = {}
        self._ready: set[int] = set()
        self._back: set[int] = set()
        """Seats whose persons came back, or moved again, while a computer played for them."""
        self._asked = 0
        self._alarm: int | None = None

    @property
    def standing(self) -> Standing | None:
        """What is known, None before the log was read."""
        return self._standing

    @property
    def idle(self) -> bool:
        """Whether nobody is connected and nothing is to be done now."""
        gathering = self._gathering is not None and self._gathering.sockets
        return not (self._busy or self._mailbox or self._sockets or gathering)

    def post(self, command: Command) -> None:
        """Put `command` into the mailbox; never waits."""
        if self._gone:
            if isinstance(command, Join):
                command.socket.close(Bye("restart", RETRY_MS))
            return
        self._mailbox.append(command)
        if not self._busy:
            self._busy = True
            self._ports.scheduler.spawn(self._work())

    async def _work(self) -> None:
        while self._mailbox:
            command = self._mailbox.popleft()
            try:
                await self._handle(command)
                self._look_ahead()
            except Exception as fault:
                # Memory may have fallen behind the log: everybody comes back to a table read from it anew.
                self._ports.trace("table_dropped", table=self.id.hex(), fault=repr(fault))
                self._mailbox.appendleft(command)
                self._leave_memory()
        self._busy = False

    async def _handle(self, command: Command) -> None:
        if self._standing is None and self._gathering is None:
            await self._load()
        if self._gathering is not None:
            await self._gather(self._gathering, command)
            return
        if self._standing is None:
            if isinstance(command, Join):
                command.socket.close(Bye("unknown_table"))
            self._leave_memory()
            return
        match command:
            case Join():
                await self._join(self._standing, command)
            case Leave(socket):
                seat = self._sockets.pop(socket, None)
                if seat is not None:
                    self._ready.discard(seat)
                    self._back.discard(seat)
                    await self._write(partial(presence, seat=seat, on=False))
                    self._watch()
            case Do(socket=socket, action=action) if socket in self._sockets:
                self._back.add(self._sockets[socket])
                await self._hand_back()
                if action is None:
                    self._next(self._standing, command, self._sockets[socket])
                else:
                    await self._do(command, self._sockets[socket], action)
            case (
                Sit(socket)
                | Stand(socket)
                | Fill(socket)
                | Kick(socket)
                | Contribute(socket)
                | Heard(socket)
                | ChainFrom(socket)
            ):
                if socket in self._sockets:
                    await self._answer(socket, command)
            case Watching(socket) | Rematch(socket) | Say(socket) | Chat(socket) | Auto(socket):
                socket.send(Refused(Fault("not_in_this_game", {"what": "social"})))
            case Wake(due):
                if due == self._alarm:
                    self._alarm = None
                await self._act(self._standing)
            case Look(seq):
                if seq is None or seq > self._standing.seq:
                    self._publish(await self._missed(self._standing))
            case Moved():
                await self._moved(command)
            case Close():
                await self._write(cancelled)
            case Stop():
                self._leave_memory()
        await self._hand_back()
        await self._deal_if_ready()

    # --- the log

    async def _load(self) -> None:
        rows = await self._ports.log.read(self.id)
        if not rows:
            return
        self._watch()
        rest: Sequence[LogRow] = rows[1:]
        if not is_fair(rows[0]):
            self._standing = begin(rows[0])
        else:
            fairness = self._proving()
            seating, rest = gathered(self.id, rows, fairness.vault)
            if not seating.opened:
                self._gathering = Gathering(seating, self._ports, fairness)
                return
            self._dealt(seating)
        for row in rest:
            self._accept(advance(self._known(), row))
        standing = self._known()
        if not standing.away or (standing.clock.stopped is None and standing.game.turn is not None):
            await self._write(restart)

    def _proving(self) -> Fairness:
        if self._fairness is None:
            raise LogError("this node has no keys for tables that prove their deals")
        return self._fairness

    async def _gather(self, gathering: Gathering, command: Command) -> None:
        """A command before the first deal; when all contributions are open, the match begins with the same sockets."""
        if isinstance(command, Stop):
            self._leave_memory()
            return
        if isinstance(command, Wake) and command.due == self._alarm:
            self._alarm = None
        await gathering.handle(command)
        seating = gathering.seating
        if seating.opened:
            self._gathering = None
            standing = self._dealt(seating)
            for socket, person in gathering.sockets.items():
                if seating.seat_of(person) is not None:
                    await self._join(standing, Join(socket, person, None), proved=True)

    def _dealt(self, seating: Seating) -> Standing:
        """All contributions are open: the match begins."""
        self._witness = Witness(seating, self._proving().signer)
        self._standing = dealt_from(seating.opening(), seating.seq, seating.at)
        return self._standing

    async def _write(self, make: Callable[..., Steps | Fault], cid: tuple[int, bytes] | None = None) -> int | Fault:
        """Append what `make(standing, now=...)` says until it is in the log or refused; its last row's number."""
        while True:
            standing = self._known()
            if cid is not None and cid in self._answers:
                return self._answers[cid]
            steps = self._made(make, standing)
            if isinstance(steps, Fault):
                return steps
            if await self._ports.log.append(self.id, [step.row for step in steps], effects(steps)):
                self._publish(steps)
                self._ports.hints.tell(self.id, steps[-1].row.seq)
                return steps[-1].row.seq
            missed = await self._missed(standing)
            if not missed:
                raise LogError(f"row {standing.seq + 1} was refused, and is not there")
            self._publish(missed)

    def _made(self, make: Callable[..., Steps | Fault], standing: Standing) -> Steps | Fault:
        """What `make` says; if it raises, nothing has happened, and the table goes on."""
        try:
            return make(standing, now=self._ports.clock.now())
        except Exception as fault:
            self._ports.trace("command_failed", table=self.id.hex(), fault=repr(fault))
            self._ports.scheduler.call_later(AGAIN, lambda: self.post(Wake()))
            return Fault("failed")

    async def _missed(self, standing: Standing) -> Steps:
        """The steps that somebody else has written."""
        steps: Steps = []
        for row in await self._ports.log.read(self.id, standing.seq):
            step = advance(standing, row)
            standing = step.standing
            steps.append(step)
        return steps

    def _accept(self, step: Step) -> None:
        self._standing = step.standing
        if step.row.cid is not None and step.row.cid_seat is not None:
            self._answers[step.row.cid_seat, step.row.cid] = step.row.seq
        if step.event is not None:
            self._recent.append(step)

    def _known(self) -> Standing:
        if self._standing is None:
            raise LogError("the log was not read")
        return self._standing

    # --- what a table says

    def _publish(self, steps: Steps) -> None:
        if not steps:
            return
        for step in steps:
            self._accept(step)
        now = self._ports.clock.now()
        standing = self._known()
        times = standing.times(now)
        for socket, seat in self._sockets.items():
            self._tell(socket, seat, steps, times)
        if any(step.event is None for step in steps):
            for socket in self._sockets:
                socket.send(Presence(standing.sitters(), times))

    def _tell(self, socket: Socket, seat: int, steps: Iterable[Step], times: Times) -> None:
        """The events of `steps`, each with what the viewer may do now, after the last of them."""
        now = can(self._known().game, seat)
        for step in steps:
            if step.event is not None:
                news = News(step.row.seq, step.standing.n, step.event, times, step.row.body)
                socket.send(for_viewer(news, step, seat, now))
                if self._witness is not None and isinstance(step.event, MatchEnded):
                    self._witness.reveal(socket, step.standing)

    def _refuse(self, command: Do, fault: Fault) -> None:
        command.socket.send(No(command.cid, fault, self._standing.seq if self._standing else 0))

    # --- sockets

    async def _join(self, standing: Standing, command: Join, proved: bool = False) -> None:
        """Take a person in; `proved`: everything signed before the first deal was sent to this socket."""
        seat = standing.opening.seat_of(command.person)
        if seat is None:
            command.socket.close(Bye("not_seated"))
            return
        for socket in [socket for socket, sitting in self._sockets.items() if sitting == seat]:
            del self._sockets[socket]
            if socket is not command.socket:
                socket.close(Bye("taken_over"))
        if not standing.connected[seat]:
            await self._write(partial(presence, seat=seat, on=True))
        self._back.add(seat)
        await self._hand_back()
        self._sockets[command.socket] = seat
        if command.after is None and not proved and self._witness is not None:
            self._witness.before(command.socket, seat)
        self._resume(command, seat)

    def _resume(self, command: Join, seat: int) -> None:
        """What the socket missed: the events since the row it saw, or the whole table when that is unknown or none."""
        standing = self._known()
        times = standing.times(self._ports.clock.now())
        seats = standing.sitters()
        first = self._recent[0].row.seq if self._recent else 0
        missed: list[Step] = []
        if command.after is not None and first - 1 <= command.after <= standing.seq:
            missed = [step for step in self._recent if step.row.seq > command.after]
        if missed:
            self._tell(command.socket, seat, missed, times)
            command.socket.send(Presence(seats, times))
        else:
            command.socket.send(Snap(standing.seq, view(standing.game, seat), seat, seats, times))
            if self._witness is not None:
                self._witness.head(command.socket, standing)
                self._witness.reveal(command.socket, standing)

    # --- moves

    async def _hand_back(self) -> None:
        """Who is back plays again. A turn whose time is out is ended by the computer first."""
        for seat in sorted(self._back):
            standing = self._known()
            deadline = standing.clock.deadline
            waits = standing.game.turn == seat and deadline is not None and self._ports.clock.now() >= deadline
            if waits and standing.game.control[seat] == COMPUTER:
                continue
            self._back.discard(seat)
            if standing.game.phase != "over" and standing.game.control[seat] == COMPUTER:
                await self._write(partial(handed_back, seat=seat))

    async def _do(self, command: Do, seat: int, action: SeatAction) -> None:
        make = partial(done, seat=seat, command=command, action=action)
        answer = await self._write(make, (seat, command.cid))
        if isinstance(answer, Fault):
            self._refuse(command, answer)
        else:
            if self._witness is not None:
                self._witness.head(command.socket, self._known())
            command.socket.send(Ok(command.cid, answer))

    # --- the proof

    async def _answer(self, socket: Socket, command: Proving) -> None:
        """A frame about the proof of a running match."""
        witness = self._witness
        if witness is None:
            socket.send(NO_PROOF)
            return
        match command:
            case Heard(_, n, head):
                standing = self._known()
                if n == standing.n and head != standing.head:
                    self._ports.trace("head_differs", table=self.id.hex(), n=n)
                witness.head(socket, standing)
            case ChainFrom(_, after):
                socket.send(chain(await self._ports.log.read(self.id), after))
            case Contribute():
                witness.before(socket, self._sockets[socket])
            case _:
                socket.send(Refused(Fault("table_full")))

    def _next(self, standing: Standing, command: Do, seat: int) -> None:
        if standing.game.phase == "over":
            self._refuse(command, Fault("match_over"))
            return
        if standing.game.phase == "between":
            self._ready.add(seat)
        command.socket.send(Ok(command.cid, standing.seq))

    async def _deal_if_ready(self) -> None:
        standing = self._standing
        if standing is None or not self._ready or standing.game.phase != "between":
            return
        here = {seat for seat in standing.people if standing.connected[seat]}
        if here <= self._ready:
            await self._deal()

    async def _deal(self) -> None:
        self._ready.clear()
        await self._write(dealt)

    async def _act(self, standing: Standing) -> None:
        """What is due by itself: the next deal, a time-out, the move of a computer that stands still."""
        due = standing.due
        if due is None or self._ports.clock.now() < due:
            return
        if standing.game.turn is None:
            await self._deal()
        elif standing.absent is not None and self._ports.clock.now() >= standing.since[standing.absent] + GRACE:
            await self._write(partial(taken_over, seat=standing.absent))
        elif standing.computer is not None:
            await self._moved(Moved(standing.computer, standing.n, None))
        else:
            await self._write(partial(timed_out, turn=standing.turn_seq))

    async def _moved(self, command: Moved) -> None:
        """A computer's move; an impossible one becomes the fallback move."""
        answer = await self._write(partial(moved, command=command))
        if isinstance(answer, Fault) and answer.code == "impossible":
            if command.move is not None:
                self._ports.trace("computer_refused", table=self.id.hex(), **answer.params)
            await self._write(partial(fallen_back, command=command))

    # --- what comes next

    def _look_ahead(self) -> None:
        standing = self._standing
        if self._gone:
            return
        self._set_alarm(self._due)
        if standing is None:
            return
        seat = standing.computer
        if seat is not None and self._asked != standing.n:
            self._asked = standing.n
            level = getattr(standing.opening.seats[seat], "level", None) or "orta"
            question = Question(seat, standing.n, view(standing.game, seat), level, standing.opening.bots)
            self._computers.ask(question, lambda move: self.post(Moved(seat, question.n, move)))

    @property
    def _due(self) -> int | None:
        """When the table has to act by itself."""
        known = self._gathering if self._gathering is not None else self._standing
        return None if known is None else known.due

    def _set_alarm(self, due: int | None) -> None:
        if due is not None and (self._alarm is None or due < self._alarm):
            self._alarm = due
            self._alarms.set(due, lambda: self.post(Wake(due)))

    def _watch(self) -> None:
        """Look in a while whether anybody still needs the table here."""
        self._ports.scheduler.call_later(KEEP, self._leave_if_idle)

    def _leave_if_idle(self) -> None:
        if not self.idle or self._gone:
            return
        if self._due is None:
            self._leave_memory()
        else:
            self._watch()

    def _leave_memory(self) -> None:
        """Drop what is in memory; the next hello reads the log again."""
        if self._gone:
            return
        self._gone = True
        self._retire(self)
        waiting = [command.socket for command in self._mailbox if isinstance(command, Join)]
        self._mailbox.clear()
        gathering = self._gathering.sockets if self._gathering is not None else ()
        for socket in (*self._sockets, *gathering, *waiting):
            socket.close(Bye("restart", RETRY_MS))
        self._sockets.clear()

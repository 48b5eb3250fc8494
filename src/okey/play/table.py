"""One table: a mailbox, the standing at row N, sockets.

A step: a known command id repeats the old answer; `decide`; append the next rows; won: acknowledge and tell everybody;
lost: read what came, fold, decide again. Only what the log holds is acknowledged or shown. A fault while deciding
refuses the command; any other drops the table from memory, and the log tells the truth to whoever comes back.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from okey.play.bots import Computers, Question, fallback
from okey.play.clocks import Alarms
from okey.play.commands import (
    ChainFrom,
    Close,
    Command,
    Contribute,
    Do,
    Fill,
    Heard,
    Join,
    Kick,
    Leave,
    Moved,
    Proving,
    Sit,
    Stand,
    Stop,
    Wake,
)
from okey.play.gathering import Fairness, Gathering, gathered
from okey.play.messages import Bye, Chain, Ev, News, No, Ok, Presence, Refused, Snap, Times
from okey.play.ports import Counted, Effect, Ended, LogRow, Outcome, Ports, Socket, TableId
from okey.play.seating import AFTER_LIST, CLOSED, Seating, is_fair
from okey.play.standing import (
    GAME,
    GRACE,
    LogError,
    Standing,
    Step,
    advance,
    begin,
    close,
    deal_of,
    dealt_from,
    play,
    presence,
    restart,
)
from okey.play.testimony import Testimony
from okey.rules.actions import Action, Cancel, Draw, Finish, SeatAction, SetControl, Take, Throw, TimeOut
from okey.rules.events import (
    ALL_LEFT,
    COMPUTER,
    MATCH_CANCELLED,
    PERSON,
    DealEnded,
    Dealt,
    Drawn,
    Event,
    MatchEnded,
)
from okey.rules.faults import Fault
from okey.rules.match import can, decide
from okey.rules.view import view

WINDOW: Final = 256
"""Steps kept for those who come back; who missed more gets the whole table."""
RETRY_MS: Final = 1000
AGAIN: Final = 1.0
"""Seconds after which a table looks again what is due when a command failed."""
CHAIN_PART: Final = 200
"""Events sent at once to a browser that asks for the chain."""
KEEP: Final = 60.0
"""Seconds a table nobody is connected to stays in memory."""


Steps: TypeAlias = list[Step]


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
        self._seating: Seating | None = None
        self._testimony: Testimony | None = None
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
                    await self._write(lambda now: presence(now, seat, False, self._ports.clock.now()))
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
            case Wake(due):
                if due == self._alarm:
                    self._alarm = None
                await self._act(self._standing)
            case Moved():
                await self._moved(command)
            case Close():
                await self._write(_cancelled(self._ports.clock.now()))
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
            self._testimony = Testimony(fairness.signer(seating.invitation.public_key))
            self._seating = seating
            if not seating.opened:
                self._gathering = Gathering(seating, self._ports, fairness)
                return
            self._standing = dealt_from(seating.opening(), seating.seq, seating.at)
        for row in rest:
            self._accept(advance(self._standing, row))
        standing = self._standing
        if not standing.away or (standing.clock.stopped is None and standing.game.turn is not None):
            await self._write(lambda now: restart(now, self._ports.clock.now()))

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
            self._gathering, self._seating = None, seating
            self._standing = dealt_from(seating.opening(), seating.seq, seating.at)
            for socket, person in gathering.sockets.items():
                if seating.seat_of(person) is not None:
                    await self._join(self._standing, Join(socket, person, None), proved=True)

    async def _write(
        self, make: Callable[[Standing], Steps | Fault], cid: tuple[int, bytes] | None = None
    ) -> int | Fault:
        """Append what `make` says until it stands in the log or is refused; the number of its last row."""
        while True:
            standing = self._known()
            if cid is not None and cid in self._answers:
                return self._answers[cid]
            steps = self._made(make, standing)
            if isinstance(steps, Fault):
                return steps
            if await self._ports.log.append(self.id, [step.row for step in steps], _effects(steps)):
                self._publish(steps)
                return steps[-1].row.seq
            self._publish(await self._missed(standing))

    def _made(self, make: Callable[[Standing], Steps | Fault], standing: Standing) -> Steps | Fault:
        """What `make` says; if it raises, nothing has happened, and the table goes on."""
        try:
            return make(standing)
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
        if not steps:
            raise LogError(f"row {standing.seq + 1} was refused, and is not there")
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
                if isinstance(step.event, MatchEnded):
                    self._reveal(socket, step.standing)

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
            await self._write(lambda now: presence(now, seat, True, self._ports.clock.now()))
        self._back.add(seat)
        await self._hand_back()
        self._sockets[command.socket] = seat
        if command.after is None and not proved:
            self._prove(command.socket)
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
            self._send_head(command.socket, standing)
            if standing.game.phase == "over":
                self._reveal(command.socket, standing)

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
                await self._write(self._person_of(seat))

    def _person_of(self, seat: int) -> Callable[[Standing], Steps | Fault]:
        return lambda now: self._decided(now, None, SetControl(seat, PERSON))

    async def _take_over(self, seat: int) -> None:
        """A computer plays for the person of `seat`, unless that person has come back."""

        def steps(standing: Standing) -> Steps | Fault:
            if standing.absent != seat:
                return Fault("old_turn")
            return self._decided(standing, None, SetControl(seat, COMPUTER))

        await self._write(steps)

    async def _do(self, command: Do, seat: int, action: SeatAction) -> None:
        cid = (seat, command.cid)

        def steps(standing: Standing) -> Steps | Fault:
            fault = judge(standing, seat, action, command.at)
            if fault is None and standing.game.control[seat] == COMPUTER:
                fault = Fault("late")
            answer = fault or decide(standing.game, seat, action)
            return answer if isinstance(answer, Fault) else play(standing, answer, self._ports.clock.now(), cid)

        answer = await self._write(steps, cid)
        if isinstance(answer, Fault):
            self._refuse(command, answer)
        else:
            self._send_head(command.socket, self._known())
            command.socket.send(Ok(command.cid, answer))

    # --- the proof

    async def _answer(self, socket: Socket, command: Proving) -> None:
        """A frame about the proof of a running match; there is nothing to say at a table of the old kind."""
        if self._seating is None:
            socket.send(Refused(Fault("no_proof")))
            return
        match command:
            case Heard(_, n, head):
                self._compare(socket, n, head)
            case ChainFrom(_, after):
                await self._chain(socket, after)
            case Contribute():
                self._prove(socket)
            case _:
                socket.send(Refused(Fault("table_full")))

    def _prove(self, socket: Socket) -> None:
        """Everything signed before the first deal, for a browser that may have missed some of it."""
        if self._testimony is not None and self._seating is not None:
            socket.send(self._testimony.open(self._seating))
            socket.send(self._testimony.listed(self._seating))
            seat = self._sockets[socket]
            value = self._seating.values[seat]
            if value is not None:
                socket.send(self._testimony.receipt(self._seating, seat, value))
            socket.send(self._testimony.contributions(self._seating))

    def _send_head(self, socket: Socket, standing: Standing) -> None:
        """The signed head as of now, with every acknowledgement."""
        if self._testimony is not None and self._seating is not None and standing.head is not None:
            socket.send(self._testimony.head(self._seating, standing.n, standing.head))

    def _reveal(self, socket: Socket, standing: Standing) -> None:
        """The seed, after the match end."""
        if self._testimony is not None and self._seating is not None and standing.game.phase == "over":
            outcome = outcome_of(standing)
            socket.send(self._testimony.reveal(self._seating, standing.n, standing.head, outcome))

    async def _chain(self, socket: Socket, after: int) -> None:
        """The bytes of the events from `after` on, for a browser that builds the chain anew."""
        bodies = [row.body for row in await self._ports.log.read(self.id) if row.kind == GAME]
        socket.send(Chain(after, tuple(bodies[after : after + CHAIN_PART])))

    def _compare(self, socket: Socket, n: int, head: bytes) -> None:
        """A browser that sees another game than the log is told the true chain, and the fault is traced."""
        standing = self._known()
        if n == standing.n and standing.head is not None and head != standing.head:
            self._ports.trace("head_differs", table=self.id.hex(), n=n)
        self._send_head(socket, standing)

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

        def steps(standing: Standing) -> Steps | Fault:
            if standing.game.phase != "between":
                return Fault("deal_running")
            return play(standing, (deal_of(standing),), self._ports.clock.now())

        await self._write(steps)

    async def _act(self, standing: Standing) -> None:
        """What is due by itself: the next deal, a time-out, the move of a computer that stands still."""
        due = standing.due
        if due is None or self._ports.clock.now() < due:
            return
        if standing.game.turn is None:
            await self._deal()
        elif standing.absent is not None and self._ports.clock.now() >= standing.since[standing.absent] + GRACE:
            await self._take_over(standing.absent)
        elif standing.computer is not None:
            await self._moved(Moved(standing.computer, standing.n, None))
        else:
            turn = standing.turn_seq
            await self._write(lambda now: self._timed_out(now, turn))

    def _timed_out(self, standing: Standing, turn: int) -> Steps | Fault:
        if standing.turn_seq != turn:
            return Fault("old_turn")
        seat = standing.game.turn
        if standing.opening.rules.absent == "computer" and seat is not None:
            return self._decided(standing, None, SetControl(seat, COMPUTER))
        return self._decided(standing, None, TimeOut())

    async def _moved(self, command: Moved) -> None:
        """A computer's move, if it is still the one that was asked for; an impossible one becomes the fallback move."""

        def steps(standing: Standing) -> Steps | Fault:
            if standing.n != command.n or standing.computer != command.seat:
                return Fault("old_turn")
            if command.move is not None:
                answer = self._tried(standing, command)
                if not isinstance(answer, Fault):
                    return answer
                self._ports.trace("computer_refused", table=self.id.hex(), code=answer.code)
            return self._decided(standing, command.seat, fallback(view(standing.game, command.seat)))

        await self._write(steps)

    def _tried(self, standing: Standing, command: Moved) -> Steps | Fault:
        try:
            return self._decided(standing, command.seat, command.move)
        except Exception as fault:
            return Fault("failed", {"fault": type(fault).__name__})

    def _decided(self, standing: Standing, seat: int | None, action: Action) -> Steps | Fault:
        answer = decide(standing.game, seat, action)
        return answer if isinstance(answer, Fault) else play(standing, answer, self._ports.clock.now())

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


def judge(standing: Standing, seat: int, action: SeatAction, at: int) -> Fault | None:
    """Why a seat's action meant for the table as of row `at` comes too late: `late` after a time-out, else `old_turn`.

    Showing the indicator and declaring pairs are judged when they arrive.
    """
    if not isinstance(action, Draw | Take | Throw | Finish):
        return None
    if at < standing.late[seat]:
        return Fault("late")
    if standing.game.turn == seat and not standing.turn_seq <= at <= standing.seq:
        return Fault("old_turn")
    return None


def _cancelled(now: int) -> Callable[[Standing], Steps | Fault]:
    """The end of a match that everybody has left; without a deal there is no event, the table is closed by a row."""

    def steps(standing: Standing) -> Steps | Fault:
        if standing.game.number == 0 and standing.opening.proof is not None:
            return Fault("closed") if standing.closed else close(standing, now)
        answer = decide(standing.game, None, Cancel(all_left=True))
        return answer if isinstance(answer, Fault) else play(standing, answer, now)

    return steps


def _effects(steps: Steps) -> list[Effect]:
    """What the lists of matches have to know of `steps`."""
    effects: list[Effect] = []
    for step in steps:
        if isinstance(step.event, Dealt | DealEnded):
            effects.append(Counted(step.standing.game.number, step.standing.game.scores))
        elif isinstance(step.event, MatchEnded) or step.row.kind == CLOSED:
            effects.append(Ended())
            proof = step.standing.opening.proof
            if proof is not None:
                outcome = outcome_of(step.standing)
                effects.append(Outcome(proof.commit, proof.seed.open(), proof.list_hash, outcome))
    return effects


def outcome_of(standing: Standing) -> int:
    """Outcome of an ended match in the public list: 0 finished, 2 cancelled before its first deal, 3 in play."""
    if standing.closed:
        return AFTER_LIST
    return 3 if standing.game.match_reason in (MATCH_CANCELLED, ALL_LEFT) else 0


def for_viewer(news: News, step: Step, seat: int, now: tuple[str, ...]) -> Ev:
    """The event as `seat` may see it: the only place where a hidden tile is added to what everyone may know."""
    event: Event = news.event
    deal = step.standing.game.deal
    tile = deal.racks[seat][-1] if deal and isinstance(event, Drawn) and event.seat == seat else None
    rack = deal.racks[seat] if deal and isinstance(event, Dealt) else None
    return Ev(news, tile, rack, now)

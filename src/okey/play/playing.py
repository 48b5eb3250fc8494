"""A running match: its standing, its audience, and what follows from each command.

A step: a known command id repeats the old answer; `decide`; append the next rows; won: acknowledge and tell everybody;
lost: read what came, fold, decide again. Only what the log holds is acknowledged or shown. A fault while deciding
refuses the command; any other is the table's to handle.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from okey.play.assistant import Assistant
from okey.play.audience import Audience
from okey.play.bots import Computers, Question
from okey.play.commands import (
    Auto,
    ChainFrom,
    Chat,
    Close,
    Command,
    Contribute,
    Do,
    Handled,
    Heard,
    Helped,
    Join,
    Leave,
    Look,
    Moved,
    Overheard,
    Proving,
    Rematch,
    Say,
    Social,
    Wake,
    Watching,
    Withdraw,
)
from okey.play.conversation import Conversation, unpacked
from okey.play.lag import Banks, credit
from okey.play.messages import No, Ok, Refused, RematchAsked
from okey.play.opening import Options
from okey.play.ports import LogRow, Ports, ShortError, Socket, TableId
from okey.play.rematch import Reunion, again
from okey.play.standing import GRACE, LogError, Standing, Step, advance, presence
from okey.play.steps import (
    Steps,
    called_off,
    cancelled,
    dealt,
    done,
    effects,
    fallen_back,
    gone,
    handed_back,
    helped,
    moved,
    next_wanted,
    still_here,
    taken_over,
    taken_up,
    timed_out,
    watched,
)
from okey.play.witness import NO_PROOF, Witness, chain
from okey.rules.events import COMPUTER
from okey.rules.faults import Fault
from okey.rules.view import view

AGAIN: Final = 1.0
"""Seconds after which a table looks again what is due when a command failed."""
AT_ONCE: Final = 1000
"""Rows of a match that is taken up after which what watchers know of it is brought up to date."""


class Playing:
    """Handles the commands of one table from its first deal on, one after another."""

    def __init__(
        self,
        table: TableId,
        standing: Standing,
        witness: Witness | None,
        options: Options | None,
        ports: Ports,
        computers: Computers,
        conversation: Conversation,
        post: Callable[[Command], None],
        reunion: Reunion | None = None,
    ) -> None:
        self.standing = standing
        self.audience = Audience(ports.clock, standing, witness, options)
        self._table = table
        self._chat = options is not None and options.chat and not options.rated
        """Whether people may write free words."""
        self._ports = ports
        self._computers = computers
        self._conversation = conversation
        self._post = post
        self._answers: dict[tuple[int, bytes], int] = {}
        self._back: set[int] = set()
        """Seats whose persons came back, or moved again, while a computer played for them."""
        self._assistant = Assistant(ports.scheduler, post)
        self._banks = Banks()
        self._asked = 0
        self._reunion = reunion
        """None at a table where one person plays alone."""
        self._invited: set[Socket] = set()
        """Who was told of the rematch."""

    @property
    def due(self) -> int | None:
        """When the table has to act by itself, or show watchers something."""
        dues = (self.standing.due, self.audience.due)
        return min((due for due in dues if due is not None), default=None)

    async def read(self, rows: Iterable[LogRow]) -> None:
        """Take up a match whose log has these rows already; whoever was connected is not."""
        for row in rows:
            step = advance(self.standing, row)
            self._accept(step)
            self.audience.accept(step)
            if row.seq % AT_ONCE == 0:
                self.audience.show()
        self.audience.show()
        await self._write(partial(taken_up, shared=self._ports.shared))

    async def handle(self, command: Handled) -> None:
        """One command of the mailbox."""
        match command:
            case Join():
                await self.join(command)
            case Leave(socket):
                await self._leave(socket)
            case Overheard(words):
                if (heard := unpacked(words)) is not None:
                    self.audience.say(heard)
            case Wake():
                await self._act(self.standing)
            case Look(seq, alive):
                if seq is None or seq > self.standing.seq:
                    await self._catch_up()
                await self._miss(alive)
            case Moved():
                await self._moved(command)
            case Helped():
                await self._help(command)
            case Close(all_left):
                await self._write(partial(cancelled, all_left=all_left))
            case Withdraw():
                pass
            case _:
                await self._asked_by(command)
        await self._stay()
        await self._hand_back()
        if self.standing.worn and self.standing.game.phase != "over":
            await self._write(partial(cancelled, all_left=False))
        if self.standing.agreed:
            await self._deal()
        await self._invite()

    def look_ahead(self) -> None:
        """Show watchers what they may know, and ask whoever is on turn and is no person at a socket."""
        standing = self.standing
        self.audience.show()
        self._assistant.plan(standing, self.audience.socket_of(standing.game.turn))
        seat = standing.computer
        if seat is not None and self._asked != standing.n:
            self._asked = standing.n
            level = getattr(standing.opening.seats[seat], "level", None) or "orta"
            question = Question(seat, standing.n, view(standing.game, seat), level, standing.opening.bots)
            self._computers.ask(question, lambda move: self._post(Moved(seat, question.n, move)))

    # --- frames

    async def _asked_by(self, command: Do | Proving | Social) -> None:
        """A frame of somebody at the table: seats play, watchers only look."""
        audience, socket = self.audience, command.socket
        if socket in audience.watchers:
            await self._of_watcher(socket, audience.watchers[socket], command)
            return
        if socket not in audience.seats:
            return
        seat = audience.seats[socket]
        match command:
            case Do():
                await self._do(command, seat)
            case Say() | Chat():
                self._talk(command, seat)
            case Auto(_, wish):
                self._assistant.wish(socket, wish)
            case Watching(_, on):
                await self._allow(socket, self._person(seat), on)
            case Rematch():
                await self._play_again(socket, seat)
            case _:
                await self._answer(socket, seat, command)

    async def _of_watcher(self, socket: Socket, person: bytes, command: Do | Proving | Social) -> None:
        """Who watches may follow the proof, and lead the table if it is theirs; nothing else."""
        shown = self.audience.shown
        match command:
            case Do(_, cid):
                socket.send(No(cid, Fault("not_seated"), shown.seq))
            case Watching(_, on) if person == shown.founder:
                await self._allow(socket, person, on)
            case Heard() | ChainFrom():
                await self._answer(socket, None, command)
            case _:
                socket.send(Refused(Fault("not_seated")))

    async def _play_again(self, socket: Socket, seat: int) -> None:
        """A person wants a rematch: the first one names the table, everybody is told."""
        if self._reunion is None:
            socket.send(Refused(Fault("not_in_this_game", {"what": "rematch"})))
            return
        table = self._ports.randomness.token(len(self._table))
        answer = await self._write(partial(again, seat=seat, table=table))
        if isinstance(answer, Fault):
            socket.send(Refused(answer))
        else:
            self._invited.discard(socket)

    async def _invite(self) -> None:
        """Open the table of the rematch, if there is to be one, and tell whoever does not know of it."""
        asked = self.standing.rematch
        if asked is None or self._reunion is None:
            return
        here = set(self.audience.sockets)
        if here <= self._invited:
            return
        await self._reunion.open(self.standing)
        for socket in self.audience.sockets:
            if socket not in self._invited:
                socket.send(RematchAsked(*asked))
        self._invited = here

    # --- the log

    async def _write(self, make: Callable[..., Steps | Fault], cid: tuple[int, bytes] | None = None) -> int | Fault:
        """Append what `make(standing, now=...)` says until it is in the log or refused; its last row's number."""
        while True:
            standing = self.standing
            if cid is not None and cid in self._answers:
                return self._answers[cid]
            steps = self._made(make, standing)
            if isinstance(steps, Fault) or not steps:
                return steps if isinstance(steps, Fault) else standing.seq
            if await self._ports.log.append(self._table, [step.row for step in steps], effects(steps)):
                self._publish(steps)
                self._ports.hints.tell(self._table, steps[-1].row.seq)
                return steps[-1].row.seq
            if not await self._catch_up():
                raise LogError(f"row {standing.seq + 1} was refused, and is not there")

    def _made(self, make: Callable[..., Steps | Fault], standing: Standing) -> Steps | Fault:
        """What `make` says; if it raises, nothing has happened, and the table goes on.

        Nothing more is written of a match that was cancelled because its log is too long.
        """
        if standing.worn and standing.game.phase == "over":
            return Fault("match_over")
        try:
            return make(standing, now=self._ports.clock.now())
        except Exception as fault:
            self._ports.trace("command_failed", table=self._table.hex(), fault=repr(fault))
            self._ports.scheduler.call_later(AGAIN, lambda: self._post(Wake()))
            return Fault("failed")

    async def _catch_up(self) -> bool:
        """Take in what another node has written; whether there was anything."""
        standing, steps = self.standing, []
        for row in await self._ports.log.read(self._table, standing.seq):
            step = advance(standing, row)
            standing = step.standing
            steps.append(step)
        for seat in {*self.audience.seats.values()}:
            if standing.connected[seat] and standing.node[seat] != self._ports.node:
                self.audience.free(None, seat)
        self._publish(steps)
        return bool(steps)

    def _accept(self, step: Step) -> None:
        self.standing = step.standing
        if step.row.cid is not None and step.row.cid_seat is not None:
            self._answers[step.row.cid_seat, step.row.cid] = step.row.seq

    def _publish(self, steps: Steps) -> None:
        for step in steps:
            self._accept(step)
        if steps:
            self.audience.publish(steps)
        if self.standing.closed:
            self.audience.part()

    # --- who is here

    async def join(self, command: Join, proved: bool = False) -> None:
        """Take a person in; `proved`: everything signed before the first deal was sent to this socket."""
        audience, standing = self.audience, self.standing
        seat = standing.opening.seat_of(command.person)
        if seat is None:
            audience.watch(command.socket, command.person, command.after, proved)
            return
        audience.free(command.socket, seat)
        elsewhere = not standing.connected[seat] or standing.node[seat] != self._ports.node
        if elsewhere and not standing.closed:
            await self._write(partial(presence, seat=seat, on=True, node=self._ports.node))
        self._back.add(seat)
        await self._hand_back()
        audience.sit(command.socket, seat, command.after, proved)

    async def _leave(self, socket: Socket) -> None:
        seat = self.audience.leave(socket)
        self._assistant.forget(socket)
        if seat is not None:
            self._back.discard(seat)
            await self._write(partial(gone, seat=seat, node=self._ports.node))

    async def _stay(self) -> None:
        """Whoever is connected here is not away, whatever another node has written."""
        for seat in [*self.audience.seats.values()]:
            if not self.standing.connected[seat]:
                await self._write(partial(still_here, seat=seat, node=self._ports.node))

    async def _miss(self, alive: frozenset[int] | None) -> None:
        """Whoever was connected to a node that lives no longer is away; None: nobody knows who lives."""
        for seat in self.standing.people:
            node = self.standing.node[seat]
            if alive is not None and self.standing.connected[seat] and node not in alive:
                await self._write(partial(gone, seat=seat, node=node))

    def _person(self, seat: int) -> bytes:
        return self.standing.opening.people[seat] or b""

    def _talk(self, command: Say | Chat, seat: int) -> None:
        """Words of a seat, passed on to everybody at once: there is nothing hidden in them."""
        sitter = self.standing.opening.seats[seat]
        words = self._conversation.hear(command, self._person(seat), seat, sitter.name if sitter else "", self._chat)
        if isinstance(words, Fault):
            command.socket.send(Refused(words))
        else:
            self.audience.say(words)

    async def _allow(self, socket: Socket, person: bytes, on: bool) -> None:
        """Others may watch, or no longer."""
        before = self.standing.watch
        answer = await self._write(partial(watched, person=person, on=on))
        if isinstance(answer, Fault):
            socket.send(Refused(answer))
        elif before == on:
            self.audience.present(socket)

    # --- moves

    async def _hand_back(self) -> None:
        """Who is back plays again. A turn whose time is out is ended by the computer first."""
        for seat in sorted(self._back):
            standing = self.standing
            deadline = standing.clock.deadline
            waits = standing.game.turn == seat and deadline is not None and self._ports.clock.now() >= deadline
            if waits and standing.game.control[seat] == COMPUTER:
                continue
            self._back.discard(seat)
            if standing.game.phase != "over" and standing.game.control[seat] == COMPUTER:
                await self._write(partial(handed_back, seat=seat))

    async def _do(self, command: Do, seat: int) -> None:
        self._back.add(seat)
        await self._hand_back()
        action = command.action
        if action is None:
            await self._next(command, seat)
            return
        used = 0

        def make(standing: Standing, now: int) -> Steps | Fault:
            nonlocal used
            arrived = now if command.arrived is None else command.arrived
            bank = self._banks.left(standing.game.number, seat)
            used = credit(standing, seat, action, arrived, command.lag, bank)
            return done(standing, seat, command, action, arrived - used)

        number = self.standing.game.number
        answer = await self._write(make, (seat, command.cid))
        if isinstance(answer, Fault):
            self._refuse(command, answer)
            return
        self._banks.spend(number, seat, used)
        if self.audience.witness is not None:
            self.audience.witness.head(command.socket, self.standing)
        command.socket.send(Ok(command.cid, answer))

    def _refuse(self, command: Do, fault: Fault) -> None:
        command.socket.send(No(command.cid, fault, self.standing.seq))

    # --- the proof

    async def _answer(self, socket: Socket, seat: int | None, command: Proving) -> None:
        """A frame about the proof of a running match; watchers (seat None) hear as much of it as they have seen."""
        witness = self.audience.witness
        if witness is None:
            socket.send(NO_PROOF)
            return
        standing = self.standing if seat is not None else self.audience.shown
        match command:
            case Heard(_, n, head):
                if n == standing.n and head != standing.head:
                    self._ports.trace("head_differs", table=self._table.hex(), n=n)
                witness.head(socket, standing)
            case ChainFrom(_, after):
                socket.send(await chain(self._ports.log, self._table, after, standing.n))
            case Contribute():
                witness.before(socket, seat)
            case _:
                socket.send(Refused(Fault("table_full")))

    async def _next(self, command: Do, seat: int) -> None:
        answer = await self._write(partial(next_wanted, seat=seat, cid=command.cid), (seat, command.cid))
        if isinstance(answer, Fault):
            self._refuse(command, answer)
        else:
            command.socket.send(Ok(command.cid, answer))

    async def _deal(self) -> None:
        try:
            await self._write(dealt)
        except ShortError:
            # What they had when they sat down is at another table by now. Nothing was stored, and nothing is held.
            await self._write(called_off)

    async def _act(self, standing: Standing) -> None:
        """What is due by itself: the next deal, a time-out, the move of a computer that stands still."""
        self.audience.show()
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
                self._ports.trace("computer_refused", table=self._table.hex(), **answer.params)
            await self._write(partial(fallen_back, command=command))

    async def _help(self, command: Helped) -> None:
        """What was planned for a seat."""
        seat = self.audience.seats.get(command.socket)
        action = self._assistant.due(command, self.standing, self._ports.clock.now())
        if seat is None or action is None:
            return
        answer = await self._write(partial(helped, seat=seat, n=command.n, action=action))
        if not isinstance(answer, Fault):
            self._assistant.done(command)

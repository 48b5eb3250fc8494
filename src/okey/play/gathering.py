"""The part of a table before its first deal: seats people, freezes the list, collects what they open."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from okey.fair.signing import Signer
from okey.play import seating as seats
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
    Overheard,
    Rematch,
    Say,
    Sit,
    Stand,
    Wake,
    Watching,
    Withdraw,
)
from okey.play.conversation import Conversation, unpacked
from okey.play.invitation import EMPTY_LIMIT, Vault
from okey.play.messages import Bye, Chatted, No, Refused, Room, Said, Sitter, Sitters, Successor
from okey.play.ports import LogRow, Ports, Socket, TableId
from okey.play.rematch import open_next
from okey.play.seating import AWAY_LIMIT, KEPT_LIMIT, OPEN_LIMIT, Seating
from okey.play.standing import LogError
from okey.play.testimony import Testimony
from okey.rules.faults import Fault


@dataclass(frozen=True, slots=True)
class Fairness:
    """What a node needs to open tables that prove their deals."""

    vault: Vault
    signer: Callable[[bytes], Signer]
    """The signer with a public key; `KeyError` when the site does not have it."""
    names: Callable[[str], tuple[str, ...]]
    """Names of computers of a level, enough for a table."""


def gathered(table: TableId, rows: Sequence[LogRow], vault: Vault) -> tuple[Seating, Sequence[LogRow]]:
    """The seating that a log of okey-fair/1 begins with, and the rows of the match after it."""
    seating = seats.begin(table, rows[0], vault)
    place = 1
    while place < len(rows) and not seating.opened:
        seating = seats.advance(seating, rows[place])
        place += 1
    return seating, rows[place:]


class Gathering:
    """Handles the commands of one table until its contributions are open or it is cancelled.

    Order of publication (docs/fairness.md): a row is in the log before what follows from it is sent.
    """

    def __init__(self, seating: Seating, ports: Ports, fairness: Fairness, conversation: Conversation) -> None:
        self.seating = seating
        self.sockets: dict[Socket, bytes] = {}
        """Who is connected, by the person's id."""
        self._ports = ports
        self._conversation = conversation
        self._testimony = Testimony(fairness.signer(seating.invitation.public_key))
        self._names = fairness.names
        self._vault = fairness.vault
        self._gone = dict.fromkeys((seating.founder, *seating.people), ports.clock.now())
        """Since when those are not connected who sit or lead the table."""
        self._empty = seating.at
        """Since when nobody is connected."""
        self._known_since = ports.clock.now()
        """Since when the table is in memory: nobody could open a contribution before."""
        kept = seating.invitation.created + KEPT_LIMIT
        self._keeps = kept if seating.awaited(self._known_since) else None
        """Until when places are kept after a rematch."""

    @property
    def due(self) -> int | None:
        """When the table has to act by itself. Who is connected is not in the log, so this may differ from its row."""
        return min((due for due in (self._ends, self._keeps) if due is not None), default=None)

    @property
    def _ends(self) -> int | None:
        """When somebody gives up the place, or the table ends."""
        seating = self.seating
        if seating.listed is not None and seating.due is not None:
            return max(seating.due, self._known_since + OPEN_LIMIT)
        if seating.invitation.alone or seating.due is None:
            return seating.due
        leaving = [since + AWAY_LIMIT for person, since in self._away.items()]
        if not seating.people:
            return None if self.sockets or seating.here else max(self._empty, seating.at) + EMPTY_LIMIT
        return min([seating.due, *leaving])

    @property
    def _away(self) -> dict[bytes, int]:
        """Who sits or leads the table, and since when that person is not connected."""
        seating = self.seating
        return {
            person: since
            for person, since in self._gone.items()
            if (person == seating.founder or seating.seat_of(person) is not None) and person not in seating.here
        }

    async def handle(self, command: Command) -> None:
        """One command of the mailbox."""
        match command:
            case Join():
                await self._join(command)
            case Leave(socket):
                await self._leave(socket)
            case Sit(socket) if socket in self.sockets:
                await self._sit(command, self.sockets[socket])
            case Stand(socket) if socket in self.sockets:
                person = self.sockets[socket]
                await self._ask(socket, seats.STAND, lambda seating: seats.stand(seating, person))
            case Kick(socket, seat, name) if socket in self.sockets:
                person = self.sockets[socket]
                await self._ask(socket, seats.STAND, lambda seating: seats.kick(seating, person, seat, name))
            case Fill(socket) if socket in self.sockets:
                await self._fill(socket, self.sockets[socket])
            case Do(socket, cid) if socket in self.sockets:
                socket.send(No(cid, Fault("no_deal"), self.seating.seq))
            case Heard(socket) | ChainFrom(socket) if socket in self.sockets:
                socket.send(Refused(Fault("no_deal")))
            case Contribute(socket, list_hash, value) if socket in self.sockets:
                await self._contribute(socket, list_hash, value)
            case Watching(socket, on) if socket in self.sockets:
                await self._allow(socket, on)
            case Say(socket) | Chat(socket) if socket in self.sockets:
                self._talk(command, self.sockets[socket])
            case Rematch(socket) | Auto(socket) if socket in self.sockets:
                socket.send(Refused(Fault("no_deal")))
            case Overheard(words) if (heard := unpacked(words)) is not None:
                self._say(heard)
            case Close() if self.seating.closed is None:
                await self._cancel()
            case Withdraw(person) if self.seating.listed is None:
                await self._write(*_leaving(self.seating, person))
            case Look(seq, alive):
                if seq is None or seq > self.seating.seq:
                    await self._catch_up()
                await self._miss(alive)
            case Wake():
                await self._wake(self._ports.clock.now())
        await self._stay()
        await self._go_on()

    async def _go_on(self) -> None:
        """What follows by itself: computers beside a person alone, the list of a full table, the opening, the end."""
        if self.seating.worn:
            await self._cancel()
        if self.seating.invitation.alone and self.seating.people:
            await self._write(seats.FILL, lambda seating: seats.fill(seating, seating.founder, self._names))
        await self._write(seats.FILL, lambda seating: seats.agree(seating, self._names))
        await self._write(seats.LIST, seats.freeze)
        await self._write(seats.OPENING, seats.open_all)

    # --- rows

    async def _write(self, kind: str, make: Callable[[Seating], seats.Body | Fault | None]) -> Fault | None:
        """Append what `make` says until it is in the log or refused; None: it is, or there is nothing to write."""
        while True:
            body = make(self.seating)
            if body is None or isinstance(body, Fault):
                return body
            row, after = seats.next_row(self.seating, kind, body, self._ports.clock.now())
            made = self.seating.invitation
            if await self._ports.log.append(made.table, [row], seats.effects(self.seating, kind, body)):
                self._ports.hints.tell(made.table, row.seq)
                await self._become(after)
                return None
            if not await self._catch_up():
                raise LogError(f"row {row.seq} was refused, and is not there")

    async def _catch_up(self) -> bool:
        """Read what another node has written; whether there was anything."""
        rows = await self._ports.log.read(self.seating.invitation.table, self.seating.seq)
        for row in rows:
            if not self.seating.opened:
                before = self.seating.here
                await self._become(seats.advance(self.seating, row))
                self._give_way({*self.seating.here.items()} - {*before.items()})
        return bool(rows)

    def _give_way(self, moved: set[tuple[bytes, int]]) -> None:
        """Whoever came to another node is not here any more."""
        people = {person for person, _ in moved}
        for socket in [socket for socket, person in self.sockets.items() if person in people]:
            del self.sockets[socket]
            socket.close(Bye("taken_over"))

    async def _stay(self) -> None:
        """Beside other nodes, the log says who of those that sit or lead the table is connected, and to which node."""
        if self._ports.shared:
            for person in {*self.sockets.values()}:
                await self._write(seats.PRESENCE, partial(self._came, person))

    async def _miss(self, alive: frozenset[int] | None) -> None:
        """Whoever was connected to a node that lives no longer is away; None: nobody knows who lives."""
        if alive is not None:
            for person, node in self.seating.here.items():
                if node not in alive:
                    await self._went(person, node)

    def _came(self, person: bytes, seating: Seating) -> seats.Body | None:
        """Nothing for one who went to another node meanwhile."""
        here = person in self.sockets.values()
        return seats.came(seating, person, self._ports.node) if here else None

    async def _went(self, person: bytes, node: int) -> None:
        await self._write(seats.PRESENCE, partial(seats.went, person=person, node=node))

    async def _become(self, after: Seating) -> None:
        """The table is `after` now: everybody hears what is new."""
        before, sitters = self.seating, self._sitters()
        self.seating = after
        for person in before.here.keys() - after.here.keys() - {*self.sockets.values()}:
            self._gone[person] = self._ports.clock.now()
        if after.closed is not None:
            await self._farewell()
            return
        for socket in [socket for socket, person in self.sockets.items() if person in after.removed]:
            del self.sockets[socket]
            socket.close(Bye("removed"))
        if _seen(before) != _seen(after) or sitters != self._sitters():
            self._tell_room()
        if after.listed is not None and before.listed is None:
            for socket, person in list(self.sockets.items()):
                if after.watch or after.seat_of(person) is not None:
                    socket.send(self._testimony.listed(after))
                else:
                    del self.sockets[socket]
                    socket.close(Bye("not_seated"))
        if after.opened:
            opened = self._testimony.contributions(after)
            for socket in self.sockets:
                socket.send(opened)

    async def _ask(self, socket: Socket, kind: str, make: Callable[[Seating], seats.Body | Fault | None]) -> None:
        """What a person asked for, or why not."""
        fault = await self._write(kind, make)
        if fault is not None:
            socket.send(Refused(fault))

    async def _sit(self, command: Sit, person: bytes) -> None:
        """A place, please. What the person has is read where something may be lost; it is held with the first deal."""
        stake = self.seating.invitation.options.stake
        balance = await self._ports.purses.balance(person) if stake else 0
        sit = partial(seats.sit, person=person, asked=command, balance=balance, now=self._ports.clock.now())
        await self._ask(command.socket, seats.SIT, sit)

    async def _fill(self, socket: Socket, person: bytes) -> None:
        """Computers, please: the founder decides, at a table of quick match everybody together."""
        if self.seating.invitation.options.quick:
            await self._ask(socket, seats.WISH, lambda seating: seats.wish(seating, person, self._ports.clock.now()))
        else:
            await self._ask(socket, seats.FILL, lambda seating: seats.fill(seating, person, self._names))

    async def _contribute(self, socket: Socket, list_hash: bytes, value: bytes) -> None:
        person = self.sockets[socket]
        fault = await self._write(
            seats.CONTRIBUTION, lambda seating: seats.contribute(seating, person, list_hash, value)
        )
        if fault is not None:
            socket.send(Refused(fault))
        else:
            socket.send(self._testimony.receipt(self.seating, self.seating.seat_of(person) or 0, value))

    async def _wake(self, now: int) -> None:
        """What is due: places of people who stay away, then the table itself."""
        if self._keeps is not None and now >= self._keeps:
            self._keeps = None
            self._tell_room()
        if self.seating.listed is None and not self.seating.invitation.alone:
            for person in [person for person, since in self._away.items() if now >= since + AWAY_LIMIT]:
                await self._write(*_leaving(self.seating, person))
        if self._ends is not None and now >= self._ends:
            await self._cancel(carry=self.seating.listed is not None)

    async def _cancel(self, carry: bool = False) -> None:
        """End the table; `carry`: whoever has opened goes on at a successor."""
        successor = self._ports.randomness.token(len(self.seating.invitation.table)) if carry else None
        await self._write(seats.CLOSED, lambda seating: seats.close(seating, successor))

    async def _farewell(self) -> None:
        """The table was cancelled: the seed is opened, and those who had opened are told where to go on."""
        await self._succeed()
        for socket in self.sockets:
            self._carry(socket)
            socket.send(self._testimony.reveal(self.seating, 0, None, self.seating.closed or 0))
            socket.close(Bye("cancelled"))
        self.sockets.clear()

    async def _succeed(self) -> None:
        """Open the successor, if there is to be one and it is not yet there; its secrets are new."""
        seating, ports = self.seating, self._ports
        if seating.successor is None:
            return
        founder = seating.founder if seating.founder in seating.opened_by else seating.opened_by[0]
        options = seating.invitation.options
        await open_next(seating.invitation, seating.successor, founder, ports, self._vault, options)

    # --- what is said

    def _carry(self, socket: Socket) -> None:
        successor = self.seating.successor
        if successor is not None and self.sockets[socket] in self.seating.opened_by:
            socket.send(Successor(successor))

    async def _leave(self, socket: Socket) -> None:
        person = self.sockets.pop(socket, None)
        if person is None:
            return
        now = self._ports.clock.now()
        if not self.sockets:
            self._empty = now
        if person == self.seating.founder or self.seating.seat_of(person) is not None:
            self._gone[person] = now
            self._tell_room()
        await self._went(person, self._ports.node)

    async def _join(self, command: Join) -> None:
        for socket in [socket for socket, person in self.sockets.items() if person == command.person]:
            del self.sockets[socket]
            if socket is not command.socket:
                socket.close(Bye("taken_over"))
        if self.seating.invitation.alone and command.person != self.seating.invitation.founder:
            command.socket.close(Bye("not_seated"))
            return
        if command.person in self.seating.removed:
            command.socket.close(Bye("removed"))
            return
        seat = self.seating.seat_of(command.person)
        if (
            self.seating.listed is not None
            and seat is None
            and (self.seating.closed is not None or not self.seating.watch)
        ):
            command.socket.close(Bye("cancelled" if self.seating.closed is not None else "not_seated"))
            return
        socket = command.socket
        self.sockets[socket] = command.person
        self._gone.pop(command.person, None)
        socket.send(self._testimony.open(self.seating))
        if self.seating.closed is not None:
            await self._succeed()
            self._carry(socket)
            del self.sockets[socket]
            socket.send(self._testimony.reveal(self.seating, 0, None, self.seating.closed or 0))
            socket.close(Bye("cancelled"))
            return
        if self.seating.listed is not None:
            socket.send(self._testimony.listed(self.seating))
        if seat is None:
            socket.send(self._room(command.person))  # who looks on changes nothing for the others
        else:
            self._tell_room()

    async def _allow(self, socket: Socket, on: bool) -> None:
        """Others may watch the match, or not; everybody is told, the founder in any case."""
        person, before = self.sockets[socket], self.seating.watch
        fault = await self._write(seats.WATCHING, lambda seating: seats.watching(seating, person, on))
        if fault is not None:
            socket.send(Refused(fault))
        elif before == on:
            socket.send(self._room(person))

    def _talk(self, command: Say | Chat, person: bytes) -> None:
        """Words of somebody who sits, passed on to everybody."""
        seat = self.seating.seat_of(person)
        chair = None if seat is None else self.seating.chairs[seat]
        if seat is None or chair is None:
            command.socket.send(Refused(Fault("not_seated")))
            return
        options = self.seating.invitation.options
        chat = options.chat and not options.rated
        words = self._conversation.hear(command, person, seat, chair.name, chat)
        if isinstance(words, Fault):
            command.socket.send(Refused(words))
        else:
            self._say(words)

    def _say(self, words: Said | Chatted) -> None:
        for socket in self.sockets:
            socket.send(words)

    def _tell_room(self) -> None:
        for socket, person in self.sockets.items():
            socket.send(self._room(person))

    def _room(self, person: bytes) -> Room:
        """The waiting room as `person` sees it."""
        seating, made = self.seating, self.seating.invitation
        founder = person == seating.founder and not made.options.quick
        options = replace(made.options, watch=seating.watch)
        now = self._ports.clock.now()
        kept = zip(seating.kept(now), made.kept_names, strict=True)
        return Room(
            self._sitters(),
            seating.seat_of(person),
            seating.places,
            founder,
            made.code,
            made.level,
            options,
            tuple(name if person is not None else None for person, name in kept),
            seating.wishes,
            seating.drawn(person, now),
        )

    def _sitters(self) -> Sitters:
        here = {*self.sockets.values(), *self.seating.here}
        one, two, three, four = (
            None if chair is None else Sitter(chair.name, chair.level, chair.person is None or chair.person in here)
            for chair in self.seating.chairs
        )
        return one, two, three, four


def _seen(seating: Seating) -> tuple[object, ...]:
    """What the waiting room shows."""
    return seating.people, seating.kinds, seating.founder, seating.watch, seating.wishes


def _leaving(seating: Seating, person: bytes) -> tuple[str, Callable[[Seating], seats.Body | Fault | None]]:
    """The row by which a person who is away gives up the place, or the table."""
    if seating.seat_of(person) is not None:
        return seats.STAND, lambda now: seats.stand(now, person)
    return seats.FOUNDER, lambda now: seats.hand_over(now, person)

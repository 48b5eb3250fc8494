"""The part of a table before its first deal: seats people, freezes the list, collects what they open."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from okey.fair.signing import Signer
from okey.play import seating as seats
from okey.play.commands import ChainFrom, Close, Command, Contribute, Do, Fill, Heard, Join, Leave, Sit, Stand, Wake
from okey.play.messages import Bye, No, Refused, Room, Sitter, Sitters
from okey.play.ports import Effect, Ended, LogRow, Outcome, Ports, Seated, Socket, TableId
from okey.play.seating import Seating, Vault
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

    def __init__(self, seating: Seating, ports: Ports, fairness: Fairness) -> None:
        self.seating = seating
        self.sockets: dict[Socket, bytes] = {}
        """Who is connected, by the person's id."""
        self._ports = ports
        self._testimony = Testimony(fairness.signer(seating.invitation.public_key))
        self._names = fairness.names

    async def handle(self, command: Command) -> None:
        """One command of the mailbox."""
        match command:
            case Join():
                self._join(command)
            case Leave(socket):
                if self.sockets.pop(socket, None) is not None:
                    self._tell_room()
            case Sit(socket, seat, name, commit) if socket in self.sockets:
                person = self.sockets[socket]
                await self._try(socket, seats.SIT, seats.sit(self.seating, person, name, seat, commit))
                if self.seating.invitation.alone:
                    await self._fill()
                await self._list_if_full()
            case Stand(socket) if socket in self.sockets:
                await self._try(socket, seats.STAND, seats.stand(self.seating, self.sockets[socket]))
            case Fill(socket) if self.sockets.get(socket) == self.seating.invitation.founder:
                await self._fill()
                await self._list_if_full()
                self._tell_room()
            case Do(socket, cid) if socket in self.sockets:
                socket.send(No(cid, Fault("no_deal"), self.seating.seq))
            case Fill(socket) | Heard(socket) | ChainFrom(socket) if socket in self.sockets:
                socket.send(Refused(Fault("no_deal")))
            case Contribute(socket, list_hash, value) if socket in self.sockets:
                await self._contribute(socket, list_hash, value)
            case Close() if self.seating.closed is None:
                await self._cancel()
            case Wake():
                if self.seating.due is not None and self._ports.clock.now() >= self.seating.due:
                    await self._cancel()

    # --- rows

    async def _write(self, kind: str, body: seats.Body, *effects: Effect) -> None:
        row, after = seats.next_row(self.seating, kind, body, self._ports.clock.now())
        await self._append(row, effects)
        self.seating = after

    async def _append(self, row: LogRow, effects: tuple[Effect, ...]) -> None:
        if not await self._ports.log.append(self.seating.invitation.table, [row], effects):
            raise LogError(f"row {row.seq} was written by somebody else")

    async def _try(self, socket: Socket, kind: str, body: seats.Body | Fault) -> None:
        if isinstance(body, Fault):
            socket.send(Refused(body))
            return
        person = self.sockets[socket]
        effects = (Seated(body["seat"], person),) if kind == seats.SIT else (Seated(body["seat"], None),)
        await self._write(kind, body, *effects)
        self._tell_room()

    async def _fill(self) -> None:
        body = seats.fill(self.seating, self._names(self.seating.invitation.level))
        if not isinstance(body, Fault):
            await self._write(seats.FILL, body)
            self._tell_room()

    async def _list_if_full(self) -> None:
        if self.seating.listed is None and not self.seating.free:
            await self._write(seats.LIST, {})
            for socket, person in self.sockets.items():
                if self.seating.seat_of(person) is not None:
                    socket.send(self._testimony.listed(self.seating))

    async def _contribute(self, socket: Socket, list_hash: bytes, value: bytes) -> None:
        person = self.sockets[socket]
        body = seats.contribute(self.seating, person, list_hash, value)
        if isinstance(body, Fault):
            socket.send(Refused(body))
            return
        if body is not None:
            await self._write(seats.CONTRIBUTION, body)
        socket.send(self._testimony.receipt(self.seating, self.seating.seat_of(person) or 0, value))
        if self.seating.complete:
            await self._write(seats.OPENING, {})
            opened = self._testimony.contributions(self.seating)
            for each in self.sockets:
                each.send(opened)

    async def _cancel(self) -> None:
        outcome = seats.BEFORE_LIST if self.seating.listed is None else seats.AFTER_LIST
        invitation = self.seating.invitation
        listed = self.seating.list_hash if self.seating.listed is not None else None
        known = Outcome(invitation.commit, invitation.seed.open(), listed, outcome)
        await self._write(seats.CLOSED, {"outcome": outcome}, Ended(), known)
        for socket in self.sockets:
            socket.send(self._testimony.reveal(self.seating, 0, None, self.seating.closed or 0))
            socket.close(Bye("cancelled"))
        self.sockets.clear()

    # --- what is said

    def _join(self, command: Join) -> None:
        for socket in [socket for socket, person in self.sockets.items() if person == command.person]:
            del self.sockets[socket]
            socket.close(Bye("taken_over"))
        if self.seating.invitation.alone and command.person != self.seating.invitation.founder:
            command.socket.close(Bye("not_seated"))
            return
        socket = command.socket
        self.sockets[socket] = command.person
        socket.send(self._testimony.open(self.seating))
        if self.seating.closed is not None:
            socket.send(self._testimony.reveal(self.seating, 0, None, self.seating.closed or 0))
            socket.close(Bye("cancelled"))
            return
        seat = self.seating.seat_of(command.person)
        if self.seating.listed is not None and seat is not None:
            socket.send(self._testimony.listed(self.seating))
        self._tell_room()

    def _tell_room(self) -> None:
        for socket, person in self.sockets.items():
            founder = person == self.seating.invitation.founder
            socket.send(Room(self._sitters(), self.seating.seat_of(person), self.seating.places, founder))

    def _sitters(self) -> Sitters:
        here = set(self.sockets.values())
        one, two, three, four = (
            None if chair is None else Sitter(chair.name, chair.level, chair.person is None or chair.person in here)
            for chair in self.seating.chairs
        )
        return one, two, three, four

"""The part of a table before its first deal: seats people, freezes the list, collects what they open."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from okey.fair.signing import Signer
from okey.play import seating as seats
from okey.play.codes import new_code
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
    Sit,
    Stand,
    Wake,
)
from okey.play.messages import Bye, No, Refused, Room, Sitter, Sitters, Successor
from okey.play.opening import Secret
from okey.play.ports import Effect, Ended, LogRow, Outcome, Ports, Seated, Socket, TableId
from okey.play.seating import AWAY_LIMIT, EMPTY_LIMIT, Seating, Vault
from okey.play.standing import LogError
from okey.play.testimony import Testimony
from okey.rules.faults import Fault

SECRET_BYTES = 32
CODE_TRIES = 8


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
        self._vault = fairness.vault
        self._gone = dict.fromkeys((seating.founder, *seating.people), ports.clock.now())
        """Since when those are not connected who sit or lead the table."""
        self._empty = seating.at
        """Since when nobody is connected."""

    @property
    def due(self) -> int | None:
        """When the table has to act by itself. Who is connected is not in the log, so this may differ from its row."""
        seating = self.seating
        if seating.invitation.alone or seating.due is None or seating.listed is not None:
            return seating.due
        leaving = [since + AWAY_LIMIT for person, since in self._gone.items() if self._leaves(person) is not None]
        if not seating.people:
            return None if self.sockets else max(self._empty, seating.at) + EMPTY_LIMIT
        return min([seating.due, *leaving])

    async def handle(self, command: Command) -> None:
        """One command of the mailbox."""
        match command:
            case Join():
                await self._join(command)
            case Leave(socket):
                self._leave(socket)
            case Sit(socket, seat, name, commit) if socket in self.sockets:
                person = self.sockets[socket]
                await self._try(socket, seats.SIT, seats.sit(self.seating, person, name, seat, commit))
                if self.seating.invitation.alone:
                    await self._fill()
                await self._list_if_full()
            case Stand(socket) if socket in self.sockets:
                await self._try(socket, seats.STAND, seats.stand(self.seating, self.sockets[socket]))
            case Kick(socket, seat) if socket in self.sockets:
                await self._kick(socket, seat)
            case Fill(socket) if self.sockets.get(socket) == self.seating.founder and not self.seating.invitation.alone:
                filled = seats.fill(self.seating, self._names(self.seating.invitation.level))
                if isinstance(filled, Fault):
                    socket.send(Refused(filled))
                    return
                await self._write(seats.FILL, filled)
                self._tell_room()
                await self._list_if_full()
            case Fill(socket) if socket in self.sockets:
                socket.send(Refused(Fault("founder_only")))
            case Do(socket, cid) if socket in self.sockets:
                socket.send(No(cid, Fault("no_deal"), self.seating.seq))
            case Heard(socket) | ChainFrom(socket) if socket in self.sockets:
                socket.send(Refused(Fault("no_deal")))
            case Contribute(socket, list_hash, value) if socket in self.sockets:
                await self._contribute(socket, list_hash, value)
            case Close() if self.seating.closed is None:
                await self._cancel()
            case Wake():
                await self._wake(self._ports.clock.now())

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

    async def _kick(self, socket: Socket, seat: int) -> None:
        body = seats.kick(self.seating, self.sockets[socket], seat)
        if isinstance(body, Fault):
            socket.send(Refused(body))
            return
        await self._write(seats.STAND, body, Seated(seat, None))
        for each in [each for each, person in self.sockets.items() if person in self.seating.removed]:
            del self.sockets[each]
            each.close(Bye("removed"))
        self._tell_room()

    def _leaves(self, person: bytes) -> tuple[str, seats.Body] | None:
        """The row by which a person who is away gives up the place, or the table; None without either."""
        body = seats.stand(self.seating, person)
        if not isinstance(body, Fault):
            return seats.STAND, body
        heir = self.seating.heir() if person == self.seating.founder else None
        return None if heir is None else (seats.FOUNDER, {"person": heir.hex()})

    async def _wake(self, now: int) -> None:
        """What is due: places of people who stay away, then the table itself."""
        if self.seating.listed is None and not self.seating.invitation.alone:
            for person in [person for person, since in self._gone.items() if now >= since + AWAY_LIMIT]:
                row = self._leaves(person)
                if row is not None:
                    kind, body = row
                    await self._write(kind, body, *([Seated(body["seat"], None)] if kind == seats.STAND else []))
                    self._tell_room()
        if self.due is not None and now >= self.due:
            await self._cancel(carry=self.seating.listed is not None)

    async def _fill(self) -> None:
        body = seats.fill(self.seating, self._names(self.seating.invitation.level))
        if not isinstance(body, Fault):
            await self._write(seats.FILL, body)
            self._tell_room()

    async def _list_if_full(self) -> None:
        if self.seating.listed is None and not self.seating.free:
            await self._write(seats.LIST, {})
            for socket, person in list(self.sockets.items()):
                if self.seating.seat_of(person) is not None:
                    socket.send(self._testimony.listed(self.seating))
                else:
                    del self.sockets[socket]
                    socket.close(Bye("not_seated"))

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

    async def _cancel(self, carry: bool = False) -> None:
        """End the table; `carry`: whoever has opened goes on at a successor."""
        outcome = seats.BEFORE_LIST if self.seating.listed is None else seats.AFTER_LIST
        invitation = self.seating.invitation
        listed = self.seating.list_hash if self.seating.listed is not None else None
        known = Outcome(invitation.commit, invitation.seed.open(), listed, outcome)
        body: seats.Body = {"outcome": outcome}
        if carry and not invitation.alone and self.seating.opened_by:
            body["successor"] = self._ports.randomness.token(len(invitation.table)).hex()
        await self._write(seats.CLOSED, body, Ended(), known)
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
        for _ in range(CODE_TRIES):
            if await ports.log.read(seating.successor):
                return
            founder = seating.founder if seating.founder in seating.opened_by else seating.opened_by[0]
            invitation = replace(
                seating.invitation,
                table=seating.successor,
                founder=founder,
                created=ports.clock.now(),
                seed=Secret(ports.randomness.token(SECRET_BYTES)),
                bots=Secret(ports.randomness.token(SECRET_BYTES)),
                code=new_code(ports.randomness.token),
            )
            if await ports.log.append(invitation.table, [invitation.row(self._vault)], [invitation.opened]):
                return
        raise LogError("the successor could not be opened")

    # --- what is said

    def _carry(self, socket: Socket) -> None:
        successor = self.seating.successor
        if successor is not None and self.sockets[socket] in self.seating.opened_by:
            socket.send(Successor(successor))

    def _leave(self, socket: Socket) -> None:
        person = self.sockets.pop(socket, None)
        if person is None:
            return
        now = self._ports.clock.now()
        if person == self.seating.founder or self.seating.seat_of(person) is not None:
            self._gone[person] = now
        if not self.sockets:
            self._empty = now
        self._tell_room()

    async def _join(self, command: Join) -> None:
        for socket in [socket for socket, person in self.sockets.items() if person == command.person]:
            del self.sockets[socket]
            socket.close(Bye("taken_over"))
        if self.seating.invitation.alone and command.person != self.seating.invitation.founder:
            command.socket.close(Bye("not_seated"))
            return
        if command.person in self.seating.removed:
            command.socket.close(Bye("removed"))
            return
        if self.seating.listed is not None and self.seating.seat_of(command.person) is None:
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
        seat = self.seating.seat_of(command.person)
        if self.seating.listed is not None and seat is not None:
            socket.send(self._testimony.listed(self.seating))
        self._tell_room()

    def _tell_room(self) -> None:
        for socket, person in self.sockets.items():
            seat, founder = self.seating.seat_of(person), person == self.seating.founder
            made = self.seating.invitation
            socket.send(Room(self._sitters(), seat, self.seating.places, founder, made.code, made.level))

    def _sitters(self) -> Sitters:
        here = set(self.sockets.values())
        one, two, three, four = (
            None if chair is None else Sitter(chair.name, chair.level, chair.person is None or chair.person in here)
            for chair in self.seating.chairs
        )
        return one, two, three, four

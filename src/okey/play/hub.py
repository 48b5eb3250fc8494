"""All tables of this node."""

from typing import Final

from okey.play.bots import Computers, Think
from okey.play.clocks import Alarms
from okey.play.commands import Close, Join, Look, Overheard, Stop, Wake, Withdraw
from okey.play.gathering import Fairness
from okey.play.invitation import Invitation
from okey.play.ports import Ports, Socket, TableId
from okey.play.table import Table

TABLE_BYTES = 16
SOON: Final = 1.0
"""Seconds after which a table that was to be read anew is taken up again, if nobody has come back before."""
AGAIN: Final = 5.0
"""Seconds after which a table that was dropped from memory for a fault is taken up again."""


class TakenError(OSError):
    """A new table has the id or the short code of another one; nothing was stored."""


class Hub:
    """Opens tables, finds them, keeps those in memory that somebody is connected to or that have something to do."""

    def __init__(self, ports: Ports, think: Think, pace: float = 1.0, fairness: Fairness | None = None) -> None:
        self._ports = ports
        self._fairness = fairness
        self._alarms = Alarms(ports.clock, ports.scheduler)
        self._computers = Computers(ports.clock, ports.scheduler, ports.trace, think, pace)
        self._tables: dict[TableId, Table] = {}

    @property
    def tables(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    @property
    def known(self) -> list[TableId]:
        """The tables in memory."""
        return list(self._tables)

    async def start(self) -> None:
        """Take up the tables that have to act by themselves; beside other nodes each table is somebody's already."""
        if not self._ports.shared:
            for table in await self._ports.log.waiting():
                self.take_up(table)

    def take_up(self, table: TableId) -> None:
        """Look what is due at a table that nobody may care for."""
        self._table(table).post(Wake())

    async def invite(self, invitation: Invitation) -> TableId:
        """A new table that proves its deals; its seed and rules are stored before anybody hears of it."""
        if self._fairness is None:
            raise OSError("this node has no keys")
        row = invitation.row(self._fairness.vault)
        if not await self._ports.log.append(invitation.table, [row], [invitation.opened]):
            raise TakenError("the id or the code of a new table is taken")
        return invitation.table

    def join(self, table: TableId, person: bytes, socket: Socket, after: int | None) -> Table:
        """Bring a person's socket to a table; its first answers come through the socket."""
        found = self._table(table)
        found.post(Join(socket, person, after))
        return found

    def hinted(self, table: TableId, seq: int | None = None, alive: frozenset[int] | None = None) -> None:
        """Another node has written at a table; None: it may have. Only a table that is in memory here looks.

        `alive`: the nodes that live, when that is known.
        """
        if table in self._tables:
            self._tables[table].post(Look(seq, alive))

    def said(self, table: TableId, words: bytes) -> None:
        """Words that were said at a table on another node; only a table that is in memory here hears them."""
        if table in self._tables:
            self._tables[table].post(Overheard(words))

    def watchers(self, table: TableId) -> int:
        """How many watch a table on this node."""
        found = self._tables.get(table)
        return 0 if found is None else found.watchers

    def close(self, table: TableId, all_left: bool = True) -> None:
        """Cancel a table that everybody has left, or that cannot go on."""
        self._table(table).post(Close(all_left))

    def withdraw(self, table: TableId, person: bytes) -> None:
        """A person gives up the place, and the lead, at a table that has not begun."""
        self._table(table).post(Withdraw(person))

    def reload(self, table: TableId) -> None:
        """Read a table that is in memory anew from the log; its sockets come back."""
        if table in self._tables:
            self._tables[table].post(Stop())
            self._ports.scheduler.call_later(SOON, lambda: self.take_up(table))

    def stop(self) -> None:
        """Say good-bye to everybody."""
        self._alarms.stop()
        for table in list(self._tables.values()):
            table.post(Stop())

    def _table(self, table: TableId) -> Table:
        found = self._tables.get(table)
        if found is None:
            found = Table(table, self._ports, self._computers, self._alarms, self._retired, self._fairness)
            self._tables[table] = found
        return found

    def _retired(self, table: Table, failed: bool) -> None:
        if self._tables.get(table.id) is table:
            del self._tables[table.id]
        if failed:  # perhaps nobody comes back, and there is something to do
            self._ports.scheduler.call_later(AGAIN, lambda: self.take_up(table.id))

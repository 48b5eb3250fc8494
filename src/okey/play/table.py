"""One table: a mailbox, and behind it the waiting room or the running match; in memory while somebody needs it.

Any fault a command does not handle itself drops the table from memory, and the log tells the truth to whoever comes
back.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from okey.play.bots import Computers
from okey.play.clocks import Alarms
from okey.play.commands import Command, Join, Leave, Stop, Wake
from okey.play.conversation import Conversation
from okey.play.gathering import Fairness, Gathering, gathered
from okey.play.invitation import is_fair
from okey.play.messages import Bye
from okey.play.opening import Options
from okey.play.playing import Playing
from okey.play.ports import LogRow, Ports, Socket, TableId
from okey.play.rematch import Reunion
from okey.play.seating import Seating
from okey.play.standing import LogError, Standing, begin, dealt_from
from okey.play.witness import Witness

RETRY_MS: Final = 1000
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
        retire: Callable[["Table", bool], None],
        fairness: Fairness | None = None,
    ) -> None:
        self.id = table
        self._ports = ports
        self._computers = computers
        self._alarms = alarms
        self._retire = retire
        self._fairness = fairness
        self._gathering: Gathering | None = None
        self._playing: Playing | None = None
        self._conversation = Conversation(table, ports.clock, ports.hints)
        self._mailbox: deque[Command] = deque()
        self._busy = False
        self._gone = False
        self._alarm: int | None = None

    @property
    def standing(self) -> Standing | None:
        """What is known of the match, None before the log was read and before the first deal."""
        return None if self._playing is None else self._playing.standing

    @property
    def idle(self) -> bool:
        """Whether nobody is connected and nothing is to be done now."""
        return not (self._busy or self._mailbox or self._connected)

    @property
    def watchers(self) -> int:
        """How many watch here."""
        return 0 if self._playing is None else len(self._playing.audience.watchers)

    @property
    def _connected(self) -> tuple[Socket, ...]:
        if self._gathering is not None:
            return tuple(self._gathering.sockets)
        return () if self._playing is None else self._playing.audience.sockets

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
            except GeneratorExit:
                raise
            except BaseException as fault:
                # Memory may have fallen behind the log: everybody comes back to a table read from it anew.
                self._ports.trace("table_dropped", table=self.id.hex(), fault=repr(fault))
                self._mailbox.appendleft(command)
                self._leave_memory(failed=True)
                if not isinstance(fault, Exception):  # the task is cancelled: it has to end
                    raise
        self._busy = False

    async def _handle(self, command: Command) -> None:
        if self._playing is None and self._gathering is None:
            await self._load()
        if isinstance(command, Stop):
            self._leave_memory()
            return
        if isinstance(command, Wake) and command.due == self._alarm:
            self._alarm = None
        if self._gathering is not None:
            await self._gather(self._gathering, command)
        elif self._playing is not None:
            await self._playing.handle(command)
            if isinstance(command, Leave):
                self._watch()
        else:
            if isinstance(command, Join):
                command.socket.close(Bye("unknown_table"))
            self._leave_memory()

    async def _load(self) -> None:
        rows = await self._ports.log.read(self.id)
        if not rows:
            return
        self._watch()
        rest: Sequence[LogRow] = rows[1:]
        if not is_fair(rows[0]):
            playing = self._begin(begin(rows[0]), None)
        else:
            fairness = self._proving()
            seating, rest = gathered(self.id, rows, fairness.vault)
            if not seating.opened:
                self._gathering = Gathering(seating, self._ports, fairness, self._conversation)
                return
            playing = self._dealt(seating)
        await playing.read(rest)

    def _proving(self) -> Fairness:
        if self._fairness is None:
            raise LogError("this node has no keys for tables that prove their deals")
        return self._fairness

    async def _gather(self, gathering: Gathering, command: Command) -> None:
        """A command before the first deal; when all contributions are open, the match begins with the same sockets."""
        await gathering.handle(command)
        seating = gathering.seating
        if seating.opened:
            playing = self._dealt(seating)
            for socket, person in gathering.sockets.items():
                await playing.join(Join(socket, person, None), proved=True)
            self._gathering = None

    def _dealt(self, seating: Seating) -> Playing:
        """All contributions are open: the match begins."""
        standing = dealt_from(seating.opening(), seating.seq, seating.at)
        fairness, reunion, options = self._proving(), None, None
        if not seating.invitation.alone:
            standing = replace(standing, founder=seating.founder, watch=seating.watch)
            reunion = Reunion(seating, self._ports, fairness.vault)
            options = seating.invitation.options
        return self._begin(standing, Witness(seating, fairness.signer), options, reunion)

    def _begin(
        self,
        standing: Standing,
        witness: Witness | None,
        options: Options | None = None,
        reunion: Reunion | None = None,
    ) -> Playing:
        self._playing = Playing(
            self.id, standing, witness, options, self._ports, self._computers, self._conversation, self.post, reunion
        )
        return self._playing

    # --- what comes next

    def _look_ahead(self) -> None:
        if self._gone:
            return
        if self._playing is not None:
            self._playing.look_ahead()
        self._set_alarm(self._due)

    @property
    def _due(self) -> int | None:
        """When the table has to act by itself."""
        known = self._gathering if self._gathering is not None else self._playing
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

    def _leave_memory(self, failed: bool = False) -> None:
        """Drop what is in memory; the next hello reads the log again, or the hub when something `failed`."""
        if self._gone:
            return
        self._gone = True
        self._retire(self, failed)
        waiting = [command.socket for command in self._mailbox if isinstance(command, Join)]
        self._mailbox.clear()
        for socket in (*self._connected, *waiting):
            socket.close(Bye("restart", RETRY_MS))
        if self._playing is not None:
            self._playing.audience.clear()

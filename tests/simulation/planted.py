"""Faults planted one at a time, to see that the simulation finds them: `python -m tests.simulation.planted`.

Without arguments it looks for every fault from several first seeds and writes the table in docs/simulation.md.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias
from unittest.mock import patch

from okey.fair.messages import digest
from okey.play import bots, drawing, playing, rated, seating, standing
from okey.play.commands import Sit, Wake
from okey.play.gathering import Gathering
from okey.play.hub import Hub
from okey.play.messages import Bye, Ev
from okey.play.opening import Opening
from okey.play.playing import Playing
from okey.play.ports import LogRow, TableId
from okey.play.standing import Standing, Step, advance, play
from okey.play.steps import Told, decided, for_viewer
from okey.play.table import Table
from okey.play.testimony import Testimony
from okey.rules.actions import TimeOut
from okey.rules.events import DealEnded
from okey.rules.faults import Fault
from okey.rules.match import decide, evolve
from okey.rules.state import plus
from okey.rules.view import view
from okey.server import connection, frames
from tests.simulation.disk import Disk, DiskLog
from tests.simulation.server import Server
from tests.simulation.simulation import run
from tests.simulation.world import Process, Town

PAGE = Path(__file__).parents[2] / "docs" / "simulation.md"
BEGIN, END = "<!-- planted -->\n", "<!-- /planted -->\n"
STARTS = (0, 10_000, 20_000, 30_000, 40_000)
"""First seeds of the runs that are counted."""
MOST = 400
"""Seeds after which a fault counts as not found."""

Plant: TypeAlias = Callable[[ExitStack], None]
PLANTS: dict[str, Plant] = {}


def plant(name: str) -> Callable[[Plant], Plant]:
    """Add a fault to the list."""

    def add(made: Plant) -> Plant:
        PLANTS[name] = made
        return made

    return add


def set_in(stack: ExitStack, owner: Any, **values: Any) -> None:
    """Replace attributes until the stack ends."""
    for name, value in values.items():
        stack.enter_context(patch.object(owner, name, value))


def replace_in_play(stack: ExitStack, original: Any, other: Any) -> None:
    """Replace a function in every module of `okey.play` that has imported it."""
    for name, module in list(sys.modules.items()):
        if name.startswith("okey.play."):
            for attribute, value in list(vars(module).items()):
                if value is original:
                    set_in(stack, module, **{attribute: other})


@contextmanager
def planted(name: str) -> Iterator[None]:
    """The library with one fault in it."""
    with ExitStack() as stack:
        PLANTS[name](stack)
        yield


# --- the log


@plant("acknowledged before the sync")
def _(stack: ExitStack) -> None:
    append = DiskLog.append

    async def write(log: DiskLog, *arguments: Any) -> None:
        await append(log, *arguments)

    async def later(log: DiskLog, *arguments: Any) -> bool:
        log._process.spawn(write(log, *arguments))
        return True

    set_in(stack, DiskLog, append=later)


@plant("sync skipped")
def _(stack: ExitStack) -> None:
    sync, crash = Disk.sync, Disk.crash

    def forgetful(disk: Disk) -> None:
        crash(disk)
        for tale in disk.tales.values():
            keep = max(1, len(tale.rows) - disk.chance.randrange(5))
            del tale.rows[keep:]
            tale.cids = {cid: seq for cid, seq in tale.cids.items() if seq <= keep}
            tale.effects = [(seq, effect) for seq, effect in tale.effects if seq <= keep]
        disk.changed.update(disk.tales)

    set_in(stack, Disk, sync=sync, crash=forgetful)


@plant("no unique key on moves")
def _(stack: ExitStack) -> None:
    accept = Playing._accept

    def forgetful(self: Playing, step: Step) -> None:
        accept(self, replace(step, row=replace(step.row, cid=None, cid_seat=None)))

    set_in(stack, Disk, _new=lambda disk, tale, rows: True)
    set_in(stack, Playing, _accept=forgetful)


@plant("torn record accepted")
def _(stack: ExitStack) -> None:
    whole = Disk.whole

    def padded(disk: Disk, body: bytes, length: int, *rest: int) -> bytes | None:
        return body.ljust(length, b"\0") if len(body) < length else whole(disk, body, length, *rest)

    set_in(stack, Disk, whole=padded)


# --- time


@plant("timer not restored")
def _(stack: ExitStack) -> None:
    async def start(hub: Hub) -> None:
        await hub._ports.log.waiting()

    set_in(stack, Hub, start=start)


@plant("old timer acts on a new hand")
def _(stack: ExitStack) -> None:
    original = Playing._act

    async def act(self: Playing, known: Standing) -> None:
        if known.game.turn is not None and known.computer is None:
            await self._write(lambda now_known, now: decided(now_known, None, TimeOut(), now))
        else:
            await original(self, known)

    set_in(stack, Playing, _act=act)


@plant("clock from the client")
def _(stack: ExitStack) -> None:
    now, pong = Process.now, frames.pong
    told: list[int] = []

    def heard(t0: int, at: int) -> bytes:
        told.append(t0)
        return pong(t0, at)

    set_in(stack, frames, pong=heard)
    set_in(stack, Process, now=lambda process: told[-1] if told else now(process))


@plant("grace never ends")
def _(stack: ExitStack) -> None:
    set_in(stack, Standing, absent=property(lambda self: None))


@plant("computer without a clock")
def _(stack: ExitStack) -> None:
    set_in(stack, standing, COMPUTER_LIMIT=10**9)
    set_in(stack, bots, THINK_LIMIT=10**6)


@plant("finish while a time-out is pending")
def _(stack: ExitStack) -> None:
    original, due = Playing._act, Playing.due
    pending: set[Playing] = set()

    async def act(self: Playing, known: Standing) -> None:
        at, events = known.due, decide(known.game, None, TimeOut())
        late = at is not None and self._ports.clock.now() >= at and known.clock.deadline is not None
        if isinstance(events, Fault) or not late or known.computer is not None:
            await original(self, known)
        elif self not in pending:
            pending.add(self)
            self._ports.scheduler.call_later(0.3, lambda: self._ports.scheduler.spawn(write(self, events)))

    async def write(self: Playing, events: Any) -> None:
        await self._write(lambda now_known, now: play(now_known, events, now))
        pending.discard(self)
        self._post(Wake())

    set_in(stack, Playing, _act=act)
    set_in(stack, Playing, due=property(lambda self: None if self in pending else due.__get__(self)))


# --- what people see, and who they are


@plant("view leaks the top of the pile")
def _(stack: ExitStack) -> None:
    def leaky(state: Any, viewer: int | None) -> Any:
        deal = state.deal
        return replace(view(state, viewer), moves=deal.pile[0]) if deal and deal.pile else view(state, viewer)

    replace_in_play(stack, view, leaky)


@plant("drawn tile told to everybody")
def _(stack: ExitStack) -> None:
    def leaky(news: Any, told: Told, seat: int | None, now: tuple[str, ...]) -> Ev:
        return replace(for_viewer(news, told, seat, now), tile=told.drawn)

    replace_in_play(stack, for_viewer, leaky)


@plant("seat by index")
def _(stack: ExitStack) -> None:
    def index(opening: Opening, person: bytes) -> int | None:
        present = [each for each in opening.people if each is not None]
        return present.index(person) if person in present else None

    set_in(stack, Opening, seat_of=index)


@plant("reconnect takes another table")
def _(stack: ExitStack) -> None:
    join = Hub.join

    def any_table(hub: Hub, asked: TableId, person: bytes, *rest: Any) -> Table:
        mine = (
            each.id
            for each in hub._tables.values()
            if each.standing is not None and each.standing.opening.seat_of(person) is not None
        )
        return join(hub, next(mine, asked), person, *rest)

    set_in(stack, Hub, join=any_table)


@plant("double SIT")
def _(stack: ExitStack) -> None:
    sit = seating.sit

    def again(known: Any, person: bytes, asked: Sit, **others: Any) -> Any:
        answer: Any = sit(known, person, asked, **others)
        if isinstance(answer, Fault) and answer.code == "already_seated" and asked.seat in known.free:
            return {"seat": asked.seat, "person": person.hex(), "name": asked.name, "commit": asked.commit.hex()}
        return answer

    set_in(stack, seating, sit=again)


@plant("queue unbounded")
def _(stack: ExitStack) -> None:
    set_in(stack, connection, MAX_FRAMES=10**9, MAX_BYTES=10**12)


# --- points and proofs


@plant("score counted twice")
def _(stack: ExitStack) -> None:
    def twice(state: Any, event: Any) -> Any:
        after = evolve(state, event)
        return replace(after, scores=plus(after.scores, event.changes)) if isinstance(event, DealEnded) else after

    replace_in_play(stack, evolve, twice)


@plant("seed reused after a restart")
def _(stack: ExitStack) -> None:
    token, start = Town.token, Server.start

    def restarted(server: Server) -> None:
        server.town.__dict__["drawn"] = count()
        start(server)

    def again(town: Town, size: int) -> bytes:
        return digest(b"%d" % next(town.__dict__["drawn"])) if size == 32 else token(town, size)

    set_in(stack, Server, start=restarted)
    set_in(stack, Town, token=again)


@plant("list signed twice")
def _(stack: ExitStack) -> None:
    listed, number = Testimony.listed, count()

    def later(testimony: Testimony, known: Any) -> Any:
        return listed(testimony, replace(known, listed=(known.listed or 0) + next(number)))

    set_in(stack, Testimony, listed=later)


@plant("head not chained over a restart")
def _(stack: ExitStack) -> None:
    def unchained(before: Standing, row: LogRow) -> Step:
        step = advance(before, row)
        return replace(step, standing=replace(step.standing, head=before.head))

    set_in(stack, playing, advance=unchained)


@plant("cancelled without a reveal")
def _(stack: ExitStack) -> None:
    async def farewell(gathering: Gathering) -> None:
        for socket in gathering.sockets:
            socket.close(Bye("cancelled"))
        gathering.sockets.clear()

    set_in(stack, Gathering, _farewell=farewell)


# --- tables that count


@plant("seat drawn anew each time")
def _(stack: ExitStack) -> None:
    draw, number = drawing.draw, count()

    def again(secret: bytes, person: bytes, free: Any) -> int | None:
        return draw(secret + b"%d" % next(number), person, free)

    replace_in_play(stack, draw, again)


@plant("stake not held")
def _(stack: ExitStack) -> None:
    set_in(stack, rated, begun=lambda opening, game: [])


# --- looking for them


@dataclass(frozen=True)
class Finding:
    """How a fault was found."""

    seeds: int
    noticed: str


def find(name: str, first: int = 0, most: int = MOST) -> Finding | None:
    """Seeds from `first` on until the simulation notices something; None when it does not."""
    for seeds, seed in enumerate(range(first, first + most), 1):
        with planted(name):
            try:
                run(seed)
            except Exception as fault:
                return Finding(seeds, str(fault) or type(fault).__name__)
    return None


def main() -> None:
    """Look for every fault and write the table."""
    lines = ["| fault | seeds, median | worst of 5 | noticed as |\n", "| --- | ---: | ---: | --- |\n"]
    for name in PLANTS:
        found = [find(name, first) for first in STARTS]
        seeds = [each.seeds if each is not None else MOST for each in found]
        noticed = next((each.noticed for each in found if each is not None), "not found")
        worst = f"{max(seeds)}" if None not in found else f"more than {MOST}"
        line = f"| {name} | {statistics.median(seeds):g} | {worst} | {noticed.split(';')[0][:90]} |\n"
        print(line, end="", flush=True)
        lines.append(line)
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(before + BEGIN + "".join(lines) + END + after, encoding="utf-8")


if __name__ == "__main__":
    main()

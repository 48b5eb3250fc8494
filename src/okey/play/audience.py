"""Who is connected to a running match, and what each is told: seats at once, watchers with the gallery's delay."""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from okey.play.gallery import Gallery, delay_of
from okey.play.messages import Bye, Message, News, Presence, Snap, Times
from okey.play.opening import Options
from okey.play.ports import Clock, Socket
from okey.play.standing import Standing, Step
from okey.play.steps import Told, for_viewer, told
from okey.play.witness import Witness
from okey.rules.events import MatchEnded
from okey.rules.match import can
from okey.rules.view import view

WINDOW: Final = 256
"""Events kept for those who come back; who missed more gets the whole table."""
MOST_WATCHERS: Final = 200


class Audience:
    """The sockets of one table, from its first deal on."""

    def __init__(
        self, clock: Clock, standing: Standing, witness: Witness | None, options: Options | None = None
    ) -> None:
        self.seats: dict[Socket, int] = {}
        self.watchers: dict[Socket, bytes] = {}
        """Who watches, by the person's id."""
        self.witness = witness
        self._clock = clock
        self._options = options
        self._standing = standing
        self._gallery = Gallery(standing, delay_of(options))
        self._recent: deque[Told] = deque(maxlen=WINDOW)
        self._shown: deque[Told] = deque(maxlen=WINDOW)

    @property
    def sockets(self) -> tuple[Socket, ...]:
        """Everybody."""
        return (*self.seats, *self.watchers)

    @property
    def due(self) -> int | None:
        """When watchers are to be shown the next step."""
        return self._gallery.due if self.watchers else None

    @property
    def shown(self) -> Standing:
        """The table as watchers know it."""
        return self._gallery.standing

    def socket_of(self, seat: int | None) -> Socket | None:
        """The socket of the person on `seat`."""
        return next((socket for socket, sitting in self.seats.items() if sitting == seat), None)

    def accept(self, step: Step) -> Told | None:
        """A step that is in the log; what there is to tell of it."""
        self._standing = step.standing
        self._gallery.add(step)
        kept = told(step)
        if kept is not None:
            self._recent.append(kept)
        return kept

    def publish(self, steps: Sequence[Step]) -> None:
        """Accept steps and tell the seats what happened; watchers have to leave where they are not wanted."""
        kept = [each for step in steps if (each := self.accept(step)) is not None]
        times = self._standing.times(self._clock.now())
        if not self._standing.watch:
            self._close_gallery()
        news = _news(kept, times)
        for socket, seat in self.seats.items():
            self._tell(socket, seat, news)
        if len(kept) < len(steps):
            for socket in self.seats:
                socket.send(self._presence(self._standing, times))

    def show(self) -> None:
        """Tell watchers what they may know by now."""
        now = self._clock.now()
        steps = self._gallery.show(now)
        if not steps:
            return
        kept = [each for step in steps if (each := told(step)) is not None]
        self._shown.extend(kept)
        times = self._gallery.times(now)
        news = _news(kept, times)
        for socket in self.watchers:
            self._tell(socket, None, news)
        if len(kept) < len(steps):
            for socket in self.watchers:
                socket.send(self._presence(self.shown, times))

    def say(self, message: Message) -> None:
        """Tell everybody the same."""
        for socket in self.sockets:
            socket.send(message)

    # --- who comes and goes

    def free(self, socket: Socket | None, seat: int) -> None:
        """No other socket has `seat` any more."""
        for other in [other for other, sitting in self.seats.items() if sitting == seat]:
            del self.seats[other]
            if other is not socket:
                other.close(Bye("taken_over"))

    def watch(self, socket: Socket, person: bytes, after: int | None, proved: bool) -> None:
        """A person without a seat: a watcher, unless the table is closed to them."""
        if self._standing.closed:
            socket.close(self._farewell)
            return
        if not self._standing.watch:
            socket.close(Bye("not_seated"))
            return
        for other in [other for other, watching in self.watchers.items() if watching == person]:
            del self.watchers[other]
            if other is not socket:
                other.close(Bye("taken_over"))
        if len(self.watchers) >= MOST_WATCHERS:
            socket.close(Bye("full"))
            return
        self.show()
        self.watchers[socket] = person
        if after is None and not proved and self.witness is not None:
            self.witness.before(socket, None)
        self._count(without=socket)
        self._resume(socket, None, after)

    def leave(self, socket: Socket) -> int | None:
        """A socket is gone; the seat it had."""
        if self.watchers.pop(socket, None) is not None:
            self._count()
        return self.seats.pop(socket, None)

    def sit(self, socket: Socket, seat: int, after: int | None, proved: bool) -> None:
        """The person of `seat` has this socket, and hears what it missed since row `after`.

        `proved`: it knows what was signed before the match.
        """
        if after is None and not proved and self.witness is not None:
            self.witness.before(socket, seat)
        if self._standing.closed:
            self._dismiss(socket)
            return
        self.seats[socket] = seat
        self._resume(socket, seat, after)

    def part(self) -> None:
        """The table was cancelled before its first deal: everybody hears the seed, and why, and goes."""
        for socket in self.sockets:
            self._dismiss(socket)
        self.clear()

    def clear(self) -> None:
        """Forget everybody."""
        self.seats.clear()
        self.watchers.clear()

    def _dismiss(self, socket: Socket) -> None:
        if self.witness is not None:
            self.witness.reveal(socket, self._standing)
        socket.close(self._farewell)

    @property
    def _farewell(self) -> Bye:
        return Bye("short" if self._standing.short else "cancelled")

    def _close_gallery(self) -> None:
        for socket in self.watchers:
            socket.close(Bye("not_seated"))
        self.watchers.clear()

    # --- what is said

    def present(self, socket: Socket) -> None:
        """Tell one socket who is there."""
        now = self._clock.now()
        if socket in self.seats:
            socket.send(self._presence(self._standing, self._standing.times(now)))
        else:
            socket.send(self._presence(self.shown, self._gallery.times(now)))

    def _count(self, without: Socket | None = None) -> None:
        """Another number of watchers."""
        for socket in self.sockets:
            if socket is not without:
                self.present(socket)

    def _resume(self, socket: Socket, seat: int | None, after: int | None) -> None:
        """The events since row `after`, or the whole table when that is unknown or none."""
        now = self._clock.now()
        standing = self._standing if seat is not None else self.shown
        times = standing.times(now) if seat is not None else self._gallery.times(now)
        recent = self._recent if seat is not None else self._shown
        first = recent[0].seq if recent else 0
        missed: list[Told] = []
        if after is not None and first - 1 <= after <= standing.seq:
            missed = [each for each in recent if each.seq > after]
        if missed:
            self._tell(socket, seat, _news(missed, times))
            socket.send(self._presence(standing, times))
            return
        seen = view(standing.game, seat)
        options = self._options and replace(self._options, watch=self._standing.watch)
        person = self.watchers[socket] if seat is None else standing.opening.people[seat]
        founder, delay = person == standing.founder, self._gallery.delay if seat is None else 0
        sitters, watchers = standing.sitters(), len(self.watchers)
        socket.send(Snap(standing.seq, seen, seat, sitters, times, watchers, options, founder, delay))
        if self.witness is not None:
            self.witness.head(socket, standing)
            self.witness.reveal(socket, standing)

    def _tell(self, socket: Socket, seat: int | None, news: Sequence[tuple[News, Told]]) -> None:
        """Events, each with what the viewer may do now, after the last of them."""
        now = () if seat is None else can(self._standing.game, seat)
        for each, kept in news:
            socket.send(for_viewer(each, kept, seat, now))
            if self.witness is not None and isinstance(kept.event, MatchEnded):
                self.witness.reveal(socket, self._standing if seat is not None else self.shown)

    def _presence(self, standing: Standing, times: Times) -> Presence:
        return Presence(standing.sitters(), times, len(self.watchers), self._standing.watch)


def _news(kept: Iterable[Told], times: Times) -> list[tuple[News, Told]]:
    """What everyone may know of events."""
    return [(News(each.seq, each.n, each.event, times, each.raw), each) for each in kept]

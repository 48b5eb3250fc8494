"""Judges a log event by event, from the rules text, the master key and the bytes alone (FAIRNESS 5 and 8).

It shares nothing with the engine that made the log but the tiles, the deck and the solver: what both agree on was
reached in two ways.
"""

from collections.abc import Sequence
from typing import Final

from okey.fair.deal import deck, roll, throws
from okey.fair.events import Entry, EventError, decode
from okey.rules.deal import opened
from okey.rules.events import (
    Automatic,
    Claimed,
    Controlled,
    DealEnded,
    Dealt,
    Declared,
    Drawn,
    Event,
    Finished,
    Groups,
    MatchEnded,
    Shown,
    Taken,
    Thrown,
)
from okey.rules.ruleset import Ruleset
from okey.rules.tiles import FALSE_JOKER, okey_face, twin
from okey.solver import complete

EMPTY, PERSON, COMPUTER = 0, 1, 2
MELDS, PAIRS = 1, 2
FINISH, PILE, MOVES, CANCELLED, FORFEIT = 1, 2, 3, 4, 5
SCORE, TARGET, SINGLE, FORFEITED, STOPPED, ALL_LEFT, DEALS = 1, 2, 3, 4, 5, 6, 7
_TURN_EVENTS: Final = (Drawn, Taken, Thrown, Finished, Automatic, Claimed)


class Objection(Exception):
    """Why an event may not stand; `code` as in FAIRNESS 8."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def _need(condition: bool, code: str) -> None:
    if not condition:
        raise Objection(code)


class Referee:
    """The match as the events so far make it. `see` takes the next one, or raises `Objection`."""

    def __init__(self, rules: Ruleset, kinds: Sequence[int], key: bytes) -> None:
        self.rules = rules
        self.kinds = tuple(kinds)
        self.seats = [seat for seat in range(4) if kinds[seat]]
        self.control = list(kinds)
        self.key = key
        roller, self.rolls = roll(key, self.seats)
        self.starter = roller if rules.start == "roller" else self.next(roller)
        start = rules.points if rules.count == "down" else 0
        self.scores = [start if kind else 0 for kind in kinds]
        self.n = self.t_ms = self.deal = 0
        self.running = False
        self.over = self.cancelled = False
        self.decided: int | None = None  # reason of the match end that must follow, 0: cancelled, None: none
        self.due: int | None = None  # reason of the deal end that must follow
        self.marked = False  # event 8 stands before
        self.forfeiter: int | None = None
        self.reserve = [1000 * rules.reserve] * 4
        self.automatic = self.taken_over = self.overtime = 0
        self.ends: list[int] = []  # numbers of the deal ends and the match end
        self.still = 0  # number of the last deal event or deal end: where the seal stands still during play

    def next(self, seat: int) -> int:
        """The next occupied seat."""
        return next((seat + step) % 4 for step in (1, 2, 3, 4) if self.kinds[(seat + step) % 4])

    def previous(self, seat: int) -> int:
        """The occupied seat before."""
        return next((seat - step) % 4 for step in (1, 2, 3, 4) if self.kinds[(seat - step) % 4])

    def see(self, data: bytes) -> Entry:
        """Judge the next event and play it. Raises `Objection`; nothing may be seen after that."""
        try:
            entry = decode(data)
        except EventError:
            raise Objection("frame") from None
        number = self.deal + isinstance(entry.event, Dealt)
        _need(entry.seq == self.n + 1 and entry.t_ms >= self.t_ms and entry.deal == number, "frame")
        event = entry.event
        self._order(event)
        if isinstance(event, _TURN_EVENTS):
            _need(event.seat == self.turn, "seat")
        self.n, self.t_ms = entry.seq, entry.t_ms
        self._play(event)
        self.marked = isinstance(event, Automatic)
        return entry

    # --- order

    def _order(self, event: Event) -> None:
        _need(not self.over, "order")
        if self.decided is not None:
            _need(isinstance(event, MatchEnded), "order")
        elif self.due is not None:
            _need(isinstance(event, DealEnded), "order")
        elif self.marked:
            move = (Thrown,) if self.full else (Drawn, Taken)
            cancelled = isinstance(event, DealEnded) and event.reason == CANCELLED
            _need(isinstance(event, move) or cancelled, "order")
        match event:
            case Dealt():
                _need(not self.running, "order")
            case MatchEnded():
                _need(self.n > 0 and not self.running, "order")
            case Controlled():
                _need(self.n > 0, "order")
            case Shown():
                _need(self.running and self.rules.show != "none", "order")
            case Declared():
                _need(self.running and self.rules.declare == "yes", "order")
            case Drawn():
                _need(self.running and not self.full and bool(self.pile), "order")
            case Taken():
                _need(self.running and not self.full, "order")
            case Thrown() | Finished():
                _need(self.running and self.full, "order")
            case Claimed():
                _need(self.running and self.full and self.rules.penalty > 0 and not self.claimed, "order")
            case Automatic():
                _need(self.running and self.rules.late == "auto", "order")
            case _:  # DealEnded
                _need(self.running, "order")

    # --- one event

    def _play(self, event: Event) -> None:
        match event:
            case Dealt():
                self._dealt(event)
            case Shown():
                self._shown(event)
            case Drawn(seat):
                self._arrives(seat, self.pile.pop(0))
                if not self.pile:
                    self.last = seat
            case Taken(seat, tile):
                pile = self.discards[self.previous(seat)]
                _need(bool(pile) and pile[-1] == tile, "tile")
                _need(not (self.marked and self.pile), "automatic")
                self._arrives(seat, pile.pop())
            case Thrown():
                self._thrown(event)
            case Finished():
                self._finished(event)
            case DealEnded():
                self._deal_ended(event)
            case Automatic(seat):
                _need(self.control[seat] == PERSON, "automatic")
                _need(self.t_ms >= self._limit(), "clock")
                self.automatic += 1
                self.late = True
            case MatchEnded():
                self._match_ended(event)
            case Declared(seat):
                _need(seat in self.seats, "seat")
                _need(seat not in self.declared, "order")
                self.declared.add(seat)
            case Controlled(seat, controller):
                _need(seat in self.seats and self.kinds[seat] == PERSON, "seat")
                _need(controller in (PERSON, COMPUTER) and controller != self.control[seat], "control")
                _need(controller == PERSON or self.rules.absent == "computer", "control")
                self.control[seat] = controller
                self.taken_over += controller == COMPUTER
            case _:  # Claimed
                self._claim(event)

    def _dealt(self, event: Dealt) -> None:
        _need(event.seat == self.previous(self.starter), "seat")
        number = self.deal + 1
        line = deck(self.key, number)
        first, second = throws(self.key, number, line)[-1]
        place = opened((first, second))
        shown = (event.starter, event.indicator, *event.dice)
        _need(shown == (self.starter, line[place], first, second), "deal")
        box = list(line[:105])
        box[place] = line[105]
        tiles = box[5 * first :] + box[: 5 * first]
        racks: list[list[int]] = [[], [], [], []]
        order = [self.starter]
        while len(order) < len(self.seats):
            order.append(self.next(order[-1]))
        for packet in range(3):
            for seat in order:
                size = 5 if packet < 2 or seat == self.starter else 4
                racks[seat] += tiles[:size]
                del tiles[:size]
        self.deal, self.running, self.still = number, True, self.n
        self.racks, self.pile = racks, tiles
        self.dealt = [set(rack) for rack in racks]
        self.indicator, self.okey = event.indicator, okey_face(event.indicator)
        self.discards: list[list[int]] = [[], [], [], []]
        self.turn, self.full, self.begin = self.starter, True, self.t_ms
        self.moves, self.last = 0, -1
        self.drew: set[int] = set()
        self.threw: set[int] = set()
        self.declared: set[int] = set()
        self.shown_by: int | None = None
        self.claimed = self.late = False
        self.changes = [0, 0, 0, 0]
        self.finisher: Finished | None = None

    def _shown(self, event: Shown) -> None:
        seat, window = event.seat, self.rules.show
        _need(seat in self.seats, "seat")
        _need(self.shown_by is None and event.tile == twin(self.indicator) and event.tile in self.racks[seat], "show")
        _need(seat not in self.threw, "show")
        _need(window != "dealt" or event.tile in self.dealt[seat], "show")
        _need(window != "draw" or seat not in self.drew, "show")
        self.shown_by = seat
        if self.rules.count == "up":
            self.changes[seat] += self.rules.bonus
            return
        for other in self.seats:
            low = self.rules.bonusmin and self.scores[other] + self.changes[other] < self.rules.bonusmin
            if other != seat and not low:
                self.changes[other] -= self.rules.bonus

    def _arrives(self, seat: int, tile: int) -> None:
        self.racks[seat].append(tile)
        self.drew.add(seat)
        self.full = True

    def _thrown(self, event: Thrown) -> None:
        rack = self.racks[event.seat]
        _need(event.tile in rack, "tile")
        if self.marked:
            _need(event.tile == [tile for tile in rack if tile >> 1 != self.okey][-1], "automatic")
        self._charge(event.seat)
        rack.remove(event.tile)
        self.discards[event.seat].append(event.tile)
        self.threw.add(event.seat)
        self.moves += 1
        last_seat = self.last if self.rules.exhaust == "turn" or self.last < 0 else self.previous(self.last)
        if last_seat == event.seat:
            self.due = PILE
        elif self.moves == self.rules.moves:
            self.due = MOVES
        self.turn, self.full, self.begin, self.claimed = self.next(event.seat), False, self.t_ms, False
        self.late = False

    def _charge(self, seat: int) -> None:
        """Take off the reserve what the turn used beyond its time."""
        limit = self._limit()
        beyond = self.t_ms - self.begin - 1000 * self.rules.move
        if beyond > 0:
            self.reserve[seat] = max(0, self.reserve[seat] - beyond)
        if self.t_ms > limit and self.control[seat] == PERSON and not self.late:
            self.overtime += 1

    def _limit(self) -> int:
        return self.begin + 1000 * self.rules.move + self.reserve[self.turn]

    def _finished(self, event: Finished) -> None:
        rack = self.racks[event.seat]
        laid = [tile for group in event.groups for tile in group]
        _need(sorted([*laid, event.tile]) == sorted(rack), "tile")
        _need(event.kind in (MELDS, PAIRS), "finish")
        manual = self.rules.arrange == "manual"
        if event.kind == PAIRS:
            _need(self._pairs(event.groups), "finish")
        else:
            _need(event.seat not in self.declared, "finish")
            _need(self._melds(event.groups, falling=manual), "finish")
            _need(manual or "pairs" not in complete(laid, self.okey), "finish")
        self._charge(event.seat)
        self.finisher, self.due = event, FINISH

    def _claim(self, event: Claimed) -> None:
        rack = self.racks[event.seat]
        laid = [tile for group in event.groups for tile in group]
        only_pairs = event.seat in self.declared
        if self.rules.arrange == "manual":
            _need(sorted([*laid, event.tile]) == sorted(rack), "tile")
            right = self._pairs(event.groups) or (not only_pairs and self._melds(event.groups, falling=True))
            _need(not right, "claim")
        else:
            _need(event.tile in rack, "tile")
            _need(not event.groups, "claim")
            kinds = complete([tile for tile in rack if tile != event.tile], self.okey)
            _need(not ("pairs" in kinds if only_pairs else kinds), "claim")
        self.claimed = True
        self.changes[event.seat] -= self.rules.penalty

    # --- groups

    def _pairs(self, groups: Groups) -> bool:
        return len(groups) == 7 and all(
            len(group) == 2 and (group[0] >> 1 == group[1] >> 1 or any(tile >> 1 == self.okey for tile in group))
            for group in groups
        )

    def _melds(self, groups: Groups, falling: bool) -> bool:
        return all(self._set(group) or self._run(group) or (falling and self._run(group[::-1])) for group in groups)

    def _faces(self, group: Sequence[int]) -> list[tuple[int, int, int]]:
        """(place, colour, number from 0) of the tiles that are not wild."""
        faces = []
        for place, tile in enumerate(group):
            if tile >> 1 != self.okey:
                face = self.okey if tile >> 1 == FALSE_JOKER else tile >> 1
                faces.append((place, face // 13, face % 13))
        return faces

    def _set(self, group: Sequence[int]) -> bool:
        faces = self._faces(group)
        colours = {colour for _, colour, _ in faces}
        return len(group) in (3, 4) and len({number for *_, number in faces}) == 1 and len(colours) == len(faces)

    def _run(self, group: Sequence[int]) -> bool:
        faces = self._faces(group)
        if not 3 <= len(group) <= 14 or len({colour for _, colour, _ in faces}) != 1:
            return False
        firsts = {(number - place) % 13 for place, _, number in faces}
        return len(firsts) == 1 and firsts.pop() + len(group) <= 14

    # --- ends

    def _deal_ended(self, event: DealEnded) -> None:
        reason = event.reason
        if self.due is not None:
            _need(reason == self.due, "reason")
        elif reason == FORFEIT:
            _need(self.rules.late == "forfeit" and self.control[self.turn] == PERSON, "reason")
        else:
            _need(reason == CANCELLED, "reason")
        seat = self.finisher.seat if self.finisher else self.turn if reason == FORFEIT else None
        _need(event.seat == seat, "seat")
        if reason == FORFEIT:
            _need(self.t_ms >= self._limit(), "clock")
        changes = list(self.changes)
        if self.finisher is not None:
            self._pay(self.finisher, changes)
        if reason == FORFEIT and self.rules.count == "pot":
            changes[self.turn] -= 1
        _need(list(event.changes) == changes, "score")
        self.scores = [score + change for score, change in zip(self.scores, changes, strict=True)]
        self.running, self.due, self.still = False, None, self.n
        self.ends.append(self.n)
        if reason == FORFEIT:
            self.forfeiter, self.decided = self.turn, FORFEITED
        elif reason == CANCELLED:
            self.decided = 0
        else:
            self.decided = self._test()
        by_finisher = self.rules.start == "finisher" and self.finisher is not None
        self.starter = self.finisher.seat if by_finisher and self.finisher else self.next(self.starter)

    def _pay(self, finish: Finished, changes: list[int]) -> None:
        rules = self.rules
        wild = finish.tile >> 1 == self.okey
        amount = (
            (rules.both if wild else rules.pairs) if finish.kind == PAIRS else (rules.okey if wild else rules.normal)
        )
        if self.indicator // 26 in (0, 3):
            amount *= rules.colour
        for seat in self.seats:
            if seat != finish.seat:
                changes[seat] -= 0 if rules.count == "up" else amount
            elif rules.count != "down":
                changes[seat] += amount * (1 if rules.count == "up" else len(self.seats) - 1)

    def _test(self) -> int | None:
        """Reason why the match ends after this deal."""
        rules = self.rules
        scores = [self.scores[seat] for seat in self.seats]
        if rules.count == "pot":
            return SINGLE
        if rules.count == "down" and min(scores) <= 0:
            return SCORE
        if rules.count == "up" and max(scores) >= rules.points:
            return TARGET
        return DEALS if self.deal == rules.deals else None

    def _match_ended(self, event: MatchEnded) -> None:
        cancelled = event.reason in (STOPPED, ALL_LEFT)
        _need(cancelled if not self.decided else event.reason == self.decided, "reason")
        _need(event.seat == self.forfeiter, "seat")
        ranked = [seat for seat in self.seats if seat != self.forfeiter]
        ranks = [0, 0, 0, 0]
        if not cancelled:
            for seat in ranked:
                ranks[seat] = 1 + sum(self.scores[other] > self.scores[seat] for other in ranked)
            if self.forfeiter is not None:
                ranks[self.forfeiter] = len(self.seats)
        _need(list(event.scores) == self.scores and list(event.ranks) == ranks, "score")
        self.over = True
        self.cancelled = cancelled
        self.ends.append(self.n)

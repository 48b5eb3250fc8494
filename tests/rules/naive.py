"""The rules a second time, written from the rules page alone: slow, mutable, without a line of the engine.

The tests let both play every step and compare answers, views and scores. Tiles are ids; seats, actions and events are
plain tuples: `ask(seat, verb, *arguments)` gives the code of the refusal, or the list of what happened, each
`(type, seat, ...)` with the numbers of okey-fair/1.
"""

from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any

LABELS = (*(f"{colour}{number}" for colour in "rybk" for number in range(1, 14) for _ in "ab"), "F", "F")
NEXT_NUMBER = {number: number % 13 + 1 for number in range(1, 14)}
RUNS = [tuple(range(first, last + 1)) for first in range(1, 13) for last in range(first + 2, 15)]


def label(tile: int) -> str:
    return LABELS[tile]


def okey_label(indicator: int) -> str:
    text = label(indicator)
    return f"{text[0]}{NEXT_NUMBER[int(text[1:])]}"


# --- melds


def plain(tile: int, okey: str) -> tuple[str, int] | None:
    """What a tile counts as, None for a wild one."""
    text = label(tile)
    if text == okey:
        return None
    text = okey if text == "F" else text
    return text[0], int(text[1:])


def run_as_laid(tiles: tuple[int, ...], okey: str) -> bool:
    laid = [plain(tile, okey) for tile in tiles]
    for numbers in RUNS:
        printed = [13 if number == 13 else number % 13 for number in numbers]
        for order in (printed, printed[::-1]):
            if len(order) == len(laid) and any(
                all(one in (None, (colour, number)) for one, number in zip(laid, order, strict=True))
                for colour in "rybk"
            ):
                return True
    return False


def set_of_tiles(tiles: tuple[int, ...], okey: str) -> bool:
    fixed = [one for one in (plain(tile, okey) for tile in tiles) if one is not None]
    colours = [colour for colour, _ in fixed]
    return (
        len(tiles) in (3, 4)
        and len({number for _, number in fixed}) <= 1
        and all(colours.count(c) == 1 for c in "rybk" if c in colours)
    )


def pair_of_tiles(tiles: tuple[int, ...], okey: str) -> bool:
    return len(tiles) == 2 and (okey in map(label, tiles) or label(tiles[0]) == label(tiles[1]))


def meld_of_tiles(tiles: tuple[int, ...], okey: str) -> bool:
    return run_as_laid(tiles, okey) or set_of_tiles(tiles, okey)


def seven_pairs(tiles: tuple[int, ...], okey: str) -> bool:
    """Every odd face needs an okey; okeys left over pair with each other."""
    faces = Counter(label(tile) for tile in tiles)
    wild = faces.pop(okey, 0)
    return len(tiles) == 14 and sum(count % 2 for count in faces.values()) <= wild


TEMPLATES = [
    *[
        frozenset((colour, number) for colour in group)
        for number in range(1, 14)
        for size in (3, 4)
        for group in combinations("rybk", size)
    ],
    *[
        frozenset((colour, (number - 1) % 13 + 1) for number in numbers)
        for colour in "rybk"
        for numbers in RUNS
        if len(numbers) <= 5
    ],
]
BY_FACE = {
    (colour, number): [template for template in TEMPLATES if (colour, number) in template]
    for colour in "rybk"
    for number in range(1, 14)
}


def all_melds(tiles: tuple[int, ...], okey: str) -> bool:
    """Whether the tiles split into runs and sets: every way is tried (a run of six or more is two shorter ones)."""
    plains = [plain(tile, okey) for tile in tiles]
    fixed = tuple(sorted(one for one in plains if one is not None))
    return _splits(fixed, len(tiles) - len(fixed))


@cache
def _splits(fixed: tuple[tuple[str, int], ...], wild: int) -> bool:
    if not fixed:
        return wild == 0
    first = fixed[0]
    for template in BY_FACE[first]:
        others = sorted(template - {first})
        held = [one for one in others if one in fixed]
        missing = len(others) - len(held)
        for swapped in range(max(0, wild - missing) + 1):
            if missing + swapped > wild:
                break
            for left_out in combinations(held, swapped):
                rest = list(fixed)
                for one in (first, *(one for one in held if one not in left_out)):
                    rest.remove(one)
                if _splits(tuple(rest), wild - missing - swapped):
                    return True
    return False


# --- the game


def read(text: str) -> dict[str, Any]:
    pairs = dict(part.split("=") for part in text.split(";")[1:])
    return {key: int(value) if value.isdigit() else value for key, value in pairs.items()}


class Game:
    """One match. All dicts are by occupied seat."""

    def __init__(self, text: str, kinds: tuple[int, ...], roller: int) -> None:
        self.text = text
        self.rules = read(text)
        self.kinds = kinds
        self.who = list(kinds)
        self.players = [seat for seat in range(4) if kinds[seat]]
        self.points = dict.fromkeys(self.players, self.rules["points"] if self.rules["count"] == "down" else 0)
        self.deals = 0
        self.will_start = roller if self.rules["start"] == "roller" else self.after(roller)
        self.playing = False
        self.over = 0
        self.ranking = dict.fromkeys(self.players, 0)
        self.results: list[dict[str, Any]] = []
        self.racks: dict[int, list[int]] = {}
        self.heaps: dict[int, list[int]] = {}
        self.history: list[tuple[int, int, int | None]] = []
        self.turn = -1

    def after(self, seat: int) -> int:
        return (self.players + self.players)[self.players.index(seat) + 1]

    def before(self, seat: int) -> int:
        return self.players[self.players.index(seat) - 1]

    def ask(self, seat: Any, verb: str, *arguments: Any) -> Any:
        if self.over:
            return "match_over"
        if seat is None:
            table: dict[str, Any] = {
                "deal": self.deal,
                "timeout": self.timeout,
                "control": self.control,
                "cancel": self.cancel,
            }
            return table[verb](*arguments) if verb in table else "not_seated"
        if type(seat) is not int or seat not in self.players:
            return "not_seated"
        own: dict[str, Any] = {
            "draw": self.draw,
            "take": self.take,
            "throw": self.throw,
            "finish": self.finish,
            "show": self.show,
            "declare": self.declare,
        }
        if verb not in own:
            return "not_in_this_game"
        if not self.playing:
            return "no_deal"
        return own[verb](seat, *arguments)

    # the deal

    def deal(self, line: Any, dice: Any) -> str | list[tuple[Any, ...]]:
        if self.playing:
            return "deal_running"
        if (
            type(line) is not tuple
            or [type(tile) for tile in line] != [int] * 106
            or Counter(line) != Counter(range(106))
        ):
            return "bad_deck"
        if type(dice) is not tuple or not dice:
            return "bad_dice"
        for number, throw in enumerate(dice, 1):
            good = (
                type(throw) is tuple
                and len(throw) == 2
                and all(type(die) is int and die in range(1, 7) for die in throw)
            )
            if not good:
                return "bad_dice"
            if (label(line[self.named(throw)]) == "F") != (number < len(dice)):
                return "bad_dice"
        stacks = [list(line[5 * stack : 5 * stack + 5]) for stack in range(21)]
        opened = dice[-1][0] - 1
        inside = dice[-1][1] - 1 if dice[-1][1] < 6 else 0
        self.indicator = stacks[opened][inside]
        stacks[opened][inside] = line[105]
        tiles: list[int] = []
        for stack in range(opened + 1, opened + 22):
            tiles += stacks[stack % 21]
        self.starter = self.will_start
        order = [self.starter]
        while len(order) < len(self.players):
            order.append(self.after(order[-1]))
        self.racks = {seat: [] for seat in self.players}
        for seat in order + order:
            self.racks[seat] += [tiles.pop(0) for _ in range(5)]
        for seat in order:
            self.racks[seat] += [tiles.pop(0) for _ in range(5 if seat == self.starter else 4)]
        self.pile = tiles
        self.dealt = {seat: set(rack) for seat, rack in self.racks.items()}
        self.okey = okey_label(self.indicator)
        self.heaps = {seat: [] for seat in self.players}
        self.dice = dice[-1]
        self.turn = self.starter
        self.deals += 1
        self.playing = True
        self.moves = 0
        self.turns_left: int | None = None
        self.got = dict.fromkeys(self.players, 0)
        self.thrown = dict.fromkeys(self.players, 0)
        self.on_pairs: set[int] = set()
        self.shower: int | None = None
        self.shows = dict.fromkeys(self.players, 0)
        self.fines = dict.fromkeys(self.players, 0)
        self.fined = False
        self.history = []
        return self.told((1, order[-1], self.starter, self.indicator, self.dice))

    def named(self, throw: tuple[int, int]) -> int:
        return 5 * (throw[0] - 1) + (0 if throw[1] == 6 else throw[1] - 1)

    def told(self, *events: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        shown_tile = {1: 3, 2: 2, 4: 2, 5: 2, 6: 3, 12: 2}
        for event in events:
            if event[0] != 9 and (self.playing or event[0] == 7):
                tile = event[shown_tile[event[0]]] if event[0] in shown_tile else None
                self.history.append((event[0], event[1] or 0, tile))
        return list(events)

    # the turn

    def draw(self, seat: int) -> str | list[tuple[Any, ...]]:
        if seat != self.turn:
            return "not_your_turn"
        if len(self.racks[seat]) == 15:
            return "already_drawn" if self.moves else "must_throw"
        if not self.pile:
            return "must_take"
        self.racks[seat].append(self.pile.pop(0))
        self.got[seat] += 1
        if not self.pile:
            self.turns_left = len(self.players) if self.rules["exhaust"] == "lap" else 1
        return self.told((3, seat))

    def take(self, seat: int) -> str | list[tuple[Any, ...]]:
        if seat != self.turn:
            return "not_your_turn"
        if len(self.racks[seat]) == 15:
            return "already_drawn" if self.moves else "must_throw"
        tile = self.heaps[self.before(seat)].pop()
        self.racks[seat].append(tile)
        self.got[seat] += 1
        return self.told((4, seat, tile))

    def parting(self, seat: int, tile: Any) -> str:
        if seat != self.turn:
            return "not_your_turn"
        if len(self.racks[seat]) != 15:
            return "must_draw_first"
        return "" if type(tile) is int and tile in self.racks[seat] else "tile_not_held"

    def throw(self, seat: int, tile: Any) -> str | list[tuple[Any, ...]]:
        refusal = self.parting(seat, tile)
        if refusal:
            return refusal
        self.racks[seat].remove(tile)
        self.heaps[seat].append(tile)
        self.thrown[seat] += 1
        self.moves += 1
        self.fined = False
        self.turn = self.after(seat)
        events = self.told((5, seat, tile))
        if self.turns_left is not None:
            self.turns_left -= 1
        if self.turns_left == 0:
            return events + self.deal_ends(None, 2, {})
        if self.moves == self.rules["moves"]:
            return events + self.deal_ends(None, 3, {})
        return events

    def finish(self, seat: int, tile: Any, rows: Any = None) -> str | list[tuple[Any, ...]]:
        refusal = self.parting(seat, tile)
        if refusal:
            return refusal
        rest = tuple(other for other in self.racks[seat] if other != tile)
        groups: list[tuple[int, ...]] = []
        if self.rules["arrange"] == "manual":
            if not self.laid(seat, rows):
                return "rack_mismatch"
            groups = self.cut(rows, tile)
            pairs = len(groups) == 7 and all(pair_of_tiles(group, self.okey) for group in groups)
            melds = all(meld_of_tiles(group, self.okey) for group in groups)
            refusal = "pairs_only" if melds else "arrangement"
        else:
            pairs, melds = seven_pairs(rest, self.okey), all_melds(rest, self.okey)
            refusal = "pairs_only" if melds and seat in self.on_pairs else "finish_not_possible"
        if not pairs and (not melds or seat in self.on_pairs):
            if self.rules["penalty"] and not self.fined:
                self.fined = True
                self.fines[seat] -= self.rules["penalty"]
                return self.told((12, seat, tile))
            return refusal
        kind = 2 if pairs else 1
        by_okey = label(tile) == self.okey
        word = {(1, False): "normal", (1, True): "okey", (2, False): "pairs", (2, True): "both"}[kind, by_okey]
        worth = self.rules[word] * (self.rules["colour"] if label(self.indicator)[0] in "rk" else 1)
        changes = {}
        for player in self.players:
            if self.rules["count"] == "up":
                changes[player] = worth if player == seat else 0
            elif player != seat:
                changes[player] = -worth
            else:
                changes[player] = worth * (len(self.players) - 1) if self.rules["count"] == "pot" else 0
        events = self.told((6, seat, kind, tile))
        return events + self.deal_ends(seat, 1, changes, (kind, tile))

    def laid(self, seat: int, rows: Any) -> bool:
        """A row is `(slots, join)`."""
        if type(rows) is not tuple:
            return False
        slots: list[Any] = []
        for row in rows:
            if type(row) is not tuple or type(row[0]) is not tuple:
                return False
            slots += row[0]
        tiles = [tile for tile in slots if tile is not None]
        return (
            len(slots) <= 64 and all(type(tile) is int for tile in tiles) and sorted(tiles) == sorted(self.racks[seat])
        )

    def cut(self, rows: Any, thrown: int) -> list[tuple[int, ...]]:
        line: list[int | None] = []
        for slots, join in rows:
            line += slots
            if not join:
                line.append(None)
        groups: list[tuple[int, ...]] = []
        block: tuple[int, ...] = ()
        for tile in [*line, None]:
            if tile is not None and tile != thrown:
                block += (tile,)
            elif block:
                groups.append(block)
                block = ()
        return groups

    def show(self, seat: int) -> str | list[tuple[Any, ...]]:
        window = self.rules["show"]
        other = self.indicator + 1 if self.indicator % 2 == 0 else self.indicator - 1
        if window == "none":
            return "not_in_this_game"
        if self.shower is not None:
            return "indicator_done"
        if other not in self.racks[seat]:
            return "indicator_none"
        if self.thrown[seat] or (window == "draw" and self.got[seat]):
            return "indicator_late"
        if window == "dealt" and other not in self.dealt[seat]:
            return "indicator_drawn"
        standing = self.standing()
        for player in self.players:
            if self.rules["count"] == "up":
                self.shows[player] += self.rules["bonus"] if player == seat else 0
            elif player != seat and (self.rules["bonusmin"] == 0 or standing[player] >= self.rules["bonusmin"]):
                self.shows[player] -= self.rules["bonus"]
        self.shower = seat
        return self.told((2, seat, other))

    def declare(self, seat: int) -> str | list[tuple[Any, ...]]:
        if self.rules["declare"] == "no":
            return "not_in_this_game"
        if seat in self.on_pairs:
            return "already_declared"
        self.on_pairs.add(seat)
        return self.told((10, seat))

    # the table

    def timeout(self) -> str | list[tuple[Any, ...]]:
        if not self.playing:
            return "no_deal"
        seat = self.turn
        if self.who[seat] != 1:
            return "not_your_turn"
        if self.rules["late"] == "forfeit":
            return self.deal_ends(seat, 5, {seat: -1} if self.rules["count"] == "pot" else {})
        events: list[Any] = []
        if len(self.racks[seat]) < 15:
            events += self.told((8, seat))
            events += self.draw(seat) if self.pile else self.take(seat)
        events += self.told((8, seat))
        latest = [tile for tile in self.racks[seat] if label(tile) != self.okey][-1]
        events += self.throw(seat, latest)
        return events

    def control(self, seat: Any, who: Any) -> str | list[tuple[Any, ...]]:
        if type(seat) is not int or seat not in self.players or self.kinds[seat] != 1 or who not in (1, 2):
            return "not_seated"
        if who == 2 and self.rules["absent"] == "clock":
            return "not_in_this_game"
        if self.deals == 0:
            return "no_deal"
        if self.who[seat] == who:
            return "same_control"
        self.who[seat] = who
        return self.told((11, seat, who))

    def cancel(self, all_left: bool) -> list[tuple[Any, ...]]:
        events = self.deal_ends(None, 4, {}) if self.playing else []
        return events + self.match_ends(None, 6 if all_left else 5)

    # the ends

    def standing(self) -> dict[int, int]:
        if not self.playing:
            return dict(self.points)
        return {seat: self.points[seat] + self.shows[seat] + self.fines[seat] for seat in self.players}

    def deal_ends(
        self, seat: int | None, reason: int, part: dict[int, int], finish: tuple[int, int | None] = (0, None)
    ) -> list[tuple[Any, ...]]:
        changes = {player: self.shows[player] + self.fines[player] + part.get(player, 0) for player in self.players}
        for player in self.players:
            self.points[player] += changes[player]
        self.playing = False
        self.will_start = (
            seat if seat is not None and reason == 1 and self.rules["start"] == "finisher" else self.after(self.starter)
        )
        self.results.append(
            {
                "deal": self.deals,
                "starter": self.starter,
                "indicator": self.indicator,
                "seat": seat,
                "reason": reason,
                "changes": self.four(changes),
                "shows": self.four(self.shows),
                "kind": finish[0],
                "tile": finish[1],
            }
        )
        events = self.told((7, seat, reason, self.four(changes)))
        if reason == 5:
            return events + self.match_ends(seat, 4)
        if reason == 4:
            return events
        points = self.points.values()
        if self.rules["count"] == "pot":
            return events + self.match_ends(None, 3)
        if self.rules["count"] == "down" and min(points) <= 0:
            return events + self.match_ends(None, 1)
        if self.rules["count"] == "up" and max(points) >= self.rules["points"]:
            return events + self.match_ends(None, 2)
        if self.deals == self.rules["deals"]:
            return events + self.match_ends(None, 7)
        return events

    def match_ends(self, loser: int | None, reason: int) -> list[tuple[Any, ...]]:
        self.over = reason
        if reason not in (5, 6):
            better = sorted((self.points[seat] for seat in self.players if seat != loser), reverse=True)
            self.ranking = {
                seat: len(self.players) if seat == loser else 1 + better.index(self.points[seat])
                for seat in self.players
            }
        return self.told((9, loser, reason, self.four(self.points), self.four(self.ranking)))

    def four(self, by_seat: dict[int, int]) -> tuple[int, ...]:
        return tuple(by_seat.get(seat, 0) for seat in range(4))

    # what a viewer sees

    def sees(self, viewer: int | None) -> dict[str, Any]:
        begun = self.deals > 0
        on = self.playing
        length = len(self.racks[self.turn]) if on else 0
        return {
            "rules": self.text,
            "viewer": viewer,
            "kinds": self.kinds,
            "control": tuple(self.who),
            "phase": "over" if self.over else "between" if not on else "throw" if length == 15 else "draw",
            "deal": self.deals,
            "starter": self.starter if begun else None,
            "turn": self.turn if on else None,
            "indicator": self.indicator if begun else None,
            "dice": self.dice if begun else None,
            "pile": len(self.pile) if begun else 0,
            "scores": self.four(self.standing()),
            "rack": tuple(self.racks[viewer]) if begun and viewer is not None else (),
            "sizes": tuple(len(self.racks.get(seat, ())) for seat in range(4)),
            "discards": tuple(tuple(self.heaps.get(seat, ())) for seat in range(4)),
            "declared": tuple(begun and seat in self.on_pairs for seat in range(4)),
            "shown": self.shower if begun else None,
            "moves": self.moves if begun else 0,
            "lap": on
            and self.turns_left is not None
            and self.turns_left < len(self.players)
            and self.rules["exhaust"] == "lap",
            "ranks": self.four(self.ranking),
            "match_reason": self.over,
            "can": self.may(viewer),
        }

    def may(self, seat: int | None) -> tuple[str, ...]:
        """What a seat may do now."""
        if not self.playing or seat is None:
            return ()
        words: list[str] = []
        if seat == self.turn:
            if len(self.racks[seat]) == 15:
                words += ["throw", "finish"]
            else:
                words += ["draw"] if self.pile else []
                words += ["take"]
        other = self.indicator ^ 1
        closed = {
            "none": True,
            "dealt": bool(self.thrown[seat]) or other not in self.dealt[seat],
            "throw": bool(self.thrown[seat]),
            "draw": bool(self.got[seat] or self.thrown[seat]),
        }[self.rules["show"]]
        if other in self.racks[seat] and not closed and self.shower is None:
            words.append("show")
        if self.rules["declare"] == "yes" and seat not in self.on_pairs:
            words.append("declare")
        return tuple(words)

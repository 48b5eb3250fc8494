"""Values for tests: tiles from text, decks made to deal given racks, rule sets, and Hypothesis strategies of them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from okey.rules.actions import Row, StartDeal
from okey.rules.match import decide, evolve, new_match
from okey.rules.ruleset import PRESETS, Ruleset
from okey.rules.state import State
from okey.rules.text import parse_tile
from okey.rules.tiles import okey_face

Four = tuple[int, int, int, int]
Groups = tuple[tuple[int, ...], ...]
SEATED: Mapping[int, Four] = {2: (1, 0, 2, 0), 3: (1, 2, 0, 1), 4: (1, 1, 2, 1)}
"""Kinds by number of seats, with an empty seat among the occupied ones."""

TABLES = [(preset, seats) for preset in PRESETS for seats in (2, 3, 4)]
"""All presets and numbers of seats."""


def tiles(text: str) -> tuple[int, ...]:
    """`r5 r5 y1b` -> ids; a tile without its copy is the first copy that is not there yet, `F` likewise."""
    found: list[int] = []
    for word in text.split():
        one = parse_tile(word if word[-1] in "ab" else word + "a")
        found.append(one ^ 1 if one in found and word[-1] not in "ab" else one)
    assert len(set(found)) == len(found), text
    return tuple(found)


def rows(text: str) -> tuple[Row, ...]:
    """Rows of a rack: `r1 r2 . y1 > / y2` with `.` for an empty slot, `/` between rows, `>` for the join mark."""
    everything = iter(tiles(" ".join(word for word in text.split() if word not in "./>")))
    found = []
    for part in text.split("/"):
        words = part.split()
        found.append(
            Row(tuple(None if word == "." else next(everything) for word in words if word != ">"), ">" in words)
        )
    return tuple(found)


def line_of(
    racks: Mapping[int, Sequence[int]],
    pile: Sequence[int],
    indicator: int,
    starter: int,
    dice: tuple[int, int] = (3, 4),
) -> tuple[int, ...]:
    """The line of 106 tiles that deals these racks (by occupied seat) and this pile; RULES 3 read backwards."""
    order = [seat for step in range(4) if (seat := (starter + step) % 4) in racks]
    dealt: list[int] = []
    for first, last in ((0, 5), (5, 10), (10, 15)):
        for seat in order:
            dealt += racks[seat][first:last]
    dealt += pile
    assert sorted((*dealt, indicator)) == list(range(106))
    last_stack = 5 * dice[0]
    box = dealt[105 - last_stack :] + dealt[: 105 - last_stack]
    place = 5 * (dice[0] - 1) + (dice[1] - 1) % 5
    left_over, box[place] = box[place], indicator
    return (*box, left_over)


def filled(
    racks: Mapping[int, Sequence[int]],
    front: Sequence[int],
    indicator: int,
    starter: int,
    random: Random,
) -> tuple[dict[int, tuple[int, ...]], tuple[int, ...]]:
    """Racks filled up to 15 and 14 and a pile that begins with `front`, with the other tiles at random."""
    used = {indicator, *front, *(tile for rack in racks.values() for tile in rack)}
    rest = [tile for tile in range(106) if tile not in used]
    random.shuffle(rest)
    full = {}
    for seat, rack in racks.items():
        missing = (15 if seat == starter else 14) - len(rack)
        full[seat] = (*rack, *rest[:missing])
        del rest[:missing]
    return full, (*front, *rest)


def start_deal(
    state: State,
    racks: Mapping[int, str | Sequence[int]],
    indicator: str,
    front: str = "",
    seed: int = 1,
) -> StartDeal:
    """The action that deals at least these tiles to the seats; what is left open follows from the seed."""
    given = {seat: tiles(rack) if isinstance(rack, str) else tuple(rack) for seat, rack in racks.items()}
    wanted = {seat: given.get(seat, ()) for seat in state.seats}
    (shown,) = tiles(indicator)
    starter = state.next_starter
    full, pile = filled(wanted, tiles(front), shown, starter, Random(seed))
    return StartDeal(line_of(full, pile, shown, starter), ((3, 4),))


def dealt(
    ruleset: Ruleset,
    racks: Mapping[int, str],
    indicator: str = "r4a",
    front: str = "",
    kinds: Four | None = None,
    roller: int | None = None,
    seed: int = 1,
) -> State:
    """A match whose first deal holds at least these tiles; seat 0 starts unless `roller` is given."""
    kinds = kinds or SEATED[ruleset.seats]
    seats = [seat for seat in range(4) if kinds[seat]]
    if roller is None:
        roller = seats[0] if ruleset.start == "roller" else seats[-1]
    state = new_match(ruleset, kinds, roller)
    return done(state, None, start_deal(state, racks, indicator, front, seed))


def done(state: State, seat: int | None, *actions: object) -> State:
    """The state after the actions, which must be accepted."""
    for action in actions:
        events = decide(state, seat, action)  # type: ignore[arg-type]
        assert isinstance(events, tuple), (action, events)
        for event in events:
            state = evolve(state, event)
    return state


def rules(preset: str = "klasik", seats: int = 4, **fields: int | str) -> Ruleset:
    """A preset with some fields changed."""
    return replace(PRESETS[preset].with_seats(seats), **fields)  # type: ignore[arg-type]


def complete_hand(okey: int, random: Random, wild: int, pairs: bool = False) -> Groups:
    """Groups of a complete hand of 14 with `wild` okeys: melds of 3 to 5 tiles, or seven pairs."""
    while True:
        groups = _pairs(random) if pairs else _melds(random)
        used = [tile for group in groups for tile in group]
        if len(set(used)) == len(used) and not any(tile >> 1 in (okey, 52) for tile in used):
            break
    places = random.sample(range(len(used)), wild)
    for wilds, place in enumerate(places):
        used[place] = 2 * okey + wilds
    laid = iter(used)
    return tuple(tuple(next(laid) for _ in group) for group in groups)


def _pairs(random: Random) -> list[list[int]]:
    return [[2 * face, 2 * face + 1] for face in random.sample(range(52), 7)]


def _melds(random: Random) -> list[list[int]]:
    groups = []
    for size in random.choice(((3, 3, 4, 4), (3, 3, 3, 5), (5, 5, 4))):
        if size < 5 and random.random() < 0.5:
            number = random.randrange(13)
            groups.append([26 * colour + 2 * number + random.randrange(2) for colour in random.sample(range(4), size)])
        else:
            first, colour = random.randint(1, 15 - size), random.randrange(4)
            numbers = [(first + step - 1) % 13 for step in range(size)]
            groups.append([26 * colour + 2 * number + random.randrange(2) for number in numbers])
    return groups


def random_deal(state: State, random: Random) -> tuple[StartDeal, dict[int, Groups]]:
    """A deal in which most seats are close to a finish, and the 14 tiles in groups that each of these should reach."""
    indicator = random.randrange(104)
    okey = okey_face(indicator)
    free = set(range(106)) - {indicator}
    racks: dict[int, list[int]] = {}
    plans: dict[int, Groups] = {}
    front: list[int] = []
    for seat in random.sample(state.seats, len(state.seats)):
        racks[seat] = []
        wilds = len(free & {2 * okey, 2 * okey + 1})
        hand = complete_hand(okey, random, random.randint(0, wilds), random.random() < 0.3)
        plan = [tile for group in hand for tile in group]
        if not free.issuperset(plan) or random.random() < 0.2:
            continue
        free -= set(plan)
        random.shuffle(plan)
        late = random.randint(0, 2)
        racks[seat], plans[seat] = plan[late:], hand
        front += plan[:late]
        spare_okeys = free & {2 * okey, 2 * okey + 1}
        if late and spare_okeys and random.random() < 0.4:
            racks[seat].append(spare_okeys.pop())
            free.discard(racks[seat][-1])
    if indicator ^ 1 in free and random.random() < 0.5:
        seat = random.choice(state.seats)
        if len(racks[seat]) < 14:
            racks[seat].insert(0, indicator ^ 1)
    random.shuffle(front)
    full, pile = filled(racks, front, indicator, state.next_starter, random)
    for seat, rack in full.items():
        mixed = list(rack)
        random.shuffle(mixed)
        full[seat] = tuple(mixed)
    dice = (random.randint(1, 6), random.randint(1, 6))
    line = line_of(full, pile, indicator, state.next_starter, dice)
    return StartDeal(line, (*joker_throws(line, random), dice)), plans


def joker_throws(line: Sequence[int], random: Random) -> list[tuple[int, int]]:
    """Throws before the last one: each that opens a false joker with one chance in two."""
    every = [(one, two) for one in range(1, 7) for two in range(1, 7)]
    jokers = [throw for throw in every if line[5 * (throw[0] - 1) + (throw[1] - 1) % 5] >= 104]
    return [throw for throw in jokers if random.random() < 0.5]


def random_rules(random: Random, preset: str | None = None, seats: int | None = None) -> Ruleset:
    """A preset with fields changed at random, made for short matches."""
    base = PRESETS[preset or random.choice(sorted(PRESETS))].with_seats(seats or random.randint(2, 4))
    changes: dict[str, int | str] = {
        "points": random.choice({"down": (4, 8, 20), "up": (3, 5, 8), "pot": (10, 250)}[base.count]),
        "declare": random.choice(("no", "yes")),
        "arrange": random.choice(("auto", "manual")),
        "exhaust": random.choice(("lap", "turn")),
        "late": random.choice(("auto", "auto", "forfeit")),
        "absent": random.choice(("clock", "computer")),
        "start": random.choice(("rotate", "roller", "finisher")),
        "moves": random.choice((5, 120, 120, 150)),
    }
    if base.count != "pot":
        show = random.choice(("none", "dealt", "throw", "draw"))
        changes |= {
            "show": show,
            "bonus": 0 if show == "none" else random.choice((1, 3)),
            "bonusmin": random.choice((0, 3)) if base.count == "down" and show != "none" else 0,
            "colour": random.choice((1, 2)),
            "penalty": random.choice((0, 0, 2)),
            "deals": random.choice((2, 6)),
        }
    return replace(base, **changes)  # type: ignore[arg-type]


seeds = st.integers(0, 2**32 - 1)
rulesets = seeds.map(lambda seed: random_rules(Random(seed)))
tile_ids = st.integers(0, 105)
okeys = st.integers(0, 51)

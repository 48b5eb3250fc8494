"""Counts over dealt matches, and what chance says about them (docs/statistics.md).

Counts are plain lists of whole numbers by name, so that they add up match by match and can be published as they are.
Every deal of a match counts, also of one that was cancelled in play: if only finished matches counted, whoever leaves
a bad rack would bend the numbers.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from okey.fair.chance import (
    Moments,
    Square,
    Stratum,
    chi_square,
    deviation,
    pairs_among,
    pairs_in,
    two_among,
    two_of_box,
)
from okey.fair.deal import deck, roll, throws
from okey.rules.deal import deal
from okey.rules.events import COMPUTER, PERSON, DealEnded, Dealt, Event, Finished
from okey.rules.faults import Fault
from okey.rules.tiles import FALSE_JOKER, Tile, okey_face

Counts: TypeAlias = dict[str, list[int]]

SHAPE: Final[Mapping[str, int]] = {
    "matches": 1,
    "deals": 1,
    "indicator": 52,  # by face
    "dice": 36,  # the throw that counts: 6 * (first die - 1) + second die - 1
    "rolls": 6,  # first round of the roll for the first seat, by pips
    "roller": 12,  # who won the roll: 4 * (seats - 2) + seat
    "repeats": 2,  # deals that follow another in their match; those of them with the same indicator face
    "okeys": 24,  # racks: 6 * seat + 3 * (1 for the starter) + number of okeys
    "false_jokers": 24,  # the same for false jokers
    "pairs": 64,  # racks: 16 * seat + 8 * (1 for the starter) + number of pairs of equal faces
    "people": 10,  # deals: 2 * racks of people + (1 if the starter is one of them)
    "computers": 10,  # the same for computers
    "kind_okeys": 2,  # okeys dealt to people, to computers
    "kind_false_jokers": 2,
    "kind_pairs": 2,
    "ends": 6,  # deals: starter finished, another seat finished, pile empty, move limit, cancelled, forfeited
    "finishes": 12,  # 4 * (seats - 2) + turns from the starter's seat to the finisher's
    "kind_finishes": 2,  # finishes of people, of computers
    "kind_racks": 2,  # racks of people, of computers, in deals that were finished
}
KINDS: Final = (PERSON, COMPUTER)
FACES: Final = 52
LEVEL: Final = 0.001
"""How often all tests together may raise a false alarm; a single test has this divided by their number."""


def empty() -> Counts:
    """Nothing counted yet."""
    return {name: [0] * size for name, size in SHAPE.items()}


def add(total: Counts, more: Mapping[str, Sequence[int]]) -> None:
    """Add `more` to `total`; names that `total` does not know are new to it."""
    for name, numbers in more.items():
        before = total.get(name) or [0] * len(numbers)
        total[name] = [a + b for a, b in zip(before, numbers, strict=True)]


def match_counts(kinds: Sequence[int], key: bytes, events: Iterable[Event]) -> Counts:
    """The counts of one ended match: its seats (0 empty, 1 person, 2 computer), master key and events.

    Racks and pile of the deals are dealt anew from the key. `ValueError` when a deal cannot be dealt.
    """
    counts = empty()
    seats = [seat for seat in range(4) if kinds[seat]]
    first, rounds = roll(key, seats)
    counts["matches"][0] = 1
    counts["roller"][4 * (len(seats) - 2) + first] += 1
    for _, pips in rounds[0]:
        counts["rolls"][pips - 1] += 1
    number, before, dealt = 0, None, None
    for event in events:
        match event:
            case Dealt():
                number += 1
                line = deck(key, number)
                made = deal(line, throws(key, number, line), event.starter, seats)
                if isinstance(made, Fault):
                    raise ValueError(f"deal {number}: {made.code}")
                before, dealt = dealt, made
                count_deal(counts, kinds, dealt, before)
            case Finished() if dealt is not None:
                _count_finish(counts, kinds, seats, dealt.starter, event.seat)
            case DealEnded(reason=reason) if reason > 1:
                counts["ends"][reason] += 1
    return counts


def count_deal(counts: Counts, kinds: Sequence[int], dealt: Dealt, before: Dealt | None) -> None:
    """Count one deal, and the one before it in its match."""
    counts["deals"][0] += 1
    counts["indicator"][dealt.indicator >> 1] += 1
    counts["dice"][6 * dealt.dice[0] + dealt.dice[1] - 7] += 1
    if before is not None:
        counts["repeats"][0] += 1
        counts["repeats"][1] += before.indicator >> 1 == dealt.indicator >> 1
    okey = okey_face(dealt.indicator)
    racks, starters = [0, 0], [0, 0]
    for seat, rack in enumerate(dealt.racks):
        if not rack:
            continue
        kind, starter = kinds[seat] - 1, seat == dealt.starter
        racks[kind] += 1
        starters[kind] += starter
        faces = [tile >> 1 for tile in rack]
        found = (faces.count(okey), faces.count(FALSE_JOKER), pairs(rack))
        for name, size, number in zip(("okeys", "false_jokers", "pairs"), (3, 3, 8), found, strict=True):
            counts[name][size * (2 * seat + starter) + number] += 1
            counts[f"kind_{name}"][kind] += number
    for name, many, leads in zip(("people", "computers"), racks, starters, strict=True):
        counts[name][2 * many + leads] += 1


def pairs(rack: Sequence[Tile]) -> int:
    """How many pairs of equal faces lie in a rack; false jokers are a face of their own, okeys are what they show."""
    return len(rack) - len({tile >> 1 for tile in rack})


def _count_finish(counts: Counts, kinds: Sequence[int], seats: Sequence[int], starter: int, finisher: int) -> None:
    counts["ends"][finisher != starter] += 1
    turns = (seats.index(finisher) - seats.index(starter)) % len(seats)
    counts["finishes"][4 * (len(seats) - 2) + turns] += 1
    counts["kind_finishes"][kinds[finisher] - 1] += 1
    for seat in seats:
        counts["kind_racks"][kinds[seat] - 1] += 1


# --- tests


@dataclass(frozen=True, slots=True)
class Finding:
    """One test. `observed` and `expected` stand side by side; without `square` there were too few cases."""

    name: str
    of: int
    """How many cases: deals, rolls, matches or racks."""
    observed: tuple[int, ...]
    expected: tuple[float, ...]
    square: Square | None
    seat: int | None = None
    kind: int | None = None
    """1 people, 2 computers; None: no matter who sits there."""


def findings(counts: Mapping[str, Sequence[int]]) -> tuple[Finding, ...]:
    """All tests, always the same ones in the same order."""
    return tuple(_findings(counts))


def level(number: int) -> float:
    """The level of one of so many tests (Bonferroni): below it chance is no good explanation."""
    return LEVEL / number


def _findings(counts: Mapping[str, Sequence[int]]) -> Iterator[Finding]:
    for name in ("indicator", "dice", "rolls"):
        seen = counts[name]
        yield _tested(name, [(seen, _even(seen, len(seen)))])
    yield _tested("roller", [_rollers(counts["roller"][4 * row : 4 * row + 4], row + 2) for row in range(3)])
    followed, same = counts["repeats"]
    law = Moments(followed / FACES, followed * (FACES - 1) / FACES**2)
    yield Finding("repeats", followed, (same,), (law.mean,), deviation(same, law))
    for name in ("okeys", "false_jokers", "pairs"):
        chances = pairs_in if name == "pairs" else two_of_box
        for seat in range(4):
            yield _tested(name, [_racks(counts[name], seat, size, chances(size)) for size in (14, 15)], seat)
    for name in ("okeys", "false_jokers", "pairs"):
        for kind in KINDS:
            yield _by_kind(counts, name, kind)


def _tested(name: str, strata: Sequence[Stratum], seat: int | None = None) -> Finding:
    """Strata tested together and shown as one."""
    observed = tuple(sum(column) for column in zip(*(seen for seen, _ in strata), strict=True))
    expected = tuple(sum(column) for column in zip(*(means for _, means in strata), strict=True))
    return Finding(name, sum(observed), observed, expected, chi_square(strata), seat)


def _even(seen: Sequence[int], classes: int) -> list[float]:
    return [sum(seen) / classes] * len(seen)


def _rollers(seen: Sequence[int], seats: int) -> Stratum:
    """Tables of so many seats: 0 and 2; 0, 1 and 3; or all. Seats nobody takes expect nothing."""
    places = {2: (0, 2), 3: (0, 1, 3), 4: (0, 1, 2, 3)}[seats]
    return seen, [sum(seen) / seats if seat in places else 0.0 for seat in range(4)]


def _racks(numbers: Sequence[int], seat: int, size: int, chances: Sequence[float]) -> Stratum:
    classes = len(chances)
    begin = classes * (2 * seat + size - 14)
    seen = numbers[begin : begin + classes]
    return seen, [sum(seen) * chance for chance in chances]


def _by_kind(counts: Mapping[str, Sequence[int]], name: str, kind: int) -> Finding:
    """What people, or computers, were dealt in all, against its mean."""
    law = pairs_among if name == "pairs" else two_among
    groups = [
        (deals, racks, law(racks, bool(starter)))
        for racks in range(1, 5)
        for starter in (0, 1)
        if (deals := counts["people" if kind == PERSON else "computers"][2 * racks + starter])
    ]
    mean = sum(deals * one.mean for deals, _, one in groups)
    variance = sum(deals * one.variance for deals, _, one in groups)
    seen = counts[f"kind_{name}"][kind - 1]
    of = sum(deals * racks for deals, racks, _ in groups)
    return Finding(name, of, (seen,), (mean,), deviation(seen, Moments(mean, variance)), kind=kind)

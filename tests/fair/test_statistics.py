"""Counts of matches, the laws they are held against, and the p-values."""

from __future__ import annotations

import inspect
import itertools
import random
from collections import Counter
from math import comb
from pathlib import Path

import pytest
from scipy import special, stats  # type: ignore[import-untyped]

from okey.fair import chance
from okey.fair.chance import (
    BOX,
    DOUBLE,
    chi_square,
    deviation,
    pairs_among,
    pairs_in,
    tail,
    two_among,
    two_of_box,
    upper_gamma,
)
from okey.fair.deal import roll, start_deal
from okey.fair.events import decode
from okey.fair.statistics import KINDS, LEVEL, SHAPE, Counts, add, empty, findings, level, match_counts, pairs
from okey.record.model import Record, read_record
from okey.record.steps import steps
from okey.rules.events import DealEnded, Dealt, Finished
from okey.rules.tiles import FALSE_JOKER, okey_face

RECORDS = sorted((Path(__file__).parents[1] / "vectors" / "records").glob("*.okey.json"))
TAILS = [(a, a * factor) for a in (0.5, 1, 2.5, 10, 50.5, 200, 5512.5) for factor in (0.01, 0.5, 0.95, 1, 1.05, 2, 4)]


def played(path: Path) -> tuple[Record, list[int], bytes]:
    """A record with its seats and key; the key is empty when nothing was dealt."""
    record = read_record(path.read_bytes())
    kinds = [seat.kind for seat in record.seats or ()]
    key = next((referee.key for _, referee in steps(record)), b"")
    return record, kinds, key


# --- p-values


@pytest.mark.parametrize(("a", "x"), TAILS)
def test_the_gamma_function_is_that_of_scipy(a: float, x: float) -> None:
    expected = float(special.gammaincc(a, x))
    assert upper_gamma(a, x) == pytest.approx(expected, rel=1e-9, abs=1e-13)


@pytest.mark.parametrize("freedom", [1, 2, 4, 8, 35, 51, 11025])
def test_tails_are_those_of_scipy_far_out_too(freedom: int) -> None:
    for p in (0.999, 0.5, 0.01, 1e-6, 1e-12):
        assert tail(float(stats.chi2.isf(p, freedom)), freedom) == pytest.approx(p, rel=1e-7)
    assert tail(0.0, freedom) == 1.0


def test_a_chi_square_test_is_that_of_scipy() -> None:
    observed = [18, 25, 31, 12, 14]
    square = chi_square([(observed, [20.0] * 5)])
    theirs = stats.chisquare(observed)
    assert square is not None
    assert square == pytest.approx((theirs.statistic, 4, theirs.pvalue))


def test_small_cells_are_joined_and_strata_add_up() -> None:
    joined = chi_square([([5, 6, 20, 1, 2], [6.0, 6.0, 20.0, 1.0, 1.0])])
    assert joined is not None
    assert joined.freedom == 1
    assert joined.statistic == pytest.approx(1 / 12 + 1 / 22)
    both = chi_square([([20, 30], [25.0, 25.0]), ([15, 25], [20.0, 20.0]), ([2, 1], [1.5, 1.5])])
    assert both is not None
    assert both[:2] == (pytest.approx(2 + 2.5), 2)


def test_too_few_cases_are_no_test() -> None:
    assert chi_square([([3, 4], [3.5, 3.5])]) is None
    assert chi_square([([30, 4], [30.0, 4.0])]) is None, "one cell is left"
    assert deviation(3, chance.Moments(2.0, 2.0)) is None


# --- laws


@pytest.mark.parametrize("tiles", [14, 15])
def test_okeys_in_a_rack_are_hypergeometric(tiles: int) -> None:
    assert two_of_box(tiles) == pytest.approx(stats.hypergeom(BOX, 2, tiles).pmf(range(3)))


@pytest.mark.parametrize("tiles", [14, 15])
def test_pairs_in_a_rack(tiles: int) -> None:
    law = pairs_in(tiles)
    assert sum(law) == pytest.approx(1)
    mean = sum(number * chance for number, chance in enumerate(law))
    assert mean == pytest.approx(DOUBLE * comb(BOX - 2, tiles - 2) / comb(BOX, tiles))
    variance = sum(number**2 * chance for number, chance in enumerate(law)) - mean**2
    assert pairs_among(1, tiles == 15) == pytest.approx((mean, variance))
    assert two_among(1, tiles == 15) == pytest.approx(stats.hypergeom(BOX, 2, tiles).stats("mv"))


def test_the_law_of_pairs_by_counting_every_rack_of_a_small_box(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three faces twice and one tile alone: 7 tiles, racks of 4; each way is counted."""
    monkeypatch.setattr(chance, "BOX", 7)
    monkeypatch.setattr(chance, "DOUBLE", 3)
    racks = list(itertools.combinations(range(7), 4))
    counted = Counter(pairs(rack) for rack in racks)
    law = inspect.unwrap(pairs_in)(4)
    assert [round(chance * len(racks)) for chance in law] == [counted[number] for number in range(3)]


@pytest.mark.parametrize("starter", [False, True])
def test_racks_of_one_deal_together(starter: bool) -> None:
    """Mean and spread of okeys and pairs in three racks, against many shuffled boxes."""
    chooser = random.Random(f"racks {starter}")
    ends = list(itertools.accumulate([14 + starter, 14, 14], initial=0))
    box, found = list(range(BOX)), []
    for _ in range(4000):
        chooser.shuffle(box)
        racks = [box[begin:end] for begin, end in itertools.pairwise(ends)]
        found.append((sum(map(pairs, racks)), sum(tile < 2 for rack in racks for tile in rack)))
    for numbers, law in zip(zip(*found, strict=True), (pairs_among(3, starter), two_among(3, starter)), strict=True):
        mean = sum(numbers) / len(numbers)
        variance = sum((number - mean) ** 2 for number in numbers) / len(numbers)
        assert mean == pytest.approx(law.mean, abs=4 * (law.variance / len(numbers)) ** 0.5)
        assert variance == pytest.approx(law.variance, rel=0.1)


# --- counts


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_counts_of_a_record(path: Path) -> None:
    """Against the racks that the referee deals, counted plainly."""
    record, kinds, key = played(path)
    if not key:
        return
    counts = match_counts(kinds, key, [decode(event).event for event in record.events])
    okeys, jokers, twins, ends, dice, faces = [0, 0], [0, 0], [0, 0], Counter[int](), Counter[int](), Counter[int]()
    finishes = [0, 0]
    for entry, referee in steps(record):
        match entry.event:
            case Dealt() as dealt:
                dice[6 * dealt.dice[0] + dealt.dice[1] - 7] += 1
                faces[dealt.indicator >> 1] += 1
                for seat, rack in enumerate(referee.racks):
                    for tile, other in itertools.product(rack, rack):
                        twins[kinds[seat] - 1] += tile < other and tile >> 1 == other >> 1
                    for tile in rack:
                        okeys[kinds[seat] - 1] += tile >> 1 == okey_face(dealt.indicator)
                        jokers[kinds[seat] - 1] += tile >> 1 == FALSE_JOKER
            case Finished(seat=seat):
                finishes[kinds[seat] - 1] += 1
            case DealEnded(reason=reason):
                ends[reason] += 1
    assert (counts["kind_okeys"], counts["kind_false_jokers"], counts["kind_pairs"]) == (okeys, jokers, twins)
    assert counts["kind_finishes"] == finishes
    assert counts["indicator"] == [faces[face] for face in range(52)]
    assert counts["dice"] == [dice[place] for place in range(36)]
    assert counts["ends"][0] + counts["ends"][1] == ends[1] == sum(counts["finishes"])
    assert counts["ends"][2:] == [ends[reason] for reason in (2, 3, 4, 5)]
    assert counts["deals"] == [dice.total()]
    seats = sum(map(bool, kinds))
    assert sum(counts["okeys"]) == sum(counts["pairs"]) == dice.total() * seats
    first, rounds = roll(key, [seat for seat in range(4) if kinds[seat]])
    assert counts["roller"].index(1) == 4 * (seats - 2) + first
    assert counts["rolls"] == [sum(pips == face for _, pips in rounds[0]) for face in range(1, 7)]


def test_the_records_have_every_ending() -> None:
    total = empty()
    for path in RECORDS:
        record, kinds, key = played(path)
        if key:
            add(total, match_counts(kinds, key, [decode(event).event for event in record.events]))
    assert all(total["ends"]), total["ends"]
    assert all(total["kind_finishes"])
    assert total["repeats"][0] == total["deals"][0] - total["matches"][0]


def test_a_deal_that_does_not_fit_is_an_error() -> None:
    with pytest.raises(ValueError, match="not in"):
        match_counts((1, 0, 2, 0), bytes(32), [Dealt(0, 1, 0, (1, 1))])


def test_counts_add_up_also_with_names_that_are_new() -> None:
    total: Counts = {"deals": [3]}
    add(total, {"deals": [4], "dice": [1, 2]})
    assert total == {"deals": [7], "dice": [1, 2]}
    assert {name: len(numbers) for name, numbers in empty().items()} == SHAPE


def many(matches: int) -> Counts:
    """Four deals each, with the starters in turn."""
    total = empty()
    kinds = ((1, 2, 2, 2), (1, 1, 0, 2), (1, 0, 1, 0))
    for number in range(matches):
        seats = [seat for seat in range(4) if kinds[number % 3][seat]]
        deals = [Dealt(0, seats[deal % len(seats)], 0, (1, 1)) for deal in range(4)]
        add(total, match_counts(kinds[number % 3], number.to_bytes(32, "big"), deals))
    return total


def test_sound_deals_pass_every_test_and_a_slip_does_not() -> None:
    counts = many(400)
    found = findings(counts)
    assert len(found) == 23
    assert [each.name for each in found if each.square is None] == []
    assert min(each.square.p for each in found if each.square) > level(len(found)) == LEVEL / 23
    for each in found:
        assert sum(each.observed) == pytest.approx(sum(each.expected)) or each.kind or each.name == "repeats"
    for name, slip in (
        ("indicator", lambda numbers: [numbers[0] + 60, *numbers[1:]]),
        ("dice", lambda numbers: [*numbers[:-1], numbers[-1] + 80]),
        ("roller", lambda numbers: [*numbers[:8], numbers[8] + 60, *numbers[9:]]),
        ("repeats", lambda numbers: [numbers[0], numbers[1] + 40]),
        ("kind_okeys", lambda numbers: [numbers[0], numbers[1] * 1.3]),
        ("kind_pairs", lambda numbers: [numbers[0] * 0.85, numbers[1]]),
    ):
        bent = {**counts, name: slip(counts[name])}
        seen = {each.name for each in findings(bent) if each.square and each.square.p < level(23)}
        assert seen == {name.removeprefix("kind_")}


def test_few_matches_are_counted_but_not_judged() -> None:
    found = findings(many(1))
    assert [each.name for each in found if each.square] == []
    assert {each.of for each in findings(empty())} == {0}
    assert {each.kind for each in found} == {None, *KINDS}


def test_a_seat_without_racks_expects_nothing() -> None:
    counts = empty()
    for number in range(10):
        key = number.to_bytes(32, "big")
        add(counts, match_counts((1, 0, 2, 0), key, [Dealt(2, 0, start_deal(key, 1).dice[-1][0], (1, 1))]))
    by_seat = {each.seat: each for each in findings(counts) if each.name == "okeys"}
    assert by_seat[1].observed == (0, 0, 0)
    assert by_seat[1].of == 0
    assert by_seat[0].of == 10

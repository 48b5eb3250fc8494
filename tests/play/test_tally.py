"""What a finished match of several people adds to the figures of each."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from okey.play.opening import Options
from okey.play.ports import Rated
from okey.play.tally import Figures, Played, figures, played
from okey.rules.actions import Cancel
from okey.rules.events import COMPUTER, PAIRS, PERSON, DealEnded, Finished
from okey.rules.ruleset import PRESETS, Ruleset
from okey.rules.tiles import okey_face
from okey.solver import distance
from tests.play.logs import Made, match, seated, times_out
from tests.play.test_gathering import Plain

PEOPLE = [bytes([number]) * 16 for number in range(1, 5)]
TABLE = b"t" * 16


def read(made: Made, people: dict[int, bytes]) -> Played:
    found = played(made.table, made.rows, Plain(), people)
    assert found is not None
    return found


def short(preset: str = "klasik", seats: int = 4, **changes: Any) -> Ruleset:
    return replace(PRESETS[preset], seats=seats, points=4, **changes)


@pytest.mark.parametrize(("preset", "seats"), [("klasik", 4), ("usta", 3), ("kahvehane", 2)])
def test_figures_are_what_a_reader_of_the_events_would_count(preset: str, seats: int) -> None:
    people = seated(PEOPLE[:seats])
    made = match(TABLE, short(preset, seats), people)
    found = figures(read(made, people))
    assert made.steps is not None
    assert made.standing is not None
    finishes = [(step.event, step.standing.game.deal) for step in made.steps if isinstance(step.event, Finished)]
    ends = sum(isinstance(step.event, DealEnded) for step in made.steps)
    assert finishes, "nobody finished"
    for seat in people:
        mine = [
            (event.kind == PAIRS, event.tile >> 1 == deal.okey)
            for event, deal in finishes
            if event.seat == seat and deal
        ]
        away = [
            distance(deal.racks[seat], okey_face(deal.indicator)).best
            for event, deal in finishes
            if event.seat != seat and deal
        ]
        assert found[seat] == Figures(
            won=made.standing.game.ranks[seat] == 1,
            deals=ends,
            normal=mine.count((False, False)),
            okey=mine.count((False, True)),
            pairs=mine.count((True, False)),
            both=mine.count((True, True)),
            others=len(away),
            distance=sum(away),
        )
        assert all(1 <= one <= 14 for one in away)


def test_every_kind_of_finish_has_its_own_figure() -> None:
    made = match(TABLE, short(seats=2), seated(PEOPLE[:2]))
    known = read(made, seated(PEOPLE[:2]))
    place = next(n for n, step in enumerate(known.steps) if isinstance(step.event, Finished))
    step = known.steps[place]
    assert isinstance(step.event, Finished)
    deal = step.standing.game.deal
    assert deal is not None
    wild, plain = 2 * deal.okey, 2 * ((deal.okey + 5) % 52)
    for kind, tile, name in ((1, plain, "normal"), (1, wild, "okey"), (2, plain, "pairs"), (2, wild, "both")):
        event = replace(step.event, kind=kind, tile=tile)
        once = Played(TABLE, known.people, known.start, (replace(step, event=event), known.steps[-1]))
        found = figures(once)[step.event.seat]
        assert {each: getattr(found, each) for each in ("normal", "okey", "pairs", "both")} == {
            each: int(each == name) for each in ("normal", "okey", "pairs", "both")
        }


def test_what_a_computer_does_for_a_person_is_not_that_persons() -> None:
    people = seated(PEOPLE[:2])
    known = read(match(TABLE, short(seats=2), people), people)
    finished = [step for step in known.steps if isinstance(step.event, Finished)]

    def away(seat: int) -> Played:
        one, two, three, four = (COMPUTER if n == seat else PERSON if n in people else 0 for n in range(4))
        control = (one, two, three, four)
        steps = tuple(
            replace(step, standing=replace(step.standing, game=replace(step.standing.game, control=control)))
            for step in known.steps
        )
        return replace(known, steps=steps)

    for seat in people:
        mine, before = figures(away(seat))[seat], figures(known)[seat]
        assert (mine.normal, mine.okey, mine.pairs, mine.both, mine.others, mine.distance) == (0,) * 6
        assert (mine.deals, mine.won) == (before.deals, before.won)
    assert finished


def test_who_is_first_with_everybody_else_has_not_won() -> None:
    rules = replace(PRESETS["ikramiye"], seats=4, moves=4)
    people = seated(PEOPLE)
    known = read(match(TABLE, rules, people), people)
    assert known.ranks == (1, 1, 1, 1)
    assert [each.won for each in figures(known).values()] == [False] * 4


def test_a_match_that_was_lost_on_time_counts() -> None:
    people = seated(PEOPLE[:3])
    made = match(TABLE, replace(PRESETS["klasik"], seats=3), people, end=times_out)
    known = read(made, people)
    assert sorted(known.ranks[seat] for seat in people) == [1, 1, 3]
    assert {each.deals for each in figures(known).values()} == {1}
    assert sorted(each.won for each in figures(known).values()) == [False, True, True]


def test_with_one_computer_two_people_have_figures_and_the_computer_has_none() -> None:
    people = {0: PEOPLE[0], 2: PEOPLE[1]}
    made = match(TABLE, short(), people)
    known = read(made, people)
    assert set(figures(known)) == {0, 2}


def test_what_does_not_count() -> None:
    two = seated(PEOPLE[:2])
    whole = match(TABLE, short(seats=2), two)
    cancelled = match(TABLE, short(seats=2), two, end=lambda _: Cancel(all_left=False))
    left = match(TABLE, short(seats=2), two, end=lambda _: Cancel(all_left=True))
    alone = match(TABLE, short(seats=2), {0: PEOPLE[0]}, alone=True)
    single = match(TABLE, short(), {0: PEOPLE[0]})
    for made, people in ((cancelled, two), (left, two), (alone, {0: PEOPLE[0]}), (single, {0: PEOPLE[0]})):
        assert played(TABLE, made.rows, Plain(), people) is None
    for rows in (whole.rows[:-1], whole.rows[:4], whole.rows[:1], []):
        assert played(TABLE, rows, Plain(), two) is None
    assert played(TABLE, whole.rows, Plain(), {}) is None


def test_who_deleted_an_account_is_the_one_in_the_list_of_seats() -> None:
    people = seated(PEOPLE[:2])
    made = match(TABLE, short(seats=2), people, Options(listed=True, rated=True))
    known = read(made, {0: PEOPLE[0], 2: b"g" * 16})
    assert known.people == {0: PEOPLE[0], 2: b"g" * 16}
    assert known.opening.rated
    assert known.ended.standing.game.ranks == known.ranks
    assert [effect for effect in made.effects if isinstance(effect, Rated)] == [Rated("klasik", known.ranks)]

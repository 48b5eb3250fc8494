"""Rule sets: the canonical texts of the presets, and every rule set that cannot be, with the field named."""

from dataclasses import FrozenInstanceError, fields, replace
from random import Random

import pytest
from hypothesis import given

from okey.rules.ruleset import GOALS, KEYS, PRESETS, Ruleset, RulesetError
from tests.strategies import random_rules, rulesets, seeds

CANONICAL = {
    "klasik": "okey-rules/1;preset=klasik;seats=4;start=rotate;count=down;points=20;normal=2;okey=4;pairs=4;both=8;"
    "colour=1;show=throw;bonus=1;bonusmin=0;arrange=auto;declare=no;discards=all;exhaust=lap;moves=120;deals=100;"
    "penalty=0;move=30;reserve=120;late=forfeit;absent=clock",
    "kahvehane": "okey-rules/1;preset=kahvehane;seats=4;start=rotate;count=down;points=20;normal=2;okey=4;pairs=4;"
    "both=8;colour=1;show=dealt;bonus=1;bonusmin=0;arrange=manual;declare=no;discards=top;exhaust=turn;moves=120;"
    "deals=100;penalty=0;move=30;reserve=120;late=forfeit;absent=clock",
    "ikramiye": "okey-rules/1;preset=ikramiye;seats=4;start=rotate;count=pot;points=10;normal=1;okey=2;pairs=2;both=2;"
    "colour=1;show=none;bonus=0;bonusmin=0;arrange=manual;declare=no;discards=all;exhaust=turn;moves=120;deals=1;"
    "penalty=0;move=30;reserve=120;late=forfeit;absent=clock",
    "usta": "okey-rules/1;preset=usta;seats=4;start=finisher;count=down;points=20;normal=2;okey=4;pairs=8;both=16;"
    "colour=1;show=throw;bonus=1;bonusmin=0;arrange=manual;declare=yes;discards=top;exhaust=turn;moves=120;deals=100;"
    "penalty=0;move=30;reserve=120;late=forfeit;absent=clock",
    "rummy": "okey-rules/1;preset=rummy;seats=4;start=roller;count=up;points=8;normal=3;okey=6;pairs=6;both=6;"
    "colour=1;show=draw;bonus=1;bonusmin=0;arrange=auto;declare=no;discards=all;exhaust=turn;moves=120;deals=100;"
    "penalty=0;move=45;reserve=0;late=auto;absent=clock",
}


def test_there_are_five_presets_and_klasik_comes_first() -> None:
    assert list(PRESETS) == ["klasik", "kahvehane", "ikramiye", "usta", "rummy"]


@pytest.mark.parametrize("name", CANONICAL)
def test_preset_texts_are_canonical(name: str) -> None:
    assert PRESETS[name].text == CANONICAL[name]
    assert Ruleset.parse(CANONICAL[name]) == PRESETS[name]
    assert PRESETS[name].preset == name


def test_the_text_has_24_keys_in_order() -> None:
    assert len(KEYS) == 24
    assert tuple(field.name for field in fields(Ruleset)) == KEYS
    assert [part.split("=")[0] for part in CANONICAL["klasik"].split(";")[1:]] == list(KEYS)


def test_a_rule_set_is_a_frozen_value() -> None:
    klasik = PRESETS["klasik"]
    with pytest.raises(FrozenInstanceError):
        klasik.points = 30  # type: ignore[misc]
    assert hash(klasik) == hash(Ruleset.parse(klasik.text))
    with pytest.raises(TypeError):
        PRESETS["mine"] = klasik  # type: ignore[index]


@given(rulesets)
def test_any_rule_set_reads_back(ruleset: Ruleset) -> None:
    assert Ruleset.parse(ruleset.text) == ruleset
    assert len(ruleset.text) <= 1000
    assert ruleset.text.isascii()


# --- impossible values, by field

RANGES = {
    "seats": (2, 4),
    "points": (1, 100),
    "normal": (1, 100),
    "okey": (1, 100),
    "pairs": (1, 100),
    "both": (1, 100),
    "colour": (1, 2),
    "bonus": (0, 100),
    "bonusmin": (0, 100),
    "moves": (1, 150),
    "deals": (1, 100),
    "penalty": (0, 100),
    "move": (1, 3600),
    "reserve": (0, 3600),
}
POT_RANGES = {
    "points": (1, 1_000_000),
    "normal": (1, 2),
    "okey": (1, 2),
    "pairs": (1, 2),
    "both": (1, 2),
    "colour": (1, 1),
    "deals": (1, 1),
    "penalty": (0, 0),
}
WORDS = {
    "preset": ["klasik", "kahvehane", "ikramiye", "usta", "rummy"],
    "start": ["rotate", "roller", "finisher"],
    "count": ["down", "up", "pot"],
    "show": ["none", "dealt", "throw", "draw"],
    "arrange": ["auto", "manual"],
    "declare": ["no", "yes"],
    "discards": ["all", "top"],
    "exhaust": ["lap", "turn"],
    "late": ["forfeit", "auto"],
    "absent": ["clock", "computer"],
}


def refused(base: Ruleset, **changes: object) -> tuple[str, str]:
    with pytest.raises(RulesetError) as caught:
        replace(base, **changes)  # type: ignore[arg-type]
    assert str(caught.value) == f"{caught.value.field}: {caught.value.why}"
    return caught.value.field, caught.value.why


def test_every_key_has_a_table_here() -> None:
    assert sorted((*RANGES, *WORDS)) == sorted(KEYS)


@pytest.mark.parametrize("name", RANGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_numbers_outside_their_range(preset: str, name: str) -> None:
    base = PRESETS[preset]
    low, high = {**RANGES, **(POT_RANGES if preset == "ikramiye" else {})}[name]
    for number in (low - 1, high + 1, -1, 10**9):
        assert refused(base, **{name: number}) == (name, "range")
    for wrong in (float(low), True, None, str(low), [low]):
        assert refused(base, **{name: wrong}) == (name, "range")


@pytest.mark.parametrize("name", ["seats", "points", "moves", "deals", "move", "reserve", "penalty"])
@pytest.mark.parametrize("preset", PRESETS)
def test_the_ends_of_a_range_are_inside(preset: str, name: str) -> None:
    for number in {**RANGES, **(POT_RANGES if preset == "ikramiye" else {})}[name]:
        assert getattr(replace(PRESETS[preset], **{name: number}), name) == number  # type: ignore[arg-type]


@pytest.mark.parametrize("name", WORDS)
def test_unknown_words(name: str) -> None:
    for wrong in ("", "KLASIK", "Auto", " yes", "yes ", "none\n", "1", 1, True, None, ["no"]):
        assert refused(PRESETS["klasik"], **{name: wrong}) == (name, "word")


@pytest.mark.parametrize("name", ["preset", "start", "arrange", "declare", "discards", "exhaust", "late", "absent"])
def test_known_words_are_taken_as_they_are(name: str) -> None:
    for word in WORDS[name]:
        assert getattr(replace(PRESETS["klasik"], **{name: word}), name) == word  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"okey": 1}, "okey"),
        ({"pairs": 1}, "pairs"),
        ({"both": 3}, "both"),
        ({"okey": 9}, "both"),
        ({"pairs": 9}, "both"),
        ({"normal": 5, "pairs": 5, "both": 5}, "okey"),
    ],
)
def test_a_dearer_finish_never_pays_less(changes: dict[str, int], field: str) -> None:
    assert refused(PRESETS["klasik"], **changes) == (field, "order")


@pytest.mark.parametrize(
    ("preset", "changes", "field"),
    [
        ("ikramiye", {"show": "throw", "bonus": 1}, "show"),
        ("klasik", {"bonus": 0}, "bonus"),
        ("klasik", {"show": "none"}, "bonus"),
        ("ikramiye", {"bonus": 1}, "bonus"),
        ("rummy", {"bonusmin": 3}, "bonusmin"),
        ("klasik", {"show": "none", "bonus": 0, "bonusmin": 3}, "bonusmin"),
        ("ikramiye", {"bonusmin": 1}, "bonusmin"),
    ],
)
def test_fields_that_do_not_fit_together(preset: str, changes: dict[str, object], field: str) -> None:
    assert refused(PRESETS[preset], **changes) == (field, "conflict")


@pytest.mark.parametrize(
    ("changes", "field"),
    [({"points": 0}, "points"), ({"seats": 5}, "seats"), ({"seats": 1}, "seats"), ({"deals": 0}, "deals")],
)
def test_the_impossible_tables_of_the_issue(changes: dict[str, int], field: str) -> None:
    assert refused(PRESETS["klasik"], **changes)[0] == field


@given(seeds)
def test_random_changes_give_a_rule_set_or_name_a_field(seed: int) -> None:
    random = Random(seed)
    base = random_rules(random)
    name = random.choice(KEYS)
    value = random.choice(WORDS[name]) if name in WORDS else random.randint(-1, 160)
    assert outcome(base, name, value) in {"taken", "word", "range", "order", "conflict"}


def outcome(base: Ruleset, name: str, value: object) -> str:
    try:
        changed = replace(base, **{name: value})  # type: ignore[arg-type]
    except RulesetError as error:
        return error.why if error.field in KEYS else f"unknown field {error.field}"
    return "taken" if getattr(changed, name) == value else "changed"


# --- wrong texts

KLASIK = CANONICAL["klasik"]


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("", "text"),
        ("okey-rules/1", "text"),
        (KLASIK.replace("okey-rules/1", "okey-rules/2"), "text"),
        (KLASIK.replace("okey-rules/1", "Okey-rules/1"), "text"),
        (KLASIK + ";", "text"),
        (KLASIK + ";target=8", "text"),
        (" " + KLASIK, "text"),
        (KLASIK.replace(";absent=clock", ""), "text"),
        (KLASIK + "\n", "absent"),
        (KLASIK + " ", "absent"),
        (KLASIK.replace(";", "; "), "preset"),
        (KLASIK.replace(";", ","), "text"),
        (KLASIK.replace("seats=4;start=rotate", "start=rotate;seats=4"), "seats"),
        (KLASIK.replace("seats=4", "seats=4;seats=4"), "text"),
        (KLASIK.replace("seats=4", "seats"), "seats"),
        (KLASIK.replace("seats=4", "seats="), "seats"),
        (KLASIK.replace("seats=4", "seats=04"), "seats"),
        (KLASIK.replace("seats=4", "seats=+4"), "seats"),
        (KLASIK.replace("seats=4", "seats=4.0"), "seats"),
        (KLASIK.replace("seats=4", "seats=٤"), "seats"),
        (KLASIK.replace("seats=4", "seats=²"), "seats"),
        (KLASIK.replace("seats=4", "seats=5"), "seats"),
        (KLASIK.replace("seats=4", "seats==4"), "seats"),
        (KLASIK.replace("seats=4", "Seats=4"), "seats"),
        (KLASIK.replace("points=20", "points=0"), "points"),
        (KLASIK.replace("points=20", "points=00"), "points"),
        (KLASIK.replace("points=20", "points=-1"), "points"),
        (KLASIK.replace("points=20", "points=" + "9" * 5000), "points"),
        (KLASIK.replace("points=20", "target=8"), "points"),
        (KLASIK.replace("count=down", "count=sideways"), "count"),
        (KLASIK.replace("count=down", "count="), "count"),
        (KLASIK.replace("preset=klasik", "preset=yuzbir"), "preset"),
        (KLASIK.replace("bonusmin=0", "bonusmin=0x0"), "bonusmin"),
    ],
)
def test_any_other_text_is_refused_with_the_field_named(text: str, field: str) -> None:
    with pytest.raises(RulesetError) as caught:
        Ruleset.parse(text)
    assert caught.value.field == field


@pytest.mark.parametrize("name", CANONICAL)
def test_a_changed_letter_never_reads_as_the_same_rules(name: str) -> None:
    text = CANONICAL[name]
    for place in range(len(text)):
        changed = text[:place] + "1" + text[place + 1 :]
        try:
            read = Ruleset.parse(changed)
        except RulesetError:
            continue
        assert read.text == changed
        assert (read == PRESETS[name]) == (changed == text)


# --- other numbers of seats


@pytest.mark.parametrize("length", GOALS)
def test_the_targets_of_rummy_follow_the_seats(length: str) -> None:
    goals = {"standard": (15, 10, 8), "short": (9, 6, 5), "long": (24, 16, 13)}[length]
    four = replace(PRESETS["rummy"], points=goals[2])
    for seats, goal in zip((2, 3, 4), goals, strict=True):
        other = four.with_seats(seats)
        assert (other.seats, other.points) == (seats, goal)
        assert other.with_seats(4) == four


def test_other_rules_keep_their_points_with_other_seats() -> None:
    assert PRESETS["klasik"].with_seats(2) == replace(PRESETS["klasik"], seats=2)
    own = replace(PRESETS["rummy"], points=99)
    assert own.with_seats(2) == replace(own, seats=2)
    for seats in (1, 5):
        with pytest.raises(RulesetError, match="seats: range"):
            PRESETS["rummy"].with_seats(seats)

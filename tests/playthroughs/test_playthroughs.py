"""The matches in this folder come out again, word for word."""

import pytest

from tests.playthroughs.story import FOLDER, tell
from tests.strategies import TABLES

NAMES = [f"{preset}-{seats}" for preset, seats in TABLES]


def test_there_is_one_for_each_preset_and_number_of_seats() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(NAMES)
    assert len(NAMES) == 15


@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_the_match_is_played_as_it_is_written(preset: str, seats: int) -> None:
    written = (FOLDER / f"{preset}-{seats}.txt").read_text(encoding="ascii")
    assert tell(preset, seats).splitlines() == written.splitlines()
    assert len(written) < 60_000


@pytest.mark.parametrize(
    ("word", "least"),
    [
        ("-> shown", 10),
        ("-> declared", 2),
        ("-> taken", 5),
        ("automatic", 5),
        ("with melds", 10),
        ("with pairs", 5),
        ("reason 2 changes", 5),
        ("reason 5 changes", 1),
        ("last lap", 3),
        ("refused arrangement", 5),
        ("match ended", 15),
    ],
)
def test_together_they_tell_of_everything(word: str, least: int) -> None:
    assert sum((FOLDER / f"{name}.txt").read_text(encoding="ascii").count(word) for name in NAMES) >= least

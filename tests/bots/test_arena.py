"""Simulations: the same whatever cuts the work up, and levels clearly apart."""

from pathlib import Path

import pytest

from okey.bots import LEVELS, arena
from okey.bots.arena import Summary, deal_of, play, simulate
from okey.rules.ruleset import PRESETS
from tests.strategies import rules

KLASIK = PRESETS["klasik"]
TABLE = ["orta", "kolay", "orta", "kolay"]


def test_a_deal_depends_on_seed_and_number_alone() -> None:
    assert play(TABLE, KLASIK, 7, 41) == play(TABLE, KLASIK, 7, 41)
    assert play(TABLE, KLASIK, 7, 41) == play(TABLE, KLASIK, 7, 41, quick=False)
    assert deal_of(7, 10) == deal_of(7, 10) != deal_of(8, 10)


def test_a_board_is_played_once_for_each_rotation() -> None:
    taken = [play(TABLE, KLASIK, 7, number)[0] for number in range(4)]
    assert taken == [[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]]
    assert [play(TABLE[:2], rules(seats=2), 7, number)[0] for number in (4, 5)] == [[0, 2], [2, 0]]
    assert play(TABLE[:3], rules(seats=3), 7, 1)[0] == [1, 3, 0]


def test_equal_bots_share_a_board_equally() -> None:
    """`zor` uses no random numbers: a board played four times by four of them is four times the same deal."""
    found = simulate(["zor"] * 4, KLASIK, 40, 3)
    assert len({line.share for line in found.lines}) == 1
    assert sum(line.wins for line in found.lines) == 40 - found.draws
    assert found.lines[0].share_error == 0


def test_the_summary_counts_everything() -> None:
    told: list[tuple[int, int]] = []
    found = simulate(TABLE, KLASIK, 210, 1, progress=lambda done, total: told.append((done, total)))
    assert told == [(0, 210), (200, 210), (210, 210)]
    assert found.deals == 210
    assert found.melds + found.pairs + found.draws == 210
    assert sum(found.rounds) == 210 - found.draws
    assert sum(line.points for line in found.lines) == pytest.approx(0)
    assert 20 < found.moves < 60
    assert found.versions == tuple(LEVELS[bot].version for bot in TABLE)
    assert found.rules == KLASIK.text


def test_workers_change_nothing() -> None:
    assert simulate(TABLE, KLASIK, 500, 1, workers=2) == simulate(TABLE, KLASIK, 500, 1)


def test_a_checkpoint_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "_CHUNK", 5)
    path = tmp_path / "run.csv"
    assert simulate(TABLE, KLASIK, 40, 1, checkpoint=path) == simulate(TABLE, KLASIK, 40, 1)
    told: list[int] = []

    def longer() -> Summary:
        told.clear()
        return simulate(TABLE, KLASIK, 65, 1, checkpoint=path, progress=lambda done, _: told.append(done))

    whole = simulate(TABLE, KLASIK, 65, 1)
    assert longer() == whole
    assert told == [40, 60, 65]
    lines = path.read_text().splitlines()
    path.write_text("\n".join(lines[:3]) + "\n" + lines[3][:9])
    assert longer() == whole
    assert told == [40, 60, 65]
    kept = path.read_text()
    assert simulate(TABLE, KLASIK, 30, 1, checkpoint=path) == simulate(TABLE, KLASIK, 30, 1)
    assert path.read_text() == kept


def test_the_checkpoint_of_another_run_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    simulate(TABLE, KLASIK, 8, 1, checkpoint=path)
    kept = path.read_text()
    for bots, ruleset, seed in ((TABLE, KLASIK, 2), (TABLE[::-1], KLASIK, 1), (TABLE, PRESETS["usta"], 1)):
        with pytest.raises(ValueError, match="another run"):
            simulate(bots, ruleset, 8, seed, checkpoint=path)
    assert path.read_text() == kept


def test_what_cannot_be_played_is_refused() -> None:
    for bots in (["orta"], ["orta"] * 5):
        with pytest.raises(ValueError, match="cannot play"):
            simulate(bots, KLASIK, 4, 1)
    with pytest.raises(ValueError, match="unknown level 'usta'"):
        simulate(["orta", "usta"], KLASIK, 4, 1)
    with pytest.raises(ValueError, match="at least one deal"):
        simulate(["orta", "orta"], KLASIK, 0, 1)


@pytest.mark.parametrize(("level", "against", "wanted"), [("zor", "orta", 0.35), ("orta", "kolay", 0.33)])
def test_the_levels_are_clearly_apart(level: str, against: str, wanted: float) -> None:
    """1,000 deals, four standard errors: above par for certain, and not below what the ladder promises."""
    line = simulate([level, against, against, against], KLASIK, 1000, 2026).lines[0]
    assert line.share - 4 * line.share_error > 0.25
    assert line.share + 4 * line.share_error > wanted
    assert 0 < line.share_error < 0.02
    assert line.points - 4 * line.points_error > 0

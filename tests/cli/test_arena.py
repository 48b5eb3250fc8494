import csv
import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from okey.bots.arena import simulate
from okey.cli import main
from okey.cli.ladder import Rung, climb, to_csv, to_svg
from okey.rules.ruleset import PRESETS

SVG = "{http://www.w3.org/2000/svg}"


def test_simulate_answers_what_the_arena_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--bots", "orta,kolay,kolay,kolay", "--deals", "40", "--seed", "3", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    found = simulate(["orta", "kolay", "kolay", "kolay"], PRESETS["klasik"], 40, 3)
    assert (said["deals"], said["draws"], said["moves"]) == (40, found.draws, found.moves)
    assert [line["wins"] for line in said["lines"]] == [line.wins for line in found.lines]


def test_a_single_board_has_no_error_yet(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--bots", "orta,kolay", "--deals", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["lines"][0]["share_error"] is None


def test_simulate_shows_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--bots", "orta,kolay", "--deals", "20"]) == 0
    said = capsys.readouterr()
    assert "20 deals, seed 1" in said.out
    assert "%" in said.out
    assert said.err == ""


def test_simulate_goes_on_from_its_checkpoint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "run.csv"
    options = ["simulate", "--bots", "orta,kolay", "--json", "--checkpoint", str(kept)]
    assert main([*options, "--deals", "100"]) == 0
    half = kept.read_text(encoding="utf-8")
    capsys.readouterr()
    assert main([*options, "--deals", "200"]) == 0
    whole = capsys.readouterr().out
    assert kept.read_text(encoding="utf-8").startswith(half)
    assert main(["simulate", "--bots", "orta,kolay", "--json", "--deals", "200"]) == 0
    assert capsys.readouterr().out == whole
    assert main([*options, "--deals", "200", "--seed", "9"]) == 2
    assert "another run" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["simulate", "--bots", "orta"],
        ["simulate", "--bots", "orta,best"],
        ["simulate", "--deals", "0"],
        ["arena", "--levels", "orta"],
        ["arena", "--levels", "kolay,best", "--deals", "4"],
    ],
)
def test_impossible_runs_are_refused(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1


def test_arena_writes_a_ladder_and_goes_on_from_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["arena", "--seats", "2", "--levels", "kolay,orta", "--out", str(tmp_path)]
    assert main([*options, "--deals", "100"]) == 0
    assert main([*options, "--deals", "200"]) == 0
    assert "kolay" in capsys.readouterr().out
    with (tmp_path / "ladder.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [(row["bot"], row["against"], row["deals"]) for row in rows] == [("orta", "kolay", "200")]
    assert [path.name for path in (tmp_path / "checkpoints").iterdir()] == ["orta-kolay.csv"]
    again = list(climb(["kolay", "orta"], PRESETS["klasik"].with_seats(2), 200, 1))
    assert (tmp_path / "ladder.csv").read_text(encoding="utf-8") == to_csv(again)


def test_every_level_meets_every_weaker_one_the_nearest_first() -> None:
    told: list[tuple[str, int, int]] = []
    rungs = climb(
        ["kolay", "orta", "zor"], PRESETS["klasik"], 4, 1, progress=lambda name, done, of: told.append((name, done, of))
    )
    met = [(rung.bot, rung.against, rung.seats, rung.deals) for rung in rungs]
    assert met == [("orta", "kolay", 4, 4), ("zor", "orta", 4, 4), ("zor", "kolay", 4, 4)]
    assert told[-1] == ("zor - kolay", 4, 4)


def test_the_plot_holds_every_rung_at_its_place() -> None:
    rung = Rung("zor", "orta", 4, "klasik", 1, 20_000, 900, 7_200, 0.25, 0.36, 0.004, 0.5, 0.01)
    root = ET.fromstring(to_svg([rung, rung]))
    circles = root.findall(f"{SVG}circle")
    assert len(circles) == 2
    ticks = {text.text: float(text.get("x", "0")) for text in root.findall(f"{SVG}text")}
    assert ticks["30 %"] < float(circles[0].get("cx", "0")) < ticks["40 %"]
    assert "zor against 3 orta" in ticks
    assert "36.0% ±0.8%" in ticks
    assert ticks["equals"] == pytest.approx((ticks["20 %"] + ticks["30 %"]) / 2, abs=0.2)


def test_a_plot_of_nothing_is_still_a_picture() -> None:
    assert ET.fromstring(to_svg([])).tag == f"{SVG}svg"

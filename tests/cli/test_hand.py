import io
import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from okey.cli import main
from okey.rules.text import face_text
from okey.solver.report import report

FIFTEEN = ["r3", "r4", "r5", "r6", "k9", "b9", "y9", "y10", "y11", "y12", "y13", "k6", "k7", "b5", "r11"]
FOURTEEN = FIFTEEN[:14]


def out_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["hand", *arguments])
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.mark.parametrize("tiles", [FOURTEEN, FIFTEEN, [" ".join(FIFTEEN)]])
def test_json_is_the_report_of_the_solver(capsys: pytest.CaptureFixture[str], tiles: list[str]) -> None:
    code, out, err = out_of(capsys, "b4", *tiles, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out) == report("b4", " ".join(tiles).split())
    assert len(out.splitlines()) == 1


def test_an_answer_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = out_of(capsys, "b4", *FIFTEEN, "--lang", "en")
    assert code == 0
    assert out.splitlines() == [
        "Throws that finish: ◆r11 (melds)",
        "Best throw: ◆r11",
        "Tiles from finishing: 0",
        "Useful tiles: none",
    ]
    code, out, _ = out_of(capsys, "b4", *FOURTEEN)
    assert code == 0
    assert "Tamam: seri ve per" in out
    assert "Diziliş: ◆r3 ◆r4 ◆r5 ◆r6   ▲y9 ●b9 ■k9   ▲y10 ▲y11 ▲y12 ▲y13   ■k6 ■k7 ●b5" in out


def test_useful_and_loose_tiles_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    hand = ["r1", "r2", "r3", "y4", "y5", "y6", "b7", "b8", "k10", "k11", "k12", "r9", "F", "O"]
    answer = report("y11", hand)
    code, out, _ = out_of(capsys, "y11", *hand, "--lang", "en")
    assert code == 0
    useful = " ".join(out.split()).partition("Useful tiles: ")[2]
    assert all(f"{face} ×{number}" in useful for face, number in answer["useful"].items())
    assert f"({sum(answer['useful'].values())} tiles)" in useful
    laid = [face for group in answer["arrangement"] for face in group]
    assert ("Loose" in out) == (len(laid) < 14)


@pytest.mark.parametrize(
    ("arguments", "named", "lang"),
    [
        (["b4", "x3", *FOURTEEN[1:]], "x3: unknown tile", "en"),
        (["b4", "r14", *FOURTEEN[1:]], "r14: böyle bir taş yok", "tr"),
        (["b4", "r4", "r4", "r4", *FOURTEEN[3:]], "r4: indicator and hand hold at most two", "en"),
        (["r3", "r3", "r3", *FOURTEEN[2:]], "r3: gösterge ve el birlikte", "tr"),
        (["b4", *FOURTEEN[1:]], "13 tiles: a hand has 14 or 15 tiles", "en"),
        (["b4", *FIFTEEN, "r12"], "16 taş: bir el 14 ya da 15 taştır", "tr"),
        (["F", *FOURTEEN], "F: a false joker cannot be the indicator", "en"),
        (["b44", *FOURTEEN], "b44: unknown tile", "en"),
    ],
)
def test_bad_input_is_one_line_with_tile_and_rule(
    capsys: pytest.CaptureFixture[str], arguments: list[str], named: str, lang: str
) -> None:
    for more in ([], ["--json"]):
        code, out, err = out_of(capsys, *arguments, "--lang", lang, *more)
        assert (code, out) == (2, "")
        assert len(err.splitlines()) == 1
        assert named in err


def test_no_hand_and_both_ways_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert out_of(capsys)[0] == 2
    assert out_of(capsys, "b4", *FOURTEEN, "--batch", "-")[0] == 2
    code, out, err = out_of(capsys, "--batch", "no/such/file")
    assert (code, out) == (2, "")
    assert "no/such/file" in err


# --- batches


class Pipe(io.TextIOWrapper):
    """A standard input that holds these bytes."""

    def __init__(self, data: bytes) -> None:
        super().__init__(io.BytesIO(data), encoding="utf-8")


def batch(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data: bytes
) -> tuple[int, list[dict[str, Any]]]:
    monkeypatch.setattr(sys, "stdin", Pipe(data))
    code, out, err = out_of(capsys, "--batch", "-")
    assert err == ""
    return code, [json.loads(line) for line in out.splitlines()]


def test_the_worked_hands_have_their_right_values(capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(__file__).parents[1] / "vectors" / "hands.jsonl"
    asked = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    code, out, _ = out_of(capsys, "--batch", str(path))
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == int(any("error" in answer for answer in answers))
    assert [answer["id"] for answer in answers] == [each["id"] for each in asked]
    for each, answer in zip(asked, answers, strict=True):
        expected = each["expect"]
        assert {key: answer[key] for key in expected if key in answer} == {
            key: value for key, value in expected.items() if key in answer
        }


def test_lines_are_answered_in_order_and_bad_ones_do_not_end_the_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    good = {"indicator": "b4", "tiles": " ".join(FOURTEEN)}
    lines = [
        json.dumps({"id": "a", **good}).encode(),
        b"{",
        json.dumps({"id": 7, "indicator": "b4", "tiles": FIFTEEN}).encode(),
        json.dumps({"id": "x", "indicator": "b4", "tiles": ["zz", *FOURTEEN[1:]]}).encode(),
        b"",
        json.dumps({"id": "y", "indicator": "F", "tiles": FOURTEEN}).encode(),
        json.dumps({"id": "z", "indicator": "b4", "tiles": FOURTEEN[1:]}).encode(),
        json.dumps({"id": "t", "indicator": "b4", "tiles": ["r4", "r4", "r4", *FOURTEEN[3:]]}).encode(),
        b"\xff\xfe",
        b"[1, 2]",
        json.dumps({"id": "n", "indicator": "b4", "tiles": [1] * 14}).encode(),
        json.dumps({"id": ["list"], **good}).encode(),
        json.dumps({"id": True and 1.5, **good}).encode(),
        json.dumps({"id": "m", "tiles": FOURTEEN}).encode(),
        b"[" * 5000,
        b"x" * 200_000,
        json.dumps(good).encode(),
    ]
    code, answers = batch(monkeypatch, capsys, b"\n".join(lines))
    assert code == 1
    assert answers[0] == {"id": "a", **report("b4", FOURTEEN)}
    assert answers[2] == {"id": 7, **report("b4", FIFTEEN)}
    assert answers[-1] == {"id": None, **report("b4", FOURTEEN)}
    errors = [
        (answer["id"], answer["error"]["code"], answer["error"]["tile"]) for answer in answers if "error" in answer
    ]
    assert errors == [
        (None, "bad_json", None),
        ("x", "unknown_tile", "zz"),
        (None, "bad_json", None),
        ("y", "false_joker_indicator", "F"),
        ("z", "wrong_number_of_tiles", None),
        ("t", "too_many_copies", "r4"),
        (None, "bad_json", None),
        (None, "bad_line", None),
        ("n", "bad_line", None),
        (None, "bad_line", None),
        (None, "bad_line", None),
        ("m", "bad_line", None),
        (None, "bad_json", None),
        (None, "line_too_long", None),
    ]
    assert len(answers) == len(lines)


def test_all_good_lines_give_zero_and_an_empty_file_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = json.dumps({"id": "a", "indicator": "b4", "tiles": FOURTEEN}).encode()
    assert batch(monkeypatch, capsys, line + b"\n" + line + b"\r\n")[0] == 0
    assert batch(monkeypatch, capsys, b"") == (0, [])


def hands(number: int) -> bytes:
    """Random hands as batch lines."""
    random = Random(number)
    lines = []
    for name in range(number):
        box = random.sample(range(106), 16)
        indicator = next(tile for tile in box if tile < 104)
        tiles = [face_text(tile >> 1) for tile in box if tile != indicator][: 14 + name % 2]
        lines.append(json.dumps({"id": name, "indicator": face_text(indicator >> 1), "tiles": " ".join(tiles)}))
    return "".join(f"{line}\n" for line in lines).encode()


def run(data: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "okey.cli", "hand", "--batch", "-"],
        input=data,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )


def test_two_thousand_lines() -> None:
    done = run(hands(2000))
    assert done.returncode == 0
    assert done.stderr == b""
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == list(range(2000))
    assert all("distance" in answer if answer["id"] % 2 == 0 else "best" in answer for answer in answers)


@pytest.mark.soak
def test_a_hundred_thousand_lines_in_bounded_memory() -> None:
    few = run(hands(1000))
    small = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    done = run(hands(100_000))
    large = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    assert (few.returncode, done.returncode) == (0, 0)
    assert done.stdout.count(b"\n") == 100_000
    assert large < small + 20_000  # kibibytes; the lines and answers alone are some 60,000


def test_a_reader_that_goes_away_ends_the_run_quietly() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "okey.cli", "hand", "--batch", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        try:
            process.stdin.write(hands(500))
            process.stdin.close()
        except BrokenPipeError:
            process.stdin = None
        assert process.stderr.read() == b""
        assert process.wait(60) == 1

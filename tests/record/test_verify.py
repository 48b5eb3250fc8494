"""The verifier against every case made by hand, and against the shared vectors."""

from pathlib import Path

import pytest

from okey.fair.trust import Keyring
from okey.record.model import write_record
from okey.record.verify import NOTE, Verdict, Warnings, verify
from tests.record.altered import altered
from tests.record.cases import Case, bases, valid
from tests.record.files import files
from tests.record.maker import KEYS, SIGNER, cancelled_early
from tests.record.notes import noted

VECTORS = Path(__file__).parents[1] / "vectors"
UNREADABLE = ("json", "shape", "version")


def judged(case: Case) -> Verdict:
    return verify(case.record, KEYS if case.trusted else Keyring([]), case.evidence)


@pytest.mark.parametrize("part", [valid, altered, files, noted], ids=lambda part: part.__name__)
def test_every_case_has_the_verdict_written_for_it(part: object) -> None:
    assert callable(part)
    found = {case.name: judged(case) for case in part()}
    wanted = {case.name: case.verdict for case in part()}
    assert {name: verdict.text for name, verdict in found.items()} == wanted
    assert len(wanted) > 20


@pytest.mark.parametrize("part", [valid, altered, files, noted], ids=lambda part: part.__name__)
def test_code_place_exit_code_and_note_follow_from_the_verdict(part: object) -> None:
    assert callable(part)
    for case in part():
        verdict = judged(case)
        if verdict.text.startswith("INVALID: "):
            code, place = verdict.text.removeprefix("INVALID: ").split(" at ")
            assert (verdict.code, verdict.place, verdict.note) == (code, place, None)
            assert verdict.exit_code == (2 if code in UNREADABLE else 1)
            continue
        assert verdict.code is None
        assert verdict.exit_code == (0 if verdict.text in ("valid", "valid, cancelled") else 3)
        if verdict.text.startswith("evidence unusable at "):
            assert verdict.place == verdict.text.removeprefix("evidence unusable at ")
            assert verdict.note is None
        else:
            agrees = case.evidence is not None and verdict.text != "incomplete"
            assert verdict.note == (None if agrees else NOTE)


def test_the_record_of_the_vectors() -> None:
    record = (VECTORS / "record.json").read_bytes()
    verdict = verify(record, KEYS)
    assert (verdict.text, verdict.exit_code, verdict.note) == ("valid", 0, NOTE)
    assert verify(record, KEYS, (VECTORS / "record-evidence.json").read_bytes()).note is None
    assert verify(record, Keyring([])).text == "consistent, key unknown"
    assert verdict.warnings == Warnings(persons=3, computers=1, taken_over=3, automatic=7)


def test_the_cancelled_record_of_the_vectors() -> None:
    verdict = verify((VECTORS / "record-cancelled.json").read_bytes(), KEYS)
    assert (verdict.text, verdict.exit_code, verdict.deals) == ("valid, cancelled", 0, 0)
    assert verdict.warnings == Warnings(persons=2, computers=1)


def test_warnings_count_what_a_reader_should_know() -> None:
    def of(name: str) -> Warnings:
        return verify(write_record(bases()[name].record), KEYS).warnings

    assert of("klasik") == Warnings(persons=2)
    assert of("lap") == Warnings(persons=3, computers=1)
    assert of("forfeit") == Warnings(persons=3, forfeit=True)
    rummy, usta = bases()["rummy"].log, bases()["usta"].log
    marks = sum(entry.event.TYPE == 8 for entry in rummy)
    assert of("rummy") == Warnings(persons=2, computers=1, automatic=marks)
    left = sum(entry.event.TYPE == 11 and entry.event.controller == 2 for entry in usta)  # type: ignore[union-attr]
    assert (of("usta").taken_over, of("usta").persons) == (left, 2)
    assert of("usta").overtime > 0


def test_deals_and_seal_are_told() -> None:
    verdict = verify(write_record(bases()["moves"].record), KEYS)
    assert verdict.deals == 2
    assert verdict.seal is not None
    assert len(verdict.seal) == 16
    early = cancelled_early("early")
    assert verify(write_record(early["before list"]), KEYS).seal is None
    assert verify(write_record(early["after list"]), KEYS).seal is not None


def test_key_changes_of_a_file_are_not_remembered() -> None:
    keys = Keyring([SIGNER.public])
    for case in files():
        if case.name == "keys: announced in time":
            assert verify(case.record, keys).text == "valid"
        if case.name == "keys: another key":
            assert verify(case.record, keys).text == "consistent, key unknown"
    assert keys.trusts(SIGNER.public, 2**60)

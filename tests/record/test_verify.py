"""The verifier against every case made by hand, and against the shared vectors."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from okey.fair.signing import Signer
from okey.fair.trust import Keyring
from okey.record.model import write_record
from okey.record.text import read_text, write_text
from okey.record.verify import NOTE, Verdict, Warnings, verify
from tests.record.altered import altered
from tests.record.cases import Case, bases, valid
from tests.record.files import change, files
from tests.record.maker import KEYS, SIGNER, Habits, Match, cancelled_early, data_of, evidence_of, rules, signed_again
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


def test_zero_bytes_of_a_persons_own_choosing_are_a_value_like_any_other() -> None:
    """B101: a missing contribution is never replaced, and zeros are not taken for a missing one."""
    match = Match("zero", rules("kahvehane", moves=2, deals=1), habits=Habits(level=None), values={0: bytes(32)}).play()
    record = match.record()
    assert verify(write_record(record), KEYS, data_of(evidence_of(record, 0, [2]))).text == "valid"
    assert read_text(write_text(record)) == record
    seats = record.seats or ()
    missing = signed_again(record, seats=(replace(seats[0], value=None), *seats[1:]))
    assert verify(write_record(missing), KEYS).text == "INVALID: shape at file"
    closed = replace(signed_again(missing, events=(), outcome="cancelled after list", opened=False), heads=())
    assert verify(write_record(closed), KEYS).text == "valid, cancelled"


def test_no_change_of_a_file_makes_the_verifier_crash() -> None:
    record = write_record(bases()["tiny"].record)
    mine = data_of(evidence_of(bases()["tiny"].record, 0, [3, 16]))
    random = Random(6)
    for _ in range(600):
        files = [bytearray(record), bytearray(mine)]
        for file in random.sample(files, random.randint(1, 2)):
            place, size = random.randrange(len(file)), random.randrange(3)
            file[place : place + size] = random.choice((b"", b"0", b'"', b"[", b"9" * 20, b"\xff", b"null", b"\\u0000"))
        verdict = verify(bytes(files[0]), KEYS, bytes(files[1]))
        assert verdict.exit_code in range(4)
        assert (verdict.exit_code in (1, 2)) == verdict.text.startswith("INVALID: ")


def test_a_record_holds_the_last_sixteen_changes_of_the_key() -> None:
    signers = [Signer(bytes([number]) * 32) for number in range(1, 22)]
    changes = tuple(change(old, new, number) for number, (old, new) in enumerate(pairwise(signers)))
    record = signed_again(bases()["tiny"].record, signers[-1], key_changes=changes)
    assert record.key_changes == changes[-16:]
    assert verify(write_record(record), Keyring([signers[4].public])).text == "valid"
    assert verify(write_record(record), Keyring([signers[0].public])).text == "consistent, key unknown"
    assert verify(write_record(record), Keyring([signers[0].public], changes)).text == "valid"

"""The corpus file is what `python -m tests.record.corpus` writes."""

import json

from tests.record.corpus import FILE, cases, text


def test_the_file_is_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == text(), "run python -m tests.record.corpus"


def test_every_case_made_by_hand_has_its_verdict_in_the_file() -> None:
    lines = {line["name"]: line for line in json.loads(FILE.read_text(encoding="utf-8"))}
    assert len(lines) == len(list(cases()))
    for case in cases():
        if case.verdict:
            assert lines[case.name]["verdict"] == case.verdict
    assert {line["code"] for line in lines.values()} == {0, 1, 2, 3}

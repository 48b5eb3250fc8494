import re
from pathlib import Path
from string import Formatter

import pytest

import okey.rules
from okey.cli.words import COLOURS, FAULT_CODES, HELP, LANGS, PREFIXES, TEXTS, Words

OF_THE_TABLE = {"deal_running", "bad_deck", "bad_dice", "same_control"}
"""Refusals of what only the table itself asks for; the program never does."""


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("key", sorted(TEXTS))
def test_both_languages_say_it_with_the_same_parameters(key: str) -> None:
    turkish, english = TEXTS[key]
    assert turkish
    assert english
    assert fields(turkish) == fields(english)


def test_every_refusal_of_the_rules_has_words() -> None:
    folder = Path(okey.rules.__file__ or "").parent
    source = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    codes = set(re.findall(r'Fault\("(\w+)"', source)) | set(re.findall(r'return "(\w+)", \{', source))
    assert len(codes) > 20
    assert codes - OF_THE_TABLE <= FAULT_CODES


def test_no_suffix_follows_a_parameter_in_turkish() -> None:
    assert [key for key, (turkish, _) in TEXTS.items() if re.search(r"\}['’]", turkish)] == []


def test_help_and_names_are_there_in_both_languages() -> None:
    for lang in LANGS:
        assert len(HELP[lang].splitlines()) == 12
        assert all(len(line) <= 80 for line in HELP[lang].splitlines())
        assert len(COLOURS[lang]) == len(PREFIXES[lang]) == 4


def test_words_of_one_language() -> None:
    assert Words("tr")("goal_down", n=20) == "Başlangıç 20"
    assert Words("en")("goal_down", n=20) == "Start 20"
    assert Words("tr").word("first_throw") == "ilk atış"
    assert Words("tr").word("whatever") == "whatever"
    with pytest.raises(KeyError):
        Words("tr")("no such text")

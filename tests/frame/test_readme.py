"""What the README shows is what happens."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXTS = [ROOT / "README.md", ROOT / "README.tr.md", *sorted((ROOT / "docs").rglob("*.md"))]


def examples(text: str) -> list[str]:
    """The Python examples (fenced, with prompts) of a Markdown text."""
    return [block for block in re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE) if ">>>" in block]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_python_examples(path: Path) -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    for number, block in enumerate(examples(path.read_text(encoding="utf-8"))):
        runner.run(doctest.DocTestParser().get_doctest(block, {}, f"{path.name}[{number}]", str(path), 0))
    assert runner.summarize(verbose=False).failed == 0


def test_the_readme_has_an_example() -> None:
    assert examples((ROOT / "README.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    links = re.findall(r"\]\((?!https?://|#|mailto:)([^)#\s]+)", path.read_text(encoding="utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


@pytest.mark.parametrize("name", ["README.md", "README.tr.md"])
def test_the_commands_for_make_exist(name: str) -> None:
    rules = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"\bmake ([a-z]+)\b", (ROOT / name).read_text(encoding="utf-8")))
    assert {"play", "test"} <= named <= rules

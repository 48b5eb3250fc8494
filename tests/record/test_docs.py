"""The specification in both languages names what the code knows: rules texts, messages, keys, codes, verdicts."""

from pathlib import Path

import pytest

from okey.cli.proof import REASONS
from okey.fair.signing import _SIGNED
from okey.record.model import OUTCOMES, Evidence, Record
from okey.record.verify import NOTE
from okey.rules.ruleset import KEYS, PRESETS

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("fairness.md", "adalet.md")


@pytest.mark.parametrize("page", PAGES)
def test_the_page_holds_what_a_verifier_needs(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    missing = [preset.text for preset in PRESETS.values() if preset.text not in text]
    missing += [key for key in KEYS if f"| {key}" not in text and f", {key}" not in text]
    missing += [name for name in (*Record.__slots__, *Evidence.__slots__) if name not in text]
    missing += [code for code in REASONS if code not in text]
    missing += [outcome for outcome in OUTCOMES if f'"{outcome}"' not in text]
    tags = (
        *_SIGNED,
        "rules",
        "server-commit",
        "player-commit",
        "commit-list",
        "master",
        "stream",
        "log0",
        "log",
        "seal",
    )
    missing += [tag for tag in (*tags, "outcome") if f'T("{tag}")' not in text]
    verdicts = (
        "valid",
        "valid, cancelled",
        "consistent, key unknown",
        "incomplete",
        "evidence unusable at mine.KEY",
        NOTE,
    )
    missing += [verdict for verdict in verdicts if f"`{verdict}`" not in text]
    assert missing == []


def test_both_pages_have_the_same_sections_and_tables() -> None:
    shapes = []
    for page in PAGES:
        lines = (DOCS / page).read_text(encoding="utf-8").splitlines()
        headings = [line.split(".")[0] for line in lines if line.startswith("## ")]
        rows = [line.count(" | ") for line in lines if line.startswith("|")]
        shapes.append((headings[:12], len(headings), rows))
    assert shapes[0] == shapes[1]

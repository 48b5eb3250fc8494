"""Records and what a verifier must say of them; code and place are written by hand, never computed by it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from okey.fair.events import Entry
from okey.record.model import Record, read_record, write_record
from okey.rules.ruleset import Ruleset
from tests.record.maker import (
    cancelled_early,
    entries,
)
from tests.record.matches import FOLDER

NOTE = "consistent; not compared with a player's own notes"


@dataclass(frozen=True, slots=True)
class Case:
    """A record file, perhaps an evidence file, and the verdict expected with the test key trusted."""

    name: str
    record: bytes
    verdict: str
    evidence: bytes | None = None
    trusted: bool = True


@dataclass(frozen=True, slots=True)
class Base:
    """A valid record with its log."""

    record: Record
    log: tuple[Entry, ...]

    @property
    def rules(self) -> Ruleset:
        return Ruleset.parse(self.record.rules_text)


@cache
def bases() -> dict[str, Base]:
    """The valid matches of tests/vectors/records by name: every event, preset and outcome is among them."""
    found = {}
    for file in sorted(FOLDER.glob("*.okey.json")):
        record = read_record(file.read_bytes())
        found[file.name.removesuffix(".okey.json").replace("-", " ")] = Base(record, tuple(entries(record)))
    return found


def shown(base: Base) -> str:
    return "valid" if base.record.outcome == "finished" else "valid, cancelled"


def valid() -> Iterator[Case]:
    """The records as they are."""
    for name, base in bases().items():
        yield Case(name, write_record(base.record), shown(base))
        yield Case(f"{name}, key unknown", write_record(base.record), "consistent, key unknown", trusted=False)
    for name, record in cancelled_early("early").items():
        yield Case(f"cancelled {name}", write_record(record), "valid, cancelled")

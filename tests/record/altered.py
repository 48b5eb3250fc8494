"""The alterations of FAIRNESS 12.3, each with all heads and the reveal signed again."""

from collections.abc import Iterator

from okey.record.model import write_record
from tests.record.altered_ends import ends, times
from tests.record.altered_play import claims, finishes, frames, orders, tiles
from tests.record.altered_rules import lengths, shows, tables
from tests.record.cases import Case


def altered() -> Iterator[Case]:
    """All of them."""
    for part in (frames, orders, tiles, finishes, claims, ends, times, shows, lengths, tables):
        for name, record, code in part():
            yield Case(f"signed again: {name}", write_record(record), f"INVALID: {code}")

"""From the log of an ended table to what it adds to the public statistics (docs/statistics.md)."""

from collections.abc import Sequence

from okey.fair.events import decode
from okey.fair.statistics import Counts, empty, match_counts
from okey.play.gathering import gathered
from okey.play.invitation import Vault, is_fair
from okey.play.ports import LogRow, TableId
from okey.play.standing import GAME


def table_counts(table: TableId, rows: Sequence[LogRow], vault: Vault) -> Counts | None:
    """The counts of an ended table; nothing when it was never dealt, None when the log is gone or proves nothing."""
    if not rows or not is_fair(rows[0]):
        return None
    seating, rest = gathered(table, rows, vault)
    if not seating.opened:
        return empty()
    opening = seating.opening()
    return match_counts(opening.kinds, opening.key.open(), [decode(row.body).event for row in rest if row.kind == GAME])

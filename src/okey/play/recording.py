"""From the log of an ended table to its record file (docs/fairness.md, Files)."""

from collections.abc import Sequence
from typing import Final

from okey.bots import LEVELS
from okey.fair.events import decode
from okey.fair.trust import KeyChange
from okey.play.gathering import Fairness, gathered
from okey.play.invitation import is_fair
from okey.play.ports import LogRow, TableId
from okey.play.seating import AFTER_LIST, CLOSED, Chair
from okey.play.standing import GAME
from okey.record.build import Facts, build
from okey.record.model import OUTCOMES, Computer, Record, RecordSeat
from okey.rules.events import ALL_LEFT, MATCH_CANCELLED, MatchEnded

EMPTY: Final = RecordSeat(0, None, bytes(32), None)


def record_of(
    table: TableId, rows: Sequence[LogRow], fairness: Fairness, changes: tuple[KeyChange, ...], software: str
) -> Record | None:
    """The record of a table; None while it is open, and for a table of the old kind, which proves nothing."""
    if not rows or not is_fair(rows[0]):
        return None
    seating, rest = gathered(table, rows, fairness.vault)
    events = tuple(row.body for row in rest if row.kind == GAME)
    closed = AFTER_LIST if any(row.kind == CLOSED for row in rest) else seating.closed
    outcome = _outcome(closed, events)
    if outcome is None:
        return None
    made = seating.invitation
    listed = seating.listed is not None
    facts = Facts(
        table_id=table,
        created_ms=made.created,
        rules_text=made.rules.text,
        seed=made.seed.open(),
        outcome=OUTCOMES[outcome],
        listed_ms=seating.listed,
        seats=tuple(_seat(chair) for chair in seating.chairs) if listed else None,
        opened=seating.opened,
        events=events,
        computers=tuple(_computer(chair) if listed else None for chair in seating.chairs),
        key_changes=changes,
        software=software,
    )
    return build(fairness.signer(made.public_key), facts)


def _outcome(closed: int | None, events: Sequence[bytes]) -> int | None:
    if closed is not None:
        return closed
    last = decode(events[-1]).event if events else None
    if not isinstance(last, MatchEnded):
        return None
    return 3 if last.reason in (MATCH_CANCELLED, ALL_LEFT) else 0


def _seat(chair: Chair | None) -> RecordSeat:
    return EMPTY if chair is None else RecordSeat(chair.kind, chair.name, chair.commit, chair.value)


def _computer(chair: Chair | None) -> Computer | None:
    if chair is None or chair.level is None:
        return None
    return Computer(LEVELS[chair.level].version, chair.level)

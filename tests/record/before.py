"""A stored match before one of its events, and how an alteration is told."""

from collections.abc import Iterator

from okey.fair.deal import roll, start_deal
from okey.fair.messages import (
    digest,
    list_bytes,
    master_key,
    rules_hash,
)
from okey.record.model import Record
from okey.rules.events import (
    Dealt,
    Four,
)
from okey.rules.match import decide, evolve, new_match
from okey.rules.state import Deal
from tests.record.cases import Base

Altered = Iterator[tuple[str, Record, str]]
"""Name, altered record, code and place of the fault."""


def at(code: str, place: int) -> str:
    return f"{code} at events[{place}]"


def racks(base: Base, place: int) -> list[list[int]]:
    """The racks before the event at `place`, by seat."""
    return [list(rack) for rack in deal_before(base, place).racks]


def discards(base: Base, place: int) -> list[list[int]]:
    """The discards before the event at `place`, by seat."""
    return [list(thrown) for thrown in deal_before(base, place).discards]


def deal_before(base: Base, place: int) -> Deal:
    """The deal before the event at `place`, as the rules engine sees it."""
    kinds, roller, key = matched(base)
    state = new_match(base.rules, kinds, roller)
    for entry in base.log[:place]:
        event = entry.event
        if isinstance(event, Dealt):
            dealt = decide(state, None, start_deal(key, state.number + 1))
            assert isinstance(dealt, tuple)
            event = dealt[0]
        state = evolve(state, event)
    assert state.deal is not None
    return state.deal


def matched(base: Base) -> tuple[Four, int, bytes]:
    """Kinds, first roller and master key of a record."""
    record = base.record
    assert record.seats is not None
    one, two, three, four = (seat.kind for seat in record.seats)
    kinds = (one, two, three, four)
    hashed = rules_hash(record.rules_text.encode())
    listed = digest(list_bytes(record.table_id, hashed, record.server_commit, kinds, [s.commit for s in record.seats]))
    key = master_key(record.server_seed, listed, kinds, [s.value for s in record.seats])
    return kinds, roll(key, [seat for seat in range(4) if kinds[seat]])[0], key


def after(base: Base, seat: int) -> int:
    kinds = [s.kind for s in base.record.seats or ()]
    return next((seat + step) % 4 for step in (1, 2, 3) if kinds[(seat + step) % 4])

"""From what the log of a table holds to its record, with every signature (FAIRNESS 3 and 7).

Signatures of Ed25519 follow from key and message, so a record made later holds the same bytes that were sent.
"""

from dataclasses import dataclass
from typing import Final

from okey.fair.chain import Chain
from okey.fair.messages import (
    digest,
    list_bytes,
    list_message,
    open_message,
    opening_message,
    reveal_message,
    rules_hash,
    server_commit,
)
from okey.fair.signing import Signer
from okey.fair.trust import KeyChange
from okey.record.model import MAX_CHANGES, Computer, Head, Record, RecordSeat
from okey.rules.events import DealEnded, MatchEnded

_TYPE: Final = 6
"""Place of the type in the bytes of an event."""
_ENDS: Final = (DealEnded.TYPE, MatchEnded.TYPE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Everything of a table that is not computed. Without a list, `listed_ms` and `seats` are None."""

    table_id: bytes
    created_ms: int
    rules_text: str
    seed: bytes
    outcome: str
    listed_ms: int | None = None
    seats: tuple[RecordSeat, ...] | None = None
    """Values are None for seats that did not open, and for all that are no persons."""
    opened: bool = False
    """Whether the opening was sent."""
    events: tuple[bytes, ...] = ()
    computers: tuple[Computer | None, ...] = (None,) * 4
    key_changes: tuple[KeyChange, ...] = ()
    """Oldest first; a record holds the last 16."""
    software: str = "okey"


def build(signer: Signer, facts: Facts) -> Record:
    """The record of a table that has ended, or of one that stopped where `facts.events` end."""
    hashed = rules_hash(facts.rules_text.encode())
    commit = server_commit(facts.table_id, hashed, facts.seed)
    list_sig = opening_sig = last = None
    heads: list[Head] = []
    if facts.seats is not None and facts.listed_ms is not None:
        kinds = [seat.kind for seat in facts.seats]
        commits = [seat.commit for seat in facts.seats]
        listed = digest(list_bytes(facts.table_id, hashed, commit, kinds, commits))
        list_sig = signer.sign(list_message(listed, facts.listed_ms))
        if facts.opened:
            opening_sig = signer.sign(opening_message(listed, kinds, [seat.value for seat in facts.seats]))
        chain = Chain.start(facts.table_id, listed, commit)
        for event in facts.events:
            chain = chain.add(event)
            if event[_TYPE] in _ENDS:
                heads.append(signed_head(signer, chain))
        last = chain.head
    return Record(
        public_key=signer.public,
        key_changes=facts.key_changes[-MAX_CHANGES:],
        table_id=facts.table_id,
        created_ms=facts.created_ms,
        rules_text=facts.rules_text,
        server_commit=commit,
        open_sig=signer.sign(open_message(facts.table_id, hashed, commit, facts.created_ms)),
        listed_ms=facts.listed_ms,
        list_sig=list_sig,
        seats=facts.seats,
        opening_sig=opening_sig,
        events=facts.events,
        heads=tuple(heads),
        outcome=facts.outcome,
        server_seed=facts.seed,
        reveal_sig=signer.sign(reveal_message(facts.table_id, facts.seed, len(facts.events), last)),
        software=facts.software,
        computers=facts.computers,
    )


def signed_head(signer: Signer, chain: Chain) -> Head:
    """The head of the chain, signed."""
    return Head(chain.n, chain.head, signer.sign(chain.message))

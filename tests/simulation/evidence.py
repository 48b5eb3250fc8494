"""What a person has kept, as the evidence file the page would write (docs/fairness.md)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.simulation.notes import Notes

PROTOCOL = "okey-fair/1-evidence"


def evidence_of(notes: Notes) -> bytes | None:
    """The file; None when the person never got as far as the list."""
    opened, listed, opening = notes.opened, notes.listed, notes.opening
    if opened is None or listed is None or notes.seat is None or notes.seat not in notes.values:
        return None
    values: dict[str, Any] = {
        "protocol": PROTOCOL,
        "public_key": opened["public_key"],
        "table_id": opened["table_id"],
        "created_ms": opened["created_ms"],
        "rules_text": opened["rules"],
        "server_commit": opened["server_commit"],
        "open_sig": opened["sig"],
        "seat": notes.seat,
        "value": notes.values[notes.seat].hex(),
        "listed_ms": listed["listed_ms"],
        "list": [{"kind": seat["kind"], "commit": seat["commit"]} for seat in listed["seats"]],
        "list_sig": listed["sig"],
        "receipt_sig": notes.receipt,
        "opening": opening and [{"kind": seat["kind"], "value": seat["value"]} for seat in opening["seats"]],
        "opening_sig": opening and opening["sig"],
        "heads": [{"seq": n, "head": head, "sig": sig} for n, (head, sig) in sorted(notes.signed.items())],
    }
    return json.dumps(values).encode()

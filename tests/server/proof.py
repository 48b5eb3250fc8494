"""The browser's answers at the opening of a table: sit with a commitment, then open it for the list."""

import json
import secrets
from typing import Any

from okey.fair.messages import player_commit


class Opening:
    """One person's part in one opening; who founded the table takes its first place, others their `seat`.

    The contribution is repeated until its receipt is there.
    """

    def __init__(self, seat: int | None = None) -> None:
        self._seat = seat
        self._value = secrets.token_bytes(32)
        self._open: dict[str, Any] = {}
        self._received = False

    def reply(self, frame: dict[str, Any]) -> str | None:
        """What to send after `frame` of the server, None for nothing."""
        match frame["t"]:
            case "open":
                self._open = frame
            case "room" if frame["you"] is None and (frame["founder"] or self._seat is not None):
                seat = frame["places"][0] if self._seat is None else self._seat
                table, commit = bytes.fromhex(self._open["table_id"]), bytes.fromhex(self._open["server_commit"])
                own = player_commit(table, commit, seat, self._value)
                return json.dumps({"t": "sit", "seat": seat, "commit": own.hex()})
            case "receipt":
                self._received = True
            case "list" if not self._received:
                value = self._value.hex()
                return json.dumps({"t": "contribution", "list_hash": frame["hash"], "value": value})
        return None

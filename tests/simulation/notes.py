"""What a person keeps about a table, and whom it tells what it was told."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

Frame: TypeAlias = dict[str, Any]


@dataclass
class Notes:
    """What a person keeps about one table."""

    table: bytes
    values: dict[int, bytes] = field(default_factory=dict)
    """Contributions by seat; kept before the commitment is sent."""
    opened: Frame | None = None
    listed: Frame | None = None
    opening: Frame | None = None
    receipt: str | None = None
    reveal: Frame | None = None
    seat: int | None = None
    raws: dict[int, str] = field(default_factory=dict)
    heads: dict[int, bytes] = field(default_factory=dict)
    """The chain as far as it was computed."""
    signed: dict[int, tuple[str, str]] = field(default_factory=dict)
    pending: tuple[bytes, Frame, int] | None = None
    acknowledged: dict[bytes, int] = field(default_factory=dict)
    over: bool = False
    """There is nothing more to do here."""
    gone: bool = False
    """This person does not come back."""

    @property
    def top(self) -> int:
        """The last event of the chain."""
        return len(self.heads) - 1


class Court(Protocol):
    """Who is asked whether what a person heard is true."""

    def acknowledged(self, table: bytes, cid: bytes, seq: int) -> None:
        """A command was acknowledged."""

    def refused(self, table: bytes, cid: bytes, code: str) -> None:
        """A command was refused."""

    def shown(self, table: bytes, person: bytes, frame: Frame) -> None:
        """Somebody was shown a table or an event."""

    def revealed(self, table: bytes) -> None:
        """Somebody was told the seed."""

    def exists(self, table: bytes) -> bool:
        """Whether there is such a table."""

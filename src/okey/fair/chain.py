"""The hash chain of one table: what the server signs with every acknowledgement, and players compare by voice."""

from dataclasses import dataclass
from typing import Self

from okey.fair.messages import first_head, head_message, next_head, seal


@dataclass(frozen=True, slots=True)
class Chain:
    """The chain after event `n` of the table; n is 0 before the first event."""

    table_id: bytes
    list_hash: bytes
    head: bytes
    n: int = 0

    @classmethod
    def start(cls, table_id: bytes, list_hash: bytes, commit: bytes) -> Self:
        """Before any event; `commit` is the server's commitment C_S."""
        return cls(table_id, list_hash, first_head(table_id, list_hash, commit))

    def add(self, event: bytes) -> "Chain":
        """The chain after one more event, given by its bytes."""
        return Chain(self.table_id, self.list_hash, next_head(self.head, event), self.n + 1)

    @property
    def message(self) -> bytes:
        """What is signed of this head."""
        return head_message(self.table_id, self.n, self.head)

    @property
    def seal(self) -> str:
        """Sixteen letters to compare by voice."""
        return seal(self.list_hash, self.head)

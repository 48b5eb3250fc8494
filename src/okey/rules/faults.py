"""Refusals as values: a code with parameters, never a text and never an exception."""

from dataclasses import dataclass, field
from typing import TypeAlias

Param: TypeAlias = int | str


@dataclass(frozen=True, slots=True)
class BlockFault:
    """What is wrong with one block of a rack laid by hand.

    `row` counts from 1, `start` and `end` are slots counted from 1, both inside the block (a joined block is
    placed in the row where it begins; `end` then lies in a later row and counts on from the end of that row).
    """

    code: str
    row: int
    start: int
    end: int
    params: dict[str, Param] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fault:
    """Why an action is refused. Codes are listed in docs/protocol; `blocks` locates the faults of a laid rack."""

    code: str
    params: dict[str, Param] = field(default_factory=dict)
    blocks: tuple[BlockFault, ...] = ()

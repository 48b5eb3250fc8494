"""A table as it was opened, before anybody sat: the first row of its log, with the seed sealed in it."""

import json
from dataclasses import asdict, dataclass
from typing import Final, Protocol

from okey.fair.messages import rules_hash, server_commit
from okey.play.opening import PRIVATE, SEATS, Level, Options, Secret
from okey.play.ports import Advert, LogRow, Opened, TableId
from okey.rules.ruleset import Ruleset

OPEN: Final = "open"
WAIT_LIMIT: Final = 30 * 60_000
"""Milliseconds a table may wait for its people without anything happening."""
EMPTY_LIMIT: Final = 10 * 60_000
"""Milliseconds a table for several people waits while nobody sits and nobody is connected."""


class Vault(Protocol):
    """Keeps the seed unreadable on disk; the key lies outside the database and its back-up."""

    def seal(self, table: TableId, seed: bytes) -> bytes:
        """What may stand in the log."""

    def open(self, table: TableId, sealed: bytes) -> bytes:
        """The seed again."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A table as it was opened, before anybody sat: fixed from the first row on."""

    table: TableId
    rules: Ruleset
    founder: bytes
    alone: bool
    hints: bool
    level: Level
    public_key: bytes
    """The key that signs for this table."""
    created: int
    """created_ms."""
    seed: Secret
    """S; opened to everybody at the end."""
    bots: Secret
    code: str = ""
    """The short code of a table for several people."""
    options: Options = PRIVATE
    kept: tuple[bytes | None, ...] = (None,) * 4
    """By seat, the person it is kept for after a rematch."""
    kept_names: tuple[str | None, ...] = (None,) * 4
    """By seat, that person's name."""

    @property
    def opened(self) -> Opened:
        """What the list of matches has to know. Alone, the founder's seat is certain from the start."""
        places = SEATS[self.rules.seats]
        start = self.rules.points if self.rules.count == "down" else 0
        people = tuple(self.founder if self.alone and seat == places[0] else None for seat in range(4))
        one, two, three, four = (start if seat in places else 0 for seat in range(4))
        return Opened(self.rules.preset, self.level, people, (one, two, three, four), self.code, self.advert)

    @property
    def advert(self) -> Advert | None:
        """How the lobby shows the table; None: not at all."""
        options = self.options
        if not (options.listed or options.quick):
            return None
        seats = self.rules.seats
        return Advert(self.rules.text, seats, options.watch, options.quick, options.rated, options.stake)

    @property
    def rules_hash(self) -> bytes:
        """R."""
        return rules_hash(self.rules.text.encode())

    @property
    def commit(self) -> bytes:
        """C_S."""
        return server_commit(self.table, self.rules_hash, self.seed.open())

    def row(self, vault: Vault) -> LogRow:
        """The first row of the log; the seed is sealed in it."""
        values = {
            "fair": 1,
            "rules": self.rules.text,
            "founder": self.founder.hex(),
            "alone": self.alone,
            "hints": self.hints,
            "level": self.level,
            "key": self.public_key.hex(),
            "created": self.created,
            "seed": vault.seal(self.table, self.seed.open()).hex(),
            "bots": self.bots.open().hex(),
            "code": self.code,
            "options": asdict(self.options),
            "kept": [person and person.hex() for person in self.kept],
            "kept_names": self.kept_names,
        }
        due = self.created + (WAIT_LIMIT if self.alone else EMPTY_LIMIT)
        return LogRow(1, self.created, due, OPEN, json.dumps(values).encode())

    @classmethod
    def read(cls, table: TableId, row: LogRow, vault: Vault) -> "Invitation":
        """The table that the first row opened."""
        values = json.loads(row.body)
        return cls(
            table=table,
            rules=Ruleset.parse(values["rules"]),
            founder=bytes.fromhex(values["founder"]),
            alone=values["alone"],
            hints=values["hints"],
            level=values["level"],
            public_key=bytes.fromhex(values["key"]),
            created=values["created"],
            seed=Secret(vault.open(table, bytes.fromhex(values["seed"]))),
            bots=Secret(bytes.fromhex(values["bots"])),
            code=values.get("code", ""),
            options=Options(**values.get("options", {})),
            kept=tuple(person and bytes.fromhex(person) for person in values.get("kept", (None,) * 4)),
            kept_names=tuple(values.get("kept_names", (None,) * 4)),
        )


def is_fair(row: LogRow) -> bool:
    """Whether a first row opens a table that is dealt by okey-fair/1; older ones hold their key in clear."""
    return row.kind == OPEN and "fair" in json.loads(row.body)

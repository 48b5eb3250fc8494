"""Bodies of the REST paths about company: whom one follows and blocks, challenges, notices, reports."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from okey.server.wire.scalars import TableRef

Why: TypeAlias = Literal["together", "program", "leaving", "talk", "name", "other"]


class Followed(Struct, frozen=True):
    """A person whom one follows, and the table in the lobby at which that person sits."""

    name: str
    table: str | None
    preset: str | None


class Company(Struct, frozen=True):
    """Whom the person follows and blocks, by name."""

    following: list[Followed]
    blocked: list[str]


class NewChallenge(Struct, forbid_unknown_fields=True, frozen=True):
    """A table with a place for somebody: the name, and canonical rules text."""

    name: Annotated[str, Meta(max_length=200)]
    rules: Annotated[str, Meta(max_length=1000)]


class Notice(Struct, frozen=True):
    """What the person is to be told. Of a `challenge` the body holds `name`, `table`, `code` and
    `preset`."""

    id: str
    at: int
    kind: str
    body: dict[str, Any]


class NewReport(Struct, forbid_unknown_fields=True, frozen=True):
    """A report for the host: of the person on a seat of a table, or with a name."""

    name: Annotated[str, Meta(max_length=200)] | None
    table: TableRef | None
    seat: Annotated[int, Meta(ge=0, le=3)] | None
    why: Why
    words: Annotated[str, Meta(max_length=500)]

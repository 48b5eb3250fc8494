"""The tables of the database, for SQLite and PostgreSQL alike. Changes come as `okey.storage.migrations`."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
)

metadata: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    }
)

event: Final = Table(
    "event",
    metadata,
    Column("table_id", LargeBinary(16), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("due", BigInteger),
    Column("kind", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("cid_seat", SmallInteger),
    Column("cid", LargeBinary(8)),
    sqlite_with_rowid=False,
)
"""The log of all tables: the only truth. Times are Unix milliseconds."""

Index(
    "uq_event_cid",
    event.c.table_id,
    event.c.cid_seat,
    event.c.cid,
    unique=True,
    sqlite_where=event.c.cid.is_not(None),
    postgresql_where=event.c.cid.is_not(None),
)

live: Final = Table(
    "live",
    metadata,
    Column("table_id", LargeBinary(16), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("due", BigInteger),
    sqlite_with_rowid=False,
)
"""Running matches: their last row, and when they have to act by themselves next."""

Index("ix_live_due", live.c.due)

match: Final = Table(
    "match",
    metadata,
    Column("table_id", LargeBinary(16), primary_key=True),
    Column("preset", Text, nullable=False),
    Column("level", Text, nullable=False),
    Column("opened_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("deal", Integer, nullable=False),
    Column("scores", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""What a list of matches shows; `scores` are four numbers with commas."""

guest: Final = Table(
    "guest",
    metadata,
    Column("id", LargeBinary(16), primary_key=True),
    Column("name", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""Persons without an account."""

seat: Final = Table(
    "seat",
    metadata,
    Column("table_id", LargeBinary(16), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("guest_id", LargeBinary(16), nullable=False),
    sqlite_with_rowid=False,
)
"""Who sits where: a person once at a table."""

Index("uq_seat_table_id_guest_id", seat.c.table_id, seat.c.guest_id, unique=True)
Index("ix_seat_guest_id", seat.c.guest_id)

outcome: Final = Table(
    "outcome",
    metadata,
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("table_id", LargeBinary(16), nullable=False),
    Column("server_commit", LargeBinary(32), nullable=False),
    Column("server_seed", LargeBinary(32), nullable=False),
    Column("list_hash", LargeBinary(32)),
    Column("outcome", SmallInteger, nullable=False),
    Column("chain", LargeBinary(32), nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""The public list of outcomes, one line for each ended table; `chain` ties each line to all before it."""

Index("uq_outcome_table_id", outcome.c.table_id, unique=True)

statistic: Final = Table(
    "statistic",
    metadata,
    Column("id", SmallInteger, primary_key=True, autoincrement=False),
    Column("counted", Integer, nullable=False),
    Column("counts", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""The public counts over dealt matches, as JSON in the one row with id 0: outcome lines 1 to `counted` are in them."""

code: Final = Table(
    "code",
    metadata,
    Column("code", Text, primary_key=True),
    Column("table_id", LargeBinary(16), nullable=False),
    sqlite_with_rowid=False,
)
"""Short codes of running tables for several people."""

Index("uq_code_table_id", code.c.table_id, unique=True)

lobby: Final = Table(
    "lobby",
    metadata,
    Column("table_id", LargeBinary(16), primary_key=True),
    Column("opened_at", BigInteger, nullable=False),
    Column("rules", Text, nullable=False),
    Column("seats", SmallInteger, nullable=False),
    Column("computers", SmallInteger, nullable=False),
    Column("watch", SmallInteger, nullable=False),
    Column("quick", SmallInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""Running tables that are shown to everybody."""

Index("ix_lobby_opened_at", lobby.c.opened_at)

progress: Final = Table(
    "progress",
    metadata,
    Column("id", SmallInteger, primary_key=True, autoincrement=False),
    Column("written", BigInteger, nullable=False),
    Column("copied", SmallInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""How many rows the log has ever got, in the one row with id 0; `copied`: this database is a back-up."""

session: Final = Table(
    "session",
    metadata,
    Column("digest", LargeBinary(32), primary_key=True),
    Column("guest_id", LargeBinary(16), ForeignKey("guest.id"), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""Sessions by the SHA-256 of their token; the token itself is only in the cookie."""

Index("ix_session_guest_id", session.c.guest_id)

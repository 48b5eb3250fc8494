"""The tables of the database, for SQLite and PostgreSQL alike. Changes come as `okey.storage.migrations`."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
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
        "ck": "ck_%(table_name)s_%(constraint_name)s",
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
    Column("ranks", Text),
    sqlite_with_rowid=False,
)
"""What a list of matches shows; `scores` and, once it is played out, `ranks` are four numbers with commas."""

guest: Final = Table(
    "guest",
    metadata,
    Column("id", LargeBinary(16), primary_key=True),
    Column("name", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""Persons: whoever has played here. Those with an account are in `account` too."""

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
    Column("rated", SmallInteger, nullable=False, server_default="0"),
    Column("stake", BigInteger, nullable=False, server_default="0"),
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
    Column("label", Text, nullable=False, server_default=""),
    Column("browser", LargeBinary(16)),
    Column("proved_at", BigInteger, nullable=False, server_default="0"),
    sqlite_with_rowid=False,
)
"""Sessions by the SHA-256 of their token; the token itself is only in the cookie. `label` is the kind of browser,
`browser` the same random bytes for all sessions that followed one another in one, `proved_at` when a password or a
passkey was shown last."""

Index("ix_session_guest_id", session.c.guest_id)

account: Final = Table(
    "account",
    metadata,
    Column("person_id", LargeBinary(16), primary_key=True),
    Column("name_key", Text, nullable=False),
    Column("password", Text),
    Column("created_at", BigInteger, nullable=False),
    Column("private", SmallInteger, nullable=False),
    Column("code_misses", Integer, nullable=False),
    Column("codes_locked_until", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""Persons whose name is theirs. `name_key` is what the name looks like; `password` an argon2id hash, or none."""

Index("uq_account_name_key", account.c.name_key, unique=True)

passkey: Final = Table(
    "passkey",
    metadata,
    Column("id", LargeBinary, primary_key=True),
    Column("person_id", LargeBinary(16), nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("label", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("used_at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""Passkeys by the id of their credential."""

Index("ix_passkey_person_id", passkey.c.person_id)

recovery: Final = Table(
    "recovery",
    metadata,
    Column("digest", LargeBinary(32), primary_key=True),
    Column("person_id", LargeBinary(16), nullable=False),
    sqlite_with_rowid=False,
)
"""Recovery codes that were not used, by their SHA-256."""

Index("ix_recovery_person_id", recovery.c.person_id)

rating: Final = Table(
    "rating",
    metadata,
    Column("person_id", LargeBinary(16), primary_key=True),
    Column("preset", Text, primary_key=True),
    Column("value", Integer, nullable=False),
    Column("matches", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""Ratings as they stand, in thousandths."""

rated: Final = Table(
    "rated",
    metadata,
    Column("table_id", LargeBinary(16), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("person_id", LargeBinary(16), nullable=False),
    Column("preset", Text, nullable=False),
    Column("rank", SmallInteger, nullable=False),
    Column("before", Integer, nullable=False),
    Column("change", Integer, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""Rated matches: each seat's rating and number of matches before, and the change, in thousandths."""

Index("ix_rated_person_id_preset_at", rated.c.person_id, rated.c.preset, rated.c.at)

board: Final = Table(
    "board",
    metadata,
    Column("week", BigInteger, primary_key=True),
    Column("person_id", LargeBinary(16), primary_key=True),
    Column("points", Integer, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("last_at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""The weekly boards: twelfths of a point, rated matches, and when the last point was won."""

Index("ix_board_week_points_matches_last_at", board.c.week, board.c.points.desc(), board.c.matches, board.c.last_at)
Index("ix_board_person_id", board.c.person_id)

purse: Final = Table(
    "purse",
    metadata,
    Column("owner", LargeBinary(16), primary_key=True),
    Column("balance", BigInteger, nullable=False),
    Column("mint", SmallInteger, nullable=False),
    CheckConstraint("balance >= 0 OR mint = 1", name="balance"),
    sqlite_with_rowid=False,
)
"""What the movements of each owner add up to, kept with them so that nobody pays what is not there."""

movement: Final = Table(
    "movement",
    metadata,
    Column("reason", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("payer", LargeBinary(16), nullable=False),
    Column("payee", LargeBinary(16), nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("table_id", LargeBinary(16)),
    CheckConstraint("amount > 0", name="amount"),
    sqlite_with_rowid=False,
)
"""The ledger of çekirdek: each row moves an amount from one owner to another, once for its reason."""

Index("ix_movement_payer_at", movement.c.payer, movement.c.at)
Index("ix_movement_payee_at", movement.c.payee, movement.c.at)
Index("ix_movement_table_id", movement.c.table_id)

tally: Final = Table(
    "tally",
    metadata,
    Column("person_id", LargeBinary(16), primary_key=True),
    Column("preset", Text, primary_key=True),
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("deals", Integer, nullable=False),
    Column("normal", Integer, nullable=False),
    Column("okey", Integer, nullable=False),
    Column("pairs", Integer, nullable=False),
    Column("both", Integer, nullable=False),
    Column("others", Integer, nullable=False),
    Column("distance", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""What the finished matches of a person add up to: finishes by kind, and the distance when others finished."""

pair: Final = Table(
    "pair",
    metadata,
    Column("person_id", LargeBinary(16), primary_key=True),
    Column("other", LargeBinary(16), primary_key=True),
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("losses", Integer, nullable=False),
    Column("rated", Integer, nullable=False),
    Column("discards", Integer, nullable=False),
    Column("taken", Integer, nullable=False),
    Column("useful", Integer, nullable=False, server_default="0"),
    Column("expected", BigInteger, nullable=False),
    Column("variance", BigInteger, nullable=False),
    Column("both_left", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""Two persons who met, in both directions: results, and how many of the discards of `person_id` that `other` could take
were taken and useful; `expected` and `variance` of the useful ones by chance, in millionths (`okey.play.company`)."""

Index("ix_pair_other", pair.c.other)

pace: Final = Table(
    "pace",
    metadata,
    Column("person_id", LargeBinary(16), primary_key=True),
    Column("moves", Integer, nullable=False),
    Column("total", BigInteger, nullable=False),
    Column("squares", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""How long a person takes for a throw: their number, the sum of 1000 ln(milliseconds) and of its squares."""

reckoned: Final = Table(
    "reckoned",
    metadata,
    Column("id", SmallInteger, primary_key=True, autoincrement=False),
    Column("counted", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""In the one row with id 0: outcome lines 1 to `counted` are in `tally`, `pair` and `pace`."""

follow: Final = Table(
    "follow",
    metadata,
    Column("person_id", LargeBinary(16), primary_key=True),
    Column("other", LargeBinary(16), primary_key=True),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""Who follows whom."""

Index("ix_follow_other", follow.c.other)

block: Final = Table(
    "block",
    metadata,
    Column("person_id", LargeBinary(16), primary_key=True),
    Column("other", LargeBinary(16), primary_key=True),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""Who wants nothing to do with whom."""

Index("ix_block_other", block.c.other)

notice: Final = Table(
    "notice",
    metadata,
    Column("id", LargeBinary(16), primary_key=True),
    Column("person_id", LargeBinary(16), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""What a person is to be told; gone once it was put away."""

Index("ix_notice_person_id_at", notice.c.person_id, notice.c.at)

report: Final = Table(
    "report",
    metadata,
    Column("id", LargeBinary(16), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("reporter", LargeBinary(16), nullable=False),
    Column("reported", LargeBinary(16), nullable=False),
    Column("table_id", LargeBinary(16)),
    Column("why", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("closed_at", BigInteger),
    sqlite_with_rowid=False,
)
"""What players report of one another, for the host."""

erasure: Final = Table(
    "erasure",
    metadata,
    Column("digest", LargeBinary(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""Accounts that were deleted, by the SHA-256 of their person's id; kept for three years."""

audit: Final = Table(
    "audit",
    metadata,
    Column("id", LargeBinary(16), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("who", Text, nullable=False),
    Column("task", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("outcome", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""What hosts did with `okey admin`."""

errand: Final = Table(
    "errand",
    metadata,
    Column("id", LargeBinary(16), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("task", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("done_at", BigInteger),
    Column("outcome", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""What `okey admin` asks of the site that runs."""

announcement: Final = Table(
    "announcement",
    metadata,
    Column("id", LargeBinary(16), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("tr", Text, nullable=False),
    Column("en", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""What the host tells everybody, in both languages, until a time."""

"""Accounts, ratings, weekly boards, çekirdek, company, and the host's tools."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.add_column("match", sa.Column("ranks", sa.Text()))
    op.add_column("session", sa.Column("label", sa.Text(), nullable=False, server_default=""))
    op.add_column("session", sa.Column("browser", sa.LargeBinary(16)))
    op.add_column("session", sa.Column("proved_at", sa.BigInteger(), nullable=False, server_default="0"))
    _accounts()
    _results()
    _figures()
    _company()
    _host()


def _accounts() -> None:
    op.create_table(
        "account",
        sa.Column("person_id", sa.LargeBinary(16), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("password", sa.Text()),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("private", sa.SmallInteger(), nullable=False),
        sa.Column("code_misses", sa.Integer(), nullable=False),
        sa.Column("codes_locked_until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("person_id", name="pk_account"),
        sqlite_with_rowid=False,
    )
    op.create_index("uq_account_name_key", "account", ["name_key"], unique=True)
    op.create_table(
        "passkey",
        sa.Column("id", sa.LargeBinary(), nullable=False),
        sa.Column("person_id", sa.LargeBinary(16), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_passkey"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_passkey_person_id", "passkey", ["person_id"])
    op.create_table(
        "recovery",
        sa.Column("digest", sa.LargeBinary(32), nullable=False),
        sa.Column("person_id", sa.LargeBinary(16), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_recovery"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_recovery_person_id", "recovery", ["person_id"])


def _results() -> None:
    op.create_table(
        "rating",
        sa.Column("person_id", sa.LargeBinary(16), nullable=False),
        sa.Column("preset", sa.Text(), nullable=False),
        sa.Column("value", sa.Integer(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("person_id", "preset", name="pk_rating"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "rated",
        sa.Column("table_id", sa.LargeBinary(16), nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("person_id", sa.LargeBinary(16), nullable=False),
        sa.Column("preset", sa.Text(), nullable=False),
        sa.Column("rank", sa.SmallInteger(), nullable=False),
        sa.Column("before", sa.Integer(), nullable=False),
        sa.Column("change", sa.Integer(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_rated"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_rated_person_id_preset_at", "rated", ["person_id", "preset", "at"])
    op.create_table(
        "board",
        sa.Column("week", sa.BigInteger(), nullable=False),
        sa.Column("person_id", sa.LargeBinary(16), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("last_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("week", "person_id", name="pk_board"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_board_week_points_matches_last_at", "board", ["week", sa.text("points DESC"), "matches", "last_at"]
    )
    op.create_index("ix_board_person_id", "board", ["person_id"])
    op.create_table(
        "purse",
        sa.Column("owner", sa.LargeBinary(16), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.Column("mint", sa.SmallInteger(), nullable=False),
        sa.CheckConstraint("balance >= 0 OR mint = 1", name=op.f("ck_purse_balance")),
        sa.PrimaryKeyConstraint("owner", name="pk_purse"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "movement",
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("payer", sa.LargeBinary(16), nullable=False),
        sa.Column("payee", sa.LargeBinary(16), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("table_id", sa.LargeBinary(16)),
        sa.CheckConstraint("amount > 0", name=op.f("ck_movement_amount")),
        sa.PrimaryKeyConstraint("reason", name="pk_movement"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_movement_payer_at", "movement", ["payer", "at"])
    op.create_index("ix_movement_payee_at", "movement", ["payee", "at"])
    op.create_index("ix_movement_table_id", "movement", ["table_id"])


def _figures() -> None:
    op.create_table(
        "tally",
        sa.Column("person_id", sa.LargeBinary(16), nullable=False),
        sa.Column("preset", sa.Text(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("normal", sa.Integer(), nullable=False),
        sa.Column("okey", sa.Integer(), nullable=False),
        sa.Column("pairs", sa.Integer(), nullable=False),
        sa.Column("both", sa.Integer(), nullable=False),
        sa.Column("others", sa.Integer(), nullable=False),
        sa.Column("distance", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("person_id", "preset", name="pk_tally"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "pair",
        sa.Column("person_id", sa.LargeBinary(16), nullable=False),
        sa.Column("other", sa.LargeBinary(16), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.Column("rated", sa.Integer(), nullable=False),
        sa.Column("discards", sa.Integer(), nullable=False),
        sa.Column("taken", sa.Integer(), nullable=False),
        sa.Column("useful", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("expected", sa.BigInteger(), nullable=False),
        sa.Column("variance", sa.BigInteger(), nullable=False),
        sa.Column("both_left", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("person_id", "other", name="pk_pair"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_pair_other", "pair", ["other"])
    op.create_table(
        "pace",
        sa.Column("person_id", sa.LargeBinary(16), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("total", sa.BigInteger(), nullable=False),
        sa.Column("squares", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("person_id", name="pk_pace"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "reckoned",
        sa.Column("id", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("counted", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_reckoned"),
        sqlite_with_rowid=False,
    )
    op.execute("INSERT INTO reckoned (id, counted) VALUES (0, 0)")


def _company() -> None:
    op.create_table(
        "follow",
        sa.Column("person_id", sa.LargeBinary(16), nullable=False),
        sa.Column("other", sa.LargeBinary(16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("person_id", "other", name="pk_follow"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_follow_other", "follow", ["other"])
    op.create_table(
        "block",
        sa.Column("person_id", sa.LargeBinary(16), nullable=False),
        sa.Column("other", sa.LargeBinary(16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("person_id", "other", name="pk_block"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_block_other", "block", ["other"])
    op.create_table(
        "notice",
        sa.Column("id", sa.LargeBinary(16), nullable=False),
        sa.Column("person_id", sa.LargeBinary(16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_notice"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_notice_person_id_at", "notice", ["person_id", "at"])
    op.create_table(
        "report",
        sa.Column("id", sa.LargeBinary(16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("reporter", sa.LargeBinary(16), nullable=False),
        sa.Column("reported", sa.LargeBinary(16), nullable=False),
        sa.Column("table_id", sa.LargeBinary(16)),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("closed_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_report"),
        sqlite_with_rowid=False,
    )


def _host() -> None:
    op.create_table(
        "erasure",
        sa.Column("digest", sa.LargeBinary(32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_erasure"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.LargeBinary(16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("task", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "errand",
        sa.Column("id", sa.LargeBinary(16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("task", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("done_at", sa.BigInteger()),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_errand"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "announcement",
        sa.Column("id", sa.LargeBinary(16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("tr", sa.Text(), nullable=False),
        sa.Column("en", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_announcement"),
        sqlite_with_rowid=False,
    )

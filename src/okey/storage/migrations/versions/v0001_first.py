"""The first tables: log, running matches, matches, guests, seats, sessions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "event",
        sa.Column("table_id", sa.LargeBinary(16), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("cid_seat", sa.SmallInteger(), nullable=True),
        sa.Column("cid", sa.LargeBinary(8), nullable=True),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_event"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "uq_event_cid",
        "event",
        ["table_id", "cid_seat", "cid"],
        unique=True,
        sqlite_where=sa.text("cid IS NOT NULL"),
        postgresql_where=sa.text("cid IS NOT NULL"),
    )
    op.create_table(
        "live",
        sa.Column("table_id", sa.LargeBinary(16), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("table_id", name="pk_live"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_live_due", "live", ["due"])
    op.create_table(
        "match",
        sa.Column("table_id", sa.LargeBinary(16), nullable=False),
        sa.Column("preset", sa.Text(), nullable=False),
        sa.Column("level", sa.Text(), nullable=False),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("scores", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_match"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "guest",
        sa.Column("id", sa.LargeBinary(16), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guest"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seat",
        sa.Column("table_id", sa.LargeBinary(16), nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("guest_id", sa.LargeBinary(16), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seat"),
        sqlite_with_rowid=False,
    )
    op.create_index("uq_seat_table_id_guest_id", "seat", ["table_id", "guest_id"], unique=True)
    op.create_index("ix_seat_guest_id", "seat", ["guest_id"])
    op.create_table(
        "session",
        sa.Column("digest", sa.LargeBinary(32), nullable=False),
        sa.Column("guest_id", sa.LargeBinary(16), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["guest_id"], ["guest.id"], name="fk_session_guest_id"),
        sa.PrimaryKeyConstraint("digest", name="pk_session"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_session_guest_id", "session", ["guest_id"])

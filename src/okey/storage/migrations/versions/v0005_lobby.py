"""Running tables that are shown to everybody."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "lobby",
        sa.Column("table_id", sa.LargeBinary(16), nullable=False),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("seats", sa.SmallInteger(), nullable=False),
        sa.Column("computers", sa.SmallInteger(), nullable=False),
        sa.Column("watch", sa.SmallInteger(), nullable=False),
        sa.Column("quick", sa.SmallInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_lobby"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_lobby_opened_at", "lobby", ["opened_at"])

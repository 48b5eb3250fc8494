"""How far the log has come, so that a database restored from a back-up is known as one."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "progress",
        sa.Column("id", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("written", sa.BigInteger(), nullable=False),
        sa.Column("copied", sa.SmallInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_progress"),
        sqlite_with_rowid=False,
    )
    op.execute("INSERT INTO progress (id, written, copied) SELECT 0, count(*), 0 FROM event")

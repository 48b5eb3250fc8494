"""The public counts over dealt matches."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "statistic",
        sa.Column("id", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("counted", sa.Integer(), nullable=False),
        sa.Column("counts", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_statistic"),
        sqlite_with_rowid=False,
    )

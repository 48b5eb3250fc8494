"""Short codes of tables for several people."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "code",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("table_id", sa.LargeBinary(16), nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_code"),
        sqlite_with_rowid=False,
    )
    op.create_index("uq_code_table_id", "code", ["table_id"], unique=True)

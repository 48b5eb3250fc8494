"""The public list of outcomes."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "outcome",
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("table_id", sa.LargeBinary(16), nullable=False),
        sa.Column("server_commit", sa.LargeBinary(32), nullable=False),
        sa.Column("server_seed", sa.LargeBinary(32), nullable=False),
        sa.Column("list_hash", sa.LargeBinary(32), nullable=True),
        sa.Column("outcome", sa.SmallInteger(), nullable=False),
        sa.Column("chain", sa.LargeBinary(32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("n", name="pk_outcome"),
    )
    op.create_index("uq_outcome_table_id", "outcome", ["table_id"], unique=True)

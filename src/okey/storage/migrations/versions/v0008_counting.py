"""What the lobby and quick match know of a table's meaning: whether it is rated, and its stake."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.add_column("lobby", sa.Column("rated", sa.SmallInteger(), nullable=False, server_default="0"))
    op.add_column("lobby", sa.Column("stake", sa.BigInteger(), nullable=False, server_default="0"))

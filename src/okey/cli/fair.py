"""`okey fair derive`: from the secrets of a table to its decks, for people who write their own verifier."""

import json
import sys
from typing import Annotated, Literal

from cyclopts import Parameter


def fair(task: Literal["derive"], file: Annotated[str, Parameter(allow_leading_hyphen=True)]) -> int:
    """Derive rolls, decks, dice and racks from the secrets of a table, as JSON in the shape of the test vectors.

    The request is `{table_id, server_seed, rules_text, seats: [{kind, value}] (four), hands: [1, 2], starters: [...]}`;
    `starters` belongs to rules with start=finisher only.

    Parameters
    ----------
    task
        What to do.
    file
        The request (`-`: the standard input).
    """
    from okey.cli.proof import read
    from okey.record.derive import DeriveError, derive
    from okey.record.strict import StrictError

    data = read(file)
    if data is None:
        return 2
    try:
        print(json.dumps(derive(data)))
    except (DeriveError, StrictError) as error:
        print(f"okey: {error}", file=sys.stderr)
        return 2
    return 0

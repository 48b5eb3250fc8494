"""The command `okey` (ARCHITECTURE 6). Importing this package is cheap; each command loads what it needs."""

import os
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `okey` with `arguments` (those of the process by default) and return its exit code.

    0 done, 1 the command says so (a bad line in a batch), 2 wrong use or bad input.
    """
    from okey.cli.app import run

    try:
        return run(sys.argv[1:] if arguments is None else arguments)
    except BrokenPipeError:  # the reader has gone, as in `okey hand --batch hands | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1

"""`python -m okey.server`: serve with the defaults, or with `--port`, `--data` and `--pace`."""

import argparse
import sys

from okey.server import run


def main() -> int:
    """Serve; the full command is `okey serve`."""
    parser = argparse.ArgumentParser(prog="python -m okey.server", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--data", default="okey-data")
    parser.add_argument("--pace", type=float)
    options = parser.parse_args()
    return run(options.host, options.port, options.data, pace=options.pace)


if __name__ == "__main__":
    sys.exit(main())

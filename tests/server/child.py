"""A server in a process of its own, with limits wide enough for players that never pause: `python -m tests.server.child`."""

import argparse
import sys
from pathlib import Path

from okey.server.serve import serve
from okey.server.settings import Settings


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--commands", type=int, default=2000)
    parser.add_argument("--pace", type=float, default=0.0)
    options = parser.parse_args()
    return serve(
        Settings(
            data=options.data,
            port=options.port,
            pace=options.pace,
            workers=1,
            commands_per_second=options.commands,
            new_sockets_per_session=1000,
        )
    )


if __name__ == "__main__":
    sys.exit(main())

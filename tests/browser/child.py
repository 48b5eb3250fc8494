"""A server for the browser tests: the table opened next follows from the word in `<data>/word`, if there is one.

`--behind` is by how many ms watchers see a match late.
"""

import argparse
import sys
from pathlib import Path
from typing import Any

from okey.play import gallery
from okey.play.invitation import Invitation
from okey.play.opening import Secret
from okey.server import site
from okey.server.serve import serve
from okey.server.settings import Settings
from tests.browser.deals import part, table_id

WORD = "word"


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--pace", type=float, default=0.0)
    parser.add_argument("--behind", type=int, default=1500)
    options = parser.parse_args()

    def invitation(**named: Any) -> Invitation:
        file = options.data / WORD
        if file.exists():
            word = file.read_text()
            named |= {use: Secret(part(word, use)) for use in ("seed", "bots")}
            named |= {"table": table_id(word)}
        return Invitation(**named)

    vars(site)["Invitation"] = invitation
    for kept in ("DELAY", "RATED_DELAY"):
        vars(gallery)[kept] = options.behind
    return serve(
        Settings(
            data=options.data,
            port=options.port,
            pace=options.pace,
            workers=1,
            new_sockets_per_session=1000,
            sockets_per_minute=100_000,
            guests_per_minute=100_000,
            tables_per_minute=1000,
        )
    )


if __name__ == "__main__":
    sys.exit(main())

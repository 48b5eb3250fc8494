"""A server for the browser tests: the table opened next is dealt from the word in `<data>/deals`, if there is one."""

import argparse
import hashlib
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from okey.play.opening import Opening, Secret
from okey.server import site
from okey.server.serve import serve
from okey.server.settings import Settings

WORD = "deals"


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--pace", type=float, default=0.0)
    options = parser.parse_args()
    by_chance = site.against_computer

    def from_word(*arguments: Any, **named: Any) -> Opening:
        opening = by_chance(*arguments, **named)
        file = options.data / WORD
        if not file.exists():
            return opening
        word = file.read_text()
        return replace(opening, key=secret("key", word), bots=secret("bots", word))

    vars(site)["against_computer"] = from_word
    return serve(
        Settings(
            data=options.data,
            port=options.port,
            pace=options.pace,
            workers=1,
            new_sockets_per_session=1000,
            guests_per_minute=100_000,
            tables_per_minute=1000,
        )
    )


def secret(use: str, word: str) -> Secret:
    """The bytes that a word stands for; `word` decides all deals of a match and all choices of its computers."""
    return Secret(hashlib.sha256(f"{use} {word}".encode()).digest())


if __name__ == "__main__":
    sys.exit(main())

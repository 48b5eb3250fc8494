"""The commands and their names. Each is loaded from its module only when it is called."""

import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Any, Final

from cyclopts import App, CycloptsError

from okey import __version__

WRONG_USE: Final = 2

HELP: Final = "Okey, the Turkish 106-tile game: play it, serve it, and ask what a hand is worth."
COMMANDS: Final = {
    "serve": "okey.cli.serve:serve",
    "play": "okey.cli.play:play",
    "hand": "okey.cli.hand:hand",
    "simulate": "okey.cli.arena:simulate",
    "arena": "okey.cli.arena:arena",
    "bench": "okey.cli.bench:bench",
    "migrate": "okey.cli.serve:migrate",
}


def build() -> App:
    """The application with its commands."""
    app = App(
        name="okey",
        help=HELP,
        version=f"okey {__version__}",
        version_format="plaintext",
        help_format="plaintext",
        help_on_error=False,
        result_action="return_value",
    )
    for name, path in COMMANDS.items():
        app.command(path, name=name)
    return app


def run(arguments: Sequence[str]) -> int:
    """Run the command that `arguments` name; its exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code: Any = build()(list(arguments), exit_on_error=False, error_formatter=_one_line)
    except CycloptsError:
        return WRONG_USE
    return code if isinstance(code, int) else 0


def _one_line(error: CycloptsError) -> str:
    return f"okey: {' '.join(str(error).split())} (okey --help)"

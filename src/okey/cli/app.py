"""The commands. Their modules are light: what a command works with is loaded when it is called."""

import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from typing import Any, Final

from cyclopts import App, CycloptsError

from okey import __version__
from okey.cli.admin import admin
from okey.cli.arena import arena, simulate
from okey.cli.bench import bench
from okey.cli.fair import fair
from okey.cli.hand import hand
from okey.cli.keys import keys
from okey.cli.play import play
from okey.cli.replay import replay
from okey.cli.serve import migrate, serve
from okey.cli.verify import verify

WRONG_USE: Final = 2

HELP: Final = "Okey, the Turkish 106-tile game: play it, serve it, and ask what a hand is worth."
COMMANDS: Final[tuple[Callable[..., int], ...]] = (
    serve,
    play,
    hand,
    verify,
    replay,
    simulate,
    arena,
    bench,
    keys,
    fair,
    migrate,
)


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
    for command in COMMANDS:
        app.command(command)
    app.command(admin)
    return app


def run(arguments: Sequence[str]) -> int:
    """Run the command that `arguments` name; its exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code: Any = build()(list(arguments), exit_on_error=False, print_error=False)
    except CycloptsError as error:
        print(f"okey: {' '.join(str(error).split())} (okey --help)", file=sys.stderr)
        return WRONG_USE
    return code if isinstance(code, int) else 0

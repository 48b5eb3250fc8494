"""`okey play`: a whole match against computers in the terminal."""

import importlib
import secrets
import sys
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Literal

from cyclopts import Parameter

from okey.cli.words import Lang


def play(
    *,
    rules: Literal["klasik", "kahvehane", "ikramiye", "usta", "rummy"] = "klasik",
    level: Literal["kolay", "orta", "zor"] = "orta",
    seats: Literal[2, 3, 4] = 4,
    start: int | None = None,
    seed: int | None = None,
    lang: Lang = "tr",
    plain: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Play a match against the computer in the terminal.

    Commands are typed in Turkish or English (`çek`, `al`, `at kı5`, `bitir sa3`; `draw`, `take`, `throw r5`,
    `finish y3`); `yardım` or `help` lists them. The end of the input ends the match.

    Parameters
    ----------
    rules
        The rule set.
    level
        How strong the computers are.
    seats
        Players in all, you among them.
    start
        Points to start from, or the goal where points are collected.
    seed
        A number that makes the match repeatable: the same seed and the same moves give the same match.
    lang
        Language of the terminal.
    plain
        No colours (so does the environment variable NO_COLOR).
    """
    from okey.cli.game import Game
    from okey.cli.screen import console
    from okey.cli.session import Session
    from okey.cli.words import Words
    from okey.rules.ruleset import PRESETS, RulesetError

    ruleset = PRESETS[rules].with_seats(seats)
    try:
        ruleset = ruleset if start is None else replace(ruleset, points=start)
    except RulesetError as error:
        print(f"okey: --start {start}: {error.field} cannot be {start} ({error.why})", file=sys.stderr)
        return 2
    if sys.stdin.isatty():
        with suppress(ImportError):  # not on Windows
            importlib.import_module("readline")  # arrow keys and history for `input`
    chosen = secrets.randbelow(10**12) if seed is None else seed
    session = Session(Game(ruleset, level, chosen), Words(lang), console(plain), level, chosen)
    session.run(_read)
    return 0


def _read(prompt: str) -> str | None:
    """The next line from the standard input; None at its end. A line that is no terminal's is shown as it is read."""
    if sys.stdin.isatty():
        try:
            return input(prompt)
        except EOFError:
            return None
    line = sys.stdin.readline()
    if not line:
        return None
    print(f"{prompt}{line.rstrip()}")
    return line

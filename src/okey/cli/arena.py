"""`okey simulate` and `okey arena`: computer players against each other."""

import sys
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from cyclopts import Parameter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from okey.bots.arena import Summary

Rules = Literal["klasik", "kahvehane", "ikramiye", "usta", "rummy"]
CONFIDENCE: Final = 1.96
"""Standard errors to each side of a 95 % interval."""


def simulate(
    *,
    bots: str = "zor,orta,orta,orta",
    rules: Rules = "klasik",
    deals: int = 1000,
    seed: int = 1,
    workers: int = 1,
    checkpoint: Path | None = None,
    json: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Let computer players play single deals: results, lengths, win shares with confidence.

    Every deck is played once for each rotation of the bots over the seats.

    Parameters
    ----------
    bots
        Two to four levels with commas between them: kolay, orta, zor.
    rules
        The rule set.
    deals
        How many deals.
    seed
        The same seed gives the same deals and the same result.
    workers
        Processes that play.
    checkpoint
        A file from which an equal run goes on, and in which this one is kept.
    json
        Answer as one JSON object.
    """
    from okey.bots.arena import simulate as run
    from okey.rules.ruleset import PRESETS

    levels = [level.strip() for level in bots.split(",")]
    try:
        with _progress("deals") as told:
            found = run(levels, PRESETS[rules], deals, seed, workers=workers, checkpoint=checkpoint, progress=told)
    except ValueError as error:
        print(f"okey: {error}", file=sys.stderr)
        return 2
    if json:
        import json as writer

        print(writer.dumps(_finite(asdict(found))))
    else:
        _show(found)
    return 0


def _finite(value: Any) -> Any:
    """Numbers that JSON has: an error that is not known yet is null."""
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    return None if value == float("inf") else value


@contextmanager
def _progress(label: str) -> "Iterator[Callable[[int, int], None]]":
    """A progress bar on a terminal's standard error; nothing elsewhere."""
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    with Progress(
        *Progress.get_default_columns()[:2],
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        disable=not console.is_terminal,
        transient=True,
    ) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _show(found: "Summary") -> None:
    """The result as a table."""
    from rich.console import Console
    from rich.table import Table

    table = Table(
        "bot", "wins", "share", "±95 %", "points a deal", "±95 %", title=f"{found.deals} deals, seed {found.seed}"
    )
    for line in found.lines:
        table.add_row(
            line.bot,
            str(line.wins),
            f"{line.share:.2%}",
            f"{CONFIDENCE * line.share_error:.2%}",
            f"{line.points:+.3f}",
            f"{CONFIDENCE * line.points_error:.3f}",
        )
    out = Console(highlight=False)
    out.print(table)
    finished = found.deals - found.draws
    out.print(
        f"finished {finished}: melds {found.melds}, pairs {found.pairs}, by an okey {found.by_okey}; "
        f"drawn {found.draws}; {found.moves:.1f} moves a deal"
    )

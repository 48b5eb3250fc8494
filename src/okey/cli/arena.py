"""`okey simulate` and `okey arena`: computer players against each other."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

if TYPE_CHECKING:
    from rich.console import Console

    from okey.bots.arena import Summary
    from okey.cli.ladder import Rung

Rules = Literal["klasik", "kahvehane", "ikramiye", "usta", "rummy"]
Told = Callable[[int, int, str], None]
"""Moves a progress bar: done, in all, and its name."""


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
        with _progress() as told:
            found = run(
                levels,
                PRESETS[rules],
                deals,
                seed,
                workers=workers,
                checkpoint=checkpoint,
                progress=lambda done, total: told(done, total, "deals"),
            )
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
def _progress() -> Iterator[Told]:
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
        task = bar.add_task("", total=None)
        yield lambda done, total, name: bar.update(task, completed=done, total=total, description=name)


def _console() -> "Console":
    """The standard output, wide enough for the tables also when it is a pipe."""
    from rich.console import Console

    out = Console(highlight=False)
    out.width = max(out.width, 80)
    return out


def _show(found: "Summary") -> None:
    """The result as a table."""
    from rich.table import Table

    from okey.cli.ladder import CONFIDENCE

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
    out = _console()
    out.print(table)
    finished = found.deals - found.draws
    out.print(
        f"finished {finished}: melds {found.melds}, pairs {found.pairs}, by an okey {found.by_okey}; "
        f"drawn {found.draws}; {found.moves:.1f} moves a deal"
    )


def arena(
    *,
    levels: str = "kolay,orta,zor",
    rules: Rules = "klasik",
    seats: Literal[2, 3, 4] = 4,
    deals: int = 1000,
    seed: int = 1,
    workers: int = 1,
    out: Path | None = None,
) -> int:
    """Play a ladder: each level against three of every weaker one; table with confidence, CSV and plot.

    Parameters
    ----------
    levels
        The levels from weak to strong, with commas between them.
    rules
        The rule set.
    seats
        Players in each deal.
    deals
        How many deals for each pairing.
    seed
        The same seed gives the same ladder.
    workers
        Processes that play.
    out
        Folder for `ladder.csv`, `ladder.svg` and the checkpoints from which the same ladder goes on.
    """
    from okey.cli.ladder import climb, to_csv, to_svg
    from okey.rules.ruleset import PRESETS

    names = [level.strip() for level in levels.split(",")]
    if len(names) < 2:
        print("okey: a ladder has at least two levels", file=sys.stderr)
        return 2
    folder = None
    try:
        if out is not None:
            folder = out / "checkpoints"
            folder.mkdir(parents=True, exist_ok=True)
        with _progress() as told:
            rungs = list(
                climb(
                    names,
                    PRESETS[rules].with_seats(seats),
                    deals,
                    seed,
                    workers=workers,
                    folder=folder,
                    progress=lambda name, done, total: told(done, total, name),
                )
            )
    except (ValueError, OSError) as error:
        print(f"okey: {error}", file=sys.stderr)
        return 2
    _show_ladder(rungs)
    if out is not None:
        (out / "ladder.csv").write_text(to_csv(rungs), encoding="utf-8")
        (out / "ladder.svg").write_text(to_svg(rungs), encoding="utf-8")
        print(f"{out / 'ladder.csv'}, {out / 'ladder.svg'}")
    return 0


def _show_ladder(rungs: "Sequence[Rung]") -> None:
    """The ladder as a table."""
    from rich.table import Table

    from okey.cli.ladder import CONFIDENCE

    table = Table("bot", "against", "deals", "share", "±95 %", "equals", "points a deal", "±95 %")
    for rung in rungs:
        table.add_row(
            rung.bot,
            f"{rung.seats - 1} {rung.against}",
            f"{rung.deals:,}",
            f"{rung.share:.2%}",
            f"{rung.margin:.2%}",
            f"{rung.par:.0%}",
            f"{rung.points:+.3f}",
            f"{CONFIDENCE * rung.points_error:.3f}",
        )
    _console().print(table)

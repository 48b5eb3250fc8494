"""A ladder of computer players: each stronger level against three of a weaker one; as rows, CSV and an SVG plot."""

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final

from okey.bots.arena import Summary
from okey.bots.arena import simulate as run
from okey.rules.ruleset import Ruleset

CONFIDENCE: Final = 1.96
"""Standard errors to each side of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Rung:
    """One bot against equal others, over many deals. Shares are of all deals; `par` is the share of equals."""

    bot: str
    against: str
    seats: int
    preset: str
    seed: int
    deals: int
    draws: int
    wins: int
    par: float
    share: float
    share_error: float
    points: float
    points_error: float

    @classmethod
    def of(cls, found: Summary, ruleset: Ruleset) -> "Rung":
        """Read a simulation whose first bot plays against the others."""
        line = found.lines[0]
        return cls(
            bot=found.bots[0],
            against=found.bots[1],
            seats=len(found.bots),
            preset=ruleset.preset,
            seed=found.seed,
            deals=found.deals,
            draws=found.draws,
            wins=line.wins,
            par=1 / len(found.bots),
            share=line.share,
            share_error=line.share_error,
            points=line.points,
            points_error=line.points_error,
        )

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval of the share."""
        return CONFIDENCE * self.share_error


def climb(
    levels: Sequence[str],
    ruleset: Ruleset,
    deals: int,
    seed: int,
    *,
    workers: int = 1,
    folder: Path | None = None,
    progress: Callable[[str, int, int], None] | None = None,
) -> Iterator[Rung]:
    """The rungs of `levels`, given from weak to strong: each level against all that are weaker, the nearest first.

    In `folder` every pairing keeps a checkpoint, from which the same ladder goes on. Raises `ValueError` as
    `okey.bots.arena.simulate` does.
    """
    for place, bot in enumerate(levels):
        for against in reversed(levels[:place]):
            pairing = [bot, *[against] * (ruleset.seats - 1)]
            told = (lambda done, total, name=f"{bot} - {against}": progress(name, done, total)) if progress else None
            checkpoint = folder / f"{bot}-{against}.csv" if folder else None
            found = run(pairing, ruleset, deals, seed, workers=workers, checkpoint=checkpoint, progress=told)
            yield Rung.of(found, ruleset)


def to_csv(rungs: Sequence[Rung]) -> str:
    """One line for each rung, with a heading."""
    paper = io.StringIO()
    writer = csv.writer(paper, lineterminator="\n")
    names = [field.name for field in fields(Rung)]
    writer.writerow(names)
    for rung in rungs:
        values = [getattr(rung, name) for name in names]
        writer.writerow([f"{value:.6g}" if isinstance(value, float) else value for value in values])
    return paper.getvalue()


_WIDTH: Final = 720
_LEFT: Final = 190
_RIGHT: Final = 130
_ROW: Final = 44
_TOP: Final = 72


def to_svg(rungs: Sequence[Rung]) -> str:
    """A dot with its 95 % interval for each rung, and the line of equals; readable on light and dark pages."""
    height = _TOP + _ROW * len(rungs) + 46
    most = max((rung.share + rung.margin for rung in rungs), default=0.5)
    end = min(1.0, max(0.5, -(-most * 10 // 1) / 10))

    def x(share: float) -> float:
        return round(_LEFT + (_WIDTH - _LEFT - _RIGHT) * share / end, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}"',
        ' font-family="sans-serif" font-size="14">',
        "<title>Ladder of computer players: share of deals won, with 95 % intervals</title>",
        f'<rect width="{_WIDTH}" height="{height}" fill="#f6f3ec"/>',
        f'<text x="16" y="28" font-size="17" font-weight="bold" fill="#1d2126">{_heading(rungs)}</text>',
    ]
    bottom = height - 36
    for tenth in range(round(end * 10) + 1):
        at = x(tenth / 10)
        parts.append(f'<line x1="{at}" y1="{_TOP - 14}" x2="{at}" y2="{bottom}" stroke="#d8d2c4"/>')
        parts.append(f'<text x="{at}" y="{bottom + 20}" text-anchor="middle" fill="#5a6168">{tenth * 10} %</text>')
    if rungs:
        at = x(rungs[0].par)
        parts.append(
            f'<line x1="{at}" y1="{_TOP - 14}" x2="{at}" y2="{bottom}" stroke="#8e1111" stroke-dasharray="5 4"/>'
        )
        parts.append(f'<text x="{at}" y="{_TOP - 20}" text-anchor="middle" fill="#8e1111">equals</text>')
    for place, rung in enumerate(rungs):
        y = _TOP + _ROW * place + 16
        low, high = x(max(0.0, rung.share - rung.margin)), x(min(end, rung.share + rung.margin))
        name = f"{rung.bot} against {rung.seats - 1} {rung.against}"
        parts.append(f'<text x="16" y="{y + 5}" fill="#1d2126">{name}</text>')
        parts.append(f'<line x1="{low}" y1="{y}" x2="{high}" y2="{y}" stroke="#1f5a48" stroke-width="3"/>')
        parts.append(f'<circle cx="{x(rung.share)}" cy="{y}" r="4" fill="#1f5a48"/>')
        share = f"{rung.share:.1%} ±{rung.margin:.1%}"
        parts.append(f'<text x="{_WIDTH - 14}" y="{y + 5}" text-anchor="end" fill="#1d2126">{share}</text>')
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _heading(rungs: Sequence[Rung]) -> str:
    if not rungs:
        return "No deals"
    return f"Share of deals won ({rungs[0].preset}, {rungs[0].deals:,} deals each, 95 % intervals)"

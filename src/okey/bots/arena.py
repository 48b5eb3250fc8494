"""Bots against bots over many deals: seeded, with duplicate decks, resumable, on several processes.

    simulate(["zor", "orta", "orta", "orta"], PRESETS["klasik"], deals=20_000, seed=1, workers=2).lines

Deal `number` (from 0) is rotation `number % seats` of board `number // seats`: its deck and dice follow from the seed
and the board by `okey.fair`, every bot's random numbers from the seed, the deal and the bot. So each deal's result
depends on (seed, number) alone, however the work is cut up.
"""

import csv
import hashlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Final

from okey.bots import LEVELS
from okey.bots.playing import Outcome, by_rules, fast, seats_of
from okey.bots.tally import Tally
from okey.fair.deal import start_deal
from okey.rules.actions import StartDeal
from okey.rules.ruleset import Ruleset

Progress = Callable[[int, int], None]
"""Called with (deals done, deals in all)."""

_CHUNK: Final = 50
"""Boards in one piece of work and one line of a checkpoint."""


@dataclass(frozen=True, slots=True)
class Line:
    """What one bot reached. Errors are standard errors."""

    bot: str
    wins: int
    share: float
    share_error: float
    points: float
    """Points per deal against the table's mean."""
    points_error: float


@dataclass(frozen=True, slots=True)
class Summary:
    """The result of a simulation."""

    bots: tuple[str, ...]
    versions: tuple[str, ...]
    rules: str
    """Canonical text of the rule set."""
    seed: int
    deals: int
    draws: int
    melds: int
    pairs: int
    by_okey: int
    """Finishes with melds, with pairs, and (of both) by throwing an okey."""
    moves: float
    """Discards per deal."""
    rounds: tuple[int, ...]
    """Finished deals by completed rounds 0, 1, 2 ...; the last place counts all longer ones."""
    lines: tuple[Line, ...]
    """By bot, in the order given."""

    @classmethod
    def of(cls, bots: Sequence[str], ruleset: Ruleset, seed: int, tally: Tally) -> "Summary":
        """Read a tally."""
        lines = []
        for place, bot in enumerate(bots):
            share, points = tally.share(place), tally.mean_points(place)
            lines.append(Line(bot, tally.wins[place], *share, *points))
        return cls(
            bots=tuple(bots),
            versions=tuple(LEVELS[bot].version for bot in bots),
            rules=ruleset.text,
            seed=seed,
            deals=tally.deals,
            draws=tally.draws,
            melds=tally.melds,
            pairs=tally.pairs,
            by_okey=tally.by_okey,
            moves=tally.moves / tally.deals if tally.deals else 0.0,
            rounds=tuple(tally.rounds),
            lines=tuple(lines),
        )


def simulate(
    bots: Sequence[str],
    ruleset: Ruleset,
    deals: int,
    seed: int,
    *,
    workers: int = 1,
    checkpoint: Path | None = None,
    progress: Progress | None = None,
) -> Summary:
    """Play `deals` single deals between the levels `bots` (one for each of 2 to 4 seats), which rotate over the seats.

    Every deal is the first of a match by `ruleset` for as many seats as there are bots. With a `checkpoint` file the
    run goes on from where an equal run was stopped, also to more deals. Raises `ValueError` for an unknown level, a
    number of bots outside 2..4, fewer than one deal, or the checkpoint of another run.
    """
    if not 2 <= len(bots) <= 4:
        raise ValueError(f"{len(bots)} bots cannot play")
    unknown = [bot for bot in bots if bot not in LEVELS]
    if unknown:
        raise ValueError(f"unknown level {unknown[0]!r}")
    if deals < 1:
        raise ValueError("at least one deal is needed")
    rules = ruleset.with_seats(len(bots))
    job = _Job(tuple(bots), rules.text, seed)
    with _Log(checkpoint, job, deals) as log:
        if progress:
            progress(log.tally.deals, deals)
        todo = list(job.chunks(log.tally.deals, deals))
        for tally in _work(job, todo, workers):
            log.add(tally)
            if progress:
                progress(log.tally.deals, deals)
        return Summary.of(bots, rules, seed, log.tally)


def deal_of(seed: int, board: int) -> StartDeal:
    """Deck and dice of a board."""
    return start_deal(hashlib.sha256(f"okey-arena/{seed}/{board}".encode()).digest(), 1)


def play(
    bots: Sequence[str], ruleset: Ruleset, seed: int, number: int, quick: bool = True
) -> tuple[list[int], Outcome]:
    """Deal `number` of a simulation: the seats by bot, and the outcome; `quick` False plays by states and views."""
    seats = [seat for seat, kind in enumerate(seats_of(ruleset)) if kind]
    board, rotation = divmod(number, len(seats))
    taken = [seats[(place + rotation) % len(seats)] for place in range(len(bots))]
    idle = LEVELS[bots[0]]
    players, streams = [idle] * 4, [Random()] * 4
    for place, seat in enumerate(taken):
        players[seat] = LEVELS[bots[place]]
        streams[seat] = Random(f"okey-arena/{seed}/{number}/{place}")
    return taken, (fast if quick else by_rules)(ruleset, deal_of(seed, board), players, streams)


@dataclass(frozen=True, slots=True)
class _Job:
    """What is played; it travels to the workers."""

    bots: tuple[str, ...]
    rules: str
    seed: int

    @property
    def name(self) -> list[str]:
        """What a checkpoint must agree on."""
        versions = " ".join(f"{bot}={LEVELS[bot].version}" for bot in self.bots)
        return ["okey-arena/1", versions, self.rules, str(self.seed)]

    def chunks(self, first: int, end: int) -> Iterator[tuple[int, int]]:
        """Ranges of deals, cut at whole boards."""
        step = _CHUNK * len(self.bots)
        while first < end:
            last = min(end, first - first % step + step)
            yield first, last
            first = last

    def run(self, part: tuple[int, int]) -> list[int]:
        """Play a range of deals; the numbers of its tally."""
        ruleset = Ruleset.parse(self.rules)
        tally = Tally(len(self.bots))
        numbers = iter(range(*part))
        while board := [play(self.bots, ruleset, self.seed, n) for n in islice(numbers, len(self.bots))]:
            tally.add(board)
        return tally.numbers()


def _work(job: _Job, parts: Sequence[tuple[int, int]], workers: int) -> Iterator[Tally]:
    """Tallies of all parts, in order."""
    size = len(job.bots)
    if workers <= 1 or len(parts) <= 1:
        for part in parts:
            yield Tally.from_numbers(size, job.run(part))
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        try:
            for numbers in pool.map(job.run, parts):
                yield Tally.from_numbers(size, numbers)
        finally:
            pool.shutdown(cancel_futures=True)


class _Log:
    """The sum so far, and the checkpoint: a CSV file with the job in its first line and one line for each part."""

    def __init__(self, path: Path | None, job: _Job, deals: int) -> None:
        self.tally = Tally(len(job.bots))
        self.file = None
        known = self._read(path, job) if path else []
        for place, tally in enumerate(known):
            if self.tally.deals + tally.deals > deals:
                known, path = known[:place], None  # a shorter run leaves the file as it is
                break
            self.tally = self.tally.plus(tally)
        if path:
            self.file = path.open("w", newline="", encoding="utf-8")
            self.writer = csv.writer(self.file, lineterminator="\n")
            self.writer.writerows([job.name, *(tally.numbers() for tally in known)])

    def _read(self, path: Path, job: _Job) -> list[Tally]:
        """The whole parts in the file; a line cut short, or a part cut short by the end of its run, is left out."""
        if not path.exists() or not path.stat().st_size:
            return []
        rows = list(csv.reader(path.read_text(encoding="utf-8").split("\n")[:-1]))
        if not rows or rows[0] != job.name:
            raise ValueError(f"{path} is the checkpoint of another run")
        size = len(job.bots)
        known = [Tally.from_numbers(size, [int(number) for number in row]) for row in rows[1:]]
        return [tally for tally in known if tally.deals == _CHUNK * size]

    def add(self, tally: Tally) -> None:
        """Count one more part and keep it."""
        self.tally = self.tally.plus(tally)
        if self.file:
            self.writer.writerow(tally.numbers())
            self.file.flush()

    def __enter__(self) -> "_Log":
        return self

    def __exit__(self, *_: object) -> None:
        if self.file:
            self.file.close()

"""What matches add to the figures of fair company: into `pair` who feeds whom and who leaves together, into `pace` how
long throws take (`okey.play.company`)."""

from collections.abc import Iterator

from okey.play.company import company
from okey.play.invitation import Vault
from okey.storage.figures import Log
from okey.storage.results import Statement

_FED = (
    "INSERT INTO pair (person_id, other, matches, wins, losses, rated, discards, taken, useful, expected, variance,"
    " both_left) VALUES (?, ?, 0, 0, 0, 0, ?, ?, ?, ?, ?, ?) ON CONFLICT (person_id, other) DO UPDATE SET"
    " discards = pair.discards + excluded.discards, taken = pair.taken + excluded.taken,"
    " useful = pair.useful + excluded.useful, expected = pair.expected + excluded.expected,"
    " variance = pair.variance + excluded.variance, both_left = pair.both_left + excluded.both_left"
)
_PACE = (
    "INSERT INTO pace (person_id, moves, total, squares) VALUES (?, ?, ?, ?) ON CONFLICT (person_id) DO UPDATE SET"
    " moves = pace.moves + excluded.moves, total = pace.total + excluded.total,"
    " squares = pace.squares + excluded.squares"
)


def accompanied(log: Log, vault: Vault) -> Iterator[Statement]:
    """What the log of a table that was dealt adds; persons as the list of seats has them."""
    found = company(log.table, log.rows, vault)
    if found is None:
        return
    people = log.people
    for met in found.met:
        fed = met.fed
        sums = (fed.discards, fed.taken, fed.useful, fed.expected, fed.variance, int(met.both_left))
        if any(sums):
            yield _FED, (people[met.seat], people[met.other], *sums)
    for paced in found.paced:
        if paced.moves:
            yield _PACE, (people[paced.seat], paced.moves, paced.total, paced.squares)

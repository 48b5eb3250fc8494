"""The distance to melds as an integer program for SciPy's HiGHS: what the kernel is measured against.

One whole variable for each set and each run of 3 to 5 (longer runs are made of these): how often it is laid. One
variable for each face: how many of the hand's tiles lie there. In all 14 tiles are laid.
"""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp  # type: ignore[import-untyped]
from scipy.sparse import csc_array  # type: ignore[import-untyped]

MELDS = [
    *(
        tuple(13 * colour + place % 13 for place in range(start, start + length))
        for colour in range(4)
        for length in (3, 4, 5)
        for start in range(15 - length)
    ),
    *(
        tuple(13 * colour + number for colour in colours)
        for number in range(13)
        for length in (3, 4)
        for colours in combinations(range(4), length)
    ),
]


def _rows() -> LinearConstraint:
    rows = np.zeros((53, len(MELDS) + 52))
    for column, meld in enumerate(MELDS):
        rows[list(meld), column] = 1
        rows[52, column] = len(meld)
    for face in range(52):
        rows[face, len(MELDS) + face] = -1
    return LinearConstraint(csc_array(rows), [0] * 52 + [14], [np.inf] * 52 + [14])


ROWS = _rows()
WHOLE = np.array([1] * len(MELDS) + [0] * 52)
GAIN = -1.0 * (1 - WHOLE)


def melds_away(counts: Sequence[int]) -> int:
    """Exchanges that 14 tiles, given as the kernel's 53 counts, are away from melds."""
    most = np.full(len(MELDS) + 52, 4.0)
    most[len(MELDS) :] = list(counts)[:52]
    answer = milp(GAIN, constraints=ROWS, bounds=Bounds(0, most), integrality=WHOLE)
    if not answer.success:
        raise ArithmeticError(answer.message)
    kept: int = round(-answer.fun)
    return max(0, 14 - counts[52] - kept)

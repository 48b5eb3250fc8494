"""Exact answers about hands: complete, distance, useful tiles, best arrangement, finishing and best throws.

Tiles are ids (`okey.rules.tiles`), the okey is given as its face. A hand of 14 with every face at most twice is the
caller's promise; another number of tiles raises `ValueError` where 14 or 15 are asked for.

>>> from okey.rules.text import tiles_from_faces
>>> hand = tiles_from_faces("r11 r12 r13 r1 b5 k5 y5 b7 k7 y7 k2 k3 k4 k5".split())
>>> complete(hand, okey=22)
('melds',)
"""

from okey.solver.arrangement import melds_of, pairs_of, reading
from okey.solver.core import KERNEL
from okey.solver.hand import (
    Distance,
    Kind,
    Throw,
    best_throw,
    complete,
    distance,
    finishes,
    useful,
    useful_copies,
)

__all__ = [
    "KERNEL",
    "Distance",
    "Kind",
    "Throw",
    "best_throw",
    "complete",
    "distance",
    "finishes",
    "melds_of",
    "pairs_of",
    "reading",
    "useful",
    "useful_copies",
]

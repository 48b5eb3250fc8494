"""What people at a table may say to each other: fixed phrases and reactions, in every reader's own language."""

from typing import Final, Literal, TypeAlias, get_args

Phrase: TypeAlias = Literal[
    "selam",
    "kolay_gelsin",
    "iyi_oyunlar",
    "guzel_el",
    "tebrikler",
    "tesekkurler",
    "bol_sans",
    "bir_dakika",
    "geldim",
    "hadi",
    "eyvah",
    "gule_gule",
    "alkis",
    "gulme",
    "saskin",
    "dusunme",
]
PHRASES: Final[tuple[Phrase, ...]] = get_args(Phrase)

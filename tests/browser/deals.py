"""Tables whose deals are known beforehand, and are proven to the page like any other's.

All randomness of a table follows from a word: its id, the server's seed, the choices of its computers; the person's
contribution is the same in all these tests. The deals then follow as docs/fairness.md says, and a test looks for a
word whose deals it can use. A word serves one table only: the page rightly refuses a table that it has seen.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from itertools import count
from typing import TypeAlias

from okey.fair.deal import roll, start_deal
from okey.fair.messages import digest, list_bytes, master_key, player_commit, rules_hash, server_commit
from okey.play.opening import SEATS, calm
from okey.rules.events import COMPUTER, PERSON, Dealt
from okey.rules.match import decide, new_match
from okey.rules.ruleset import Ruleset
from okey.rules.tiles import okey_face
from okey.solver import distance

VALUE = bytes(range(32))
"""The person's contribution."""
FIX_VALUE = f"""
  const random = crypto.getRandomValues.bind(crypto)
  crypto.getRandomValues = (array) => {{
    const asked = array instanceof Uint8Array && array.length === 32 && /assets/.test(new Error().stack.split("\\n")[2])
    if (!asked) return random(array)
    array.set({list(VALUE)})
    return array
  }}
"""
"""Script that makes a page contribute it; others than the page's own code get random bytes as ever."""
Property: TypeAlias = Callable[[Dealt], bool]
_words = map(str, count())


def part(word: str, use: str) -> bytes:
    """32 bytes of one use that follow from a word."""
    return hashlib.sha256(f"{use} {word}".encode()).digest()


def table_id(word: str) -> bytes:
    return part(word, "table")[:16]


def key(word: str, rules: Ruleset) -> bytes:
    """The master key of the word's table: the person sits on seat 0."""
    table, seed, text = table_id(word), part(word, "seed"), rules_hash(calm(rules).text.encode())
    commit = server_commit(table, text, seed)
    commits = [player_commit(table, commit, 0, VALUE), None, None, None]
    listed = digest(list_bytes(table, text, commit, kinds(rules), commits))
    return master_key(seed, listed, kinds(rules), [VALUE, None, None, None])


def kinds(rules: Ruleset) -> tuple[int, int, int, int]:
    """Who sits where against the computer."""
    places = SEATS[rules.seats]
    one, two, three, four = (0 if seat not in places else PERSON if seat == 0 else COMPUTER for seat in range(4))
    return one, two, three, four


def first_deal(word: str, rules: Ruleset) -> Dealt:
    """The first deal of the word's table."""
    secret = key(word, rules)
    roller, _ = roll(secret, SEATS[rules.seats])
    dealt = decide(new_match(calm(rules), kinds(rules), roller), None, start_deal(secret, 1))
    assert isinstance(dealt, tuple)
    assert isinstance(dealt[0], Dealt)
    return dealt[0]


def people_key(word: str, rules: Ruleset) -> bytes:
    """The master key of the word's table for several people, who all contribute the same."""
    table, seed, text = table_id(word), part(word, "seed"), rules_hash(rules.text.encode())
    commit = server_commit(table, text, seed)
    kinds = all_people(rules)
    commits = [player_commit(table, commit, seat, VALUE) if kind else None for seat, kind in enumerate(kinds)]
    values = [VALUE if kind else None for kind in kinds]
    return master_key(seed, digest(list_bytes(table, text, commit, kinds, commits)), kinds, values)


def all_people(rules: Ruleset) -> tuple[int, int, int, int]:
    """Persons on all places."""
    one, two, three, four = (PERSON if seat in SEATS[rules.seats] else 0 for seat in range(4))
    return one, two, three, four


def dealt_to_people(word: str, rules: Ruleset) -> Dealt:
    """The first deal of the word's table for several people."""
    secret = people_key(word, rules)
    roller, _ = roll(secret, SEATS[rules.seats])
    dealt = decide(new_match(rules, all_people(rules), roller), None, start_deal(secret, 1))
    assert isinstance(dealt, tuple)
    assert isinstance(dealt[0], Dealt)
    return dealt[0]


def find(rules: Ruleset, wanted: Property) -> str:
    """A word not used before, whose first deal is as `wanted`."""
    return next(word for word in _words if wanted(first_deal(word, rules)))


# --- what a test may want of the first deal


def twin_of(dealt: Dealt) -> int:
    """The indicator's twin."""
    return dealt.indicator ^ 1


def twin_held(dealt: Dealt) -> bool:
    """The person starts, and holds the indicator's twin."""
    return dealt.starter == 0 and twin_of(dealt) in dealt.racks[0]


def twin_drawn(dealt: Dealt) -> bool:
    """The computer starts, and the person's first tile from the pile is the twin."""
    return dealt.starter != 0 and dealt.pile[0] == twin_of(dealt)


def okey_held(dealt: Dealt) -> bool:
    """The person starts, and holds an okey and no twin of the indicator."""
    own = dealt.racks[0]
    return dealt.starter == 0 and okey_face(dealt.indicator) in _faces(own) and twin_of(dealt) not in own


def plain(dealt: Dealt) -> bool:
    """The person starts; nobody was dealt the twin or an okey."""
    tiles = [tile for rack in dealt.racks for tile in rack]
    return dealt.starter == 0 and twin_of(dealt) not in tiles and okey_face(dealt.indicator) not in _faces(tiles)


def nearly_done(dealt: Dealt) -> bool:
    """The person starts with a hand that lacks two tiles at most."""
    return dealt.starter == 0 and distance(dealt.racks[0][:14], okey_face(dealt.indicator)).best <= 2


def _faces(tiles: Iterator[int] | tuple[int, ...] | list[int]) -> set[int]:
    return {tile >> 1 for tile in tiles}

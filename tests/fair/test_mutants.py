"""The vectors have teeth: a slip (FAIRNESS 12.2) in the source of derivation or dealing makes one of them fail."""

import inspect
import re
from typing import Any

import pytest

from okey.fair import deal, messages, streams
from okey.rules import deal as rules_deal
from tests.fair.vectors import hold

SOURCES = [inspect.getsource(module) for module in (streams, messages, rules_deal, deal)]
OWN_IMPORTS = re.compile(r"^from okey\.(fair\.|rules\.deal).*$", re.MULTILINE)


def built(old: str = "", new: str = "") -> dict[str, Any]:
    """The modules as one namespace, with `old` replaced by `new` where it first stands."""
    source = OWN_IMPORTS.sub("", "\n".join(SOURCES))
    if old:
        assert old in source
    names: dict[str, Any] = {"__name__": "mutant"}
    exec(compile(source.replace(old, new, 1) if old else source, "<mutant>", "exec"), names)
    return names


MUTANTS = {
    "no rejection": ("while value >= limit:", "while False:"),
    "rejection missing below six only": ("while value >= limit:", "while value >= limit and n != 6:"),
    "limit itself accepted": ("while value >= limit:", "while value > limit:"),
    "limit one block lower when n divides 256": ("limit = 256 - 256 % n", "limit = 256 - (256 % n or n % 256)"),
    "limit wrong for the whole byte": ("limit = 256 - 256 % n", "limit = 255 - 255 % n or 256"),
    "rejection takes the quotient": ("return value % n", "return value * n // 256"),
    "shuffle stops before the second tile": ("range(TILES - 1, 0, -1)", "range(TILES - 1, 1, -1)"),
    "shuffle from the near end": ("range(TILES - 1, 0, -1)", "range(1, TILES)"),
    "never with itself": ("stream.below(i + 1)", "stream.below(i)"),
    "swap with any place": ("stream.below(i + 1)", "stream.below(TILES)"),
    "little-endian number": ('number.to_bytes(4, "big")', 'number.to_bytes(4, "little")'),
    "8-bit number": ('number.to_bytes(4, "big")', '(number % 256).to_bytes(4, "big")'),
    "two bytes for the number": ('number.to_bytes(4, "big")', 'number.to_bytes(2, "big")'),
    "blocks counted from one": ("self._block = 0", "self._block = 1"),
    "block counter stands still": ("self._block += 1", "self._block += 0"),
    "little-endian block": ('self._block.to_bytes(4, "big")', 'self._block.to_bytes(4, "little")'),
    "purpose missing": ('tag("stream") + purpose.to_bytes(1, "big")', 'tag("stream")'),
    "purpose of two bytes": ('purpose.to_bytes(1, "big")', 'purpose.to_bytes(2, "big")'),
    "roll and deck share a stream": ("Stream(key, ROLL, 0)", "Stream(key, DECK, 0)"),
    "dice from the deck's stream": ("Stream(key, DICE, number)", "Stream(key, DECK, number)"),
    "roll numbered one": ("Stream(key, ROLL, 0)", "Stream(key, ROLL, 1)"),
    "decks numbered from zero": ("Stream(key, DECK, number)", "Stream(key, DECK, number - 1)"),
    "tag without its zero byte": (r'name.encode("ascii") + b"\0"', 'name.encode("ascii")'),
    "other hash in the HMAC": ('hmac.digest(key, message, "sha256")', 'hmac.digest(key, message, "sha512")[:32]'),
    "seed and message swapped": ("return mac(seed, tag(", "return (lambda a, b: mac(b, a))(seed, tag("),
    "master without the list": ('tag("master") + list_hash', 'tag("master")'),
    "kind left out of the list": ("bytes((seat, kinds[seat]))", "bytes((seat,))"),
    "seat left out of the list": ("bytes((seat, kinds[seat]))", "bytes((kinds[seat],))"),
    "kind left out of the master key": ("bytes((kinds[seat],)) + (values", "b'' + (values"),
    "count of seats left out of the master key": ("list_hash + bytes((SEATS,)) + seats", "list_hash + seats"),
    "value left out of the master key": ("(values[seat] or Z)", "Z"),
    "empty seats left out of the master key": ("(values[seat] or Z)", '(values[seat] or b"")'),
    "seat left out of the commitment": ('commit + seat.to_bytes(1, "big") + value', "commit + value"),
    "seat of two bytes in the commitment": ("seat.to_bytes(1,", "seat.to_bytes(2,"),
    "table left out of the commitment": ('tag("player-commit") + table_id', 'tag("player-commit")'),
    "rules left out of the server's commitment": ("table_id + rules + seed", "table_id + seed"),
    "rules length in letters": ("len(text).to_bytes(4,", "len(text.decode()).to_bytes(4,"),
    "rules length of two bytes": ("len(text).to_bytes(4,", "len(text).to_bytes(2,"),
    "only the second die thrown again": (
        "thrown.append((stream.below(6) + 1, stream.below(6) + 1))",
        "thrown.append((thrown[-1][0] if thrown else stream.below(6) + 1, stream.below(6) + 1))",
    ),
    "never thrown again": ("[opened(thrown[-1])] >> 1 == FALSE_JOKER", "[opened(thrown[-1])] < 0"),
    "104 taken as an indicator": ("[opened(thrown[-1])] >> 1 == FALSE_JOKER", "[opened(thrown[-1])] == 105"),
    "105 taken as an indicator": ("[opened(thrown[-1])] >> 1 == FALSE_JOKER", "[opened(thrown[-1])] == 104"),
    "thirteen refused as an indicator": (
        "while not thrown or line[opened(thrown[-1])] >> 1 == FALSE_JOKER:",
        "while not thrown or line[opened(thrown[-1])] >> 1 == 52 or (line[opened(thrown[-1])] >> 1) % 13 == 12:",
    ),
    "six counted as six": ("5 * (first - 1) + (second - 1) % 5", "5 * (first - 1) + second - 1"),
    "modulo over the whole sum": ("5 * (first - 1) + (second - 1) % 5", "(5 * (first - 1) + second - 1) % 5"),
    "stacks counted from one": ("5 * (first - 1) + (second - 1) % 5", "5 * first + (second - 1) % 5"),
    "dice in the other order": ("first, second = dice", "second, first = dice"),
    "dice without their one": ("stream.below(6) + 1, stream.below(6) + 1", "stream.below(6), stream.below(6)"),
    "left-over tile forgotten": ("box[place] = line[TILES - 1]", "del box[place]"),
    "left-over tile on top": ("box[place] = line[TILES - 1]", "box[place:] = [*box[place + 1 :], line[TILES - 1]]"),
    "dealing starts with the opened stack": ("cut = 5 * dice[-1][0]", "cut = 5 * dice[-1][0] - 5"),
    "dealing by the first throw": ("cut = 5 * dice[-1][0]", "cut = 5 * dice[0][0]"),
    "four tiles first": ("for packets in (5, 5, None):", "for packets in (None, 5, 5):"),
    "dealing from seat 0": ("order = (*seats[at:], *seats[:at])", "order = (*seats,)"),
    "dealing against the order": ("order = (*seats[at:], *seats[:at])", "order = (*seats[at::-1], *seats[:at:-1])"),
    "pile from the back": ("pile=tuple(tiles[front:])", "pile=tuple(tiles[front:][::-1])"),
    "dealer counts empty seats": ("seat=order[-1]", "seat=(starter - 1) % 4"),
    "dealer is the next seat": ("seat=order[-1]", "seat=order[1]"),
    "lowest roll starts": ("highest = max(", "highest = min("),
    "a tie goes to the lowest seat": ("while len(left) > 1 or not rounds:", "while not rounds:"),
    "a tie is rolled backwards": ("if pips == highest]", "if pips == highest][::-1]"),
    "head without the commitment": (
        'tag("log0") + table_id + list_hash + commit',
        'tag("log0") + table_id + list_hash',
    ),
    "seal from the low end": ("range(75, -1, -5)", "range(0, 80, 5)"),
    "seal with the digits first": ("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"),
}


def test_the_source_as_it_is_holds() -> None:
    hold(built())


@pytest.mark.parametrize("name", sorted(MUTANTS))
def test_a_slip_is_seen(name: str) -> None:
    mutant = built(*MUTANTS[name])
    with pytest.raises((AssertionError, ValueError, TypeError, IndexError)):
        hold(mutant)

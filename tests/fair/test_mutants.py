"""The vectors have teeth: a slip (FAIRNESS 12.2) in the source of derivation or dealing makes one of them fail."""

import inspect
import re
from typing import Any

import pytest

from okey.fair import deal, messages, signing, streams
from okey.rules import deal as rules_deal
from okey.rules import tiles as rules_tiles
from tests.fair.vectors import hold

SOURCES = [inspect.getsource(module) for module in (rules_tiles, streams, messages, signing, rules_deal, deal)]
OWN_IMPORTS = re.compile(r"^from okey\.(fair\.|rules\.(deal|tiles)).*$", re.MULTILINE)


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
    "okey of thirteen taken as fourteen": ("if shown % 13 != 12 else shown - 12", "if True else 0"),
    "okey is the indicator itself": ("return shown + 1 if", "return shown if"),
    "head without the table": ('tag("log0") + table_id + list_hash', 'tag("log0") + list_hash'),
    "head without the list": ('tag("log0") + table_id + list_hash + commit', 'tag("log0") + table_id + commit'),
    "event without its length": ('head + len(event).to_bytes(4, "big") + event', "head + event"),
    "length of an event in two bytes": ('len(event).to_bytes(4, "big")', 'len(event).to_bytes(2, "big")'),
    "head not chained": ('tag("log") + head + len', 'tag("log") + len'),
    "same tag for the first head": ('tag("log0")', 'tag("log")'),
    "open without the table": ('tag("open") + table_id', 'tag("open")'),
    "open without the rules": ("table_id + rules + commit + _u64(created_ms)", "table_id + commit + _u64(created_ms)"),
    "open without the commitment": ("table_id + rules + commit + _u64", "table_id + rules + _u64"),
    "open without its time": ("commit + _u64(created_ms)", "commit"),
    "times of four bytes": ('number.to_bytes(8, "big")', '(number % 2**32).to_bytes(4, "big")'),
    "times little-endian": ('number.to_bytes(8, "big")', 'number.to_bytes(8, "little")'),
    "list without its time": ("list_hash + _u64(listed_ms)", "list_hash"),
    "list signed under the tag of its bytes": ('tag("list") +', 'tag("commit-list") +'),
    "receipt with the value itself": ("digest(value)", "value"),
    "receipt without the seat": ("list_hash + bytes((seat,)) + digest", "list_hash + digest"),
    "opening without kinds": (
        """seats = b"".join(bytes((kinds[seat],)) + (values[seat] or Z) for seat in range(SEATS))
    return tag("opening")""",
        """seats = b"".join((values[seat] or Z) for seat in range(SEATS))
    return tag("opening")""",
    ),
    "opening without the list": ('tag("opening") + list_hash', 'tag("opening")'),
    "opening under the tag of the master key": ('tag("opening")', 'tag("master")'),
    "opening without the count of seats": (
        'tag("opening") + list_hash + bytes((SEATS,))',
        'tag("opening") + list_hash',
    ),
    "signed head without its number": ('table_id + n.to_bytes(4, "big") + head\n', "table_id + head\n"),
    "signed head without the table": ('tag("head") + table_id', 'tag("head")'),
    "number of a head in eight bytes": (
        'tag("head") + table_id + n.to_bytes(4',
        'tag("head") + table_id + n.to_bytes(8',
    ),
    "reveal without the seed": ('tag("reveal") + table_id + seed', 'tag("reveal") + table_id'),
    "reveal without the number": ('seed + n.to_bytes(4, "big") + (head', "seed + (head"),
    "reveal without the head": ('n.to_bytes(4, "big") + (head or Z)', 'n.to_bytes(4, "big") + Z'),
    "keys of a change swapped": ('tag("new-key") + old + new', 'tag("new-key") + new + old'),
    "key change without its time": ("old + new + _u64(valid_from_ms)", "old + new"),
    "outcomes not chained": ('tag("outcome") + chain', 'tag("outcome") + Z'),
    "outcome without its number": ("(list_hash or Z) + bytes((outcome,))", "(list_hash or Z)"),
    "outcome without the list": ("seed + (list_hash or Z) + bytes", "seed + Z + bytes"),
    "outcome without the seed": ("commit + seed + (list_hash", "commit + (list_hash"),
    "outcome without the commitment": ("table_id + commit + seed + (list_hash", "table_id + seed + (list_hash"),
    "outcome line without its number": ("_u64(n) + chain", "chain"),
    "key not canonical": ("y >= PRIME or ", ""),
    "sign of the neutral point": ("y in (1, PRIME - 1) and public", "y == PRIME - 1 and public"),
    "sign of the point of order two": (
        "if y >= PRIME or (y in (1, PRIME - 1) and public[31] & 0x80):",
        "if y >= PRIME or (y == 1 and public[31] & 0x80):",
    ),
    "sign bit taken into the number": ("& (2**255 - 1)", ""),
    "every signature good": (
        "except (InvalidSignature, ValueError):\n        return False",
        "except ValueError:\n        return False\n    except InvalidSignature:\n        pass",
    ),
    "any message signed": ("if not message.startswith(", "if False and not message.startswith("),
    "messages signed by their name alone": (
        "tuple(tag(name) for name in _SIGNED)",
        "tuple(tag(name)[:-1] for name in _SIGNED)",
    ),
    "seal from the low end": ("range(75, -1, -5)", "range(0, 80, 5)"),
    "seal with the digits first": ("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"),
}


def test_the_source_as_it_is_holds() -> None:
    hold(built())


@pytest.mark.parametrize("name", sorted(MUTANTS))
def test_a_slip_is_seen(name: str) -> None:
    mutant = built(*MUTANTS[name])
    with pytest.raises((AssertionError, ValueError, TypeError, IndexError, OverflowError)):
        hold(mutant)

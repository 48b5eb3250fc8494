"""The faults of a file (FAIRNESS 12.4), what belongs to each outcome, and changes of the signing key."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from okey.fair.messages import (
    key_change_message,
)
from okey.fair.trust import KeyChange
from okey.record.model import Record, write_record
from tests.record.cases import Case, bases
from tests.record.maker import (
    CREATED,
    OTHER,
    SIGNER,
    bytes_of,
    cancelled_early,
    data_of,
    signed_again,
    values_of,
)

NUMBERS = {
    **dict.fromkeys(("1.0", "1e3", "-0", "-1", "01", "+1", "0x1", "1_0", "", "NaN", "Infinity", "-Infinity"), "json"),
    **dict.fromkeys(("true", "false", str(2**53), "9" * 5000), "json"),
    **dict.fromkeys(("null", '"1"', "[]", "{}"), "shape"),
}
"""What may stand in place of a number, and the fault it is."""


def files() -> Iterator[Case]:
    """FAIRNESS 12.4, and what belongs to each outcome."""
    base = bases()["tiny"].record
    text = write_record(base).decode()
    early = cancelled_early("early")
    key = SIGNER.public.hex()

    def swap(name: str, old: str, new: str, verdict: str) -> Case:
        assert old in text, old
        return Case(f"file: {name}", text.replace(old, new, 1).encode("utf-8", "surrogatepass"), f"INVALID: {verdict}")

    yield swap("capital hex", key, key.upper(), "shape at file")
    yield swap("hex with a space", key, key[:-1] + " ", "shape at file")
    yield swap("hex too short", key, key[:-2], "shape at file")
    created = str(CREATED)
    for form, code in NUMBERS.items():
        yield swap(
            f"number {form[:20] or 'missing'}", f'"created_ms": {created}', f'"created_ms": {form}', f"{code} at file"
        )
    yield Case("file: byte order mark", b"\xef\xbb\xbf" + text.encode(), "INVALID: json at file")
    yield Case("file: UTF-16", text.encode("utf-16"), "INVALID: json at file")
    yield Case("file: Latin letter", text.replace("Ada", "Ada\xe7").encode("latin-1"), "INVALID: json at file")
    yield Case("file: empty", b"", "INVALID: json at file")
    yield Case("file: a list", b"[]", "INVALID: json at file")
    yield Case("file: null", b"null", "INVALID: json at file")
    yield Case("file: no keys", b"{}", "INVALID: version at protocol")
    yield Case("file: something after it", text.encode() + b"{}", "INVALID: json at file")
    yield Case("file: a zero byte after it", text.encode() + b"\0", "INVALID: json at file")
    yield Case("file: cut off", text.encode()[:-3], "INVALID: json at file")
    yield Case("file: comma at the end", text.replace("\n}\n", ",\n}\n").encode(), "INVALID: json at file")
    yield Case("file: no-break space", text.replace(": ", ":\xa0", 1).encode(), "INVALID: json at file")
    yield swap("repeated key", '"created_ms"', f'"created_ms": {created}, "created_ms"', "json at file")
    yield swap("repeated key, escaped", '"created_ms"', f'"created\\u005fms": {created}, "created_ms"', "json at file")
    yield swap("repeated key of a seat", '"kind": 1', '"kind": 1, "kind": 1', "json at file")
    yield swap("extra key", '"created_ms"', '"extra": 1, "created_ms"', "shape at file")
    yield swap("extra key of a seat", '"kind": 1', '"kind": 1, "more": null', "shape at file")
    yield swap("key named __proto__", '"created_ms"', '"__proto__": {}, "created_ms"', "shape at file")
    yield swap("lone surrogate", '"Ada"', '"\\ud800"', "json at file")
    yield swap("lone low surrogate", '"Ada"', '"a\\udc00\\ud83d"', "json at file")
    yield swap("lone surrogate in a key", '"name": "Ada"', '"\\ud800": "Ada"', "json at file")
    yield swap("raw surrogate", '"Ada"', '"\ud800"', "json at file")
    yield swap("line break in a text", '"Ada"', '"A\nda"', "json at file")
    yield swap("wrong escape", '"Ada"', '"A\\xda"', "json at file")
    yield swap("depth 5", '"Ada"', "[[[]]]", "json at file")
    yield swap("depth 4 where a text stands", '"Ada"', "[]", "shape at file")
    yield swap("other protocol", "okey-fair/1", "okey-fair/2", "version at protocol")
    yield swap("protocol a number", '"okey-fair/1"', "1", "version at protocol")
    yield swap("protocol missing", '"protocol": "okey-fair/1",', "", "version at protocol")
    yield swap("kind 3", '"kind": 1', '"kind": 3', "shape at file")
    yield swap("outcome of no form", '"finished"', '"won"', "shape at file")
    yield swap("rules text of 1001 bytes", "okey-rules/1;", "o" * 1001, "shape at file")
    yield swap("rules text of 1000 bytes", base.rules_text, "o" * 1000, "unknown rules at rules_text")
    yield swap("rules text of 501 letters of two bytes", base.rules_text, "ç" * 501, "shape at file")
    yield swap("rules text of 500 letters of two bytes", base.rules_text, "ç" * 500, "unknown rules at rules_text")
    yield Case("file: pretty with tabs", json.dumps(values_of(base), indent="\t").encode(), "valid")
    yield Case("file: everything escaped", json.dumps(values_of(base)).encode(), "valid")
    yield Case("file: keys in another order", data_of(dict(reversed(values_of(base).items()))), "valid")
    yield Case("file: spaces around", b" \r\n\t" + text.encode() + b"\n\n", "valid")
    for name, change in _values(base).items():
        yield Case(f"file: {name}", data_of({**values_of(base), **change[0]}), change[1])
    for name in ("open_sig", "reveal_sig", "server_seed", "table_id", "server_commit", "public_key", "rules_text",
                 "events", "heads", "key_changes", "computers", "software", "outcome", "created_ms"):  # fmt: skip
        yield Case(f"file: {name} null", data_of({**values_of(base), name: None}), "INVALID: shape at file")
        missing = {key: value for key, value in values_of(base).items() if key != name}
        yield Case(f"file: {name} missing", data_of(missing), "INVALID: shape at file")
    for name in ("listed_ms", "list_sig", "seats", "opening_sig"):
        yield Case(
            f"file: {name} null in a finished match", data_of({**values_of(base), name: None}), "INVALID: shape at file"
        )
    for outcome, record in early.items():
        values = values_of(record)
        for name, value in values_of(base).items():
            if name in ("listed_ms", "list_sig", "opening_sig", "events", "heads") and not values[name]:
                taken = value if value != [] else None
                yield Case(
                    f"file: cancelled {outcome} with {name}", data_of({**values, name: taken}), "INVALID: shape at file"
                )
        other = "cancelled after list" if outcome == "before list" else "cancelled before list"
        yield Case(
            f"file: cancelled {outcome} told as {other}",
            data_of({**values, "outcome": other}),
            "INVALID: shape at file",
        )
        told = "shape at file" if outcome != "after opening" else None
        verdict = f"INVALID: {told}" if told else "incomplete"
        yield Case(f"file: cancelled {outcome} told as finished", data_of({**values, "outcome": "finished"}), verdict)
        for name, code in (("open_sig", "open at open_sig"), ("reveal_sig", "reveal at reveal_sig"),
                           ("list_sig", "list at list_sig"), ("opening_sig", "opening at opening_sig")):  # fmt: skip
            if values[name]:
                flipped = {**values, name: flip(values[name], 5)}
                yield Case(f"cancelled {outcome}, {name} flipped", data_of(flipped), f"INVALID: {code}")
    closed = {**values_of(early["after opening"]), "opening_sig": None}
    yield Case(
        "file: cancelled after list, opened by all, without opening_sig", data_of(closed), "INVALID: shape at file"
    )
    cut = replace(base, events=base.events[:-1], heads=base.heads[:-1])
    yield Case("file: last event and its head missing", write_record(cut), "incomplete")
    yield Case("file: last event and its head missing, key unknown", write_record(cut), "incomplete", trusted=False)
    yield Case("file: all events missing", write_record(replace(base, events=(), heads=())), "incomplete")
    yield Case(
        "file: last head missing",
        write_record(replace(base, heads=base.heads[:-1])),
        f"INVALID: head at heads[{len(base.heads) - 1}]",
    )
    yield Case(
        "file: first head missing", write_record(replace(base, heads=base.heads[1:])), "INVALID: head at heads[0]"
    )
    yield Case(
        "file: a head too many",
        write_record(replace(base, heads=(*base.heads, base.heads[-1]))),
        f"INVALID: head at heads[{len(base.heads)}]",
    )
    yield Case(
        "file: last event missing, its head there",
        write_record(replace(base, events=base.events[:-1])),
        f"INVALID: head at heads[{len(base.heads) - 1}]",
    )
    yield from _keys(base)


def _values(base: Record) -> dict[str, tuple[dict[str, Any], str]]:
    """Other values of single keys, and the verdict."""
    values = values_of(base)
    heads, seats = values["heads"], values["seats"]
    bad = "INVALID: shape at file"
    return {
        "name of 256 bytes": ({"seats": [{**seats[0], "name": "x" * 256}, *seats[1:]]}, "valid"),
        "name of 257 bytes": ({"seats": [{**seats[0], "name": "x" * 257}, *seats[1:]]}, bad),
        "name of 86 letters of three bytes": ({"seats": [{**seats[0], "name": "€" * 86}, *seats[1:]]}, bad),
        "names blanked": ({"seats": [{**seat, "name": None} for seat in seats], "software": ""}, "valid"),
        "name outside the first plane": ({"seats": [{**seats[0], "name": "\U0001f600"}, *seats[1:]]}, "valid"),
        "software of 257 bytes": ({"software": "x" * 257}, bad),
        "three seats": ({"seats": seats[:3]}, bad),
        "five computers": ({"computers": [None] * 5}, bad),
        "a computer that is none": ({"computers": [{"version": "1", "level": "zor"}, None, None, None]}, bad),
        "value null": ({"seats": [{**seats[0], "value": None}, *seats[1:]]}, bad),
        "value of an empty seat": ({"seats": [seats[0], {**seats[1], "value": "00" * 32}, *seats[2:]]}, bad),
        "event of 65 bytes": ({"events": ["00" * 65]}, bad),
        "event of no bytes": ({"events": [""]}, bad),
        "event of half a byte": ({"events": ["000"]}, bad),
        "event null": ({"events": [None]}, bad),
        "event of 64 bytes": ({"events": ["00" * 64]}, "INVALID: frame at events[0]"),
        "event of 1 byte": ({"events": ["00"]}, "INVALID: frame at events[0]"),
        "102 heads": ({"heads": heads[:1] * 102}, bad),
        "101 heads": ({"heads": [heads[0]] * 101}, "INVALID: head at heads[1]"),
        "head of an event that is none": ({"heads": [{**heads[0], "seq": 2**53 - 1}]}, "INVALID: head at heads[0]"),
        "head without its number": ({"heads": [{"head": heads[0]["head"], "sig": heads[0]["sig"]}]}, bad),
        "heads in another order": ({"heads": [heads[1], heads[0], *heads[2:]]}, "INVALID: head at heads[0]"),
        "17 key changes": ({"key_changes": _changes(17)}, bad),
        "created at 2^53-1": ({"created_ms": 2**53 - 1}, "INVALID: open at open_sig"),
    }


def _changes(number: int) -> list[dict[str, Any]]:
    """Rotations of one key to the next, each signed."""
    changes = []
    signers = [SIGNER, *(type(SIGNER)(bytes_of(f"key {n}")) for n in range(number))]
    for n in range(number):
        old, new = signers[n], signers[n + 1]
        when = CREATED + 1000 + n
        sig = old.sign(key_change_message(old.public, new.public, when))
        changes.append({"old": old.public.hex(), "new": new.public.hex(), "valid_from_ms": when, "sig": sig.hex()})
    return changes


def change(old: Any, new: Any, when: int) -> KeyChange:
    return KeyChange(old.public, new.public, when, old.sign(key_change_message(old.public, new.public, when)))


def _keys(base: Record) -> Iterator[Case]:
    """Changes of the signing key."""
    third = type(SIGNER)(bytes_of("third"))

    def by(name: str, verdict: str, signer: Any, *changes: KeyChange) -> Case:
        return Case(f"keys: {name}", write_record(signed_again(base, signer, key_changes=changes)), verdict)

    unknown = "consistent, key unknown"
    yield by("another key", unknown, OTHER)
    yield by("announced in time", "valid", OTHER, change(SIGNER, OTHER, CREATED))
    yield by("announced for later", unknown, OTHER, change(SIGNER, OTHER, CREATED + 1))
    yield by("the old key after its end", unknown, SIGNER, change(SIGNER, OTHER, CREATED))
    yield by("the old key before its end", "valid", SIGNER, change(SIGNER, OTHER, CREATED + 1))
    yield by("a chain of two", "valid", third, change(SIGNER, OTHER, 5), change(OTHER, third, 6))
    yield by(
        "a chain in the wrong order",
        "INVALID: key change at key_changes[1]",
        third,
        change(OTHER, third, 6),
        change(SIGNER, OTHER, 5),
    )
    yield by(
        "times that stand still",
        "INVALID: key change at key_changes[1]",
        third,
        change(SIGNER, OTHER, 5),
        change(OTHER, third, 5),
    )
    yield by("a change of a key nobody trusts", unknown, third, change(OTHER, third, 5))
    yield by("a second change of one key", unknown, third, change(SIGNER, OTHER, 5), change(SIGNER, third, 6))
    yield by("handed on after the table was made", unknown, third, change(SIGNER, OTHER, CREATED), replace_old(third))
    yield by("back to the first key", unknown, SIGNER, change(SIGNER, OTHER, 5), change(OTHER, SIGNER, 6))
    forged = replace(change(SIGNER, OTHER, 5), signature=OTHER.sign(key_change_message(SIGNER.public, OTHER.public, 5)))
    yield by("a change signed by the new key", "INVALID: key change at key_changes[0]", OTHER, forged)
    late = replace(change(SIGNER, OTHER, 5), valid_from_ms=4)
    yield by("a change moved", "INVALID: key change at key_changes[0]", OTHER, late)


def replace_old(third: Any) -> KeyChange:
    """OTHER hands over after the table was made."""
    return change(OTHER, third, CREATED + 1)


def flip(text: str, bit: int) -> str:
    """Hex with one bit changed."""
    data = bytearray.fromhex(text)
    data[bit // 8 % len(data)] ^= 1 << bit % 8
    return data.hex()

"""`okey verify`: check the record of a match, offline."""

import json as writer
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from okey.cli.words import Lang

if TYPE_CHECKING:
    from okey.record.verify import Verdict


def verify(
    record: Annotated[str, Parameter(allow_leading_hyphen=True)],
    *,
    mine: str | None = None,
    key: tuple[str, ...] = (),
    data: Path = Path("okey-data"),
    json: Annotated[bool, Parameter(negative=())] = False,
    lang: Lang = "tr",
) -> int:
    """Check the record of a match: every tile, every finish, every score and every signature, offline.

    The first line is the verdict of the protocol. Exit code: 0 valid, 1 invalid, 2 no record or evidence file,
    3 key unknown, incomplete, or evidence that cannot be used.

    Parameters
    ----------
    record
        The record file (`-`: the standard input).
    mine
        Your own evidence file, kept by your browser since you sat down.
    key
        A public key to trust, in hex; may be given again. So may the environment variable OKEY_TRUSTED_KEYS.
    data
        Folder of a site whose key is trusted too.
    json
        Answer as one JSON object.
    lang
        Language of the explanation.
    """
    from okey.cli.proof import read, trusted
    from okey.record.verify import verify as check
    from okey.storage.keys import KeyFileError

    try:
        keys = trusted(data, key)
    except (ValueError, KeyFileError) as error:
        print(f"okey: {error}", file=sys.stderr)
        return 2
    file = read(record)
    evidence = None if mine is None else read(mine)
    if file is None or (mine is not None and evidence is None):
        return 2
    verdict = check(file, keys, evidence)
    if json:
        print(writer.dumps(_values(verdict)))
    else:
        print(verdict.text)
        for line in _lines(verdict, file, evidence is not None, lang):
            print(line)
    return verdict.exit_code


def _values(verdict: "Verdict") -> dict[str, Any]:
    warnings = verdict.warnings
    return {
        "verdict": verdict.text,
        "exit_code": verdict.exit_code,
        "code": verdict.code,
        "place": verdict.place,
        "note": verdict.note,
        "deals": verdict.deals,
        "seal": verdict.seal,
        "warnings": {name: getattr(warnings, name) for name in warnings.__slots__},
    }


def _lines(verdict: "Verdict", file: bytes, compared: bool, lang: Lang) -> Iterator[str]:
    """The verdict explained."""
    from okey.cli.proof import REASONS, say

    if verdict.code is not None:
        yield say(lang, "bad", place=verdict.place, reason=REASONS[verdict.code][lang == "en"])
        if verdict.exit_code == 2:
            yield say(lang, "no_file")
        return
    keys = {
        "valid": "ok",
        "valid, cancelled": "cancelled",
        "consistent, key unknown": "key_unknown",
        "incomplete": "incomplete",
    }
    public = writer.loads(file)["public_key"]
    yield say(lang, keys.get(verdict.text, "unusable"), n=verdict.deals, key=public, place=verdict.place)
    if verdict.note is not None:
        yield say(lang, "note")
    elif compared and verdict.place is None:
        yield say(lang, "agrees")
    warnings = verdict.warnings
    yield say(lang, "persons", n=warnings.persons)
    for name in ("computers", "taken_over", "automatic", "overtime"):
        if getattr(warnings, name):
            yield say(lang, name, n=getattr(warnings, name))
    if warnings.forfeit:
        yield say(lang, "forfeit")
    if verdict.seal is not None:
        yield say(lang, "seal", seal=" ".join(verdict.seal[place : place + 4] for place in range(0, 16, 4)))
    yield say(lang, "limits")

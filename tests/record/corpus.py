"""The corpus that both verifiers are held against: records, evidence, trusted keys, and the whole verdict.

    python -m tests.record.corpus [OUT.json [RANDOM]]

RANDOM adds so many records of random matches and as many changes of a bit in each stored match, for long comparisons.
One line for each case: {name, record, evidence, keys, verdict, code, note, warnings}; record and evidence are the texts
of the files, `code` is the exit code.
"""

import json
import re
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from okey.fair.trust import Keyring
from okey.record.model import write_record
from okey.record.verify import verify
from tests.record.altered import altered
from tests.record.cases import Case, bases, valid
from tests.record.files import files
from tests.record.flips import flips, signed_flips
from tests.record.maker import SIGNER
from tests.record.matches import random_match
from tests.record.notes import noted

FILE = Path(__file__).parents[1] / "vectors" / "records" / "corpus.json"
LEFT_OUT = re.compile(
    r"signed again: (short usta|rummy|ikramiye): .*|file: [a-z_]+ (missing|null)|(?!tiny).*[a-z], key unknown"
    r"|file: cancelled .* with .*|cancelled .* flipped"
)
"""Cases that are left out of the file: others like them are there, and it should stay small."""
SMALL = ("tiny", "klasik", "stopped")


def cases() -> Iterator[Case]:
    """The cases made by hand and some changes of a bit."""
    for case in (*valid(), *altered(), *files(), *noted()):
        if not LEFT_OUT.fullmatch(case.name) and _is_text(case.record):
            yield case
    random = Random(4)
    for name in SMALL:
        for flip in islice(flips(bases()[name], random), 4):
            yield Case(f"{name}: {flip.name}", flip.record, "")
        for flip, _ in islice(signed_flips(bases()[name], random), 4):
            yield Case(f"{name}: {flip.name}", flip.record, "")


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def line(case: Case) -> dict[str, Any]:
    """A case with the verdict of this verifier."""
    keys = [SIGNER.public] if case.trusted else []
    verdict = verify(case.record, Keyring(keys), case.evidence)
    warnings = verdict.warnings
    return {
        "name": case.name,
        "record": _small(case.record).decode(),
        "evidence": None if case.evidence is None else case.evidence.decode(),
        "keys": [key.hex() for key in keys],
        "verdict": verdict.text,
        "code": verdict.exit_code,
        "note": verdict.note,
        "warnings": {name: getattr(warnings, name) for name in warnings.__slots__},
    }


def _small(data: bytes) -> bytes:
    """The same record without the spaces that only people need, where it is a plain one."""
    try:
        values = json.loads(data)
    except ValueError:
        return data
    small = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    plain = json.dumps(values, ensure_ascii=False, indent=1) + "\n"
    return small.encode() if data == plain.encode("utf-8", "surrogatepass") else data


def more(number: int) -> Iterator[Case]:
    """Records of random matches, and changes of a bit in every stored match."""
    for place in range(number):
        yield Case(f"random {place}", write_record(random_match(place).record()), "")
    random = Random(5)
    for name, base in bases().items():
        for flip in islice(flips(base, random), number):
            yield Case(f"more {name}: {flip.name}", flip.record, "")
        for flip, _ in islice(signed_flips(base, random), number):
            yield Case(f"more {name}: {flip.name}", flip.record, "")


def text(number: int = 0) -> str:
    """The file, with `more` of this number."""
    everything = (*cases(), *more(number))
    lines = [json.dumps(line(case), ensure_ascii=False, separators=(",", ":")) for case in everything]
    return "[\n" + ",\n".join(lines) + "\n]\n"


if __name__ == "__main__":
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    out.write_text(text(int(sys.argv[2]) if len(sys.argv) > 2 else 0), encoding="utf-8")
    print(out, out.stat().st_size)

"""What fairness costs: deriving a deal, signing a head, verifying the record of a match."""

import time
from collections.abc import Callable
from typing import Any

from okey.fair.chain import Chain
from okey.fair.deal import deck, start_deal
from okey.fair.signing import Signer, verify
from okey.fair.trust import Keyring
from okey.record.model import read_record, write_record
from okey.record.text import read_text, write_text
from okey.record.verify import verify as check
from tests.record.maker import KEYS, Habits, Match, rules

DEALS = 20


def run() -> dict[str, Any]:
    """Microseconds of CPU, the best of several rounds; a match of 20 deals of four seats for the verifier."""
    key, signer = bytes(range(32)), Signer(bytes(32))
    chain = Chain.start(bytes(16), bytes(32), bytes(32))
    signature = signer.sign(chain.message)
    record = twenty_deals()
    text = write_text(read_record(record))
    verdict = check(record, KEYS)
    if verdict.exit_code or verdict.deals != DEALS:
        raise AssertionError(verdict)
    return {
        "deck of a deal": best(lambda: deck(key, 1), 300),
        "deck, dice and throws of a deal": best(lambda: start_deal(key, 1), 300),
        "head of an event": best(lambda: chain.add(bytes(15)), 3000),
        "signing a head": best(lambda: signer.sign(chain.message), 300),
        "checking a signature": best(lambda: verify(signer.public, chain.message, signature), 300),
        f"verifying {DEALS} deals": best(lambda: check(record, Keyring([])), 1),
        f"text of {DEALS} deals": best(lambda: write_text(read_record(record)), 1),
        f"reading the text of {DEALS} deals": best(lambda: read_text(text), 1),
        "events of that match": len(read_record(record).events),
        "bytes of that record": len(record),
    }


def twenty_deals() -> bytes:
    """The record of a whole match of four bots, twenty deals long."""
    match = Match("benchmark", rules("klasik", 4, points=100, deals=DEALS), (1, 2, 2, 2), Habits(level="orta")).play()
    return write_record(match.record())


def best(work: Callable[[], object], times: int, rounds: int = 5) -> float:
    """Microseconds of CPU for one call, the best round."""
    found = []
    for _ in range(rounds):
        begin = time.process_time_ns()
        for _ in range(times):
            work()
        found.append((time.process_time_ns() - begin) / times / 1000)
    return min(found)

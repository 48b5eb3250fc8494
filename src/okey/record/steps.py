"""A record played again, one event at a time, with the hidden tiles that follow from its secrets."""

from collections.abc import Iterator

from okey.fair.events import Entry
from okey.fair.messages import digest, list_bytes, master_key, rules_hash
from okey.fair.referee import Objection, Referee
from okey.record.model import Record
from okey.rules.ruleset import Ruleset, RulesetError


class ReplayError(ValueError):
    """The events of a record cannot be played: the message names the code of FAIRNESS 8 and the place."""


def steps(record: Record) -> Iterator[tuple[Entry, Referee]]:
    """Each event with the referee after it: racks, pile, discards, scores. Nothing without an opening.

    Raises `ReplayError`. Signatures are not looked at; that is what `okey.record.verify` is for.
    """
    if record.seats is None or record.opening_sig is None:
        return
    try:
        rules = Ruleset.parse(record.rules_text)
    except RulesetError:
        raise ReplayError("unknown rules at rules_text") from None
    kinds = [seat.kind for seat in record.seats]
    if sum(map(bool, kinds)) != rules.seats:
        raise ReplayError("seats at seats")
    hashed = rules_hash(record.rules_text.encode())
    commits = [seat.commit for seat in record.seats]
    listed = digest(list_bytes(record.table_id, hashed, record.server_commit, kinds, commits))
    key = master_key(record.server_seed, listed, kinds, [seat.value for seat in record.seats])
    referee = Referee(rules, kinds, key)
    for place, event in enumerate(record.events):
        try:
            yield referee.see(event), referee
        except Objection as objection:
            raise ReplayError(f"{objection.code} at events[{place}]") from None

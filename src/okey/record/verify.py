"""The verifier: from the file alone, offline, step by step as in FAIRNESS 8."""

from dataclasses import dataclass, field
from typing import Final

from okey.fair.messages import (
    Z,
    digest,
    first_head,
    head_message,
    list_bytes,
    list_message,
    master_key,
    next_head,
    open_message,
    opening_message,
    player_commit,
    receipt_message,
    reveal_message,
    rules_hash,
    seal,
    server_commit,
)
from okey.fair.referee import Objection, Referee
from okey.fair.signing import verify as signed
from okey.fair.trust import Keyring
from okey.record.model import (
    FINISHED,
    IN_PLAY,
    PERSON,
    Evidence,
    FileFault,
    Record,
    read_evidence,
    read_record,
)
from okey.rules.ruleset import Ruleset, RulesetError

NOTE: Final = "consistent; not compared with a player's own notes"
_FILE_FAULTS: Final = ("json", "version", "shape")


@dataclass(frozen=True, slots=True)
class Warnings:
    """What a reader should know of a match that is right."""

    persons: int = 0
    """Persons who contributed."""
    computers: int = 0
    taken_over: int = 0
    """Times a computer began to play for a person."""
    automatic: int = 0
    """Moves made by the program at a time-out."""
    forfeit: bool = False
    overtime: int = 0
    """Turns that went beyond the time, with a person in control and without a mark."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the verifier says. `text` is word for word the same in every implementation."""

    text: str
    exit_code: int
    code: str | None = None
    place: str | None = None
    note: str | None = None
    warnings: Warnings = field(default_factory=Warnings)
    deals: int = 0
    """Deals that were begun."""
    seal: str | None = None
    """The seal after the last deal; None without a list."""


class _Fault(Exception):
    def __init__(self, code: str, place: str) -> None:
        super().__init__(code)
        self.code = code
        self.place = place


class _Unusable(Exception):
    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.place = f"mine.{key}"


def verify(record: bytes, keys: Keyring, evidence: bytes | None = None) -> Verdict:
    """Check a record file against the trusted `keys`, and against a player's own evidence file if there is one."""
    check = _Check(keys)
    try:
        check.record(read_record(record))
        agrees = evidence is not None and not check.incomplete
        if evidence is not None and not check.incomplete:
            check.evidence(read_evidence(evidence))
    except (FileFault, _Fault) as fault:
        exit_code = 2 if fault.code in _FILE_FAULTS else 1
        return Verdict(f"INVALID: {fault.code} at {fault.place}", exit_code, fault.code, fault.place)
    except _Unusable as fault:
        return check.verdict(f"evidence unusable at {fault.place}", 3, place=fault.place)
    if check.incomplete:
        return check.verdict("incomplete", 3, note=NOTE)
    note = None if agrees else NOTE
    if not check.trusted:
        return check.verdict("consistent, key unknown", 3, note=note)
    return check.verdict("valid" if check.outcome == FINISHED else "valid, cancelled", 0, note=note)


def _need(condition: bool, code: str, place: str) -> None:
    if not condition:
        raise _Fault(code, place)


class _Check:
    """One file on its way through the steps."""

    def __init__(self, keys: Keyring) -> None:
        self.keys = keys
        self.trusted = False
        self.incomplete = False
        self.outcome = ""
        self.referee: Referee | None = None
        self.list_hash: bytes | None = None
        self.chain: list[bytes] = []

    def verdict(self, text: str, exit_code: int, note: str | None = None, place: str | None = None) -> Verdict:
        referee = self.referee
        seats = self.seen.seats or ()
        warnings = Warnings(
            persons=sum(seat.value is not None for seat in seats),
            computers=sum(seat.kind == 2 for seat in seats),
            taken_over=referee.taken_over if referee else 0,
            automatic=referee.automatic if referee else 0,
            forfeit=referee is not None and referee.forfeiter is not None,
            overtime=referee.overtime if referee else 0,
        )
        head = self.chain[referee.still if referee else 0] if self.chain else None
        shown = seal(self.list_hash, head) if self.list_hash and head else None
        return Verdict(text, exit_code, None, place, note, warnings, referee.deal if referee else 0, shown)

    # --- steps 4 to 15

    def record(self, record: Record) -> None:
        self.seen = record
        self.outcome = record.outcome
        key = record.public_key
        self._keys(record)
        try:
            rules = Ruleset.parse(record.rules_text)
        except RulesetError:
            raise _Fault("unknown rules", "rules_text") from None
        hashed = rules_hash(record.rules_text.encode())
        message = open_message(record.table_id, hashed, record.server_commit, record.created_ms)
        _need(signed(key, message, record.open_sig), "open", "open_sig")
        seed = record.server_seed
        _need(server_commit(record.table_id, hashed, seed) == record.server_commit, "seed", "server_seed")
        if record.seats is None or record.listed_ms is None or record.list_sig is None:
            self._reveal(record, 0, None)
            return
        kinds = self._seats(record, rules)
        commits = [seat.commit for seat in record.seats]
        self.list_hash = digest(list_bytes(record.table_id, hashed, record.server_commit, kinds, commits))
        _need(record.listed_ms >= record.created_ms, "list", "listed_ms")
        message = list_message(self.list_hash, record.listed_ms)
        _need(signed(key, message, record.list_sig), "list", "list_sig")
        self.chain = [first_head(record.table_id, self.list_hash, record.server_commit)]
        if record.opening_sig is None:
            self._reveal(record, 0, self.chain[0])
            return
        values = [seat.value for seat in record.seats]
        message = opening_message(self.list_hash, kinds, values)
        _need(signed(key, message, record.opening_sig), "opening", "opening_sig")
        self._events(record, rules, kinds, master_key(seed, self.list_hash, kinds, values))

    def _keys(self, record: Record) -> None:
        last = -1
        for place, change in enumerate(record.key_changes):
            _need(change.signed and change.valid_from_ms > last, "key change", f"key_changes[{place}]")
            last = change.valid_from_ms
        self.trusted = self.keys.after(record.key_changes).trusts(record.public_key, record.created_ms)

    def _seats(self, record: Record, rules: Ruleset) -> tuple[int, ...]:
        seats = record.seats or ()
        kinds = tuple(seat.kind for seat in seats)
        _need(sum(map(bool, kinds)) == rules.seats and PERSON in kinds, "seats", "seats")
        for place, seat in enumerate(seats):
            _need((seat.commit != Z) == (seat.kind == PERSON), "commit", f"seats[{place}]")
            if seat.value is not None:
                fits = player_commit(record.table_id, record.server_commit, place, seat.value) == seat.commit
                _need(fits, "commit", f"seats[{place}]")
        return kinds

    def _events(self, record: Record, rules: Ruleset, kinds: tuple[int, ...], key: bytes) -> None:
        if record.outcome not in (FINISHED, IN_PLAY):
            self._reveal(record, 0, self.chain[0])
            return
        referee = self.referee = Referee(rules, kinds, key)
        for place, event in enumerate(record.events):
            try:
                referee.see(event)
            except Objection as objection:
                raise _Fault(objection.code, f"events[{place}]") from None
            self.chain.append(next_head(self.chain[-1], event))
        for place, head in enumerate(record.heads):
            where = f"heads[{place}]"
            _need(place < len(referee.ends) and head.seq == referee.ends[place], "head", where)
            _need(head.head == self.chain[head.seq], "head", where)
            message = head_message(record.table_id, head.seq, head.head)
            _need(signed(record.public_key, message, head.sig), "head", where)
        if not referee.over:
            self.incomplete = True
            return
        _need(len(record.heads) == len(referee.ends), "head", f"heads[{len(record.heads)}]")
        _need(referee.cancelled == (record.outcome == IN_PLAY), "outcome", "outcome")
        self._reveal(record, len(record.events), self.chain[-1])

    def _reveal(self, record: Record, n: int, head: bytes | None) -> None:
        message = reveal_message(record.table_id, record.server_seed, n, head)
        _need(signed(record.public_key, message, record.reveal_sig), "reveal", "reveal_sig")

    # --- step 16

    def evidence(self, mine: Evidence) -> None:
        self._usable(mine)
        self._compare(mine)

    def _usable(self, mine: Evidence) -> None:
        """The evidence file alone, under its own key; then whether it speaks of this table."""

        def need(condition: bool, key: str) -> None:
            if not condition:
                raise _Unusable(key)

        key = mine.public_key
        hashed = rules_hash(mine.rules_text.encode())
        message = open_message(mine.table_id, hashed, mine.server_commit, mine.created_ms)
        need(signed(key, message, mine.open_sig), "open_sig")
        listed = None
        if mine.list is not None and mine.listed_ms is not None and mine.list_sig is not None:
            kinds = [seat.kind for seat in mine.list]
            commits = [seat.value for seat in mine.list]
            listed = digest(list_bytes(mine.table_id, hashed, mine.server_commit, kinds, commits))
            need(signed(key, list_message(listed, mine.listed_ms), mine.list_sig), "list_sig")
            own = player_commit(mine.table_id, mine.server_commit, mine.seat, mine.value)
            need(own == mine.list[mine.seat].value, "value")
        else:
            need(mine.list is None and mine.listed_ms is None and mine.list_sig is None, "list_sig")
        if mine.receipt_sig is not None:
            need(listed is not None, "receipt_sig")
            message = receipt_message(listed or Z, mine.seat, mine.value)
            need(signed(key, message, mine.receipt_sig), "receipt_sig")
        if mine.opening is not None and mine.opening_sig is not None:
            need(listed is not None, "opening_sig")
            kinds = [seat.kind for seat in mine.opening]
            message = opening_message(listed or Z, kinds, [seat.value for seat in mine.opening])
            need(signed(key, message, mine.opening_sig), "opening_sig")
        else:
            need(mine.opening is None and mine.opening_sig is None, "opening_sig")
        for place, head in enumerate(mine.heads):
            small = head.seq < 2**32  # a larger number has no message
            message = head_message(mine.table_id, head.seq if small else 0, head.head)
            need(small and signed(key, message, head.sig), f"heads[{place}]")
        need(mine.public_key == self.seen.public_key, "public_key")
        need(mine.table_id == self.seen.table_id, "table_id")

    def _compare(self, mine: Evidence) -> None:
        """What the server signed for the player, against the record, in the order of the keys."""
        record = self.seen

        def same(ours: object, theirs: object, key: str) -> None:
            _need(ours is None or ours == theirs, "evidence", f"mine.{key}")

        seats = record.seats or ()
        same(mine.created_ms, record.created_ms, "created_ms")
        same(mine.rules_text, record.rules_text, "rules_text")
        same(mine.server_commit, record.server_commit, "server_commit")
        same(mine.open_sig, record.open_sig, "open_sig")
        same(mine.listed_ms, record.listed_ms, "listed_ms")
        if mine.list is not None:
            same([(seat.kind, seat.value) for seat in mine.list], [(s.kind, s.commit) for s in seats], "list")
        same(mine.list_sig, record.list_sig, "list_sig")
        if mine.receipt_sig is not None:
            same(mine.value, seats[mine.seat].value if seats else None, "receipt_sig")
        if mine.opening is not None:
            theirs = [(seat.kind, seat.value or Z) for seat in seats] if record.opening_sig else None
            same([(seat.kind, seat.value) for seat in mine.opening], theirs, "opening")
        same(mine.opening_sig, record.opening_sig, "opening_sig")
        for place, head in enumerate(mine.heads):
            known = self.chain[head.seq] if head.seq < len(self.chain) else None
            same(head.head, known, f"heads[{place}]")

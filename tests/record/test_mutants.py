"""The cases have teeth: each slip planted into the verifier changes the verdict of the case named for it."""

import inspect
from typing import Any

import pytest

from okey.fair import referee, trust
from okey.fair.trust import Keyring
from okey.record import model, strict, verify
from tests.record.altered import altered
from tests.record.cases import Case, valid
from tests.record.files import files
from tests.record.maker import SIGNER
from tests.record.notes import noted
from tests.record.test_verify import VECTORS

AGAIN = "signed again: "
MODULES = {"referee": referee, "trust": trust, "strict": strict, "model": model, "verify": verify}

# module, what stands there, what is put there, the case that notices
MUTANTS: list[tuple[str, str, str, str]] = [
    (
        "referee",
        "(seat + step) % 4 for step in (1, 2, 3, 4) if self.kinds[(seat + step) % 4]",
        "(seat + step) % 4 for step in (1,)",
        "klasik",
    ),
    (
        "referee",
        "(seat - step) % 4 for step in (1, 2, 3, 4) if self.kinds[(seat - step) % 4]",
        "(seat - step) % 4 for step in (1,)",
        "klasik",
    ),
    ("referee", "else self.next(self.starter)", "else self.starter", "moves"),
    ("referee", "entry.seq == self.n + 1 and ", "", f"{AGAIN}sequence number jumps"),
    ("referee", "entry.t_ms >= self.t_ms and ", "", f"{AGAIN}time falls"),
    ("referee", " and entry.deal == number", "", f"{AGAIN}deal number of another deal"),
    ("referee", "isinstance(event, _TURN_EVENTS)", "False", f"{AGAIN}draw by another seat"),
    ("referee", '_need(not self.over, "order")', "pass", f"{AGAIN}match end doubled"),
    ("referee", '_need(isinstance(event, DealEnded), "order")', "pass", f"{AGAIN}discard after a finish"),
    ("referee", 'or cancelled, "order")', 'or True, "order")', f"{AGAIN}controller after a mark"),
    (
        "referee",
        "isinstance(event, DealEnded) and event.reason == CANCELLED",
        "isinstance(event, DealEnded)",
        f"{AGAIN}forfeit after a mark",
    ),
    ("referee", "self.n > 0 and not self.running", "not self.running", f"{AGAIN}match end before the first deal"),
    ("referee", ' and self.rules.show != "none"', "", f"{AGAIN}shown where nothing is shown"),
    ("referee", ' and self.rules.declare == "yes"', "", f"{AGAIN}pairs declared where they are not"),
    ("referee", "not self.full and bool(self.pile)", "not self.full", f"{AGAIN}a draw from an empty pile"),
    (
        "referee",
        "self.rules.penalty > 0 and not self.claimed",
        "self.rules.penalty > 0",
        f"{AGAIN}a claim charged twice",
    ),
    ("referee", "self.full and self.rules.penalty > 0", "self.full", f"{AGAIN}claim without a penalty"),
    ("referee", 'self.running and self.rules.late == "auto"', "self.running", f"{AGAIN}automatic under forfeit"),
    ("referee", "bool(pile) and pile[-1] == tile", "tile in pile", f"{AGAIN}an older discard taken"),
    ("referee", "not (self.marked and self.pile)", "True", f"{AGAIN}an automatic take with tiles in the pile"),
    ("referee", '_need(self.control[seat] == PERSON, "automatic")', "pass", f"{AGAIN}a mark before a computer's move"),
    (
        "referee",
        '_need(self.t_ms >= self._limit(), "clock")\n                self.automatic',
        "self.automatic",
        f"{AGAIN}a time-out a millisecond early",
    ),
    ("referee", '_need(seat not in self.declared, "order")', "pass", f"{AGAIN}declared twice"),
    ("referee", "controller in (PERSON, COMPUTER) and ", "", f"{AGAIN}controller 3"),
    ("referee", " and controller != self.control[seat]", "", f"{AGAIN}person who is there already"),
    (
        "referee",
        'controller == PERSON or self.rules.absent == "computer"',
        "True",
        f"{AGAIN}computer where absence is a clock",
    ),
    (
        "referee",
        "seat in self.seats and self.kinds[seat] == PERSON",
        "seat in self.seats",
        f"{AGAIN}controller of a computer",
    ),
    ("referee", '_need(event.seat == self.previous(self.starter), "seat")', "pass", f"{AGAIN}another dealer"),
    ("referee", "shown == (self.starter, line[place], first, second)", "True", f"{AGAIN}another indicator"),
    ("referee", '_need(seat not in self.threw, "show")', "pass", f"{AGAIN}shown after the first throw"),
    ("referee", 'window != "dealt" or event.tile in self.dealt[seat]', "True", f"{AGAIN}a twin shown that was drawn"),
    ("referee", 'window != "draw" or seat not in self.drew', "True", f"{AGAIN}shown after the first draw"),
    ("referee", "if other != seat and not low:", "if other != seat:", "vector"),
    ("referee", "self.scores[other] + self.changes[other] <", "self.scores[other] <", "spared"),
    ("referee", "self.shown_by is None and ", "", f"{AGAIN}shown twice"),
    ("referee", "event.tile in self.racks[seat]", "True", f"{AGAIN}shown by another"),
    ("referee", "event.tile == twin(self.indicator) and ", "", f"{AGAIN}another tile of the rack shown"),
    (
        "referee",
        '_need(event.tile in rack, "tile")\n        if self.marked',
        "if self.marked",
        f"{AGAIN}tile 106 thrown",
    ),
    ("referee", "if tile >> 1 != self.okey][-1]", "][0]", "rummy"),
    (
        "referee",
        "[tile for tile in rack if tile >> 1 != self.okey][-1]",
        "event.tile",
        f"{AGAIN}an automatic throw of another tile",
    ),
    ("referee", "self.previous(self.last)", "self.last", "lap"),
    ("referee", 'self.rules.exhaust == "turn" or ', "", "pile"),
    ("referee", "elif self.moves == self.rules.moves:", "elif False:", "moves"),
    ("referee", "sorted([*laid, event.tile]) == sorted(rack)", "True", f"{AGAIN}finish with a foreign tile"),
    ("referee", "event.seat not in self.declared", "True", f"{AGAIN}melds by a seat that declared pairs"),
    ("referee", "self._melds(event.groups, falling=manual)", "True", f"{AGAIN}two groups joined"),
    ("referee", "falling=manual", "falling=True", f"{AGAIN}falling run where the program arranges"),
    (
        "referee",
        'if self.rules.arrange == "manual":',
        "if True:",
        f"{AGAIN}a claim with groups, arranged by the program",
    ),
    ("referee", '_need(not right, "claim")', "pass", f"{AGAIN}a right claim charged"),
    (
        "referee",
        '("pairs" in kinds if only_pairs else kinds)',
        "False",
        f"{AGAIN}a right claim charged, arranged by the program",
    ),
    ("referee", "self.changes[event.seat] -= self.rules.penalty", "pass", "usta"),
    ("referee", '_need(reason == self.due, "reason")', "pass", f"{AGAIN}klasik: reason pile"),
    ("referee", '_need(reason == CANCELLED, "reason")', "pass", f"{AGAIN}deal end 2 out of nothing"),
    (
        "referee",
        'self.rules.late == "forfeit" and self.control',
        "self.control",
        f"{AGAIN}a forfeit where the program plays",
    ),
    ("referee", '_need(event.seat == seat, "seat")', "pass", f"{AGAIN}klasik: another finisher"),
    (
        "referee",
        "if reason == FORFEIT:\n            _need(self.t_ms",
        "if False:\n            _need(self.t_ms",
        f"{AGAIN}a forfeit a millisecond early",
    ),
    ("referee", 'if reason == FORFEIT and self.rules.count == "pot"', "if False", "pot forfeit"),
    ("referee", '_need(list(event.changes) == changes, "score")', "pass", f"{AGAIN}klasik: a point more"),
    ("referee", "self.decided = 0", "self.decided = None", f"{AGAIN}cancelled deal, match goes on"),
    ("referee", "amount *= rules.colour", "pass", "short usta"),
    ("referee", "len(self.seats) - 1", "3", "ikramiye"),
    ("referee", "cancelled if not self.decided else event.reason == self.decided", "True", f"{AGAIN}klasik: reason 0"),
    ("referee", '_need(event.seat == self.forfeiter, "seat")', "pass", f"{AGAIN}klasik: a seat that forfeits"),
    ("referee", " and list(event.ranks) == ranks", "", f"{AGAIN}klasik: another rank"),
    ("referee", "list(event.scores) == self.scores and ", "", f"{AGAIN}klasik: another final score"),
    ("referee", "ranked = [seat for seat in self.seats if seat != self.forfeiter]", "ranked = self.seats", "forfeit"),
    ("referee", 'roller if rules.start == "roller" else self.next(roller)', "roller", "klasik"),
    ("referee", 'roller if rules.start == "roller" else self.next(roller)', "self.next(roller)", "rummy"),
    ("referee", 'by_finisher = self.rules.start == "finisher"', "by_finisher = True", "rummy"),
    ("referee", "return self.begin + 1000", "return 1000", f"{AGAIN}a time-out a millisecond early"),
    ("trust", "end is None and ", "", "keys: a second change of one key"),
    ("trust", "(end is None or created_ms < end)", "True", "keys: the old key after its end"),
    ("trust", "begin <= created_ms and ", "", "keys: announced for later"),
    ("trust", "created_ms < end)", "created_ms <= end)", "keys: the old key after its end"),
    (
        "trust",
        "self._times.setdefault(change.new, (change.valid_from_ms, None))",
        "self._times[change.new] = (change.valid_from_ms, None)",
        "keys: back to the first key",
    ),
    ("strict", 'digits.startswith("-") or ', "", "file: number -0"),
    ("strict", " or int(digits) > MAX_NUMBER", "", f"file: number {2**53}"),
    ("strict", "parse_float=_refuse,", "", "file: number 1e3"),
    ("strict", "parse_constant=_refuse,", "", "file: number NaN"),
    ("strict", "len(found) != len(pairs)", "False", "file: repeated key, escaped"),
    ("strict", 'raise StrictError("true or false")', "return", "file: number true"),
    ("strict", "if any(", "if False and any(", "file: lone surrogate"),
    ("strict", "_plain(key)", "pass", "file: lone surrogate in a key"),
    ("strict", "if depth > MAX_DEPTH:", "if False:", "file: depth 5"),
    ("model", "len(value.encode()) > most", "len(value) > most", "file: name of 86 letters of three bytes"),
    ("model", "value.keys() != readers.keys()", "not value.keys() >= readers.keys()", "file: extra key"),
    ("model", '"0123456789abcdef"', '"0123456789abcdefABCDEF"', "file: capital hex"),
    (
        "model",
        "_check(any(missing) if",
        "_check(True if",
        "file: cancelled after list, opened by all, without opening_sig",
    ),
    ("model", "_check((computer is not None) == ", "_check(True or ", "file: a computer that is none"),
    (
        "model",
        "_check(played or not (record.events or record.heads))",
        "pass",
        "file: cancelled after opening with events",
    ),
    ("verify", "change.signed and ", "", "keys: a change signed by the new key"),
    ("verify", " and change.valid_from_ms > last", "", "keys: times that stand still"),
    (
        "verify",
        '_need(signed(key, message, record.open_sig), "open", "open_sig")',
        "pass",
        "cancelled before list, open_sig flipped",
    ),
    ("verify", "(seat.commit != Z) == (seat.kind == PERSON)", "True", f"{AGAIN}a computer with commitment"),
    ("verify", '_need(fits, "commit", f"seats[{place}]")', "pass", f"{AGAIN}another value"),
    ("verify", " and PERSON in kinds", "", f"{AGAIN}no person"),
    ("verify", "sum(map(bool, kinds)) == rules.seats and ", "", f"{AGAIN}a seat too few"),
    ("verify", "record.listed_ms >= record.created_ms", "True", f"{AGAIN}listed before it was opened"),
    (
        "verify",
        '_need(len(record.heads) == len(referee.ends), "head", f"heads[{len(record.heads)}]")',
        "pass",
        "file: last head missing",
    ),
    ("verify", "referee.cancelled == (record.outcome == IN_PLAY)", "True", f"{AGAIN}finished match told as cancelled"),
    ("verify", "place < len(referee.ends) and ", "", "file: a head too many"),
    ("verify", 'need(own == mine.list[mine.seat].value, "value")', "pass", "notes: another value"),
    ("verify", 'need(mine.public_key == self.seen.public_key, "public_key")', "pass", "notes: of another key"),
    ("verify", 'need(mine.table_id == self.seen.table_id, "table_id")', "pass", "notes: of another table"),
    ("verify", 'need(small and signed(key, message, head.sig), f"heads[{place}]")', "pass", "notes: head flipped"),
    (
        "verify",
        "if head.seq < len(self.chain) else None",
        "if head.seq < len(self.chain) else head.head",
        "notes: more events than the record",
    ),
    ("verify", 'same(mine.listed_ms, record.listed_ms, "listed_ms")', "pass", "notes: listed later"),
    ("verify", "if record.opening_sig else None", "", "notes: an opening with a hole where the record has none"),
]


@pytest.fixture(scope="module")
def cases() -> dict[str, Case]:
    vector = Case("vector", (VECTORS / "record.json").read_bytes(), "valid")
    return {"vector": vector} | {case.name: case for part in (valid, altered, files, noted) for case in part()}


def loaded(name: str, old: str = "", new: str = "") -> dict[str, Any]:
    """The module, with `old` replaced by `new` where it first stands."""
    source = inspect.getsource(MODULES[name])
    assert old in source, old
    names: dict[str, Any] = {"__name__": MODULES[name].__name__}
    exec(compile(source.replace(old, new, 1) if old else source, f"<{name}>", "exec"), names)
    return names


def verdict(case: Case, module: str = "", old: str = "", new: str = "") -> str:
    """What the verifier says of the case with a slip in one of its modules."""
    check = loaded("verify", *(old, new) if module == "verify" else ())
    keyring: Any = Keyring
    if module == "referee":
        slipped = loaded("referee", old, new)
        check |= {name: slipped[name] for name in ("Referee", "Objection")}
    elif module == "trust":
        keyring = loaded("trust", old, new)["Keyring"]
    elif module in ("strict", "model"):
        reader = loaded("model", *(old, new) if module == "model" else ())
        if module == "strict":
            slipped = loaded("strict", old, new)
            reader |= {name: slipped[name] for name in ("parse", "StrictError")}
        check |= {name: reader[name] for name in ("read_record", "read_evidence", "FileFault")}
    text: str = check["verify"](case.record, keyring([SIGNER.public] if case.trusted else []), case.evidence).text
    return text


@pytest.mark.parametrize("place", range(len(MUTANTS)), ids=[f"{m[0]}: {m[3]}" for m in MUTANTS])
def test_a_slip_is_noticed(place: int, cases: dict[str, Case]) -> None:
    module, old, new, name = MUTANTS[place]
    case = cases[name]
    assert verdict(case) == case.verdict
    try:
        found = verdict(case, module, old, new)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return
    assert found != case.verdict

"""No changed bit of a bound value passes; each is refused with the right code at the right place (FAIRNESS 12.3)."""

from itertools import islice
from random import Random

import pytest

from okey.record.model import read_record
from okey.record.verify import verify
from tests.record.cases import Base, bases
from tests.record.flips import flips, signed_flips
from tests.record.maker import KEYS, data_of, entries, evidence_of, values_of
from tests.record.test_verify import VECTORS

NAMES = ("klasik", "tiny", "moves", "rummy", "short usta", "forfeit", "stopped")


def check(base: Base, seed: str, number: int) -> None:
    for flip in islice(flips(base, Random(seed)), number):
        verdict = verify(flip.record, KEYS)
        assert flip.verdict.fullmatch(verdict.text), (flip.name, verdict.text)
        assert verdict.exit_code in (1, 2)


def check_signed(base: Base, seed: str, number: int) -> None:
    mine = data_of(evidence_of(base.record, 0, range(len(base.log) + 1)))
    for flip, believed in islice(signed_flips(base, Random(seed)), number):
        verdict = verify(flip.record, KEYS)
        assert flip.verdict.fullmatch(verdict.text), (flip.name, verdict.text)
        if verdict.exit_code == 0:
            assert believed, flip.name
            assert verify(flip.record, KEYS, mine).code == "evidence", flip.name


@pytest.mark.parametrize("name", NAMES)
def test_a_bit_changed(name: str) -> None:
    check(bases()[name], name, 110)


@pytest.mark.parametrize("name", NAMES)
def test_a_bit_changed_and_everything_signed_again(name: str) -> None:
    check_signed(bases()[name], name, 40)


def test_names_are_not_bound() -> None:
    values = values_of(bases()["lap"].record)
    for seat in values["seats"]:
        seat["name"] = "?"
    values |= {"software": "?", "computers": [None, None, None, {"version": "?", "level": ""}]}
    assert verify(data_of(values), KEYS).text == "valid"


@pytest.mark.soak
def test_ten_thousand_bits_of_every_record() -> None:
    whole = read_record((VECTORS / "record.json").read_bytes())
    everything = {**bases(), "vector": Base(whole, tuple(entries(whole)))}
    for name, base in everything.items():
        check(base, f"soak {name}", 800)
        check_signed(base, f"soak {name}", 200)

"""`derive` against every vector of okey-fair/1."""

import json
from typing import Any

import pytest

from okey.record.derive import DeriveError, derive
from tests.fair.vectors import FAIR, VECTORS


def request(vector: dict[str, Any], **changes: Any) -> bytes:
    values = {
        "table_id": vector["table_id"],
        "server_seed": vector["server_seed"],
        "rules_text": vector["rules_text"],
        "seats": [
            {"kind": kind, "value": value} for kind, value in zip(vector["kinds"], vector["values"], strict=True)
        ],
        "hands": [hand["hand"] for hand in vector.get("hands", [])],
    }
    return json.dumps({**values, **changes}).encode()


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"][:2])
def test_a_vector_is_derived_from_its_secrets(vector: dict[str, Any]) -> None:
    derived = derive(request(vector))
    assert derived == {name: vector[name] for name in derived}


def test_starters_are_given_when_the_finisher_starts() -> None:
    usta = FAIR["usta"]
    derived = derive(request(usta, hands=[1, 2, 3, 4, 5, 6], starters=usta["starters"]))
    assert [hand["dealer"] for hand in derived["hands"]] == usta["dealers"]
    assert [hand["indicator"] for hand in derived["hands"]] == usta["indicators"]
    assert derived["first_roller"] == usta["first_roller"]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"table_id": "00"}, "table_id"),
        ({"server_seed": "A" * 64}, "server_seed"),
        ({"rules_text": "okey-rules/1"}, "rules_text"),
        ({"rules_text": 1}, "rules_text"),
        ({"seats": []}, "seats"),
        ({"seats": [1, 2, 3, 4]}, "seats"),
        ({"seats": [{"kind": 3, "value": None}] * 4}, "seats"),
        ({"seats": [{"kind": 1, "value": None}] * 4}, "seats"),
        ({"seats": [{"kind": 2, "value": None}] * 4}, "seats"),
        ({"hands": [0]}, "hands"),
        ({"hands": "1"}, "hands"),
        ({"starters": [0, 0]}, "starters"),
    ],
)
def test_a_wrong_request_names_its_field(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(DeriveError, match=f"^{field}"):
        derive(request(VECTORS[0], **changes))


def test_wrong_starters_are_refused() -> None:
    with pytest.raises(DeriveError, match=r"^starters"):
        derive(request(FAIR["usta"], hands=[1, 2], starters=[0]))

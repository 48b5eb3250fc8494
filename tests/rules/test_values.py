"""The quick copy of frozen values is the one of the standard library."""

from __future__ import annotations

import dataclasses

import pytest

from okey.rules.clock import Clock
from okey.rules.match import new_match
from okey.rules.ruleset import PRESETS
from okey.rules.values import replace

KLASIK = PRESETS["klasik"]


def test_replace_is_the_one_of_dataclasses() -> None:
    state = new_match(KLASIK, (1, 2, 2, 1), 0)
    again = replace(state, number=3, scores=(1, 2, 3, 4))
    assert again == dataclasses.replace(state, number=3, scores=(1, 2, 3, 4))
    assert hash(again) == hash(dataclasses.replace(again))
    assert replace(replace(again, number=0), scores=state.scores) == state
    assert (state.number, state.scores) == (0, (20, 20, 20, 20))


def test_what_was_replaced_is_frozen_too() -> None:
    clock = replace(Clock.of(KLASIK, (1, 1, 0, 0)), turn=1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        clock.__setattr__("turn", 0)
    assert clock.turn == 1

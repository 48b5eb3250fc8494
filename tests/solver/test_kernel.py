"""The kernel as Python and compiled: the same answers, no stale build, no wild memory."""

import hashlib
import importlib
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from okey.solver import kernel
from okey.solver.hand import counts
from tests.solver.hands import near_hand, random_hand

LEFT = bytes([2] * 53)


@pytest.fixture(scope="module")
def extension() -> ModuleType:
    """The compiled kernel; it may be missing on a person's machine, on CI only where it is not built on purpose."""
    try:
        return importlib.import_module("okey.solver._kernel")
    except ImportError:
        if os.environ.get("CI") and os.environ.get("OKEY_BUILD_KERNEL") != "0":
            raise
        pytest.skip("no compiled kernel: run make build")


def hands(size: int, number: int, seed: int) -> list[bytes]:
    """Counts of random and near-complete hands."""
    random = Random(seed)
    found = []
    for which in range(number):
        found.append(counts(*(random_hand(random, size) if which % 2 else near_hand(random, size, 4))))
    return found


def test_compiled_and_pure_agree(extension: ModuleType) -> None:
    assert extension.compiled()
    assert not kernel.compiled()
    some = hands(14, 3000, 1)
    packed = b"".join(some)
    assert extension.distances(packed) == kernel.distances(packed)
    for hand in some:
        assert extension.distance(hand) == kernel.distance(hand)
        assert extension.useful(hand) == kernel.useful(hand)
        assert extension.useful_for_melds(hand) == kernel.useful_for_melds(hand)


def test_compiled_and_pure_throw_the_same(extension: ModuleType) -> None:
    random = Random(2)
    for hand in hands(15, 600, 2):
        left = bytes(random.choices(range(3), k=53))
        assert extension.throws(hand, left) == kernel.throws(hand, left)
        assert extension.overlap(hand) == kernel.overlap(hand)


def test_the_extension_is_built_from_this_source(extension: ModuleType) -> None:
    source = Path(kernel.__file__).read_bytes()
    assert hashlib.sha256(source).hexdigest() == extension.SOURCE_SHA256, "stale kernel: run make build"


def test_batch_is_one_call_for_many_hands() -> None:
    some = hands(14, 200, 3)
    packed = kernel.distances(b"".join(some))
    assert [(packed[2 * at], packed[2 * at + 1]) for at in range(200)] == [kernel.distance(hand) for hand in some]
    assert kernel.distances(b"") == b""


def test_overlap_of_fifteen_says_how_near_the_best_throw_comes() -> None:
    for hand in hands(15, 60, 4):
        rest = [hand[:face] + bytes([hand[face] - 1]) + hand[face + 1 :] for face in range(52) if hand[face]]
        assert min(kernel.distance(tiles)[0] for tiles in rest) == max(0, 14 - hand[52] - kernel.overlap(hand))


def test_useful_for_melds_is_every_draw_that_raises_the_overlap() -> None:
    for hand in hands(14, 60, 5):
        melds = kernel.distance(hand)[0]
        bits = (melds > 0 and hand[52] < 2) << 52
        for face in range(52):
            more = hand[:face] + bytes([hand[face] + 1]) + hand[face + 1 :]
            bits |= (hand[face] < 2 and melds > max(0, 14 - hand[52] - kernel.overlap(more))) << face
        assert kernel.useful_for_melds(hand) == bits


def test_throws_are_all_that_leave_the_smallest_distance() -> None:
    random = Random(6)
    for hand in hands(15, 120, 6):
        left = bytes(random.choices(range(3), k=53))
        plain = []
        for face in range(53):
            if hand[face]:
                rest = hand[:face] + bytes([hand[face] - 1]) + hand[face + 1 :]
                bits = kernel.useful(rest)
                copies = sum(left[other] for other in range(53) if bits >> other & 1)
                plain.append((face, min(kernel.distance(rest)), bits, copies))
        least = min(away for _, away, _, _ in plain)
        assert kernel.throws(hand, left) == [entry for entry in plain if entry[1] == least]


def test_learning_is_bounded() -> None:
    assert 0 < kernel.learn(0, 40) <= 594
    for first, last in ((-1, 3), (3, 1), (0, 3**13 + 1)):
        with pytest.raises(ValueError, match="no patterns"):
            kernel.learn(first, last)


def _both() -> list[ModuleType]:
    try:
        return [kernel, importlib.import_module("okey.solver._kernel")]
    except ImportError:
        return [kernel]


@pytest.mark.parametrize("core", _both(), ids=lambda core: core.__name__)
@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda core: core.distance(bytes(53)), "14 tiles"),
        (lambda core: core.distance(bytes(52) + b"\x0e"), "14 tiles"),
        (lambda core: core.distance(b"\x03" + b"\x01" * 11 + bytes(41)), "14 tiles"),
        (lambda core: core.distance(b"\xff" * 53), "14 tiles"),
        (lambda core: core.distance(b"\x02" * 53), "14 tiles"),
        (lambda core: core.distance(b"\x02" * 7), "14 tiles"),
        (lambda core: core.useful(b"\x02" * 7 + b"\x01" + bytes(45)), "14 tiles"),
        (lambda core: core.useful_for_melds(bytes(53)), "14 tiles"),
        (lambda core: core.overlap(b"\x02" * 7 + bytes(46)), "15 tiles"),
        (lambda core: core.throws(b"\x02" * 7 + bytes(46), LEFT), "15 tiles"),
        (lambda core: core.throws(b"\x02" * 7 + b"\x01" + bytes(45), LEFT[1:]), "copies left"),
        (lambda core: core.distances(bytes(54)), "whole number"),
        (lambda core: core.distances(b"\x02" * 7 + bytes(46) + bytes(53)), "hand 1 "),
    ],
)
def test_what_is_no_hand_is_refused(core: ModuleType, call: Callable[[ModuleType], Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call(core)
    assert core.distance(b"\x02" * 7 + bytes(46)) == (0, 0)

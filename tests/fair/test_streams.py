from collections import Counter

import pytest

from okey.fair.streams import Stream, tag
from tests.fair.vectors import BELOW, numbers


def test_tags_end_with_a_zero_byte() -> None:
    assert tag("master") == b"okey-fair/1/master\x00"


def test_below_gives_the_values_of_the_vector_and_refuses_three_bytes() -> None:
    assert numbers({"Stream": Stream}) == (BELOW["values"], 3)


@pytest.mark.parametrize("n", [0, -1, 257])
def test_below_is_defined_for_1_to_256_only(n: int) -> None:
    with pytest.raises(ValueError, match=r"1\.\.256"):
        Stream(bytes(32), 2, 1).below(n)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_key_has_32_bytes(size: int) -> None:
    with pytest.raises(ValueError, match="32"):
        Stream(bytes(size), 2, 1)


def test_streams_of_other_purpose_number_or_key_differ() -> None:
    def start(key: bytes, purpose: int, number: int) -> bytes:
        stream = Stream(key, purpose, number)
        return bytes(stream.byte() for _ in range(40))

    streams = {
        start(key, purpose, number)
        for key in (bytes(32), b"\1" * 32)
        for purpose in (1, 2, 3)
        for number in (0, 1, 256, 65536)
    }
    assert len(streams) == 24


def test_every_number_below_six_is_about_equally_often() -> None:
    stream = Stream(bytes(range(32)), 3, 7)
    seen = Counter(stream.below(6) for _ in range(60_000))
    assert set(seen) == set(range(6))
    assert all(abs(count - 10_000) < 500 for count in seen.values())

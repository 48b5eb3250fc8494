import pytest
from hypothesis import given
from hypothesis import strategies as st

from okey.rules import text
from tests.rules.naive import LABELS
from tests.strategies import tile_ids


@given(tile_ids)
def test_a_tile_reads_back(tile: int) -> None:
    assert text.parse_tile(text.tile_text(tile)) == tile
    assert text.tile_text(tile) == LABELS[tile] + "ab"[tile % 2]
    assert text.parse_face(text.face_text(tile >> 1)) == tile >> 1


@pytest.mark.parametrize("word", ["", "r", "r0", "r14", "r05", "R5", "g5", "5r", "f", "FF", "r5 ", "r5a", "O", "r٥"])
def test_faces_that_are_none(word: str) -> None:
    with pytest.raises(ValueError, match="unknown tile"):
        text.parse_face(word)


@pytest.mark.parametrize("word", ["", "r5", "F", "r5c", "r5A", "r14a", "r0a", "Fc", "r5ab", "r5a\n", "r1٣a"])
def test_tiles_that_are_none(word: str) -> None:
    with pytest.raises(ValueError, match="unknown tile"):
        text.parse_tile(word)


def test_faces_get_physical_tiles() -> None:
    assert text.tiles_from_faces(["r5", "F", "r5", "F", "k13"]) == (8, 104, 9, 105, 102)


def test_a_real_okey_may_be_written_o() -> None:
    assert text.tiles_from_faces(["O", "b5", "F"], okey=text.parse_face("b5")) == (60, 61, 104)
    with pytest.raises(ValueError, match="'O'"):
        text.tiles_from_faces(["O"])


@pytest.mark.parametrize("words", [["r5"] * 3, ["F"] * 3, ["b5", "O", "b5"]])
def test_no_third_copy(words: list[str]) -> None:
    with pytest.raises(ValueError, match="more than two"):
        text.tiles_from_faces(words, okey=text.parse_face("b5"))


@given(st.lists(st.integers(0, 52), max_size=20))
def test_tiles_from_faces_keep_the_faces(faces: list[int]) -> None:
    faces = [face for place, face in enumerate(faces) if faces[:place].count(face) < 2]
    found = text.tiles_from_faces(text.face_text(face) for face in faces)
    assert [tile >> 1 for tile in found] == faces
    assert len(set(found)) == len(found)

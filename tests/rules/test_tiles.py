import pytest

from okey.rules import tiles
from tests.rules.naive import LABELS, okey_label


def test_the_box() -> None:
    """B30: 13 numbers, four colours, two copies, two false jokers."""
    faces = [tiles.face(tile) for tile in range(tiles.TILES)]
    assert len(faces) == 106
    assert all(faces.count(face) == 2 for face in range(tiles.FACES))
    assert len(set(faces)) == 53


@pytest.mark.parametrize("tile", range(104))
def test_numbered_tiles_follow_the_formula(tile: int) -> None:
    face = tiles.face(tile)
    assert 26 * tiles.colour(face) + 2 * (tiles.number(face) - 1) + tile % 2 == tile
    assert f"{'rybk'[tiles.colour(face)]}{tiles.number(face)}" == LABELS[tile]
    assert tiles.twin(tiles.twin(tile)) == tile != tiles.twin(tile)
    assert tiles.face(tiles.twin(tile)) == face


@pytest.mark.parametrize("tile", range(104))
def test_okey_is_one_above_the_indicator(tile: int) -> None:
    okey = tiles.okey_face(tile)
    assert LABELS[2 * okey] == okey_label(tile)
    assert tiles.is_okey(2 * okey, okey)
    assert tiles.is_okey(2 * okey + 1, okey)
    assert not tiles.is_okey(tile, okey)
    assert not tiles.is_okey(104, okey)
    assert tiles.value(104, okey) == tiles.value(105, okey) == okey
    assert tiles.value(tile, okey) == tiles.face(tile)


@pytest.mark.parametrize("tile", [104, 105, -1, 106])
def test_no_okey_without_a_numbered_indicator(tile: int) -> None:
    """B16: a false joker is no indicator."""
    with pytest.raises(ValueError, match=str(tile)):
        tiles.okey_face(tile)


@pytest.mark.parametrize("value", [-1, 106, 3.0, True, False, None, "3", [3], b"3"])
def test_what_is_no_tile(value: object) -> None:
    assert not tiles.is_tile(value)


def test_what_is_a_tile() -> None:
    assert all(tiles.is_tile(tile) for tile in range(106))

import json
import os
import pickle
from pathlib import Path

import pytest

from okey.fair.trust import Keyring
from okey.storage.keys import (
    CHANGES_FILE,
    SEED_FILE,
    SIGNING_FILE,
    KeyFileError,
    SeedBox,
    known_keys,
    rotate,
    seed_box,
    signing_keys,
)

TABLE, SEED = bytes(range(16)), bytes(range(32))
NOW = 1_767_225_600_000


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_the_first_start_makes_a_key_that_nobody_else_may_read(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    assert known_keys(folder) is None
    keys = signing_keys(folder)
    assert mode(folder / SIGNING_FILE) == 0o600
    assert keys.changes == ()
    assert keys.current is keys.signers[0]
    again = signing_keys(folder)
    assert again.current.public == keys.current.public
    assert [path.name for path in folder.iterdir()] == [SIGNING_FILE]
    other = signing_keys(tmp_path / "other")
    assert other.current.public != keys.current.public


def test_a_rotation_is_announced_by_the_old_key_and_old_tables_keep_theirs(tmp_path: Path) -> None:
    first = signing_keys(tmp_path).current.public
    second = rotate(tmp_path, NOW).current.public
    keys = rotate(tmp_path, NOW + 5)
    third = keys.current.public
    assert len({first, second, third}) == 3
    assert keys.of(first).public == first
    with pytest.raises(KeyError):
        keys.of(bytes(32))
    trusted = Keyring([first], keys.changes)
    moments = (NOW - 1, NOW, NOW + 4, NOW + 5)
    assert [[trusted.trusts(key, moment) for moment in moments] for key in (first, second, third)] == [
        [True, False, False, False],
        [False, True, True, False],
        [False, False, False, True],
    ]
    assert mode(tmp_path / SIGNING_FILE) == 0o600
    public = (tmp_path / CHANGES_FILE).read_text()
    for private in json.loads((tmp_path / SIGNING_FILE).read_text()):
        assert private not in public
    with pytest.raises(KeyFileError, match="not earlier"):
        rotate(tmp_path, NOW + 5)


def test_a_new_key_counts_only_once_it_is_announced(tmp_path: Path) -> None:
    first = signing_keys(tmp_path).current.public
    rotate(tmp_path, NOW)
    (tmp_path / CHANGES_FILE).unlink()  # the machine stopped between the two files
    assert signing_keys(tmp_path).current.public == first
    second = rotate(tmp_path, NOW + 1).current.public
    assert known_keys(tmp_path) is not None
    assert second != first


@pytest.mark.skipif(os.name != "posix", reason="modes of files are those of POSIX")
def test_a_key_that_others_may_read_is_not_used(tmp_path: Path) -> None:
    signing_keys(tmp_path)
    seed_box(tmp_path)
    for name, use in ((SIGNING_FILE, signing_keys), (SEED_FILE, seed_box)):
        (tmp_path / name).chmod(0o640)
        with pytest.raises(KeyFileError, match="others may read"):
            use(tmp_path)


@pytest.mark.parametrize("text", ["", "[]", "{}", '["00"]', "[1]", "nonsense"])
def test_a_damaged_key_file_is_named(tmp_path: Path, text: str) -> None:
    signing_keys(tmp_path)
    (tmp_path / SIGNING_FILE).write_text(text)
    with pytest.raises(KeyFileError, match=SIGNING_FILE):
        known_keys(tmp_path)


@pytest.mark.parametrize("text", ["", "{", "[{}]", '[{"old":"00","new":"11","valid_from_ms":1,"sig":"22"}]', "[1]"])
def test_a_damaged_list_of_changes_is_named(tmp_path: Path, text: str) -> None:
    signing_keys(tmp_path)
    (tmp_path / CHANGES_FILE).write_text(text)
    with pytest.raises(KeyFileError, match=CHANGES_FILE):
        known_keys(tmp_path)


def test_seeds_are_sealed_for_their_table(tmp_path: Path) -> None:
    box = seed_box(tmp_path)
    sealed = box.seal(TABLE, SEED)
    assert SEED not in sealed
    assert box.seal(TABLE, SEED) != sealed
    assert seed_box(tmp_path).open(TABLE, sealed) == SEED
    assert mode(tmp_path / SEED_FILE) == 0o600
    wrong = [
        (box, bytes(16), sealed),
        (SeedBox(bytes(32)), TABLE, sealed),
        (box, TABLE, sealed[:-1]),
        (box, TABLE, b"\2" + sealed[1:]),
        (box, TABLE, b""),
        (box, TABLE, b"\1"),
    ]
    for other, table, data in wrong:
        with pytest.raises(KeyFileError, match="does not open"):
            other.open(table, data)


def test_the_box_never_tells_its_key(tmp_path: Path) -> None:
    box = seed_box(tmp_path)
    assert repr(box) == "SeedBox"
    with pytest.raises(TypeError, match="not pickled"):
        pickle.dumps(box)
    (tmp_path / SEED_FILE).write_bytes(bytes(31))
    with pytest.raises(KeyFileError, match="32 bytes"):
        seed_box(tmp_path)


def test_two_starts_at_once_agree_on_one_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second process sees no file, makes a key, and finds the one of the first."""
    first = signing_keys(tmp_path).current.public
    exists = Path.exists
    monkeypatch.setattr(Path, "exists", lambda path: path.name != SIGNING_FILE and exists(path))
    assert signing_keys(tmp_path).current.public == first
    assert sorted(path.name for path in tmp_path.iterdir()) == [SIGNING_FILE]

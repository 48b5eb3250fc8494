from okey.fair.messages import key_change_message
from okey.fair.signing import Signer
from okey.fair.trust import KeyChange, Keyring

ONE, TWO, THREE, FOUR = (Signer(bytes([number]) * 32) for number in range(1, 5))


def change(old: Signer, new: Signer, when: int) -> KeyChange:
    return KeyChange(old.public, new.public, when, old.sign(key_change_message(old.public, new.public, when)))


def times(keys: Keyring, signer: Signer) -> str:
    """For which of the moments 0..9 the key is trusted."""
    return "".join("x" if keys.trusts(signer.public, moment) else "." for moment in range(10))


def test_without_changes_a_key_is_trusted_always_and_others_never() -> None:
    keys = Keyring([ONE.public])
    assert times(keys, ONE) == "xxxxxxxxxx"
    assert times(keys, TWO) == ".........."


def test_a_change_ends_the_old_key_where_the_new_one_begins() -> None:
    keys = Keyring([ONE.public], [change(ONE, TWO, 3), change(TWO, THREE, 7)])
    assert [times(keys, signer) for signer in (ONE, TWO, THREE)] == ["xxx.......", "...xxxx...", ".......xxx"]


def test_a_change_counts_only_when_its_old_key_is_trusted_then() -> None:
    assert times(Keyring([ONE.public], [change(TWO, THREE, 3)]), THREE) == ".........."
    early = Keyring([ONE.public], [change(ONE, TWO, 5), change(TWO, THREE, 4)])
    assert [times(early, signer) for signer in (TWO, THREE)] == [".....xxxxx", ".........."]
    at_once = Keyring([ONE.public], [change(ONE, TWO, 5), change(TWO, THREE, 5)])
    assert [times(at_once, signer) for signer in (TWO, THREE)] == ["..........", ".....xxxxx"]


def test_a_key_is_changed_once() -> None:
    keys = Keyring([ONE.public], [change(ONE, TWO, 3), change(ONE, THREE, 2)])
    assert [times(keys, signer) for signer in (ONE, TWO, THREE)] == ["xxx.......", "...xxxxxxx", ".........."]


def test_a_new_key_met_before_keeps_its_own_times() -> None:
    both = Keyring([ONE.public, TWO.public], [change(ONE, TWO, 5)])
    assert [times(both, signer) for signer in (ONE, TWO)] == ["xxxxx.....", "xxxxxxxxxx"]
    back = Keyring([ONE.public], [change(ONE, TWO, 3), change(TWO, ONE, 6)])
    assert [times(back, signer) for signer in (ONE, TWO)] == ["xxx.......", "...xxx...."]


def test_a_forged_change_counts_for_nothing() -> None:
    forged = KeyChange(ONE.public, TWO.public, 3, TWO.sign(key_change_message(ONE.public, TWO.public, 3)))
    keys = Keyring([ONE.public], [forged])
    assert not forged.signed
    assert [times(keys, signer) for signer in (ONE, TWO)] == ["xxxxxxxxxx", ".........."]


def test_changes_known_before_come_first_and_the_ring_stays_as_it_was() -> None:
    known = Keyring([ONE.public], [change(ONE, TWO, 5)])
    later = known.after([change(ONE, THREE, 2), change(TWO, FOUR, 8)])
    assert [times(later, signer) for signer in (ONE, TWO, THREE, FOUR)] == [
        "xxxxx.....",
        ".....xxx..",
        "..........",
        "........xx",
    ]
    assert times(known, TWO) == ".....xxxxx"

from okey.fair.messages import SEAL_LETTERS, Z, first_head, list_bytes, master_key, next_head, rules_hash, seal
from tests.fair.vectors import FAIR, VECTORS


def test_rules_hash_counts_bytes_not_letters() -> None:
    for each in FAIR["primitives"]["rules_hash"]:
        assert rules_hash(each["text"].encode()).hex() == each["hash"]


def test_the_list_has_241_bytes_and_zeros_where_nobody_committed() -> None:
    listed = list_bytes(bytes(16), Z, Z, (1, 0, 2, 1), (b"\1" * 32, None, None, b"\2" * 32))
    assert len(listed) == 241
    assert listed[-136:] == b"\0\1" + b"\1" * 32 + b"\1\0" + Z + b"\2\2" + Z + b"\3\1" + b"\2" * 32


def test_kinds_and_values_both_change_the_key() -> None:
    values = (b"\1" * 32, None, None, None)
    keys = {
        master_key(bytes(32), Z, (1, 2, 2, 2), values),
        master_key(bytes(32), Z, (1, 2, 2, 0), values),
        master_key(bytes(32), Z, (1, 2, 2, 2), (b"\2" * 32, None, None, None)),
        master_key(bytes(32), b"\1" * 32, (1, 2, 2, 2), values),
        master_key(b"\1" * 32, Z, (1, 2, 2, 2), values),
    }
    assert len(keys) == 5


def test_the_chain_of_the_signed_log() -> None:
    vector = VECTORS[2]
    list_hash = bytes.fromhex(vector["list_hash"])
    head = first_head(bytes.fromhex(vector["table_id"]), list_hash, bytes.fromhex(vector["server_commit"]))
    assert head.hex() == vector["log0"]
    assert seal(list_hash, head) == vector["seal0"]
    heads = []
    for event in vector["log"]["events"]:
        head = next_head(head, bytes.fromhex(event))
        heads.append(head.hex())
    assert heads == vector["log"]["heads"]
    assert seal(list_hash, head) == vector["log"]["seal4"]


def test_seal_letters_are_32_and_cannot_be_mistaken() -> None:
    assert len(set(SEAL_LETTERS)) == 32
    assert not set("IO01") & set(SEAL_LETTERS)

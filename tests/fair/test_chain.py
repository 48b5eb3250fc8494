from okey.fair.chain import Chain
from okey.fair.messages import head_message
from tests.fair.vectors import VECTORS


def test_the_chain_of_the_signed_log() -> None:
    vector = VECTORS[2]
    table, listed = bytes.fromhex(vector["table_id"]), bytes.fromhex(vector["list_hash"])
    chain = Chain.start(table, listed, bytes.fromhex(vector["server_commit"]))
    assert (chain.n, chain.head.hex(), chain.seal) == (0, vector["log0"], vector["seal0"])
    for number, (event, head) in enumerate(zip(vector["log"]["events"], vector["log"]["heads"], strict=True), 1):
        before = chain
        chain = chain.add(bytes.fromhex(event))
        assert (chain.n, chain.head.hex()) == (number, head)
        assert before.n == number - 1
    assert chain.seal == vector["log"]["seal4"]
    assert chain.message.hex() == vector["log"]["head"]["message"]
    assert chain.message == head_message(table, 4, chain.head)

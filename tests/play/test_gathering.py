"""A table that proves its deals: from the open message to a record both the library and a stranger can check."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from okey.fair.messages import digest, first_head, list_bytes, next_head, player_commit, rules_hash, server_commit
from okey.fair.signing import Signer, verify
from okey.fair.trust import Keyring
from okey.play.commands import ChainFrom, Close, Contribute, Do, Heard, Leave, Sit
from okey.play.gathering import Fairness
from okey.play.hub import Hub
from okey.play.invitation import WAIT_LIMIT, Invitation
from okey.play.messages import (
    Bye,
    Chain,
    Contributions,
    Ev,
    Listed,
    Ok,
    Open,
    Receipt,
    Refused,
    Reveal,
    Room,
    SignedHead,
    Snap,
)
from okey.play.opening import PRIVATE, Options, Secret, calm
from okey.play.ports import Outcome
from okey.play.recording import record_of
from okey.play.seating import OPEN_LIMIT
from okey.record.model import write_record
from okey.record.verify import verify as judge
from okey.rules.actions import Draw, Throw
from okey.rules.ruleset import PRESETS, Ruleset
from okey.testing import MemorySocket, World, think

ADA, BEN = b"a" * 16, b"b" * 16
VALUE = bytes(range(32))
SEED = b"s" * 32
SIGNER = Signer(bytes(range(32)))


class Plain:
    """A vault for tests: readable, but not the seed itself."""

    def seal(self, table: bytes, seed: bytes) -> bytes:
        return bytes(byte ^ 1 for byte in seed)

    def open(self, table: bytes, sealed: bytes) -> bytes:
        return bytes(byte ^ 1 for byte in sealed)


def signer(public: bytes) -> Signer:
    if public != SIGNER.public:
        raise KeyError(public.hex())
    return SIGNER


FAIRNESS = Fairness(Plain(), signer, lambda level: tuple(f"{level} {n}" for n in (1, 2, 3)))


@dataclass
class Site:
    """One table on one node."""

    world: World
    hub: Hub
    table: bytes

    @classmethod
    def of(cls, rules: Ruleset, alone: bool = True, options: Options = PRIVATE) -> "Site":
        world = World()
        hub = Hub(world.ports, think, 0.0, FAIRNESS)
        invitation = Invitation(
            table=world.token(16),
            rules=rules,
            founder=ADA,
            alone=alone,
            hints=False,
            level="kolay",
            public_key=SIGNER.public,
            created=world.now(),
            seed=Secret(SEED),
            bots=Secret(b"b" * 32),
            options=options,
        )
        world.spawn(open_table(hub, invitation))
        world.run()
        return cls(world, hub, invitation.table)

    def join(self, person: bytes = ADA, after: int | None = None) -> MemorySocket:
        socket = MemorySocket()
        self.hub.join(self.table, person, socket, after)
        self.world.run()
        return socket

    def post(self, command: object) -> None:
        self.hub._table(self.table).post(command)
        self.world.run()

    def restart(self) -> None:
        self.world.kill()
        self.hub = Hub(self.world.ports, think, 0.0, FAIRNESS)
        self.world.spawn(self.hub.start())
        self.world.run()

    @property
    def kinds(self) -> list[str]:
        return [row.kind for row in self.world.log.tables[self.table]]


async def open_table(hub: Hub, invitation: Invitation) -> None:
    await hub.invite(invitation)


def heard(socket: MemorySocket, kind: type) -> list:
    return [message for message in socket.heard if isinstance(message, kind)]


def only(socket: MemorySocket, kind: type):
    found = heard(socket, kind)
    assert len(found) == 1, found
    return found[0]


def committed(opened: Open, seat: int = 0, value: bytes = VALUE) -> bytes:
    return player_commit(opened.table, opened.commit, seat, value)


def alone(start: int = 2) -> Site:
    return Site.of(calm(replace(PRESETS["klasik"], points=start)))


def sat(site: Site) -> MemorySocket:
    """The founder has sat down and heard the list."""
    socket = site.join()
    site.post(Sit(socket, 0, "Ada", committed(only(socket, Open))))
    return socket


def begun(site: Site) -> MemorySocket:
    socket = sat(site)
    site.post(Contribute(socket, only(socket, Listed).hash, VALUE))
    return socket


def play_on(site: Site, socket: MemorySocket, until: Callable[[], bool]) -> None:
    """Draw and throw what was drawn, at once; the computers do the rest."""
    for number in range(4000):
        if until():
            return
        standing = site.hub._table(site.table).standing
        assert standing is not None
        can = () if standing.game.turn != 0 else ("throw",) if standing.game.phase == "throw" else ("draw",)
        if standing.game.phase == "between":
            site.post(Do(socket, number.to_bytes(8, "big"), standing.seq, None))
        elif can == ("throw",):
            tile = standing.game.deal.racks[0][-1]
            site.post(Do(socket, number.to_bytes(8, "big"), standing.seq, Throw(tile)))
        elif can:
            site.post(Do(socket, number.to_bytes(8, "big"), standing.seq, Draw()))
        else:
            site.world.advance(10)
    raise AssertionError("the match did not end")


def test_open_is_signed_and_shows_rules_and_commitment_only() -> None:
    site = alone()
    opened = only(site.join(), Open)
    hashed = rules_hash(opened.rules.encode())
    assert opened.commit == server_commit(site.table, hashed, SEED)
    assert verify(opened.public_key, _open(opened), opened.sig)
    assert SEED.hex().encode() not in b"".join(row.body for row in site.world.log.tables[site.table])


def _open(opened: Open) -> bytes:
    from okey.fair.messages import open_message

    return open_message(opened.table, rules_hash(opened.rules.encode()), opened.commit, opened.created_ms)


def test_a_list_is_frozen_before_it_is_sent_and_holds_my_commitment() -> None:
    site = alone()
    socket = sat(site)
    listed = only(socket, Listed)
    opened = only(socket, Open)
    assert site.kinds == ["open", "sit", "fill", "list"]
    assert listed.kinds == (1, 2, 2, 2)
    assert listed.commits == (committed(opened), None, None, None)
    hashed = rules_hash(opened.rules.encode())
    assert listed.hash == digest(list_bytes(site.table, hashed, opened.commit, listed.kinds, listed.commits))


def test_receipt_opening_and_first_deal_follow_the_contribution() -> None:
    site = alone()
    socket = begun(site)
    assert heard(socket, Receipt)
    assert heard(socket, Contributions)[0].values == (VALUE, None, None, None)
    assert heard(socket, Snap)
    assert site.kinds[:6] == ["open", "sit", "fill", "list", "contribution", "opening"]
    order = [type(message).__name__ for message in socket.heard]
    assert order.index("Receipt") < order.index("Contributions") < order.index("Snap")


@pytest.mark.parametrize(
    ("seat", "commit", "code"),
    [(1, b"c" * 32, "seat_taken"), (0, bytes(32), "commit_known"), (9, b"c" * 32, "seat_taken")],
)
def test_a_wrong_sit_is_refused(seat: int, commit: bytes, code: str) -> None:
    site = alone()
    socket = site.join()
    site.post(Sit(socket, seat, "Ada", commit))
    assert only(socket, Refused).fault.code == code
    assert site.kinds == ["open"]


def test_nobody_else_sits_at_my_table() -> None:
    site = alone()
    assert only(site.join(BEN), Bye).why == "not_seated"


@pytest.mark.parametrize(
    ("list_hash", "value", "code"),
    [(b"x" * 32, VALUE, "other_list"), (None, b"y" * 32, "contribution")],
)
def test_a_wrong_contribution_is_refused(list_hash: bytes | None, value: bytes, code: str) -> None:
    site = alone()
    socket = sat(site)
    site.post(Contribute(socket, list_hash or only(socket, Listed).hash, value))
    assert only(socket, Refused).fault.code == code
    assert "contribution" not in site.kinds


def test_who_does_not_open_cancels_the_table_and_the_seed_is_shown() -> None:
    site = alone()
    socket = sat(site)
    site.world.advance(OPEN_LIMIT + 1)
    reveal = only(socket, Reveal)
    assert (reveal.seed, reveal.n, reveal.outcome) == (SEED, 0, 2)
    assert only(socket, Bye).why == "cancelled"
    listed = only(socket, Listed)
    assert site.world.log.effects[-1][1] == Outcome(only(socket, Open).commit, SEED, listed.hash, 2)
    assert verdict(site) == "valid, cancelled"


def test_after_a_restart_there_is_the_whole_time_to_open() -> None:
    site = alone()
    sat(site)
    site.world.kill()
    site.world.advance(OPEN_LIMIT + 1)
    site.restart()
    site.world.advance(OPEN_LIMIT - 1)
    assert "closed" not in site.kinds
    site.world.advance(2)
    assert "closed" in site.kinds


def test_a_table_nobody_comes_to_is_cancelled_before_the_list() -> None:
    site = alone()
    site.restart()
    site.world.advance(WAIT_LIMIT + 1)
    assert site.kinds == ["open", "closed"]
    assert verdict(site) == "valid, cancelled"
    late = site.join()
    assert only(late, Reveal).outcome == 1
    assert only(late, Bye).why == "cancelled"


@pytest.mark.parametrize("stage", ["open", "list", "opening", "play"])
def test_a_forsaken_table_is_cancelled_with_one_line_in_the_list(stage: str) -> None:
    site = alone()
    if stage == "list":
        sat(site)
    if stage == "opening":
        site.world.log.before = lambda table, rows: _no_deal(rows)
    if stage in ("opening", "play"):
        begun(site)
        site.world.log.before = None
    site.post(Close())
    site.post(Close())
    lines = [effect for _, effect in site.world.log.effects if isinstance(effect, Outcome)]
    assert [line.outcome for line in lines] == [{"open": 1, "list": 2, "opening": 2, "play": 3}[stage]]
    assert verdict(site) == "valid, cancelled"


def _no_deal(rows) -> None:
    if rows[0].kind == "game":
        raise OSError("killed")


def verdict(site: Site) -> str:
    record = record_of(site.table, site.world.log.tables[site.table], FAIRNESS, (), "okey")
    assert record is not None
    return judge(write_record(record), Keyring([SIGNER.public])).text


def test_a_whole_match_gives_a_valid_record() -> None:
    site = alone()
    socket = begun(site)
    assert record_of(site.table, site.world.log.tables[site.table], FAIRNESS, (), "okey") is None
    play_on(site, socket, lambda: bool(heard(socket, Reveal)))
    assert heard(socket, Reveal)[0].outcome == 0
    assert verdict(site) == "valid"
    assert site.world.log.effects[-1][1].outcome == 0


def test_my_own_chain_is_the_one_that_is_signed() -> None:
    site = alone()
    socket = begun(site)
    play_on(site, socket, lambda: len(heard(socket, Ok)) >= 3)
    opened, listed = heard(socket, Open)[0], heard(socket, Listed)[0]
    head = first_head(site.table, listed.hash, opened.commit)
    heads = {0: head}
    for event in heard(socket, Ev):
        head = next_head(head, event.news.raw)
        heads[event.news.n] = head
    signed = heard(socket, SignedHead)
    assert len(signed) >= 3
    assert all(heads[each.n] == each.head for each in signed)


@pytest.mark.parametrize("stop", ["open", "sit", "fill", "list", "contribution", "opening"])
def test_a_killed_server_goes_on_with_the_same_list_and_deck(stop: str) -> None:
    site = alone()
    log = site.world.log

    def stopping(table: bytes, rows) -> None:
        if log.tables[table][-1].kind == stop:
            raise OSError("killed")

    first = site.join()
    log.before = stopping
    site.post(Sit(first, 0, "Ada", committed(only(first, Open))))
    if heard(first, Listed):
        site.post(Contribute(first, heard(first, Listed)[0].hash, VALUE))
    log.before = None
    site.restart()
    socket = site.join()
    if not heard(socket, Listed):
        site.post(Sit(socket, 0, "Ada", committed(heard(socket, Open)[0])))
    if not heard(socket, Snap):
        site.post(Contribute(socket, heard(socket, Listed)[-1].hash, VALUE))
    assert heard(socket, Snap)
    assert site.kinds.count("list") == site.kinds.count("opening") == 1


def test_the_chain_is_sent_to_a_browser_that_asks() -> None:
    site = alone()
    socket = begun(site)
    play_on(site, socket, lambda: len(heard(socket, Ev)) > 5)
    site.post(ChainFrom(socket, 2))
    chain = only(socket, Chain)
    bodies = [row.body for row in site.world.log.tables[site.table] if row.kind == "game"]
    assert chain.events == tuple(bodies[2:])


def test_a_head_that_differs_is_traced_and_answered_with_the_true_one() -> None:
    site = alone()
    socket = begun(site)
    play_on(site, socket, lambda: len(heard(socket, Ok)) >= 1)
    n = heard(socket, Ev)[-1].news.n
    site.post(Heard(socket, n, b"x" * 32))
    assert heard(socket, SignedHead)[-1].n >= n


def test_two_people_open_and_play_by_the_same_list() -> None:
    site = Site.of(replace(PRESETS["klasik"], seats=2), alone=False)
    ada, ben = site.join(ADA), site.join(BEN)
    opened = only(ada, Open)
    site.post(Sit(ada, 0, "Ada", committed(opened)))
    assert heard(ben, Room)[-1].seats[0].name == "Ada"
    site.post(Sit(ben, 0, "Ben", committed(opened, 0, b"v" * 32)))
    assert only(ben, Refused).fault.code == "seat_taken"
    site.post(Sit(ben, 2, "Ben", committed(opened, 2, b"v" * 32)))
    assert only(ada, Listed) == only(ben, Listed)
    site.post(Contribute(ada, only(ada, Listed).hash, VALUE))
    assert not heard(ada, Contributions)
    site.post(Contribute(ben, only(ben, Listed).hash, b"v" * 32))
    assert heard(ben, Contributions)[0].values == (VALUE, None, b"v" * 32, None)
    assert heard(ada, Snap)
    assert heard(ben, Snap)


def test_a_waiting_room_tells_who_left() -> None:
    site = Site.of(replace(PRESETS["klasik"], seats=2), alone=False)
    ada, ben = site.join(ADA), site.join(BEN)
    site.post(Sit(ada, 0, "Ada", committed(only(ada, Open))))
    site.post(Leave(ada))
    assert heard(ben, Room)[-1].seats[0].connected is False

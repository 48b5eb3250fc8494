"""Quick match: nobody leads the table, and computers come when everybody who sits wants them."""

from okey.play.commands import Fill, Kick, Sit, Stand
from okey.play.messages import Listed, Open
from okey.play.opening import Options
from okey.play.seating import WISH_AFTER
from okey.rules.ruleset import PRESETS
from okey.testing import MemorySocket
from tests.play.test_gathering import Site, committed, heard
from tests.play.test_live import ADA, BEN, CEM, DUA, VALUES, last_room, refusal

QUICK = Options(listed=True, quick=True)


def table() -> Site:
    return Site.of(PRESETS["klasik"], alone=False, options=QUICK)


def come(site: Site, person: bytes) -> tuple[MemorySocket, int]:
    """A person comes and sits where the server says."""
    socket = site.join(person)
    seat = last_room(socket).drawn
    assert seat is not None
    ask(site, socket, seat)
    return socket, seat


def ask(site: Site, socket: MemorySocket, seat: int) -> None:
    site.post(Sit(socket, seat, f"name {seat}", committed(heard(socket, Open)[-1], seat, VALUES[seat])))


def test_nobody_leads_the_table() -> None:
    site = table()
    (ada, _), (_, seat) = come(site, ADA), come(site, BEN)
    assert not last_room(ada).founder
    site.post(Kick(ada, seat, f"name {seat}"))
    assert refusal(ada) == "founder_only"


def test_a_wish_counts_after_fifteen_seconds_and_computers_come_when_all_wish() -> None:
    site = table()
    (ada, first), (ben, second) = come(site, ADA), come(site, BEN)
    site.post(Fill(ada))
    assert refusal(ada) == "too_early"
    site.world.advance(WISH_AFTER)
    site.post(Fill(ada))
    assert last_room(ben).wishes == (first,)
    assert not heard(ada, Listed)
    site.post(Fill(ben))
    assert only_kinds(site) == [1 if seat in (first, second) else 2 for seat in range(4)]
    assert len(heard(ada, Listed)) == 1


def only_kinds(site: Site) -> list[int]:
    gathering = site.hub._table(site.table)._gathering
    assert gathering is not None
    return list(gathering.seating.kinds)


def test_who_stands_up_takes_the_wish_back_and_who_comes_keeps_the_others() -> None:
    site = table()
    (ada, seat), (ben, _) = come(site, ADA), come(site, BEN)
    site.world.advance(WISH_AFTER)
    site.post(Fill(ada))
    cem, _ = come(site, CEM)
    assert last_room(cem).wishes == (seat,)
    site.post(Stand(ada))
    assert last_room(ben).wishes == ()


def test_a_hundred_people_for_one_chair() -> None:
    site = Site.of(PRESETS["klasik"], alone=False, options=Options(listed=True))
    sockets = [site.join(bytes([person]) * 16) for person in range(1, 101)]
    for number, socket in enumerate(sockets):
        value = bytes([number]) * 32
        sit = Sit(socket, 0, f"name {number}", committed(heard(socket, Open)[0], 0, value))
        site.hub._table(site.table).post(sit)
    site.world.run()
    assert [last_room(socket).you for socket in sockets].count(0) == 1
    assert [refusal(socket) for socket in sockets[1:]] == ["seat_taken"] * 99


def test_two_names_that_look_alike_do_not_sit_at_one_table() -> None:
    site = table()
    for person, name in ((ADA, "Işıl"), (BEN, "isil")):
        socket = site.join(person)
        seat = last_room(socket).drawn
        assert seat is not None
        site.post(Sit(socket, seat, name, committed(heard(socket, Open)[0], seat, VALUES[seat])))
    assert refusal(socket) == "name_taken"


def test_a_seat_is_drawn_and_leaving_draws_no_other() -> None:
    site = table()
    ada, seat = come(site, ADA)
    assert last_room(ada).drawn is None, "who sits is drawn nothing more"
    for _ in range(3):
        site.post(Stand(ada))
        assert last_room(ada).drawn == seat
        ask(site, ada, (seat + 1) % 4)
        assert refusal(ada) == "seat_drawn"
        ask(site, ada, seat)
        assert last_room(ada).you == seat
    again = site.join(ADA)
    assert last_room(again).you == seat


def test_four_are_drawn_to_four_seats_and_every_seat_is_as_likely() -> None:
    first = []
    for number in range(200):
        site = table()
        person = number.to_bytes(16, "big")
        first.append(last_room(site.join(person)).drawn)
    assert all(30 < first.count(seat) < 75 for seat in range(4)), first
    assert sorted(come(site, person)[1] for person in (ADA, BEN, CEM, DUA)) == [0, 1, 2, 3]

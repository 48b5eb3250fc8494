"""Quick match: nobody leads the table, and computers come when everybody who sits wants them."""

from okey.play.commands import Fill, Kick, Sit, Stand
from okey.play.messages import Listed, Open
from okey.play.opening import Options
from okey.play.seating import WISH_AFTER
from okey.rules.ruleset import PRESETS
from tests.play.test_gathering import Site, committed, heard
from tests.play.test_live import ADA, BEN, CEM, VALUES, come, last_room, refusal

QUICK = Options(listed=True, quick=True)


def table() -> Site:
    return Site.of(PRESETS["klasik"], alone=False, options=QUICK)


def test_nobody_leads_the_table() -> None:
    site = table()
    ada, _ = come(site, ADA, 0), come(site, BEN, 1)
    assert not last_room(ada).founder
    site.post(Kick(ada, 1, "name 1"))
    assert refusal(ada) == "founder_only"


def test_a_wish_counts_after_fifteen_seconds_and_computers_come_when_all_wish() -> None:
    site = table()
    ada, ben = come(site, ADA, 0), come(site, BEN, 1)
    site.post(Fill(ada))
    assert refusal(ada) == "too_early"
    site.world.advance(WISH_AFTER)
    site.post(Fill(ada))
    assert last_room(ben).wishes == (0,)
    assert not heard(ada, Listed)
    site.post(Fill(ben))
    assert only_kinds(site) == [1, 1, 2, 2]
    assert len(heard(ada, Listed)) == 1


def only_kinds(site: Site) -> list[int]:
    gathering = site.hub._table(site.table)._gathering
    assert gathering is not None
    return list(gathering.seating.kinds)


def test_who_stands_up_takes_the_wish_back_and_who_comes_keeps_the_others() -> None:
    site = table()
    ada, ben = come(site, ADA, 0), come(site, BEN, 1)
    site.world.advance(WISH_AFTER)
    site.post(Fill(ada))
    cem = come(site, CEM, 2)
    assert last_room(cem).wishes == (0,)
    site.post(Stand(ada))
    assert last_room(ben).wishes == ()


def test_a_hundred_people_for_one_chair() -> None:
    site = table()
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
    for person, seat, name in ((ADA, 0, "Işıl"), (BEN, 1, "isil")):
        socket = site.join(person)
        site.post(Sit(socket, seat, name, committed(heard(socket, Open)[0], seat, VALUES[seat])))
    assert refusal(socket) == "name_taken"

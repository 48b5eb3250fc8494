"""After a match its people play again: at a table that keeps their seats for a minute."""

from dataclasses import replace

from okey.play.commands import Rematch, Sit
from okey.play.messages import Open, RematchAsked
from okey.play.seating import KEPT_LIMIT
from okey.rules.ruleset import PRESETS
from okey.testing import MemorySocket
from tests.play.test_gathering import Site, committed, heard
from tests.play.test_live import BEN, PEOPLE, VALUES, begun, last_room, move, refusal, standing_of


def over() -> tuple[Site, list[MemorySocket]]:
    site, sockets = begun(replace(PRESETS["klasik"], points=2))
    while standing_of(site).game.phase != "over":
        move(site, sockets)
    return site, sockets


def test_the_first_who_asks_opens_the_table_and_all_are_told() -> None:
    site, sockets = over()
    site.post(Rematch(sockets[2]))
    site.post(Rematch(sockets[1]))
    asked = [heard(socket, RematchAsked)[-1] for socket in sockets]
    assert asked == [asked[0]] * 4
    assert asked[0].seat == 2
    assert site.kinds.count("rematch") == 1
    later = site.join(PEOPLE[0])
    assert heard(later, RematchAsked) == [asked[0]]
    site.restart()
    assert heard(site.join(PEOPLE[0]), RematchAsked) == [asked[0]]


def test_seats_are_kept_for_a_minute() -> None:
    site, sockets = over()
    site.post(Rematch(sockets[0]))
    site.table = heard(sockets[0], RematchAsked)[0].table
    stranger, ben = site.join(b"x" * 16), site.join(BEN)
    assert last_room(ben).kept == ("name 0", "name 1", "name 2", "name 3")
    opened = heard(stranger, Open)[0]
    site.post(Sit(stranger, 3, "Zoe", committed(opened, 3, VALUES[3])))
    assert refusal(stranger) == "seat_taken"
    site.post(Sit(ben, 1, "name 1", committed(opened, 1, VALUES[1])))
    assert last_room(ben).you == 1
    site.world.advance(KEPT_LIMIT)
    assert last_room(ben).kept == (None,) * 4, "everybody is told that the places are free"
    site.post(Sit(stranger, 3, "Zoe", committed(opened, 3, VALUES[3])))
    assert last_room(stranger).you == 3


def test_there_is_no_rematch_while_the_match_runs() -> None:
    site, sockets = begun()
    site.post(Rematch(sockets[0]))
    assert refusal(sockets[0]) == "match_running"

"""Tables for several people: the waiting room, its founder, and what follows when somebody does not open."""

from dataclasses import replace

import pytest

from okey.fair.events import decode
from okey.play import seating as seating_module
from okey.play import standing as standing_module
from okey.play.codes import ALPHABET, LENGTH, new_code, read_code
from okey.play.commands import Contribute, Do, Fill, Kick, Leave, Sit, Stand, Wake, Watching
from okey.play.hub import Hub, TakenError
from okey.play.invitation import EMPTY_LIMIT, Invitation
from okey.play.messages import Bye, Ev, Listed, No, Ok, Open, Presence, Refused, Reveal, Room, Snap, Successor
from okey.play.opening import PRIVATE, Options, Secret
from okey.play.ports import Opened, Outcome, Seated
from okey.play.seating import AWAY_LIMIT, OPEN_LIMIT
from okey.play.standing import GRACE, MOST_LAG, PAUSE, Standing
from okey.rules.actions import Draw, SeatAction
from okey.rules.events import COMPUTER, PERSON, Controlled, MatchEnded
from okey.rules.ruleset import PRESETS, Ruleset
from okey.rules.view import view
from okey.testing import MemorySocket, World, think
from tests.play.test_gathering import FAIRNESS, SIGNER, Site, committed, heard, open_table, verdict

PEOPLE = (b"a" * 16, b"b" * 16, b"c" * 16, b"d" * 16)
ADA, BEN, CEM, DUA = PEOPLE
VALUES = tuple(bytes([65 + seat]) * 32 for seat in range(4))


def room(seats: int = 4) -> Site:
    return Site.of(replace(PRESETS["klasik"], seats=seats), alone=False)


def come(site: Site, person: bytes, seat: int) -> MemorySocket:
    """A person follows the link and sits."""
    socket = site.join(person)
    sit(site, socket, seat)
    return socket


def sit(site: Site, socket: MemorySocket, seat: int) -> None:
    value = VALUES[seat]
    site.post(Sit(socket, seat, f"name {seat}", committed(heard(socket, Open)[-1], seat, value)))


def opens(site: Site, socket: MemorySocket, seat: int) -> None:
    site.post(Contribute(socket, heard(socket, Listed)[-1].hash, VALUES[seat]))


def last_room(socket: MemorySocket) -> Room:
    return heard(socket, Room)[-1]


def refusal(socket: MemorySocket) -> str:
    return str(heard(socket, Refused)[-1].fault.code)


def sitting(socket: MemorySocket) -> list[str | None]:
    return [seat.name if seat else None for seat in last_room(socket).seats]


# --- codes


def test_codes_are_read_in_either_case_and_nothing_else_is_one() -> None:
    made = {new_code(World(seed).token) for seed in range(200)}
    assert len(made) == 200
    assert all(len(code) == LENGTH and set(code) <= set(ALPHABET) for code in made)
    assert all(read_code(code) == read_code(code.lower()) == code for code in made)
    for text in ("", "ABCDE", "ABCDEFG", "ABCDE0", "ABCDEI", "ABCDEı", "ABCDEi", "ABCDEİ", "ABC DE"):
        assert read_code(text) is None, text


def test_bytes_that_would_make_some_letters_likelier_are_left_out() -> None:
    drawn = iter((b"\xe8\xff\xf0\x00\xe7\x1d", b"\x01\x02\xff\x03\x04\x05"))
    assert new_code(lambda _: next(drawn)) == "A9ABCD"


# --- who sits


def test_four_people_sit_and_one_list_is_sent_to_all() -> None:
    site = room()
    sockets = [come(site, person, seat) for seat, person in enumerate(PEOPLE)]
    assert [heard(socket, Listed)[0] for socket in sockets] == [heard(sockets[0], Listed)[0]] * 4
    for seat, socket in enumerate(sockets):
        assert not heard(socket, Snap)
        opens(site, socket, seat)
    for seat, socket in enumerate(sockets):
        assert heard(socket, Snap)[0].you == seat


def test_two_people_for_one_chair_at_the_same_moment() -> None:
    site = room()
    ada, ben = site.join(ADA), site.join(BEN)
    table = site.hub._table(site.table)
    for socket, name in ((ada, "Ada"), (ben, "Ben")):
        table.post(Sit(socket, 0, name, committed(heard(socket, Open)[0], 0, name.encode() * 10 + b"xx")))
    site.world.run()
    assert refusal(ben) == "seat_taken"
    assert sitting(ada) == sitting(ben) == ["Ada", None, None, None]


def test_a_person_sits_once_even_from_two_tabs() -> None:
    site = room()
    first = come(site, ADA, 0)
    second = site.join(ADA)
    assert first.farewell == Bye("taken_over")
    sit(site, second, 1)
    assert refusal(second) == "already_seated"
    sit(site, first, 1)
    assert site.kinds == ["open", "sit"]


def test_who_stands_up_may_sit_elsewhere_and_the_place_is_free() -> None:
    site = room()
    ada = come(site, ADA, 0)
    ben = come(site, BEN, 1)
    site.post(Stand(ben))
    sit(site, ben, 3)
    assert sitting(ada) == ["name 0", None, None, "name 3"]
    assert [effect for _, effect in site.world.log.effects if isinstance(effect, Seated)][1:] == [
        Seated(1, BEN),
        Seated(1, None),
        Seated(3, BEN),
    ]
    site.post(Stand(ben))
    site.post(Stand(ben))
    assert refusal(ben) == "not_seated"


def test_nobody_stands_up_once_the_list_is_frozen() -> None:
    site = room(2)
    ada, ben = come(site, ADA, 0), come(site, BEN, 2)
    site.post(Stand(ben))
    assert refusal(ben) == "not_seated"
    site.post(Kick(ada, 2, "name 2"))
    assert refusal(ada) == "not_seated"
    assert "stand" not in site.kinds


def test_who_does_not_sit_when_the_list_is_frozen_has_to_leave() -> None:
    site = room(2)
    cem = site.join(CEM)
    ada = come(site, ADA, 0)
    site.post(Watching(ada, False))
    assert not last_room(cem).options.watch
    come(site, BEN, 2)
    assert cem.farewell == Bye("not_seated")
    assert site.join(DUA).farewell == Bye("not_seated")


# --- the founder


def test_computers_take_the_free_places_when_the_founder_says_so() -> None:
    site = room()
    ada, ben = come(site, ADA, 0), come(site, BEN, 2)
    site.post(Fill(ben))
    assert refusal(ben) == "founder_only"
    site.post(Fill(ada))
    assert heard(ben, Listed)[0].kinds == (1, 2, 1, 2)
    opens(site, ada, 0)
    opens(site, ben, 2)
    assert heard(ben, Snap)


def test_computers_do_not_play_without_anybody() -> None:
    site = room()
    ada = site.join(ADA)
    site.post(Fill(ada))
    assert refusal(ada) == "table_full"
    assert site.kinds == ["open"]


def test_the_founder_removes_a_person_who_cannot_come_back() -> None:
    site = room()
    ada, ben = come(site, ADA, 0), come(site, BEN, 1)
    site.post(Kick(ben, 0, "name 0"))
    assert refusal(ben) == "founder_only"
    for seat in (0, 3):
        site.post(Kick(ada, seat, f"name {seat}"))
        assert refusal(ada) == "not_seated"
    site.post(Kick(ada, 1, "name 1"))
    assert ben.farewell == Bye("removed")
    assert sitting(ada) == ["name 0", None, None, None]
    site.restart()
    assert site.join(BEN).farewell == Bye("removed")


def test_a_founder_who_stands_up_hands_the_table_to_the_next_person() -> None:
    site = room()
    ada, ben, cem = come(site, ADA, 1), come(site, BEN, 0), come(site, CEM, 3)
    site.post(Stand(ada))
    assert [last_room(socket).founder for socket in (ada, ben, cem)] == [False, False, True]
    site.restart()
    assert last_room(site.join(CEM)).founder
    assert not last_room(site.join(ADA)).founder


def test_a_founder_alone_keeps_the_table() -> None:
    site = room()
    ada = come(site, ADA, 0)
    site.post(Stand(ada))
    assert last_room(ada).founder


def test_who_stays_away_gives_up_place_and_table() -> None:
    site = room()
    ada, ben = come(site, ADA, 0), come(site, BEN, 1)
    site.post(Leave(ada))
    site.world.advance(AWAY_LIMIT - 1)
    assert sitting(ben) == ["name 0", "name 1", None, None]
    site.world.advance(2)
    assert sitting(ben) == [None, "name 1", None, None]
    assert last_room(ben).founder


def test_a_founder_who_never_sat_and_stays_away_hands_the_table_on() -> None:
    site = room()
    ada, ben = site.join(ADA), come(site, BEN, 1)
    site.post(Leave(ada))
    site.world.advance(AWAY_LIMIT + 1)
    assert last_room(ben).founder
    assert site.kinds == ["open", "sit", "founder"]


def test_a_reload_costs_neither_place_nor_table() -> None:
    site = room()
    ada, ben = come(site, ADA, 0), come(site, BEN, 1)
    site.post(Leave(ada))
    site.world.advance(AWAY_LIMIT - 1000)
    again = site.join(ADA)
    site.world.advance(AWAY_LIMIT)
    assert last_room(again).founder
    assert sitting(ben) == ["name 0", "name 1", None, None]


@pytest.mark.parametrize("restarted", [False, True])
def test_a_table_where_nobody_is_left_is_cancelled(restarted: bool) -> None:
    site = room()
    ada = come(site, ADA, 0)
    if restarted:
        site.restart()
    else:
        site.post(Leave(ada))
    site.world.advance(AWAY_LIMIT + 1)
    assert site.kinds == ["open", "sit", "stand"]
    site.world.advance(EMPTY_LIMIT - 1000)
    assert site.kinds[-1] == "stand"
    site.world.advance(2000)
    assert site.kinds[-1] == "closed"
    assert verdict(site) == "valid, cancelled"


def test_a_table_somebody_looks_at_waits() -> None:
    site = room()
    ada = site.join(ADA)
    site.world.advance(2 * EMPTY_LIMIT)
    site.post(Wake())
    assert site.kinds == ["open"]
    site.post(Leave(ada))
    site.world.advance(EMPTY_LIMIT - 1)
    assert site.kinds == ["open"]
    site.world.advance(2)
    assert site.kinds == ["open", "closed"]


def test_a_waiting_room_of_which_somebody_writes_without_end_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating_module, "MOST_OTHERS", 100)
    site = room()
    ada, ben = come(site, ADA, 0), site.join(BEN)
    rounds = 0
    while ada.farewell is None:
        sit(site, ben, 1)
        site.post(Stand(ben))
        rounds += 1
        assert rounds < 60
    assert (ada.farewell, ben.farewell, site.kinds[-1]) == (Bye("cancelled"), Bye("cancelled"), "closed")
    rows = len(site.kinds)
    assert rows == 102, "so many, and the row that closes it"
    back = site.join(BEN)
    sit(site, back, 1)
    assert len(site.kinds) == rows
    assert verdict(site) == "valid, cancelled"


# --- the successor


def cancelled(who: tuple[int, ...]) -> tuple[Site, list[MemorySocket]]:
    """Three people sat at a table for three; only those at `who` have opened in time."""
    site = room(3)
    seats = (0, 1, 3)
    sockets = [come(site, PEOPLE[place], seat) for place, seat in enumerate(seats)]
    for place in who:
        opens(site, sockets[place], seats[place])
    site.world.advance(OPEN_LIMIT + 1)
    return site, sockets


def test_those_who_opened_go_on_at_a_successor() -> None:
    site, (ada, ben, cem) = cancelled((1, 2))
    successor = heard(ben, Successor)[0]
    assert heard(cem, Successor) == [successor]
    assert not heard(ada, Successor)
    order = [type(message).__name__ for message in ben.heard]
    assert order[-3:] == ["Successor", "Reveal", "Bye"]
    assert heard(ada, Reveal)[0].outcome == 2
    effects = [(table, type(effect)) for table, effect in site.world.log.effects]
    assert effects.index((site.table, Outcome)) < effects.index((successor.table, Opened))
    first = heard(ben, Open)[0]
    site.table = successor.table
    again = site.join(BEN)
    assert last_room(again).founder
    opened = heard(again, Open)[0]
    assert opened.rules == first.rules
    assert opened.commit != first.commit
    sit(site, again, 1)
    assert last_room(again).you == 1


def test_a_founder_who_opened_keeps_the_successor() -> None:
    site, (ada, _, _) = cancelled((0, 1))
    site.table = heard(ada, Successor)[0].table
    assert last_room(site.join(ADA)).founder


def test_without_anybody_who_opened_there_is_no_successor() -> None:
    site, sockets = cancelled(())
    assert not any(heard(socket, Successor) for socket in sockets)
    assert len(site.world.log.tables) == 1


def test_who_comes_late_to_a_cancelled_table_is_told_the_successor() -> None:
    site, (_, ben, _) = cancelled((1,))
    site.restart()
    late = site.join(BEN)
    assert heard(late, Successor) == heard(ben, Successor)
    assert late.farewell == Bye("cancelled")
    assert not heard(site.join(ADA), Successor)
    assert len(site.world.log.tables) == 2


def test_a_server_killed_before_the_successor_opens_it_later() -> None:
    site = room(2)
    ada, _ = come(site, ADA, 0), come(site, BEN, 2)
    opens(site, ada, 0)

    def killed(table: bytes, rows: object) -> None:
        if table != site.table:
            raise OSError("killed")

    site.world.log.before = killed
    site.world.advance(OPEN_LIMIT + 1)
    site.world.log.before = None
    assert site.kinds[-1] == "closed"
    site.restart()
    successor = heard(site.join(ADA), Successor)[0].table
    assert site.world.log.tables[successor][0].kind == "open"


# --- the hub


def test_a_code_that_is_taken_opens_nothing() -> None:
    site = room()
    kept = Invitation.read(site.table, site.world.log.tables[site.table][0], FAIRNESS.vault)
    hub = Hub(site.world.ports, think, 0.0, FAIRNESS)
    found: list[BaseException] = []

    async def again() -> None:
        try:
            await open_table(hub, replace(kept, seed=Secret(b"t" * 32)))
        except TakenError as error:
            found.append(error)

    site.world.spawn(again())
    site.world.run()
    assert len(found) == 1
    assert kept.public_key == SIGNER.public
    assert site.kinds == ["open"]


# --- the match


def begun(rules: Ruleset | None = None, options: Options = PRIVATE) -> tuple[Site, list[MemorySocket]]:
    """Four people play."""
    site = Site.of(rules or replace(PRESETS["klasik"], points=2, absent="computer"), alone=False, options=options)
    sockets = [come(site, person, seat) for seat, person in enumerate(PEOPLE)]
    for seat, socket in enumerate(sockets):
        opens(site, socket, seat)
    return site, sockets


def standing_of(site: Site) -> Standing:
    standing = site.hub._table(site.table).standing
    assert standing is not None
    return standing


def say(site: Site, socket: MemorySocket, action: SeatAction | None) -> No | Ok:
    """One command, and its answer."""
    cid = site.world.token(8)
    site.post(Do(socket, cid, standing_of(site).seq, action))
    return next(each for each in reversed(socket.heard) if isinstance(each, No | Ok) and each.cid == cid)


def move(site: Site, sockets: list[MemorySocket]) -> None:
    """The next move of whoever is on turn, after a second; between deals everybody is ready."""
    standing = standing_of(site)
    if standing.game.phase == "between":
        for socket in sockets:
            if standing_of(site).game.phase == "between":
                assert isinstance(say(site, socket, None), Ok)
        return
    seat = standing.game.turn
    assert seat is not None
    site.world.advance(1000)
    action = think(view(standing.game, seat), "orta", standing.n.to_bytes(4, "big"))
    assert isinstance(say(site, sockets[seat], action), Ok)


def play_to(site: Site, sockets: list[MemorySocket], seat: int) -> None:
    """Until `seat` is on turn and has to draw."""
    while standing_of(site).game.turn != seat or standing_of(site).game.phase != "draw":
        move(site, sockets)


def controls(site: Site) -> list[Controlled]:
    rows = site.world.log.tables[site.table]
    events = [decode(row.body).event for row in rows if row.kind == "game"]
    return [event for event in events if isinstance(event, Controlled)]


def test_four_people_play_a_whole_match_to_a_valid_record() -> None:
    site, sockets = begun()
    while standing_of(site).game.phase != "over":
        move(site, sockets)
    assert verdict(site) == "valid"
    assert {socket.farewell for socket in sockets} == {None}
    tiles = {seat: [each.tile for each in heard(socket, Ev)] for seat, socket in enumerate(sockets)}
    for each in zip(*tiles.values(), strict=True):
        assert sum(tile is not None for tile in each) <= 1, "a drawn tile is told to one person"


def test_a_server_that_is_killed_after_every_move_plays_the_same_match() -> None:
    site, sockets = begun()
    other, theirs = begun()
    for number in range(60):
        if standing_of(site).game.phase == "over":
            break
        move(other, theirs)
        site.restart()
        sockets = [site.join(person) for person in PEOPLE]
        move(site, sockets)
        game, twin = standing_of(site).game, standing_of(other).game
        assert game == twin, number
        for seat, socket in enumerate(sockets):
            assert heard(socket, Snap)[-1].you == seat
    assert number > 20


def test_the_next_deal_waits_for_those_who_are_connected_or_ten_seconds() -> None:
    site, sockets = begun(PRESETS["klasik"])
    assert standing_of(site).game.number == 1 or standing_of(site).game.phase == "between"
    while not (standing_of(site).game.phase == "between" and standing_of(site).game.number == 1):
        move(site, sockets)
    site.post(Leave(sockets[3]))
    for socket in sockets[:2]:
        say(site, socket, None)
    assert standing_of(site).game.phase == "between"
    say(site, sockets[2], None)
    assert standing_of(site).game.number == 2


def test_the_next_deal_begins_after_ten_seconds() -> None:
    site, sockets = begun(PRESETS["klasik"])
    while not (standing_of(site).game.phase == "between" and standing_of(site).game.number == 1):
        move(site, sockets)
    site.world.advance(PAUSE + 1)
    assert standing_of(site).game.number == 2


def test_a_computer_plays_for_who_is_away_until_that_person_is_back() -> None:
    site, sockets = begun()
    play_to(site, sockets, 1)
    site.post(Leave(sockets[1]))
    assert heard(sockets[0], Presence)[-1].seats[1].connected is False
    site.world.advance(GRACE - 1)
    assert controls(site) == []
    site.world.advance(2)
    assert controls(site) == [Controlled(1, COMPUTER)]
    site.world.advance(6000)
    assert standing_of(site).game.turn != 1
    again = site.join(BEN)
    assert controls(site) == [Controlled(1, COMPUTER), Controlled(1, PERSON)]
    assert heard(again, Snap)[-1].view.control == (1, 1, 1, 1)
    sockets[1] = again
    while standing_of(site).game.phase != "over":
        move(site, sockets)
    assert verdict(site) == "valid"


def test_who_comes_back_within_the_grace_is_not_replaced() -> None:
    site, sockets = begun()
    play_to(site, sockets, 1)
    site.post(Leave(sockets[1]))
    site.world.advance(GRACE - 1000)
    site.join(BEN)
    site.world.advance(5000)
    assert controls(site) == []


@pytest.mark.parametrize("how", ["enters", "opens and closes"])
def test_a_match_of_which_somebody_writes_without_end_is_cancelled(monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    """Otherwise its log grows for ever, and whoever takes it up reads all of it."""
    monkeypatch.setattr(standing_module, "MOST_OTHERS", 100)
    site, sockets = begun()
    play_to(site, sockets, 1)
    rounds, here = 0, sockets[0]

    def go_on() -> None:
        nonlocal here
        if how == "enters":
            site.post(Leave(here))
            here = site.join(ADA)
        else:
            site.post(Watching(here, False))
            site.post(Watching(here, True))

    while standing_of(site).game.phase != "over":
        go_on()
        rounds += 1
    assert 30 < rounds < 60
    assert isinstance(heard(sockets[1], Ev)[-1].news.event, MatchEnded)
    rows = len(site.world.log.tables[site.table])
    for _ in range(10):
        go_on()
    for person in PEOPLE:
        assert heard(site.join(person), Snap)[-1].view.phase == "over", "everybody may still look at it"
    assert len(site.world.log.tables[site.table]) == rows
    site.restart()
    assert heard(site.join(BEN), Snap)[-1].view.phase == "over"
    assert len(site.world.log.tables[site.table]) == rows
    assert verdict(site) == "valid, cancelled"


def test_the_grace_goes_on_over_a_restart() -> None:
    site, sockets = begun()
    play_to(site, sockets, 1)
    site.restart()
    for person in (ADA, CEM, DUA):
        site.join(person)
    site.world.advance(GRACE - 1000)
    assert controls(site) == []
    site.world.advance(1500)
    assert controls(site) == [Controlled(1, COMPUTER)]


def test_at_a_time_out_the_computer_plays_until_the_person_says_something() -> None:
    site, sockets = begun()
    play_to(site, sockets, 1)
    site.world.advance(150_000 + MOST_LAG - 1)
    assert controls(site) == []
    site.world.advance(1)
    assert controls(site) == [Controlled(1, COMPUTER)]
    late = say(site, sockets[1], Draw())
    assert isinstance(late, No)
    assert late.fault.code in ("late", "not_your_turn")
    site.world.advance(6000)
    assert standing_of(site).game.turn != 1
    assert controls(site) == [Controlled(1, COMPUTER), Controlled(1, PERSON)]
    while standing_of(site).game.phase != "over":
        move(site, sockets)
    assert verdict(site) == "valid"


def test_where_absence_loses_the_clock_runs_on_and_the_match_ends() -> None:
    site, sockets = begun(replace(PRESETS["klasik"], points=2))
    play_to(site, sockets, 1)
    site.post(Leave(sockets[1]))
    site.world.advance(150_000 + MOST_LAG - 1)
    assert standing_of(site).game.phase != "over"
    site.world.advance(1)
    assert controls(site) == []
    assert standing_of(site).game.phase == "over"
    assert standing_of(site).game.ranks[1] == 4
    assert verdict(site) == "valid"


def test_a_second_tab_takes_the_seat_over_and_no_move_counts_twice() -> None:
    site, sockets = begun()
    play_to(site, sockets, 2)
    second = site.join(CEM)
    assert sockets[2].farewell == Bye("taken_over")
    cid, seq = site.world.token(8), standing_of(site).seq
    for socket in (sockets[2], second, second):
        site.post(Do(socket, cid, seq, Draw()))
    assert [type(answer) for answer in second.heard if isinstance(answer, Ok | No)] == [Ok, Ok]
    assert len(standing_of(site).game.deal.racks[2]) == 15
    assert heard(sockets[0], Presence)[-1].seats[2].connected is True

"""Rated tables and tables with a stake: who may sit, what counts, and what happens when somebody cannot pay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from okey.play.commands import Chat, Close, Contribute, Fill, Leave, Rematch, Sit, Stand
from okey.play.gallery import DELAY, RATED_DELAY
from okey.play.messages import Bye, Ev, Listed, Open, Presence, RematchAsked, Reveal, Snap
from okey.play.opening import PRIVATE, Options
from okey.play.ports import Effect, Held, LogRow, Outcome, Paid, Rated, ShortError
from okey.play.rated import QUICK_RULES, may_be_rated, may_stake, quick_options
from okey.play.seating import KEPT_LIMIT, WISH_AFTER
from okey.rules.events import FORFEIT
from okey.rules.ruleset import GOALS, PRESETS, Ruleset
from okey.testing import MemorySocket
from tests.play.test_gathering import Site, committed, heard, verdict
from tests.play.test_live import ADA, BEN, CEM, DUA, PEOPLE, VALUES, last_room, move, refusal, standing_of

KLASIK, IKRAMIYE = PRESETS["klasik"], PRESETS["ikramiye"]
RATED = Options(listed=True, rated=True)
QUICK = Options(listed=True, quick=True, rated=True)
POT = Options(listed=True, quick=True, rated=True, stake=10)
STAKE = Options(stake=25)
EVE = b"e" * 16


def table(options: Options, rules: Ruleset = KLASIK) -> Site:
    site = Site.of(rules, alone=False, options=options)
    site.world.purses.update(dict.fromkeys((*PEOPLE, EVE), 500))
    return site


def ask(site: Site, socket: MemorySocket, person: bytes, account: bool = True, browser: bytes | None = None) -> int:
    """A person asks for the place that is drawn for it, or for the first free one; which it was."""
    room = last_room(socket)
    free = [seat for seat in room.places if room.seats[seat] is None]
    seat = free[0] if room.drawn is None else room.drawn
    commit = committed(heard(socket, Open)[-1], seat, VALUES[seat])
    site.post(Sit(socket, seat, f"name {person[0]}", commit, account, person if browser is None else browser))
    return seat


def seated(site: Site, people: Sequence[bytes] = PEOPLE) -> list[MemorySocket]:
    """Everybody sits; their sockets by seat."""
    found = {}
    for person in people:
        socket = site.join(person)
        found[ask(site, socket, person)] = socket
    return [found[seat] for seat in sorted(found)]


def begun(options: Options, rules: Ruleset = KLASIK) -> tuple[Site, list[MemorySocket]]:
    """Four persons with accounts have opened, and wait for the first deal."""
    site = table(options, rules)
    sockets = seated(site)
    opened(site, sockets)
    return site, sockets


def opened(site: Site, sockets: list[MemorySocket]) -> None:
    for socket in sockets:
        you = last_room(socket).you
        assert you is not None
        site.post(Contribute(socket, heard(socket, Listed)[-1].hash, VALUES[you]))


def meaning(site: Site) -> list[Effect]:
    """What the table did to ratings and purses."""
    return [effect for _, effect in site.world.log.effects if isinstance(effect, Rated | Held | Paid)]


# --- who may sit


def test_a_guest_does_not_sit_at_a_rated_table_nor_at_one_with_a_stake() -> None:
    for options in (RATED, QUICK, STAKE):
        site = table(options)
        socket = site.join(BEN)
        ask(site, socket, BEN, account=False)
        assert refusal(socket) == "account_needed"
        ask(site, socket, BEN)
        assert last_room(socket).you is not None


def test_two_persons_of_one_browser_do_not_sit_at_one_rated_table() -> None:
    site = table(RATED)
    ada, ben = site.join(ADA), site.join(BEN)
    ask(site, ada, ADA, browser=b"one")
    ask(site, ben, BEN, browser=b"one")
    assert refusal(ben) == "same_browser"
    site.post(Stand(ada))
    ask(site, ben, BEN, browser=b"one")
    assert last_room(ben).you is not None
    site.restart()
    again = site.join(ADA)
    ask(site, again, ADA, browser=b"one")
    assert refusal(again) == "same_browser"
    rows = b"".join(row.body for row in site.world.log.tables[site.table])
    assert b"one".hex().encode() not in rows, "what the log holds tells of this table only"


def test_a_browser_may_have_two_seats_where_nothing_is_rated_and_the_log_knows_no_browser() -> None:
    site = table(STAKE)
    for person in (ADA, BEN):
        ask(site, socket := site.join(person), person, browser=b"one")
        assert last_room(socket).you is not None
    assert b"browser" not in b"".join(row.body for row in site.world.log.tables[site.table])


@pytest.mark.parametrize(("options", "rules", "needed"), [(POT, IKRAMIYE, 20), (STAKE, KLASIK, 25)])
def test_who_cannot_pay_what_may_be_lost_does_not_sit(options: Options, rules: Ruleset, needed: int) -> None:
    site = table(options, rules)
    socket = site.join(BEN)
    site.world.purses[BEN] = needed - 1
    ask(site, socket, BEN)
    assert refusal(socket) == "not_enough"
    site.world.purses[BEN] = needed
    ask(site, socket, BEN)
    assert last_room(socket).you is not None


@pytest.mark.parametrize("options", [RATED, STAKE])
def test_no_computer_sits_where_it_counts(options: Options) -> None:
    site = table(options)
    ada = site.join(ADA)
    ask(site, ada, ADA)
    site.post(Fill(ada))
    assert refusal(ada) == "people_only"
    assert "fill" not in site.kinds


# --- what counts


def finish(site: Site, sockets: list[MemorySocket]) -> None:
    while standing_of(site).game.phase != "over":
        move(site, sockets)


def leave(site: Site, sockets: list[MemorySocket]) -> None:
    """Whoever is on turn goes, and does not come back."""
    site.post(Leave(sockets[standing_of(site).game.turn or 0]))
    site.world.advance(200_000)


def restart(site: Site, sockets: list[MemorySocket]) -> None:
    site.restart()
    people = standing_of_log(site)
    sockets[:] = [site.join(person) for person in people]
    finish(site, sockets)


def standing_of_log(site: Site) -> list[bytes]:
    """The persons by seat, as a server that has just started reads them."""
    table = site.hub._table(site.table)
    site.join(EVE)
    assert table.standing is not None
    return [person for person in table.standing.opening.people if person is not None]


def cancel(site: Site, sockets: list[MemorySocket]) -> None:
    site.post(Close(all_left=False))


def forsake(site: Site, sockets: list[MemorySocket]) -> None:
    for socket in sockets:
        site.post(Leave(socket))
    site.post(Close())


NOTHING, BACK, POTS = "nothing", "given back", "paid out"


@pytest.mark.parametrize(
    ("options", "what", "rated", "paid"),
    [
        (POT, finish, True, POTS),
        (POT, leave, True, POTS),
        (POT, restart, True, POTS),
        (POT, cancel, False, BACK),
        (POT, forsake, False, BACK),
        (QUICK, finish, True, NOTHING),
        (QUICK, leave, True, NOTHING),
        (RATED, restart, True, NOTHING),
        (RATED, cancel, False, NOTHING),
        (replace(RATED, stake=10), finish, True, POTS),
        (Options(stake=10), leave, False, POTS),
        (Options(listed=True), finish, False, NOTHING),
        (Options(listed=True, quick=True), finish, False, NOTHING),
        (PRIVATE, finish, False, NOTHING),
    ],
)
def test_which_matches_count_and_where_the_stakes_go(
    options: Options, what: Callable[[Site, list[MemorySocket]], None], rated: bool, paid: str
) -> None:
    """The scenario table of SECURITY T21: by leaving, a restart or a fault nobody turns a match into another."""
    site, sockets = begun(options, IKRAMIYE)
    while standing_of(site).game.number == 0 or standing_of(site).game.deal.moves < 9:
        move(site, sockets)
    what(site, sockets)
    game, found = standing_of(site).game, meaning(site)
    assert game.phase == "over"
    assert [effect for effect in found if isinstance(effect, Rated)] == [Rated("ikramiye", game.ranks)] * rated
    assert [effect for effect in found if isinstance(effect, Held)] == [Held(20, (0, 1, 2, 3))] * (paid != NOTHING)
    payments = [effect for effect in found if isinstance(effect, Paid)]
    assert len(payments) == (paid != NOTHING)
    for payment in payments:
        assert sum(amount for _, amount in payment.shares) + payment.house == 80
        assert (payment.shares == tuple((seat, 20) for seat in range(4))) == (paid == BACK)
        last = game.results[-1] if game.results else None
        assert payment.house == (10 if last is not None and last.reason == FORFEIT else 0)
    if what is leave:
        loser = next(result.seat for result in game.results)
        assert loser is not None
        assert game.ranks[loser] == 4
    assert verdict(site).startswith("valid")


def test_with_a_computer_a_quick_match_is_played_for_nothing() -> None:
    site = table(POT, IKRAMIYE)
    sockets = seated(site, (ADA, BEN))
    site.world.advance(WISH_AFTER)
    for socket in sockets:
        site.post(Fill(socket))
    opened(site, sockets)
    by_seat = {last_room(socket).you: socket for socket in sockets}
    while standing_of(site).game.phase != "over":
        if standing_of(site).game.turn in (*by_seat, None):
            move(site, [by_seat.get(seat, sockets[0]) for seat in range(4)] if standing_of(site).game.turn else sockets)
        else:
            site.world.advance(1000)
    assert meaning(site) == []


def test_only_unchanged_presets_whose_absent_lose_are_rated() -> None:
    for name, rules in PRESETS.items():
        for seats in (2, 3, 4):
            goal = GOALS["standard"][seats] if name == "rummy" else rules.points
            sized = replace(rules, seats=seats, points=goal)
            assert may_be_rated(sized)
            assert not may_be_rated(replace(sized, absent="computer"))
            assert not may_be_rated(replace(sized, moves=60))
            assert not may_be_rated(replace(sized, points=goal + 1))
        assert rules.text in QUICK_RULES
    assert may_be_rated(replace(KLASIK, points=10))


def test_a_stake_is_the_pots_own_or_an_entry() -> None:
    assert [may_stake(IKRAMIYE, stake) for stake in (0, 9, 10, 11)] == [False, False, True, False]
    assert [may_stake(KLASIK, stake) for stake in (-1, 0, 1, 1000, 1001)] == [False, False, True, True, False]


def test_quick_match_asks_for_the_stake_only_of_those_who_have_it() -> None:
    assert quick_options(IKRAMIYE, True, 20) == POT
    assert quick_options(IKRAMIYE, True, 19) == QUICK
    assert quick_options(KLASIK, True, 500) == QUICK
    assert quick_options(IKRAMIYE, False, 500) == Options(listed=True, quick=True)


# --- a purse that is empty by the time of the deal


def broke(table: bytes, rows: Sequence[LogRow]) -> None:
    """What the disk says when a deal would hold what somebody no longer has."""
    if rows[0].kind == "game":
        raise ShortError("balance")


def test_a_table_that_somebody_cannot_pay_any_more_is_cancelled_and_all_are_told_why() -> None:
    site = table(STAKE)
    sockets = seated(site)
    site.world.log.before = broke
    opened(site, sockets)
    assert [socket.farewell for socket in sockets] == [Bye("short")] * 4
    assert all(heard(socket, Reveal)[-1].outcome == 2 for socket in sockets)
    assert [effect.outcome for _, effect in site.world.log.effects if isinstance(effect, Outcome)] == [2]
    assert meaning(site) == []
    assert verdict(site) == "valid, cancelled"
    rows = list(site.kinds)
    site.world.log.before = None
    site.world.advance(120_000)
    site.restart()
    late = site.join(ADA)
    assert heard(late, Reveal)
    assert late.farewell == Bye("short")
    assert not heard(late, Snap)
    stranger = site.join(EVE)
    assert stranger.heard == [Bye("short")], "no seed to who has not seen what was signed before"
    assert stranger.farewell == Bye("short")
    site.world.advance(120_000)
    assert site.kinds == rows, "nothing is dealt at a table that was cancelled"


def test_a_server_killed_before_it_could_cancel_cancels_later() -> None:
    site = table(STAKE)
    sockets = seated(site)

    def killed(table: bytes, rows: Sequence[LogRow]) -> None:
        broke(table, rows)
        if rows[0].kind == "closed":
            raise OSError("killed")

    site.world.log.before = killed
    opened(site, sockets)
    site.world.advance(10_000)
    assert "closed" not in site.kinds
    site.world.log.before = broke
    site.restart()
    site.join(ADA)
    site.world.advance(10_000)
    assert site.kinds.count("closed") == 1
    assert meaning(site) == []


# --- watchers, words, rematch


def test_watchers_of_a_rated_table_are_a_minute_late() -> None:
    for options, delay in ((RATED, RATED_DELAY), (Options(listed=True), DELAY)):
        site, sockets = begun(options)
        eve = site.join(EVE)
        assert heard(eve, Snap)[0].delay == delay
        for _ in range(3):
            move(site, sockets)
        last = site.world.log.tables[site.table][-1].at
        site.world.advance(last + delay - 1 - site.world.now())
        before = {ev.news.seq for ev in heard(eve, Ev)}
        assert heard(sockets[0], Ev)[-1].news.seq not in before
        site.world.advance(1)
        assert heard(eve, Ev)[-1].news.seq == heard(sockets[0], Ev)[-1].news.seq
        assert heard(eve, Presence)
    assert RATED_DELAY == 60_500


def test_nobody_writes_freely_at_a_rated_table() -> None:
    site = table(replace(RATED, chat=True))
    sockets = seated(site)
    site.post(Chat(sockets[0], "merhaba"))
    assert refusal(sockets[0]) == "no_chat"
    opened(site, sockets)
    site.post(Chat(sockets[0], "merhaba"))
    assert refusal(sockets[0]) == "no_chat"


def test_after_a_rated_match_its_people_come_first_and_are_drawn_anew() -> None:
    site, sockets = begun(QUICK, IKRAMIYE)
    finish(site, sockets)
    site.post(Rematch(sockets[0]))
    site.table = heard(sockets[0], RematchAsked)[-1].table
    eve = site.join(EVE)
    assert last_room(eve).options == QUICK
    assert last_room(eve).drawn is None, "every place is for somebody"
    ask(site, eve, EVE)
    assert refusal(eve) == "seat_drawn"
    seats = [ask(site, site.join(person), person) for person in (ADA, BEN, CEM)]
    assert sorted({*seats, last_room(site.join(DUA)).drawn}) == [0, 1, 2, 3]
    assert last_room(eve).kept == (None,) * 4
    site.world.advance(KEPT_LIMIT)
    assert last_room(eve).drawn is not None, "told without asking when the places are free"
    ask(site, eve, EVE)
    assert last_room(eve).you is not None

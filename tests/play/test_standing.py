"""The fold of a log: what a restart reads back is what was in memory, at every row."""

from __future__ import annotations

from dataclasses import replace

import pytest

from okey.fair.deal import start_deal
from okey.play.opening import Opening, Seat, Secret
from okey.play.playing import Playing
from okey.play.ports import LogRow
from okey.play.standing import LAST_T, LogError, Step, advance, begin, deal_of, fold, play, presence, restart
from okey.rules.actions import Throw
from okey.rules.match import decide
from okey.rules.ruleset import PRESETS
from okey.rules.view import view
from okey.testing import BOTS, KEY, START, MemorySocket, Player, Script, against_computer, first_row, opening, think


def whole_match(script: Script, socket: MemorySocket, limit: int = 10_000) -> None:
    """Play seat 0 as a computer would until the match is over; every other turn the person is gone for a while."""
    for turn in range(limit):
        standing = script.table.standing
        assert standing is not None
        game = standing.game
        if game.phase == "over":
            return
        if game.phase == "between":
            script.do(socket, None)
        elif game.turn == 0:
            if turn % 7 == 0:
                script.leave(socket)
                script.world.advance(5_000)
                socket = script.join()
            if turn % 31 == 0:
                script.world.advance(600_001)
                continue
            script.do(socket, think(view(game, 0), "orta", bytes(4)))
        else:
            script.world.advance(100)
        socket.take()


@pytest.mark.parametrize("preset", ["klasik", "usta", "rummy", "ikramiye"])
def test_a_restart_at_every_row_gives_the_same_table_and_views(preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script(opening(preset))
    seen = {}
    accept = Playing._accept

    def remember(self: Playing, step: Step) -> None:
        accept(self, step)
        seen[step.row.seq] = step.standing

    monkeypatch.setattr(Playing, "_accept", remember)
    whole_match(script, script.join())
    standing = begin(script.rows[0])
    for row in script.rows[1:]:
        standing = advance(standing, row).standing
        live = seen[row.seq]
        assert standing == live
        assert standing.due == row.due
        for viewer in (0, 1, 2, 3, None):
            assert view(standing.game, viewer) == view(live.game, viewer)
    assert len(seen) == len(script.rows) - 1
    assert fold(script.rows) == script.table.standing


def test_no_event_is_written_twice_and_none_is_missing() -> None:
    script = Script()
    whole_match(script, script.join())
    from okey.fair.events import decode

    entries = [decode(row.body) for row in script.rows if row.kind == "game"]
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    assert [row.seq for row in script.rows] == list(range(1, len(script.rows) + 1))
    times = [entry.t_ms for entry in entries]
    assert times == sorted(times)


def test_the_deals_are_those_of_the_key() -> None:
    standing = begin(first_row(opening(), START))
    dealt = deal_of(standing)
    assert decide(standing.game, None, start_deal(KEY, 1)) == (dealt,)
    other = begin(first_row(opening(key=bytes(32)), START))
    assert deal_of(other) != dealt


def test_a_deal_of_another_key_is_no_log() -> None:
    standing = begin(first_row(opening(), START))
    row = play(standing, (deal_of(standing),), START)[0].row
    other = begin(first_row(opening(key=bytes(32)), START))
    with pytest.raises(LogError, match="key"):
        advance(other, row)


@pytest.mark.parametrize(
    "bad",
    [
        LogRow(3, START, None, "presence", b'{"seat":0,"on":true}'),
        LogRow(2, START, None, "talk", b"{}"),
        LogRow(2, START, None, "open", b"{}"),
    ],
)
def test_rows_that_cannot_follow_are_no_log(bad: LogRow) -> None:
    first = first_row(opening(), START)
    with pytest.raises(LogError):
        fold([first, bad])


def test_an_event_with_a_gap_before_it_is_no_log() -> None:
    first = first_row(opening(), START)
    standing = begin(first)
    steps = play(standing, (deal_of(standing),), START)
    later = play(replace(standing, n=1), (deal_of(standing),), START)
    with pytest.raises(LogError, match="event 2"):
        fold([first, later[0].row])
    assert fold([first, steps[0].row]).n == 1


def test_a_first_row_must_open() -> None:
    with pytest.raises(LogError):
        begin(LogRow(1, START, None, "presence", b"{}"))


def test_steps_are_what_their_rows_read_back() -> None:
    standing = begin(first_row(opening(), START))
    for steps in (
        presence(standing, 0, True, START + 5),
        restart(standing, START + 5),
        play(standing, (deal_of(standing),), START + 5),
    ):
        for step in steps:
            assert advance(standing, step.row).standing == step.standing


def test_the_times_inside_events_end_after_49_days() -> None:
    standing = begin(first_row(opening(), START))
    from okey.fair.events import decode

    row = play(standing, (deal_of(standing),), START + 2**33)[0].row
    assert decode(row.body).t_ms == LAST_T


@pytest.mark.parametrize(("seats", "placed"), [(2, (0, 2)), (3, (0, 1, 3)), (4, (0, 1, 2, 3))])
def test_places_against_the_computer(seats: int, placed: tuple[int, ...]) -> None:
    rules = PRESETS["klasik"].with_seats(seats)
    made = against_computer(rules, Player(b"p" * 16, "Ada"), "zor", ("1", "2", "3"), True, KEY, BOTS)
    assert tuple(seat for seat in range(4) if made.kinds[seat]) == placed
    assert made.kinds[0] == 1
    assert {made.kinds[seat] for seat in placed[1:]} == {2}
    assert (made.rules.move, made.rules.reserve, made.rules.late) == (600, 0, "auto")
    assert made.level == "zor"
    assert begin(first_row(made, START)).game.seats == placed


def test_an_opening_reads_back() -> None:
    made = opening("rummy", "zor")
    assert Opening.decode(made.encode()) == made
    assert made.seat_of(b"nobody") is None


def test_secrets_have_no_printable_form() -> None:
    made = opening()
    for text in (repr(made), str(made.key), f"{made.bots!r}", repr(begin(first_row(made, START)).opening)):
        assert KEY.hex() not in text
        assert repr(KEY)[2:-1] not in text
        assert "Secret" in text
    import pickle

    with pytest.raises(TypeError):
        pickle.dumps(made.key)
    assert made.key == Secret(KEY)
    assert made.key != KEY
    assert len({Secret(KEY), Secret(BOTS)}) == 2


def test_a_computers_turn_shows_no_clock() -> None:
    script = Script(opening(), pace=1e6)
    script.join()
    standing = script.table.standing
    assert standing is not None
    clocks = standing.times(script.world.now()).clocks
    if standing.computer is None:
        assert clocks.deadline is not None
    else:
        assert (clocks.deadline, clocks.left, clocks.running) == (None, None, False)


def test_reserve_is_spent_beyond_the_move_time() -> None:
    script = Script(opening(people=4), pace=1e6)
    sockets = [script.join(seat) for seat in range(4)]
    standing = script.table.standing
    assert standing is not None
    turn = standing.game.turn
    assert turn is not None
    script.world.advance(45_000)
    script.do(sockets[turn], Throw(standing.game.deal.racks[turn][-1]))  # type: ignore[union-attr]
    reserve = script.table.standing.times(script.world.now()).clocks.reserve  # type: ignore[union-attr]
    assert reserve[turn] == 120_000 - 15_000
    assert sum(reserve) == 4 * 120_000 - 15_000


def test_names_of_empty_seats_are_nobody() -> None:
    made = against_computer(
        PRESETS["klasik"].with_seats(2), Player(b"p" * 16, "Ada"), "orta", ("1", "2", "3"), False, KEY, BOTS
    )
    sitters = begin(first_row(made, START)).sitters()
    assert sitters[1] is None
    assert sitters[3] is None
    assert sitters[2] is not None
    assert sitters[2].connected
    assert sitters[0] is not None
    assert not sitters[0].connected
    assert made.seats[2] == Seat("1", level="orta")

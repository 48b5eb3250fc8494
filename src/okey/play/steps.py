"""What a table writes next: pure functions from a standing to the rows of the log, or why not.

Everything that changes a running match is made here, from what the log says and the time; `okey.play.table` stores it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from okey.play import rated
from okey.play.bots import fallback
from okey.play.commands import Do, Moved
from okey.play.lag import is_late
from okey.play.messages import Ev, News
from okey.play.ports import Counted, Effect, Ended, Outcome, Watched
from okey.play.seating import AFTER_LIST, CLOSED
from okey.play.standing import WATCHING, Standing, Step, close, deal_of, play, presence, ready, restart, watching
from okey.rules.actions import Action, Cancel, Draw, Finish, SeatAction, SetControl, Take, Throw, TimeOut
from okey.rules.events import (
    ALL_LEFT,
    COMPUTER,
    MATCH_CANCELLED,
    PERSON,
    DealEnded,
    Dealt,
    Drawn,
    Event,
    MatchEnded,
)
from okey.rules.faults import Fault
from okey.rules.match import decide
from okey.rules.tiles import Tile
from okey.rules.view import view

Steps: TypeAlias = list[Step]
LEFT: Final = 3_000
"""Milliseconds after which what is due and was not done shows that no node has the table in memory."""
FINISHED, IN_PLAY = 0, 3
"""Outcomes of a table that was dealt, in the public list."""


def decided(standing: Standing, seat: int | None, action: Action, now: int) -> Steps | Fault:
    """What `action` writes at `now`; `seat` None: the table's own."""
    answer = decide(standing.game, seat, action)
    return answer if isinstance(answer, Fault) else play(standing, answer, now)


def done(standing: Standing, seat: int, command: Do, action: SeatAction, now: int) -> Steps | Fault:
    """What a person's command writes; its id stands on the last row. It counts as of `now`; after its time: `late`."""
    fault = judge(standing, seat, action, command.at)
    if fault is None and (standing.game.control[seat] == COMPUTER or is_late(standing, seat, action, now)):
        fault = Fault("late")
    answer = fault or decide(standing.game, seat, action)
    return answer if isinstance(answer, Fault) else play(standing, answer, now, (seat, command.cid))


def helped(standing: Standing, seat: int, n: int, action: SeatAction, now: int) -> Steps | Fault:
    """What was planned for a person's seat after event `n`, if nothing has happened since."""
    if standing.n != n or standing.game.turn != seat or standing.game.control[seat] == COMPUTER:
        return Fault("old_turn")
    return Fault("late") if is_late(standing, seat, action, now) else decided(standing, seat, action, now)


def watched(standing: Standing, person: bytes, on: bool, now: int) -> Steps | Fault:
    """What the founder says about watchers; nothing when it is so already."""
    if person != standing.founder:
        return Fault("founder_only")
    return [] if standing.watch == on else watching(standing, on, now)


def still_here(standing: Standing, seat: int, node: int, now: int) -> Steps:
    """The person of `seat` is connected to `node`, if another node has written otherwise."""
    return [] if standing.connected[seat] or standing.closed else presence(standing, seat, True, now, node)


def gone(standing: Standing, seat: int, node: int, now: int) -> Steps:
    """The person of `seat` is connected to `node` no longer; nothing when it is at another by now."""
    here = standing.connected[seat] and standing.node[seat] == node
    return presence(standing, seat, False, now, node) if here else []


def next_wanted(standing: Standing, seat: int, cid: bytes, now: int) -> Steps | Fault:
    """A person wants the next deal now, by the command `cid`; nothing while one runs, and when that was said before."""
    if standing.game.phase == "over":
        return Fault("match_over")
    waits = standing.game.phase == "between" and not standing.ready[seat]
    return ready(standing, seat, cid, now) if waits else []


def judge(standing: Standing, seat: int, action: SeatAction, at: int) -> Fault | None:
    """Why a seat's action meant for the table as of row `at` comes too late: `late` after a time-out, else `old_turn`.

    Showing the indicator and declaring pairs are judged when they arrive.
    """
    if not isinstance(action, Draw | Take | Throw | Finish):
        return None
    if at < standing.late[seat]:
        return Fault("late")
    if standing.game.turn == seat and not standing.turn_seq <= at <= standing.seq:
        return Fault("old_turn")
    return None


def dealt(standing: Standing, now: int) -> Steps | Fault:
    """The next deal."""
    if standing.game.phase != "between" or standing.closed:
        return Fault("deal_running")
    return play(standing, (deal_of(standing),), now)


def timed_out(standing: Standing, turn: int, now: int) -> Steps | Fault:
    """The end of the time of the turn that began with row `turn`."""
    if standing.turn_seq != turn:
        return Fault("old_turn")
    seat = standing.game.turn
    if standing.opening.rules.absent == "computer" and seat is not None:
        return decided(standing, None, SetControl(seat, COMPUTER), now)
    return decided(standing, None, TimeOut(), now)


def taken_up(standing: Standing, shared: bool, now: int) -> Steps:
    """A table comes into memory: beside other nodes it was away only if what is due was not done for a while."""
    if standing.closed:
        return []
    if shared:
        return restart(standing, now) if standing.due is not None and now >= standing.due + LEFT else []
    runs = standing.clock.stopped is None and standing.game.turn is not None
    return restart(standing, now) if runs or not standing.away else []


def taken_over(standing: Standing, seat: int, now: int) -> Steps | Fault:
    """A computer plays for the person of `seat`, unless that person has come back."""
    if standing.absent != seat:
        return Fault("old_turn")
    return decided(standing, None, SetControl(seat, COMPUTER), now)


def handed_back(standing: Standing, seat: int, now: int) -> Steps | Fault:
    """The person of `seat` plays again."""
    return decided(standing, None, SetControl(seat, PERSON), now)


def moved(standing: Standing, command: Moved, now: int) -> Steps | Fault:
    """A computer's move, if it is still the one that was asked for; `impossible` when it cannot be played."""
    if standing.n != command.n or standing.computer != command.seat:
        return Fault("old_turn")
    if command.move is None:
        return Fault("impossible")
    try:
        answer = decided(standing, command.seat, command.move, now)
    except Exception as fault:
        return Fault("impossible", {"why": type(fault).__name__})
    return Fault("impossible", {"why": answer.code}) if isinstance(answer, Fault) else answer


def fallen_back(standing: Standing, command: Moved, now: int) -> Steps | Fault:
    """The fallback move instead of a computer's."""
    return decided(standing, command.seat, fallback(view(standing.game, command.seat)), now)


def cancelled(standing: Standing, now: int, all_left: bool) -> Steps | Fault:
    """The end of a match that everybody has left or that cannot go on; before a deal, a row closes the table."""
    if standing.game.number == 0 and standing.opening.proof is not None:
        return Fault("closed") if standing.closed else close(standing, now)
    return decided(standing, None, Cancel(all_left=all_left), now)


def called_off(standing: Standing, now: int) -> Steps | Fault:
    """The end before the first deal: somebody can no longer pay what is to be held."""
    return Fault("closed") if standing.closed else close(standing, now, short=True)


def effects(steps: Sequence[Step]) -> list[Effect]:
    """What the lists of matches have to know of `steps`."""
    found: list[Effect] = []
    for step in steps:
        if step.row.kind == WATCHING:
            found.append(Watched(step.standing.watch))
        elif isinstance(step.event, Dealt | DealEnded):
            opening, game = step.standing.opening, step.standing.game
            found.append(Counted(game.number, game.scores))
            if isinstance(step.event, Dealt):
                found += rated.begun(opening, game)
        elif isinstance(step.event, MatchEnded) or step.row.kind == CLOSED:
            outcome = outcome_of(step.standing)
            found.append(Ended(step.standing.game.ranks if outcome == FINISHED else None))
            proof = step.standing.opening.proof
            if proof is not None:
                found.append(Outcome(proof.commit, proof.seed.open(), proof.list_hash, outcome))
            if isinstance(step.event, MatchEnded):
                found += rated.ended(step.standing.opening, step.standing.game)
    return found


def outcome_of(standing: Standing) -> int:
    """Outcome of an ended match in the public list: 0 finished, 2 cancelled before its first deal, 3 in play."""
    if standing.closed:
        return AFTER_LIST
    return IN_PLAY if standing.game.match_reason in (MATCH_CANCELLED, ALL_LEFT) else FINISHED


@dataclass(frozen=True, slots=True)
class Told:
    """What is kept of a step for those who come back: its event, and the tiles of it that not everybody may know."""

    seq: int
    n: int
    event: Event
    raw: bytes
    """The bytes of the event."""
    drawn: Tile | None
    """For the seat that drew."""
    racks: tuple[tuple[Tile, ...], ...] | None
    """As dealt, each for its seat."""


def told(step: Step) -> Told | None:
    """What there is to tell of `step`; None where nothing happened in the game."""
    event, deal = step.event, step.standing.game.deal
    if event is None:
        return None
    drawn = deal.racks[event.seat][-1] if deal is not None and isinstance(event, Drawn) else None
    racks = deal.racks if deal is not None and isinstance(event, Dealt) else None
    return Told(step.row.seq, step.standing.n, event, step.row.body, drawn, racks)


def for_viewer(news: News, told: Told, seat: int | None, now: tuple[str, ...]) -> Ev:
    """The event as `seat` may see it: the only place where a hidden tile is added to what everyone may know."""
    if seat is None:
        return Ev(news, None, None, now)
    return Ev(news, told.drawn if told.event.seat == seat else None, told.racks[seat] if told.racks else None, now)

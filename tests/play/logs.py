"""Logs of whole matches of several people, made by pure functions: no hub, no sockets, no time."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from okey.bots import choose
from okey.fair.messages import player_commit
from okey.play import seating as seats
from okey.play import steps
from okey.play.invitation import Invitation, Vault
from okey.play.opening import PRIVATE, SEATS, Options, Secret
from okey.play.ports import Effect, LogRow, TableId
from okey.play.seating import Seating
from okey.play.standing import Standing, Step, dealt_from
from okey.rules.actions import Cancel, SeatAction, TimeOut
from okey.rules.events import COMPUTER
from okey.rules.faults import Fault
from okey.rules.ruleset import Ruleset
from okey.rules.view import view
from tests.play.test_gathering import SIGNER, Plain

START = 1_796_000_400_000


@dataclass
class Made:
    """The log of one table, and all effects of its rows."""

    table: TableId
    rows: list[LogRow]
    effects: list[Effect]
    standing: Standing | None = None
    steps: list[Step] | None = None


def gathered(
    table: TableId,
    rules: Ruleset,
    people: Mapping[int, bytes],
    options: Options = PRIVATE,
    alone: bool = False,
    at: int = START,
    vault: Vault | None = None,
    key: bytes = SIGNER.public,
) -> tuple[Made, Seating]:
    """Up to the opening; computers sit where no person does. `key` signs, and `vault` seals the seed."""
    vault, chance = vault or Plain(), random.Random(table)
    founder = next(iter(people.values()))
    secrets = Secret(chance.randbytes(32)), Secret(chance.randbytes(32))
    invitation = Invitation(table, rules, founder, alone, False, "kolay", key, at, *secrets, options=options)
    first = invitation.row(vault)
    made = Made(table, [first], [invitation.opened])
    found = seats.begin(table, first, vault)
    values = {seat: chance.randbytes(32) for seat in people}

    def write(kind: str, body: seats.Body | Fault | None) -> None:
        nonlocal found
        assert isinstance(body, dict), body
        if not (alone and kind == seats.SIT):
            made.effects += seats.effects(found, kind, body)
        row, found = seats.next_row(found, kind, body, at)
        made.rows.append(row)

    for seat, person in people.items():
        commit = player_commit(table, invitation.commit, seat, values[seat])
        write(seats.SIT, {"seat": seat, "person": person.hex(), "name": f"Oyuncu {seat}", "commit": commit.hex()})
    if found.free:
        write(seats.FILL, seats.computers(found, lambda level: ("K 1", "K 2", "K 3")))
    write(seats.LIST, seats.freeze(found))
    for seat, person in people.items():
        write(seats.CONTRIBUTION, seats.contribute(found, person, found.list_hash, values[seat]))
    write(seats.OPENING, seats.open_all(found))
    return made, found


def match(
    table: TableId,
    rules: Ruleset,
    people: Mapping[int, bytes],
    options: Options = PRIVATE,
    *,
    alone: bool = False,
    at: int = START,
    vault: Vault | None = None,
    key: bytes = SIGNER.public,
    end: Callable[[Standing], SeatAction | TimeOut | Cancel] | None = None,
    level: str = "orta",
) -> Made:
    """A whole match, each move a second after the last; `end` says what is done at a turn instead of a bot's move
    for a person."""
    made, found = gathered(table, rules, people, options, alone, at, vault, key)
    standing, now = dealt_from(found.opening(), found.seq, found.at), at
    chance, done = random.Random(table), []
    while standing.game.phase != "over":
        now += 1000
        if standing.game.phase == "between":
            made_steps = steps.dealt(standing, now)
        else:
            turn = standing.game.turn
            assert turn is not None
            bot = end is None or standing.game.control[turn] == COMPUTER
            action = choose(view(standing.game, turn), level, chance) if bot else end(standing)
            own = isinstance(action, TimeOut | Cancel)
            made_steps = steps.decided(standing, None if own else turn, action, now)
        assert isinstance(made_steps, list), made_steps
        done += made_steps
        standing = made_steps[-1].standing
    made.rows += [step.row for step in done]
    made.effects += steps.effects(done)
    made.standing, made.steps = standing, done
    return made


def times_out(standing: Standing) -> TimeOut:
    """Whoever is first on turn is away: the shortest match there is."""
    return TimeOut()


def seated(people: list[bytes]) -> dict[int, bytes]:
    """Two to four persons by seat."""
    return dict(zip(SEATS[len(people)], people, strict=True))

"""The table after a table: with new secrets, for those who go on together."""

import json
from dataclasses import replace
from typing import Final

from okey.play.codes import new_code
from okey.play.invitation import Invitation, Vault
from okey.play.opening import Options, Secret
from okey.play.ports import LogRow, Ports, TableId
from okey.play.seating import Seating
from okey.play.standing import REMATCH, LogError, Standing, Step, advance
from okey.play.steps import Steps
from okey.rules.faults import Fault

SECRET_BYTES: Final = 32
CODE_TRIES: Final = 8
NOBODY_KEPT: Final[tuple[None, ...]] = (None,) * 4


def again(standing: Standing, seat: int, table: TableId, now: int) -> Steps | Fault:
    """The step that says at which table a match that is over goes on; nothing when that was said before."""
    if standing.game.phase != "over":
        return Fault("match_running")
    if standing.rematch is not None:
        return []
    body = json.dumps({"table": table.hex(), "seat": seat}).encode()
    step: Step = advance(standing, LogRow(standing.seq + 1, max(now, standing.at), None, REMATCH, body))
    return [step]


async def open_next(
    made: Invitation,
    table: TableId,
    founder: bytes,
    ports: Ports,
    vault: Vault,
    options: Options,
    kept: tuple[bytes | None, ...] = NOBODY_KEPT,
    names: tuple[str | None, ...] = NOBODY_KEPT,
) -> None:
    """Open `table` like the one that was `made`, with secrets and a code of its own; nothing when it is there."""
    for _ in range(CODE_TRIES):
        if await ports.log.read(table):
            return
        invitation = replace(
            made,
            table=table,
            founder=founder,
            created=ports.clock.now(),
            seed=Secret(ports.randomness.token(SECRET_BYTES)),
            bots=Secret(ports.randomness.token(SECRET_BYTES)),
            code=new_code(ports.randomness.token),
            options=options,
            kept=kept,
            kept_names=names,
        )
        if await ports.log.append(table, [invitation.row(vault)], [invitation.opened]):
            return
    raise LogError("the next table could not be opened")


class Reunion:
    """Opens the table at which the people of a match play again; their seats are kept for a while."""

    def __init__(self, seating: Seating, ports: Ports, vault: Vault) -> None:
        self._seating = seating
        self._ports = ports
        self._vault = vault

    async def open(self, standing: Standing) -> None:
        """Open what the log of the old table names; nothing when it names none."""
        if standing.rematch is None:
            return
        table, _ = standing.rematch
        made, people = self._seating.invitation, standing.opening.people
        names = tuple(
            seat.name if seat is not None and seat.person is not None else None for seat in standing.opening.seats
        )
        founder = standing.founder or self._seating.founder
        options = replace(made.options, watch=standing.watch)
        await open_next(made, table, founder, self._ports, self._vault, options, people, names)

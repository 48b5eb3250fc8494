"""What a running match says about the proof of its deals; silent at a table of the old kind."""

from collections.abc import Callable
from typing import Final

from okey.fair.signing import Signer
from okey.play.messages import Chain, Refused
from okey.play.ports import Log, Socket, TableId
from okey.play.seating import Seating
from okey.play.standing import GAME, Standing
from okey.play.steps import outcome_of
from okey.play.testimony import Testimony
from okey.rules.faults import Fault

CHAIN_PART: Final = 200
"""Events sent at once to a browser that asks for the chain."""


class Witness:
    """Speaks for one table whose contributions are open."""

    def __init__(self, seating: Seating, signer: Callable[[bytes], Signer]) -> None:
        self._seating = seating
        self._testimony = Testimony(signer(seating.invitation.public_key))

    def before(self, socket: Socket, seat: int | None) -> None:
        """Everything signed before the first deal, for a browser that may have missed some of it."""
        socket.send(self._testimony.open(self._seating))
        socket.send(self._testimony.listed(self._seating))
        value = None if seat is None else self._seating.values[seat]
        if seat is not None and value is not None:
            socket.send(self._testimony.receipt(self._seating, seat, value))
        socket.send(self._testimony.contributions(self._seating))

    def head(self, socket: Socket, standing: Standing) -> None:
        """The signed head as of `standing`."""
        if standing.head is not None:
            socket.send(self._testimony.head(self._seating, standing.n, standing.head))

    def reveal(self, socket: Socket, standing: Standing) -> None:
        """The seed, once the table has ended."""
        if standing.game.phase == "over" or standing.closed:
            outcome = outcome_of(standing)
            socket.send(self._testimony.reveal(self._seating, standing.n, standing.head, outcome))


async def chain(log: Log, table: TableId, after: int, last: int) -> Chain:
    """The bytes of the events after number `after` up to number `last`, some of them at a time."""
    most = min(CHAIN_PART, last - after)
    return Chain(after, tuple(await log.bodies(table, GAME, after, most) if most > 0 else ()))


NO_PROOF: Final = Refused(Fault("no_proof"))
"""The answer to questions about the proof at a table of the old kind."""

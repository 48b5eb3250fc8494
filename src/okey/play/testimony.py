"""What the server signs about one table, in the order in which it becomes known (docs/fairness.md)."""

from okey.fair.messages import (
    first_head,
    head_message,
    list_message,
    open_message,
    opening_message,
    receipt_message,
    reveal_message,
)
from okey.fair.signing import Signer
from okey.play.messages import Contributions, Listed, Open, Receipt, Reveal, SignedHead
from okey.play.seating import Seating


class Testimony:
    """Signs for one table. The seating it speaks of is handed in, so that nothing is signed from old knowledge."""

    def __init__(self, signer: Signer) -> None:
        self._signer = signer
        self._open: Open | None = None

    def open(self, seating: Seating) -> Open:
        """The table before anybody sits: the same for everybody who comes, and signed once."""
        if self._open is None:
            made = seating.invitation
            sig = self._signer.sign(open_message(made.table, made.rules_hash, made.commit, made.created))
            self._open = Open(made.table, made.rules.text, made.commit, made.created, self._signer.public, sig)
        return self._open

    def listed(self, seating: Seating) -> Listed:
        """The frozen list."""
        listed, hashed = seating.listed or 0, seating.list_hash
        sig = self._signer.sign(list_message(hashed, listed))
        return Listed(listed, seating.kinds, seating.commits, hashed, sig)

    def receipt(self, seating: Seating, seat: int, value: bytes) -> Receipt:
        """The contribution of `seat` is stored."""
        return Receipt(seat, self._signer.sign(receipt_message(seating.list_hash, seat, value)))

    def contributions(self, seating: Seating) -> Contributions:
        """All values: the opening."""
        message = opening_message(seating.list_hash, seating.kinds, seating.values)
        return Contributions(seating.kinds, seating.values, self._signer.sign(message))

    def head(self, seating: Seating, n: int, head: bytes) -> SignedHead:
        """The hash chain after event `n`."""
        return SignedHead(n, head, self._signer.sign(head_message(seating.invitation.table, n, head)))

    def reveal(self, seating: Seating, n: int, head: bytes | None, outcome: int) -> Reveal:
        """The seed, when the table has ended; `head` None: the one before any event, or none without a list."""
        made, seed = seating.invitation, seating.invitation.seed.open()
        if head is None and seating.listed is not None:
            head = first_head(made.table, seating.list_hash, made.commit)
        return Reveal(seed, n, head, self._signer.sign(reveal_message(made.table, seed, n, head)), outcome)

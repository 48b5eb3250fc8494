"""Game events as everyone may see them."""

from typing import TypeAlias

from msgspec import Struct

from okey.server.wire.scalars import FourInts


class PublicEvent(Struct, tag_field="e", frozen=True):
    """A game event as everyone may see it; the tag is `e`."""


class EventDealt(PublicEvent, tag="dealt", frozen=True):
    """A deal began; `seat` is the dealer."""

    seat: int
    starter: int
    indicator: int
    dice: tuple[int, int]


class EventShown(PublicEvent, tag="shown", frozen=True):
    """The indicator's twin was shown."""

    seat: int
    tile: int


class EventDrawn(PublicEvent, tag="drawn", frozen=True):
    """A tile was drawn from the pile."""

    seat: int


class EventTaken(PublicEvent, tag="taken", frozen=True):
    """The previous seat's last discard was taken."""

    seat: int
    tile: int


class EventThrown(PublicEvent, tag="thrown", frozen=True):
    """A tile was thrown."""

    seat: int
    tile: int


class EventFinished(PublicEvent, tag="finished", frozen=True):
    """A seat finished; `kind` 1 melds, 2 pairs."""

    seat: int
    kind: int
    tile: int
    groups: list[list[int]]


class EventDealEnded(PublicEvent, tag="deal_ended", frozen=True):
    """The deal ended."""

    seat: int | None
    reason: int
    changes: FourInts


class EventAutomatic(PublicEvent, tag="automatic", frozen=True):
    """The draw or throw that follows was made because the time was out."""

    seat: int


class EventMatchEnded(PublicEvent, tag="match_ended", frozen=True):
    """The match ended."""

    seat: int | None
    reason: int
    scores: FourInts
    ranks: FourInts


class EventDeclared(PublicEvent, tag="declared", frozen=True):
    """A seat declared pairs."""

    seat: int


class EventControlled(PublicEvent, tag="controlled", frozen=True):
    """From now on a person (1) or a computer (2) plays for the seat."""

    seat: int
    controller: int


class EventClaimed(PublicEvent, tag="claimed", frozen=True):
    """A wrong claim to finish, charged by the house rule."""

    seat: int
    tile: int
    groups: list[list[int]]


AnyEvent: TypeAlias = (
    EventDealt
    | EventShown
    | EventDrawn
    | EventTaken
    | EventThrown
    | EventFinished
    | EventDealEnded
    | EventAutomatic
    | EventMatchEnded
    | EventDeclared
    | EventControlled
    | EventClaimed
)

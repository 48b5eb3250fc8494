"""The values frames are made of."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

Seq: TypeAlias = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Millis: TypeAlias = Annotated[int, Meta(ge=0, le=2**53 - 1)]
TileId: TypeAlias = Annotated[int, Meta(ge=0, le=105)]
TableRef: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
CommandRef: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
FourInts: TypeAlias = tuple[int, int, int, int]
Hash: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Face: TypeAlias = Annotated[str, Meta(pattern="^([rybk]([1-9]|1[0-3])|F)$")]
Level: TypeAlias = Literal["kolay", "orta", "zor"]

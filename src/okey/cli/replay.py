"""`okey replay`: a record move by move, with the tiles that were hidden, or in its text form."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from okey.cli.words import Lang

if TYPE_CHECKING:
    from rich.text import Text

    from okey.fair.referee import Referee
    from okey.record.model import Record
    from okey.rules.events import Event


def replay(
    record: Annotated[str, Parameter(allow_leading_hyphen=True)],
    *,
    deal: int | None = None,
    text: Annotated[bool, Parameter(negative=())] = False,
    json: Annotated[bool, Parameter(negative=())] = False,
    lang: Lang = "tr",
    plain: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Tell a record move by move, hidden tiles included, or turn it into text and back.

    Parameters
    ----------
    record
        The record, as JSON or as text (`-`: the standard input).
    deal
        Only this deal.
    text
        The text form, for reading and mailing.
    json
        The record file, from a text.
    lang
        Language of the replay.
    plain
        No colours (so does the environment variable NO_COLOR).
    """
    from okey.cli.proof import read
    from okey.record.model import FileFault, read_record, write_record
    from okey.record.steps import ReplayError
    from okey.record.text import TextError, read_text, write_text

    data = read(record)
    if data is None:
        return 2
    try:
        found = read_text(data.decode()) if data.lstrip().startswith(b"[") else read_record(data)
        if json:
            sys.stdout.write(write_record(found).decode())
        elif text:
            sys.stdout.write(write_text(found))
        else:
            return _tell(found, deal, lang, plain)
    except (FileFault, TextError, UnicodeDecodeError) as error:
        print(f"okey: {record}: {error}", file=sys.stderr)
        return 2
    except ReplayError as error:
        print(f"okey: {record}: INVALID: {error}", file=sys.stderr)
        return 1
    return 0


def _tell(record: "Record", deal: int | None, lang: Lang, plain: bool) -> int:
    from okey.cli.proof import say
    from okey.cli.screen import console
    from okey.record.steps import steps

    out = console(plain)
    teller = _Teller(record, lang)
    told = False
    for entry, referee in steps(record):
        if deal is None or entry.deal == deal:
            told = True
            for line in teller.event(entry.event, referee):
                out.print(line)
    if not told and deal is None:
        out.print(say(lang, "no_deal"))
    elif not told:
        print(f"okey: {say(lang, 'no_such_deal', n=deal)}", file=sys.stderr)
        return 2
    return 0


class _Teller:
    """Puts the events of one record into words."""

    def __init__(self, record: "Record", lang: Lang) -> None:
        from okey.cli.proof import say

        self.lang: Lang = lang
        seats = record.seats or ()
        self.names = [seat.name or say(lang, "seat", n=place) for place, seat in enumerate(seats)]

    def event(self, event: "Event", referee: "Referee") -> "Iterator[Text]":
        """The lines that tell an event; `referee` is the match after it."""
        from okey.cli.screen import tile, tiles
        from okey.rules import events as ev

        lang, okey = self.lang, referee.okey
        match event:
            case ev.Dealt(_, starter, indicator, (first, second)):
                yield self._line("")
                yield self._line("deal", name=self.names[starter], n=referee.deal, first=first, second=second)
                yield self._line("indicator", tile=tile(indicator, None, lang), okey=tile(2 * okey, okey, lang))
                for seat in referee.seats:
                    yield self._line("holds", name=self.names[seat], tiles=tiles(referee.racks[seat], okey, lang))
            case ev.Drawn(seat):
                yield self._named("drew", seat, tile=tile(referee.racks[seat][-1], okey, lang))
            case ev.Taken(seat, taken):
                yield self._named("took", seat, tile=tile(taken, okey, lang))
            case ev.Thrown(seat, thrown):
                yield self._named("threw", seat, tile=tile(thrown, okey, lang))
            case ev.Shown(seat, shown):
                yield self._named("shown", seat, tile=tile(shown, okey, lang))
            case ev.Declared(seat):
                yield self._named("declared", seat)
            case ev.Automatic(seat):
                yield self._named("marked", seat)
            case ev.Controlled(seat, controller):
                yield self._named("by_person" if controller == ev.PERSON else "by_computer", seat)
            case ev.Claimed(seat, thrown):
                yield self._named("claimed", seat, tile=tile(thrown, okey, lang))
            case ev.Finished(seat, kind, thrown, groups):
                word = self._word("pairs" if kind == ev.PAIRS else "melds")
                yield self._named("finished", seat, kind=word, tile=tile(thrown, okey, lang))
                for group in groups:
                    yield self._line("group", tiles=tiles(group, okey, lang))
            case ev.DealEnded(_, reason, changes):
                told = " · ".join(f"{self.names[seat]} {changes[seat]:+d}" for seat in referee.seats)
                yield self._line(f"end{reason}", changes=told)
            case _:  # MatchEnded
                order = sorted(referee.seats, key=lambda seat: (event.ranks[seat], seat))
                places = [self._place(seat, event.scores[seat], event.ranks[seat]) for seat in order]
                yield self._line("match_cancelled" if referee.cancelled else "match", scores=" · ".join(places))

    def _place(self, seat: int, score: int, rank: int) -> str:
        return f"{rank}. {self.names[seat]} {score}" if rank else f"{self.names[seat]} {score}"

    def _named(self, key: str, seat: int, **params: Any) -> "Text":
        return self._line(key, name=self.names[seat], **params)

    def _word(self, key: str) -> str:
        from okey.cli.proof import say

        return say(self.lang, key)

    def _line(self, key: str, **params: Any) -> "Text":
        """A text of the catalogue; tiles keep their colours. Without a key an empty line."""
        from rich.text import Text

        from okey.cli.proof import say

        marks = {name: f"\0{name}\0" for name in params}
        parts = say(self.lang, key, **marks).split("\0") if key else [""]
        filled = [params[part] if place % 2 else part for place, part in enumerate(parts)]
        return Text.assemble(*(part if isinstance(part, Text) else str(part) for part in filled))

"""What happens at the terminal table, in words: events, the table itself, results and refusals."""

from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text

from okey.cli import screen
from okey.cli.game import YOU
from okey.cli.rack import Layout
from okey.cli.words import Words
from okey.rules.actions import Row
from okey.rules.events import (
    FINISH,
    PAIRS,
    Automatic,
    Claimed,
    DealEnded,
    Dealt,
    Declared,
    Drawn,
    Event,
    Finished,
    MatchEnded,
    Shown,
    Taken,
    Thrown,
)
from okey.rules.faults import BlockFault, Fault
from okey.rules.history import Seen
from okey.rules.melds import is_pair, is_run, is_set
from okey.rules.ruleset import Ruleset
from okey.rules.text import parse_face
from okey.rules.tiles import FALSE_JOKER, Face, Tile, is_okey, okey_face
from okey.rules.view import View


class Teller:
    """Puts a match into the words of one language. It keeps one thing: a draw that waits for its throw."""

    def __init__(self, words: Words, ruleset: Ruleset) -> None:
        self.words = words
        self.ruleset = ruleset
        self.drew: Text | None = None

    def name(self, seat: int) -> str:
        """`Sen`, or a computer's label."""
        return self.words("you") if seat == YOU else self.words("computer", letter=" ABC"[seat])

    def tile(self, tile: Tile, view: View) -> Text:
        """One tile, marked if it is an okey."""
        return screen.tile(tile, okey_of(view), self.words.lang)

    def fill(self, key: str, **params: Text | str | int) -> Text:
        """A text of the catalogue with tiles, which keep their colours, in the places of its parameters."""
        marks = {name: f"\0{name}\0" for name in params}
        parts = self.words(key, **marks).split("\0")
        return Text.assemble(*(str_or_text(params[part]) if n % 2 else part for n, part in enumerate(parts)))

    def event(self, event: Event, view: View) -> Iterator[Text]:
        """The lines that tell an event; `view` is what the person sees after it."""
        mine = getattr(event, "seat", None) == YOU
        match event:
            case Dealt():
                yield from self._dealt(event, view)
            case Drawn(seat):
                if mine:
                    yield self.fill("drew_own", tile=self.tile(view.rack[-1], view))
                else:
                    self.drew = self.fill("drew", name=self.name(seat))
            case Taken(seat, tile):
                shown = self.tile(tile, view)
                if mine:
                    yield self.fill("took_own", tile=shown)
                else:
                    self.drew = self.fill("took", name=self.name(seat), tile=shown)
            case Thrown(seat, tile):
                yield self._thrown(seat, self.tile(tile, view), mine)
            case Shown(seat, _):
                key = "shown_up" if self.ruleset.count == "up" else "shown"
                yield self.fill(key, name=self.name(seat), n=self.ruleset.bonus)
            case Declared(seat):
                yield self.fill("declared_own" if mine else "declared", name=self.name(seat))
            case Claimed(seat):
                yield self.fill("claimed", name=self.name(seat), n=self.ruleset.penalty)
            case Automatic():
                yield Text(self.words("automatic"))
            case Finished(seat, kind, tile, groups):
                yield from self._finished(seat, kind, tile, groups, view)
            case DealEnded():
                yield from self._deal_ended(event, view)
            case MatchEnded():
                yield from self._match_ended(event)

    def _dealt(self, event: Dealt, view: View) -> Iterator[Text]:
        lang = self.words.lang
        first, second = event.dice
        yield Text("")
        yield self.fill(
            "dice",
            deal=view.deal,
            name=self.name(event.starter),
            first=first,
            second=second,
            indicator=screen.tile(event.indicator, None, lang),
            okey=self.tile(2 * okey_face(event.indicator), view),
        )

    def _thrown(self, seat: int, tile: Text, mine: bool) -> Text:
        if mine:
            return self.fill("threw_own", tile=tile)
        if self.drew is None:
            return self.fill("threw", name=self.name(seat), tile=tile)
        told, self.drew = self.drew, None
        return Text.assemble(told, self.fill("then_threw", tile=tile))

    def _finished(
        self, seat: int, kind: int, tile: Tile, groups: Sequence[Sequence[Tile]], view: View
    ) -> Iterator[Text]:
        if self.drew is not None:
            yield Text.assemble(self.drew, ".")
            self.drew = None
        okey = okey_of(view)
        by_okey = okey is not None and is_okey(tile, okey)
        key = {(False, False): "normal", (True, False): "pairs", (False, True): "okey", (True, True): "both"}
        yield Text("")
        yield self.fill(
            "finished",
            name=self.name(seat),
            kind=self.words(f"kind_{key[kind == PAIRS, by_okey]}"),
            tile=self.tile(tile, view),
        )
        yield from screen.filled(screen.tiles(group, okey, self.words.lang) for group in groups)

    def _deal_ended(self, event: DealEnded, view: View) -> Iterator[Text]:
        if event.reason != FINISH:
            yield Text("")
            yield Text(self.words("deal_drawn_shown" if any(event.changes) else "deal_drawn"))
        for seat in seats(view):
            change = f"{event.changes[seat]:+d}" if event.changes[seat] else "0"
            yield self.fill("change", name=self.name(seat), change=change, score=view.scores[seat])

    def _match_ended(self, event: MatchEnded) -> Iterator[Text]:
        yield Text("")
        yield Text(self.words("match_over_head"), style="bold")
        ranked = sorted((rank, seat) for seat, rank in enumerate(event.ranks) if rank)
        for rank, seat in ranked:
            yield self.fill("rank", rank=rank, name=self.name(seat), score=event.scores[seat])
        first = [self.name(seat) for rank, seat in ranked if rank == 1]
        key = "no_winner" if not first or len(first) == len(ranked) else "winner" if len(first) == 1 else "winners"
        yield Text(self.words(key, names=", ".join(first)), style="bold")

    # --- the table

    def title(self, level: str, seed: int) -> Text:
        """What is played, to what, against whom."""
        rules = self.words(self.ruleset.preset)
        return Text(
            self.words("title", rules=rules, goal=self.goal(), level=self.words(level), seed=seed), style="bold"
        )

    def goal(self) -> str:
        """What the match is played to."""
        return self.words(f"goal_{self.ruleset.count}", n=self.ruleset.points)

    def table(self, view: View, layout: Layout) -> Iterator[Text]:
        """The table before the person's move: deal, scores, what was thrown, what is offered, the rack."""
        words, lang = self.words, self.words.lang
        if view.indicator is None:
            return
        okey = okey_face(view.indicator)
        head = self.fill(
            "head",
            deal=view.deal,
            indicator=screen.tile(view.indicator, None, lang),
            okey=screen.tile(2 * okey, okey, lang),
            pile=view.pile,
        )
        yield Text("─" * 40, style="dim")
        yield screen.joined([head, self.goal(), *([words("lap")] if view.lap else [])], " · ")
        yield self.scores(view)
        yield Text.assemble(words("thrown_by"), "  ", screen.joined(self._tops(view), " · "))
        previous = before(view, YOU)
        if view.phase == "draw" and view.turn == YOU and view.discards[previous]:
            yield self.fill("offered", tile=self.tile(view.discards[previous][-1], view))
        yield from self.rack(layout.rows(), okey)
        if layout.way == "hand":
            yield Text(words("by_hand"), style="dim")

    def rack(self, rows: Iterable[Row], okey: Face) -> Iterator[Text]:
        """The rows of the rack; a free slot is a gap."""
        for number, row in enumerate(rows, 1):
            line = Text(f"{number}:")
            for held in row.slots:
                line.append("  " if held is None else Text.assemble(" ", screen.tile(held, okey, self.words.lang)))
            yield line

    def scores(self, view: View) -> Text:
        """Everybody's score, and who plays for pairs."""
        parts = []
        for seat in seats(view):
            part = f"{self.name(seat)} {view.scores[seat]}"
            parts.append(f"{part} ({self.words('declared_mark')})" if view.declared[seat] else part)
        return Text.assemble(self.words("scores"), "  ", " · ".join(parts))

    def _tops(self, view: View) -> Iterator[Text]:
        for seat in seats(view):
            top = view.discards[seat][-1:]
            yield Text.assemble(self.name(seat), " ", self.tile(top[0], view) if top else "-")

    def discards(self, view: View) -> Iterator[Text]:
        """All discards, as far as the preset shows them to this seat (RULES 4)."""
        everything = self.ruleset.discards == "all" or view.declared[YOU]
        yield Text(self.words("all_discards") + ("" if everything else f" ({self.words('top_only')})"))
        for seat in seats(view):
            shown = view.discards[seat] if everything else view.discards[seat][-1:]
            yield Text.assemble(f"{self.name(seat)}: ", screen.tiles(shown, okey_of(view), self.words.lang) or "-")

    def last(self, view: View) -> Iterator[Text]:
        """The last moves of the deal."""
        moves = [seen for seen in view.history if seen.type in (Drawn.TYPE, Taken.TYPE, Thrown.TYPE)][-8:]
        yield Text(self.words("last_moves" if moves else "no_moves"))
        for seen in moves:
            yield self._seen(seen, view)

    def _seen(self, seen: Seen, view: View) -> Text:
        name, mine = self.name(seen.seat), seen.seat == YOU
        if seen.tile is None:
            return Text(self.words("drew_unnamed")) if mine else Text.assemble(self.fill("drew", name=name), ".")
        tile = self.tile(seen.tile, view)
        if mine:
            return self.fill("threw_own" if seen.type == Thrown.TYPE else "took_own", tile=tile)
        if seen.type == Thrown.TYPE:
            return self.fill("threw", name=name, tile=tile)
        return Text.assemble(self.fill("took", name=name, tile=tile), ".")

    def hand(self, layout: Layout, okey: Face) -> Iterator[Text]:
        """The rack read out in words: groups first, then what stands alone."""
        words = self.words
        yield Text(words("hand_count", n=sum(map(len, layout.blocks))))
        groups = [block for block in layout.blocks if len(block) > 1]
        for number, block in enumerate(groups, 1):
            named = ", ".join(self.spoken(tile, okey) for tile in block)
            yield Text(words("hand_group", number=number, kind=words(_kind(block, okey)), tiles=named))
        alone = ", ".join(self.spoken(block[0], okey) for block in layout.blocks if len(block) == 1)
        yield Text(f"{words('hand_loose')}: {alone or words('none')}")

    def spoken(self, tile: Tile, okey: Face) -> str:
        """A tile in words, without marks: `kırmızı 5`, `okey`, `sahte okey`."""
        shown = tile >> 1
        if shown == FALSE_JOKER:
            return self.words("false_joker")
        if shown == okey:
            return self.words("okey")
        return f"{screen.colour_name(shown // 13, self.words.lang)} {shown % 13 + 1}"

    # --- refusals

    def fault(self, fault: Fault, rows: Sequence[Row], okey: Face | None) -> Iterator[Text]:
        """A refusal, and every wrong block of a laid rack with its tiles."""
        yield self.fill(fault.code, **{name: self.param(value) for name, value in fault.params.items()})
        for block in fault.blocks:
            params = {name: self.param(value) for name, value in block.params.items()}
            told = self.fill(block.code, row=block.row, a=block.start, b=block.end, **params)
            held = _held(rows, block)
            yield Text.assemble("  ", told, "  ", screen.tiles(held, okey, self.words.lang) if held else "")

    def param(self, value: int | str) -> str:
        """A parameter of a refusal: a face in the way it is typed, or a word."""
        try:
            return screen.face_name(parse_face(str(value)), self.words.lang)
        except ValueError:
            return self.words.word(value)


def okey_of(view: View) -> Face | None:
    """The okey of the deal."""
    return None if view.indicator is None else okey_face(view.indicator)


def seats(view: View) -> list[int]:
    """The occupied seats."""
    return [seat for seat in range(4) if view.kinds[seat]]


def before(view: View, seat: int) -> int:
    """The occupied seat before."""
    order = seats(view)
    return order[order.index(seat) - 1]


def str_or_text(value: Text | str | int) -> Text | str:
    """Numbers as text."""
    return str(value) if isinstance(value, int) else value


def _kind(block: Sequence[Tile], okey: Face) -> str:
    """The catalogue's word for a group."""
    if is_set(block, okey):
        return "set"
    return "run" if is_run(block, okey) else "pair" if is_pair(block, okey) else "block"


def _held(rows: Sequence[Row], block: BlockFault) -> list[Tile]:
    slots = rows[block.row - 1].slots[block.start - 1 : block.end] if block.row <= len(rows) else ()
    return [tile for tile in slots if tile is not None]

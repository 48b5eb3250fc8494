"""The dialog of `okey play`: lines in, the table and what happens out."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from rich.console import Console
from rich.text import Text

from okey.cli import screen
from okey.cli.game import YOU, Game
from okey.cli.rack import Blocks, Layout
from okey.cli.telling import Teller, okey_of
from okey.cli.typed import OKEY, ColourQuestion, Typed, TypedError, faces, parse
from okey.cli.words import HELP, LANGS, Lang, Words
from okey.rules.actions import Action, DeclarePairs, Draw, Finish, ShowIndicator, Take, Throw
from okey.rules.events import Event
from okey.rules.faults import Fault
from okey.rules.tiles import Face, Tile, is_okey
from okey.solver import best_throw, distance, finishes, useful_copies

Read: TypeAlias = Callable[[str], str | None]
"""Gives the next line for a prompt; None at the end of the input."""


class Session:
    """One match at one terminal. `level` decides whether hints are given."""

    def __init__(self, game: Game, words: Words, out: Console, level: str, seed: int) -> None:
        self.game = game
        self.out = out
        self.level = level
        self.seed = seed
        self.teller = Teller(words, game.state.ruleset)
        self.layout = Layout()
        self.laid: list[Layout] = []
        self.asked: Action | None = None
        """An action that waits for a yes."""
        self.question: tuple[str, ColourQuestion] | None = None
        """A line that waits for its colour."""
        self.left = False

    @property
    def words(self) -> Words:
        """The catalogue in use."""
        return self.teller.words

    def run(self, read: Read) -> None:
        """Play until the match is over, the person leaves, or the input ends."""
        self.say(self.teller.title(self.level, self.seed))
        self.say(self.words("welcome"))
        self.roll()
        self.deal()
        while not self.left and self.game.state.phase != "over":
            line = read(self.prompt())
            if line is None:
                self.say("")
                self.say(self.words("input_ended"))
                self.say(self.teller.scores(self.game.view))
                return
            self.answer(line)

    def prompt(self) -> str:
        """What is asked for now."""
        return "? " if self.asked is not None or self.question is not None else "> "

    def say(self, *lines: str | Text) -> None:
        """Print lines, folded at the width of the console."""
        for line in lines:
            self.out.print(line)

    def roll(self) -> None:
        """Tell the roll for the first seat."""
        for number, rolled in enumerate(self.game.rolls):
            told = ", ".join(f"{self.teller.name(seat)} {pips}" for seat, pips in rolled)
            last = number + 1 == len(self.game.rolls)
            self.say(self.words("rolled", rolls=told, name=self.teller.name(self.game.first)) if last else told)

    # --- what happens

    def deal(self) -> None:
        """Start the next deal and play on to the person's turn."""
        self.layout = Layout()
        self.laid.clear()
        self.tell(self.game.deal())
        self.play_on()

    def play_on(self) -> None:
        """Let the computers play, then show the table or what comes next."""
        self.tell(self.game.computers())
        if self.game.state.phase == "between":
            self.say(self.words("next_deal"))
        elif self.game.state.phase != "over":
            self.show_table()

    def tell(self, events: Iterable[Event]) -> None:
        """Tell events as they happen."""
        for event in events:
            self.say(*self.teller.event(event, self.game.view))

    def show_table(self) -> None:
        """The table and what the person may do."""
        view = self.game.view
        okey = okey_of(view)
        if okey is None:
            return
        self.layout = self.layout.fit(view.rack, okey)
        self.say(*self.teller.table(view, self.layout))
        if self.game.state.phase == "between":
            self.say(self.words("next_deal"))
        else:
            self.say(Text(self.words("turn_draw", can=" · ".join(self.can(view.can))), style="bold"))

    def can(self, words: Iterable[str]) -> list[str]:
        """The commands that are open now, in the words of the language."""
        example = screen.face_name(4, self.words.lang)
        return [self.words(f"can_{word}", example=example) for word in words]

    # --- what the person types

    def answer(self, line: str) -> None:
        """Answer one line."""
        if self.question is not None:
            asked, question = self.question
            self.question = None
            answered = question.answered(asked, line)
            line = line if answered is None else answered
        try:
            typed = parse(line)
            if self.asked is not None:
                self.confirm(typed)
            elif typed is None:
                self.go_on()
            else:
                self.obey(typed)
        except ColourQuestion as question:
            self.question = (line, question)
            choices = [
                self.words(
                    "colour_choice",
                    prefix=screen.face_name(13 * colour + int(question.number) - 1, self.words.lang),
                    colour=screen.colour_name(colour, self.words.lang),
                )
                for colour in question.colours
            ]
            self.say(self.words("which_colour", text=question.letters, choices=self.words("or").join(choices)))
        except TypedError as error:
            self.say(self.words(error.key, **error.params, example=screen.face_name(4, self.words.lang)))

    def confirm(self, typed: Typed | None) -> None:
        """Do what was asked about after a yes; anything else leaves all as it is."""
        action, self.asked = self.asked, None
        if typed is not None and typed.verb == "yes" and action is not None:
            self.act(action)
            return
        self.say(self.words("dropped"))
        if typed is not None and typed.verb not in ("yes", "no"):
            self.obey(typed)

    def go_on(self) -> None:
        """An empty line: the next deal, or the table again."""
        if self.game.state.phase == "between":
            self.deal()
        else:
            self.show_table()

    def obey(self, typed: Typed) -> None:
        """Do what a command asks for."""
        view = self.game.view
        match typed.verb:
            case "draw":
                self.act(Draw())
            case "take":
                self.act(Take())
            case "throw" | "finish":
                self.part_with(self.one_tile(typed), typed.verb == "finish")
            case "show":
                self.act(ShowIndicator())
            case "declare":
                self.ask(DeclarePairs(), "pairs_confirm") if "declare" in view.can else self.act(DeclarePairs())
            case "arrange" if typed.groups:
                groups = self.typed_groups(typed)
                self.lay(self.layout.with_groups(groups))
            case "arrange":
                self.lay(Layout(way="melds"))
            case "arrange_pairs":
                self.lay(Layout(way="pairs"))
            case "undo":
                self.undo()
            case "table":
                self.show_table()
            case "hand":
                self.read_hand()
            case "discards":
                self.say(*self.teller.discards(view))
            case "score":
                self.say(self.teller.goal(), self.teller.scores(view))
            case "last":
                self.say(*self.teller.last(view))
            case "clock":
                self.say(self.words("no_clock"))
            case "hint":
                self.hint()
            case "help":
                self.say(HELP[self.words.lang])
            case "lang":
                self.change_lang(typed.words)
            case "next" | "yes" | "no":
                self.go_on()
            case "quit":
                self.left = True
                self.say(self.words("left"), self.teller.scores(view))

    def act(self, action: Action) -> None:
        """Ask the rules; tell what happened, or why not."""
        happened = self.game.act(action)
        if isinstance(happened, Fault):
            rows = action.rows if isinstance(action, Finish) and action.rows else ()
            self.say(*self.teller.fault(happened, rows, okey_of(self.game.view)))
            return
        self.tell(happened)
        self.play_on()

    def ask(self, action: Action, key: str) -> None:
        """Ask for a yes before an action."""
        self.asked = action
        self.say(self.words(key))

    def part_with(self, tile: Tile, finish: bool) -> None:
        """Throw a tile, or finish with it. Throwing an okey is asked about once; a finish with it never is."""
        view = self.game.view
        okey = okey_of(view)
        if okey is None or self.game.state.phase == "between":
            self.say(self.words("no_deal"))
        elif finish:
            manual = self.game.state.ruleset.arrange == "manual" and len(view.rack) == 15
            self.layout = self.layout.fit(view.rack, okey)
            self.act(Finish(tile, self.layout.to_finish(tile, okey, view.declared[YOU]) if manual else None))
        elif is_okey(tile, okey) and "throw" in view.can:
            self.ask(Throw(tile), "confirm_throw_okey")
        else:
            self.act(Throw(tile))

    def lay(self, layout: Layout) -> None:
        """Lay the rack another way and keep the old one for undo."""
        view = self.game.view
        okey = okey_of(view)
        if okey is None or self.game.state.phase == "between":
            self.say(self.words("no_deal"))
            return
        self.laid.append(self.layout)
        self.layout = layout.fit(view.rack, okey)
        self.say(*self.teller.rack(self.layout.rows(), okey))

    def read_hand(self) -> None:
        """The rack in words."""
        view = self.game.view
        okey = okey_of(view)
        if okey is None:
            self.say(self.words("no_deal"))
            return
        self.layout = self.layout.fit(view.rack, okey)
        self.say(*self.teller.hand(self.layout, okey))

    def undo(self) -> None:
        """The arrangement before, with the tiles held now."""
        if not self.laid:
            self.say(self.words("nothing_to_undo"))
            return
        before = self.laid.pop()
        self.say(self.words("undone"))
        self.lay(before)
        self.laid.pop()

    def hint(self) -> None:
        """At level easy: how far the hand is, and what helps."""
        view = self.game.view
        okey = okey_of(view)
        seen = [event.tile for event in view.history if event.tile is not None]
        if self.level != "kolay":
            self.say(self.words("hint_level"))
        elif okey is None or view.indicator is None or self.game.state.phase == "between":
            self.say(self.words("no_deal"))
        elif len(view.rack) == 15:
            done = finishes(view.rack, okey)
            if done:
                self.say(self.teller.fill("hint_finish", tiles=screen.tiles(sorted(done), okey, self.words.lang)))
            else:
                best = best_throw(view.rack, okey, view.indicator, seen)
                self.say(self.teller.fill("hint_throw", tile=screen.tile(best.tile, okey, self.words.lang)))
        else:
            near = useful_copies(view.rack, okey, view.indicator, seen)
            names = " ".join(screen.face_name(face, self.words.lang) for face in sorted(near))
            away = distance(view.rack, okey)
            self.say(self.words("hint_away", n=min(away.melds, away.pairs), tiles=names or self.words("none")))

    def change_lang(self, words: tuple[str, ...]) -> None:
        """Go on in another language."""
        named: dict[str, Lang] = {"turkce": "tr", "turkish": "tr", "ingilizce": "en", "english": "en"}
        named |= {lang: lang for lang in LANGS}
        other: Lang = "en" if self.words.lang == "tr" else "tr"
        self.teller.words = Words(named.get(words[0], other) if words else other)
        self.say(self.words("lang_set"))

    # --- tiles typed

    def one_tile(self, typed: Typed) -> Tile:
        """The tile in the rack that was typed; of two equal ones the one that stands alone."""
        named = faces(typed.words, typed.lang)
        if len(named) != 1:
            raise TypedError("tile_missing")
        (tile,) = self.held(named)
        return tile

    def typed_groups(self, typed: Typed) -> Blocks:
        """Groups of tiles in the rack, as typed."""
        named = [faces(group, typed.lang) for group in typed.groups]
        held = iter(self.held(tuple(face for group in named for face in group)))
        return tuple(tuple(next(held) for _ in group) for group in named)

    def held(self, named: tuple[Face | str, ...]) -> list[Tile]:
        """For every face a tile of the rack, each once. `TypedError` when one is not held, or written too often."""
        view = self.game.view
        okey = okey_of(view)
        if okey is not None:
            self.layout = self.layout.fit(view.rack, okey)
        alone = {block[0] for block in self.layout.blocks if len(block) == 1}
        free = sorted(view.rack, key=lambda tile: tile not in alone)
        found: list[Tile] = []
        for name in named:
            face = okey if name == OKEY else name
            tile = next((tile for tile in free if tile >> 1 == face), None)
            if tile is None:
                if any(tile >> 1 == face for tile in found) and isinstance(face, int):
                    raise TypedError("twice", tile=screen.face_name(face, self.words.lang))
                raise TypedError("tile_not_held")
            free.remove(tile)
            found.append(tile)
        return found

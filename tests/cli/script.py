"""A person at the terminal who plays as a bot would, and types it."""

import io
from random import Random

from rich.console import Console

from okey.bots import LEVELS
from okey.bots.position import Position
from okey.cli.game import Game
from okey.cli.screen import face_name
from okey.cli.session import Session
from okey.cli.words import Lang, Words
from okey.rules.actions import DeclarePairs, Draw, Finish, SeatAction, ShowIndicator, Take, Throw
from okey.rules.ruleset import Ruleset

VERBS: dict[Lang, dict[type, str]] = {
    "tr": {Draw: "çek", Take: "al", Throw: "at", Finish: "bitir", ShowIndicator: "göster", DeclarePairs: "çifte git"},
    "en": {
        Draw: "draw",
        Take: "take",
        Throw: "throw",
        Finish: "finish",
        ShowIndicator: "show",
        DeclarePairs: "declare",
    },
}


def typed(action: SeatAction, lang: Lang) -> str:
    """The line that asks for an action."""
    verb = VERBS[lang][type(action)]
    return f"{verb} {face_name(action.tile >> 1, lang)}" if isinstance(action, Throw | Finish) else verb


class Script:
    """A session that plays itself; afterwards `lines` are what was typed and `text` is what was printed."""

    def __init__(self, ruleset: Ruleset, lang: Lang, seed: int, level: str = "orta") -> None:
        self.lang = lang
        self.lines: list[str] = []
        self.paper = io.StringIO()
        console = Console(file=self.paper, width=80, highlight=False, color_system=None)
        self.session = Session(Game(ruleset, level, seed), Words(lang), console, level, seed)
        self.stream = Random(seed)

    def play(self) -> "Script":
        self.session.run(self.read)
        return self

    def read(self, prompt: str) -> str | None:
        line = self.next_line()
        self.lines.append(line)
        self.paper.write(f"{prompt}{line}\n")
        return line

    def next_line(self) -> str:
        if self.session.asked is not None:
            return "evet" if self.lang == "tr" else "yes"
        view = self.session.game.view
        if view.phase == "between":
            return ""
        return typed(LEVELS["zor"].decide(Position.of(view), self.stream), self.lang)

    @property
    def text(self) -> str:
        return self.paper.getvalue()

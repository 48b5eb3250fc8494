"""The dialog, line by line, from tables set up for the purpose."""

import io
from random import Random

import pytest
from rich.console import Console

from okey.cli.game import Game
from okey.cli.session import Session
from okey.cli.words import Lang, Words
from okey.rules.events import Dealt, Taken
from okey.rules.match import evolve, new_match
from okey.rules.ruleset import PRESETS
from okey.rules.text import face_text, parse_face, tiles_from_faces
from okey.rules.tiles import okey_face, twin

MELDS = "r1 r2 r3 y4 y5 y6 b7 b8 b9 k10 k11 k12 k13 k1"
PAIRS = "r1 r1 r5 r5 y7 y7 b2 b2 k3 k3 k9 k9 y13 y13"


class Table:
    """A session whose person (seat 0) begins with the given 15 tiles, and what it has printed."""

    def __init__(
        self, rack: str, preset: str = "klasik", lang: Lang = "en", level: str = "orta", pile: int = 48
    ) -> None:
        self.paper = io.StringIO()
        console = Console(file=self.paper, width=80, highlight=False, color_system=None)
        game = Game(PRESETS[preset], level, seed=1)
        shown = 2 * parse_face("b5")
        mine = tiles_from_faces(rack.split(), okey_face(shown))
        mine = tuple(twin(tile) if tile == shown else tile for tile in mine)
        rest = [tile for tile in range(106) if tile not in mine and tile != shown]
        Random(5).shuffle(rest)
        racks = (mine, tuple(rest[:14]), tuple(rest[14:28]), tuple(rest[28:42]))
        dealt = Dealt(3, 0, shown, (1, 1), racks, tuple(rest[42 : 42 + pile]))
        game.state = evolve(new_match(PRESETS[preset], game.state.kinds, roller=3), dealt)
        self.session = Session(game, Words(lang), console, level, seed=1)

    def type(self, *lines: str) -> list[str]:
        """What is answered to these lines."""
        self.paper.seek(0)
        self.paper.truncate()
        for line in lines:
            self.session.answer(line)
        return [line.rstrip() for line in self.paper.getvalue().splitlines()]

    @property
    def rack(self) -> list[str]:
        return [face_text(tile >> 1) for tile in self.session.game.view.rack]

    @property
    def over(self) -> bool:
        return self.session.game.state.phase == "between"


# --- throwing


def test_a_throw_is_told_and_the_computers_play_on() -> None:
    table = Table(f"{MELDS} r9")
    said = table.type("throw r9")
    assert said[0] == "You threw ◆r9."
    assert sum("threw" in line for line in said) == 4
    assert "r9" not in table.rack
    assert said[-1].startswith("Your turn: ")


def test_a_tile_that_is_not_held_is_refused() -> None:
    table = Table(f"{MELDS} r9")
    assert table.type("throw r10") == ["You do not hold that tile."]
    assert table.type("at r10", "at kı10") == ["You do not hold that tile."] * 2
    assert len(table.rack) == 15


def test_throwing_an_okey_is_asked_about_once() -> None:
    table = Table(f"{MELDS} b6")
    assert table.type("throw b6") == ["You are about to throw the okey. Are you sure? (yes / no)"]
    assert table.session.prompt() == "? "
    assert table.type("no") == ["Nothing changed."]
    assert table.rack.count("b6") == 1
    assert table.type("throw okey", "hand")[1] == "Nothing changed."
    assert table.rack.count("b6") == 1
    assert table.type("throw O", "evet")[1] == "You threw (●b6)."
    assert "b6" not in table.rack


def test_a_false_joker_is_no_okey() -> None:
    table = Table(f"{MELDS} F")
    assert table.type("throw false")[0] == "You threw ★b6."


def test_a_colour_is_asked_for_and_the_answer_completes_the_move() -> None:
    table = Table("r5 k5 r1 r2 r3 y4 y5 y6 b7 b8 b9 k10 k11 k12 k13", lang="tr")
    assert table.type("at k5") == ["k: hangi renk? kı5 (kırmızı) ya da si5 (siyah)"]
    assert table.session.prompt() == "? "
    assert table.type("si")[0] == "Attığın: ■si5"
    assert "k5" not in table.rack
    other = Table("r5 k5 r1 r2 r3 y4 y5 y6 b7 b8 b9 k10 k11 k12 k13", lang="tr")
    assert other.type("at k5", "puan")[-1].startswith("Puan")
    assert len(other.rack) == 15


# --- finishing


def test_a_finish_ends_the_deal_and_shows_the_groups() -> None:
    table = Table(f"{MELDS} r9")
    said = table.type("finish r9")
    assert table.over
    assert "Deal over. Finished by You (normal), thrown tile ◆r9" in said
    assert "◆r1 ◆r2 ◆r3   ▲y4 ▲y5 ▲y6   ●b7 ●b8 ●b9   ■k10 ■k11 ■k12 ■k13 ■k1" in said
    assert "Computer A: -2, now 18" in said
    assert said[-1] == "Enter for the next deal."
    assert table.type("draw") == ["No deal is being played now."]
    assert any("Deal 2." in line for line in table.type(""))


def test_a_finish_with_an_okey_is_not_asked_about() -> None:
    table = Table(f"{PAIRS} b6")
    assert "Deal over. Finished by You (pairs, throwing the okey), thrown tile (●b6)" in table.type("finish okey")


def test_a_finish_that_cannot_be_says_how_many_tiles_are_left() -> None:
    table = Table(f"{MELDS} r9", lang="tr")
    assert table.type("bitir ma7") == ["Bu elle bitemezsin: 3 taş gruplara girmiyor."]
    assert not table.over


@pytest.mark.parametrize("preset", ["kahvehane", "ikramiye", "usta"])
def test_in_the_manual_presets_the_program_lays_the_rack(preset: str) -> None:
    table = Table(f"{MELDS} r9", preset)
    table.type("finish r9")
    assert table.over or table.session.game.state.phase == "over"


def test_what_is_laid_by_hand_is_judged_and_every_fault_is_located() -> None:
    table = Table(f"{MELDS} r9", "kahvehane")
    said = table.type("arrange r1 r2 r3 y4 y5 y6 / b7 b8 / b9 k10 / k11 k12 k13 k1")
    assert said == ["1: ◆r9   ◆r1 ◆r2 ◆r3 ▲y4 ▲y5 ▲y6   ●b7 ●b8   ●b9 ■k10", "2: ■k11 ■k12 ■k13 ■k1"]
    assert table.type("finish r9") == [
        "You cannot finish with this arrangement.",
        "  Row 1, 3–8: leave a gap between two groups.  ◆r1 ◆r2 ◆r3 ▲y4 ▲y5 ▲y6",
        "  Row 1, 10–11: a group needs at least 3 tiles.  ●b7 ●b8",
        "  Row 1, 13–14: a group needs at least 3 tiles.  ●b9 ■k10",
    ]
    assert not table.over
    table.type("arrange r1 r2 r3 / y4 y5 y6 / b9 b8 b7 / k10 k11 k12 k13 k1", "finish r9")
    assert table.over


def test_hand_arrangements_are_undone_step_by_step() -> None:
    table = Table(f"{MELDS} r9", "kahvehane")
    first = table.type("arrange r1 r9")
    assert first[-1].endswith("◆r1 ◆r9")
    assert table.type("arrange r2 k1")[-1].endswith("◆r1 ◆r9   ◆r2 ■k1")
    assert table.type("undo") == ["The arrangement before.", *first]
    assert table.type("geri")[0] == "The arrangement before."
    assert table.session.layout.way == "best"
    assert table.type("undo") == ["There is no arrangement to undo."]
    assert table.type("arrange r1 r1") == ["r1 is written twice, you hold one."]
    assert table.type("arrange r10") == ["You do not hold that tile."]


def test_arranging_by_pairs_and_by_itself() -> None:
    table = Table("r1 r1 r2 r2 r3 r3 y4 y4 y5 y5 y6 y6 k9 k13 b1", lang="tr")
    assert table.type("çift diz")[0] == "1: ◆kı1 ◆kı1   ◆kı2 ◆kı2   ◆kı3 ◆kı3   ▲sa4 ▲sa4   ▲sa5 ▲sa5"
    assert "◆kı1 ◆kı2 ◆kı3   ◆kı1 ◆kı2 ◆kı3" in table.type("diz")[0]


def test_a_drawn_deal_is_told_and_the_next_one_begins() -> None:
    table = Table(f"{MELDS[:-3]} b5 r9", "kahvehane", "tr", pile=1)
    said = table.type("at kı9")
    assert "El berabere: kimse bitiremedi, puan değişmedi." in said
    assert "Sen: 0, şimdi 20" in said
    assert said[-1] == "Sonraki el için Enter."
    for line in ("at kı1", "bitir kı1", "diz", "çek", "ipucu"):
        assert table.type(line)[-1] in ("Şu anda el oynanmıyor.", "İpucu yalnız kolay düzeyde verilir.")
    assert table.type("masa")[-1] == "Sonraki el için Enter."
    assert "El 2." in " ".join(table.type("devam"))


# --- declaring and showing


def test_pairs_are_declared_after_a_yes_only() -> None:
    table = Table(f"{PAIRS} k13", "usta")
    asked = "If you go for pairs you cannot finish normally this deal."
    assert table.type("declare")[0].startswith(asked)
    assert table.type("no") == ["Nothing changed."]
    assert not table.session.game.view.declared[0]
    table.type("declare")
    assert table.type("yes")[0] == "You play for pairs."
    assert table.session.game.view.declared[0]
    assert table.type("declare") == ["You have already declared pairs."]
    assert Table(MELDS + " r9").type("declare") == ["Not part of this game: playing for pairs."]


def test_the_indicator_is_shown_or_refused_with_the_reason() -> None:
    assert Table(f"{MELDS} b5").type("show")[0] == "Indicator: You. The others lose 1."
    assert Table(f"{MELDS} r9").type("göster") == ["You do not hold the indicator's twin."]
    assert Table(f"{MELDS} b5", "ikramiye").type("show") == ["Not part of this game: the indicator."]
    rummy = Table(f"{MELDS} b5", "rummy", "tr")
    assert rummy.type("göster")[0] == "Gösterge: Sen, kazanılan puan 1."
    assert rummy.type("göster") == ["Gösterge bu el gösterildi."]
    late = Table(f"{MELDS} b5", lang="tr")
    late.type("at kı1")
    assert late.type("göster") == ["Gösterge yalnız ilk atış öncesinde gösterilir."]


# --- asking


def test_the_hand_is_read_out_in_words() -> None:
    table = Table("r1 r2 r3 y4 b4 k4 k9 k10 F b6 r7 r9 r11 y1 y12", lang="tr")
    said = " ".join(table.type("el"))
    assert said.startswith("15 taş 1. grup: ")
    assert "seri, kırmızı 1, kırmızı 2, kırmızı 3" in said
    assert "per, sarı 4, mavi 4, siyah 4" in said
    assert "sahte okey" in said
    assert "okey" in said.replace("sahte okey", "")
    assert "Tek taşlar: kırmızı 7" in said


def test_hints_are_given_at_level_easy_only() -> None:
    assert Table(f"{MELDS} r9").type("hint") == ["Hints are given at level easy only."]
    easy = Table(f"{MELDS} r9", level="kolay")
    assert easy.type("hint") == ["You can finish by throwing ◆r9"]
    near = Table("r1 r2 r3 y4 y5 y6 b7 b8 b9 k10 k11 y9 y11 r9 b1", level="kolay")
    assert near.type("hint")[0].startswith("Suggested throw: ")
    near.type("throw r9")
    if not near.over:
        assert near.type("hint")[0].startswith("Tiles from finishing: ")


def taken(table: Table) -> int:
    """How many discards of the deal were taken up again."""
    return sum(event.type == Taken.TYPE for event in table.session.game.view.history)


def test_discards_as_far_as_the_preset_shows_them() -> None:
    table = Table(f"{MELDS} r9")
    table.type("throw r9")
    table.type("draw", "throw k1")
    said = table.type("discards")
    assert said[0] == "Discards"
    shown = [tile for line in said[1:] for tile in line.split(": ")[1].split() if tile != "-"]
    assert len(shown) == 8 - taken(table)
    few = Table(f"{MELDS} r9", "kahvehane")
    few.type("throw r9", "draw", "throw k1")
    said = few.type("discards")
    assert said[0] == "Discards (only the top ones are shown)"
    assert all(len(line.split(": ")[1].split()) == 1 for line in said[1:])


def test_small_questions_have_answers() -> None:
    table = Table(f"{MELDS} r9")
    assert table.type("clock") == ["This match has no clock."]
    assert table.type("score")[0] == "Start 20"
    assert table.type("last") == ["No moves in this deal yet."]
    table.type("throw r9")
    assert table.type("last")[1] == "You threw ◆r9."
    assert len(table.type("help")) == 12
    assert table.type("table")[-1] == table.type("")[-1]
    assert table.type("throw") == ["Which tile? Example: r5"]
    assert table.type("throw r99") == ["r99: no such tile. Example: r5"]
    assert table.type("jump") == ["Not understood: jump. For the commands: help"]


def test_out_of_turn_moves_are_refused_by_code() -> None:
    table = Table(f"{MELDS} r9")
    assert table.type("draw") == ["You have 15 tiles; throw one."]
    assert table.type("take") == ["You have 15 tiles; throw one."]
    table.type("throw r9")
    assert table.type("throw k1") == ["Draw or take a tile first."]
    table.type("draw")
    assert table.type("draw") == ["You have drawn this turn; throw a tile."]


def test_the_language_changes_during_the_match() -> None:
    table = Table(f"{MELDS} r9")
    assert table.type("lang tr") == ["Dil: Türkçe"]
    assert table.type("at kı9")[0] == "Attığın: ◆kı9"
    assert table.type("dil ingilizce") == ["Language: English"]
    assert table.type("dil") == ["Dil: Türkçe"]


def test_leaving_says_how_it_stands() -> None:
    table = Table(f"{MELDS} r9")
    assert table.type("quit") == [
        "You left the match.",
        "Score  You 20 · Computer A 20 · Computer B 20 · Computer C 20",
    ]
    assert table.session.left


def test_colours_are_for_terminals_only() -> None:
    paper = io.StringIO()
    session = Table(f"{MELDS} b6").session
    session.out = Console(file=paper, width=80, force_terminal=True, color_system="truecolor")
    session.answer("table")
    assert "\x1b[1;38;2;179;0;27;48;2;251;246;233m◆r1" in paper.getvalue()

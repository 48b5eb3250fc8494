from rich.text import Text

from okey.cli import screen
from okey.cli.words import LANGS
from okey.rules.tiles import FACES


def test_every_tile_is_told_apart_without_colour() -> None:
    for lang in LANGS:
        shown = {screen.tile(tile, 7, lang).plain for tile in range(106)}
        assert len(shown) == FACES
        assert sum(text.startswith("(") for text in shown) == 1
        assert sum(text.startswith("★") for text in shown) == 1


def test_marks_stand_for_colours() -> None:
    assert [screen.tile(2 * (13 * colour + 4), None, "tr").plain for colour in range(4)] == [
        "◆kı5",
        "▲sa5",
        "●ma5",
        "■si5",
    ]
    assert screen.tile(104, None, "en").plain == "★"
    assert screen.tile(104, 20, "en").plain == "★y8"
    assert screen.tile(41, 20, "en").plain == "(▲y8)"
    assert screen.notation("k13").plain == "■k13"
    assert screen.notation("F").plain == "★F"
    assert screen.notation("x").plain == "x"


def test_lines_are_filled_with_whole_groups() -> None:
    groups = [Text("x" * 30), Text("y" * 30), Text("z" * 30), Text("w" * 100)]
    assert [line.plain for line in screen.filled(groups)] == ["x" * 30 + "   " + "y" * 30, "z" * 30, "w" * 100]
    assert screen.filled([]) == []


def test_the_console_is_at_most_80_columns_wide(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    for columns, width in (("60", 60), ("80", 80), ("200", 80)):
        monkeypatch.setenv("COLUMNS", columns)
        assert screen.console().width == width
    assert screen.console(plain=True).no_color

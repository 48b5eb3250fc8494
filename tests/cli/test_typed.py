import pytest

from okey.cli.typed import OKEY, ColourQuestion, Typed, TypedError, faces, fold, parse
from okey.cli.words import Lang
from okey.rules.text import face_text


@pytest.mark.parametrize(
    ("text", "plain"),
    [("ÇİFT", "cift"), ("Kırmızı", "kirmizi"), ("KIRMIZI", "kirmizi"), ("şğüöçı", "sguoci"), ("I İ ı i", "i i i i")],
)
def test_folding_takes_the_turkish_letters_together(text: str, plain: str) -> None:
    assert fold(text) == plain


@pytest.mark.parametrize(
    ("line", "verb", "lang"),
    [
        ("çek", "draw", "tr"),
        ("ÇEK", "draw", "tr"),
        ("cek", "draw", "tr"),
        ("draw", "draw", "en"),
        ("al", "take", "tr"),
        ("take", "take", "en"),
        ("çifte git", "declare", "tr"),
        ("declare pairs", "declare", "en"),
        ("çift diz", "arrange_pairs", "tr"),
        ("arrange pairs", "arrange_pairs", "en"),
        ("diz çift", "arrange_pairs", "tr"),
        ("diz", "arrange", "tr"),
        ("gösterge göster", "show", "tr"),
        ("el", "hand", "tr"),
        ("son", "last", "tr"),
        ("saat", "clock", "tr"),
        ("  quit  ", "quit", "en"),
        ("?", "help", "tr"),
    ],
)
def test_commands_in_both_languages(line: str, verb: str, lang: Lang) -> None:
    assert parse(line) == Typed(verb, lang)  # type: ignore[arg-type]


def test_empty_lines_and_unknown_words() -> None:
    assert parse("  \t\n") is None
    with pytest.raises(TypedError) as error:
        parse("fly r5")
    assert error.value.key == "unknown_command"
    assert error.value.params == {"text": "fly r5"}


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("at kı5", "r5"),
        ("at KI5", "r5"),
        ("at kırmızı 5", "r5"),
        ("at kırm13", "r13"),
        ("at sa1", "y1"),
        ("at ye12", "y12"),
        ("at turuncu 2", "y2"),
        ("at ma7", "b7"),
        ("at si10", "k10"),
        ("at r5", "r5"),
        ("at b5", "b5"),
        ("throw k5", "k5"),
        ("throw y5", "y5"),
        ("throw r5a", "r5"),
        ("throw blu5", "b5"),
        ("throw black 13", "k13"),
        ("finish green 3", "y3"),
        ("at sahte", "F"),
        ("at sahte okey", "F"),
        ("throw false joker", "F"),
        ("throw F", "F"),
        ("at okey", "O"),
        ("throw O", "O"),
        ("diz kı4 kı5, kı6 / sa9 ma9 si9", "r4 r5 r6 y9 b9 k9"),
    ],
)
def test_tiles_as_people_type_them(line: str, names: str) -> None:
    typed = parse(line)
    assert typed is not None
    found = faces(typed.words, typed.lang)
    assert " ".join("O" if face == OKEY else face_text(int(face)) for face in found) == names


def test_groups_are_parted_by_strokes() -> None:
    typed = parse("arrange r4 r5 r6 / y9 b9 k9 | r1")
    assert typed is not None
    assert typed.groups == (("r4", "r5", "r6"), ("y9", "b9", "k9"), ("r1",))


@pytest.mark.parametrize(
    ("line", "colours"),
    [
        ("at k5", {0, 3}),
        ("at s5", {1, 3}),
        ("at m5", {2}),
        ("at y5", {1}),
        ("throw s5", {1, 3}),
        ("throw bl5", {2, 3}),
        ("at k 5", {0, 3}),
    ],
)
def test_a_single_initial_is_asked_about_and_never_guessed(line: str, colours: set[int]) -> None:
    typed = parse(line)
    assert typed is not None
    with pytest.raises(ColourQuestion) as question:
        faces(typed.words, typed.lang)
    assert set(question.value.colours) == colours
    assert question.value.number == "5"


@pytest.mark.parametrize(
    ("line", "answer", "whole"),
    [
        ("at k5", "si", "at si5"),
        ("at k5", "kı5", "at ki5"),
        ("at k 5", "Kırmızı", "at kirmizi5"),
        ("diz kı4 k5 kı6", "ki", "diz ki4 ki5 ki6"),
        ("at s5", "çek", None),
        ("at s5", "s", None),
        ("at s5", "kı6", None),
        ("at s5", "", None),
    ],
)
def test_the_answer_completes_the_line(line: str, answer: str, whole: str | None) -> None:
    typed = parse(line)
    assert typed is not None
    with pytest.raises(ColourQuestion) as question:
        faces(typed.words, typed.lang)
    assert question.value.answered(line, answer) == whole


@pytest.mark.parametrize("word", ["r0", "r14", "x5", "5", "r", "kı", "r5c", "si99999999999", "**", "r-1"])
def test_what_is_no_tile_is_named(word: str) -> None:
    with pytest.raises(TypedError) as error:
        faces((fold(word),), "en")
    assert error.value.key == "unknown_typed"

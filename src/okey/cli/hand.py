"""`okey hand`: what a hand is, for people, as JSON, or for a whole file of hands."""

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Annotated, Any, Final

from cyclopts import Parameter

from okey.cli.words import Lang

LONGEST_LINE: Final = 65_536
"""Bytes of a batch line; a longer one is an error on its line and is never held in memory as a whole."""


def hand(
    indicator: str | None = None,
    *tiles: str,
    json: Annotated[bool, Parameter(negative=())] = False,
    batch: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    lang: Lang = "tr",
    plain: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Say what a hand of 14 or 15 tiles is: complete, distance, useful tiles, finishes, best throw.

    Tiles are written `r5 y13 b1 k7` (red, yellow, blue, black), `F` for a false joker, `O` for an okey:
    `okey hand b4 r3 r4 r5 r6 k9 b9 y9 y10 y11 y12 y13 k6 k7 b5`.

    Parameters
    ----------
    indicator
        The indicator; the okey is one above it.
    tiles
        14 tiles, or 15 with the one just drawn.
    json
        Answer as one JSON object.
    batch
        A file of JSON lines `{"id", "indicator", "tiles"}` (`-`: the standard input); one answer line each, in order.
    lang
        Language of the answer.
    plain
        No colours (so does the environment variable NO_COLOR).
    """
    if batch is not None:
        if indicator is not None:
            print("okey: --batch takes no tiles beside it", file=sys.stderr)
            return 2
        return _batch(batch)
    if indicator is None:
        print("okey: which hand? indicator and 14 or 15 tiles (okey hand --help)", file=sys.stderr)
        return 2
    return _one(indicator, tiles, json, lang, plain)


def _one(indicator: str, tiles: tuple[str, ...], as_json: bool, lang: Lang, plain: bool) -> int:
    from okey.cli.words import Words
    from okey.solver.report import HandError, report

    words = Words(lang)
    given = tuple(tile for part in tiles for tile in part.split())
    try:
        answer = report(indicator, given)
    except HandError as error:
        print(f"okey: {words(error.code, tile=error.tile or '-', n=len(given))}", file=sys.stderr)
        return 2
    if as_json:
        print(json.dumps(answer))
        return 0
    from okey.cli.screen import console

    out = console(plain)
    for line in _lines(answer, given, words):
        out.print(line)
    return 0


def _lines(answer: dict[str, Any], given: tuple[str, ...], words: Any) -> Iterator[Any]:
    """The answer for people, a line for each part."""
    from okey.cli.screen import joined, notation

    def line(key: str, *parts: Any) -> Any:
        return joined([f"{words(key)}:", *parts])

    def copies(useful: dict[str, int]) -> list[Any]:
        named = [part for face, number in useful.items() for part in (notation(face), f"×{number} ")]
        return [*named, f"({words('copies', n=sum(useful.values()))})"] if useful else [words("none")]

    def kinds(found: list[str]) -> str:
        return ", ".join(map(words, found)) or words("none")

    if len(given) == 14:
        away = answer["distance"]
        groups = answer["arrangement"]
        loose = _loose(given, groups)
        yield line("hand_complete", kinds(answer["complete"]))
        yield line("hand_distance", f"{words('melds')} {away['melds']},", f"{words('pairs')} {away['pairs']}")
        yield line("hand_arrangement", joined((joined(map(notation, group)) for group in groups), "   "))
        if loose:
            yield line("hand_loose", *map(notation, loose))
        yield line("hand_useful", *copies(answer["useful"]))
    else:
        finishes = answer["finishes"]
        best = answer["best"]
        told = [part for face, found in finishes.items() for part in (notation(face), f"({kinds(found)})")]
        yield line("hand_finishes", *(told or [words("none")]))
        yield line("hand_best", notation(best["throw"]))
        yield line("hand_distance", str(best["distance"]))
        yield line("hand_useful", *copies(best["useful"]))


def _loose(given: tuple[str, ...], groups: list[list[str]]) -> list[str]:
    """Tiles of the hand that are in no group; an `O` that is laid as its face counts as laid."""
    rest = list(given)
    for name in (name for group in groups for name in group):
        rest.remove(name if name in rest else "O")
    return rest


# --- batches


def _batch(name: str) -> int:
    """Answer every line of a file; 1 when a line was bad, 2 when the file cannot be read."""
    with ExitStack() as stack:
        try:
            lines = sys.stdin.buffer if name == "-" else stack.enter_context(Path(name).open("rb"))
        except OSError as error:
            print(f"okey: {name}: {error.strerror}", file=sys.stderr)
            return 2
        bad = False
        for line in _whole_lines(lines):
            answer = _answer(line)
            bad |= "error" in answer
            sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
    return int(bad)


def _whole_lines(file: IO[bytes]) -> Iterator[bytes | None]:
    """The lines of a file, one at a time; None for one that is too long."""
    while line := file.readline(LONGEST_LINE + 1):
        whole = len(line) <= LONGEST_LINE
        end = line
        while not end.endswith(b"\n") and (end := file.readline(LONGEST_LINE)):
            pass
        yield line if whole else None


def _answer(line: bytes | None) -> dict[str, Any]:
    """The answer to one line; what is wrong with it stands under `error`."""
    from okey.solver.report import HandError, report

    if line is None:
        return _error(None, "line_too_long")
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError):
        return _error(None, "bad_json")
    if not isinstance(asked, dict):
        return _error(None, "bad_line")
    name, indicator, tiles = asked.get("id"), asked.get("indicator"), asked.get("tiles")
    if not (name is None or isinstance(name, str | int)):
        return _error(None, "bad_line")
    if isinstance(tiles, str):
        tiles = tiles.split()
    if not isinstance(indicator, str) or not isinstance(tiles, list) or not all(isinstance(t, str) for t in tiles):
        return _error(name, "bad_line")
    try:
        return {"id": name, **report(indicator, tiles)}
    except HandError as error:
        return _error(name, error.code, error.tile)


def _error(name: str | int | None, code: str, tile: str | None = None) -> dict[str, Any]:
    return {"id": name, "error": {"code": code, "tile": tile}}

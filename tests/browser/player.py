"""A player in front of the page, who plays as a person does: looks, acts, and looks whether it had an effect."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence

from playwright.sync_api import Error

from okey.solver import best_throw, finishes
from tests.browser.hands import BRIEF, Hands
from tests.browser.table import PATIENCE, Seen, Table, wait_until

MOVES = ("draw", "take", "throw")
TRIES = 4
"""Gestures until it is believed that none has an effect."""
SOON = 6.0
"""Seconds after which a gesture that had no effect is made again, in the next way."""
NEXT = re.compile("^(Sonraki el|Next deal)")


def act(table: Table, hands: Hands, seen: Seen) -> bool:
    """One step of the player's own: draw, or the best throw, or finish where it can be done.

    Whether it was made; not when the table has gone on since it was `seen`. A gesture that has no effect is made
    again, in the next way.
    """
    missed: list[str] = []
    while len(missed) < TRIES:
        now = table.look()
        if now.state != seen.state:
            return bool(missed)
        try:
            ends = _gesture(table, hands, now)
            wait_until(table.page, "an effect", lambda: table.look().state != seen.state, SOON)
        except (AssertionError, Error) as fault:
            missed.append(f"{hands.way}: {str(fault).splitlines()[0]}")
        else:
            wait_until(table.page, "the move at the table", lambda: not table.sending)
            if ends:
                table.ready("result", "over")
            return True
    raise AssertionError(f"no gesture has an effect in the state {seen.state!r}: {'; '.join(missed)}")


def _gesture(table: Table, hands: Hands, seen: Seen) -> bool:
    """What `seen` asks of the player; whether it ends the deal."""
    if seen.state == "draw":
        hands.draw(table)
    elif seen.state == "take":
        table.button(re.compile("^(Verilen taşı al|Take the offered tile): ")).click(timeout=BRIEF)
    else:
        tiles, okey = seen.tiles, table.okey
        assert len(tiles) == 15, seen
        ends = finishes(list(tiles), okey)
        if ends:
            hands.finish(table, tiles[min(ends)])
            return True
        tile = best_throw(list(tiles), okey, table.indicator).tile
        hands.throw(table, tiles[tile])
        if tile >> 1 == okey:
            hands.press(table, re.compile("^(Evet|Yes)$"))
    return False


def next_deal(table: Table, hands: Hands) -> None:
    """Ask for the next deal if it is offered: the others may have asked already, and it may begin by itself."""
    offered = table.button(NEXT)
    if not offered.count():
        return
    try:
        hands.press(table, NEXT)
    except (AssertionError, Error):
        if offered.count():
            raise


def play(table: Table, hands: Hands, until: Callable[[Seen], bool]) -> Seen:
    """Play on until a state is `until`; goes from deal to deal by itself."""
    for _ in range(400):
        seen = table.ready()
        if until(seen):
            return seen
        if seen.state == "result":
            next_deal(table, hands)
            wait_until(table.page, "the next deal", lambda: table.look().state != "result")
        else:
            act(table, hands, seen)
    raise AssertionError("this match does not end")


def take_turns(players: Sequence[tuple[Table, Hands]], until: str, most: int = 400) -> bool:
    """Whoever is on turn moves, for `most` moves or until everybody sees the state `until`; whether that was seen."""
    moves, moved = 0, time.monotonic()
    while time.monotonic() < moved + PATIENCE:
        looks = [table.look() for table, _ in players]
        if all(seen.state == until for seen in looks):
            return True
        for (table, hands), seen in zip(players, looks, strict=True):
            if seen.state in MOVES and moves < most:
                if act(table, hands, seen):
                    moves, moved = moves + 1, time.monotonic()
            elif seen.state == "result" != until:
                next_deal(table, hands)
        if moves >= most:
            return False
        players[0][0].page.wait_for_timeout(20)
    raise AssertionError(f"never seen: {until}; the pages say: {[table.says for table, _ in players]}")

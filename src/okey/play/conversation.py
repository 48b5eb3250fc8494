"""The talk of one table, from the waiting room to the end: who may say what, and the same words on other nodes.

Nothing of it is kept.
"""

import json

from okey.play.commands import Chat, Say
from okey.play.messages import Chatted, Said
from okey.play.ports import Clock, Hints, TableId
from okey.play.talk import PHRASES, Pace, read_text
from okey.rules.faults import Fault


class Conversation:
    """Decides what is passed on, and tells the other nodes."""

    def __init__(self, table: TableId, clock: Clock, hints: Hints) -> None:
        self._table = table
        self._clock = clock
        self._hints = hints
        self._pace = Pace()

    def hear(self, command: Say | Chat, person: bytes, seat: int, name: str, chat: bool) -> Said | Chatted | Fault:
        """What the person on `seat` says, or why not; `chat`: free words are allowed. The other nodes hear it too."""
        words: Said | Chatted
        if isinstance(command, Say):
            words = Said(seat, command.phrase)
        elif not chat:
            return Fault("no_chat")
        else:
            text = read_text(command.text)
            if isinstance(text, Fault):
                return text
            words = Chatted(seat, name, text)
        if not self._pace.take(person, self._clock.now()):
            return Fault("too_fast")
        self._hints.say(self._table, packed(words))
        return words


def packed(words: Said | Chatted) -> bytes:
    """Words as they travel to other nodes."""
    if isinstance(words, Said):
        return json.dumps([words.seat, words.phrase]).encode()
    return json.dumps([words.seat, words.name, words.text], ensure_ascii=False).encode()


def unpacked(data: bytes) -> Said | Chatted | None:
    """What another node has heard; None for anything else."""
    try:
        found = json.loads(data)
    except ValueError:
        return None
    match found:
        case [int(seat), str(said)] if 0 <= seat <= 3:
            phrase = next((phrase for phrase in PHRASES if phrase == said), None)
            return None if phrase is None else Said(seat, phrase)
        case [int(seat), str(name), str(text)] if 0 <= seat <= 3 and read_text(text) == text:
            return Chatted(seat, name, text)
    return None

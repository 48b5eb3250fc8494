"""Talk: phrases, free words, their limits, and the same words on another node (SECURITY T10)."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest

from okey.play.commands import Chat, Leave, Say
from okey.play.conversation import packed, unpacked
from okey.play.hub import Hub
from okey.play.messages import Chatted, Refused, Said
from okey.play.opening import Options
from okey.play.ports import TableId
from okey.play.talk import LONGEST, PHRASES, Pace, read_text
from okey.rules.faults import Fault
from okey.testing import MemorySocket, Script, opening, think
from tests.play.test_gathering import FAIRNESS, Site, heard
from tests.play.test_live import ADA, BEN, begun, come, refusal, room

EVE = b"e" * 16
CHAT = Options(chat=True)

HIDDEN = [
    *range(0x20),
    *range(0x7F, 0xA0),
    0xAD,
    0x34F,
    0x61C,
    0x70F,
    0x115F,
    0x1160,
    0x1680,
    0x17B4,
    0x17B5,
    *range(0x180B, 0x1810),
    *range(0x200B, 0x2010),
    *range(0x2028, 0x202F),
    *range(0x2060, 0x2070),
    0x2800,
    0x3164,
    *range(0xD800, 0xD804),
    0xDFFF,
    0xE000,
    0xF8FF,
    *range(0xFE00, 0xFE0E),
    0xFEFF,
    0xFFA0,
    0xFFF9,
    0xFFFA,
    0xFFFB,
    0xFFFE,
    0xFFFF,
    0x1BCA0,
    0x1D173,
    0xE0001,
    *range(0xE0020, 0xE0050),
    0xE007F,
    0xE0100,
    0xE01EF,
    0xF0000,
    0x10FFFD,
]
NASTY = [f"sel{chr(code)}am" for code in HIDDEN] + [
    "",
    " ",
    "   ",
    "\u00a0\u2003\u3000",
    "a" * (LONGEST + 1),
    "\ufdfa" * 12,
    "ﬃ" * 70,
    "Z" + "\u0301" * 4 + "algo",
    "e\u0323\u0302\u0301\u0300\u030a",
    "\u20dd\u20dd\u20dd",
    "\u202egnp.exe",
    "\u2066abc\u2069",
    "a\u200db",
    "👩\u200d👩\u200d👧",
    "line one\nline two",
    "tab\tbed",
    "\r\n",
    "\x1b[31mred",
    "nul\x00",
]
FINE = {
    "  Merhaba!  ": "Merhaba!",
    "İyi oyunlar, ığüşöç": "İyi oyunlar, ığüşöç",
    "ｆｕｌｌ": "full",
    "ﬁn": "fin",
    "e\u0301": "é",
    "❤\ufe0f": "❤",
    "👍🏽": "👍🏽",
    "a\u00a0b": "a b",
    "<script>alert(1)</script>": "<script>alert(1)</script>",
    "https://example.com": "https://example.com",
    "'; drop table match; --": "'; drop table match; --",
    "a" * LONGEST: "a" * LONGEST,
    "Привет": "Привет",
    "مرحبا": "مرحبا",
    "{0} %s ${x}": "{0} %s ${x}",
}


def test_two_hundred_nasty_texts_are_refused() -> None:
    assert len(set(NASTY)) >= 200
    for text in NASTY:
        assert read_text(text) == Fault("bad_text"), ascii(text)


@pytest.mark.parametrize("text", FINE)
def test_plain_words_are_passed_on_normalised(text: str) -> None:
    assert read_text(text) == FINE[text]
    assert read_text(FINE[text]) == FINE[text], "reading twice changes nothing"


def test_no_control_or_format_character_of_all_there_are_is_passed_on() -> None:
    for code in range(0x110000):
        character = chr(code)
        if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn"):
            assert isinstance(read_text(f"a{character}b"), Fault), hex(code)


# --- limits


def test_once_a_second_and_ten_times_a_minute() -> None:
    pace = Pace()
    spoken = [now for now in range(0, 120_000, 10) if pace.take(ADA, now)]
    assert spoken == [*range(0, 10_000, 1_000), *range(60_000, 70_000, 1_000)]
    assert pace.take(BEN, 5)


@pytest.mark.parametrize("sockets", [1, 20])
def test_a_hundred_words_a_second_are_one(sockets: int) -> None:
    """A flood of one person, from one tab and from twenty that take each other over."""
    site, seated = begun(options=CHAT)
    tabs = [seated[0]]
    for number in range(600):
        if number % 100 < sockets - 1:
            tabs.append(site.join(ADA))
        site.post(Say(tabs[-1], "selam") if number % 2 else Chat(tabs[-1], f"word {number}"))
        site.world.advance(10)
    others = heard(seated[1], Said) + heard(seated[1], Chatted)
    assert len(others) == 6
    refused = [refused for tab in tabs for refused in heard(tab, Refused)]
    assert {one.fault.code for one in refused} == {"too_fast"}
    assert len(refused) == 594


def test_twenty_people_do_not_slow_each_other_down() -> None:
    pace = Pace()
    people = [bytes([number]) * 16 for number in range(20)]
    assert all(pace.take(person, now) for now in (0, 1_000) for person in people)


# --- at the table


def test_a_phrase_reaches_everybody_at_once() -> None:
    site, sockets = begun()
    eve = site.join(EVE)
    rows = len(site.kinds)
    for seat, phrase in enumerate(PHRASES[:4]):
        site.post(Say(sockets[seat], phrase))
    for socket in (*sockets, eve):
        assert heard(socket, Said) == [Said(seat, phrase) for seat, phrase in enumerate(PHRASES[:4])]
    assert len(site.kinds) == rows, "nothing of it is kept"


def test_words_only_where_the_table_allows_them() -> None:
    site, sockets = begun()
    site.post(Chat(sockets[0], "merhaba"))
    assert refusal(sockets[0]) == "no_chat"
    site, sockets = begun(options=CHAT)
    eve = site.join(EVE)
    site.post(Chat(sockets[2], "  merhaba\u00a0hepinize "))
    for socket in (*sockets, eve):
        assert heard(socket, Chatted) == [Chatted(2, "name 2", "merhaba hepinize")]
    site.post(Chat(sockets[1], "\u202e"))
    assert refusal(sockets[1]) == "bad_text"
    assert len(heard(sockets[0], Chatted)) == 1


def test_bad_words_cost_nothing() -> None:
    site, sockets = begun(options=CHAT)
    for _ in range(30):
        site.post(Chat(sockets[0], ""))
    site.post(Chat(sockets[0], "ok"))
    assert len(heard(sockets[1], Chatted)) == 1


def test_who_does_not_sit_says_nothing() -> None:
    site, sockets = begun(options=CHAT)
    eve = site.join(EVE)
    for command in (Say(eve, "selam"), Chat(eve, "hello")):
        site.post(command)
        assert refusal(eve) == "not_seated"
    site.post(Leave(sockets[3]))
    heard_before = len(sockets[0].heard)
    site.post(Say(sockets[3], "selam"))
    assert len(sockets[0].heard) == heard_before


def test_in_the_waiting_room_those_who_sit_talk_and_all_listen() -> None:
    site = room()
    eve = site.join(EVE)
    ada = come(site, ADA, 0)
    site.post(Say(ada, "kolay_gelsin"))
    assert heard(eve, Said) == heard(ada, Said) == [Said(0, "kolay_gelsin")]
    site.post(Say(eve, "selam"))
    assert refusal(eve) == "not_seated"
    site.post(Chat(ada, "merhaba"))
    assert refusal(ada) == "no_chat"
    site.post(Say(ada, "hadi"))
    assert refusal(ada) == "too_fast"


# --- nodes


class Line:
    """A way between nodes that keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[tuple[TableId, bytes]] = []

    def tell(self, table: TableId, seq: int) -> None:
        pass

    def say(self, table: TableId, words: bytes) -> None:
        self.sent.append((table, words))


def test_words_reach_the_people_on_another_node() -> None:
    site, sockets = begun(options=CHAT)
    line = Line()
    other = Site(site.world, Hub(replace(site.world.ports, hints=line), think, 0.0, FAIRNESS), site.table)
    eve, ben = other.join(EVE), other.join(BEN)
    other.post(Say(ben, "alkis"))
    site.world.advance(1000)
    other.post(Chat(ben, "çok güzel"))
    assert len(line.sent) == 2
    for table, words in line.sent:
        site.hub.said(table, words)
    site.world.run()
    assert heard(sockets[0], Said) == heard(eve, Said) == [Said(1, "alkis")]
    assert heard(sockets[0], Chatted) == heard(eve, Chatted) == [Chatted(1, "name 1", "çok güzel")]
    site.hub.said(b"x" * 16, line.sent[0][1])
    site.hub.said(site.table, b"garbage")
    site.world.run()
    assert site.hub.tables == 1


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[]",
        b"[0]",
        b'[4,"selam"]',
        b'[-1,"selam"]',
        b'[0,"other"]',
        b'["0","selam"]',
        b'[0,"Ada",""]',
        b'[0,"Ada","\\u202e"]',
        b'[0,"Ada"," x"]',
        b"\xff\xfe",
        b"[0,1,2]",
    ],
)
def test_anything_else_from_another_node_is_nothing(data: bytes) -> None:
    assert unpacked(data) is None


def test_words_come_out_as_they_went_in() -> None:
    for words in (*(Said(3, phrase) for phrase in PHRASES), Chatted(1, "Çağrı", 'a "quoted" [word]')):
        assert unpacked(packed(words)) == words


def test_tables_of_the_old_kind_have_phrases_only() -> None:
    script = Script(opening(people=4))
    sockets: list[MemorySocket] = [script.join(seat) for seat in range(4)]
    script.table.post(Say(sockets[0], "selam"))
    script.table.post(Chat(sockets[1], "merhaba"))
    script.world.run()
    assert heard(sockets[2], Said) == [Said(0, "selam")]
    assert heard(sockets[1], Refused)[-1].fault.code == "no_chat"

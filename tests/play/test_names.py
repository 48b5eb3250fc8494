"""Names: one rule for all, and no two at a table that look alike, in Turkish too."""

import os
import subprocess
import sys

import pytest

from okey.play.names import fold, read_name
from okey.rules.faults import Fault

ALIKE = (
    *(("Işıl", "isil"), ("IŞIL", "ışıl"), ("İşil", "işil"), ("ISIL", "İSİL"), ("İbrahim", "ibrahim")),
    *(("İbrahim", "Ibrahim"), ("ıbrahim", "ibrahim"), ("IRMAK", "ırmak"), ("IRMAK", "İRMAK"), ("Irmak", "irmak")),
    *(("Şule", "Sule"), ("ŞULE", "sule"), ("Çağrı", "Cagri"), ("ÇAĞRI", "çağri"), ("Gül", "Gul")),
    *(("GÜL", "gül"), ("Özge", "Ozge"), ("ÖZGE", "özge"), ("Ümit", "UMIT"), ("Ümit", "ümıt")),
    *(("Yiğit", "YIGIT"), ("Yiğit", "Yıgıt"), ("DİLEK", "Dilek"), ("DILEK", "dilek"), ("Sılа", "Sıla")),
    *(("Ali", "Aİi"), ("Ali", "A1i"), ("Ali", "ALİ"), ("Ali", "ALI"), ("Veli", "Ve1i")),
    *(("Osman", "0sman"), ("Orhan", "0rhan"), ("Ali 10", "Ali IO"), ("Ali", "A.li"), ("Ali", "A-l-i")),
    *(("Ali Can", "AliCan"), ("Ali_Can", "Ali Can"), ("Kerem", "Kerern"), ("Wade", "VVade"), ("Âli", "Ali")),
    *(("Kâzım", "Kazım"), ("Hâlâ", "hala"), ("José", "Jose"), ("Łukasz", "lukasz"), ("Søren", "Soren")),
    *(("Đorde", "Dorde"), ("Äda", "Ada"), ("Ñino", "Nino"), ("Străin", "Strain"), ("Țara", "Tara")),
    *(("Аса", "Aca"), ("Сара", "Capa"), ("ОРХАН", "opxah"), ("Іса", "Ica"), ("ЅАМ", "SAM")),
    *(("ΑΝΝΑ", "ANNA"), ("ΤΟΜ", "TOM"), ("ΜΑΧ", "MAX"), ("ΖΟΗ", "ZOH"), ("Ahmеt", "Ahmet")),
)
"""Pairs a reader takes for one another; in three of them one letter is of another script."""


def test_sixty_pairs_are_one_name() -> None:
    assert len(ALIKE) == len(set(ALIKE)) == 60
    assert [pair for pair in ALIKE if fold(pair[0]) != fold(pair[1])] == []


def test_other_names_stay_apart() -> None:
    names = ("Ali", "Veli", "Ayşe", "Fatma", "Mehmet", "Ahmet", "Işıl", "Umut", "Ümit", "Can", "Cem", "Cenk", "Deniz")
    assert len({fold(name) for name in names}) == len(names)


@pytest.mark.parametrize("name", ["Işıl", "İbrahim", "Ali Can", "Ayşe-Nur", "Özge 34", "Сара", "Ελένη", "D'Artagnan"])
def test_good_names(name: str) -> None:
    assert read_name(name) == name


def test_a_name_is_kept_in_one_form() -> None:
    assert read_name("Is\u0327\u0131l") == "Işıl"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        *(("A", "length"), ("", "length"), ("A" * 21, "length"), (" Ali", "space"), ("Ali ", "space")),
        *(("Ali  Can", "space"), ("Ali\nCan", "character"), ("Ali\u00a0Can", "character"), ("12345", "character")),
        *(("Ali\u200bCan", "character"), ("\u202eilA", "character"), ("Ali\u2066", "character")),
        *(("Ali\u00adCan", "character"), ("A\u0301\u0302li", "character"), ("Ali\x00", "character")),
        *(("\uff21\uff4c\uff49", "character"), ("Al\u026a", "character"), ("Ali\U0001f600", "character")),
        *(("Ahm\u0435t", "scripts"), ("S\u0131l\u0430", "scripts"), ("\u0391li", "scripts")),
        *(("Admin", "reserved"), ("ADMİN", "reserved"), ("adm\u0131n", "reserved"), ("S1stem", "reserved")),
        *(("Kolay 1", "reserved"), ("Kolay l", "reserved"), ("ZOR", "reserved"), ("Misafir 1234", "reserved")),
        *(("Silinmiş oyuncu", "reserved"), ("B0T", "reserved"), ("Bilgisayar", "reserved"), ("Yonetici", "reserved")),
    ],
)
def test_bad_names(name: str, why: str) -> None:
    assert read_name(name) == Fault("bad_name", {"why": why})


def test_the_locale_of_the_machine_changes_nothing() -> None:
    code = "import locale; from okey.play.names import fold\ntry: locale.setlocale(locale.LC_ALL, '')\n"
    code += "except locale.Error: pass\nprint(ascii([fold('IŞIL'), fold('ışıl'), fold('İLK'), fold('ilk')]))"
    told = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "LC_ALL": name}, capture_output=True, check=True
        ).stdout
        for name in ("C.UTF-8", "tr_TR.UTF-8")
    }
    assert told == {b"['isii', 'isii', 'iik', 'iik']\n"}

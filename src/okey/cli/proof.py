"""What `okey verify`, `okey replay` and `okey keys` share: their texts in two languages, and the trusted keys."""

import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from okey.cli.words import Lang
from okey.fair.trust import Keyring

ENVIRONMENT: Final = "OKEY_TRUSTED_KEYS"
MOST: Final = 16 * 2**20
"""Bytes that are read of a file: more than a record may have."""

TEXTS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "ok": (
            "Doğrulandı: {n} elin hepsinde taşlar tohumdan geliyor ve bitişler geçerli.",
            "Verified: in all {n} deals the tiles follow from the seed and the finishes are valid.",
        ),
        "cancelled": (
            "Masa iptal edildi; oraya kadar her şey doğru. Başlanan el: {n}.",
            "The table was cancelled; up to there everything is right. Deals begun: {n}.",
        ),
        "key_unknown": (
            "Kayıt kendi içinde doğru, ama imzalayan anahtar güvenilenler arasında değil: {key}",
            "The record is right in itself, but the key that signed it is not among the trusted ones: {key}",
        ),
        "incomplete": (
            "Kayıt buraya kadar doğru, ama maçın sonu yok.",
            "The record is right as far as it goes, but the end of the match is missing.",
        ),
        "unusable": (
            "Kayıt doğru, ama kanıt dosyası kullanılamıyor: {place}",
            "The record is right, but the evidence file cannot be used: {place}",
        ),
        "bad": ("Uyuşmazlık: {place}: {reason}", "Mismatch: {place}: {reason}"),
        "no_file": ("Bu dosya bir kayıt ya da kanıt dosyası değil.", "This file is no record or evidence file."),
        "note": (
            "Not: tutarlı; bir oyuncunun kendi notlarıyla karşılaştırılmadı.",
            "Note: consistent; not compared with a player's own notes.",
        ),
        "agrees": ("Oyuncunun kanıt dosyası kayıtla uyuşuyor.", "The player's evidence file agrees with the record."),
        "persons": ("Sayı katan kişi: {n}", "Persons who contributed: {n}"),
        "computers": ("Bilgisayar: {n}", "Computers: {n}"),
        "taken_over": (
            "Bir kişinin yerine bilgisayar oynamaya başladı: {n} kez",
            "A computer began to play for a person: {n} times",
        ),
        "automatic": ("Süre dolunca yapılan hamle: {n}", "Moves made at a time-out: {n}"),
        "forfeit": ("Maç süreyle kaybedildi.", "The match was lost on time."),
        "overtime": ("Süreyi aşan ama işaretlenmeyen sıra: {n}", "Turns beyond the time without a mark: {n}"),
        "seal": ("Son elin mührü: {seal}", "Seal of the last deal: {seal}"),
        "limits": (
            "Bu denetim dağıtımın sonradan değiştirilmediğini gösterir; sunucunun taşları hiç görmediğini göstermez.",
            (
                "This shows that the deal was not changed afterwards; "
                "it does not show that the server never saw the tiles."
            ),
        ),
        "deal": (
            "El {n}. Başlayan: {name}. Zar {first} ve {second}.",
            "Deal {n}. First to throw: {name}. Dice {first} and {second}.",
        ),
        "indicator": ("Gösterge {tile}, okey {okey}.", "Indicator {tile}, okey {okey}."),
        "threw": ("{name} {tile} attı.", "{name} threw {tile}."),
        "drew": ("{name} {tile} çekti.", "{name} drew {tile}."),
        "took": ("{name} {tile} aldı.", "{name} took {tile}."),
        "shown": ("{name} göstergeyi gösterdi: {tile}.", "{name} showed the indicator: {tile}."),
        "declared": ("Çifte gidiyor: {name}.", "{name} plays for pairs."),
        "marked": ("Süre doldu: {name}.", "Time is over: {name}."),
        "by_person": ("Kendisi oynuyor: {name}.", "{name} plays again."),
        "by_computer": ("Yerine bilgisayar oynuyor: {name}.", "A computer plays for {name}."),
        "claimed": ("Yanlış bitiş: {name}, atılan {tile}.", "Wrong claim: {name}, throwing {tile}."),
        "finished": (
            "Bitiren: {name} ({kind}), atılan taş {tile}.",
            "Finished by {name} ({kind}), thrown tile {tile}.",
        ),
        "melds": ("seri ve per", "melds"),
        "pairs": ("yedi çift", "seven pairs"),
        "end1": ("El bitti: {changes}", "Deal over: {changes}"),
        "end2": ("El berabere, deste bitti: {changes}", "Drawn deal, the pile is empty: {changes}"),
        "end3": ("El berabere, hamle sınırı: {changes}", "Drawn deal, move limit: {changes}"),
        "end4": ("El iptal edildi: {changes}", "Deal cancelled: {changes}"),
        "end5": ("El süreyle kaybedildi: {changes}", "Deal lost on time: {changes}"),
        "match": ("Maç bitti: {scores}", "Match over: {scores}"),
        "match_cancelled": ("Maç iptal edildi: {scores}", "Match cancelled: {scores}"),
        "holds": ("{name}: {tiles}", "{name}: {tiles}"),
        "group": ("  {tiles}", "  {tiles}"),
        "no_deal": ("Hiç el oynanmadı.", "No deal was played."),
        "no_such_deal": ("Bu kayıtta {n}. el yok.", "There is no deal {n} in this record."),
        "seat": ("Yer {n}", "Seat {n}"),
        "key": ("Açık anahtar: {key}", "Public key: {key}"),
        "key_before": ("Önceki anahtar: {key}, {when} anına kadar", "Earlier key: {key}, until {when}"),
        "key_rotated": (
            "Yeni anahtar duyuruldu. Sunucu çalışıyorsa yeniden başlatılmalı.",
            "The new key is announced. A server that is running must be started again.",
        ),
        "backed_up": (
            "Yedek alındı: {file}, {size} bayt. Anahtar dosyaları yedekte yok.",
            "Backed up: {file}, {size} bytes. The key files are not in it.",
        ),
        "no_keys": ("Burada imza anahtarı yok: {folder}", "There is no signing key here: {folder}"),
    }
)
"""Key -> (Turkish, English)."""

REASONS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "json": ("katı JSON değil", "no strict JSON"),
        "version": ("bilinmeyen protokol", "unknown protocol"),
        "shape": ("alanlar bu biçimde değil", "the fields are not of this form"),
        "key change": ("anahtar değişikliği geçersiz", "a change of keys is not valid"),
        "unknown rules": ("kural metni bilinmiyor", "the rules text is unknown"),
        "open": ("açılış imzası tutmuyor", "the signature of the opening of the table does not fit"),
        "seed": ("tohum, özetiyle uyuşmuyor", "the seed does not fit its commitment"),
        "seats": ("yerler kurallara uymuyor", "the seats do not fit the rules"),
        "commit": ("bir özet tutmuyor", "a commitment does not fit"),
        "list": ("liste imzası tutmuyor", "the signature of the list does not fit"),
        "opening": ("açılan sayıların imzası tutmuyor", "the signature of the opened values does not fit"),
        "frame": ("olayın biçimi bozuk", "the event is broken"),
        "order": ("bu olay burada olamaz", "this event cannot stand here"),
        "seat": ("yanlış yer", "the wrong seat"),
        "deal": ("dağıtım tohumdan gelmiyor", "the deal does not follow from the seed"),
        "show": ("gösterge böyle gösterilemez", "the indicator cannot be shown like this"),
        "tile": ("bu taş orada değil", "the tile is not there"),
        "automatic": ("süre dolunca yapılan hamle bu olamaz", "not the move made at a time-out"),
        "finish": ("bitiş geçersiz", "the finish is not valid"),
        "reason": ("bitiş nedeni yanlış", "the reason of the end is wrong"),
        "clock": ("süre henüz dolmamıştı", "the time was not over yet"),
        "score": ("puanlar yanlış", "the scores are wrong"),
        "control": ("yeri oynayan böyle değişemez", "who plays the seat cannot change like this"),
        "claim": ("yanlış bitiş cezası haksız", "the wrong claim was not wrong"),
        "head": ("zincir imzası tutmuyor", "a signed head does not fit"),
        "outcome": ("sonuç, oynanana uymuyor", "the outcome is not what was played"),
        "reveal": ("tohum açıklamasının imzası tutmuyor", "the signature of the reveal does not fit"),
        "evidence": ("oyuncunun kanıtı başka söylüyor", "the player's evidence says otherwise"),
    }
)
"""Codes of the verifier -> (Turkish, English)."""


def say(lang: Lang, key: str, /, **params: object) -> str:
    """A text with its parameters."""
    return TEXTS[key][lang == "en"].format(**params)


def trusted(data: Path, keys: Iterable[str]) -> Keyring:
    """The built-in keys, those given, those of the environment, and the site's own in `data`.

    Raises `ValueError` that names what is no public key, and `okey.storage.keys.KeyFileError`.
    """
    from okey.fair.trust import BUILT_IN
    from okey.storage.keys import known_keys

    found = list(BUILT_IN)
    for text in (*keys, *os.environ.get(ENVIRONMENT, "").replace(",", " ").split()):
        try:
            key = bytes.fromhex(text)
        except ValueError:
            key = b""
        if len(key) != 32:
            raise ValueError(f"{text}: a public key is 32 bytes in hex")
        found.append(key)
    own = known_keys(data)
    if own is None:
        return Keyring(found)
    return Keyring([*found, own.signers[0].public], own.changes)


def read(path: str) -> bytes | None:
    """The bytes of a file, `-` for the standard input, cut where no record goes on; None when it cannot be read."""
    try:
        if path == "-":
            return sys.stdin.buffer.read(MOST)
        with open(path, "rb") as file:
            return file.read(MOST)
    except OSError as error:
        print(f"okey: {path}: {error.strerror}", file=sys.stderr)
        return None

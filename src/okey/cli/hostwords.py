"""Texts of `okey admin` in two languages, and how its lists are printed."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Final

from okey.cli.words import Lang

TEXTS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "none": ("Hiç yok.", "There are none."),
        "no_user": ("Bu adda bir hesap yok: {name}", "There is no account with this name: {name}"),
        "signed_out": ("Sona eren oturum: {n}", "Sessions ended: {n}"),
        "no_report": ("Açık bir bildirim değil: {name}", "This is no open report: {name}"),
        "closed": ("Bildirim kapatıldı.", "The report is closed."),
        "no_table": ("Oynanan bir masa değil: {name}", "This is no running table: {name}"),
        "cancelled": (
            "Masa iptal edildi; tohumu sonuç listesinde açıldı.",
            "The table is cancelled; its seed is opened in the list of outcomes.",
        ),
        "not_cancelled": (
            "Masa iptal edilemedi. Site çalışıyor mu? Çalışmıyorsa: --offline",
            "The table was not cancelled. Does the site run? If not: --offline",
        ),
        "announced": ("Duyuru yayında, bitişi: {until}", "The announcement is out until {until}"),
        "bad_time": (
            "Süre 30m, 24h ya da 7d gibi yazılır: {text}",
            "A time is written like 30m, 24h or 7d: {text}",
        ),
        "bad_text": (
            "Duyuru iki dilde de 1-{most} karakter olmalı.",
            "An announcement has 1 to {most} characters in each language.",
        ),
        "withdrawn": ("Kaldırılan duyuru: {n}", "Announcements withdrawn: {n}"),
        "restored": (
            "Yedek yerine kondu; önceki veritabanı: {old}. Yeniden silinen hesap: {n}.",
            "The copy is in place; the one before: {old}. Accounts deleted again: {n}.",
        ),
        "running": ("Site çalışıyor; önce durdur.", "The site runs; stop it first."),
        "damaged": ("Yedek bozuk: {file}", "The copy is damaged: {file}"),
        "foreign": ("Bu bir Okey veritabanı değil: {file}", "This is no database of Okey: {file}"),
        "marked": (
            "Veritabanı kopya olarak işaretlendi; başlangıçta iptal edilecek masa: {n}",
            "The database is marked as a copy; tables that are cancelled at the start: {n}",
        ),
        "recomputed": (
            "Kayıtlardaki dereceli maç: {n}. Saklananla fark: {differences}.",
            "Rated matches in the logs: {n}. Differences from what is stored: {differences}.",
        ),
        "written": ("Hesaplanan yazıldı.", "What was computed is written."),
        "schema": (
            "Veritabanının şeması bu sürümün değil; önce: okey migrate",
            "The schema of the database is not that of this version; first: okey migrate",
        ),
        "no_database": ("Veritabanı yok: {where}", "There is no database: {where}"),
        "only_sqlite": (
            "Bu komut SQLite içindir; PostgreSQL için kendi araçları ve mark-restored kullanılır.",
            "This command is for SQLite; PostgreSQL has its own tools, and mark-restored.",
        ),
        "feeding": ("besleme", "feeding"),
        "leaving": ("birlikte ayrılma", "leaving together"),
        "pace": ("eşit tempo", "even pace"),
    }
)
HEADS: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = MappingProxyType(
    {
        "users": (
            ("ad", "açılış", "son görülme", "oturum", "açık bildirim"),
            ("name", "opened", "last seen", "sessions", "open reports"),
        ),
        "reports": (
            ("no", "zaman", "bildiren", "bildirilen", "masa", "neden", "sözler", "kapanış"),
            ("id", "at", "by", "about", "table", "why", "words", "closed"),
        ),
        "suspects": (
            ("tür", "kim", "kiminle", "maç", "sayı", "değer", "standart hata", "eşik"),
            ("kind", "who", "with", "matches", "number", "figure", "standard errors", "threshold"),
        ),
        "audit": (("zaman", "kim", "iş", "konu", "sonuç"), ("at", "who", "task", "subject", "outcome")),
        "statistics": (("ne", "kaç"), ("what", "how many")),
        "differences": (("tablo", "satır", "nerede"), ("table", "row", "where")),
    }
)
NUMBERS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "accounts": ("hesap", "accounts"),
        "accounts_week": ("hesap, son 7 gün", "accounts, last 7 days"),
        "people": ("kişi, misafirlerle", "people, guests among them"),
        "sessions": ("oturum", "sessions"),
        "seen_day": ("görülen kişi, son gün", "people seen, last day"),
        "seen_week": ("görülen kişi, son 7 gün", "people seen, last 7 days"),
        "running": ("oynanan masa", "running tables"),
        "ended": ("biten masa", "ended tables"),
        "finished": ("tamamlanan maç", "finished matches"),
        "finished_week": ("tamamlanan maç, son 7 gün", "finished matches, last 7 days"),
        "kept": ("kaydı duran masa", "tables whose log is kept"),
        "rated": ("dereceli maç", "rated matches"),
        "movements": ("çekirdek hareketi", "movements of çekirdek"),
        "held": ("kişilerdeki çekirdek", "çekirdek of persons"),
        "reports": ("açık bildirim", "open reports"),
    }
)


def say(lang: Lang, key: str, **values: object) -> str:
    """The text `key`."""
    return TEXTS[key][lang == "en"].format(**values)


def when(at: int | None) -> str:
    """A time in Unix milliseconds, to the minute, UTC."""
    return "" if at is None else datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%MZ")


def plain(value: object) -> str:
    """What somebody has written, on one line and without signs that would command the terminal."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in str(value))


def listed(lang: Lang, name: str, rows: Iterable[Sequence[object]]) -> str:
    """A list with its heads, in columns; the text for none when it is empty."""
    lines = [[plain(value) for value in row] for row in rows]
    if not lines:
        return say(lang, "none")
    lines.insert(0, list(HEADS[name][lang == "en"]))
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    pad = "  ".join
    return "\n".join(
        pad(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )

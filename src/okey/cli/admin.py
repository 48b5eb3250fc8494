"""`okey admin`: what a host does beside serving. Everything that is done here stands in the audit log.

There is no page for hosts. Whoever may run this on the machine of the site is its host; nobody else can.
"""

import sqlite3
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import App, Parameter

from okey.cli.hostwords import NUMBERS, listed, say, when
from okey.cli.words import Lang

if TYPE_CHECKING:
    from okey.cli.office import Office

MOST_TEXT: Final = 300
"""Characters of an announcement."""
CANCEL_SECONDS: Final = 15.0
HELP: Final = "What a host does beside serving: people, reports, tables, announcements, back-ups, figures."


@Parameter(name="*")
@dataclass(frozen=True)
class Where:
    """Which site."""

    data: Path = Path("okey-data")
    """Folder of the site."""
    database: str | None = None
    """PostgreSQL instead of the database in `data`: `postgresql://user@host/name`."""
    lang: Lang = "tr"
    """Language of the answer."""


HERE: Final = Where()
admin: Final = App(name="admin", help=HELP, help_format="plaintext", version_flags=[])


@admin.command
def users(text: str = "", /, *, where: Where = HERE) -> int:
    """List accounts, or those whose name holds something that looks like a text.

    Parameters
    ----------
    text
        What the name has to hold; any account without it.
    """

    def work(office: "Office") -> str:
        found = [
            (user.name, when(user.opened_at), when(user.seen_at), user.sessions, user.reports)
            for user in office.host.users(text)
        ]
        office.note("users", "", str(len(found)))
        return listed(where.lang, "users", found)

    return _run(where, work)


@admin.command
def sign_out(name: str, /, *, where: Where = HERE) -> int:
    """End all sessions of a person; sockets close within seconds.

    Parameters
    ----------
    name
        Name of the account.
    """

    def work(office: "Office") -> str:
        user = office.host.user(name)
        if user is None:
            raise office.refusal("no_user", name=name)
        n = len(office.accounts.end_others(user.id, None))
        office.note("sign-out", user.id.hex(), str(n))
        return say(where.lang, "signed_out", n=n)

    return _run(where, work)


@admin.command
def reports(*, every: Annotated[bool, Parameter(name="--all", negative=())] = False, where: Where = HERE) -> int:
    """List what players have reported of one another.

    Parameters
    ----------
    every
        Also reports that were closed.
    """

    def work(office: "Office") -> str:
        found = [
            (
                *(each.id.hex(), when(each.at), each.reporter, each.reported),
                *("" if each.table is None else each.table.hex(), each.why, each.words, when(each.closed_at)),
            )
            for each in office.host.reports(every)
        ]
        office.note("reports", "", str(len(found)))
        return listed(where.lang, "reports", found)

    return _run(where, work)


@admin.command
def close_report(name: str, /, *, where: Where = HERE) -> int:
    """Close a report that was dealt with.

    Parameters
    ----------
    name
        Id of the report, as `reports` shows it.
    """

    def work(office: "Office") -> str:
        try:
            found = office.host.close_report(bytes.fromhex(name), office.now)
        except ValueError:
            found = False
        if not found:
            raise office.refusal("no_report", name=name)
        office.note("close-report", name, "done")
        return say(where.lang, "closed")

    return _run(where, work)


@admin.command
def suspects(*, where: Where = HERE) -> int:
    """List the figures of fair company that are beyond their thresholds (docs/fair-company.md). They are no verdict."""
    from okey.play.company import EVEN_PACE, FED_ERRORS, FED_SHARE, LEFT_SHARE

    limits = {
        "feeding": f">= {FED_SHARE}, >= {FED_ERRORS}",
        "leaving": f">= {LEFT_SHARE}",
        "pace": f"< {EVEN_PACE}",
    }

    def work(office: "Office") -> str:
        found = [
            (
                *(say(where.lang, each.kind), each.name, each.other, each.matches or "", each.size),
                *(f"{each.figure:.3f}", f"{each.errors:.1f}" if each.errors else "", limits[each.kind]),
            )
            for each in office.host.suspects()
        ]
        office.note("suspects", "", str(len(found)))
        return listed(where.lang, "suspects", found)

    return _run(where, work)


@admin.command
def cancel(table: str, /, *, offline: Annotated[bool, Parameter(negative=())] = False, where: Where = HERE) -> int:
    """Cancel a running table: its seed is opened, stakes are given back, nothing is rated.

    Parameters
    ----------
    table
        Its id, or its short code.
    offline
        No site runs on this database; without it that is found out, but for PostgreSQL.
    """

    def work(office: "Office") -> str:
        found = office.host.running(table)
        if found is None:
            raise office.refusal("no_table", name=table)
        done = office.cancel_offline(found) if offline or office.idle else office.cancel(found, CANCEL_SECONDS)
        office.note("cancel", found.hex(), "done" if done else "failed")
        if not done:
            raise office.refusal("not_cancelled")
        return say(where.lang, "cancelled")

    return _run(where, work)


@admin.command
def announce(
    tr: str, en: str, /, *, lasting: Annotated[str, Parameter(name="--for")] = "24h", where: Where = HERE
) -> int:
    """Tell everybody something, at the top of the page.

    Parameters
    ----------
    tr
        In Turkish.
    en
        In English.
    lasting
        How long: `30m`, `24h`, `7d`.
    """

    def work(office: "Office") -> str:
        if not all(0 < len(text.strip()) <= MOST_TEXT for text in (tr, en)):
            raise office.refusal("bad_text", most=MOST_TEXT)
        until = office.now + office.lasting(lasting)
        office.host.announce(tr.strip(), en.strip(), office.now, until)
        office.note("announce", f"{tr} / {en}", when(until))
        return say(where.lang, "announced", until=when(until))

    return _run(where, work)


@admin.command
def withdraw(*, where: Where = HERE) -> int:
    """Withdraw all announcements."""

    def work(office: "Office") -> str:
        n = office.host.withdraw(office.now)
        office.note("withdraw", "", str(n))
        return say(where.lang, "withdrawn", n=n)

    return _run(where, work)


@admin.command
def backup(file: Path, /, *, where: Where = HERE) -> int:
    """Back up the SQLite database of a site, also while it is served. A site that is started with the copy cancels the
    tables that are open in it, for it has lost what was signed since.

    Parameters
    ----------
    file
        Where the copy goes; it must not be there yet.
    """
    from okey.cli.proof import say as told
    from okey.storage.backup import back_up
    from okey.storage.database import FILE

    def work(office: "Office") -> str:
        office.sqlite_only()
        back_up(where.data / FILE, file)
        office.note("backup", file.name, str(file.stat().st_size))
        return told(where.lang, "backed_up", file=file, size=file.stat().st_size)

    return _run(where, work)


@admin.command
def restore(file: Path, /, *, where: Where = HERE) -> int:
    """Check a copy and put it in the place of the database of a site that is down.

    Accounts that were deleted since the copy was made are deleted again, as far as the database that is replaced knows
    of them; it is kept as `okey.db.old`.

    Parameters
    ----------
    file
        The copy; it stays where it is.
    """
    from okey.cli.office import Office, Refusal, now
    from okey.storage.restore import OLD, RestoreError
    from okey.storage.restore import restore as restored

    def work() -> str:
        if where.database is not None:
            raise Refusal("only_sqlite", {})
        try:
            n = restored(file, where.data, now())
        except RestoreError as error:
            raise Refusal(str(error), {"file": file}) from None
        with Office.open(where.data, None) as office:
            office.note("restore", file.name, str(n))
        return say(where.lang, "restored", old=where.data / OLD, n=n)

    return _told(where, work)


@admin.command
def mark_restored(*, where: Where = HERE) -> int:
    """Say of a PostgreSQL database that it was restored by its own tools, before a site starts with it: the tables that
    are open in it are then cancelled. SQLite copies are known without it."""
    from okey.storage.backup import mark_copied

    def work(office: "Office") -> str:
        n = mark_copied(office.engine)
        office.note("mark-restored", "", str(n))
        return say(where.lang, "marked", n=n)

    return _run(where, work, migrating=True)


@admin.command
def statistics(*, where: Where = HERE) -> int:
    """How much of everything there is."""

    def work(office: "Office") -> str:
        found = office.host.statistics(office.now)
        office.note("statistics", "", "done")
        rows = [(NUMBERS[name][where.lang == "en"], number) for name, number in found.items()]
        return listed(where.lang, "statistics", rows)

    return _run(where, work)


@admin.command
def recompute_ratings(*, write: Annotated[bool, Parameter(negative=())] = False, where: Where = HERE) -> int:
    """Compute ratings and weekly boards once more from the logs, and compare them with what is stored; 1 when they
    differ and nothing was written.

    Parameters
    ----------
    write
        Replace what is stored.
    """

    def work(office: "Office") -> str:
        found = office.recompute(write)
        office.note("recompute-ratings", "write" if write else "", str(len(found.differences)))
        counted = say(where.lang, "recomputed", n=found.matches, differences=len(found.differences))
        rows = [(each.table, each.row, "stored" if each.stored else "computed") for each in found.differences]
        lines = [counted, *([listed(where.lang, "differences", rows)] if rows else [])]
        if write:
            lines.append(say(where.lang, "written"))
        elif rows:
            office.code = 1
        return "\n".join(lines)

    return _run(where, work)


@admin.command
def audit(*, where: Where = HERE) -> int:
    """List what hosts did last."""

    def work(office: "Office") -> str:
        found = [(when(each.at), each.who, each.task, each.subject, each.outcome) for each in office.host.audit()]
        office.note("audit", "", str(len(found)))
        return listed(where.lang, "audit", found)

    return _run(where, work)


def _run(where: Where, work: Callable[["Office"], str], migrating: bool = False) -> int:
    """Do it on the database of a site, print what came out; the exit code."""
    from okey.cli.office import Office

    code = 0

    def inside() -> str:
        nonlocal code
        with Office.open(where.data, where.database, migrating) as office:
            answer = work(office)
            code = office.code
        return answer

    return _told(where, inside) or code


def _told(where: Where, work: Callable[[], str]) -> int:
    from sqlalchemy.exc import SQLAlchemyError

    from okey.cli.office import Refusal
    from okey.storage.keys import KeyFileError
    from okey.storage.migrate import MigrationError

    try:
        print(work())
    except Refusal as refusal:
        print(f"okey: {say(where.lang, refusal.key, **refusal.values)}", file=sys.stderr)
        return 1
    except SQLAlchemyError as error:
        print(f"okey: {str(error).splitlines()[0]}", file=sys.stderr)
        return 1
    except (KeyFileError, MigrationError, OSError, ValueError, sqlite3.Error) as error:
        print(f"okey: {error}", file=sys.stderr)
        return 1
    return 0

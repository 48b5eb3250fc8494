"""`okey admin`: what a host does beside serving."""

import sqlite3
import sys
from pathlib import Path
from typing import Literal

from okey.cli.words import Lang


def admin(task: Literal["backup"], file: Path, *, data: Path = Path("okey-data"), lang: Lang = "tr") -> int:
    """Back up the database of a site, also while it is served. A site that is started with the copy cancels the tables
    that are open in it, for it has lost what was signed since.

    Parameters
    ----------
    task
        `backup`.
    file
        Where the copy goes; it must not be there yet.
    data
        Folder of the site.
    lang
        Language of the answer.
    """
    from okey.cli.proof import say
    from okey.storage.backup import back_up
    from okey.storage.database import FILE

    try:
        back_up(data / FILE, file)
    except (OSError, sqlite3.Error) as error:
        print(f"okey: {error}", file=sys.stderr)
        return 1
    print(say(lang, "backed_up", file=file, size=file.stat().st_size))
    return 0

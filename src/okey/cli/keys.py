"""`okey keys`: the key that signs for a site, and its rotation."""

import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from okey.cli.words import Lang


def keys(task: Literal["show", "rotate"] = "show", *, data: Path = Path("okey-data"), lang: Lang = "tr") -> int:
    """Show the public key that signs for a site, or rotate it: the old key then announces a new one.

    Parameters
    ----------
    task
        `show` or `rotate`.
    data
        Folder of the site.
    lang
        Language of the answer.
    """
    from okey.cli.proof import say
    from okey.storage.keys import KeyFileError, known_keys, rotate

    try:
        known = known_keys(data)
        if known is None:
            print(f"okey: {say(lang, 'no_keys', folder=data)}", file=sys.stderr)
            return 1
        if task == "rotate":
            known = rotate(data, time.time_ns() // 1_000_000)
    except (KeyFileError, OSError) as error:
        print(f"okey: {error}", file=sys.stderr)
        return 1
    print(say(lang, "key", key=known.current.public.hex()))
    for change in reversed(known.changes):
        when = datetime.fromtimestamp(change.valid_from_ms / 1000, UTC).isoformat(timespec="seconds")
        print(say(lang, "key_before", key=change.old.hex(), when=when))
    if task == "rotate":
        print(say(lang, "key_rotated"))
    return 0

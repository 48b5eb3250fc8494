"""A server for benchmarks, its limits out of the way: `python -m benchmarks.table_server --data FOLDER`.

For each line on its input it says in one JSON object what it has used so far: seconds of CPU, bytes of memory.
"""

import argparse
import json
import sys
import threading
import time
from pathlib import Path

from okey.server.serve import serve
from okey.server.settings import Settings

MANY = 1_000_000


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    settings = Settings(
        data=parser.parse_args().data,
        port=0,
        workers=1,
        sockets=MANY,
        sockets_per_address=MANY,
        sockets_per_session=MANY,
        new_sockets_per_session=MANY,
        sockets_per_minute=MANY,
        commands_per_second=MANY,
        tables_per_guest=MANY,
        tables_per_minute=MANY,
        guests_per_minute=MANY,
    )
    threading.Thread(target=_tell, daemon=True).start()
    return serve(settings)


def _tell() -> None:
    for _ in sys.stdin:
        sys.stdout.write(json.dumps({"cpu_s": time.process_time(), "rss": _memory()}) + "\n")
        sys.stdout.flush()


def _memory() -> int | None:
    """Bytes in use now; None where the system does not say."""
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return None
    return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS:"))


if __name__ == "__main__":
    sys.exit(main())

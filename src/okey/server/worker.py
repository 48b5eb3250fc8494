"""A process that computes pure functions for the server: `python -m okey.server.worker`, spoken to over its pipes.

A frame is four bytes of length, big-endian, and a pickle: upwards `(function, arguments)`, downwards `(ok, answer)`;
the first frame downwards says that the process is ready. When its input ends, so does the process: a server that is
killed leaves none behind.
"""

import contextlib
import os
import pickle
import random
import signal
import struct
import sys
from typing import Any, BinaryIO, Final

from okey.bots import choose
from okey.rules.actions import SeatAction
from okey.rules.view import View

LENGTH: Final = struct.Struct(">I")


def think(view: View, level: str, seed: bytes) -> SeatAction:
    """A computer's move: pure, all its chance comes from `seed`."""
    return choose(view, level, random.Random(seed))


def frame(value: Any) -> bytes:
    """The bytes of one value on the pipe."""
    body = pickle.dumps(value, protocol=5)
    return LENGTH.pack(len(body)) + body


def serve(source: BinaryIO, target: BinaryIO) -> None:
    """Answer until `source` ends."""
    target.write(frame((True, "ready")))
    target.flush()
    while len(head := source.read(LENGTH.size)) == LENGTH.size:
        call, arguments = pickle.loads(source.read(*LENGTH.unpack(head)))
        try:
            answer = (True, call(*arguments))
        except Exception as fault:
            answer = (False, repr(fault))
        target.write(frame(answer))
        target.flush()


def main() -> None:
    """Serve the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)
    source, target = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr
    with contextlib.suppress(BrokenPipeError):
        serve(source, target)
    with contextlib.suppress(BrokenPipeError):
        target.close()


if __name__ == "__main__":
    main()

"""Hints to the other nodes over NATS: subjects `okey.t.<table>` (the log has grown), `okey.s.<table>` (words).

A hint may be lost, doubled or late. So nothing here waits or raises, and a site starts and plays without a server.
"""

import asyncio
from collections.abc import Callable
from typing import Final

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error

from okey.play.ports import TableId, Trace

MOST_WAITING: Final = 10_000
"""Hints that wait for the line; more are lost."""
RETRY_SECONDS: Final = 1
CANCEL_SECONDS: Final = 0.2
GROWN: Final = "okey.t."
WORDS: Final = "okey.s."


class NatsHints:
    """`okey.play.ports.Hints`; `run` keeps the line and passes on what other nodes say."""

    def __init__(self, url: str, trace: Trace) -> None:
        self._url = url
        self._trace = trace
        self._waiting: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(MOST_WAITING)
        self._told = False
        """Whether the log knows that there is no line."""

    def tell(self, table: TableId, seq: int) -> None:
        """See `okey.play.ports.Hints.tell`."""
        self._put(GROWN + table.hex(), b"%d" % seq)

    def say(self, table: TableId, words: bytes) -> None:
        """See `okey.play.ports.Hints.say`."""
        self._put(WORDS + table.hex(), words)

    async def run(self, hinted: Callable[[TableId, int], None], said: Callable[[TableId, bytes], None]) -> None:
        """Connect, and connect again whenever the line is cut, until cancelled."""

        async def hear_grown(message: Msg) -> None:
            table = _table(message.subject, GROWN)
            if table is not None and message.data.isdigit():
                hinted(table, int(message.data))

        async def hear_words(message: Msg) -> None:
            table = _table(message.subject, WORDS)
            if table is not None:
                said(table, message.data)

        line = await self._connected()
        await self._back()
        try:
            await line.subscribe(GROWN + "*", cb=hear_grown)
            await line.subscribe(WORDS + "*", cb=hear_words)
            while True:
                subject, data = await self._waiting.get()
                try:
                    await line.publish(subject, data)
                except Error as fault:  # too much waits for a cut line
                    self._trace("hint_lost", fault=repr(fault))
        finally:
            await line.close()

    async def _connected(self) -> Client:
        """A line that is made again for ever; waits until there is a first one.

        While it tries, the library may swallow a cancellation (`asyncio.wait_for` before Python 3.12) and try on; so it
        tries in a task of its own, which is cancelled until it ends.
        """
        connecting = asyncio.create_task(
            nats.connect(
                self._url,
                no_echo=True,
                max_reconnect_attempts=-1,
                reconnect_time_wait=RETRY_SECONDS,
                error_cb=self._failed,
                reconnected_cb=self._back,
            )
        )
        try:
            await asyncio.wait((connecting,))
        finally:
            while not connecting.done():
                connecting.cancel()
                await asyncio.wait((connecting,), timeout=CANCEL_SECONDS)
        return connecting.result()

    async def _failed(self, fault: Exception) -> None:
        """Told once, not with every try."""
        if not self._told:
            self._told = True
            self._trace("hints_failed", fault=repr(fault))

    async def _back(self) -> None:
        self._told = False

    def _put(self, subject: str, data: bytes) -> None:
        if not self._waiting.full():
            self._waiting.put_nowait((subject, data))


def _table(subject: str, prefix: str) -> TableId | None:
    try:
        return bytes.fromhex(subject.removeprefix(prefix))
    except ValueError:
        return None

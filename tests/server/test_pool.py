"""Worker processes: answers, deadlines, and what happens to one that dies."""

from __future__ import annotations

import asyncio
import io
import os
import random
import time
from collections.abc import AsyncIterator

import pytest

from okey.bots import choose
from okey.play.standing import begin, deal_of, play
from okey.rules.view import View, view
from okey.server import worker
from okey.server.pool import Pool, WorkFailed
from okey.testing import START, first_row, opening
from tests.server.process import gone

LONG = 60.0


@pytest.fixture
async def pool() -> AsyncIterator[Pool]:
    made = Pool(1)
    made.start()
    await made.run(abs, -1, within=LONG)
    yield made
    await made.close()


def first_view() -> View:
    standing = begin(first_row(opening(), START))
    after = play(standing, (deal_of(standing),), START)[0].standing
    return view(after.game, after.game.turn)


async def test_a_computer_thinks_in_another_process(pool: Pool) -> None:
    seen = first_view()
    move = await pool.run(worker.think, seen, "zor", b"seed", within=LONG)
    assert move == choose(seen, "zor", random.Random(b"seed"))
    assert await pool.run(os.getpid, within=LONG) != os.getpid()


async def test_what_raises_fails_and_the_process_lives(pool: Pool) -> None:
    pid = await pool.run(os.getpid, within=LONG)
    with pytest.raises(WorkFailed, match="ZeroDivisionError"):
        await pool.run(divmod, 1, 0, within=LONG)
    assert await pool.run(os.getpid, within=LONG) == pid


async def test_what_hangs_is_ended_and_replaced(pool: Pool) -> None:
    pid = await pool.run(os.getpid, within=LONG)
    with pytest.raises(TimeoutError):
        await pool.run(time.sleep, 600, within=0.1)
    assert gone([pid])
    assert await pool.run(os.getpid, within=LONG) != pid


async def test_a_process_that_dies_fails_its_question_only(pool: Pool) -> None:
    with pytest.raises(WorkFailed):
        await pool.run(os._exit, 3, within=LONG)
    assert await pool.run(abs, -5, within=LONG) == 5


async def test_questions_wait_for_their_turn_and_keep_their_answers(pool: Pool) -> None:
    answers = await asyncio.gather(*(pool.run(divmod, number, 7, within=LONG) for number in range(50)))
    assert answers == [divmod(number, 7) for number in range(50)]


async def test_waiting_counts_as_thinking() -> None:
    empty = Pool(1)
    with pytest.raises(TimeoutError):
        await empty.run(abs, -1, within=0.05)
    await empty.close()


async def test_close_ends_all() -> None:
    pool = Pool(2)
    pool.start()
    pids = [await pool.run(os.getpid, within=LONG)]
    await pool.close()
    assert gone(pids)
    starting = Pool(1)
    starting.start()
    await asyncio.sleep(0)
    await starting.close()


def test_the_pipe_speaks_in_frames() -> None:
    source = io.BytesIO(worker.frame((divmod, (7, 2))) + worker.frame((divmod, (7, 0))))
    target = io.BytesIO()
    worker.serve(source, target)
    assert target.getvalue().startswith(worker.frame((True, "ready")) + worker.frame((True, (3, 1))))
    assert b"ZeroDivisionError" in target.getvalue()

"""Starting and stopping: what is said, what is refused, and what never stands in a log."""

from __future__ import annotations

import json
import logging
import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import structlog

from okey.play.gathering import gathered
from okey.play.ports import LogRow
from okey.server import run
from okey.server.serve import listen, set_up_logs
from okey.storage.database import FILE
from okey.storage.keys import seed_box
from tests.server.client import Browser, Player, play_on
from tests.server.process import ServerProcess


def test_impossible_settings_are_two(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(host="0.0.0.0", pace=0, data=tmp_path) == 2
    assert "loopback" in capsys.readouterr().err
    assert run(origin="nonsense", data=tmp_path) == 2
    assert run(database="postgresql://db/okey", nats="hints:4222", data=tmp_path) == 2
    assert not (tmp_path / FILE).exists()


def test_a_taken_port_is_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(listen("127.0.0.1", 0)) as taken:
        assert run(port=taken.getsockname()[1], data=tmp_path) == 1
    assert "--port" in capsys.readouterr().err


def test_an_unknown_host_is_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(socket.gaierror):
        listen("no.such.host.invalid", 0)
    assert run(host="no.such.host.invalid", data=tmp_path) == 1
    assert "cannot listen" in capsys.readouterr().err


def test_a_database_that_is_not_there_or_is_none_is_one_and_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / FILE).write_text("no database")
    with closing(listen("127.0.0.1", 0)) as taken:
        nowhere = f"postgresql://127.0.0.1:{taken.getsockname()[1]}/okey"
    try:
        assert run(port=0, data=tmp_path / "new", database=nowhere) == 1
        said = capsys.readouterr().err
        assert said.startswith("okey serve: the database cannot be reached: ")
        assert said.count("\n") == 1
        assert run(port=0, data=tmp_path) == 1
        assert capsys.readouterr().err == f"okey serve: {tmp_path / FILE} cannot be opened: file is not a database\n"
    finally:
        structlog.reset_defaults()


def test_foreign_text_cannot_forge_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    level = logging.getLogger().level
    try:
        set_up_logs()
        structlog.get_logger("okey").warning("computer_failed", name='x\n{"event": "forged"}\r\u202e')
    finally:
        structlog.reset_defaults()
        logging.getLogger().setLevel(level)
    lines = capsys.readouterr().err.strip().splitlines()
    assert len(lines) == 1
    assert json.loads(lines[0])["event"] == "computer_failed"


async def test_no_log_metric_frame_or_answer_holds_a_secret(tmp_path: Path) -> None:
    """Seed and key of a running match, the computers' seed and the session token, in every usual spelling (B56)."""
    with ServerProcess(tmp_path / "data") as server:
        said: list[str] = []
        async with Browser(server.base) as browser:
            player = Player(await browser.table())
            async with browser.socket() as connection:
                await connection.send(player.hello())
                await play_on(connection, player, moves=15)
                said.append(json.dumps(player.events))
                await connection.send("{")
            async with browser.socket() as connection:
                await connection.send(player.hello())
                said.append(str(await connection.recv()))
            for path in ("/metrics", "/api/me", "/api/none", "/schema/openapi.json"):
                said.append((await browser.http.get(path)).text)
            token = next(iter(browser.http.cookies.values()))
        server.stop()
        said.append(server.log.read_text())
        with closing(sqlite3.connect(tmp_path / "data" / FILE)) as connection:
            query = "SELECT table_id, seq, at, due, kind, body FROM event ORDER BY seq"
            rows = [(row[0], LogRow(*row[1:])) for row in connection.execute(query)]
            stored = b"".join(row[0] for row in connection.execute("SELECT digest FROM session"))
    text = "\n".join(said)
    table = rows[0][0]
    seating, _ = gathered(table, [row for _, row in rows], seed_box(tmp_path / "data"))
    opening = seating.opening()
    seed = seating.invitation.seed.open()
    for value in (seed, opening.key.open(), opening.bots.open()):
        secret = value.hex()
        for spelling in (secret, secret.upper(), str(list(value)), repr(value)[2:-1], _base64(value)):
            assert spelling not in text
    assert token not in text
    database = (tmp_path / "data" / FILE).read_bytes()
    assert token.encode() not in database
    assert seed not in database
    assert seed.hex().encode() not in database
    assert token.encode() not in stored


def _base64(value: bytes) -> str:
    import base64

    return base64.b64encode(value).decode().rstrip("=")

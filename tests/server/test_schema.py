"""The generated files are those of the code, and say what the frames are."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from okey.play import messages
from okey.rules import events
from okey.rules.faults import BlockFault, Fault
from okey.server import frames, schema, wire
from okey.testing import START, MemorySocket, Script

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("path", ["docs/wire.schema.json", "docs/openapi.json", "web/src/net/wire.ts"])
def test_the_files_are_up_to_date(path: str) -> None:
    assert (ROOT / path).read_text(encoding="utf-8") == schema.outputs()[Path(path)], "run python -m okey.server.schema"


def test_check_notices_a_stale_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert schema.main(["--check"], tmp_path) == 1
    assert schema.main([], tmp_path) == 0
    assert schema.main(["--check"], tmp_path) == 0
    target = tmp_path / "web/src/net/wire.ts"
    target.write_text(target.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert schema.main(["--check"], tmp_path) == 1
    assert "wire.ts is out of date" in capsys.readouterr().err


def test_every_definition_has_a_type() -> None:
    text = schema.typescript()
    for name in schema.definitions():
        assert re.search(rf"^export type {name} = ", text, re.MULTILINE), name
    assert "unknown" not in text.replace("Record<string, unknown>", "").replace("unknown_table", "")
    assert "never" not in text


def test_the_types_of_unions_and_tuples() -> None:
    text = schema.typescript()
    assert "export type Client = Hello | Lobby | Do | Ping | Sit | Stand | Fill | Kick | Watching" in text
    assert "export type FourInts = [number, number, number, number];" in text
    assert 'export type Ping = { t: "ping"; t0: number; echo: number | null; held: number };' in text
    assert "seats: Sitters" in text
    assert "action: Ask" in text


def test_what_has_no_type_is_an_error() -> None:
    with pytest.raises(TypeError):
        schema._type({"not": {}})


def tags(union: Any) -> set[str]:
    return {kind.__struct_config__.tag for kind in get_args(union)}


def test_every_tag_is_known() -> None:
    seats = {"sit", "stand", "fill", "kick", "watching", "rematch"}
    assert tags(wire.Client) == seats | {"hello", "lobby", "do", "ping", "say", "chat", "auto"} | {
        "contribution",
        "head",
        "log",
    }
    playing = {"snap", "ev", "ok", "no", "presence", "pong", "bye"}
    proving = {"open", "room", "list", "receipt", "opening", "head", "log", "reveal", "successor", "refused"}
    assert tags(wire.Server) == playing | proving | {"rematch", "say", "chat", "auto", "lobby"}


def test_every_game_event_has_a_frame_without_its_hidden_fields() -> None:
    kinds = get_args(events.Event)
    assert set(frames._EVENTS) == set(kinds)
    assert len(tags(wire.AnyEvent)) == len(kinds) == 12
    assert set(wire.EventDealt.__struct_fields__) == {"seat", "starter", "indicator", "dice"}
    for kind, build in frames._EVENTS.items():
        hidden = {"racks", "pile"} if kind is events.Dealt else set()
        shown = {name for name in kind.__dataclass_fields__ if name != "TYPE"} - hidden
        event = kind(**{name: _sample(name) for name in kind.__dataclass_fields__ if name != "TYPE"})
        assert set(build(event).__struct_fields__) == shown
        assert msgspec.json.decode(msgspec.json.encode(build(event)), type=wire.AnyEvent)


def _sample(name: str) -> Any:
    four = {"changes", "scores", "ranks"}
    return (
        (1, 2, 3, 4)
        if name in four
        else ((1, 2, 3),)
        if name in ("groups", "racks")
        else (1, 2)
        if name == "dice"
        else 1
    )


def test_every_message_of_a_match_is_a_frame_of_the_schema() -> None:
    script = Script()
    socket = script.join()
    for _ in range(30):
        script.do(socket, None)
        script.world.advance(600_000)
    other = script.join()
    script.leave(other)
    decoder = msgspec.json.Decoder(wire.Server)
    kinds = set()
    for message in (*socket.heard, *other.heard):
        kinds.add(type(decoder.decode(frames.encode(message))).__name__)
    assert {"Snap", "Ev", "Ok", "Bye"} <= kinds


def test_faults_keep_their_places() -> None:
    fault = Fault("rack", {"n": 3, "what": "x"}, (BlockFault("run_broken", 1, 2, 4, {"x": "r3"}),))
    answer = json.loads(frames.encode(messages.No(b"12345678", fault, 9)))
    assert answer == {
        "t": "no",
        "id": b"12345678".hex(),
        "fault": {
            "code": "rack",
            "params": {"n": 3, "what": "x"},
            "blocks": [{"code": "run_broken", "row": 1, "start": 2, "end": 4, "params": {"x": "r3"}}],
        },
        "seq": 9,
    }


@pytest.mark.parametrize(
    "text",
    [
        '{"t":"ping","t0":true,"echo":null,"held":0}',
        '{"t":"ping","t0":"3","echo":null,"held":0}',
        '{"t":"ping","t0":3.0,"echo":null,"held":0}',
        '{"t":"ping","t0":1e0,"echo":null,"held":0}',
        '{"t":"ping","t0":-1,"echo":null,"held":0}',
        '{"t":"ping","t0":9007199254740992,"echo":null,"held":0}',
        '{"t":"ping","t0":NaN,"echo":null,"held":0}',
        '{"t":"ping"}',
        '{"t":"ping","t0":1,"echo":null,"held":0,"t1":1}',
        '{"t":"PING","t0":1}',
        '{"t":"do","id":"0123456789ABCDEF","at":1,"action":{"a":"draw"}}',
        '{"t":"do","id":"0123456789abcdef0","at":1,"action":{"a":"draw"}}',
        '{"t":"do","id":"0123456789abcdef","at":1,"action":{"a":"draw","tile":1}}',
        '{"t":"do","id":"0123456789abcdef","at":1,"action":{"a":"throw"}}',
        '{"t":"do","id":"0123456789abcdef","at":1,"action":{"a":"throw","tile":106}}',
        '{"t":"do","id":"0123456789abcdef","at":1,"action":{"a":"throw","tile":null}}',
        '{"t":"do","id":"0123456789abcdef","at":1,"action":{"a":"finish","tile":1}}',
        '{"t":"do","id":"0123456789abcdef","at":1,"action":{"a":"finish","tile":1,"rows":[{"slots":[1]}]}}',
        '{"t":"do","id":"0123456789abcdef","at":1,"action":{"a":"finish","tile":1,"rows":[{"slots":[true],"join":false}]}}',
        '{"t":"do","id":"0123456789abcdef","at":1,"action":{"a":"start_deal"}}',
        '{"t":"snap"}',
    ],
)
def test_frames_that_are_refused(text: str) -> None:
    with pytest.raises(frames.BadFrame):
        frames.decode(text)


def test_actions_come_through() -> None:
    rows = [{"slots": [1, None, 3], "join": True}, {"slots": [], "join": False}]
    head = '{"t":"do","id":"0123456789abcdef","at":1,"action":'
    for action, expected in (
        ({"a": "draw"}, "Draw()"),
        ({"a": "take"}, "Take()"),
        ({"a": "throw", "tile": 5}, "Throw(tile=5)"),
        ({"a": "finish", "tile": 5, "rows": None}, "Finish(tile=5, rows=None)"),
        (
            {"a": "finish", "tile": 5, "rows": rows},
            "Finish(tile=5, rows=(Row(slots=(1, None, 3), join=True), Row(slots=(), join=False)))",
        ),
        ({"a": "show"}, "ShowIndicator()"),
        ({"a": "declare"}, "DeclarePairs()"),
        ({"a": "next"}, "None"),
    ):
        frame = frames.decode(head + json.dumps(action) + "}")
        assert isinstance(frame, wire.Do)
        assert repr(frames.action(frame.action)) == expected


def test_a_pong_carries_both_times() -> None:
    assert json.loads(frames.pong(7, START)) == {"t": "pong", "t0": 7, "now": START}
    assert MemorySocket().take() == []

"""`okey verify`, `replay`, `fair derive` and `keys` at the terminal."""

import io
import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from string import Formatter
from types import SimpleNamespace

import pytest

from okey.cli import main
from okey.cli.proof import REASONS, TEXTS
from okey.record.model import write_record
from okey.record.text import write_text
from okey.rules.ruleset import PRESETS
from okey.storage.keys import rotate, signing_keys
from tests.record.cases import bases
from tests.record.flips import EVENT_CODES
from tests.record.maker import OTHER, SIGNER, cancelled_early, data_of, evidence_of, signed_again
from tests.record.test_derive import request
from tests.record.test_verify import VECTORS
from tests.server import asgi
from tests.server.client import Player
from tests.server.proof import Opening

KEY = SIGNER.public.hex()
ROOT = Path(__file__).parents[2]
DEAF = """
import sys

def refuse(event, arguments):
    if event.startswith("socket."):
        raise OSError(f"the network is cut: {event}")

sys.addaudithook(refuse)
"""
"""Read by Python at its start: no socket is made from then on, no name is looked up."""
Said = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OKEY_TRUSTED_KEYS", raising=False)


@pytest.fixture
def record(tmp_path: Path) -> str:
    path = tmp_path / "match.okey.json"
    path.write_bytes(write_record(bases()["usta"].record))
    return str(path)


def test_every_text_is_there_in_both_languages() -> None:
    for key, (turkish, english) in {**TEXTS, **REASONS}.items():
        assert turkish, key
        assert english, key
        names = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in (turkish, english)]
        assert names[0] == names[1], key
    assert set(EVENT_CODES.split("|")) <= set(REASONS)


def test_verify_says_valid_and_what_to_know(record: str, capsys: Said) -> None:
    assert main(["verify", record, "--key", KEY, "--lang", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "valid"
    assert "Note: consistent; not compared with a player's own notes." in lines
    assert "Persons who contributed: 2" in lines
    assert "Computers: 1" in lines
    assert any(line.startswith("Seal of the last deal: ") and len(line.split()) == 9 for line in lines)
    assert lines[-1].startswith("This shows that the deal was not changed afterwards")


def test_verify_in_turkish(record: str, capsys: Said) -> None:
    assert main(["verify", record, "--key", KEY]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "valid"
    assert lines[1] == "Doğrulandı: 2 elin hepsinde taşlar tohumdan geliyor ve bitişler geçerli."
    assert "Sayı katan kişi: 2" in lines


def test_verify_with_evidence(record: str, tmp_path: Path, capsys: Said) -> None:
    mine = tmp_path / "mine.json"
    mine.write_bytes(data_of(evidence_of(bases()["usta"].record, 0, [5])))
    assert main(["verify", record, "--key", KEY, "--mine", str(mine), "--lang", "en"]) == 0
    assert "The player's evidence file agrees with the record." in capsys.readouterr().out
    mine.write_bytes(data_of(evidence_of(bases()["moves"].record, 0, [5])))
    assert main(["verify", record, "--key", KEY, "--mine", str(mine), "--lang", "en"]) == 3
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "evidence unusable at mine.table_id"
    assert said[1].endswith("mine.table_id")
    mine.write_text("{")
    assert main(["verify", record, "--mine", str(mine), "--lang", "en"]) == 2
    assert capsys.readouterr().out.splitlines()[0] == "INVALID: json at mine"


def test_verify_without_a_trusted_key(record: str, capsys: Said) -> None:
    assert main(["verify", record, "--lang", "en"]) == 3
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "consistent, key unknown"
    assert KEY in lines[1]


def test_keys_are_trusted_by_environment_and_by_the_folder_of_a_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    path = tmp_path / "site.json"
    data = tmp_path / "site"
    path.write_bytes(write_record(signed_again(bases()["tiny"].record, signing_keys(data).current)))
    assert main(["verify", str(path)]) == 3
    assert main(["verify", str(path), "--data", str(data)]) == 0
    monkeypatch.setenv("OKEY_TRUSTED_KEYS", f"{KEY}, {signing_keys(data).current.public.hex()}")
    assert main(["verify", str(path)]) == 0
    monkeypatch.delenv("OKEY_TRUSTED_KEYS")
    rotate(data, 1)
    path.write_bytes(write_record(signed_again(bases()["tiny"].record, signing_keys(data).current)))
    capsys.readouterr()
    assert main(["verify", str(path), "--data", str(data)]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "valid"


@pytest.mark.parametrize("key", ["xyz", "00", KEY + "00"])
def test_a_key_that_is_none_is_wrong_use(record: str, key: str, capsys: Said) -> None:
    assert main(["verify", record, "--key", key]) == 2
    assert key in capsys.readouterr().err


def test_verify_names_code_and_place(tmp_path: Path, capsys: Said) -> None:
    base = bases()["tiny"].record
    path = tmp_path / "bad.json"
    path.write_bytes(write_record(signed_again(base, events=base.events[1:])))
    assert main(["verify", str(path), "--lang", "en"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "INVALID: frame at events[0]",
        "Mismatch: events[0]: the event is broken",
    ]
    path.write_text("[]")
    assert main(["verify", str(path)]) == 2
    assert capsys.readouterr().out.splitlines()[0] == "INVALID: json at file"
    assert main(["verify", str(tmp_path / "none.json")]) == 2
    assert "none.json" in capsys.readouterr().err


def test_verify_of_other_outcomes(tmp_path: Path, capsys: Said) -> None:
    path = tmp_path / "other.json"
    for name, record in cancelled_early("early").items():
        path.write_bytes(write_record(record))
        assert main(["verify", str(path), "--key", KEY, "--lang", "en"]) == 0
        said = capsys.readouterr().out
        assert said.startswith("valid, cancelled\nThe table was cancelled"), name
        assert ("Seal" in said) == (name != "before list")
    forfeit = bases()["forfeit"].record
    path.write_bytes(write_record(forfeit))
    assert main(["verify", str(path), "--key", KEY, "--lang", "en"]) == 0
    assert "The match was lost on time." in capsys.readouterr().out
    path.write_bytes(write_record(signed_again(forfeit, OTHER, events=forfeit.events[:-1])))
    assert main(["verify", str(path), "--lang", "en"]) == 3
    assert capsys.readouterr().out.splitlines()[0] == "incomplete"


def test_verify_as_json_and_from_the_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    data = (VECTORS / "record.json").read_bytes()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
    assert main(["verify", "-", "--key", KEY, "--json"]) == 0
    values = json.loads(capsys.readouterr().out)
    assert (values["verdict"], values["exit_code"], values["code"], values["deals"]) == ("valid", 0, None, 3)
    assert values["warnings"] == {
        "persons": 3,
        "computers": 1,
        "taken_over": 3,
        "automatic": 7,
        "forfeit": False,
        "overtime": 0,
    }


def test_replay_tells_every_event(record: str, capsys: Said) -> None:
    for lang, first, last in (
        ("en", "Deal 1. First to throw:", "Match over:"),
        ("tr", "El 1. Başlayan:", "Maç bitti:"),
    ):
        assert main(["replay", record, "--lang", lang]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[1].startswith(first)
        assert any(line.startswith(last) for line in lines)
        assert len(lines) > 70


def test_replay_of_one_deal_and_of_one_that_is_not_there(capsys: Said) -> None:
    path = str(VECTORS / "record.json")
    assert main(["replay", path, "--deal", "2", "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert "Deal 2." in said
    assert "Deal 1." not in said
    assert main(["replay", path, "--deal", "9", "--lang", "en"]) == 2
    assert "no deal 9" in capsys.readouterr().err
    assert main(["replay", str(VECTORS / "record-cancelled.json"), "--lang", "en"]) == 0
    assert capsys.readouterr().out == "No deal was played.\n"


@pytest.mark.parametrize("name", ["stopped", "all left", "forfeit", "pairs", "lap", "moves"])
def test_replay_of_every_ending(name: str, tmp_path: Path, capsys: Said) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(write_record(bases()[name].record))
    assert main(["replay", str(path), "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert {"stopped": "Match cancelled", "all left": "Match cancelled"}.get(name, "Match over: 1.") in said
    ends = {
        "stopped": "Deal cancelled",
        "forfeit": "Deal lost on time",
        "pairs": "seven pairs",
        "lap": "the pile is empty",
    }
    assert ends.get(name, "Drawn deal, move limit") in said


def test_replay_text_and_back(record: str, tmp_path: Path, capsys: Said) -> None:
    assert main(["replay", record, "--text"]) == 0
    text = capsys.readouterr().out
    assert text == write_text(bases()["usta"].record)
    path = tmp_path / "match.txt"
    path.write_text(text, encoding="utf-8")
    assert main(["replay", str(path), "--json"]) == 0
    assert capsys.readouterr().out == Path(record).read_text(encoding="utf-8")


def test_replay_refuses_what_is_no_record(tmp_path: Path, capsys: Said) -> None:
    path = tmp_path / "bad"
    for data, code in ((b"{}", 2), (b"[Form", 2), (b"[\xff", 2), (b"\xff", 2)):
        path.write_bytes(data)
        assert main(["replay", str(path)]) == code
        assert "bad" in capsys.readouterr().err
    base = bases()["tiny"].record
    path.write_bytes(write_record(signed_again(base, events=base.events[1:])))
    for arguments in ([], ["--text"]):
        assert main(["replay", str(path), *arguments]) == 1
        assert "INVALID: frame at events[0]" in capsys.readouterr().err
    assert main(["replay", str(tmp_path / "none")]) == 2


def test_derive_answers_in_the_shape_of_the_vectors(tmp_path: Path, capsys: Said) -> None:
    vector = json.loads((VECTORS / "fair.json").read_text(encoding="utf-8"))["vectors"][0]
    path = tmp_path / "request.json"
    path.write_bytes(request(vector))
    assert main(["fair", "derive", str(path)]) == 0
    derived = json.loads(capsys.readouterr().out)
    assert derived == {name: vector[name] for name in derived}
    for data in (b"{}", b"[", request(vector, hands=[0])):
        path.write_bytes(data)
        assert main(["fair", "derive", str(path)]) == 2
        assert capsys.readouterr().err.startswith("okey: ")
    assert main(["fair", "derive", str(tmp_path / "none")]) == 2


def test_derive_reads_the_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    vector = json.loads((VECTORS / "fair.json").read_text(encoding="utf-8"))["vectors"][2]
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(request(vector))))
    assert main(["fair", "derive", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["master"] == vector["master"]


def test_keys_are_shown_and_rotated(tmp_path: Path, capsys: Said) -> None:
    data = tmp_path / "site"
    assert main(["keys", "--data", str(data)]) == 1
    assert str(data) in capsys.readouterr().err
    first = signing_keys(data).current.public.hex()
    assert main(["keys", "--data", str(data), "--lang", "en"]) == 0
    assert capsys.readouterr().out == f"Public key: {first}\n"
    assert main(["keys", "rotate", "--data", str(data), "--lang", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    second = signing_keys(data).current.public.hex()
    assert lines[0] == f"Public key: {second}"
    assert lines[1].startswith(f"Earlier key: {first}, until 20")
    assert "started again" in lines[2]
    assert main(["keys", "show", "--data", str(data), "--lang", "en"]) == 0
    assert capsys.readouterr().out.splitlines() == lines[:2]


@pytest.mark.skipif(os.name != "posix", reason="modes of files are those of POSIX")
def test_a_signing_key_that_others_may_read_is_not_used(tmp_path: Path, capsys: Said) -> None:
    signing_keys(tmp_path)
    (tmp_path / "signing-keys.json").chmod(0o644)
    assert main(["keys", "--data", str(tmp_path)]) == 1
    assert main(["verify", "x", "--data", str(tmp_path)]) == 2
    assert "chmod 600" in capsys.readouterr().err


def test_a_file_too_large_for_a_record_is_not_read_to_its_end(tmp_path: Path, capsys: Said) -> None:
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.write(write_record(bases()["tiny"].record))
        file.truncate(1 << 30)  # sparse: a gigabyte that takes no room
    assert main(["verify", str(path), "--key", KEY]) == 2
    assert capsys.readouterr().out.splitlines()[0] == "INVALID: json at file"


async def played(folder: Path) -> tuple[bytes, str]:
    """The record of a whole match against the computer, as its player downloads it, and the key of the site."""
    rules = replace(PRESETS["rummy"], moves=4, deals=2).text
    async with asgi.Client(asgi.settings(folder)) as site:
        body = json.dumps({"rules": rules, "level": "kolay", "hints": False}).encode()
        table = (await site.request("POST", "/api/tables", body)).json()["table"]
        player, opening, asked = Player(table), Opening(), None
        async with site.socket() as socket:
            socket.say(player.hello())
            while not player.over:
                frame = await socket.hear()
                assert frame is not None
                player.hear(frame)
                text = opening.reply(frame) or player.move()
                if text is not None and text != asked:
                    socket.say(asked := text)
        record = await site.request("GET", f"/api/tables/{table}/record")
        keys = await site.request("GET", "/api/keys")
    assert record.status == 200
    return record.body, keys.json()["keys"][0]


def cut(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python in a process without a network: of its own where the system lets us, and without sockets everywhere."""
    (folder / "sitecustomize.py").write_text(DEAF)
    paths = os.pathsep.join(map(str, (folder, ROOT / "src")))
    command = [sys.executable, *arguments]
    apart = [shutil.which("unshare") or "unshare", "--map-root-user", "--net"]
    if shutil.which(apart[0]) and subprocess.run([*apart, "true"], capture_output=True, check=False).returncode == 0:
        command = [*apart, *command]
    environment = {**os.environ, "PYTHONPATH": paths}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)


async def test_a_record_of_the_site_is_verified_with_the_network_cut(tmp_path: Path) -> None:
    record, key = await played(tmp_path / "site")
    path, folder = tmp_path / "match.okey.json", tmp_path / "cut"
    path.write_bytes(record)
    folder.mkdir()
    done = cut(folder, "-m", "okey.cli", "verify", str(path), "--key", key, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    said = json.loads(done.stdout)
    assert (said["verdict"], said["deals"], said["warnings"]["persons"]) == ("valid", 2, 1)
    bent = json.loads(record)
    bent["server_seed"] = bytes(32).hex()
    path.write_text(json.dumps(bent))
    assert cut(folder, "-m", "okey.cli", "verify", str(path), "--key", key).stdout.startswith("INVALID: seed")
    for call in ("socket.socket()", "socket.getaddrinfo('localhost', 80)"):
        tried = cut(folder, "-c", f"import socket; {call}")
        assert tried.returncode == 1
        assert "the network is cut" in tried.stderr

"""Passkeys from end to end, with an authenticator in software; and everything that must not open an account."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from okey.server.asking import ProblemError
from okey.server.passkeys import Party, party
from okey.server.settings import Settings
from tests.server.authenticator import PRESENT, Authenticator, raw, text
from tests.server.visitors import PASSWORD, Visitor, visitor

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def sign_up(who: Visitor, device: Authenticator, name: str = "Işıl", label: str = "") -> list[str]:
    """A new account with a passkey."""
    options = await who.told("POST", "/api/account/passkey/options", {"name": name})
    body = {"name": name, "credential": device.create(options), "label": label}
    made = await who.told("POST", "/api/account/passkey", body, 201)
    assert made["name"] == name
    codes: list[str] = made["codes"]
    return codes


async def shown(who: Visitor, device: Authenticator) -> dict[str, Any]:
    """What a device says to a fresh challenge."""
    return device.get(await who.told("POST", "/api/session/passkey/options"))


async def sign_in(who: Visitor, device: Authenticator, status: int = 200) -> Any:
    """One try."""
    return await who.told("POST", "/api/session/passkey", {"credential": await shown(who, device)}, status)


async def add(who: Visitor, device: Authenticator, label: str = "") -> Any:
    """One more passkey."""
    options = await who.told("POST", "/api/account/passkeys/options")
    body = {"credential": device.create(options), "label": label}
    return await who.told("POST", "/api/account/passkeys", body, 201)


# --- ways in


async def test_an_account_with_a_passkey_keeps_the_guest_and_signs_in_without_a_name(ada: Visitor) -> None:
    device = Authenticator()
    await ada.told("PUT", "/api/me", {"name": "Ayşe"})
    assert len(await sign_up(ada, device, label="Telefonum")) == 10
    account = await ada.told("GET", "/api/account")
    assert (account["name"], account["password"]) == ("Işıl", False)
    (key,) = account["passkeys"]
    assert (raw(key["id"]), key["label"]) == (next(iter(device.keys)), "Telefonum")
    other = ada.another()
    assert await sign_in(other, device) == {"name": "Işıl"}
    assert (await other.told("GET", "/api/me"))["guest"] is False
    assert (await ada.another().sign_in(password="")).status == 401, "there is no password"


@pytest.mark.parametrize("counts", [True, False])
async def test_devices_that_count_and_those_that_do_not(ada: Visitor, counts: bool) -> None:
    device = Authenticator(counts=counts)
    await sign_up(ada, device)
    for _ in range(3):
        await sign_in(ada.another(), device)


async def test_a_passkey_is_a_proof_and_asks_for_one_of_ones_own(ada: Visitor) -> None:
    device, strange = Authenticator(), Authenticator()
    await sign_up(ada.another(), strange, "Veli")
    await sign_up(ada, device)
    ada.later(601_000)
    await ada.told("POST", "/api/account/codes", status=403)
    options = await ada.told("POST", "/api/session/passkey/options")
    assert [raw(each["id"]) for each in options["allowCredentials"]] == list(device.keys)
    before = ada.another(ada.cookie)
    await sign_in(ada, device)
    await ada.told("POST", "/api/account/codes", status=201)
    assert (await before.ask("GET", "/api/account")).status == 401


async def test_passkeys_are_added_listed_and_removed(ada: Visitor) -> None:
    await ada.sign_up()
    one, two = Authenticator(), Authenticator()
    before = ada.another(ada.cookie)
    first = await add(ada, one)
    assert first["label"] == "Firefox · Linux", "without a label it is the browser"
    assert (await before.ask("GET", "/api/account")).status == 401, "there is a new token"
    await add(ada, two, "Anahtar")
    listed = (await ada.told("GET", "/api/account"))["passkeys"]
    assert [key["label"] for key in listed] == ["Firefox · Linux", "Anahtar"]
    with pytest.raises(AssertionError, match="InvalidStateError"):
        await add(ada, one)
    await ada.told("DELETE", f"/api/account/passkeys/{first['id']}", status=204)
    await sign_in(ada.another(), two)
    options = await ada.another().told("POST", "/api/session/passkey/options")
    assert options["allowCredentials"] == []
    guest = ada.another()
    answer = await sign_in(guest, one, 401)
    assert answer["code"] == "sign_in_failed"


async def test_the_last_way_in_cannot_be_removed(ada: Visitor) -> None:
    device = Authenticator()
    await sign_up(ada, device)
    (key,) = (await ada.told("GET", "/api/account"))["passkeys"]
    answer = await ada.ask("DELETE", f"/api/account/passkeys/{key['id']}")
    assert (answer.status, answer.json()["code"]) == (409, "last_way_in")
    await ada.told("PUT", "/api/account/password", {"current": None, "password": PASSWORD})
    await ada.told("DELETE", f"/api/account/passkeys/{key['id']}", status=204)
    assert (await ada.another().sign_in()).status == 200
    for name in (key["id"], "", "-", "%C3%A7", "a"):
        assert (await ada.ask("DELETE", f"/api/account/passkeys/{name}")).status in (404, 405)


async def test_a_code_opens_an_account_whose_passkey_is_lost(ada: Visitor) -> None:
    codes = await sign_up(ada, Authenticator())
    body = {"name": "Işıl", "code": codes[0], "password": PASSWORD}
    await ada.another().told("POST", "/api/recovery", body)
    assert (await ada.another().sign_in()).status == 200


async def test_any_node_with_the_sites_keys_knows_a_challenge(tmp_path: Path) -> None:
    home = "http://localhost:8000"
    async with visitor(tmp_path, home) as here, visitor(tmp_path, home) as there:
        device = Authenticator()
        await sign_up(here, device)
        guest = here.another()
        credential = await shown(guest, device)
        await there.another(guest.cookie).told("POST", "/api/session/passkey", {"credential": credential})
        await guest.told("POST", "/api/session/passkey", {"credential": credential}, 401)


# --- what does not open


async def test_a_challenge_works_once(ada: Visitor) -> None:
    device = Authenticator(counts=False)
    await sign_up(ada, device)
    guest = ada.another()
    credential = await shown(guest, device)
    before = guest.another(guest.cookie)
    await guest.told("POST", "/api/session/passkey", {"credential": credential})
    for who in (guest, before):
        await who.told("POST", "/api/session/passkey", {"credential": credential}, 401)


async def test_of_two_who_show_one_answer_at_once_one_comes_in(ada: Visitor) -> None:
    device = Authenticator(counts=False)
    await sign_up(ada, device)
    guest = ada.another()
    credential = await shown(guest, device)
    tries = [
        guest.another(guest.cookie).ask("POST", "/api/session/passkey", {"credential": credential}) for _ in "1234"
    ]
    answers = await asyncio.gather(*tries)
    assert sorted(answer.status for answer in answers) == [200, 401, 401, 401]


async def test_a_challenge_is_of_one_session_one_purpose_and_five_minutes(ada: Visitor) -> None:
    device = Authenticator()
    await sign_up(ada, device)
    guest, thief = ada.another(), ada.another()
    await thief.told("GET", "/api/me")
    credential = await shown(guest, device)
    await thief.told("POST", "/api/session/passkey", {"credential": credential}, 401)
    await ada.another().told("POST", "/api/session/passkey", {"credential": credential}, 401)
    make = await guest.told("POST", "/api/account/passkey/options", {"name": "Veli"})
    wrong = device.get({"challenge": make["challenge"], "rpId": "localhost"})
    await guest.told("POST", "/api/session/passkey", {"credential": wrong}, 401)
    own = device.get({"challenge": text(b"x" * 37), "rpId": "localhost"})
    await guest.told("POST", "/api/session/passkey", {"credential": own}, 401)
    ada.later(299_000)
    await guest.told("POST", "/api/session/passkey", {"credential": credential})
    late = await shown(thief, device)
    ada.later(301_000)
    await thief.told("POST", "/api/session/passkey", {"credential": late}, 401)


async def test_a_cloned_device_is_noticed_by_its_count(ada: Visitor) -> None:
    device = Authenticator()
    await sign_up(ada, device)
    clone = Authenticator(keys=device.keys, signed=device.signed)
    await sign_in(ada.another(), device)
    await sign_in(ada.another(), clone, 401)


@pytest.mark.parametrize("step", ["create", "get"])
@pytest.mark.parametrize("wrong", ["origin", "host", "unverified", "absent", "signature", "handle", "type"])
async def test_what_is_not_as_it_must_be_opens_nothing(ada: Visitor, step: str, wrong: str) -> None:
    device = Authenticator()
    if step == "get":
        await sign_up(ada, device)
    guest = ada.another()
    match wrong:
        case "origin":
            device.origin = "http://localhost:8001"
        case "unverified":
            device.flags = PRESENT
        case "absent":
            device.flags = 0
    if step == "create":
        options = await guest.told("POST", "/api/account/passkey/options", {"name": "Veli"})
        options["rp"]["id"] = "example.org" if wrong == "host" else "localhost"
        credential = device.create(options)
    else:
        if wrong == "host":
            device.keys = {name: (key, handle, "example.org") for name, (key, handle, _) in device.keys.items()}
        if wrong == "handle":
            device.keys = {name: (key, b"somebody", host) for name, (key, _, host) in device.keys.items()}
        options = await guest.told("POST", "/api/session/passkey/options")
        credential = device.get({**options, "rpId": "example.org" if wrong == "host" else "localhost"})
    response = credential["response"]
    if wrong == "type":
        credential["type"] = "password"
    if wrong == "signature":
        field = "signature" if step == "get" else "attestationObject"
        response[field] = text(raw(response[field])[:-8] + bytes(8))
    if (step, wrong) == ("create", "handle"):
        credential["id"] = text(b"another")
    if step == "create":
        answer = await guest.told(
            "POST", "/api/account/passkey", {"name": "Veli", "credential": credential, "label": ""}, 400
        )
        assert answer["code"] == "passkey_failed"
    else:
        answer = await guest.told("POST", "/api/session/passkey", {"credential": credential}, 401)
        assert answer["code"] == "sign_in_failed"
    assert (await guest.told("GET", "/api/me"))["guest"] is True


async def test_anything_may_come_as_a_credential(ada: Visitor) -> None:
    device = Authenticator()
    await sign_up(ada, device)
    guest = ada.another()
    good = await shown(guest, device)
    made = device.create(await guest.told("POST", "/api/account/passkey/options", {"name": "Veli"}))
    for path, given, status in (
        ("/api/session/passkey", good, 401),
        ("/api/account/passkey", made, 400),
    ):
        rest = {"name": "Veli", "label": ""} if "account" in path else {}
        for bad in strange(given):
            answer = await guest.ask("POST", path, {"credential": bad, **rest})
            assert answer.status == status, (bad, answer.body)
    assert (await guest.told("GET", "/api/me"))["guest"] is True


def strange(good: dict[str, Any]) -> list[dict[str, Any]]:
    """Credentials that are wrong in one place each."""
    odd: list[Any] = [None, 7, "", "ç", "AAAA", "====", [], {}, "A" * 3000, text(b"[" * 2000), text(b"\x9f" * 2000)]
    found: list[dict[str, Any]] = [{}, {"response": None}, {"rawId": 7}, {"rawId": [], "response": {}}]
    for value in odd:
        for name in ("id", "rawId", "type", "response"):
            found.append({**good, name: value})
        for name in good["response"]:
            if name != "userHandle" or value is not None:
                found.append({**good, "response": {**good["response"], name: value}})
    data = json.loads(raw(good["response"]["clientDataJSON"]))
    for changed in ({"challenge": 7}, {"challenge": "ç"}, {"origin": None}, {"type": []}, {"challenge": ""}):
        client = text(json.dumps({**data, **changed}).encode())
        found.append({**good, "response": {**good["response"], "clientDataJSON": client}})
    return found


async def test_the_same_passkey_opens_no_second_account(ada: Visitor) -> None:
    device = Authenticator()
    await sign_up(ada, device)
    name, kept = next(iter(device.keys.items()))
    guest = ada.another()
    options = await guest.told("POST", "/api/account/passkey/options", {"name": "Veli"})
    made = device.create(options)
    new = raw(made["id"])
    attestation = raw(made["response"]["attestationObject"]).replace(new, name)
    made["id"] = made["rawId"] = text(name)
    made["response"]["attestationObject"] = text(attestation)
    answer = await guest.told("POST", "/api/account/passkey", {"name": "Veli", "credential": made, "label": ""}, 409)
    assert answer["code"] == "passkey_taken"
    assert device.keys[name] == kept
    await sign_in(ada.another(), device)


async def test_a_label_is_a_short_plain_text(ada: Visitor) -> None:
    await ada.sign_up()
    options = await ada.told("POST", "/api/account/passkeys/options")
    for label in ("x" * 41, "a\nb", "\u202e", 7):
        body = {"credential": Authenticator().create(options), "label": label}
        answer = await ada.told("POST", "/api/account/passkeys", body, 400)
        assert answer["code"] == "bad_request"


# --- where passkeys live


def scope(host: str) -> Any:
    return {"headers": [(b"host", host.encode())]}


@pytest.mark.asyncio(loop_scope="function")
async def test_passkeys_belong_to_the_name_of_the_site() -> None:
    home = Settings(data=Path())
    assert party(scope("localhost:8123"), home) == Party("localhost", "http://localhost:8123")
    public = Settings(data=Path(), origin="https://okey.example:8443")
    assert party(scope("whatever"), public) == Party("okey.example", "https://okey.example:8443")
    for host, given in (
        ("127.0.0.1:8000", home),
        ("[::1]:8000", home),
        ("192.168.1.7:8000", home),
        ("my-machine:8000", home),
        ("localhost", Settings(data=Path(), origin="http://192.168.1.7:8000")),
    ):
        with pytest.raises(ProblemError) as caught:
            party(scope(host), given)
        assert caught.value.problem.code == "passkey_host"


async def test_at_an_address_there_are_no_passkeys(tmp_path: Path) -> None:
    async with visitor(tmp_path, "http://127.0.0.1:8000") as who:
        await who.told("GET", "/api/me")
        for path, body in (
            ("/api/account/passkey/options", {"name": "Işıl"}),
            ("/api/session/passkey/options", None),
            ("/api/session/passkey", {"credential": {}}),
        ):
            answer = await who.ask("POST", path, body)
            assert (answer.status, answer.json()["code"]) == (400, "passkey_host")


async def test_a_public_site_takes_its_own_origin_only(tmp_path: Path) -> None:
    origin = "https://okey.example"
    async with visitor(tmp_path, origin, origin=origin) as who:
        device = Authenticator(origin)
        await sign_up(who, device)
        assert {host for _, _, host in device.keys.values()} == {"okey.example"}
        await sign_in(who.another(), device)
        device.origin = "https://evil.example"
        await sign_in(who.another(), device, 401)

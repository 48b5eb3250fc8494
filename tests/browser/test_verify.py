"""Verifying and replaying a record in the browser: dropped on the page, without a network, without `crypto.subtle`."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from okey.server.page import FOLDER
from tests.browser.company import SHORT, a_word, found, sit
from tests.browser.conftest import AXE, TAGS, VIEWPORTS, Complaints, NewContext
from tests.browser.hands import Keys, Mouse
from tests.browser.player import play, take_turns
from tests.browser.server import Server
from tests.browser.table import Table

OWN, ALTERED = "verify 3425", "altered 21111"
"""Deals whose first ends at once, from 2 points; a word serves one table only."""
VECTORS = Path(__file__).parents[1] / "vectors"
RECORD = VECTORS / "record.json"
EVIDENCE = VECTORS / "record-evidence.json"
CANCELLED = VECTORS / "record-cancelled.json"
KEY = json.loads(RECORD.read_text(encoding="utf-8"))["public_key"]
KEYS = json.dumps(json.dumps({"keys": [KEY], "changes": []}))
TRUST = f"if (location.protocol === 'http:') localStorage['okey.keys'] ??= {KEYS}"
AXE_RUN = """tags => axe.run(document, {runOnly: tags, resultTypes: ['violations'], preload: false})
    .then(found => found.violations.map(rule => rule.id))"""
KEPT = """async () => {
    const asked = request => new Promise((done, failed) => {
        request.onsuccess = () => done(request.result)
        request.onerror = () => failed(request.error)
    })
    const base = await asked(indexedDB.open('okey-fair'))
    const all = name => asked(base.transaction(name).objectStore(name).getAll())
    return [await all('notes'), await all('bound')]
}"""
NO_SUBTLE = "Object.defineProperty(Crypto.prototype, 'subtle', {get: () => undefined})"


def choose(page: Page, *files: Path) -> str:
    """Choose files; the verdict in its exact words."""
    page.set_input_files(".drop input >> nth=0", [str(file) for file in files])
    return page.locator(".verdict code").inner_text()


@pytest.mark.parametrize("without_subtle", [False, True])
def test_a_record_is_verified_without_a_network(
    server: Server, new_context: NewContext, complaints: Complaints, without_subtle: bool
) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED")  # the page asks its site for changed keys, and goes on without
    context = new_context()
    context.add_init_script(TRUST)
    if without_subtle:
        context.add_init_script(NO_SUBTLE)
    page = context.new_page()
    page.goto(f"{server.base}/dogrula")
    expect(page.locator(".drop")).to_be_visible()
    assert page.evaluate("crypto.subtle === undefined") is without_subtle
    context.set_offline(True)
    assert choose(page, RECORD, EVIDENCE) == "valid"
    expect(page.locator(".verdict")).to_contain_text("Senin sayın açılanlar arasında")
    assert page.locator("li.done").count() == 11


def test_a_tampered_record_is_refused_by_place(server: Server, new_context: NewContext, tmp_path: Path) -> None:
    context = new_context()
    context.add_init_script(TRUST)
    page = context.new_page()
    page.goto(f"{server.base}/dogrula")
    values = json.loads(RECORD.read_text(encoding="utf-8"))
    values["events"][3] = values["events"][3][:-2] + "40"
    bad = tmp_path / "bad.okey.json"
    bad.write_text(json.dumps(values), encoding="utf-8")
    assert choose(page, bad) == "INVALID: tile at events[3]"
    expect(page.locator(".verdict")).to_contain_text("1. el, 3. hamle")
    expect(page.locator("li.failed")).to_contain_text("Taşlar ve hamleler")


def test_a_key_is_trusted_by_hand_only(server: Server, new_context: NewContext) -> None:
    context = new_context()
    page = context.new_page()
    page.goto(f"{server.base}/dogrula")
    assert choose(page, CANCELLED) == "consistent, key unknown"
    page.get_by_label("Açık anahtar").fill(KEY)
    page.get_by_role("button", name="Bu anahtara güven").click()
    expect(page.locator(".verdict code")).to_have_text("valid, cancelled")


def test_the_single_file_works_from_disk(browser: Browser, complaints: Complaints) -> None:
    context = browser.new_context(offline=True)
    page = context.new_page()
    complaints.watch(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((FOLDER / "okey-dogrula.html").as_uri())
    assert choose(page, RECORD, EVIDENCE) == "consistent, key unknown"
    page.get_by_label("Açık anahtar").fill(KEY)
    page.get_by_role("button", name="Bu anahtara güven").click()
    expect(page.locator(".verdict code")).to_have_text("valid")
    page.get_by_role("button", name="English").click()
    expect(page.locator(".verdict h2")).to_have_text("Verified")
    assert all(url.startswith("file:") for url in asked)
    assert complaints.all == []
    context.close()


def test_the_digest_of_the_single_file_is_shown(server: Server, page: Page) -> None:
    page.goto(f"{server.base}/dogrula")
    with page.expect_download() as coming:
        page.get_by_role("link", name="Denetleyiciyi indir").click()
    digest = hashlib.sha256(coming.value.path().read_bytes()).hexdigest()
    expect(page.locator(".digest code")).to_have_text(digest)


def test_the_number_is_on_disk_and_bound_to_one_list(server: Server, new_context: NewContext) -> None:
    context = new_context()
    page = context.new_page()
    page.goto(server.open_table(context))
    expect(page.locator(".deck")).to_be_visible()
    expect(page.locator("[data-drag='pile']")).to_be_visible()
    notes, bound = page.evaluate(KEPT)
    assert [len(notes), len(bound)] == [1, 1]
    assert bound[0]["value"] == notes[0]["value"]
    assert all(notes[0][key] for key in ("list_sig", "receipt_sig", "opening_sig"))
    page.reload()
    expect(page.locator(".deck")).to_be_visible()
    again, still = page.evaluate(KEPT)
    assert still == bound
    assert again[0]["value"] == notes[0]["value"]
    assert page.get_by_role("alert").count() == 0


def test_a_record_is_replayed_by_keys_and_address(server: Server, new_context: NewContext) -> None:
    page = new_context().new_page()
    page.goto(f"{server.base}/tekrar")
    page.set_input_files(".drop input", str(RECORD))
    stage = page.get_by_role("group", name="Tekrar")
    stage.focus()
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".said")).to_contain_text("El 1, hamle 20")
    assert page.url.endswith("/tekrar#1.20")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("3")
    assert page.url.endswith("#2.0")
    expect(page.get_by_role("button", name="Ceren", exact=True)).to_have_attribute("aria-pressed", "true")
    page.evaluate("location.hash = '#3.5'")
    expect(page.locator(".said")).to_contain_text("El 3, hamle 5")
    page.get_by_role("button", name="Bütün eller açık").click()
    racks = page.get_by_role("region", name="Açık eller").get_by_role("group")
    assert [racks.nth(i).get_by_role("img").count() for i in range(4)].count(14) >= 3


@pytest.mark.parametrize("size", list(VIEWPORTS))
@pytest.mark.parametrize("lang", ["tr", "en"])
def test_both_pages_have_no_violation(server: Server, new_context: NewContext, size: str, lang: str) -> None:
    context = new_context(size, settings={"lang": lang}, bypass_csp=True)
    context.add_init_script(TRUST)
    page = context.new_page()
    page.goto(f"{server.base}/dogrula")
    choose(page, RECORD)
    page.add_script_tag(path=AXE)
    assert page.evaluate(AXE_RUN, TAGS) == []
    page.goto(f"{server.base}/tekrar")
    page.set_input_files(".drop input", str(RECORD))
    expect(page.locator(".stage")).to_be_visible()
    page.add_script_tag(path=AXE)
    assert page.evaluate(AXE_RUN, TAGS) == []


def test_a_match_just_played_is_verified_with_my_own_number(server: Server, new_context: NewContext) -> None:
    context = new_context()
    table = Table(context.new_page())
    table.open(server.open_table(context, "klasik", OWN, points=2))
    play(table, Keys(), lambda seen: seen.state == "over")
    page = table.page
    expect(page.get_by_role("status").filter(has_text="Deste doğrulandı")).to_be_visible()
    page.get_by_role("link", name="Desteyi doğrula").first.click()
    expect(page.locator(".verdict code")).to_have_text("valid")
    expect(page.locator(".verdict")).to_contain_text("Senin sayın açılanlar arasında")
    assert page.locator("li.done").count() == 11
    page.get_by_role("link", name="Tekrar izle", exact=True).first.click()
    expect(page.locator(".said")).to_contain_text("El 1, hamle 0")


def test_a_match_that_was_altered_is_noticed_by_itself(server: Server, new_context: NewContext) -> None:
    context = new_context()

    def alter(route: Route) -> None:
        values = route.fetch().json()
        values["events"][1] = values["events"][1][:-2] + "40"
        route.fulfill(json=values)

    context.route("**/record", alter)
    table = Table(context.new_page())
    table.open(server.open_table(context, "klasik", ALTERED, points=2))
    play(table, Keys(), lambda seen: seen.state == "over")
    alert = table.page.get_by_role("alert")
    expect(alert.locator("code")).to_have_text(re.compile(r"INVALID: \w+ at events\[1\]"))
    alert.get_by_role("link", name="Ayrıntılar").click()
    expect(table.page.locator(".verdict h2")).to_have_text("Uyuşmazlık var")


def test_two_people_verify_the_same_match_one_without_subtle_and_offline(
    server: Server, new_context: NewContext, complaints: Complaints, tmp_path: Path
) -> None:
    rules = replace(SHORT, seats=2)
    contexts = [new_context(), new_context()]
    contexts[1].add_init_script(NO_SUBTLE)
    pages = [context.new_page() for context in contexts]
    link = found(server, contexts[0], rules, a_word(rules, 4, 9))
    tables = [sit(page, link, place) for place, page in enumerate(pages, 1)]
    assert [page.evaluate("crypto.subtle === undefined") for page in pages] == [False, True]
    assert take_turns([(table, Mouse()) for table in tables], "over")

    with_subtle, without = pages
    with_subtle.get_by_role("link", name="Desteyi doğrula").first.click()
    table = link.rsplit("/", 1)[1]
    record = tmp_path / "match.okey.json"
    record.write_bytes(contexts[1].request.get(f"{server.base}/api/tables/{table}/record").body())
    without.goto(f"{server.base}/dogrula")
    expect(without.locator(".drop")).to_be_visible()
    complaints.expect("ERR_INTERNET_DISCONNECTED")  # the page asks its site for changed keys, and goes on without
    contexts[1].set_offline(True)
    choose(without, record)
    for page in pages:
        expect(page.locator(".verdict code")).to_have_text("valid")
        expect(page.locator(".verdict")).to_contain_text("Senin sayın açılanlar arasında")
        assert page.locator("li.done").count() == 11
    assert [page.evaluate(KEPT)[0][0]["seat"] for page in pages] == [0, 2]

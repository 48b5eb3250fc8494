import { beforeEach, expect, test } from "vitest";
import { go, match, pathOf, router, startRouter } from "./router.svelte";

const ID = "0123456789abcdef0123456789abcdef";

beforeEach(() => go("/"));

test("every address has its route", () => {
  expect(match("/")).toEqual({ name: "home" });
  expect(match(`/masa/${ID}`)).toEqual({ name: "table", id: ID });
  expect(match("/nasil-oynanir")).toEqual({ name: "howto", preset: null });
  expect(match("/nasil-oynanir/usta")).toEqual({ name: "howto", preset: "usta" });
  expect(match("/iyi-oynamak/")).toEqual({ name: "playwell" });
  expect(match("/tarihce")).toEqual({ name: "history" });
  expect(match("/sozluk")).toEqual({ name: "glossary" });
  expect(match("/ayarlar")).toEqual({ name: "settings" });
  expect(match("/istatistik")).toEqual({ name: "statistics" });
  expect(match("/masalar")).toEqual({ name: "lobby" });
  expect(match("/masa-kur")).toEqual({ name: "founding" });
  expect(match("/hesap")).toEqual({ name: "account" });
  expect(match("/pano")).toEqual({ name: "board" });
  expect(match("/cekirdek")).toEqual({ name: "purse" });
  expect(match("/maclar")).toEqual({ name: "matches" });
  expect(match("/arkadaslar")).toEqual({ name: "friends" });
  expect(match("/dogrula")).toEqual({ name: "verify", table: null });
  expect(match(`/tekrar/${ID}`)).toEqual({ name: "replay", table: ID });
});

test("a name in an address comes back as it is written", () => {
  for (const name of ["Işıl", "Ali Can", "d’Arc", "50-50"]) {
    expect(match(pathOf(name))).toEqual({ name: "profile", player: name });
  }
});

test.each([
  "/nowhere",
  "/oyuncu",
  "/oyuncu/",
  "/oyuncu/%",
  "/oyuncu/Ali/Can",
  `/oyuncu/${"a".repeat(41)}`,
  "/hesap/x",
  "/masa",
  "/masa/12",
  `/masa/${ID.slice(1)}G`,
  `/masa/${ID}/x`,
  "/nasil-oynanir/poker",
  "/sozluk/okey",
  "/dogrula/12",
  "/toString",
])("%s is lost", (path) => {
  expect(match(path)).toEqual({ name: "lost" });
});

test("go changes address and route", () => {
  const before = router.moved;
  go("/sozluk");
  expect(location.pathname).toBe("/sozluk");
  expect(router.route).toEqual({ name: "glossary" });
  expect(router.moved).toBe(before + 1);
});

test("a plain click on our own link stays in the page, others are the browser's", () => {
  startRouter();
  document.body.innerHTML = `<a id="own" href="/tarihce">a</a><a id="api" href="/api/me">b</a><a id="far" href="https://example.org/">c</a>`;
  const click = (id: string, init: MouseEventInit = {}) => {
    const event = new MouseEvent("click", { bubbles: true, cancelable: true, button: 0, ...init });
    document.getElementById(id)?.dispatchEvent(event);
    return event.defaultPrevented;
  };
  document.addEventListener("click", (event) => event.preventDefault()); // nothing leaves the test
  click("api");
  click("far");
  click("own", { ctrlKey: true });
  expect(router.route).toEqual({ name: "home" });
  click("own");
  expect(router.route).toEqual({ name: "history" });
});

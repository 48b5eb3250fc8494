import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DEFAULTS, LANGUAGES, settings } from "../app/settings.svelte";
import type { Profile as Player } from "../net/wire";
import Profile from "./Profile.svelte";
import { type Answers, past, Refusal, reader, sat, serve, violations } from "./testing";

const TALLY = {
  matches: 30,
  wins: 12,
  deals: 200,
  normal: 40,
  okey: 5,
  pairs: 4,
  both: 1,
  others: 140,
  distance: 3.26,
};
const IŞIL: Player = {
  name: "Işıl",
  since: Date.UTC(2026, 8, 1, 12),
  private: false,
  ratings: [
    { preset: "klasik", value: 1561.2, matches: 31, provisional: false },
    { preset: "usta", value: 1488.9, matches: 3, provisional: true },
  ],
  tallies: [
    { preset: "klasik", ...TALLY },
    { preset: "usta", ...TALLY, matches: 3, wins: 0, deals: 20 },
  ],
};
const POINTS = [
  [1512.5, 7.3],
  [1503, -9.5],
  [1561.2, 58.2],
].map(([value = 0, change = 0], n) => ({ at: Date.UTC(2026, 10, 20 + n, 12), value, change }));
const AT = `/api/players/${encodeURIComponent("Işıl")}`;
const PATIENCE = { timeout: 20_000 };

function site(values: Answers = {}): Answers {
  return {
    "GET /api/me": reader("Deniz"),
    [`GET ${AT}`]: IŞIL,
    [`GET ${AT}/ratings/klasik`]: POINTS,
    [`GET ${AT}/ratings/usta`]: [{ at: 0, value: 1488.9, change: -11.1 }],
    [`GET ${AT}/against`]: { matches: 17, wins: 8, losses: 7 },
    "GET /api/matches": [past("a"), past("b", { rated: false, seats: [sat("Işıl", 2), sat(null, 1)] })],
    "GET /api/company": { following: [], blocked: [] },
    ...values,
  };
}

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= () => undefined;
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Object.assign(settings, DEFAULTS);
});

test("ratings, figures, head-to-head and matches are told", async () => {
  serve(site());
  render(Profile, { name: "Işıl" });
  expect(await screen.findByText("1561", { selector: "strong" })).toBeTruthy();
  expect(screen.getByText("Hesap açılışı: 1 Eyl 2026")).toBeTruthy();
  expect(screen.getByRole("radio", { name: "Klasik 1561 · 31 maç" })).toBeTruthy();
  expect(screen.queryByText("geçici")).toBeNull();
  const chart = await screen.findByRole("img", { name: /3 maç; en düşük 1503, en yüksek 1561, şimdi 1561$/ });
  expect(chart.querySelectorAll("circle").length).toBe(3);
  expect(screen.getByRole("row", { name: "21 Kas 2026 −9,5 1503", hidden: true })).toBeTruthy();
  // The oldest match that is shown need not be the first that was played.
  expect(screen.getByRole("row", { name: "20 Kas 2026 +7,3 1513", hidden: true })).toBeTruthy();
  const games = screen.getByRole("region", { name: "Oyunlar" });
  expect(within(games).getByText("Kazanılan").nextElementSibling?.textContent).toMatch(/^12\s*%36$/);
  expect(within(games).getByText(/^Başkası bitirdiğinde/).nextElementSibling?.textContent).toBe("3,3");
  expect(within(games).getByRole("row", { name: "Okey atarak 10 %10" })).toBeTruthy();
  await fireEvent.click(within(games).getByRole("radio", { name: "Usta" }));
  expect(within(games).getByText("El").nextElementSibling?.textContent).toBe("20");
  const against = await screen.findByRole("region", { name: "Aranızda" });
  expect([...against.querySelectorAll("dd")].map((each) => each.textContent)).toEqual(["17", "8", "7", "2"]);
});

test("a provisional rating is marked in words, and its own way is drawn", async () => {
  serve(site());
  render(Profile, { name: "Işıl" });
  await fireEvent.click(await screen.findByRole("radio", { name: "Usta 1489 · 3 maç" }));
  expect(screen.getByText("geçici")).toBeTruthy();
  expect(screen.getByText("İlk 30 maçta derece geçicidir ve daha hızlı değişir.")).toBeTruthy();
  expect(await screen.findByRole("img", { name: /1 maç; en düşük 1489/ })).toBeTruthy();
});

test("a match leads to its replay and its verification, people of rated ones to their pages", async () => {
  serve(site());
  render(Profile, { name: "Işıl" });
  const [first, second] = (await screen.findAllByRole("article")) as [HTMLElement, HTMLElement];
  const links = within(first).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/oyuncu/Can",
    `/oyuncu/${encodeURIComponent("Gül")}`,
    "/oyuncu/Ege",
    `/tekrar/${"a".repeat(32)}`,
    `/dogrula/${"a".repeat(32)}`,
  ]);
  expect(within(first).getByText("Kazandı")).toBeTruthy();
  expect(first.textContent).toContain("+13,2");
  expect(first.textContent).toContain("−10,3");
  expect(within(second).getByText("Bilgisayar")).toBeTruthy();
  expect(within(second).queryByText("Dereceli")).toBeNull();
});

test("follow and block change at once, and a refusal is told", async () => {
  const asked = serve(site({ "PUT /api/follows/I%C5%9F%C4%B1l": null, "DELETE /api/follows/I%C5%9F%C4%B1l": null }));
  render(Profile, { name: "Işıl" });
  await fireEvent.click(await screen.findByRole("button", { name: "Takip et" }));
  await fireEvent.click(await screen.findByRole("button", { name: "Takibi bırak" }));
  expect(await screen.findByText("Takip etmiyorsun.")).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Engelle" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Bu adda bir hesap bulunamadı.");
  expect(asked.map((each) => each.what).filter((what) => !what.startsWith("GET"))).toEqual([
    `PUT /api/follows/${encodeURIComponent("Işıl")}`,
    `DELETE /api/follows/${encodeURIComponent("Işıl")}`,
    `PUT /api/blocks/${encodeURIComponent("Işıl")}`,
  ]);
});

test("whoever is blocked is offered no challenge, only the way back", async () => {
  serve(site({ "GET /api/company": { following: [], blocked: ["Işıl"] }, "DELETE /api/blocks/I%C5%9F%C4%B1l": null }));
  render(Profile, { name: "Işıl" });
  await fireEvent.click(await screen.findByRole("button", { name: "Engeli kaldır" }));
  expect(await screen.findByRole("button", { name: "Meydan oku" })).toBeTruthy();
});

test("a challenge opens a table by the rules of the preset and goes there", async () => {
  const table = "c".repeat(32);
  const asked = serve(site({ "POST /api/challenges": { table, code: "ABCDEF" } }));
  render(Profile, { name: "Işıl" });
  await fireEvent.click(await screen.findByRole("button", { name: "Meydan oku" }));
  const sheet = screen.getByRole("dialog", { name: "Meydan oku: Işıl", hidden: true });
  await fireEvent.click(within(sheet).getByRole("radio", { name: "Okey Rummy", hidden: true }));
  await fireEvent.click(within(sheet).getByRole("radio", { name: "3 kişi", hidden: true }));
  await fireEvent.click(within(sheet).getByRole("button", { name: "Meydan oku", hidden: true }));
  await vi.waitFor(() => expect(location.pathname).toBe(`/masa/${table}`), PATIENCE);
  const { body } = asked.find((each) => each.what === "POST /api/challenges") ?? { body: null };
  expect(body).toMatchObject({ name: "Işıl" });
  expect((body as { rules: string }).rules).toMatch(/^okey-rules\/1;preset=rummy;seats=3;.*;points=10;/);
});

test("a report needs a reason, and goes off with the words", async () => {
  const asked = serve(site({ "POST /api/reports": null }));
  render(Profile, { name: "Işıl" });
  await fireEvent.click(await screen.findByRole("button", { name: "Bildir" }));
  const sheet = screen.getByRole("dialog", { name: "Bildir: Işıl", hidden: true });
  const send = within(sheet).getByRole("button", { name: "Bildir", hidden: true }) as HTMLButtonElement;
  expect(send.disabled).toBe(true);
  await fireEvent.click(within(sheet).getByRole("radio", { name: /^Başkasıyla anlaşıp/, hidden: true }));
  const area = within(sheet).getByRole("textbox", { hidden: true });
  await fireEvent.input(area, { target: { value: "Taş veriyor." } });
  expect(within(sheet).getByText("Kalan harf: 488")).toBeTruthy();
  await fireEvent.click(send);
  expect(await within(sheet).findByText("Bildirimin alındı. Teşekkürler.")).toBeTruthy();
  expect(asked.at(-1)).toEqual({
    what: "POST /api/reports",
    body: { name: "Işıl", table: null, seat: null, why: "together", words: "Taş veriyor." },
  });
});

test("a guest may report, and is shown the way to an account", async () => {
  serve(site({ "GET /api/me": reader("Misafir 12", true) }));
  render(Profile, { name: "Işıl" });
  expect((await screen.findByRole("link", { name: "Hesap aç ya da giriş yap" })).getAttribute("href")).toBe("/hesap");
  expect(screen.getByRole("button", { name: "Bildir" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Takip et" })).toBeNull();
  expect(screen.queryByRole("region", { name: "Aranızda" })).toBeNull();
});

test("my own page says so, also when it is private, and I cannot follow myself", async () => {
  serve(site({ "GET /api/me": reader("Işıl"), [`GET ${AT}`]: { ...IŞIL, private: true } }));
  render(Profile, { name: "Işıl" });
  expect(await screen.findByText(/^Profilin gizli/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Takip et" })).toBeNull();
  expect(await screen.findByRole("link", { name: "Bütün maçlarım" })).toBeTruthy();
});

test("an unknown or private player is a clear page, a deleted one is named", async () => {
  serve({ "GET /api/me": reader("Deniz") });
  const { unmount } = render(Profile, { name: "Yok" });
  expect(await screen.findByRole("heading", { name: "Böyle bir profil yok" })).toBeTruthy();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Yok");
  unmount();
  settings.lang = "en";
  render(Profile, { name: "silinmiş oyuncu" });
  expect(await screen.findByText(/^This account was deleted/)).toBeTruthy();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("deleted player");
});

test("without an answer the page says so and asks again", async () => {
  const answers = site({ [`GET ${AT}`]: new Refusal(503, "full") });
  serve(answers);
  render(Profile, { name: "Işıl" });
  expect((await screen.findByRole("alert")).textContent).toContain("Bilgiler alınamadı.");
  answers[`GET ${AT}`] = { ...IŞIL, ratings: [], tallies: [] };
  await fireEvent.click(screen.getByRole("button", { name: "Yeniden dene" }));
  expect(await screen.findByText("Henüz dereceli maç yok.")).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/NaN|undefined/);
});

test("five matches are shown until more are asked for; then older ones come from the server", async () => {
  const asked = serve(
    site({
      "GET /api/matches": (query: string) => (query.includes("before") ? [] : [..."123456"].map((n) => past(n))),
    }),
  );
  render(Profile, { name: "Işıl" });
  expect((await screen.findAllByRole("article")).length).toBe(5);
  await fireEvent.click(screen.getByRole("button", { name: "Daha eskiler" }));
  expect(screen.getAllByRole("article").length).toBe(6);
  await fireEvent.click(screen.getByRole("button", { name: "Daha eskiler" }));
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: "Daha eskiler" })).toBeNull(), PATIENCE);
  expect(asked.at(-1)?.what).toBe(`GET /api/matches?player=I%C5%9F%C4%B1l&before=${past("6").at}`);
});

test.each(LANGUAGES)("%s: the page has no violation", async (lang) => {
  settings.lang = lang;
  serve(site());
  render(Profile, { name: "Işıl" });
  await screen.findAllByRole("article");
  await screen.findByRole("img", { name: /1503/ });
  expect(await violations()).toEqual([]);
});

import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import axe from "axe-core";
import { afterEach, expect, test, vi } from "vitest";
import App from "../app/App.svelte";
import { go } from "../app/router.svelte";
import { DEFAULTS, LANGUAGES, settings } from "../app/settings.svelte";
import type { Statistics, StatisticsTest } from "../net/wire";
import { below, count, cut, spread, testsOf, top } from "./model";
import Page from "./Page.svelte";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Object.assign(settings, DEFAULTS);
});

const LEVEL = 0.001 / 23;

/** An answer of the server over so many deals, everything as expected. */
function answer(deals: number, p: number | null = 0.4): Statistics {
  const even = (name: string, size: number, of: number): StatisticsTest => ({
    name,
    seat: null,
    kind: null,
    of,
    observed: Array<number>(size).fill(of / size),
    expected: Array<number>(size).fill(of / size),
    statistic: p === null ? null : 12.5,
    freedom: p === null ? null : size - 1,
    p,
  });
  const tests = [even("indicator", 52, deals), even("dice", 36, deals), even("rolls", 6, deals)];
  tests.push(even("roller", 4, deals / 4), even("repeats", 1, deals / 52));
  for (const [name, size] of [
    ["okeys", 3],
    ["false_jokers", 3],
    ["pairs", 8],
  ] as const) {
    for (const seat of [0, 1, 2, 3]) tests.push({ ...even(name, size, deals), seat });
  }
  for (const name of ["okeys", "false_jokers", "pairs"]) {
    for (const kind of [1, 2]) tests.push({ ...even(name, 1, deals), kind });
  }
  const counts = {
    matches: [deals / 4],
    deals: [deals],
    outcomes: [deals / 4, 7, 5, 3],
    unread: [0],
    ends: [deals / 4, deals / 2, deals / 4, 0, 0, 0],
    finishes: [0, 0, 0, 0, 0, 0, 0, 0, deals / 2, deals / 8, deals / 16, deals / 16],
    kind_finishes: [deals / 4, deals / 2],
    kind_racks: [deals, 2 * deals],
  };
  return { counted: deals / 4 + 15, level: LEVEL, counts, tests };
}

function serve(statistics: Statistics): void {
  const me = { name: "Misafir", guest: true, notices: 0, tables: [] };
  vi.stubGlobal("fetch", async (path: string) => Response.json(path === "/api/me" ? me : statistics));
}

test("counts, plots and p-values are shown, in both languages", async () => {
  serve(answer(5200));
  render(Page);
  expect(await screen.findByText("5.200", { selector: "dd" })).toBeTruthy();
  expect(screen.getAllByText(/p = 0,4/).length).toBeGreaterThan(15);
  expect(screen.getByText("Şu anda sınırın altında kalan sınama yok.")).toBeTruthy();
  expect(screen.getByRole("img", { name: /^Kırmızı: 1: 100, 2: 100,/ })).toBeTruthy();
  const drawn = screen.getAllByRole("img").map((plot) => plot.querySelectorAll(".bar").length);
  expect(drawn).toEqual([13, 13, 13, 13, 6, 6, 6, 6, 6, 6, 6, 4, 3, 3, 3, 3, 3, 3, 3, 3, 8, 8, 8, 8]);
  expect(screen.queryByText(/el az/)).toBeNull();
  expect(screen.getByRole("row", { name: "Başlayan bitirdi 1.300 %25" })).toBeTruthy();
  expect(screen.getByRole("row", { name: /^4 kişilik 2.600 \(%66,7\)/ })).toBeTruthy();
  expect(screen.getByRole("row", { name: "Kişiler 5.200 1.300 25,0" })).toBeTruthy();
  settings.lang = "en";
  expect(await screen.findByText("5,200", { selector: "dd" })).toBeTruthy();
  expect(screen.getByText("No test is below the level now.")).toBeTruthy();
});

test("the level is told before anything is judged, and what falls below it is named", async () => {
  const all = answer(5200);
  all.tests[1] = { ...(all.tests[1] as StatisticsTest), p: 1e-9 };
  serve(all);
  render(Page);
  expect(await screen.findByText(/23 sınamanın her birinde 0,000043/)).toBeTruthy();
  expect(screen.getByText("Şu anda sınırın altında kalan: Zarlar.")).toBeTruthy();
  expect(screen.getByText(/p = 0,000000001, sınırın altında/)).toBeTruthy();
  expect(below(all).map((each) => each.name)).toEqual(["dice"]);
});

test("few matches are said to be few, and none to be none", async () => {
  serve(answer(52, null));
  const { unmount } = render(Page);
  expect(await screen.findByText(/Şimdilik sayılan el az \(52\)/)).toBeTruthy();
  expect(screen.getAllByText(/Sınama için sayı az/).length).toBeGreaterThan(15);
  unmount();
  serve(answer(0, null));
  render(Page);
  expect(await screen.findByText(/Henüz biten bir maç yok/)).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/NaN|Infinity|undefined/);
});

test("without an answer the page says so and tries again", async () => {
  const calls = vi.fn(async () => new Response("", { status: 503 }));
  vi.stubGlobal("fetch", calls);
  render(Page);
  expect((await screen.findByRole("alert")).textContent).toContain("Sayılar alınamadı.");
  expect(screen.getByRole("link", { name: "Sayıları indir" }).getAttribute("href")).toBe("/api/statistics");
  serve(answer(5200));
  await fireEvent.click(screen.getByRole("button", { name: "Yeniden dene" }));
  expect(await screen.findByText("5.200", { selector: "dd" })).toBeTruthy();
});

test("bars, lines and bands are drawn to one scale", async () => {
  const all = answer(5200);
  const dice = testsOf(all, "dice")[0] as StatisticsTest;
  dice.observed = [289, ...Array<number>(35).fill(140)];
  serve(all);
  render(Page);
  const plot = await screen.findByRole("img", { name: /^Birinci zar 1: 1: 289, 2: 140/ });
  const [first, second] = [...plot.querySelectorAll(".bar")];
  expect(Number(first?.getAttribute("height"))).toBeCloseTo(100);
  expect(Number(second?.getAttribute("height"))).toBeCloseTo((100 * 140) / 289);
  const expected = 5200 / 36;
  expect(Number(plot.querySelector(".line")?.getAttribute("y1"))).toBeCloseTo(100 - (100 * expected) / 289);
  const band = plot.querySelector(".band");
  expect(Number(band?.getAttribute("height"))).toBeCloseTo((200 * spread(expected, 5200)) / 289);
  expect(plot.innerHTML).not.toContain("style=");
});

test("a test is cut into panels, and an empty one has a scale too", () => {
  const dice = testsOf(answer(36), "dice")[0] as StatisticsTest;
  const panels = cut(dice, 6, (n) => `die ${n + 1}`, count(6, 1));
  expect(panels.map((panel) => panel.label)).toEqual(["die 1", "die 2", "die 3", "die 4", "die 5", "die 6"]);
  expect(panels[5]?.observed).toEqual([1, 1, 1, 1, 1, 1]);
  expect(top(panels)).toBeCloseTo(1 + spread(1, 36));
  expect(top(cut(testsOf(answer(0), "rolls")[0] as StatisticsTest, 6, String, count(6)))).toBe(1);
  expect(spread(0, 0)).toBe(0);
});

/** Structure, names and roles; contrast and sizes are measured in a real browser. */
const RULES: axe.RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"],
  resultTypes: ["violations"],
  preload: false,
  rules: { "color-contrast": { enabled: false }, "target-size": { enabled: false } },
};

test.each(LANGUAGES)("%s: the page has no violation and a link from the footer", async (lang) => {
  settings.lang = lang;
  serve(answer(5200));
  render(App);
  go("/istatistik");
  await screen.findByText(/^5[.,]200$/, { selector: "dd" });
  expect(document.title).toMatch(/^(İstatistik|Statistics) · Okey$/);
  expect(screen.getByRole("link", { name: /^(İstatistik|Statistics)$/ }).getAttribute("href")).toBe("/istatistik");
  const found = await axe.run(document, RULES);
  expect(found.violations.map((rule) => `${rule.id}: ${rule.nodes[0]?.html}`)).toEqual([]);
});

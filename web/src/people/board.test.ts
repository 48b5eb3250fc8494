import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import { DEFAULTS, LANGUAGES, settings } from "../app/settings.svelte";
import type { Board as Shown } from "../net/wire";
import Board from "./Board.svelte";
import { Refusal, reader, serve, violations } from "./testing";

const WEEK = 7 * 24 * 3_600_000;
const MONDAY = Date.UTC(2026, 10, 22, 21);
const NOW = MONDAY + 3 * 24 * 3_600_000 + 20 * 3_600_000;
const ROWS = [
  { place: 1, name: "Işıl", points: 12.75, matches: 9 },
  { place: 2, name: "silinmiş oyuncu", points: 6, matches: 2 },
  { place: 2, name: "Çağrı", points: 6, matches: 2 },
];
const THIS: Shown = {
  week: MONDAY,
  ends: MONDAY + WEEK,
  frozen: false,
  rows: ROWS,
  mine: { place: 1037, name: "Deniz", points: 0.75, matches: 14 },
  weeks: [MONDAY - WEEK, MONDAY - 2 * WEEK],
};

const site = (board: unknown = THIS, me = reader("Deniz")) => serve({ "GET /api/me": me, "GET /api/board": board });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  Object.assign(settings, DEFAULTS);
});

function at(now: number): void {
  vi.useFakeTimers({ now, toFake: ["Date"] });
}

test("places, points and matches of this week are told, and when it ends", async () => {
  at(NOW);
  site();
  render(Board);
  expect(await screen.findByRole("heading", { name: "23–29 Kasım 2026" })).toBeTruthy();
  expect(screen.getByText("Bitişe: 3 gün 4 saat")).toBeTruthy();
  const rows = within(screen.getByRole("table", { name: "Sıralama" }))
    .getAllByRole("row")
    .slice(1);
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim()).join(" "))).toEqual([
    "1 Işıl 12,75 9",
    "2 silinmiş oyuncu 6 2",
    "2 Çağrı 6 2",
  ]);
  expect(screen.getByRole("link", { name: "Çağrı" }).getAttribute("href")).toBe("/oyuncu/%C3%87a%C4%9Fr%C4%B1");
  expect(screen.queryByRole("link", { name: "silinmiş oyuncu" })).toBeNull();
});

test("my own place is told wherever it is, and marked among the first", async () => {
  site();
  const { unmount } = render(Board);
  expect(await screen.findByText("Sıran: 1.037 · 0,75 puan · 14 maç")).toBeTruthy();
  expect(screen.queryByText("sen")).toBeNull();
  unmount();
  site({ ...THIS, mine: ROWS[2] }, reader("Çağrı"));
  render(Board);
  expect(await screen.findByText("Sıran: 2 · 6 puan · 2 maç")).toBeTruthy();
  expect(screen.getByText("sen").closest("tr")?.textContent).toContain("Çağrı");
});

test("whoever has no place is told why, and where to get one", async () => {
  site({ ...THIS, mine: null });
  const { unmount } = render(Board);
  expect(await screen.findByText("Bu hafta dereceli maçın yok.")).toBeTruthy();
  unmount();
  site({ ...THIS, mine: null }, reader("Misafir 3", true));
  render(Board);
  expect(await screen.findByText("Panoda hesabı olanlar yer alır.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Hesap aç ya da giriş yap" }).getAttribute("href")).toBe("/hesap");
});

test("past weeks can be chosen; they are over", async () => {
  const board = (query: string) =>
    query === "" ? THIS : { ...THIS, week: MONDAY - WEEK, ends: MONDAY, frozen: true, rows: [], mine: null };
  const asked = site(board);
  render(Board);
  const weeks = await screen.findByRole("combobox", { name: "Hafta" });
  expect(within(weeks).getAllByRole("option").length).toBe(3);
  await fireEvent.change(weeks, {
    target: { value: within(weeks).getAllByRole<HTMLOptionElement>("option")[1]?.value },
  });
  expect(await screen.findByText("O hafta kimse puan almadı.")).toBeTruthy();
  expect(screen.getByText("Bu hafta bitti; sıralama değişmez.")).toBeTruthy();
  expect(screen.getByText("O hafta dereceli maçın yok.")).toBeTruthy();
  expect(asked.at(-1)?.what).toBe(`GET /api/board?week=${MONDAY - WEEK}`);
});

test("a week without anybody says so, and how points are counted stands without an answer too", async () => {
  site({ ...THIS, rows: [], mine: null, weeks: [] });
  const { unmount } = render(Board);
  expect(await screen.findByText(/^Bu hafta henüz kimse puan almadı/)).toBeTruthy();
  expect(screen.queryByRole("combobox")).toBeNull();
  unmount();
  site(new Refusal(503, "full"));
  render(Board);
  expect(await screen.findByRole("alert")).toBeTruthy();
  expect(screen.getByText(/^Maçı kazanan 4 kişilik masada 3/)).toBeTruthy();
});

test.each(LANGUAGES)("%s: the page has no violation", async (lang) => {
  settings.lang = lang;
  site();
  render(Board);
  await screen.findByRole("table");
  expect(await violations()).toEqual([]);
});

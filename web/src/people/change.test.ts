import { cleanup, render, screen, within } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import { DEFAULTS, LANGUAGES, settings } from "../app/settings.svelte";
import type { TableRating } from "../net/wire";
import Change from "./Change.svelte";
import { Refusal, serve, violations } from "./testing";

const TABLE = "e".repeat(32);
const AT = `GET /api/tables/${TABLE}/rating`;
const common = { before: 1500, matches: 0, provisional: true, k: 40 };
const FOUND: TableRating = {
  preset: "klasik",
  ranks: [2, 1, 0, 0],
  why: null,
  seats: [
    {
      ...common,
      seat: 0,
      name: "Deniz",
      rank: 2,
      change: -20,
      games: [{ seat: 1, result: 0, expected: 0.5, k: 40, change: -20 }],
    },
    {
      ...common,
      seat: 1,
      name: "silinmiş oyuncu",
      rank: 1,
      change: 20,
      games: [{ seat: 0, result: 1, expected: 0.5, k: 40, change: 20 }],
    },
  ],
};
const moved = (kind: string, amount: number, table: string | null = TABLE) => ({
  kind,
  at: 0,
  amount,
  table,
  preset: null,
  names: [],
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Object.assign(settings, DEFAULTS);
});

test("the change is told with what each opponent meant for it", async () => {
  serve({ [AT]: FOUND });
  render(Change, { table: TABLE, me: 0 });
  const section = await screen.findByRole("region", { name: "Derece" });
  expect(section.querySelector(".mine")?.textContent).toMatch(/^Derece: 1500 → 1480\s+−20$/);
  const told = within(section)
    .getAllByRole("row", { hidden: true })
    .map((row) => [...row.children].map((cell) => cell.textContent).join(" "));
  expect(told).toEqual([
    "Oyuncu Önce Değişim Sonra",
    "silinmiş oyuncu 1500 +20 1520",
    "Deniz 1500 −20 1480",
    "Rakip Sonuç Beklenen Katsayı Değişim",
    "silinmiş oyuncu 0 0,50 40 −20",
  ]);
});

test("a watcher sees the changes without a sum of their own", async () => {
  const asked = serve({ [AT]: FOUND });
  render(Change, { table: TABLE, me: null, stake: 10 });
  const section = await screen.findByRole("region", { name: "Derece" });
  expect(within(section).getAllByRole("table", { hidden: true }).length).toBe(1);
  expect(asked.map((each) => each.what)).toEqual([AT]);
});

test.each([
  ["limit", /aynı iki kişinin günde 5 maçı sayılır/],
  ["cancelled", /^Maç iptal edildi/],
  ["unrated", /^Bu maç derecesiz/],
] as const)("a match that did not count says why: %s", async (why, text) => {
  serve({ [AT]: { ...FOUND, why, seats: [] } });
  render(Change, { table: TABLE, me: 0 });
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByRole("region")).toBeNull();
});

test("what was won or lost in çekirdek is the sum of this table's movements", async () => {
  const movements = [
    moved("pay", 80),
    moved("hold", -20),
    moved("pay", 5, "f".repeat(32)),
    moved("welcome", 500, null),
  ];
  serve({ [AT]: new Refusal(503, "full"), "GET /api/purse": { balance: 565, daily: false, movements } });
  render(Change, { table: TABLE, me: 0, stake: 10 });
  expect((await screen.findByText(/^Çekirdek:/)).textContent).toBe("Çekirdek: +60");
});

test.each(LANGUAGES)("%s: no violation", async (lang) => {
  settings.lang = lang;
  serve({ [AT]: FOUND });
  render(Change, { table: TABLE, me: 0 });
  await screen.findByRole("region");
  expect(await violations()).toEqual([]);
});

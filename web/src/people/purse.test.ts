import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import { DEFAULTS, LANGUAGES, settings } from "../app/settings.svelte";
import type { Movement } from "../net/wire";
import Purse from "./Purse.svelte";
import { serve as answers, Refusal, reader, violations } from "./testing";

const AT = Date.UTC(2026, 10, 28, 12);
const TABLE = "a".repeat(32);
const moved = (kind: string, amount: number, values: Partial<Movement> = {}): Movement => ({
  kind,
  at: AT,
  amount,
  table: null,
  preset: null,
  names: [],
  ...values,
});
const POT = { table: TABLE, preset: "ikramiye", names: ["Deniz", "silinmiş oyuncu"] };
const MOVEMENTS = [moved("pay", 50, POT), moved("hold", -20, POT), moved("welcome", 500), moved("gift", 1)];
const PURSE = { balance: 1530, daily: false, movements: MOVEMENTS };
const PATIENCE = { timeout: 20_000 };

const serve = (values: Record<string, unknown>) => answers({ "GET /api/me": reader("Deniz"), ...values });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Object.assign(settings, DEFAULTS);
});

test("the balance and each movement with its match are told", async () => {
  serve({ "GET /api/purse": PURSE });
  render(Purse);
  expect(await screen.findByText("1.530 çekirdek")).toBeTruthy();
  const movements = within(screen.getByRole("region", { name: "Hareketler" })).getAllByRole("listitem");
  const told = movements.map((each) => [
    each.querySelector("strong")?.textContent,
    each.querySelector("a")?.textContent,
    each.querySelector(".amount")?.textContent,
  ]);
  expect(told).toEqual([
    ["Masadan alınan", "İkramiye: Deniz ve silinmiş oyuncu", "+50"],
    ["Masaya konan", "İkramiye: Deniz ve silinmiş oyuncu", "−20"],
    ["Hesap açılışı", undefined, "+500"],
    ["Başka", undefined, "+1"],
  ]);
  expect(movements[0]?.querySelector("a")?.getAttribute("href")).toBe(`/tekrar/${TABLE}`);
  expect(screen.queryByRole("button", { name: "Günlük avucu al" })).toBeNull();
  expect(screen.getByText(/^Çekirdek satın alınamaz, satılamaz/)).toBeTruthy();
});

test("the handful of the day is taken once, and the new balance shown", async () => {
  let purse: unknown = { ...PURSE, balance: 480, daily: true };
  const daily = () => {
    purse = { balance: 530, daily: false, movements: [moved("daily", 50), ...MOVEMENTS] };
    return { balance: 530 };
  };
  const asked = serve({ "GET /api/purse": () => purse, "POST /api/purse/daily": daily });
  render(Purse);
  await fireEvent.click(await screen.findByRole("button", { name: "Günlük avucu al" }));
  expect(await screen.findByText("530 çekirdek")).toBeTruthy();
  expect(screen.getByText("Günlük avuç")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Günlük avucu al" })).toBeNull();
  expect(asked.filter((each) => each.what.startsWith("POST")).length).toBe(1);
});

test("a handful that is not due is told, and when the next one comes", async () => {
  serve({
    "GET /api/purse": { ...PURSE, balance: 480, daily: true },
    "POST /api/purse/daily": new Refusal(409, "no_handful"),
  });
  const { unmount } = render(Purse);
  await fireEvent.click(await screen.findByRole("button", { name: "Günlük avucu al" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Günlük çekirdek şimdi alınamıyor.");
  unmount();
  serve({ "GET /api/purse": { ...PURSE, balance: 480 } });
  render(Purse);
  expect(await screen.findByText(/^Bugünkü avucunu aldın/)).toBeTruthy();
});

test("older movements come on demand, until there are none", async () => {
  const asked = serve({
    "GET /api/purse": (query: string) => ({ ...PURSE, movements: query ? [] : MOVEMENTS }),
  });
  render(Purse);
  await fireEvent.click(await screen.findByRole("button", { name: "Daha eskiler" }));
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: "Daha eskiler" })).toBeNull(), PATIENCE);
  expect(asked.at(-1)?.what).toBe(`GET /api/purse?before=${AT}`);
});

test("without an account the way to one is shown, with what çekirdek is", async () => {
  const asked = serve({ "GET /api/me": reader("Misafir 4", true) });
  render(Purse);
  expect((await screen.findByRole("link", { name: "Hesap aç ya da giriş yap" })).getAttribute("href")).toBe("/hesap");
  expect(screen.getByText("Yeni hesaba 500 çekirdek verilir.")).toBeTruthy();
  expect(asked.map((each) => each.what)).toEqual(["GET /api/me"]);
});

test.each(LANGUAGES)("%s: the page has no violation", async (lang) => {
  settings.lang = lang;
  serve({ "GET /api/purse": { ...PURSE, daily: true } });
  render(Purse);
  await screen.findByText(/^1[.,]530 çekirdek$/);
  expect(await violations()).toEqual([]);
});

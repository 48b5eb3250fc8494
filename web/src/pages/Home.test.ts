import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getMe, type Me } from "../app/api";
import { choice, resetOptions } from "../app/choice.svelte";
import { go, router } from "../app/router.svelte";
import { format, PRESETS, parse, validChoice } from "../app/ruleset";
import { DEFAULTS, settings } from "../app/settings.svelte";
import Home from "./Home.svelte";

const TABLE = "0123456789abcdef0123456789abcdef";

type Call = { path: string; body: Record<string, unknown> | null };
let calls: Call[] = [];
let me: Me;
let answer: () => Response;

beforeEach(() => {
  go("/");
  calls = [];
  me = { name: "Misafir", guest: true, notices: 0, tables: [] };
  answer = () => Response.json({ table: TABLE }, { status: 201 });
  Object.assign(choice, validChoice(null));
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    calls.push({ path, body: init?.body ? JSON.parse(String(init.body)) : null });
    return path === "/api/me" ? Response.json(me) : answer();
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Object.assign(settings, DEFAULTS);
});

const play = () => screen.getByRole("button", { name: /^Bilgisayara karşı/ });

test("one click starts a table with the canonical rules, after the identity is known", async () => {
  render(Home);
  expect(play().textContent).toContain("Klasik · Orta · Başlangıç 20");
  await fireEvent.click(play());
  await waitFor(() => expect(router.route).toEqual({ name: "table", id: TABLE }));
  expect(calls.map((call) => call.path)).toEqual(["/api/me", "/api/tables"]);
  const { rules, ...rest } = calls[1]?.body ?? {};
  expect(rest).toEqual({ level: "orta", hints: false });
  expect(parse(rules as string)).toMatchObject({ preset: "klasik", seats: 4, move: 600, reserve: 0, late: "auto" });
});

test("one click finds a match by the unchanged preset", async () => {
  render(Home);
  await fireEvent.click(screen.getByRole("radio", { name: "2 kişi" }));
  await fireEvent.click(screen.getByRole("button", { name: "Hemen oyna: Klasik" }));
  await waitFor(() => expect(router.route).toEqual({ name: "table", id: TABLE }));
  expect(calls.map((call) => call.path)).toEqual(["/api/me", "/api/quick"]);
  expect(calls[1]?.body).toEqual({ rules: format(PRESETS.klasik) });
});

test("the chosen game is started and kept for the next time", async () => {
  render(Home);
  await fireEvent.click(screen.getByRole("radio", { name: "Kolay" }));
  await fireEvent.click(screen.getByRole("switch", { name: "İpuçları" }));
  await fireEvent.click(screen.getByRole("radio", { name: "Okey Rummy" }));
  await fireEvent.click(screen.getByRole("radio", { name: "2 kişi" }));
  await fireEvent.click(screen.getByRole("radio", { name: /^Kısa/ }));
  expect(play().textContent).toContain("Okey Rummy · Kolay · Hedef 9");
  await fireEvent.click(play());
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]?.body).toMatchObject({ level: "kolay", hints: true });
  expect(parse(calls[1]?.body?.rules as string)).toMatchObject({ preset: "rummy", seats: 2, points: 9 });
  expect(validChoice(JSON.parse(localStorage.getItem("okey.choice") ?? ""))).toMatchObject({
    preset: "rummy",
    level: "kolay",
    length: "short",
  });
});

test("options that a preset does not have are not offered", async () => {
  render(Home);
  await fireEvent.click(screen.getByRole("radio", { name: "İkramiye" }));
  expect(screen.queryByRole("switch", { name: "Gösterge gösterilebilir" })).toBeNull();
  expect(screen.queryByRole("switch", { name: /2 katı/ })).toBeNull();
  expect(screen.queryByText("Başlangıç puanı")).toBeNull();
  await fireEvent.click(screen.getByRole("radio", { name: "Usta" }));
  const points = screen.getByRole("spinbutton", { name: "Başlangıç puanı" }) as HTMLInputElement;
  await fireEvent.change(points, { target: { value: "250" } });
  expect(choice.points).toBe(100);
  await fireEvent.click(screen.getByRole("button", { name: "Hazır ayara dön" }));
  expect(choice.points).toBe(20);
});

test("running matches are offered, the latest first", async () => {
  const table = (id: string, at: number) => ({
    table: id.repeat(32),
    preset: "usta",
    level: "zor",
    deal: 3,
    scores: [18, 20, 14, 20],
    seat: 0,
    at,
    people: false,
  });
  me.tables = [table("a", 1000), table("b", 2000), { ...table("c", 1), people: true }];
  render(Home);
  const links = await screen.findAllByRole("link", { name: /Usta · Zor/ });
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    `/masa/${"b".repeat(32)}`,
    `/masa/${"a".repeat(32)}`,
  ]);
  expect(links[0]?.textContent).toContain("El 3 · Puanın: 18");
  expect(screen.getByRole("link", { name: /Usta · Oyuncularla/ })).toBeTruthy();
});

test("it is said whether a quick match counts", async () => {
  await getMe();
  const { unmount } = render(Home);
  const quick = (of: string) => screen.getByRole("button", { name: `Hemen oyna: ${of}` });
  const note = (of: string) => document.getElementById(quick(of).getAttribute("aria-describedby") ?? "")?.textContent;
  await waitFor(() => expect(note("Klasik")).toMatch(/^Derecesiz/));
  unmount();
  me = { ...me, guest: false };
  await getMe();
  render(Home);
  await waitFor(() => expect(note("Klasik")).toMatch(/^Dereceli:/));
  await fireEvent.click(screen.getByRole("radio", { name: "İkramiye" }));
  expect(note("İkramiye")).toContain("pay 10 çekirdek");
});

test.each([
  [() => Response.error(), /Masa kurulamadı/],
  [() => Response.json({ code: "too_fast", params: {} }, { status: 429 }), /Çok hızlı/],
  [
    () => {
      throw new TypeError("network");
    },
    /Sunucuya ulaşılamadı/,
  ],
])("a refusal is told and the button works again", async (refusal, text) => {
  answer = refusal;
  render(Home);
  await fireEvent.click(play());
  expect((await screen.findByRole("alert")).textContent).toMatch(text);
  expect(play().hasAttribute("disabled")).toBe(false);
  expect(router.route).toEqual({ name: "home" });
});

test("reset keeps the level", () => {
  choice.level = "zor";
  choice.points = 10;
  resetOptions();
  expect(choice).toMatchObject({ level: "zor", points: 20 });
});

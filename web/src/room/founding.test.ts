import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getMe } from "../app/api";
import { choice } from "../app/choice.svelte";
import { go, router } from "../app/router.svelte";
import { format, PRESETS, validChoice } from "../app/ruleset";
import Founding from "./Founding.svelte";

const TABLE = "0123456789abcdef0123456789abcdef";

let made: Record<string, unknown> | null;
let guest: boolean;

beforeEach(() => {
  go("/masa-kur");
  made = null;
  guest = true;
  Object.assign(choice, validChoice(null));
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    if (path === "/api/me") return Response.json({ name: "Işıl", guest, notices: 0, tables: [] });
    made = JSON.parse(String(init?.body));
    return Response.json({ table: TABLE }, { status: 201 });
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const pick = (name: string | RegExp) => fireEvent.click(screen.getByRole("radio", { name }));
const turn = (name: string) => fireEvent.click(screen.getByRole("switch", { name }));

async function found(): Promise<void> {
  await fireEvent.click(screen.getByRole("button", { name: "Masa kur" }));
  await waitFor(() => expect(router.route).toEqual({ name: "table", id: TABLE }), { timeout: 20_000 });
}

test("the preset as it comes is a private table that may be watched", async () => {
  render(Founding);
  await found();
  const options = { listed: false, watch: true, chat: false, rated: false, stake: 0 };
  expect(made).toEqual({ rules: format(PRESETS.klasik), level: "orta", ...options });
});

test("every option enters the canonical rules", async () => {
  render(Founding);
  await pick("Kolay");
  await pick("Usta");
  await pick("3 kişi");
  const points = screen.getByRole("spinbutton", { name: "Başlangıç puanı" });
  await fireEvent.change(points, { target: { value: "35" } });
  await pick("Otomatik denetle");
  await turn("Gösterge gösterilebilir");
  await turn("Kırmızı/siyah göstergede 2 katı");
  await turn("Çifte gitme ilanı");
  await pick("45 sn");
  await pick("Bilgisayar oynar");
  await turn("İzlenebilir");
  await turn("Serbest sohbet");
  await found();
  const rules = { seats: 3, points: 35, arrange: "auto", show: "none", bonus: 0, colour: 2, declare: "no" } as const;
  const time = { move: 45, reserve: 0, late: "auto", absent: "computer" } as const;
  expect(made).toEqual({
    rules: format({ ...PRESETS.usta, ...rules, ...time }),
    level: "kolay",
    listed: false,
    watch: false,
    chat: true,
    rated: false,
    stake: 0,
  });
});

test("the length of a rummy match is its target; no chat at a table that everybody finds", async () => {
  render(Founding);
  await pick("Okey Rummy");
  await pick("2 kişi");
  await pick(/^Uzun/);
  await turn("Serbest sohbet");
  await pick("Herkes");
  expect(screen.queryByRole("switch", { name: "Serbest sohbet" })).toBeNull();
  await found();
  expect(made).toMatchObject({ rules: format({ ...PRESETS.rummy, seats: 2, points: 24 }), listed: true, chat: false });
});

/** Whoever has an account, on the page. */
async function member(): Promise<void> {
  guest = false;
  await getMe();
  render(Founding);
}

test("a guest hears why nothing counts, and where an account is opened", async () => {
  await getMe();
  render(Founding);
  expect(screen.getByRole("link", { name: "Hesap aç ya da giriş yap" }).getAttribute("href")).toBe("/hesap");
  expect(screen.queryByRole("switch", { name: "Dereceli" })).toBeNull();
  expect(screen.queryByRole("group", { name: /^Giriş payı/ })).toBeNull();
});

test("a rated table is one that everybody finds, by unchanged rules, and its watchers wait a minute", async () => {
  await member();
  const offered = () => screen.queryByRole("switch", { name: "Dereceli" });
  expect(offered()).toBeNull();
  await pick("Herkes");
  await turn("Dereceli");
  expect(screen.getByText(/60 saniye gecikmeyle/)).toBeTruthy();
  await pick("Bilgisayar oynar");
  expect(offered()).toBeNull();
  expect(screen.getByText(/30 saniye gecikmeyle/)).toBeTruthy();
  await pick("Kaybeder");
  await pick("3 kişi");
  await pick("25");
  await found();
  const rules = format({ ...PRESETS.klasik, seats: 3 });
  expect(made).toMatchObject({ rules, listed: true, rated: true, stake: 25 });
});

test("any entry may be asked for", async () => {
  await member();
  await pick("Başka");
  const amount = screen.getByRole("spinbutton", { name: "Giriş payı" });
  await fireEvent.change(amount, { target: { value: "5000" } });
  expect((amount as HTMLInputElement).value).toBe("1000");
  await fireEvent.change(amount, { target: { value: "40" } });
  await found();
  expect(made).toMatchObject({ rated: false, stake: 40 });
});

test("a pot has the stake of its rules, and one without is counted in points", async () => {
  await member();
  await pick("İkramiye");
  await turn("Çekirdekle oyna");
  await found();
  expect(made).toMatchObject({ rules: format(PRESETS.ikramiye), stake: 10 });
  cleanup();
  go("/masa-kur");
  render(Founding);
  await found();
  expect(made).toMatchObject({ rules: format({ ...PRESETS.ikramiye, points: 1 }), stake: 0 });
});

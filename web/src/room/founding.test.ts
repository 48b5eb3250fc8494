import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { choice } from "../app/choice.svelte";
import { go, router } from "../app/router.svelte";
import { format, PRESETS, validChoice } from "../app/ruleset";
import Founding from "./Founding.svelte";

const TABLE = "0123456789abcdef0123456789abcdef";

let made: Record<string, unknown> | null;

beforeEach(() => {
  go("/masa-kur");
  made = null;
  Object.assign(choice, validChoice(null));
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    if (path === "/api/me") return Response.json({ name: "Misafir", guest: true, tables: [] });
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
  expect(made).toEqual({ rules: format(PRESETS.klasik), level: "orta", listed: false, watch: true, chat: false });
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

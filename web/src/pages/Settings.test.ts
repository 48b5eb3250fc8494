import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DEFAULTS, settings } from "../app/settings.svelte";
import Settings from "./Settings.svelte";

beforeEach(() => {
  vi.stubGlobal("fetch", async () => Response.json({ name: "Işıl", guest: true, tables: [] }));
});

afterEach(() => {
  vi.unstubAllGlobals();
  cleanup();
  Object.assign(settings, DEFAULTS);
});

test("every setting can be changed by its Turkish name", async () => {
  render(Settings);
  for (const name of [
    "Yüksek karşıtlık",
    "Renk adının iki harfi",
    "Büyük taşlar",
    "Sesi kapat",
    "Sadece sıra uyarısı",
    "Titreşim",
    "İpuçları (yalnız Kolay)",
  ]) {
    await fireEvent.click(screen.getByRole("switch", { name }));
  }
  for (const name of [/^Ayırt edilir yeşil/, "Hareketi azalt", "Hızlı", "Beyaz", "Bordo", "Meşe", "Karanlık"]) {
    await fireEvent.click(screen.getByRole("radio", { name }));
  }
  await fireEvent.input(screen.getByRole("slider", { name: "Ses düzeyi" }), { target: { value: "25" } });
  expect({ ...settings }).toEqual({
    lang: "tr",
    skin: "ayirt-yesil",
    felt: "bordo",
    wood: "mese",
    face: "beyaz",
    page: "dark",
    largeTiles: true,
    highContrast: true,
    twoLetters: true,
    motion: "reduce",
    speed: 2,
    volume: 25,
    muted: true,
    turnSoundOnly: true,
    haptics: false,
    hints: true,
  });
});

test("the language changes at once", async () => {
  render(Settings);
  await fireEvent.click(screen.getByRole("radio", { name: "English" }));
  expect(screen.getByRole("heading", { name: "Appearance" })).toBeTruthy();
});

test("as a sheet its headings stand one level lower", () => {
  render(Settings, { level: 3 });
  expect(screen.getAllByRole("heading", { level: 3 }).length).toBeGreaterThan(3);
});

test("the name stands in its field", async () => {
  render(Settings);
  const field = (await screen.findByRole("textbox", { name: "Adın" }, { timeout: 20_000 })) as HTMLInputElement;
  expect(field.value).toBe("Işıl");
});

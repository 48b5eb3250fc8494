import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import { DEFAULTS, settings } from "../app/settings.svelte";
import Settings from "./Settings.svelte";

afterEach(() => {
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
  for (const name of [/^Ayırt edilir yeşil/, "Hareketi azalt", "Hızlı"]) {
    await fireEvent.click(screen.getByRole("radio", { name }));
  }
  await fireEvent.input(screen.getByRole("slider", { name: "Ses düzeyi" }), { target: { value: "25" } });
  expect({ ...settings }).toEqual({
    lang: "tr",
    skin: "ayirt-yesil",
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

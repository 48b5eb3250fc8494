import { cleanup, render, screen } from "@testing-library/svelte";
import axe from "axe-core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import App from "./App.svelte";
import { go } from "./router.svelte";
import { DEFAULTS, LANGUAGES, settings } from "./settings.svelte";

/** Structure, names and roles; what needs a real layout (contrast, target size) is measured in a real browser. */
const RULES: axe.RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"],
  resultTypes: ["violations"],
  preload: false,
  rules: { "color-contrast": { enabled: false }, "target-size": { enabled: false } },
};

vi.mock("../table/Table.svelte", async () => await import("../pages/NotFound.svelte"));

beforeEach(() => {
  const table = {
    table: "0".repeat(32),
    preset: "usta",
    level: "zor",
    deal: 2,
    scores: [18, 20, 20, 20],
    at: 0,
    seat: 0,
  };
  vi.stubGlobal("WebSocket", Silent);
  vi.stubGlobal("fetch", async () => Response.json({ name: "Misafir", guest: true, tables: [table] }));
});

/** A page is a chunk, and a busy machine is no failure. */
const PATIENCE = { timeout: 20_000 };

/** No server: a line that never opens. */
class Silent {
  readyState = 0;
  close(): void {
    this.readyState = 3;
  }
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Object.assign(settings, DEFAULTS);
});

const PATHS = [
  "/",
  "/nasil-oynanir/usta",
  "/iyi-oynamak",
  "/tarihce",
  "/sozluk",
  "/ayarlar",
  "/masalar",
  "/masa-kur",
  "/hesap",
  "/dogrula",
  "/tekrar",
  "/yok",
];

test.each(LANGUAGES.flatMap((lang) => PATHS.map((path) => [lang, path] as const)))(
  "%s %s has no violation",
  async (lang, path) => {
    settings.lang = lang;
    render(App);
    go("/yok");
    await screen.findByRole("heading", { level: 1, name: /Sayfa bulunamadı|Page not found/ }, PATIENCE);
    go(path);
    const lost = path === "/yok";
    await vi.waitFor(() => {
      const title = screen.getByRole("heading", { level: 1 }).textContent ?? "";
      expect(/Sayfa bulunamadı|Page not found/.test(title)).toBe(lost);
    }, PATIENCE);
    const found = await axe.run(document, RULES);
    expect(found.violations.map((rule) => `${rule.id}: ${rule.nodes[0]?.html}`)).toEqual([]);
    expect(found.passes.length).toBeGreaterThan(10);
  },
);

import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import App from "./App.svelte";
import { go } from "./router.svelte";
import { DEFAULTS, settings } from "./settings.svelte";

vi.mock("../table/Table.svelte", async () => await import("../pages/NotFound.svelte"));

beforeEach(() => {
  go("/");
  vi.stubGlobal("fetch", async () => Response.json({ name: "Misafir", guest: true, tables: [] }));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Object.assign(settings, DEFAULTS);
});

const heading = (name: string | RegExp) => screen.findByRole("heading", { level: 1, name }, { timeout: 5000 });

test.each([
  ["/", "Okey", "Okey"],
  ["/nasil-oynanir", "Nasıl oynanır: Klasik", "How to play: Classic"],
  ["/iyi-oynamak", "İyi oynamak", "Playing well"],
  ["/tarihce", "Tarihçe", "History"],
  ["/sozluk", "Sözlük", "Glossary"],
  ["/ayarlar", "Ayarlar", "Settings"],
  ["/yok", "Sayfa bulunamadı", "Page not found"],
])("%s opens, moves the focus and follows the language switch", async (path, tr, en) => {
  render(App);
  await heading("Okey");
  go(path);
  const title = await heading(tr);
  if (path !== "/") await waitFor(() => expect(document.activeElement).toBe(title));
  expect(document.documentElement.lang).toBe("tr");
  await fireEvent.click(screen.getByRole("button", { name: /English/ }));
  await heading(en);
  expect(document.documentElement.lang).toBe("en");
  expect(JSON.parse(localStorage.getItem("okey.settings") ?? "{}").lang).toBe("en");
  expect(document.title).toContain("Okey");
});

test("nothing typed is lost at the language switch", async () => {
  render(App);
  go("/sozluk");
  await heading("Sözlük");
  const field = screen.getByRole("textbox");
  await fireEvent.input(field, { target: { value: "yalanci okey" } });
  await fireEvent.click(screen.getByRole("button", { name: /English/ }));
  await heading("Glossary");
  expect((screen.getByRole("textbox") as HTMLInputElement).value).toBe("yalanci okey");
  expect(screen.getByText("False joker")).toBeTruthy();
});

test("the table stands alone, without header and footer", async () => {
  render(App);
  await heading("Okey");
  go(`/masa/${"0".repeat(32)}`);
  await waitFor(() => expect(screen.queryByRole("contentinfo")).toBeNull(), { timeout: 5000 });
  expect(screen.queryByRole("banner")).toBeNull();
});

test("a page that breaks says so and leaves the others alone", async () => {
  const silent = vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", async () => Response.json({ name: "Misafir", guest: true, tables: [null] }));
  render(App);
  expect((await screen.findByRole("alert")).textContent).toContain("yüklenemedi");
  expect(silent).toHaveBeenCalled();
  go("/tarihce");
  await heading("Tarihçe");
  expect(screen.queryByRole("alert")).toBeNull();
});

import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import Announcements from "./Announcements.svelte";
import { DEFAULTS, settings } from "./settings.svelte";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  Object.assign(settings, DEFAULTS);
  localStorage.clear();
});

const told = { id: "a", at: 0, until: 1, tr: "Bakım <b>20.00</b>", en: "Maintenance at 8" };

test("what the host tells is shown as text, in the language of the page, and is gone with its end", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const answers = [[told], []];
  const asked = vi.fn(async (_path: string) => Response.json(answers.shift() ?? []));
  vi.stubGlobal("fetch", asked);
  render(Announcements);
  expect((await screen.findByText("Bakım <b>20.00</b>")).closest("[role=status]")).toBeTruthy();
  settings.lang = "en";
  await screen.findByText("Maintenance at 8");
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(screen.queryByText("Maintenance at 8")).toBeNull();
  expect(asked.mock.calls.map(([path]) => path)).toEqual(["/api/announcements", "/api/announcements"]);
});

test.each([
  ["a fault", async () => new Response("{}", { status: 500 })],
  ["no network", async () => Promise.reject(new TypeError("offline"))],
  ["something else", async () => Response.json({ name: "x" })],
])("%s shows nothing", async (_, answer) => {
  vi.stubGlobal("fetch", answer);
  render(Announcements);
  await new Promise((done) => setTimeout(done, 20));
  expect(screen.getByRole("status").textContent?.trim()).toBe("");
});

test("what was closed stays closed, at the table too; something new is shown", async () => {
  const more = { ...told, id: "b", tr: "Yeni masa" };
  const out = [told];
  vi.stubGlobal("fetch", async () => Response.json(out));
  render(Announcements);
  await screen.findByText(told.tr);
  await fireEvent.click(screen.getByRole("button", { name: "Kapat" }));
  expect(screen.queryByText(told.tr)).toBeNull();
  cleanup();
  out.push(more);
  render(Announcements, { table: true });
  await screen.findByText("Yeni masa");
  expect(screen.queryByText(told.tr)).toBeNull();
  expect(JSON.parse(localStorage["okey.closed"])).toEqual(["a"]);
});

test("at the table a note goes by itself, but not while somebody reads it", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal("fetch", async () => Response.json([{ ...told, id: "c", tr: "Birazdan bakım" }]));
  render(Announcements, { table: true });
  const note = await screen.findByText("Birazdan bakım");
  await fireEvent.pointerEnter(note.closest("[aria-live=polite]") as Element);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(screen.queryByText("Birazdan bakım")).toBeTruthy();
  await fireEvent.pointerLeave(note.closest("[aria-live=polite]") as Element);
  await vi.advanceTimersByTimeAsync(21_000);
  expect(screen.queryByText("Birazdan bakım")).toBeNull();
});

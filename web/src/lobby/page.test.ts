import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import axe from "axe-core";
import { afterEach, expect, test, vi } from "vitest";
import { format, PRESETS } from "../app/ruleset";
import { DEFAULTS, LANGUAGES, settings } from "../app/settings.svelte";
import type { Host } from "../net/socket";
import type { LobbyTable } from "../net/wire";
import Page from "./Page.svelte";

let line: { readyState: number; onmessage?: (message: { data: string }) => void };

const host: Host = {
  open: () => {
    line = { readyState: 1, send: () => undefined, close: () => undefined } as unknown as typeof line;
    return line as unknown as WebSocket;
  },
  now: () => 0,
  later: () => null,
  forget: () => undefined,
  random: () => 0,
  online: () => true,
};

const table = (id: string, values: Partial<LobbyTable> = {}): LobbyTable => ({
  table: id.repeat(32),
  preset: "klasik",
  rules: format(PRESETS.klasik),
  seats: 4,
  people: ["Ayşe", "Can"],
  computers: 0,
  free: 2,
  deal: 0,
  watchers: 0,
  options: { listed: true, watch: true, chat: false, quick: false, rated: false, stake: 0 },
  ...values,
});

const TWO = format({ ...PRESETS.usta, seats: 2 });
const TABLES = [
  table("a"),
  table("b", { preset: "usta", rules: TWO, seats: 2, people: ["Işıl"], computers: 1, free: 0, deal: 3, watchers: 4 }),
];

/** A busy machine is no failure. */
const PATIENCE = { timeout: 20_000 };

async function open(tables: LobbyTable[]): Promise<HTMLElement> {
  vi.stubGlobal("fetch", async () => Response.json({ name: "Misafir", guest: true, tables: [] }));
  const { container } = render(Page, { host });
  await vi.waitFor(() => expect(line?.onmessage).toBeTruthy(), PATIENCE);
  tell(tables);
  await vi.waitFor(() => expect(screen.getByRole("status").textContent).not.toContain("…"), PATIENCE);
  return container;
}

const tell = (tables: LobbyTable[]) => line.onmessage?.({ data: JSON.stringify({ t: "lobby", tables }) });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Object.assign(settings, DEFAULTS);
});

test("each table tells its rules and people, and the way to it", async () => {
  await open(TABLES);
  const [first, second] = screen.getAllByRole("listitem") as [HTMLElement, HTMLElement];
  expect(first.textContent).toContain("Ayşe ve Can");
  expect(first.textContent).toContain("Boş yer: 2");
  expect(first.textContent).toContain("30 sn + 2 dk yedek");
  expect(
    within(first)
      .getByRole("link", { name: /^Otur: Klasik/ })
      .getAttribute("href"),
  ).toBe(`/masa/${"a".repeat(32)}`);
  expect(second.textContent).toContain("El 3 · Bilgisayar: 1 · İzleyen: 4");
  expect(within(second).getByRole("link", { name: /^İzle: Usta/ })).toBeTruthy();
});

test("the list is live, filtered by rules and by seats, and says when it is empty", async () => {
  await open(TABLES);
  await fireEvent.click(screen.getByRole("radio", { name: "Usta" }));
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
  await fireEvent.click(screen.getByRole("radio", { name: "4 kişi" }));
  expect(screen.getByText("Bu seçime uyan masa yok.")).toBeTruthy();
  tell([]);
  expect(await screen.findByText(/^Şu an açık masa yok/, undefined, PATIENCE)).toBeTruthy();
});

test("a table closed to watchers offers no way in once it plays", async () => {
  await open([
    table("a", {
      free: 0,
      deal: 1,
      options: { listed: true, watch: false, chat: false, quick: false, rated: false, stake: 0 },
    }),
  ]);
  expect(within(screen.getByRole("listitem")).queryByRole("link")).toBeNull();
  expect(screen.getByText(/İzlenmez/)).toBeTruthy();
});

test("what a table counts for stands beside its rules", async () => {
  const options = { listed: true, watch: true, chat: false, quick: false, rated: true, stake: 25 };
  const pot = format(PRESETS.ikramiye);
  await open([
    table("a", { options }),
    table("b", { rules: pot, options: { ...options, quick: true, stake: 10 } }),
    table("c", { options: { ...options, quick: true, rated: false, stake: 0 } }),
    table("d"),
  ]);
  const tables = screen.getAllByRole("listitem").map((each) => each.textContent?.replace(/\s+/g, " "));
  expect(tables[0]).toContain("Dereceli Giriş payı 25 çekirdek Bilgisayar oturmaz");
  expect(tables[1]).toContain("Dereceli Pay 10 çekirdek (oturmak için 20) Bilgisayar oturursa sayılmaz");
  expect(tables[2]).toContain("Derecesiz");
  expect(tables[3]).not.toMatch(/Derece|çekirdek/);
});

test.each(LANGUAGES)("%s has no violation", async (lang) => {
  settings.lang = lang;
  const container = await open(TABLES);
  const found = await axe.run(container, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  expect(found.violations.map((rule) => rule.id)).toEqual([]);
});

import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DEFAULTS, LANGUAGES, settings } from "../app/settings.svelte";
import Friends from "./Friends.svelte";
import { Refusal, reader, serve, violations } from "./testing";

const TABLE = "d".repeat(32);
const COMPANY = {
  following: [
    { name: "Işıl", table: TABLE, preset: "usta" },
    { name: "Can", table: null, preset: null },
  ],
  blocked: ["Ege"],
};
const NOTICES = [
  {
    id: "1".repeat(32),
    at: 0,
    kind: "challenge",
    body: { name: "Gül", table: TABLE, code: "ABCDEF", preset: "rummy" },
  },
  { id: "2".repeat(32), at: 0, kind: "recovered", body: {} },
  { id: "3".repeat(32), at: 0, kind: "later", body: {} },
];

const site = (values: Record<string, unknown> = {}) =>
  serve({ "GET /api/me": reader("Deniz"), "GET /api/company": COMPANY, "GET /api/notices": NOTICES, ...values });

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= () => undefined;
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Object.assign(settings, DEFAULTS);
});

test("whom I follow is told, with the way to the table they sit at", async () => {
  site();
  render(Friends);
  const following = await screen.findByRole("region", { name: "Takip ettiklerin" });
  const [first, second] = within(following).getAllByRole("listitem") as [HTMLElement, HTMLElement];
  expect(within(first).getByText("Masada: Usta")).toBeTruthy();
  expect(within(first).getByRole("link", { name: "Masaya git: Işıl" }).getAttribute("href")).toBe(`/masa/${TABLE}`);
  expect(within(second).queryByRole("link", { name: /^Masaya git/ })).toBeNull();
  await fireEvent.click(within(second).getByRole("button", { name: "Meydan oku: Can" }));
  expect(screen.getByRole("dialog", { name: "Meydan oku: Can", hidden: true })).toBeTruthy();
});

test("who is left or freed goes from the list; a refusal keeps them there", async () => {
  site({ "DELETE /api/follows/Can": null, "DELETE /api/blocks/Ege": new Refusal(429, "too_fast") });
  render(Friends);
  await fireEvent.click(await screen.findByRole("button", { name: "Takibi bırak: Can" }));
  await vi.waitFor(() => expect(screen.queryByText("Can")).toBeNull());
  await fireEvent.click(screen.getByRole("button", { name: "Engeli kaldır: Ege" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Çok hızlı; biraz bekle.");
  expect(screen.getByText("Ege")).toBeTruthy();
});

test("a challenge leads to its table; a notice is put away", async () => {
  const asked = site({ [`DELETE /api/notices/${"1".repeat(32)}`]: null });
  render(Friends);
  const notices = await screen.findByRole("region", { name: "Bildirimler" });
  const text = "Meydan okuyan: Gül (Okey Rummy)";
  expect(within(notices).getByText(text)).toBeTruthy();
  expect(within(notices).getByText(/^Hesabın bir kurtarma koduyla açıldı/)).toBeTruthy();
  expect(within(notices).getByText("Yeni bir bildirimin var.")).toBeTruthy();
  expect(within(notices).getByRole("link", { name: "Masaya otur" }).getAttribute("href")).toBe(`/masa/${TABLE}`);
  await fireEvent.click(within(notices).getByRole("button", { name: `Bildirimi kaldır: ${text}` }));
  await vi.waitFor(() => expect(within(notices).queryByText(text)).toBeNull());
  expect(asked.map((each) => each.what).slice(-2)).toEqual([`DELETE /api/notices/${"1".repeat(32)}`, "GET /api/me"]);
});

test("a name leads to its page; empty lists say what to do", async () => {
  site({ "GET /api/company": { following: [], blocked: [] }, "GET /api/notices": [] });
  render(Friends);
  expect(await screen.findByText(/^Henüz kimseyi takip etmiyorsun/)).toBeTruthy();
  expect(screen.getByText("Kimseyi engellemedin.")).toBeTruthy();
  expect(screen.getByText("Yeni bildirim yok.")).toBeTruthy();
  await fireEvent.input(screen.getByRole("textbox", { name: "Oyuncunun adı" }), { target: { value: " Gül " } });
  await fireEvent.click(screen.getByRole("button", { name: "Profiline git" }));
  expect(decodeURIComponent(location.pathname)).toBe("/oyuncu/Gül");
});

test("without an account the way to one is shown", async () => {
  const asked = site({ "GET /api/me": reader("Misafir 5", true) });
  render(Friends);
  expect(await screen.findByRole("link", { name: "Hesap aç ya da giriş yap" })).toBeTruthy();
  expect(asked.map((each) => each.what)).toEqual(["GET /api/me"]);
});

test.each(LANGUAGES)("%s: the page has no violation", async (lang) => {
  settings.lang = lang;
  site();
  render(Friends);
  await screen.findByText("Işıl");
  expect(await violations()).toEqual([]);
});

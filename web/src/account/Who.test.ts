import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import axe from "axe-core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getMe } from "../app/api";
import { go } from "../app/router.svelte";
import { hearTabs, who } from "../app/who.svelte";
import { FakeServer, give, nothing } from "./testing";
import Who from "./Who.svelte";

const GUEST = { name: "Misafir 1", guest: true, notices: 0, tables: [] };
const MEMBER = { name: "Işıl Ak", guest: false, notices: 3, tables: [] };

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer({ "GET /api/me": () => give(MEMBER) });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const menu = () => screen.findByRole("button", { name: /^Işıl Ak/ });

test("a guest sees the way to an account", async () => {
  server.on("GET /api/me", () => give(GUEST));
  render(Who, { route: "home" });
  await waitFor(() => expect(who.me?.name).toBe("Misafir 1"));
  const link = screen.getByRole("link", { name: "Hesap aç / Giriş yap" });
  expect(link.getAttribute("href")).toBe("/hesap");
});

test("a member opens a menu of the own pages, with the notices that wait", async () => {
  render(Who, { route: "matches" });
  const button = await menu();
  expect(button.textContent).toContain("Yeni bildirim: 3");
  expect(screen.queryByRole("link")).toBeNull();
  await fireEvent.click(button);
  const links = screen.getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/oyuncu/I%C5%9F%C4%B1l%20Ak",
    "/maclar",
    "/cekirdek",
    "/arkadaslar",
    "/hesap",
  ]);
  expect(links[1]?.getAttribute("aria-current")).toBe("page");
  const found = await axe.run(document.body, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  expect(found.violations.map((rule) => rule.id)).toEqual([]);
});

test("Escape closes the menu and gives the focus back; a tap elsewhere closes it too", async () => {
  render(Who, { route: "home" });
  const button = await menu();
  await fireEvent.click(button);
  screen.getAllByRole("link")[0]?.focus();
  await fireEvent.keyDown(screen.getAllByRole("link")[0] as HTMLElement, { key: "Escape" });
  expect(button.getAttribute("aria-expanded")).toBe("false");
  expect(document.activeElement).toBe(button);
  await fireEvent.click(button);
  await fireEvent.pointerDown(document.body);
  expect(button.getAttribute("aria-expanded")).toBe("false");
});

test("signing out leads to the first page as a guest, and the other tabs hear of it", async () => {
  go("/maclar");
  server.on("DELETE /api/session", () => {
    server.on("GET /api/me", () => give(GUEST));
    return nothing();
  });
  render(Who, { route: "matches" });
  await fireEvent.click(await menu());
  await fireEvent.click(screen.getByRole("button", { name: "Çıkış yap" }));
  await screen.findByRole("link", { name: "Hesap aç / Giriş yap" });
  await waitFor(() => expect(location.pathname).toBe("/"));
  expect(localStorage["okey.who"]).toBeTruthy();
});

test("a tab begins anew when another one signs in or out, and for nothing else", () => {
  hearTabs();
  const before = who.turns;
  dispatchEvent(new StorageEvent("storage", { key: "okey.settings" }));
  expect(who.turns).toBe(before);
  dispatchEvent(new StorageEvent("storage", { key: "okey.who" }));
  expect(who.turns).toBe(before + 1);
});

test("questions at the same time share one answer: a new browser becomes one guest", async () => {
  const [one, other] = await Promise.all([getMe(), getMe()]);
  expect(one).toBe(other);
  await getMe();
  expect(server.bodies("GET /api/me")).toHaveLength(2);
});

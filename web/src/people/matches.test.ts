import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DEFAULTS, LANGUAGES, settings } from "../app/settings.svelte";
import Matches from "./Matches.svelte";
import { past, reader, sat, serve, violations } from "./testing";

const LOST = past("b", { seats: [sat("Deniz", 2), sat("Ayşe", 1)], rated: false, stake: 25, preset: "usta", deals: 1 });
const PATIENCE = { timeout: 20_000 };

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= () => undefined;
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Object.assign(settings, DEFAULTS);
});

const site = (matches: unknown, more: Record<string, unknown> = {}) =>
  serve({ "GET /api/me": reader("Deniz"), "GET /api/matches": matches, ...more });

test("each match tells how it ended, what was at stake, and where it can be seen and had", async () => {
  site([past("a", { seats: [sat("Deniz", 1, 4), sat("Can", 1, 4), sat("Gül", 3, -2)] }), LOST]);
  render(Matches);
  const [first, second] = (await screen.findAllByRole("article")) as [HTMLElement, HTMLElement];
  expect(within(first).getByText("Birlikte kazandınız")).toBeTruthy();
  expect(first.textContent).toContain("−2");
  expect(within(second).getByText("Kaybettin")).toBeTruthy();
  expect(within(second).getByText("Kişi başı 25 çekirdek")).toBeTruthy();
  expect(within(second).getByText("1 el")).toBeTruthy();
  const links = within(second).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    `/tekrar/${"b".repeat(32)}`,
    `/dogrula/${"b".repeat(32)}`,
    `/api/tables/${"b".repeat(32)}/record`,
  ]);
  expect(screen.getByRole("link", { name: "Bütün kayıtlarımı indir" }).getAttribute("href")).toBe("/api/records");
});

test("filters go to the server, and are taken back together", async () => {
  const asked = site((query: string) => (query ? [] : [LOST]));
  render(Matches);
  await screen.findByRole("article");
  await fireEvent.change(screen.getByRole("combobox", { name: "Oyun" }), { target: { value: "usta" } });
  await fireEvent.change(screen.getByRole("combobox", { name: "Sonuç" }), { target: { value: "won" } });
  await fireEvent.input(screen.getByRole("textbox", { name: "Rakibin adı" }), { target: { value: " Ayşe " } });
  await fireEvent.click(screen.getByRole("button", { name: "Süz" }));
  expect(await screen.findByText("Bu seçime uyan maç yok.")).toBeTruthy();
  expect(asked.at(-1)?.what).toBe("GET /api/matches?preset=usta&opponent=Ay%C5%9Fe&result=won");
  await fireEvent.click(screen.getByRole("button", { name: "Süzgeci kaldır" }));
  expect(await screen.findByRole("article")).toBeTruthy();
  expect(asked.at(-1)?.what).toBe("GET /api/matches");
});

test("older matches keep the filter, and come until there are none", async () => {
  const asked = site((query: string) => (query.includes("before") ? [] : [LOST]));
  render(Matches);
  await screen.findByRole("article");
  await fireEvent.change(screen.getByRole("combobox", { name: "Sonuç" }), { target: { value: "lost" } });
  await fireEvent.click(screen.getByRole("button", { name: "Süz" }));
  await fireEvent.click(await screen.findByRole("button", { name: "Daha eskiler" }));
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: "Daha eskiler" })).toBeNull(), PATIENCE);
  expect(asked.at(-1)?.what).toBe(`GET /api/matches?result=lost&before=${LOST.at}`);
});

test("somebody of the match can be reported, with the match", async () => {
  const asked = site([past("a", { seats: [sat("Deniz", 1), sat("Can", 2), sat(null, 3), sat("Gül", 4)] })], {
    "POST /api/reports": null,
  });
  render(Matches);
  await fireEvent.click(await screen.findByRole("button", { name: /^Bildir ?: Klasik/ }));
  const sheet = screen.getByRole("dialog", { name: "Bildir", hidden: true });
  const who = within(sheet).getByRole("combobox", { hidden: true });
  expect(
    within(who)
      .getAllByRole("option", { hidden: true })
      .map((each) => each.textContent),
  ).toEqual(["Can", "Gül"]);
  await fireEvent.change(who, { target: { value: "Gül" } });
  await fireEvent.click(within(sheet).getByRole("radio", { name: "Adı uygunsuz", hidden: true }));
  await fireEvent.click(within(sheet).getByRole("button", { name: "Bildir", hidden: true }));
  expect(await within(sheet).findByText("Bildirimin alındı. Teşekkürler.")).toBeTruthy();
  expect(asked.at(-1)?.body).toEqual({ name: "Gül", table: "a".repeat(32), seat: null, why: "name", words: "" });
});

test("a guest is told that matches stay with an account", async () => {
  site([LOST], { "GET /api/me": reader("Misafir 7", true) });
  render(Matches);
  expect(await screen.findByText("Misafir olarak oynadıkların hesap açınca da burada kalır.")).toBeTruthy();
});

test("no match yet is told, and English needs no reload", async () => {
  site([]);
  render(Matches);
  expect(await screen.findByText("Henüz biten maçın yok.")).toBeTruthy();
  settings.lang = "en";
  expect(await screen.findByText("You have no finished match yet.")).toBeTruthy();
});

test.each(LANGUAGES)("%s: the page has no violation", async (lang) => {
  settings.lang = lang;
  site([past("a"), LOST]);
  render(Matches);
  await screen.findAllByRole("article");
  expect(await violations()).toEqual([]);
});

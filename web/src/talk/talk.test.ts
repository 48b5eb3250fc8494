import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { settings } from "../app/settings.svelte";
import type { Chatted, Said, Say } from "../net/wire";
import { PHRASES, REACTIONS } from "./phrases";
import { Talk } from "./talk.svelte";
import { helpersText, talkCatalogues, wordsText } from "./texts";
import { unwanted } from "./unwanted";

const said = (seat: number, phrase: Say["phrase"] = "selam"): Said => ({ t: "say", seat, phrase });
const wrote = (seat: number, text: string): Chatted => ({ t: "chat", seat, name: "Ayşe", text });

let talk: Talk;
let shelf: Map<string, string>;
const storage = {
  getItem: (key: string) => shelf.get(key) ?? null,
  setItem: (k: string, v: string) => shelf.set(k, v),
};

beforeEach(() => {
  vi.useFakeTimers();
  shelf = new Map();
  talk = new Talk("abc", storage);
});

afterEach(() => {
  vi.useRealTimers();
  settings.lang = "tr";
});

it("offers every phrase once, in both languages", () => {
  const offered = [...PHRASES, ...REACTIONS].sort();
  expect(new Set(offered).size).toBe(16);
  for (const texts of Object.values(talkCatalogues)) expect(Object.keys(texts.phrases).sort()).toEqual(offered);
});

it("hears nothing of people who are blocked, nor keeps what they said", () => {
  talk.hear(said(1), "Ayşe", false, 1, 0);
  talk.hear(said(2), "Can", false, 1, 0);
  talk.shun(["Ayşe"]);
  expect(talk.log.map((words) => words.name)).toEqual(["Can"]);
  expect(Object.keys(talk.bubbles)).toEqual(["2"]);
  expect(talk.hear(wrote(1, "Duyuyor musun?"), "Ayşe", false, 1, 0)).toBeNull();
  expect(talk.unread).toBe(2);
});

it("knows whom a member has blocked, and asks nothing for a guest", async () => {
  vi.useRealTimers();
  const asked: string[] = [];
  const answers = (guest: boolean) =>
    vi.stubGlobal("fetch", async (path: string) => {
      asked.push(path);
      if (path === "/api/me") return Response.json({ name: "Deniz", guest, notices: 0, tables: [] });
      return Response.json({ following: [], blocked: ["Ayşe"] });
    });
  answers(true);
  expect(await unwanted()).toEqual([]);
  answers(false);
  expect(await unwanted()).toEqual(["Ayşe"]);
  expect(asked).toEqual(["/api/me", "/api/me", "/api/company"]);
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("offline")));
  expect(await unwanted()).toEqual([]);
  vi.unstubAllGlobals();
});

it("says phrases in the reader's language and free words as they are", () => {
  talk.hear(said(1, "tesekkurler"), "Ayşe", false, 1, 0);
  talk.hear(wrote(1, "Merhaba <b>"), "Ayşe", false, 1, 0);
  expect(talk.log.map(wordsText)).toEqual(["Teşekkürler", "Merhaba <b>"]);
  settings.lang = "en";
  expect(talk.log.map(wordsText)).toEqual(["Thank you", "Merhaba <b>"]);
});

it("shows the last words of a seat for some seconds", () => {
  talk.hear(said(1), "Ayşe", false, 1, 0);
  vi.advanceTimersByTime(4_000);
  talk.hear(said(1, "hadi"), "Ayşe", false, 1, 0);
  vi.advanceTimersByTime(4_000);
  expect(talk.bubbles[1]?.phrase).toBe("hadi");
  vi.advanceTimersByTime(4_000);
  expect(talk.bubbles[1]).toBeUndefined();
  expect(talk.log).toHaveLength(2);
});

it("counts what nobody has read, except my own words", () => {
  talk.hear(said(0), "Ali", true, 1, 0);
  talk.hear(said(1), "Ayşe", false, 1, 0);
  talk.hear(said(2), "Can", false, 1, 0);
  expect(talk.unread).toBe(2);
  talk.look(true);
  talk.hear(said(1), "Ayşe", false, 1, 0);
  expect(talk.unread).toBe(0);
  talk.look(false);
  talk.hear(said(1), "Ayşe", false, 1, 0);
  expect(talk.unread).toBe(1);
});

it("does not hear a muted seat, also after a reload, until it is let speak again", () => {
  talk.hear(said(1), "Ayşe", false, 1, 0);
  talk.mute(1, true);
  expect([talk.log, talk.bubbles]).toEqual([[], {}]);
  expect(talk.hear(said(1), "Ayşe", false, 1, 0)).toBeNull();
  const again = new Talk("abc", storage);
  expect(again.hear(said(1), "Ayşe", false, 1, 0)).toBeNull();
  expect(new Talk("another", storage).hear(said(1), "Ayşe", false, 1, 0)).not.toBeNull();
  again.mute(1, false);
  expect(again.hear(said(1), "Ayşe", false, 1, 0)?.phrase).toBe("selam");
});

it("keeps the latest hundred", () => {
  for (let i = 0; i < 130; i++) talk.hear(wrote(1, String(i)), "Ayşe", false, 1, i);
  expect([talk.log.length, talk.log[0]?.text]).toEqual([100, "30"]);
});

it("names what is played by itself", () => {
  expect(helpersText({ draw: false, throw: false, take: null })).toBe("");
  expect(helpersText({ draw: true, throw: true, take: "k13" })).toBe(
    "Otomatik: çek, çekileni at, gelirse al: Siyah 13",
  );
});

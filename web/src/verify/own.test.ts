/** A match of one's own is checked by itself once it has ended. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, expect, it, vi } from "vitest";
import { DEFAULTS, LANGUAGES, settings } from "../app/settings.svelte";
import { MemoryStore, type Notes } from "../fair/store";
import { readRecord } from "./model";
import OwnCheck from "./OwnCheck.svelte";
import { checkOwn, type Means, ownCheck } from "./own";
import { verifyCatalogues } from "./texts";
import { Keyring } from "./trust";

vi.mock("./own", { spy: true });

const VECTORS = join(dirname(fileURLToPath(import.meta.url)), "../../../tests/vectors");
const file = (name: string) => new Uint8Array(readFileSync(join(VECTORS, name)));
const RECORD = file("record.json");
const EVIDENCE = JSON.parse(new TextDecoder().decode(file("record-evidence.json")));
const TABLE: string = EVIDENCE.table_id;

/** Notes as the browser of seat 1 kept them. */
const notes = { ...EVIDENCE, table: TABLE } as Notes;

async function means(more: Partial<Notes> = {}, record: Uint8Array | null = RECORD) {
  const store = new MemoryStore();
  await store.keep({ ...notes, ...more });
  const keys = async () => new Keyring([readRecord(RECORD).public_key]);
  return { store, keys, record: vi.fn(async () => record), pause: vi.fn(async () => {}) } satisfies Means;
}

/** The record with one changed byte in an event. */
function tampered(): Uint8Array {
  const values = JSON.parse(new TextDecoder().decode(RECORD));
  values.events[3] = `${values.events[3].slice(0, -2)}40`;
  return new TextEncoder().encode(JSON.stringify(values));
}

afterEach(() => {
  cleanup();
  Object.assign(settings, DEFAULTS);
});

it("compares the record with my own notes, in many short stretches", async () => {
  const given = await means();
  expect(await checkOwn(TABLE, given)).toMatchObject({ text: "valid", note: null });
  expect(given.pause.mock.calls.length).toBeGreaterThan(readRecord(RECORD).events.length / 64);
  const lied = await means({ list_sig: notes.opening_sig });
  expect((await checkOwn(TABLE, lied)) as object).toMatchObject({ text: "evidence unusable at mine.list_sig" });
});

it("names code and place of what is wrong", async () => {
  expect(await checkOwn(TABLE, await means({}, tampered()))).toMatchObject({ text: "INVALID: tile at events[3]" });
});

it("asks for no record where no number of mine went into the table", async () => {
  const without = { receipt_sig: null, opening: null, opening_sig: null };
  const given = await means(without);
  expect(await checkOwn(TABLE, given)).toBeNull();
  expect(await checkOwn("00".repeat(16), given)).toBeNull();
  expect(given.record).not.toHaveBeenCalled();
});

it("says that a record could not be fetched", async () => {
  expect(await checkOwn(TABLE, await means({}, null))).toBe("missing");
});

it.each(LANGUAGES)("shows one line: verified, or the code and the way to the page: %s", async (lang) => {
  settings.lang = lang;
  const texts = verifyCatalogues[lang];
  const show = async (found: Awaited<ReturnType<typeof ownCheck>>) => {
    cleanup();
    vi.mocked(ownCheck).mockResolvedValue(found);
    render(OwnCheck, { table: TABLE });
  };
  await show(await checkOwn(TABLE, await means()));
  expect((await screen.findByRole("status")).textContent?.trim()).toBe(texts.own.good);
  expect(screen.queryByRole("link")).toBeNull();
  await show(await checkOwn(TABLE, await means({}, tampered())));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain(texts.verdicts.invalid);
  expect(alert.querySelector("code")?.textContent).toBe("INVALID: tile at events[3]");
  expect(screen.getByRole("link", { name: texts.own.see }).getAttribute("href")).toBe(`/dogrula/${TABLE}`);
  await show("missing");
  expect((await screen.findByRole("alert")).textContent).toContain(texts.own.missing);
  await show(null);
  await Promise.resolve();
  expect(document.body.textContent?.trim()).toBe("");
});

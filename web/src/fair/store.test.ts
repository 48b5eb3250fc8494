import { expect, it } from "vitest";
import { readEvidence } from "../verify/model";
import { BrowserStore, evidenceFile, KEPT_MS, MemoryStore, type Notes } from "./store";

const notes: Notes = {
  table: "0a".repeat(16),
  public_key: "0b".repeat(32),
  created_ms: 1,
  rules_text: "okey-rules/1",
  server_commit: "0c".repeat(32),
  open_sig: "0d".repeat(64),
  seat: 2,
  value: "0e".repeat(32),
  listed_ms: null,
  list: null,
  list_sig: null,
  receipt_sig: null,
  opening: null,
  opening_sig: null,
  heads: [],
  list_at: null,
  sent: ["draw"],
  checked: 3,
  racks: { 1: [1, 2] },
  drawn: { 4: 9 },
  stood: false,
  over: false,
  kept_at: 2,
};

/** As much of IndexedDB as the store uses: changes are on disk when a transaction completes, and not before. */
class FakeBase {
  readonly disk = new Map<string, Map<string, unknown>>();
  readonly durabilities: (string | undefined)[] = [];

  open(): IDBOpenDBRequest {
    const request = { result: this } as unknown as IDBOpenDBRequest & { result: FakeBase };
    queueMicrotask(() => {
      if (this.disk.size === 0) request.onupgradeneeded?.({} as IDBVersionChangeEvent);
      request.onsuccess?.({} as Event);
    });
    return request;
  }

  createObjectStore(name: string): void {
    this.disk.set(name, new Map());
  }

  transaction(names: string | string[], mode = "readonly", options: { durability?: string } = {}): IDBTransaction {
    if (mode === "readwrite") this.durabilities.push(options.durability);
    const transaction = { error: null } as { -readonly [K in keyof IDBTransaction]: IDBTransaction[K] };
    const stores = [names].flat().map((name) => [name, this.store(name, transaction)] as const);
    transaction.objectStore = (name) => new Map(stores).get(name)?.store as unknown as IDBObjectStore;
    setTimeout(() => {
      if (transaction.error) {
        transaction.onabort?.call(transaction as IDBTransaction, {} as Event);
        return;
      }
      for (const [name, { pending }] of stores) this.disk.set(name, pending);
      transaction.oncomplete?.call(transaction as IDBTransaction, {} as Event);
    });
    return transaction as IDBTransaction;
  }

  private store(name: string, transaction: { error: DOMException | null }) {
    const kept = this.disk.get(name) as Map<string, unknown>;
    const pending = new Map(kept);
    const write = (value: unknown, key?: string, fresh = false) => {
      const at = key ?? (value as { table: string }).table;
      if (fresh && pending.has(at)) transaction.error = new DOMException("there already", "ConstraintError");
      else pending.set(at, structuredClone(value));
    };
    const answer = (result: unknown) => {
      const request = { result } as IDBRequest;
      queueMicrotask(() => request.onsuccess?.({} as Event));
      return request;
    };
    const store = {
      get: (key: string) => answer(structuredClone(kept.get(key))),
      count: (key: string) => answer(kept.has(key) ? 1 : 0),
      put: (value: unknown, key?: string) => write(value, key),
      add: (value: unknown) => write(value, undefined, true),
      delete: (key: string) => pending.delete(key),
      openCursor: () => {
        const rows = [...kept];
        const request = {} as { result: unknown; onsuccess: ((event: Event) => void) | null };
        const next = (at: number) => {
          const [key, value] = rows[at] ?? [];
          const cursor = { value, delete: () => pending.delete(key ?? ""), continue: () => next(at + 1) };
          request.result = key === undefined ? null : cursor;
          queueMicrotask(() => request.onsuccess?.({} as Event));
        };
        next(0);
        return request;
      },
    };
    return { store, pending };
  }
}

const factory = (base: FakeBase) => base as unknown as IDBFactory;
const bound = (list: string) => ({ table: notes.table, list_hash: list.repeat(32), value: notes.value });

it.each([
  ["browser", () => new BrowserStore(factory(new FakeBase()))],
  ["memory", () => new MemoryStore()],
])("the %s store keeps notes, marks, and one list for ever", async (_, make) => {
  const store = make();
  expect(await store.notes(notes.table)).toBeNull();
  await store.keep(notes);
  await store.keep({ ...notes, seat: 3 });
  expect(await store.notes(notes.table)).toEqual({ ...notes, seat: 3 });
  expect(await store.met("table a")).toBe(false);
  await store.meet(["table a", "commit b"]);
  await store.meet(["table a"]);
  expect([await store.met("table a"), await store.met("commit b")]).toEqual([true, true]);
  expect(await store.bind(bound("1a"))).toEqual(bound("1a"));
  expect(await store.bind(bound("1a"))).toEqual(bound("1a"));
  expect(await store.bind(bound("2b"))).toEqual(bound("1a"));
});

it.each([
  ["browser", () => new BrowserStore(factory(new FakeBase()))],
  ["memory", () => new MemoryStore()],
])("the %s store forgets notes and numbers that nobody has touched for thirty days", async (_, make) => {
  const store = make();
  const now = 1_800_000_000_000;
  const table = (digit: string) => digit.repeat(32);
  const old = { ...notes, kept_at: undefined, created_ms: now - KEPT_MS - 1 };
  await store.keep({ ...old, table: table("1") }); // of a page before notes had a time of their own
  await store.keep({ ...old, table: table("2"), list_at: now - KEPT_MS });
  await store.keep({ ...old, table: table("3"), list_at: now - 5, kept_at: now - KEPT_MS - 1 });
  await store.keep({ ...old, table: table("4"), kept_at: now - KEPT_MS });
  for (const digit of "1234") await store.bind({ ...bound("1a"), table: table(digit) });
  await store.meet([`table ${table("1")}`]);
  await store.forget(now - KEPT_MS);
  const left = await Promise.all([..."1234"].map((digit) => store.notes(table(digit))));
  expect(left.map((each) => each?.table ?? null)).toEqual([null, table("2"), null, table("4")]);
  const again = await Promise.all([..."1234"].map((digit) => store.bind({ ...bound("2b"), table: table(digit) })));
  expect(again.map(({ list_hash }) => list_hash.slice(0, 2))).toEqual(["2b", "1a", "2b", "1a"]);
  expect(await store.met(`table ${table("1")}`)).toBe(true);
});

it("is on disk when it answers, also for a second tab and a reload", async () => {
  const base = new FakeBase();
  const first = new BrowserStore(factory(base));
  await first.bind(bound("1a"));
  expect(base.disk.get("bound")?.get(notes.table)).toEqual(bound("1a"));
  await first.keep(notes);
  expect(new Set(base.durabilities)).toEqual(new Set(["strict"]));
  const second = new BrowserStore(factory(base));
  expect(await second.bind(bound("2b"))).toEqual(bound("1a"));
  expect(await second.notes(notes.table)).toEqual(notes);
});

it("writes an evidence file that the verifiers read, without what is only for the page", () => {
  const text = evidenceFile(notes);
  expect(readEvidence(new TextEncoder().encode(text))).toMatchObject({ seat: 2, listed_ms: null, heads: [] });
  expect(text).not.toMatch(/sent|checked|racks|drawn|stood|over|list_at|kept_at/);
});

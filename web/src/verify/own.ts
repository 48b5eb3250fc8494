/** The check of a match of this browser's own: made by itself when the match has ended, in moments nobody else needs. */
import { keyring, ownShelf, siteKeys } from "../fair/keys";
import { BrowserStore, evidenceFile, type Store } from "../fair/store";
import { utf8 } from "./bytes";
import { fetchRecord } from "./fetch";
import type { Keyring } from "./trust";
import { type Pause, type Verdict, verify } from "./verify";

export interface Means {
  store: Pick<Store, "notes">;
  record: (table: string) => Promise<Uint8Array | null>;
  keys: () => Promise<Keyring>;
  pause: Pause;
}

/** When the browser has nothing to draw, at the latest after a second. */
const idle: Pause = () =>
  new Promise((done) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => done(), { timeout: 1000 });
    else setTimeout(done, 50);
  });

/**
 * The verdict about a table whose number this browser opened, compared with its own notes; "missing" when the record
 * could not be fetched, null when no number of this browser went into the table.
 */
export async function checkOwn(table: string, means: Means): Promise<Verdict | "missing" | null> {
  const notes = await means.store.notes(table);
  if (!notes?.receipt_sig && !notes?.opening_sig) return null;
  await means.pause();
  const record = await means.record(table);
  if (!record) return "missing";
  return verify(record, await means.keys(), utf8(evidenceFile(notes)), means.pause);
}

const checked = new Map<string, ReturnType<typeof checkOwn>>();

/** The same with this browser's own means, once for each table; a record that was missing is asked for again. */
export function ownCheck(table: string): ReturnType<typeof checkOwn> {
  const found = checked.get(table);
  if (found) return found;
  const keys = () => keyring(ownShelf(), siteKeys);
  const begun = checkOwn(table, { store: new BrowserStore(), record: fetchRecord, keys, pause: idle });
  checked.set(table, begun);
  const forget = () => checked.delete(table);
  begun.then((verdict) => verdict === "missing" && forget(), forget);
  return begun;
}

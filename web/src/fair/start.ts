import { Checks, type Surroundings } from "./checks";
import { keyring, ownShelf, siteKeys } from "./keys";
import { BrowserStore, KEPT_MS } from "./store";

/** The checks of one table with the browser's own means: its keys, its notes, its clock. Old notes are thrown away. */
export async function startChecks(
  table: string,
  around: Pick<Surroundings, "send" | "alarm" | "lag">,
): Promise<Checks> {
  const keys = await keyring(ownShelf(), siteKeys);
  const store = new BrowserStore();
  store.forget(Date.now() - KEPT_MS).catch(() => {}); // another visit will do
  return new Checks(table, { ...around, keys, store, now: () => Date.now() });
}

import { Checks, type Surroundings } from "./checks";
import { keyring, siteKeys } from "./keys";
import { BrowserStore } from "./store";

/** The checks of one table with the browser's own means: its keys, its notes, its clock. */
export async function startChecks(
  table: string,
  around: Pick<Surroundings, "send" | "alarm" | "lag">,
): Promise<Checks> {
  const keys = await keyring(shelf(), siteKeys);
  return new Checks(table, { ...around, keys, store: new BrowserStore(), now: () => Date.now() });
}

function shelf(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/**
 * The public keys this browser trusts: compiled in, added by hand, or pinned. The oldest key a site shows on the first
 * visit is kept; another one counts later only by a change that a trusted key has signed.
 */
import { unhex } from "../verify/bytes";
import type { KeyChange } from "../verify/model";
import { chooseVerify } from "../verify/signature";
import { isSigned, Keyring } from "../verify/trust";
import type { SignedChange } from "./frames";

/** Keys compiled into the page and the single-file verifier; a site that builds its own page may name its key here. */
export const TRUSTED: readonly string[] = [];

const PLACE = "okey.keys";
const KEY = /^[0-9a-f]{64}$/;

export const isKey = (text: string): boolean => KEY.test(text);

/** Where the keys are kept: the browser's local storage. */
export interface Shelf {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
}

/** This browser's; null where it keeps nothing. */
export function ownShelf(): Shelf | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** What a site says of its keys: all of them, oldest first, and how each was announced. */
export interface SiteKeys {
  keys: string[];
  changes: SignedChange[];
}

function kept(shelf: Shelf | null): SiteKeys {
  try {
    const found = JSON.parse(shelf?.getItem(PLACE) ?? "{}") as Partial<SiteKeys>;
    const keys = (found.keys ?? []).filter((key) => typeof key === "string" && isKey(key));
    return { keys, changes: found.changes ?? [] };
  } catch {
    return { keys: [], changes: [] };
  }
}

/** Trust a key from now on. */
export function keep(shelf: Shelf | null, key: string): void {
  const found = kept(shelf);
  if (!isKey(key) || found.keys.includes(key)) return;
  shelf?.setItem(PLACE, JSON.stringify({ ...found, keys: [...found.keys, key] }));
}

/** The changes that their old keys have signed, as far as their times rise. */
async function genuine(changes: readonly SignedChange[]): Promise<KeyChange[]> {
  const verify = await chooseVerify();
  const good: KeyChange[] = [];
  for (const { old, new: next, valid_from_ms, sig } of changes) {
    if (!isKey(old) || !isKey(next) || !/^[0-9a-f]{128}$/.test(sig) || !Number.isSafeInteger(valid_from_ms)) break;
    const change = { old: unhex(old), new: unhex(next), valid_from_ms, sig: unhex(sig) };
    if (!(await isSigned(change, verify)) || valid_from_ms <= (good.at(-1)?.valid_from_ms ?? -1)) break;
    good.push(change);
  }
  return good;
}

/** The keyring of this browser; `site` is asked for changes, and for a first key where none is known. */
export async function keyring(shelf: Shelf | null, site: (() => Promise<SiteKeys>) | null): Promise<Keyring> {
  let { keys, changes } = kept(shelf);
  try {
    const told = await site?.();
    if (told) {
      const [first] = told.keys;
      if (!keys.length && !TRUSTED.length && first !== undefined && isKey(first)) keys = [first];
      changes = told.changes;
      shelf?.setItem(PLACE, JSON.stringify({ keys, changes }));
    }
  } catch {
    // offline, or a site without keys: what is kept must do
  }
  return new Keyring([...TRUSTED, ...keys].map(unhex), await genuine(changes));
}

/** Asks this site for its keys at their fixed address. */
export async function siteKeys(): Promise<SiteKeys> {
  const answer = await fetch("/api/keys");
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()) as SiteKeys;
}

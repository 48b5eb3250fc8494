import { getPublicKey, sign } from "@noble/ed25519";
import { expect, it } from "vitest";
import { hex, unhex } from "../verify/bytes";
import { keyChangeMessage } from "../verify/messages";
import { keep, keyring } from "./keys";

const secret = new Uint8Array(32).fill(7);
const A = hex(getPublicKey(secret));
const B = "0b".repeat(32);
const change = {
  old: A,
  new: B,
  valid_from_ms: 1000,
  sig: hex(sign(keyChangeMessage(unhex(A), unhex(B), 1000), secret)),
};

function shelf(text: string | null = null) {
  const values = new Map(text === null ? [] : [["okey.keys", text]]);
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
  };
}

it("pins the oldest key of the first visit; another counts only by a signed change", async () => {
  const place = shelf();
  const first = await keyring(place, async () => ({ keys: [A, B], changes: [] }));
  expect([first.trusts(unhex(A), 0), first.trusts(unhex(B), 5000)]).toEqual([true, false]);
  const swapped = await keyring(place, async () => ({ keys: [B], changes: [] }));
  expect([swapped.trusts(unhex(A), 0), swapped.trusts(unhex(B), 5000)]).toEqual([true, false]);
  const forged = await keyring(place, async () => ({ keys: [A, B], changes: [{ ...change, valid_from_ms: 1 }] }));
  expect(forged.trusts(unhex(B), 5000)).toBe(false);
  const changed = await keyring(place, async () => ({ keys: [A, B], changes: [change] }));
  expect([changed.trusts(unhex(A), 999), changed.trusts(unhex(A), 1000)]).toEqual([true, false]);
  const offline = await keyring(place, async () => Promise.reject(new Error("offline")));
  expect([offline.trusts(unhex(B), 999), offline.trusts(unhex(B), 1000)]).toEqual([false, true]);
});

it("trusts nothing where nothing is known", async () => {
  const offline = await keyring(shelf(), async () => Promise.reject(new Error("offline")));
  expect(offline.trusts(unhex(A), 0)).toBe(false);
  expect((await keyring(null, null)).trusts(unhex(A), 0)).toBe(false);
});

it("keeps keys added by hand, and reads only keys", async () => {
  const place = shelf(JSON.stringify({ keys: [A, 7, "x"] }));
  keep(place, B);
  keep(place, B);
  keep(place, "no key");
  expect(JSON.parse(place.getItem("okey.keys") ?? "").keys).toEqual([A, B]);
  expect((await keyring(shelf("{"), null)).trusts(unhex(A), 0)).toBe(false);
});

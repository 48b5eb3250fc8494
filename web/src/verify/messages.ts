/** The messages of okey-fair/1, byte for byte, and the hashes over them. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { type Bytes, join, uint, utf8, ZERO } from "./bytes";

export const tag = (name: string): Bytes => utf8(`okey-fair/1/${name}\0`);
export const hash = (...parts: readonly Bytes[]): Bytes => sha256(join(...parts));
export const mac = (key: Bytes, ...parts: readonly Bytes[]): Bytes => hmac(sha256, key, join(...parts));

/** One seat of a list or an opening: `value` is the commitment or the opened value, null for none. */
export interface SeatValue {
  kind: number;
  value: Bytes | null;
}

/** u8(4), then kind and value of each seat, with the seat's number before in a list. */
function four(seats: readonly SeatValue[], numbered: boolean): Bytes {
  const parts = seats.map(({ kind, value }, seat) =>
    join(Uint8Array.from(numbered ? [seat, kind] : [kind]), value ?? ZERO),
  );
  return join(uint(4, 1), ...parts);
}

export const rulesHash = (text: string): Bytes => hash(tag("rules"), uint(utf8(text).length, 4), utf8(text));
export const serverCommit = (table: Bytes, rules: Bytes, seed: Bytes): Bytes =>
  hash(tag("server-commit"), table, rules, seed);
export const openMessage = (table: Bytes, rules: Bytes, commit: Bytes, created: number): Bytes =>
  join(tag("open"), table, rules, commit, uint(created, 8));
export const playerCommit = (table: Bytes, commit: Bytes, seat: number, value: Bytes): Bytes =>
  hash(tag("player-commit"), table, commit, uint(seat, 1), value);
export const listHash = (table: Bytes, rules: Bytes, commit: Bytes, seats: readonly SeatValue[]): Bytes =>
  hash(tag("commit-list"), table, rules, commit, four(seats, true));
export const listMessage = (list: Bytes, listed: number): Bytes => join(tag("list"), list, uint(listed, 8));
export const receiptMessage = (list: Bytes, seat: number, value: Bytes): Bytes =>
  join(tag("receipt"), list, uint(seat, 1), hash(value));
export const openingMessage = (list: Bytes, seats: readonly SeatValue[]): Bytes =>
  join(tag("opening"), list, four(seats, false));
export const masterKey = (seed: Bytes, list: Bytes, seats: readonly SeatValue[]): Bytes =>
  mac(seed, tag("master"), list, four(seats, false));
export const firstHead = (table: Bytes, list: Bytes, commit: Bytes): Bytes => hash(tag("log0"), table, list, commit);
export const nextHead = (head: Bytes, event: Bytes): Bytes => hash(tag("log"), head, uint(event.length, 4), event);
export const headMessage = (table: Bytes, n: number, head: Bytes): Bytes => join(tag("head"), table, uint(n, 4), head);
export const revealMessage = (table: Bytes, seed: Bytes, n: number, head: Bytes | null): Bytes =>
  join(tag("reveal"), table, seed, uint(n, 4), head ?? ZERO);
export const keyChangeMessage = (old: Bytes, next: Bytes, from: number): Bytes =>
  join(tag("new-key"), old, next, uint(from, 8));

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** Sixteen letters to compare by voice, in four groups of four. */
export function seal(list: Bytes, head: Bytes): string {
  let bits = 0n;
  for (const byte of hash(tag("seal"), list, head).slice(0, 10)) bits = (bits << 8n) | BigInt(byte);
  const letters = Array.from({ length: 16 }, (_, at) => LETTERS[Number((bits >> BigInt(75 - 5 * at)) & 31n)]);
  return letters.join("").replace(/(....)(?=.)/g, "$1 ");
}

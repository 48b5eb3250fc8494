/** Bytes of the protocol: big-endian numbers, joined texts, lower-case hex. */

export type Bytes = Uint8Array;

export const ZERO: Bytes = new Uint8Array(32);

export function join(...parts: readonly Bytes[]): Bytes {
  const out = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

export const equal = (a: Bytes, b: Bytes): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);

/** `size` bytes, big-endian; `number` is at most 2^53 - 1. */
export function uint(number: number, size: number): Bytes {
  const out = new Uint8Array(size);
  let rest = number;
  for (let at = size - 1; at >= 0; at--) {
    out[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return out;
}

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

export const hex = (bytes: Bytes): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Read lower-case hex; the caller has checked its letters. */
export function unhex(text: string): Bytes {
  const out = new Uint8Array(text.length / 2);
  for (let at = 0; at < out.length; at++) out[at] = Number.parseInt(text.slice(2 * at, 2 * at + 2), 16);
  return out;
}
